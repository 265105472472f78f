/* exchange.h - Gauss-Seidel on contacts of bodies by their velocities, without W
 * SPDX-License-Identifier: Apache-2.0
 *
 * The contacts are visited one after the other,
 *
 *     u_a = q_a + H_a v,    r_a by the law,    v <- v + M^-1 H_a' dr_a.
 *
 * In exact arithmetic the iterates are those of Gauss-Seidel on W = H M^-1 H', of which only the
 * diagonal block of each contact is stored. H and M^-1 are read where their owners keep them.
 * (LMGC90 calls this "exchange local global", and sweeps with a stored W "stored Delassus loops".) */
#ifndef ZN_CONTACT_EXCHANGE_H
#define ZN_CONTACT_EXCHANGE_H

#include <stdint.h>

#include <zeno/friction.h>

/* A body: its n velocities begin at v[first]. */
typedef struct zni_exchange_body {
    const double *mass; /* n: the diagonal of M; NULL: its contacts have X    */
    int32_t       first, n;
} zni_exchange_body;

/* A contact of one body with the ground, or of two different bodies. */
typedef struct zni_exchange_contact {
    const double *H; /* d x n of the first body, then d x n of the second     */
    double        mu;
    int32_t       body[2]; /* body[1] = -1: there is no second one            */
} zni_exchange_contact;

/* The problem. zni_exchange_size gives sizes and room, the caller fills body and contact. */
typedef struct zni_exchange {
    zn_index              d, nc, nv;
    const double         *q; /* d nc, borrowed                                */
    zni_exchange_body    *body;
    zni_exchange_contact *contact;
    bool                  kept; /* are there entries in X?                    */
    const double        **X;    /* per contact M^-1 H', n x d of the first body, then of the
                                   second; NULL: H' is divided by the masses  */
    double               *block; /* per contact H_a M^-1 H_a', d x d          */
    struct zni_contact   *local; /* per contact what its closed forms need    */
    double               *v;     /* nv                                        */
    struct zni_seidel    *turns; /* work space of the sweeps                  */
    zn_index              cap_body, cap_contact, cap_X, cap_block, cap_local, cap_v;
} zni_exchange;

typedef struct zni_exchanging {
    double   tol;
    zn_index max_iter;
    zn_index plain;    /* sweeps before they are combined; more of them while the estimate says
                          that few are left                                   */
    zn_index patience; /* as zni_nsgs has it                                  */
} zni_exchanging;

/* Room for nc contacts of nb bodies with nv velocities in all; there is no X afterwards. */
ZN_API zn_status zni_exchange_size(zn_ctx *ctx, zni_exchange *x, zn_index d, zn_index nc,
                                   zn_index nb, zn_index nv);
/* Room for X, all of it NULL. */
ZN_API zn_status zni_exchange_keep(zn_ctx *ctx, zni_exchange *x);
/* Room for combined sweeps, which otherwise is allocated when they begin. */
ZN_API zn_status zni_exchange_combine(zn_ctx *ctx, zni_exchange *x);
/* The diagonal blocks of what is in body and contact. false: not a problem for these sweeps, because a
 * number is not finite or a contact cannot move. */
ZN_API bool zni_exchange_set(zni_exchange *x);
/* Sweeps from z; on return w = u of that z. z and w are different arrays.
 * @retval ZN_UNSOLVED  z is the best point seen; the caller goes on with W */
ZN_API zn_status zni_exchange_run(zn_ctx *ctx, zni_exchange *x, const zni_exchanging *opt,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info);
ZN_API void zni_exchange_fini(zn_ctx *ctx, zni_exchange *x);

#endif
