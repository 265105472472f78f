/* lagrangian.h - Lagrangian systems with forces given by functions, among their own files
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_MODEL_LAGRANGIAN_H
#define ZENO_KERNEL_MODEL_LAGRANGIAN_H

#include "kernel/model/difference.h"
#include "kernel/model/model.h"
#include "kernel/model/structure.h"

enum {
    ZNI_MASS,
    ZNI_F_EXT,
    ZNI_F_INT,
    ZNI_F_GYR,
    ZNI_INT_Q,
    ZNI_INT_V,
    ZNI_GYR_Q,
    ZNI_GYR_V
};

/* dF/dq or dF/dv: -(d f_int + d f_gyr). */
typedef struct zni_term_jacobian {
    zn_pattern    term[2];  /* of f_int and f_gyr */
    zn_index      count[2]; /* their numbers */
    zn_pattern    pattern;  /* of both */
    zn_sum       *sum;      /* if they are not of one pattern */
    zni_colouring colours[2];
} zni_term_jacobian;

typedef struct zni_lagrangian {
    zni_smatrix       mass; /* of a function only the pattern */
    double           *store; /* its values */
    zn_index          cstore;
    zni_term_jacobian jac[2]; /* by q and by v */
    zni_rooms         rooms;  /* for the largest matrix, or 3 n */
    zn_ds_variability varies;
    bool              spring; /* jac_f_int_q is constant and symmetric: q'Kq/2 */
    atomic_uint       said;   /* differences announced, by bit of the slot */
    bool              unit_mass; /* option: M is the identity */
} zni_lagrangian;

/* The two state-dependent terms, each with its Jacobians. */
static const struct {
    int term, jac_q, jac_v;
} zni_terms[] = {{ZNI_F_INT, ZNI_INT_Q, ZNI_INT_V}, {ZNI_F_GYR, ZNI_GYR_Q, ZNI_GYR_V}};

static inline bool zni_given(const zn_ds *ds, int i)
{
    return ds->ops[i].mode != ZN_OPERATOR_ABSENT;
}

static inline bool zni_function(const zn_ds *ds, int i)
{
    return ds->ops[i].mode == ZN_OPERATOR_FUNCTION;
}

/* f_int, f_gyr or one of their Jacobians */
zn_status zni_term(const zn_ds *ds, int i, double t, const double q[], const double v[],
                   double out[]);

/* ---- lagrangian_jac.c ---- */
/* At the seal: patterns of dF/dq (by = 0) or dF/dv, and what its sum and its differences need. */
zn_status zni_term_jac_prepare(zn_ds *ds, int by);
void zni_term_jac_fini(zn_ctx *ctx, zni_term_jacobian *j);
zn_status zni_term_jac(const zn_ds *ds, double t, const double q[], const double v[],
                       double dFdq[], double dFdv[]);

#endif
