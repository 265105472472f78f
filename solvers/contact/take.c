/* take.c - problems of friction and of rolling friction as blocks with a law
 * SPDX-License-Identifier: Apache-2.0 */
#include "../system/rolling_scale.h"
#include "law.h"

zn_status zni_fc_set(zn_ctx *ctx, zni_fc *c, const zn_friction *p)
{
    c->law = &zni_coulomb;
    c->mu = p->mu;
    c->mur = NULL;
    c->scale = NULL;
    return zni_fc_set_blocks(ctx, c, p->d, p->nc, p->M, p->q, false);
}

zn_status zni_fc_set_rolling(zn_ctx *ctx, zni_fc *c,
                             const zn_rolling_friction *p, double z[])
{
    c->law = &zni_rolling;
    return zni_fc_set_scaled(ctx, c, p, z);
}

zn_status zni_fc_take(zn_ctx *ctx, zni_fc *c, const void *problem, double z[])
{
    return c->as_rolling ? zni_fc_set_rolling(ctx, c, problem, z)
                         : zni_fc_set(ctx, c, problem);
}

zn_status zni_fc_init_rolling(void *state, zn_ctx *ctx)
{
    (void)ctx;
    ((zni_fc *)state)->as_rolling = true;
    return ZN_OK;
}
