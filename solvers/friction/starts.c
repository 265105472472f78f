/* starts.c - Newton's method from many starts, where nothing else arrives
 * SPDX-License-Identifier: Apache-2.0 */
#include "starts.h"

#include "../core/draw.h"

/* Where contacts are redundant and friction is high a merit has many minima and a path many turns, from r = 0 or
 * from wherever sweeps end. Of starts anywhere one in five to one in a hundred is on the near side
 * of a solution, and it shows in some fifty steps that one is not. They are drawn with the same numbers each
 * time, contact by contact: q_a over the size of W_aa, in a direction that is projected on the cone, so
 * that contacts are open, inside or on the border. Starts differ in size, as loads that are redundant
 * may be more than what moves asks for, or less. */

/* the size of what a contact carries that stops q_a by itself */
static double load(const zni_fc *c, zn_index a)
{
    const zn_index d = c->d;
    const double own = zni_contact_mean(d, c->x + d * d * c->diag[a], d + 1);

    return own > 0 ? zni_norm(d, c->q + d * a) / own : 0;
}

static void start(const zni_fc *c, double size, uint64_t *state, double z[])
{
    for (zn_index a = 0; a < c->nc; a++) {
        const double most = size * load(c, a);
        double *za = z + c->d * a;

        for (zn_index i = 0; i < c->d; i++)
            za[i] = most * zni_draw_sign(state);
        za[0] += most / 2;
        c->law->project(c, a, za, za);
    }
}

zn_status zni_starts_run(zn_ctx *ctx, zni_fnewton_work *newton, const zni_starts *how,
                         const zni_fc *c, double kept[], double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info)
{
    static const double sizes[] = {1, 0.0625, 4, 0.25};
    const double n = (double)c->n, step = 2 * n * n * n / 3;
    uint64_t state = 1;
    double least = INFINITY;
    zn_index steps = 0;
    zn_status st = ZN_UNSOLVED;

    memcpy(kept, z, (size_t)c->n * sizeof *z);
    for (zn_index i = 0; i < how->most && (double)steps * step < how->operations; i++) {
        double err;

        start(c, sizes[i % 4], &state, z);
        info->iterations = 0;
        st = zni_fnewton_run(ctx, newton, &how->newton, c, z, w, mon, info);
        steps += info->iterations;
        info->iterations = steps;
        if (st <= 0 || zni_over(mon, &info->outcome))
            return st;
        err = zni_fc_error(c, z, w);
        if (err < least) {
            least = err;
            memcpy(kept, z, (size_t)c->n * sizeof *z);
        }
    }
    memcpy(z, kept, (size_t)c->n * sizeof *z);
    zni_fc_mul(c, z, c->q, w);
    info->outcome = ZN_ITERATION_LIMIT;
    return st;
}
