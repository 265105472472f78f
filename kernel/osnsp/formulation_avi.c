/* formulation_avi.c - the one-step problem on a polyhedron: laws with faces, and
 * boxes, contacts and equalities as polyhedra beside them
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/avi.h>
#include <zeno/formulation.h>

#include "kernel/osnsp/box.h"

typedef struct faces {
    double  *H; /* m x n, then K (m), then w (n + m) */
    zn_index cap;
} faces;

static bool polyhedral(const zn_one_step *p, zn_index i)
{
    return p->set[i] == ZN_SET_POLYHEDRON;
}

/* Faces that begin with row i: all of a copy of a law with its first row. */
static zn_index faces_at(const zn_one_step *p, zn_index i)
{
    const zn_law *law = p->law[i];
    const double *H, *K;
    double lb, ub;

    if (!polyhedral(p, i)) {
        zni_row_bounds(p, i, &lb, &ub);
        return (isinf(lb) ? 0 : 1) + (isinf(ub) ? 0 : 1);
    }
    if (p->row[i] > 0)
        return 0;
    return zn_law_class(law)->polyhedron(zn_law_state(law), &H, &K);
}

static zn_index count(const zn_one_step *p)
{
    zn_index m = 0;

    for (zn_index i = 0; i < p->n; i++)
        m += faces_at(p, i);
    return m;
}

/* The faces of one copy of a law, in rows from `at` on. */
static void law_faces(const zn_one_step *p, zn_index i, zn_index m,
                      zn_index at, double H[], double K[])
{
    const zn_law *law = p->law[i];
    const zn_law_type *t = zn_law_class(law);
    const zn_index size = t->size(zn_law_state(law));
    const double *Hl, *Kl;
    const zn_index ml = t->polyhedron(zn_law_state(law), &Hl, &Kl);

    for (zn_index f = 0; f < ml; f++) {
        K[at + f] = Kl[f];
        for (zn_index j = 0; j < size; j++)
            H[at + f + (i + j) * m] = Hl[f + j * ml];
    }
}

static void row_faces(const zn_one_step *p, zn_index i, zn_index m,
                      zn_index at, double H[], double K[])
{
    double lb, ub;

    zni_row_bounds(p, i, &lb, &ub);
    if (!isinf(lb)) {
        H[at + i * m] = 1;
        K[at++] = lb;
    }
    if (!isinf(ub)) {
        H[at + i * m] = -1;
        K[at] = -ub;
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
    zn_status st = zn_grow(ctx, &a->H, &a->cap, m * n + 2 * m + n, sizeof *a->H);
    zn_index at = 0;

    if (st)
        return st;
    double *K = a->H + m * n, *dual = K + m;
    const zn_avi avi = {
        .n = n, .m = m, .M = p->M, .q = p->q, .H = a->H, .K = K};
    memset(a->H, 0, (size_t)(m * n) * sizeof *a->H);
    memset(dual, 0, (size_t)(n + m) * sizeof *dual);
    for (zn_index i = 0; i < n; i++) {
        if (!polyhedral(p, i))
            row_faces(p, i, m, at, a->H, K);
        else if (p->row[i] == 0)
            law_faces(p, i, m, at, a->H, K);
        at += faces_at(p, i);
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
    .sets = ZN_SET_POLYHEDRON | ZN_SET_BOX | ZN_SET_ORTHANT | ZN_SET_ZERO,
    .fini = fini,
    .solve = solve,
};
