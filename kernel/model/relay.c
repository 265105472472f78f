/* relay.c - the relay law, -y in N_[lb,ub](lambda)
 *     lambda = lb: y >= 0,   lambda = ub: y <= 0,   between: y = 0
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/by_row.h"

#include <math.h>

typedef struct relay {
    zn_index size;
    double lb, ub; /* of every row, in the order of a box's parameters; unless */
    zni_by_row own; /* lower bounds, then upper bounds */
} relay;

_Static_assert(offsetof(relay, ub) == offsetof(relay, lb) + sizeof(double),
               "lb and ub are the parameters of a box");

static const zn_option options[] = {
    ZN_OPT_INT(relay, size, 0, 0, 1e9, "-", "rows; 0: as many as there are"),
    ZN_OPT_REAL(relay, lb, -1, -1e300, 1e300, "-", "lower bound"),
    ZN_OPT_REAL(relay, ub, 1, -1e300, 1e300, "-", "upper bound"),
    ZN_OPT_END,
};

static zn_index size(const void *state)
{
    const relay *r = state;

    return r->own.each ? r->own.rows : r->size;
}

/* one box with bounds by row, else one per row with the same bounds */
static bool cone(const void *state, zn_index k, zn_cone *out)
{
    const relay *r = state;
    const zn_index n = size(r) > 0 ? size(r) : 1;

    *out = (zn_cone){.set = zn_set_box(),
                     .size = r->own.each ? n : 1,
                     .nparam = r->own.each ? 2 * n : 2,
                     .param = r->own.each ? r->own.each : &r->lb};
    return k < (r->own.each ? 1 : n);
}

static void bounds(const void *state, zn_index i, double *lb, double *ub)
{
    const relay *r = state;

    *lb = r->own.each ? r->own.each[i] : r->lb;
    *ub = r->own.each ? r->own.each[i + r->own.rows] : r->ub;
}

static zn_status check(const void *state, zn_ctx *ctx)
{
    const zn_index n = size(state) > 0 ? size(state) : 1;

    for (zn_index i = 0; i < n; i++) {
        double lb, ub;
        bounds(state, i, &lb, &ub);
        if (!(lb <= ub) || lb == INFINITY || ub == -INFINITY)
            return zn_fail(ctx, ZN_EINVAL,
                           "bounds of row %td: [%g, %g] is empty", i, lb, ub);
    }
    return ZN_OK;
}

static bool admissible(const void *state, const double param[],
                       const double y[], const double lambda[], double tol)
{
    (void)param;
    const zn_index n = size(state) > 0 ? size(state) : 1;

    for (zn_index i = 0; i < n; i++) {
        double lb, ub;
        bounds(state, i, &lb, &ub);
        const bool inside = lambda[i] >= lb - tol && lambda[i] <= ub + tol;
        const bool sign = (y[i] <= tol || lambda[i] <= lb + tol) &&
                          (y[i] >= -tol || lambda[i] >= ub - tol);
        if (!inside || !sign)
            return false;
    }
    return true;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((relay *)state)->own.each);
}

static zn_status by_row(zn_law *law, const char *option, zn_index n,
                        const double x[])
{
    relay *r = law->state;
    const zni_row_option of[] = {{"lb", &r->lb}, {"ub", &r->ub}};

    return zni_by_row_set(law, &r->own, 2, of, r->size, option, n, x);
}

zn_status zn_law_relay(zn_ctx *ctx, zn_index n, const double lb[],
                       const double ub[], zn_law **out)
{
    zn_status st;

    *out = NULL;
    if (n < 1 || n > ZNI_MAX_SIZE || !lb || !ub)
        return zn_fail(ctx, ZN_EINVAL,
                       "law 'relay': n = %td rows, bounds at %s", n,
                       lb && ub ? "their pointers" : "NULL");
    st = zn_law_new(ctx, "relay", out);
    if (st)
        return st;
    st = by_row(*out, "lb", n, lb);
    if (!st)
        st = by_row(*out, "ub", n, ub);
    if (!st)
        st = zn_note(ctx, check((*out)->state, ctx), "law 'relay'");
    if (!st)
        return ZN_OK;
    zn_law_free(*out);
    *out = NULL;
    return st;
}

const zn_law_type zni_law_relay = {
    .type = {.size = sizeof zni_law_relay,
             .kind = ZN_KIND_LAW,
             .name = "relay",
             .summary = "-y in N_[lb,ub](lambda)",
             .state_size = sizeof(relay),
             .options = options},
    .levels = ZN_LAW_POSITION | ZN_LAW_VELOCITY,
    .families = 1u << ZN_FIRST_ORDER | 1u << ZN_SECOND_ORDER,
    .always = true,
    .size = size,
    .cone = cone,
    .admissible = admissible,
    .check = check,
    .fini = fini,
    .by_row = by_row,
};
