/* nearest.h - the functions of a module whose names are near to one that it has not
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_NEAREST_H
#define ZENO_KERNEL_NEAREST_H

#include <stddef.h>

/* Of the loaded module at `path`: "; did you mean 'ballGap'?", or that it has the name as
 * C++ makes it, or "". */
void zni_nearest_words(const char *path, const char *name, char words[],
                       size_t size);

#endif
