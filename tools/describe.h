/* describe.h - classes and their options in words, for the listings
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_DESCRIBE_H
#define ZENO_TOOLS_DESCRIBE_H

#include <zeno/type.h>

/* Name and summary; with options: default, range and meaning of each. */
void describe_class(const zn_type *type, bool options);

/* The options of a table, one after the other. */
void describe_options(const zn_option *table);

#endif
