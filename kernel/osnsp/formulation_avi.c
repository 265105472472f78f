/* formulation_avi.c - the one-step problem on a polyhedron: laws with faces, and
 * boxes, contacts and equalities as polyhedra beside them
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/avi.h>
#include <zeno/formulation.h>

#include "kernel/osnsp/box.h"

typedef struct faces {
    double *H; /* m x n, then K (m), then w (n + m) */
    zn_index cap;
} faces;

static bool accepts(const zn_cone *c)
{
    return c->set == zn_set_polyhedron() || zni_cone_is_box(c);
}

static zn_index face_count(const zn_cone *c)
{
    zn_index m = 0;

    if (c->set == zn_set_polyhedron())
        return c->nparam / (c->size + 1);
    for (zn_index i = 0; i < c->size; i++) {
        double lb, ub;
        zni_cone_bounds(c, i, &lb, &ub);
        m += (isinf(lb) ? 0 : 1) + (isinf(ub) ? 0 : 1);
    }
    return m;
}

static zn_index count(const zn_one_step *p)
{
    zn_index m = 0;

    for (zn_index b = 0; b < p->nblocks; b++)
        m += face_count(&p->cone[b]);
    return m;
}

/* Faces of a polyhedron in rows from `at`, its unknowns from i on. */
static void put_faces(const zn_cone *c, zn_index i, zn_index m, zn_index at,
                      double H[], double K[])
{
    const zn_index own = face_count(c);
    const double *Hc = c->param, *Kc = Hc + own * c->size;

    for (zn_index f = 0; f < own; f++) {
        K[at + f] = Kc[f];
        for (zn_index j = 0; j < c->size; j++)
            H[at + f + (i + j) * m] = Hc[f + j * own];
    }
}

static void put_bounds(const zn_cone *c, zn_index i, zn_index m, zn_index at,
                       double H[], double K[])
{
    for (zn_index j = 0; j < c->size; j++) {
        double lb, ub;
        zni_cone_bounds(c, j, &lb, &ub);
        if (!isinf(lb)) {
            H[at + (i + j) * m] = 1;
            K[at++] = lb;
        }
        if (!isinf(ub)) {
            H[at + (i + j) * m] = -1;
            K[at++] = -ub;
        }
    }
}

static void fini(void *s, zn_ctx *ctx)
{
    zn_free_array(ctx, ((faces *)s)->H);
}

static zn_status solve(void *s, zn_ctx *ctx, const zn_one_step *p,
                       zn_solver *solver, double z[], double w[],
                       zn_solve_info *info)
{
    faces *a = s;
    const zn_index n = p->n, m = count(p);
    zn_status st =
        zn_grow(ctx, &a->H, &a->cap, m * n + 2 * m + n, sizeof *a->H);
    zn_index at = 0;

    if (st)
        return st;
    double *K = a->H + m * n, *dual = K + m;
    const zn_avi avi = {
        .n = n, .m = m, .M = p->M, .q = p->q, .H = a->H, .K = K};
    memset(a->H, 0, (size_t)(m * n) * sizeof *a->H);
    memset(dual, 0, (size_t)(n + m) * sizeof *dual);
    for (zn_index b = 0; b < p->nblocks; b++) {
        const zn_cone *c = &p->cone[b];
        if (c->set == zn_set_polyhedron())
            put_faces(c, p->start[b], m, at, a->H, K);
        else
            put_bounds(c, p->start[b], m, at, a->H, K);
        at += face_count(c);
    }
    st = zn_solver_solve(solver, &avi, z, dual, info);
    memcpy(w, dual, (size_t)n * sizeof *w);
    return st;
}

const zn_formulation_type zni_formulation_avi = {
    .type = {.size = sizeof zni_formulation_avi,
             .kind = ZN_KIND_FORMULATION,
             .name = "avi",
             .summary = "on a polyhedron: normal cones, relays, contacts",
             .state_size = sizeof(faces)},
    .problem = "avi",
    .accepts = accepts,
    .fini = fini,
    .solve = solve,
};
