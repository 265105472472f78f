/* sundials_test.h - was the plugin of SUNDIALS built?
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SUNDIALS_H
#define ZENO_TEST_SUNDIALS_H

#include <unistd.h>

#include "tests/unit/zeno_test.h"

/* Says so if not. */
static inline bool sundials_is_there(void)
{
    const char *build = getenv("ZENO_BUILDDIR");
    char path[TEST_PATH];

    snprintf(path, sizeof path, "%s/plugins/SundialsPlugin.la",
             build ? build : ".");
    if (access(path, R_OK) == 0)
        return true;
    puts("SKIP: SUNDIALS was not there when Zeno was configured");
    return false;
}

#endif
