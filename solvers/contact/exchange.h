/* exchange.h - Gauss-Seidel on contacts of bodies by their velocities, without W
 * SPDX-License-Identifier: Apache-2.0
 *
 *     u_a = q_a + H_a v,    r_a by the law,    v <- v + M^-1 H_a' dr_a,
 *
 * one contact after the other: the iterates of Gauss-Seidel on W = H M^-1 H', in exact
 * arithmetic, of which only the own block of each contact is kept. H and M^-1 are read where
 * their owners have them. (Exchange local global, where W is kept: stored Delassus loops.) */
#ifndef ZN_CONTACT_EXCHANGE_H
#define ZN_CONTACT_EXCHANGE_H

#include <stdint.h>

#include <zeno/friction.h>

/* n velocities from the first on, in v. */
typedef struct zni_exchange_body {
    const double *mass; /* the diagonal of M, n; NULL: its contacts bring X   */
    int32_t       first, n;
} zni_exchange_body;

/* A contact. */
typedef struct zni_exchange_contact {
    const double *H; /* d x n of the first body, behind them of the second    */
    double        mu;
    int32_t       body[2]; /* the second -1: there is none; not the same      */
} zni_exchange_contact;

/* The problem: sizes and room by zni_exchange_size, then what is in body and contact is the
 * caller's. */
typedef struct zni_exchange {
    zn_index              d, nc, nv;
    const double         *q; /* d nc, borrowed                                */
    zni_exchange_body    *body;
    zni_exchange_contact *contact;
    bool                  kept; /* there is X, of each contact M^-1 H', n x d of the first
                                   body, behind it of the second, or NULL: H' divided by
                                   the masses                                 */
    const double        **X;
    double               *block; /* of each contact H_a M^-1 H_a', one side of it */
    double               *v;     /* nv                                        */
    struct zni_seidel    *turns; /* room of the sweeps                         */
    zn_index              cap_body, cap_contact, cap_X, cap_block, cap_v;
} zni_exchange;

typedef struct zni_exchanging {
    double   tol;
    zn_index max_iter;
    zn_index plain;    /* sweeps before they are combined, more while few more
                          seem to be enough                                   */
    zn_index patience; /* as zni_sweeping                                     */
} zni_exchanging;

/* Room for so many; nv: velocities of all bodies. There is no X yet; and room for it, NULL. */
ZN_API zn_status zni_exchange_size(zn_ctx *ctx, zni_exchange *x, zn_index d, zn_index nc,
                                   zn_index nb, zn_index nv);
ZN_API zn_status zni_exchange_keep(zn_ctx *ctx, zni_exchange *x);
/* Room for sweeps that combine, which else comes when they begin to. */
ZN_API zn_status zni_exchange_combine(zn_ctx *ctx, zni_exchange *x);
/* The blocks of what is in body and contact. false: it is not for sweeps, as some number is not
 * finite, or some contact cannot move. */
ZN_API bool zni_exchange_set(zni_exchange *x);
/* From z, which w is not; w = u of the z returned.
 * @retval ZN_UNSOLVED  z is the best point seen; where words are due W has to say them */
ZN_API zn_status zni_exchange_run(zn_ctx *ctx, zni_exchange *x, const zni_exchanging *opt,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info);
ZN_API void zni_exchange_fini(zn_ctx *ctx, zni_exchange *x);

#endif
