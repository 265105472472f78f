/* even.c - friction problems with contacts of one size
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_scale.h"
#include "sizes.h"

/* Where masses range over decades so do the blocks W_aa. Sums over contacts, as in the merit of Newton's method, a
 * proximal term or a starting point, then depend on the contacts at one end of the range only. With D_a a number for
 * each contact,
 *     r = D r',   u = D^-1 u',   W' = D W D,   q' = D q
 * is a problem with the same cones in which all blocks have one size, and sums over contacts are sums of energies. D
 * are powers of two, so that nothing is rounded: a sweep does the same as before. */

zn_status zni_fc_even(zn_ctx *ctx, zni_fc *c, const zn_friction *p, double z[])
{
    const zn_index d = c->d, n = c->n;
    double largest, *D, *q;
    zn_status st;

    if (!zni_contacts_uneven(c->nc, c->size, &largest))
        return ZN_OK;
    st = zni_fc_set_blocks(ctx, c, p->d, p->nc, p->M, p->q, true);
    if (!st)
        st = zn_grow(ctx, &c->own, &c->cap_own, 2 * n, sizeof *c->own);
    if (st)
        return st;
    D = c->own;
    q = D + n;
    for (zn_index i = 0; i < n; i++) {
        D[i] = zni_octave(sqrt(largest / c->size[i / d]));
        q[i] = D[i] * p->q[i];
        z[i] /= D[i];
    }
    zni_rolling_scale_blocks(d, c->nc, c->p, c->i, D, c->own_x);
    for (zn_index a = 0; a < c->nc; a++)
        c->size[a] *= D[d * a] * D[d * a];
    c->q = q;
    c->own_mu = c->own_mur = NULL;
    c->scale = D;
    return ZN_OK;
}
