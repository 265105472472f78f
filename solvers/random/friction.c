/* friction.c - random friction problems, condensed and global
 *
 * Each contact takes off, sticks or slips: in terms of u_hat = u + mu |u_T| e_N
 * and r that is a pair of points of the cone and its dual.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/friction.h>
#include <zeno/global_friction.h>

#include "contacts.h"

#define OPTIONS                                                                \
    ZNI_RANDOM_SEED,                                                           \
        ZNI_RANDOM(INT, d, 3, 2, 3, "-", "components of a contact"),           \
        ZNI_RANDOM_SCENE,                                                      \
        ZNI_RANDOM_DEGENERATE(                                                 \
            "share of contacts that are about to slip or to "                  \
            "touch"),                                                          \
        ZNI_RANDOM_STRUCTURE, ZN_OPT_END

static const zn_option options[] = {OPTIONS};

static zn_status coefficients(zni_store *s, const zni_random_options *o,
                              zn_index nc, double **mu)
{
    *mu = zni_store_alloc(s, nc, sizeof **mu);
    for (zn_index a = 0; a < nc && *mu; a++)
        (*mu)[a] = o->mu;
    return *mu ? ZN_OK : ZN_ENOMEM;
}

static zn_status make_law(zni_store *s, const zni_random_options *o,
                          zni_random *r, zni_drawn *p, double rr[], double u[])
{
    for (zn_index a = 0; a < o->contacts; a++, rr += o->d, u += o->d) {
        zni_random_cone(o, r, o->d, o->mu, rr, u);
        u[0] -= o->mu * (o->d == 3 ? hypot(u[1], u[2]) : fabs(u[1]));
    }
    return coefficients(s, o, o->contacts, &p->mu);
}

/* q = H'v of the free fall v, condensed; nobody knows the solution */
static zn_status make_structure(zni_store *s, const zni_random_options *o,
                                zni_random *r, zni_random_result *out)
{
    zn_friction *p = zni_store_alloc(s, 1, sizeof *p);
    zni_scene c;
    zn_matrix *W, *M, *H;
    double *v, *q, *mu;
    zn_status st =
        p ? zni_scene_structure(s, o, o->d, r, &c) : ZN_ENOMEM;

    if (!st)
        st = zni_scene_condensed(s, &c, &W);
    if (!st)
        st = zni_scene_global(s, &c, &M, &H);
    if (!st)
        st = coefficients(s, o, c.nc, &mu);
    if (st)
        return st;
    v = zni_store_alloc(s, ZNI_BODY * c.nb, sizeof *v);
    q = zni_store_alloc(s, o->d * c.nc, sizeof *q);
    if (!v || !q)
        return ZN_ENOMEM;
    zni_scene_falls(&c, v);
    zn_matrix_mul_t(H, 1, v, 0, q);
    *p = (zn_friction){o->d, c.nc, W, q, mu};
    out->problem = p;
    return ZN_OK;
}

/* the same with the motion kept: M v0 as impulses, b = 0 */
static zn_status make_global_structure(zni_store *s,
                                       const zni_random_options *o,
                                       zni_random *r, zni_random_result *out)
{
    zn_global_friction *p = zni_store_alloc(s, 1, sizeof *p);
    zni_scene c;
    zn_matrix *M, *H;
    double *v, *q, *b, *mu;
    zn_status st =
        p ? zni_scene_structure(s, o, o->d, r, &c) : ZN_ENOMEM;

    if (!st)
        st = zni_scene_global(s, &c, &M, &H);
    if (!st)
        st = coefficients(s, o, c.nc, &mu);
    if (st)
        return st;
    v = zni_store_alloc(s, ZNI_BODY * c.nb, sizeof *v);
    q = zni_store_alloc(s, ZNI_BODY * c.nb, sizeof *q);
    b = zni_store_alloc(s, o->d * c.nc, sizeof *b);
    if (!v || !q || !b)
        return ZN_ENOMEM;
    zni_scene_falls(&c, v);
    zn_matrix_mul(M, 1, v, 0, q);
    *p = (zn_global_friction){o->d, c.nc, ZNI_BODY * c.nb, M, H, q, b, mu};
    out->problem = p;
    return ZN_OK;
}

static zn_status make(zni_store *s, const zni_random_options *o, zni_random *r,
                      zni_random_result *out)
{
    zn_friction *p;
    zni_drawn c = {0};
    zn_status st;

    if (o->structure)
        return make_structure(s, o, r, out);
    p = zni_store_alloc(s, 1, sizeof *p);
    st = p ? zni_drawn_condensed(s, o, r, make_law, &c, out) : ZN_ENOMEM;
    if (st)
        return st;
    *p = (zn_friction){o->d, o->contacts, c.W, c.q, c.mu};
    out->problem = p;
    return ZN_OK;
}

const zni_random_maker zni_random_friction = {"friction", options, make};

static zn_status make_global(zni_store *s, const zni_random_options *o,
                             zni_random *r, zni_random_result *out)
{
    zn_global_friction *p;
    zni_drawn c = {0};
    zn_status st;

    if (o->structure)
        return make_global_structure(s, o, r, out);
    p = zni_store_alloc(s, 1, sizeof *p);
    st = p ? zni_drawn_global(s, o, r, make_law, &c, out) : ZN_ENOMEM;
    if (st)
        return st;
    *p = (zn_global_friction){o->d, o->contacts, c.n, c.M, c.H, c.q, c.b, c.mu};
    out->problem = p;
    return ZN_OK;
}

const zni_random_maker zni_random_global_friction = {"global-friction", options,
                                                     make_global};
