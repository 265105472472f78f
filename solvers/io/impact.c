/* impact.c - multiple impacts in files: n, M, q, and of each row K (0: an equality), eta, e;
 * with friction mu, too
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
    .words = {"impact"},
    .size = sizeof(zn_multiple_impact),
    .fields = fields,
    .read = read,
    .write = write,
    .parts = {{"P", false, rows}, {"u", true, rows}},
    .likely = likely,
};
