/* impact.c - multiple impacts in files: n, M, q, then for all rows K (0: an equality), for all rows eta, and e; with
 * friction mu follows
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/multiple_impact.h>

ZNI_NUMBER(rows, zn_multiple_impact, p->n)

static const zni_field fields[] = {ZNI_AFFINE(zn_multiple_impact, rows), ZNI_FIELDS_END};

static zn_status read(zni_text *t, zni_store *s, void *problem)
{
    zn_multiple_impact *p = problem;
    zn_compliance *of = zni_text_room_for(t, s, p->n, sizeof *of);
    unsigned char *eq = zni_text_room_for(t, s, p->n, sizeof *eq);
    const double *K, *eta, *e;

    zni_text_vector(t, s, "K", p->n, true, &K);
    zni_text_vector(t, s, "eta", p->n, false, &eta);
    zni_text_vector(t, s, "e", p->n, false, &e);
    for (zn_index i = 0; !t->st && i < p->n; i++) {
        of[i] = (zn_compliance){K[i], eta[i], e[i]};
        eq[i] = K[i] == 0;
    }
    p->of = of;
    p->eq = eq;
    if (p->n > 1 && zni_text_next(t))
        zni_text_vector(t, s, "mu", p->n, false, &p->mu);
    return t->st;
}

static void write(FILE *f, const void *problem)
{
    const zn_multiple_impact *p = problem;

    for (int part = 0; part < 3; part++)
        for (zn_index i = 0; i < p->n; i++) {
            /* a tangent has no compliance; that of its contact is written, since K = 0 would be an equality */
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

/* With equalities alone it is no impact: the zeros are more likely the bounds of another class than K. */
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
    .words = {"impact"},
    .size = sizeof(zn_multiple_impact),
    .fields = fields,
    .read = read,
    .write = write,
    .parts = {{"P", false, rows}, {"u", true, rows}},
    .likely = likely,
};
