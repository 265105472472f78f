/* turns.c - the fixed point on De Saxce's shift
 * SPDX-License-Identifier: Apache-2.0 */
#include "turns.h"

zn_status zni_turns_begin(zn_ctx *ctx, zni_turns *t, zn_index nc,
                          bool accelerate)
{
    zn_status st = zn_grow(ctx, &t->s, &t->cap_s, 2 * nc, sizeof *t->s);

    if (!st && accelerate)
        st = zni_anderson_begin(ctx, &t->acceleration, nc);
    if (st)
        return st;
    t->nc = nc;
    t->accelerate = accelerate;
    if (nc > 0)
        memset(t->s, 0, (size_t)nc * sizeof *t->s);
    return ZN_OK;
}

void zni_turns_from(zni_turns *t, zn_index d, const double mu[],
                    const double u[])
{
    for (zn_index a = 0; a < t->nc; a++)
        t->s[a] = mu[a] * zni_tangent(d, u + d * a);
}

double zni_turns_next(zni_turns *t, zn_index d, const double mu[],
                      const double u[])
{
    zni_anderson *k = &t->acceleration;
    double *next = t->s + t->nc, change = 0;

    for (zn_index a = 0; a < t->nc; a++) {
        next[a] = mu[a] * zni_tangent(d, u + d * a);
        change += (next[a] - t->s[a]) * (next[a] - t->s[a]);
    }
    if (t->accelerate) {
        zni_anderson_from(k, t->s);
        zni_anderson_next(k, next);
    }
    for (zn_index a = 0; a < t->nc; a++)
        t->s[a] = fmax(0, next[a]);
    return sqrt(change);
}

void zni_turns_fini(zn_ctx *ctx, zni_turns *t)
{
    zn_free_array(ctx, t->s);
    zni_anderson_fini(ctx, &t->acceleration);
}
