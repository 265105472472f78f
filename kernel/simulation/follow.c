/* follow.c - systems and relations that see the state of others, in their parameters
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

zn_status zni_sim_follow(zn_simulation *s, const double q[], const double v[],
                         const double x[])
{
    if (!s->model->nlink)
        return ZN_OK;
    s->lins.parameters = zni_sim_tick(s);
    return zni_model_follow_state(s->model, q, v, x);
}
