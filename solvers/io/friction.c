/* friction.c - friction problems in files: d, nc, M, q, mu; fclib_local
 * SPDX-License-Identifier: Apache-2.0 */
#include "contacts.h"

zn_status zni_friction_read(zni_text *t, zni_store *s, zn_friction *p)
{
    zn_status st = zni_text_count(t, "nc, number of contacts", 1, &p->nc);

    if (!st)
        st = zni_text_matrix(t, s, "M", p->d * p->nc, p->d * p->nc, &p->M);
    if (!st)
        st = zni_text_vector(t, s, "q", p->d * p->nc, false, &p->q);
    return st ? st : zni_text_vector(t, s, "mu", p->nc, false, &p->mu);
}

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_friction *p = zni_store_alloc(s, 1, sizeof *p);
    zn_status st =
        p ? zni_text_index(t, "d, components of a contact", 2, 3, &p->d)
          : ZN_ENOMEM;

    *out = p;
    return st ? st : zni_friction_read(t, s, p);
}

void zni_friction_write(FILE *f, const zn_friction *p)
{
    fprintf(f, "%td\n%td\n", p->d, p->nc);
    zni_put_matrix(f, p->M);
    zni_put_vector(f, p->d * p->nc, p->q);
    zni_put_vector(f, p->nc, p->mu);
}

static void write(FILE *f, const void *problem)
{
    zni_friction_write(f, problem);
}

static zn_status read_fclib(zni_h5 *h, zni_store *s, const char *group,
                            const void **out)
{
    zn_friction *p = zni_store_alloc(s, 1, sizeof *p);
    char vectors[64];
    zn_status st =
        p ? zni_h5_index(h, group, "spacedim", 2, 3, &p->d) : ZN_ENOMEM;

    snprintf(vectors, sizeof vectors, "%s/vectors", group);
    if (!st)
        st = zni_h5_length(h, vectors, "mu", &p->nc);
    if (!st)
        st = zni_h5_vector(h, s, vectors, "mu", p->nc, &p->mu);
    if (!st)
        st = zni_h5_vector(h, s, vectors, "q", p->d * p->nc, &p->q);
    if (!st)
        st = zni_h5_matrix(h, s, group, "W", p->d * p->nc, p->d * p->nc, &p->M);
    *out = p;
    return st;
}

static zn_status write_fclib(zni_h5 *h, const char *group, const void *problem)
{
    const zn_friction *p = problem;
    char vectors[64];
    zn_status st = zni_h5_put_index(h, group, "spacedim", p->d);

    snprintf(vectors, sizeof vectors, "%s/vectors", group);
    if (!st)
        st = zni_h5_put_matrix(h, group, "W", p->M);
    if (!st)
        st = zni_h5_put_group(h, vectors);
    if (!st)
        st = zni_h5_put_vector(h, vectors, "q", p->d * p->nc, p->q);
    if (!st)
        st = zni_h5_put_vector(h, vectors, "mu", p->nc, p->mu);
    return st;
}

static int parts(const void *problem, zn_solution_part part[ZNI_PARTS])
{
    const zn_friction *p = problem;

    part[0] = (zn_solution_part){"r", false, 0, p->d * p->nc};
    part[1] = (zn_solution_part){"u", true, 0, p->d * p->nc};
    return 2;
}

ZNI_NUMBER(contacts, zn_friction, p->nc)

const zni_problem_format zni_friction_format = {
    .class = "friction",
    .words = {"fc2d", "fc3d"},
    .group = "fclib_local",
    .read = read,
    .write = write,
    .read_fclib = read_fclib,
    .write_fclib = write_fclib,
    .parts = parts,
    .contacts = contacts,
};
