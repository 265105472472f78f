/* impact.c - multiple impacts in files: n, M, q, and of each row K (0: an equality), eta, e;
 * with friction mu, too
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/multiple_impact.h>

static zn_status read_contacts(zni_text *t, zni_store *s, zn_multiple_impact *p)
{
    zn_compliance *of = zni_store_alloc(s, p->n, sizeof *of);
    unsigned char *eq = zni_store_alloc(s, p->n, sizeof *eq);
    const double *K, *eta, *e;
    zn_status st = of && eq ? ZN_OK : ZN_ENOMEM;

    if (!st)
        st = zni_text_vector(t, s, "K", p->n, true, &K);
    if (!st)
        st = zni_text_vector(t, s, "eta", p->n, false, &eta);
    if (!st)
        st = zni_text_vector(t, s, "e", p->n, false, &e);
    for (zn_index i = 0; !st && i < p->n; i++) {
        of[i] = (zn_compliance){K[i], eta[i], e[i]};
        eq[i] = K[i] == 0;
    }
    p->of = of;
    p->eq = eq;
    if (!st && p->n > 1 && zni_text_next(t))
        st = zni_text_vector(t, s, "mu", p->n, false, &p->mu);
    return st;
}

static zn_status read(zni_text *t, zni_store *s, const void **out)
{
    zn_multiple_impact *p = zni_store_alloc(s, 1, sizeof *p);
    zn_status st = p ? zni_text_affine(t, s, &p->n, &p->M, &p->q) : ZN_ENOMEM;

    if (!st)
        st = read_contacts(t, s, p);
    *out = p;
    return st;
}

static void write(FILE *f, const void *problem)
{
    const zn_multiple_impact *p = problem;

    fprintf(f, "%td\n", p->n);
    zni_put_matrix(f, p->M);
    zni_put_vector(f, p->n, p->q);
    for (int part = 0; part < 3; part++)
        for (zn_index i = 0; i < p->n; i++) {
            /* that of a tangent is nobody's: its contact's, since 0 is an equality */
            const bool tangent = p->mu && i > 0 && p->mu[i - 1] >= 0;
            const zn_compliance *c = &p->of[tangent ? i - 1 : i];
            const bool eq = p->eq && p->eq[i];
            const double x = part == 0   ? (eq ? 0 : c->K)
                             : part == 1 ? (eq ? 1 : c->eta)
                                         : (eq ? 0 : c->e);
            zni_put_vector(f, 1, &x);
        }
    if (p->mu)
        zni_put_vector(f, p->n, p->mu);
}

static int parts(const void *problem, zn_solution_part part[ZNI_PARTS])
{
    const zn_index n = ((const zn_multiple_impact *)problem)->n;

    part[0] = (zn_solution_part){"P", false, 0, n};
    part[1] = (zn_solution_part){"u", true, 0, n};
    return 2;
}

/* Of equalities alone it is no impact: other bounds than K, all 0. */
static bool likely(const void *problem)
{
    const zn_multiple_impact *p = problem;

    for (zn_index i = 0; i < p->n; i++)
        if (!p->eq[i])
            return true;
    return false;
}

const zni_problem_format zni_impact_format = {
    .class = "multiple-impact",
    .words = {"multiple-impact", "impact"},
    .read = read,
    .write = write,
    .parts = parts,
    .likely = likely,
};
