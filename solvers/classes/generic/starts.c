/* starts.c - where Newton's method fails on a generic mechanical problem: many starts, and proximal points
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/draw.h"
#include "../../methods/prox.h"
#include "../../methods/starts.h"
#include "generic.h"

/* The starts are those of contacts (../../contact/starts.c): each unit gets z of the size rho |q|, rho as in Newton's
 * method, in a random direction that is projected on the unit's admissible set. The natural map is used because of 21
 * problems that all other methods left it solves all; the other functions, with a proximal term of 1e-8 to 1e-2 of
 * the size of M, leave up to two. One start in five to one in a hundred converges, in some thirty steps; all
 * factorisations together may take a second or two. */
enum { STARTS = 300, STEPS = 60 };
static const double OPERATIONS = 2e9;

typedef struct run {
    zni_gmnewton_work *newton;
    const zni_gm *g;
    zni_fnewton how;
} run;

static void draw(void *of, double size, uint64_t *chance, double z[])
{
    const run *s = of;
    const zni_gm *g = s->g;

    for (zn_index a = 0; a < g->nu; a++) {
        const zn_index i = g->ro[a], d = g->ro[a + 1] - i;
        double q2 = 0, most;

        for (zn_index k = i; k < i + d; k++)
            q2 += g->p->q[k] * g->by[k] * g->p->q[k] * g->by[k];
        most = size * s->newton->rho[a] * sqrt(q2);
        for (zn_index k = i; k < i + d; k++)
            z[k] = most * zni_draw_sign(chance) * g->by[k];
        if (g->mu[a] >= 0)
            z[i] += most / 2;
    }
    zni_gm_project(g, z);
}

static zn_status solve(void *of, zni_call call)
{
    const run *s = of;

    return zni_gmnewton_run(call, s->newton, NULL, &s->how, s->g);
}

static double look(void *of, const double z[], double w[])
{
    const zni_gm *g = ((const run *)of)->g;

    zni_gm_mul(g, z, g->p->q, w);
    return zni_gm_error(g, z, w);
}

zn_status zni_gstarts_run(zni_call call, zni_gmnewton_work *k, double tol, zn_index most,
                          const zni_gm *g, double best[])
{
    const double n = (double)g->n;
    run s = {.newton = k,
             .g = g,
             .how = {.tol = tol,
                     .max_iter = STEPS < most ? STEPS : most,
                     .map = ZNI_NATURAL,
                     .search = true,
                     .reg = 1e-6}};
    const zni_scattered all = {
        .of = &s, .n = g->n, .draw = draw, .solve = solve, .look = look};
    const zni_scatter each = {STARTS, OPERATIONS, zni_lu_operations(n)};

    return zni_scatter_run(call, &all, &each, best);
}

/* ---- proximal points ------------------------------------------------------------------- */

/* By ../methods/prox.c, with a very small proximal term: where redundant rows act against each other with a part of q
 * that Newton's method and sweeps cannot remove, their multipliers drift until one contact opens or slides. The rows of
 * g have been scaled, so that M is of the order of one. */
enum { INNER = 40 }; /* Newton steps per proximal problem */

static zn_status regular(void *of, zni_call call, double alpha, bool full, const double ref[],
                         double tol)
{
    const run *s = of;
    const zni_fnewton opt = {.tol = tol,
                              .max_iter = INNER,
                              .map = ZNI_AC,
                              .search = !full,
                              .alpha = alpha,
                              .ref = ref};

    return zni_gmnewton_run(call, s->newton, NULL, &opt, s->g);
}

zn_status zni_gprox_run(zni_call call, zni_gmnewton_work *k, double tol, zn_index most,
                        const zni_gm *g, double v[])
{
    run a = {.newton = k, .g = g};
    const zni_proximal p = {
        .of = &a, .n = g->n, .nw = g->n, .solve = regular, .measure = look};
    zni_proximate how = zni_proximate_contacts(1, INNER);

    how.tol = tol;
    how.max_iter = most;
    return zni_proximal_points(call, &p, &how, v);
}
