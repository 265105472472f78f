/* walls.h - a bar between two walls, whose gaps see the whole q and know its ends
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_WALLS_H
#define ZENO_TEST_WALLS_H

#include "tests/unit/scene.h"

/* How the gaps at both ends are given. */
typedef enum form { WHOLE, ENDS, PATTERN, DIFFERENCES } form;

static bool in_pattern; /* that is how Jacobians give their values now */
static long calls;      /* of the gaps */

/* ln(1 + d)/1 of the distances: zero, and of slope one, where they are zero */
static inline void gaps(unsigned nq, double *q, unsigned ny, double *y, unsigned nz, double *z)
{
    ck_assert_uint_eq(ny, 2);
    ck_assert_uint_eq(nz, 1);
    calls++;
    y[0] = log1p(q[0] + z[0]);
    y[1] = log1p(z[0] - q[nq - 1]);
}

static inline void gaps_jac(unsigned nq, double *q, unsigned ny, double *H, unsigned nz, double *z)
{
    (void)nz;
    H[0] = 1 / (1 + q[0] + z[0]);
    H[in_pattern ? 1 : ny * (nq - 1) + 1] = -1 / (1 + z[0] - q[nq - 1]);
}

static inline void gaps_at(unsigned nq, double *q, double t, unsigned ny, double *y, unsigned nz,
                    double *z)
{
    gaps(nq, q, ny, y, nz, z);
    y[0] += 1e-3 * sin(t); /* the left wall moves */
}

static inline void gaps_jac_at(unsigned nq, double *q, double t, unsigned ny, double *H, unsigned nz,
                        double *z)
{
    (void)t;
    gaps_jac(nq, q, ny, H, nz, z);
}

static inline void gaps_dot(unsigned nq, double *q, double t, unsigned ny, double *y, unsigned nz,
                     double *z)
{
    (void)nq, (void)q, (void)ny, (void)nz, (void)z;
    y[0] = 1e-3 * cos(t);
}

static inline void gaps_soft(unsigned nq, double *q, unsigned nl, double *l, double *y, unsigned nz,
                      double *z)
{
    gaps(nq, q, nl, y, nz, z);
    for (unsigned i = 0; i < nl; i++)
        y[i] += 1e-3 * l[i];
}

static inline void gaps_soft_jac(unsigned nq, double *q, unsigned nl, double *l, double *H, unsigned nz,
                          double *z)
{
    (void)l;
    gaps_jac(nq, q, nl, H, nz, z);
}

static inline void gaps_free(double t, unsigned nq, double *q, unsigned nl, double *l, double *y,
                      unsigned nz, double *z)
{
    (void)t;
    gaps_soft(nq, q, nl, l, y, nz, z);
}

static inline void gaps_free_jac(double t, unsigned nq, double *q, unsigned nl, double *l, double *H,
                          unsigned nz, double *z)
{
    (void)t, (void)l;
    gaps_jac(nq, q, nl, H, nz, z);
}

/* The forces of the walls, which grow where the bar was pressed. */
static inline void push(double t, unsigned nq, double *q, unsigned nl, double *l, double *g, unsigned nz,
                 double *z)
{
    (void)t, (void)nl, (void)nz, (void)z;
    g[0] = l[0] * (1 + q[0] / 10);
    g[nq - 1] = -l[1];
}

static inline zn_relation *relation(const char *cls, zn_index n, form how, double clearance)
{
    const zn_index sees = how == ENDS ? 2 : n;
    zn_index *p = calloc((size_t)n + 1, sizeof *p), rows[] = {0, 1};
    const zn_pattern corners = {
        .shape = ZN_SHAPE_COLUMNS, .rows = 2, .cols = n, .p = p, .i = rows};
    const bool rheonomous = strcmp(cls, "rheonomous") == 0, soft = strcmp(cls, "compliant") == 0,
               all = strcmp(cls, "nonlinear") == 0;
    zn_relation *r;

    for (zn_index j = 1; j <= n; j++)
        p[j] = j < n ? 1 : 2;
    in_pattern = how == PATTERN;
    MUST(zn_relation_new(ctx, cls, "walls", 2, sees, &r));
    MUST(zn_relation_set_z(r, 1, &clearance));
    MUST(zn_relation_set_function(r, "h", rheonomous ? (zn_fn *)gaps_at
                                          : soft     ? (zn_fn *)gaps_soft
                                          : all      ? (zn_fn *)gaps_free
                                                     : (zn_fn *)gaps));
    if (how != DIFFERENCES)
        MUST(zn_relation_set_function(r, "jac_h_q", rheonomous ? (zn_fn *)gaps_jac_at
                                                    : soft     ? (zn_fn *)gaps_soft_jac
                                                    : all      ? (zn_fn *)gaps_free_jac
                                                               : (zn_fn *)gaps_jac));
    if (rheonomous)
        MUST(zn_relation_set_function(r, "h_dot", (zn_fn *)gaps_dot));
    if (all)
        MUST(zn_relation_set_function(r, "g", (zn_fn *)push));
    if (how == PATTERN || how == DIFFERENCES)
        MUST(zn_relation_set_pattern(r, "jac_h_q", &corners));
    MUST(zn_model_add_relation(model, r));
    free(p);
    return r;
}

/* A bar of n masses, of length, stiffness and mass 1, which flies to the right. */
static inline zn_ds *bar(zn_index n, double v)
{
    double *q0 = calloc((size_t)(7 * n), sizeof *q0), *v0 = q0 + n, *m = v0 + n, *x = m + n;
    zn_index *p = calloc((size_t)(4 * n + 1), sizeof *p), *i = p + n + 1, k = 0;
    const double stiff = (double)(n - 1);
    zn_ds *ds;

    for (zn_index j = 0; j < n; j++) {
        const bool end = j == 0 || j == n - 1;

        v0[j] = v;
        m[j] = (end ? 0.5 : 1) / (double)(n - 1);
        for (zn_index d = j - 1; d <= j + 1; d++) {
            if (d < 0 || d >= n)
                continue;
            i[k] = d;
            x[k++] = d == j ? (end ? stiff : 2 * stiff) : -stiff;
        }
        p[j + 1] = k;
    }
    const zn_matrix K = {.storage = ZN_CSC, .rows = n, .cols = n, .x = x, .p = p, .i = i};
    MUST(zn_ds_new(ctx, "lagrangian-linear", "bar", n, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", n, m));
    MUST(zn_ds_set_sparse(ds, "stiffness", &K));
    MUST(zn_model_add_ds(model, ds));
    free(q0);
    free(p);
    return ds;
}

static inline zn_interaction *between_walls(zn_ds *ds, zn_law *law, const char *cls, form how,
                                     double clearance)
{
    const zn_index n = zn_ds_nq(ds), at[] = {0, n - 1};
    const zn_end ends = {ds, 2, at};
    zn_relation *r = relation(cls, n, how, clearance);
    zn_interaction *out;

    if (how == ENDS)
        MUST(zn_model_connect_ends(model, NULL, law, r, &ends, NULL, &out));
    else
        MUST(zn_model_connect(model, NULL, law, r, ds, NULL, &out));
    return out;
}

#endif
