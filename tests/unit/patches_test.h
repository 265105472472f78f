/* patches_test.h - `patches` on heaps, and who counts its sweeps
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_PATCHES_TEST_H
#define ZENO_PATCHES_TEST_H

#include "asked.h"
#include "friction_test.h"

/* `patches`, which is asked for 1e-6 */
static inline asked heap_of(const char *words)
{
    asked h = asked_new("friction", "patches", words);

    asked_set(&h, "tol", "1e-6");
    return h;
}

/* sweeps are counted on, those of patches by their share, with errors of the whole; while something is prepared the
 * last one is told again, with error -1 */
typedef struct count {
    zn_index calls, next;
} count;

static inline bool counts(void *user, zn_index it, double error)
{
    count *c = (count *)user;

    if (error == -1) {
        ck_assert_int_ge(it + 1, c->next);
        return false;
    }
    ck_assert_int_ge(it, c->next);
    ck_assert_double_gt(error, 1e-6); /* it would have ended */
    c->calls++;
    c->next = it + 1;
    return false;
}

#endif
