/* enum.c - LCP, MLCP and relay by enumeration of all active sets
 * SPDX-License-Identifier: Apache-2.0 */
#include "front.h"
#include "path.h"

typedef struct enums {
    zni_front front;
    zni_enum opt;
    zni_box_work work;
    zni_pivots signs;
} enums;

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    enums *s = state;
    zni_box_work *k = &s->work;
    zn_status st = zni_front_reserve(&s->front, ctx, n);

    if (!st)
        st = zni_box_reserve(ctx, k, n, nnz);
    return st ? st : zn_grow(ctx, &k->start, &k->cap_start, n, 1);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    enums *s = state;
    zni_box b;
    zn_status st = s->front.view(&s->front, ctx, problem, &b);

    if (!st)
        st = zni_box_enum(ctx, &s->work, &s->opt, &b, z, w, mon, info);
    return st || !b.hi ? st
                       : zni_box_sharpen(ctx, &s->work, &s->signs, &b, z, w,
                                         mon);
}

static void fini(void *state, zn_ctx *ctx)
{
    enums *s = state;

    zni_front_fini(&s->front, ctx);
    zni_box_fini(ctx, &s->work);
    zni_pivots_fini(ctx, &s->signs);
}

/* rows with one bound double the work, rows with two triple it */
#define OPTIONS(rows, most)                                                    \
    {                                                                          \
        {ZN_OPTION_REAL, "tol", offsetof(enums, opt.tol),     1e-10, 0, 1,     \
         NULL,           "-",   "error that counts as solved"},                \
            {ZN_OPTION_INT,                                                    \
             "max_rows",                                                       \
             offsetof(enums, opt.max_rows),                                    \
             rows,                                                             \
             1,                                                                \
             most,                                                             \
             NULL,                                                             \
             "-",                                                              \
             "most rows with a choice; each multiplies the work"},             \
            ZN_OPT_END,                                                        \
    }

static const zn_option two[] = OPTIONS(20, 40);
static const zn_option three[] = OPTIONS(12, 25);

ZNI_BOX_CLASS(lcp, LCP, enum, "enum",
              "all 2^n active sets, for n up to about 20 (Murty 1988)", enums,
              solve, two);
ZNI_BOX_CLASS(mlcp, MLCP, enum, "enum",
              "all active sets of the complementarity rows (Murty 1988)", enums,
              solve, two);
ZNI_BOX_CLASS(relay, RELAY, enum, "enum",
              "all 3^n choices of sides, for n up to about 12 (Murty 1988)",
              enums, solve, three);
