/* operators.h - the operators of classes in words
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_OPERATORS_H
#define ZENO_OPERATORS_H

#include <zeno/type.h>

/* Print the operators of a class that has some, each as a C prototype to copy. */
void describe_operators(const zn_type *type);

#endif
