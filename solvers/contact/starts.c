/* starts.c - Newton's method from many starts, where nothing else arrives
 * SPDX-License-Identifier: Apache-2.0 */
#include "../core/draw.h"
#include "../methods/starts.h"
#include "../system/sizes.h"
#include "fnewton.h"

/* Where contacts are redundant and friction is high a merit has many minima and a path many turns, from r = 0 or
 * from wherever sweeps end. Of starts anywhere one in five to one in a hundred is on the near side
 * of a solution, and it shows in some fifty steps that one is not. They are drawn with the same numbers each
 * time, contact by contact: q_a over the size of W_aa, in a direction that is projected on the cone, so
 * that contacts are open, inside or on the border. */

typedef struct run {
    zn_ctx *ctx;
    zni_fnewton_work *k;
    zni_fnewton how;
    const zni_fc *c;
} run;

/* Steps from where nothing is known: what arrives takes some thirty of them, and so many operations of
 * factors are one or two seconds. */
enum { FROM_AFAR = 60 };
static const double AFAR = 2e9;

/* the size of what a contact carries that stops q_a by itself */
static double load(const zni_fc *c, zn_index a)
{
    const zn_index d = c->d;
    const double own = zni_contact_mean(d, c->x + d * d * c->diag[a], d + 1);

    return own > 0 ? zni_norm(d, c->q + d * a) / own : 0;
}

static void draw(void *of, double size, uint64_t *chance, double z[])
{
    const zni_fc *c = ((const run *)of)->c;

    for (zn_index a = 0; a < c->nc; a++) {
        const double most = size * load(c, a);
        double *za = z + c->d * a;

        for (zn_index i = 0; i < c->d; i++)
            za[i] = most * zni_draw_sign(chance);
        za[0] += most / 2;
        c->law->project(c, a, za, za, NULL);
    }
}

static zn_status solve(void *of, double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    const run *a = of;

    return zni_fnewton_run(a->ctx, a->k, &a->how, a->c, z, w, mon, info);
}

static double look(void *of, const double z[], double w[])
{
    return zni_fc_look(((const run *)of)->c, z, w);
}

zn_status zni_fnewton_starts(zn_ctx *ctx, zni_fnewton_work *k, const zni_fnewton *how, zn_index most,
                             const zni_fc *c, double best[], double z[], double w[], zn_monitor *mon,
                             zn_solve_info *info)
{
    run a = {ctx, k, *how, c};
    const zni_scattered all = {.of = &a, .n = c->n, .draw = draw, .solve = solve, .look = look};
    const zni_scatter each = {most, AFAR, zni_lu_operations((double)c->n)};

    a.how.max_iter = FROM_AFAR < how->max_iter ? FROM_AFAR : how->max_iter;
    return zni_scatter_run(&all, &each, best, z, w, mon, info);
}
