/* starts.c - Newton's method from many starts, where nothing else arrives
 * SPDX-License-Identifier: Apache-2.0 */
#include "../core/draw.h"
#include "../methods/starts.h"
#include "../system/sizes.h"
#include "fnewton.h"

/* Where contacts are redundant and friction is high, the merit function has many local minima, and Newton's method from
 * r = 0 or from the end of the sweeps is caught in one of them. Of random starts one in five to one in a hundred
 * leads to a solution, and some fifty steps show which ones do not. The random numbers are the same in every run.
 * Each contact is given a reaction of the size |q_a| / (size of W_aa) in a random direction, projected on the cone,
 * so that contacts are open, inside of the cone or on its border. */

typedef struct run {
    zni_fnewton_work *k;
    zni_fnewton how;
    const zni_fc *c;
} run;

/* The most steps from one start, as those that converge take some thirty, and the most operations of all
 * factorisations, which take one or two seconds. */
enum { FROM_AFAR = 60 };
static const double AFAR = 2e9;

/* the size of a reaction that would stop q_a alone */
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

static zn_status solve(void *of, zni_call call)
{
    const run *a = of;

    return zni_fnewton_run(call, a->k, &a->how, a->c);
}

static double look(void *of, const double z[], double w[])
{
    return zni_fc_look(((const run *)of)->c, z, w);
}

zn_status zni_fnewton_starts(zni_call call, zni_fnewton_work *k, const zni_fnewton *how,
                             zn_index most, const zni_fc *c, double best[])
{
    run a = {k, *how, c};
    const zni_scattered all = {.of = &a, .n = c->n, .draw = draw, .solve = solve, .look = look};
    const zni_scatter each = {most, AFAR, zni_lu_operations((double)c->n)};

    a.how.max_iter = FROM_AFAR < how->max_iter ? FROM_AFAR : how->max_iter;
    return zni_scatter_run(call, &all, &each, best);
}
