/* pages.h - large arrays in large pages
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_PAGES_H
#define ZENO_SOLVERS_PAGES_H

#include <stddef.h>

/* Asks for pages of 2 MB for what of the array is whole ones; small arrays stay as they are. Where
 * there are none nothing happens: it is speed only. */
void zni_pages_large(void *p, size_t bytes);

#endif
