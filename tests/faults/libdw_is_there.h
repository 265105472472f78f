/* libdw_is_there.h - is what functions of plugins were compiled with looked at?
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_LIBDW_IS_THERE_H
#define ZENO_TEST_LIBDW_IS_THERE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Says so if not. */
static inline bool libdw_is_there(void)
{
    const char *libdw = getenv("ZENO_LIBDW");

    if (!libdw || strcmp(libdw, "no") != 0)
        return true;
    puts("SKIP: libdw was not there when Zeno was configured");
    return false;
}

#endif
