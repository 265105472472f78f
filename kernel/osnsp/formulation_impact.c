/* formulation_impact.c - the one-step problem at velocity level as a multiple impact:
 * what the affine term says of velocities is before it
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/multiple_impact.h>

#include "kernel/osnsp/posed.h"

typedef struct impact {
    zn_compliance *of;
    unsigned char *eq;
    double *mu;
    zn_index cof, ceq, cmu;
} impact;

static bool accepts(const zn_cone *c)
{
    return c->set == zn_set_orthant() || c->set == zn_set_zero() ||
           (c->set == zn_set_friction() && c->size == 2);
}

static zn_status reserve(void *s, zn_ctx *ctx, zn_index n)
{
    impact *m = s;
    zn_status st = zn_grow(ctx, &m->of, &m->cof, n, sizeof *m->of);

    if (!st)
        st = zn_grow(ctx, &m->mu, &m->cmu, n, sizeof *m->mu);
    return st ? st : zn_grow(ctx, &m->eq, &m->ceq, n, sizeof *m->eq);
}

static void fini(void *s, zn_ctx *ctx)
{
    impact *m = s;

    zn_free_array(ctx, m->of);
    zn_free_array(ctx, m->eq);
    zn_free_array(ctx, m->mu);
}

/* The problem of the class, in the room of s. */
static zn_status pose(impact *m, zn_ctx *ctx, const zn_one_step *p,
                      zn_multiple_impact *out)
{
    const zn_status st = reserve(m, ctx, p->n);
    bool rubs = false;

    if (st)
        return st;
    for (zn_index b = 0; b < p->nblocks; b++) {
        zn_compliance c = {0};
        const zn_law *law = p->law[b];
        if (p->cone[b].set != zn_set_zero()) {
            if (!zn_law_class(law)->compliance)
                return zn_fail(ctx, ZN_EINVAL,
                               "law '%s' has no stiffness, and a multiple "
                               "impact cannot be without",
                               zn_law_class(law)->type.name);
            zn_law_class(law)->compliance(zn_law_state(law), &c);
        }
        for (zn_index i = p->start[b]; i < p->start[b + 1]; i++) {
            m->of[i] = c;
            m->eq[i] = p->cone[b].set == zn_set_zero();
            m->mu[i] = -1;
        }
        if (p->cone[b].set == zn_set_friction()) {
            m->mu[p->start[b]] = p->cone[b].param[0];
            rubs = true;
        }
    }
    *out = (zn_multiple_impact){p->n,  p->M,  p->q,
                                m->of, m->eq, rubs ? m->mu : NULL};
    return ZN_OK;
}

ZNI_SOLVE_POSED(solve, pose, zn_multiple_impact)
ZNI_SAVE_POSED(save, pose, zn_multiple_impact, "multiple-impact")

const zn_formulation_type zni_formulation_impact = {
    .type = {.size = sizeof zni_formulation_impact,
             .kind = ZN_KIND_FORMULATION,
             .name = "multiple-impact",
             .summary = "impacts of contacts with stiffness, and equalities",
             .state_size = sizeof(impact)},
    .problem = "multiple-impact",
    .accepts = accepts,
    .reserve = reserve,
    .fini = fini,
    .solve = solve,
    .save = save,
    .compliant = true,
};
