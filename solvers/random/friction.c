/* friction.c - random friction problems, condensed and global
 *
 * Each contact takes off, sticks or slips: u_hat = u + mu |u_T| e_N and r are a pair of points of a cone and its
 * dual.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/friction.h>
#include <zeno/global_friction.h>

#include "contacts.h"

static const zn_option options[] = {
    ZNI_RANDOM_SEED,
    ZNI_RANDOM(INT, d, 3, 2, 3, "-", "components of a contact"),
    ZNI_RANDOM_SCENE,
    ZNI_RANDOM_DEGENERATE("share of contacts that are about to slip or to touch"),
    ZNI_RANDOM_STRUCTURE,
    ZN_OPT_END};

static zn_status make_law(zni_draws by, zni_drawn *p, double rr[], double u[])
{
    for (zn_index a = 0; a < by.o->contacts; a++, rr += by.o->d, u += by.o->d) {
        zni_random_cone(by, by.o->d, by.o->mu, rr, u);
        u[0] -= by.o->mu * (by.o->d == 3 ? hypot(u[1], u[2]) : fabs(u[1]));
    }
    p->mu = zni_random_same(by.s, by.o->contacts, by.o->mu);
    return p->mu ? ZN_OK : ZN_ENOMEM;
}

/* q = H'v for the velocity v of free fall (condensed); if the motion is kept, q = M v, and b = 0. No solution is
 * known. */
static zn_status make_structure(zni_draws by, zni_drawn *p)
{
    zni_scene c;
    double *v;
    zn_status st = zni_scene_structure(by, by.o->d, &c);

    if (!st && !p->kept)
        st = zni_scene_condensed(by.s, &c, &p->W);
    if (!st)
        st = zni_scene_global(by.s, &c, &p->M, &p->H);
    if (st)
        return st;
    p->nc = c.nc;
    p->mu = zni_random_same(by.s, c.nc, by.o->mu);
    p->n = ZNI_BODY * c.nb;
    v = zni_store_alloc(by.s, p->n, sizeof *v);
    p->q = zni_store_alloc(by.s, p->kept ? p->n : by.o->d * c.nc, sizeof *p->q);
    p->b = zni_store_alloc(by.s, by.o->d * c.nc, sizeof *p->b);
    if (!p->mu || !v || !p->q || !p->b)
        return ZN_ENOMEM;
    zni_scene_falls(&c, v);
    (p->kept ? zn_matrix_mul : zn_matrix_mul_t)(p->kept ? p->M : p->H, 1, v, 0, p->q);
    return ZN_OK;
}

static zn_status draw(zni_draws by, zni_drawn *c, zni_random_result *out)
{
    return by.o->structure ? make_structure(by, c) : zni_drawn_scene(by, make_law, c, out);
}

static zn_status make(zni_draws by, zni_random_result *out)
{
    zni_drawn c = {.kept = false};
    const zn_status st = draw(by, &c, out);

    *(zn_friction *)out->problem = (zn_friction){by.o->d, c.nc, c.W, c.q, c.mu};
    return st;
}

static zn_status make_global(zni_draws by, zni_random_result *out)
{
    zni_drawn c = {.kept = true};
    const zn_status st = draw(by, &c, out);

    *(zn_global_friction *)out->problem =
        (zn_global_friction){by.o->d, c.nc, c.n, c.M, c.H, c.q, c.b, c.mu};
    return st;
}

const zni_random_maker zni_random_friction = {"friction", options, .size = sizeof(zn_friction), .make = make};
const zni_random_maker zni_random_global_friction = {
    "global-friction", options, .size = sizeof(zn_global_friction), .make = make_global};
