/* rolling.c - rolling friction problems in files: as friction, then mu_r
 * SPDX-License-Identifier: Apache-2.0 */
#include "contacts.h"

#include <zeno/rolling_friction.h>

/* ---- the classes as friction and mu_r ------------------------------------ */

static zn_rolling_friction rolling(const zn_friction *p, const double mu_r[])
{
    return (zn_rolling_friction){p->d, p->nc, p->M, p->q, p->mu, mu_r};
}

static zn_friction friction(const zn_rolling_friction *p)
{
    return (zn_friction){p->d, p->nc, p->M, p->q, p->mu};
}

static zn_global_rolling_friction global_rolling(const zn_global_friction *p,
                                                 const double mu_r[])
{
    return (zn_global_rolling_friction){p->d, p->nc, p->n,  p->M, p->H,
                                        p->q, p->b,  p->mu, mu_r};
}

static zn_global_friction global_friction(const zn_global_rolling_friction *p)
{
    return (zn_global_friction){p->d, p->nc, p->n, p->M,
                                p->H, p->q,  p->b, p->mu};
}

/* ---- text ---------------------------------------------------------------- */

/* How many coefficients mu_r are: with six components those of spin follow. */
static zn_index coefficients(zn_index d, zn_index nc)
{
    return d == 6 ? 2 * nc : nc;
}

/* 3 in the plane, 5 or 6 in space */
static zn_status read_d(zni_text *t, zn_index *d)
{
    zn_status st = zni_text_index(t, "d, components of a contact", 3, 6, d);

    return !st && *d == 4 ? zni_text_fail(t, "d, components of a contact = 4, "
                                             "must be 3, 5 or 6")
                          : st;
}

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_rolling_friction *p = zni_store_alloc(s, 1, sizeof *p);
    zn_friction f = {0};
    const double *mu_r;
    zn_status st = p ? read_d(t, &f.d) : ZN_ENOMEM;

    if (!st)
        st = zni_friction_read(t, s, &f);
    if (!st)
        st = zni_text_vector(t, s, "mu_r", coefficients(f.d, f.nc), false, &mu_r);
    if (st)
        return st;
    *p = rolling(&f, mu_r);
    *out = p;
    return ZN_OK;
}

static void write(FILE *f, const void *problem)
{
    const zn_rolling_friction *p = problem;
    zn_friction plain = friction(p);

    zni_friction_write(f, &plain);
    zni_put_vector(f, coefficients(p->d, p->nc), p->mu_r);
}

static zn_status read_global(zni_text *t, zni_store *s, const void **out)
{
    zn_global_rolling_friction *p = zni_store_alloc(s, 1, sizeof *p);
    zn_global_friction f = {0};
    const double *mu_r;
    zn_status st = p ? read_d(t, &f.d) : ZN_ENOMEM;

    if (!st)
        st = zni_global_friction_read(t, s, &f);
    if (!st)
        st = zni_text_vector(t, s, "mu_r", coefficients(f.d, f.nc), false, &mu_r);
    if (st)
        return st;
    *p = global_rolling(&f, mu_r);
    *out = p;
    return ZN_OK;
}

static void write_global(FILE *f, const void *problem)
{
    const zn_global_rolling_friction *p = problem;
    zn_global_friction plain = global_friction(p);

    zni_global_friction_write(f, &plain);
    zni_put_vector(f, coefficients(p->d, p->nc), p->mu_r);
}

/* ---- fclib --------------------------------------------------------------- */

static zn_status read_fclib(zni_h5 *h, zni_store *s, const char *group,
                            const void **out)
{
    zn_global_rolling_friction *p = zni_store_alloc(s, 1, sizeof *p);
    zn_global_friction f = {0};
    char vectors[64];
    const double *mu_r;
    zn_status st =
        p ? zni_h5_index(h, group, "spacedim", 3, 6, &f.d) : ZN_ENOMEM;

    if (!st && f.d == 4)
        st = zn_fail(h->ctx, ZN_EINVAL, "%s/spacedim = 4, must be 3, 5 or 6",
                     group);
    if (!st)
        st = zni_global_friction_read_fclib(h, s, group, &f);
    snprintf(vectors, sizeof vectors, "%s/vectors", group);
    if (!st)
        st = zni_h5_vector(h, s, vectors, "mu_r", coefficients(f.d, f.nc), &mu_r);
    if (st)
        return st;
    *p = global_rolling(&f, mu_r);
    *out = p;
    return ZN_OK;
}

static zn_status write_fclib(zni_h5 *h, const char *group, const void *problem)
{
    const zn_global_rolling_friction *p = problem;
    zn_global_friction plain = global_friction(p);
    char vectors[64];
    zn_status st = zni_global_friction_write_fclib(h, group, &plain);

    snprintf(vectors, sizeof vectors, "%s/vectors", group);
    return st ? st : zni_h5_put_vector(h, vectors, "mu_r", coefficients(p->d, p->nc), p->mu_r);
}

/* ---- what the classes are called ----------------------------------------- */

static int parts(const void *problem, zn_solution_part part[ZNI_PARTS])
{
    const zn_rolling_friction *p = problem;

    part[0] = (zn_solution_part){"r", false, 0, p->d * p->nc};
    part[1] = (zn_solution_part){"u", true, 0, p->d * p->nc};
    return 2;
}

static int global_parts(const void *problem, zn_solution_part part[ZNI_PARTS])
{
    const zn_global_rolling_friction *p = problem;

    part[0] = (zn_solution_part){"v", false, 0, p->n};
    part[1] = (zn_solution_part){"r", false, p->n, p->d * p->nc};
    part[2] = (zn_solution_part){"u", true, 0, p->d * p->nc};
    return 3;
}

ZNI_NUMBER(contacts, zn_rolling_friction, p->nc)
ZNI_NUMBER(global_contacts, zn_global_rolling_friction, p->nc)

/* without contacts there is no mu_r, and the text is one of friction */
static bool likely(const void *problem)
{
    return global_contacts(problem) > 0;
}

const zni_problem_format zni_rolling_format = {
    .class = "rolling-friction",
    .words = {"rfc2d", "rfc3d"},
    .read = read,
    .write = write,
    .parts = parts,
    .contacts = contacts,
};

const zni_problem_format zni_global_rolling_format = {
    .class = "global-rolling-friction",
    .words = {"grfc2d", "grfc3d"},
    .group = "fclib_global_rolling",
    .read = read_global,
    .write = write_global,
    .read_fclib = read_fclib,
    .write_fclib = write_fclib,
    .likely = likely,
    .parts = global_parts,
    .contacts = global_contacts,
};
