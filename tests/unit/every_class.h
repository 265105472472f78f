/* every_class.h - a table of problems has every class that the library knows
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_EVERY_CLASS_H
#define ZENO_EVERY_CLASS_H

#include "zeno_test.h"

#include <zeno/solver.h>
#include <zeno/type.h>

/* What is asked of all solvers is asked in a table of classes: a class that the library learns must be there, too.
 * Multiple impacts have solvers that apply to some impacts only, and a test of their own, test_impact_conduct.c. */
static inline void every_class_is_asked(zn_ctx *ctx, bool (*has)(const char *name))
{
    zn_index i = 0, asked = 0;

    for (; zn_type_at(ctx, ZN_KIND_PROBLEM, i); i++) {
        const char *name = zn_type_at(ctx, ZN_KIND_PROBLEM, i)->name;

        if (strcmp(name, "multiple-impact") == 0)
            continue;
        ck_assert_msg(has(name), "class '%s' is not in the table", name);
        asked++;
    }
    ck_assert_int_ge(asked, 15);
}

#endif
