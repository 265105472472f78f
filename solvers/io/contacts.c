/* contacts.c - problems of friction and of rolling friction in files
 *
 * Condensed problems are d, nc, M, q, mu (group fclib_local of HDF5 files), global ones d, nc, M, H, q, b, mu (group
 * fclib_global, which calls q f and b w). Rolling friction has mu_r after mu, followed by the coefficients of spin if
 * a contact has six components.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <zeno/friction.h>
#include <zeno/global_friction.h>
#include <zeno/rolling_friction.h>

#include "h5.h"

/* ---- sizes --------------------------------------------------------------- */

#define SIZES(prefix, T)                                                                           \
    ZNI_NUMBER(prefix##contacts, T, p->nc)                                                         \
    ZNI_NUMBER(prefix##rows, T, p->d * p->nc)

SIZES(, zn_friction)
SIZES(global_, zn_global_friction)
SIZES(rolling_, zn_rolling_friction)
SIZES(global_rolling_, zn_global_rolling_friction)
ZNI_NUMBER(global_n, zn_global_friction, p->n)
ZNI_NUMBER(global_rolling_n, zn_global_rolling_friction, p->n)
ZNI_NUMBER(coefficients, zn_rolling_friction, p->nc * (p->d == 6 ? 2 : 1))
ZNI_NUMBER(global_coefficients, zn_global_rolling_friction, p->nc * (p->d == 6 ? 2 : 1))

/* ---- fields -------------------------------------------------------------- */

#define NUMBERS(T, least, ...)                                                                       \
    ZNI_FIELD(T, WHOLE, d, .words = "d, components of a contact", .fclib = "spacedim", __VA_ARGS__), \
    ZNI_FIELD(T, COUNT, nc, .words = "nc, number of contacts", .fclib = "mu", .lo = least)

#define CONDENSED(prefix, T)                                                                       \
    ZNI_FIELD(T, MATRIX, M, .rows = prefix##rows, .cols = prefix##rows, .fclib = "W"),             \
    ZNI_FIELD(T, VECTOR, q, .rows = prefix##rows, .fclib = "q"),                                   \
    ZNI_FIELD(T, VECTOR, mu, .rows = prefix##contacts, .fclib = "mu")

#define GLOBAL(prefix, T)                                                                          \
    ZNI_FIELD(T, AHEAD, n, .fclib = "f"),                                                          \
    ZNI_FIELD(T, MATRIX, M, .rows = prefix##n, .cols = prefix##n, .fclib = "M"),                   \
    ZNI_FIELD(T, MATRIX, H, .rows = prefix##n, .cols = prefix##rows, .fclib = "H"),                \
    ZNI_FIELD(T, VECTOR, q, .rows = prefix##n, .fclib = "f"),                                      \
    ZNI_FIELD(T, VECTOR, b, .rows = prefix##rows, .fclib = "w"),                                   \
    ZNI_FIELD(T, VECTOR, mu, .rows = prefix##contacts, .fclib = "mu")

/* components of a rolling contact: 3 in the plane, 5 or 6 in space */
#define ROLLING_D .lo = 3, .hi = 6, .gap = 4

static const zni_field friction[] = {
    NUMBERS(zn_friction, 1, .lo = 2, .hi = 3),
    CONDENSED(, zn_friction),
    ZNI_FIELDS_END,
};
static const zni_field global_friction[] = {
    NUMBERS(zn_global_friction, 0, .lo = 2, .hi = 3),
    GLOBAL(global_, zn_global_friction),
    ZNI_FIELDS_END,
};
static const zni_field rolling[] = {
    NUMBERS(zn_rolling_friction, 1, ROLLING_D),
    CONDENSED(rolling_, zn_rolling_friction),
    ZNI_FIELD(zn_rolling_friction, VECTOR, mu_r, .rows = coefficients),
    ZNI_FIELDS_END,
};
static const zni_field global_rolling[] = {
    NUMBERS(zn_global_rolling_friction, 0, ROLLING_D),
    GLOBAL(global_rolling_, zn_global_rolling_friction),
    ZNI_FIELD(zn_global_rolling_friction, VECTOR, mu_r, .rows = global_coefficients,
              .fclib = "mu_r"),
    ZNI_FIELDS_END,
};

/* ---- joints of fclib ----------------------------------------------------- */

/* a copy of an array of the joined problem, owned by the store */
static const void *keep(zni_store *s, const void *from, zn_index n, size_t size)
{
    void *to = zni_store_alloc(s, n, size);

    return to ? memcpy(to, from, (size_t)n * size) : NULL;
}

static bool keep_matrix(zni_store *s, const zn_matrix *A, const zn_matrix **out)
{
    zn_matrix *to = zni_store_alloc(s, 1, sizeof *to);

    if (!to)
        return false;
    *to = *A;
    to->p = keep(s, A->p, A->cols + 1, sizeof *A->p);
    to->i = keep(s, A->i, A->p[A->cols], sizeof *A->i);
    to->x = keep(s, A->x, A->p[A->cols], sizeof *A->x);
    *out = to;
    return to->p && to->i && to->x;
}

/* Bilateral constraints G'v + b = 0, if the file has any: their multipliers become further unknowns beside the
 * velocities (zn_joined). */
static zn_status join(zni_h5 *h, zni_store *s, const char *group, zn_index *n, const zn_matrix **M,
                      const zn_matrix **H, const double **q)
{
    zni_store work = {.ctx = h->ctx};
    char vectors[64], joints[64];
    zn_joined *j = NULL;
    const zn_matrix *G;
    zn_index ne;
    const double *c;

    snprintf(vectors, sizeof vectors, "%s/vectors", group);
    snprintf(joints, sizeof joints, "%s/G", group);
    if (!zni_h5_has(h, joints))
        return ZN_OK;
    zni_h5_length(h, vectors, "b", &ne);
    zni_h5_vector(h, &work, vectors, "b", ne, &c);
    zni_h5_matrix(h, &work, group, "G", *n, ne, &G);
    if (!h->st)
        h->st = zn_joined_new(h->ctx, *M, *H, *q, G, c, &j);
    if (!h->st) {
        *n = j->n;
        *q = keep(s, j->q, j->n, sizeof *j->q);
        if (!*q || !keep_matrix(s, &j->M, M) || !keep_matrix(s, &j->H, H))
            h->st = ZN_ENOMEM;
    }
    zn_joined_free(h->ctx, j);
    zni_store_free(&work);
    return h->st;
}

static zn_status join_friction(zni_h5 *h, zni_store *s, const char *group, void *problem)
{
    zn_global_friction *p = problem;

    return join(h, s, group, &p->n, &p->M, &p->H, &p->q);
}

static zn_status join_rolling(zni_h5 *h, zni_store *s, const char *group, void *problem)
{
    zn_global_rolling_friction *p = problem;

    return join(h, s, group, &p->n, &p->M, &p->H, &p->q);
}

/* A condensed problem may have bilateral constraints, too: u = W r + V l + q, V'r + R l + s = 0. They are not
 * supported; ignoring them would solve another problem, so the file is refused. */
static zn_status refuse_joints(zni_h5 *h, zni_store *s, const char *group, void *problem)
{
    zn_index ne = 0;

    (void)s;
    (void)problem;
    if (zni_h5_has(h, "fclib_local/V"))
        zni_h5_index(h, "fclib_local/V", "n", 0, PTRDIFF_MAX, &ne);
    if (!h->st && ne > 0)
        h->st = zn_fail(h->ctx, ZN_EINVAL,
                        "%s/V: %td bilateral constraints, which are not read; as a generic-mechanical problem "
                        "they are equalities, M = [W V; V' R]",
                        group, ne);
    return h->st;
}

/* ---- what the classes are called ----------------------------------------- */

/* Without contacts mu_r is empty and the text reads as a problem of friction, too: that class is meant. */
static bool likely(const void *problem)
{
    return global_rolling_contacts(problem) > 0;
}

const zni_problem_format zni_friction_format = {
    .class = "friction",
    .words = {"fc2d", "fc3d"},
    .size = sizeof(zn_friction),
    .fields = friction,
    .group = "fclib_local",
    .join = refuse_joints,
    .parts = {{"r", false, rows}, {"u", true, rows}},
    .contacts = contacts,
};

const zni_problem_format zni_global_friction_format = {
    .class = "global-friction",
    .words = {"gfc2d", "gfc3d"},
    .size = sizeof(zn_global_friction),
    .fields = global_friction,
    .group = "fclib_global",
    .join = join_friction,
    .parts = {{"v", false, global_n}, {"r", false, global_rows}, {"u", true, global_rows}},
    .contacts = global_contacts,
};

const zni_problem_format zni_rolling_format = {
    .class = "rolling-friction",
    .words = {"rfc2d", "rfc3d"},
    .size = sizeof(zn_rolling_friction),
    .fields = rolling,
    .parts = {{"r", false, rolling_rows}, {"u", true, rolling_rows}},
    .contacts = rolling_contacts,
};

const zni_problem_format zni_global_rolling_format = {
    .class = "global-rolling-friction",
    .words = {"grfc2d", "grfc3d"},
    .size = sizeof(zn_global_rolling_friction),
    .fields = global_rolling,
    .group = "fclib_global_rolling",
    .join = join_rolling,
    .likely = likely,
    .parts = {{"v", false, global_rolling_n},
              {"r", false, global_rolling_rows},
              {"u", true, global_rolling_rows}},
    .contacts = global_rolling_contacts,
};
