/* comma.h - a locale with a decimal comma, compiled for the test
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_COMMA_H
#define ZENO_TEST_COMMA_H

#include "zeno_test.h"

#include <locale.h>

/* Make it in a folder, which is then to be removed with all that is in it, and use it. false: it
 * cannot be made here. */
static inline bool comma_use(const char *folder)
{
    char command[3 * TEST_PATH];

    snprintf(command, sizeof command,
             "localedef -i de_DE -f UTF-8 '%s/de' >/dev/null 2>&1 || "
             "test -d '%s/de'",
             folder, folder);
    if (system(command) != 0) {
        printf("SKIP: no locale with a decimal comma can be made here\n");
        return false;
    }
    setenv("LOCPATH", folder, 1);
    ck_assert(setlocale(LC_ALL, "de") && localeconv()->decimal_point[0] == ',');
    return true;
}

/* C's again, and the folder goes. */
static inline void comma_drop(const char *folder)
{
    char command[TEST_PATH + 16];

    setlocale(LC_ALL, "C");
    snprintf(command, sizeof command, "rm -rf '%s/de'", folder);
    ck_assert_int_eq(system(command), 0);
}

#endif
