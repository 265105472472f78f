/* verify.c - the answer of the one-step problem against relations and laws
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <math.h>

/* How far the outputs at the iterate are from those that the last one-step
 * problem made admissible: h(x, lambda) - w. */
static double output_residual(const zn_simulation *s, const zni_site *site,
                              double *size)
{
    const zni_osnsp *o = &s->osnsp;
    double off = 0;

    for (zn_index k = 0; k < site->nact; k++) {
        const zn_index r = site->rows[k];
        double h = site->c[r];
        for (zn_index j = 0; site->D && !site->values && j < site->m; j++)
            h += site->D[r + j * site->m] * o->lam[site->off + j];
        off = fmax(off, fabs(h - o->w[site->first + k]));
        *size = fmax(*size, fabs(h));
    }
    return off;
}

void zni_sim_output_residuals(zn_simulation *s, bool *small)
{
    for (zn_index k = 0; k < s->osnsp.nact; k++) {
        const zni_site *site = zni_sim_active_site(s, k);
        double size = 0, r;
        if (site->level != ZN_LEVEL_POSITION)
            continue;
        r = output_residual(s, site, &size);
        s->info.newton_residual = fmax(s->info.newton_residual, r);
        if (!(r <= s->opt.newton_tol * (1 + size)))
            *small = false;
    }
}

const char *zni_sim_violated(const zn_simulation *s, double tol)
{
    const zni_osnsp *o = &s->osnsp;

    for (zn_index k = 0; k < o->nact; k++) {
        const zni_site *site = zni_sim_active_site(s, k);
        const zn_law *law = site->a->law;
        for (zn_index i = 0; i < site->nact; i += site->unit)
            if (!site->lt->admissible(law->state, o->w + site->first + i,
                                      o->z + site->first + i, tol))
                return site->a->name;
    }
    return "?";
}
