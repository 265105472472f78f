/* newton_euler.h - the rigid body's data, shared by its files
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_NEWTON_EULER_H
#define ZENO_KERNEL_NEWTON_EULER_H

#include "kernel/mechanics/rotation.h"
#include "kernel/model/model.h"

#include <zeno/mechanics.h>

#include "solvers/linalg/few.h"

/* Operators, in the order of the slots. */
enum {
    ZNI_NE_MASS,
    ZNI_NE_INERTIA,
    ZNI_NE_F_EXT,
    ZNI_NE_M_EXT,
    ZNI_NE_F_INT,
    ZNI_NE_M_INT,
    ZNI_NE_F_INT_Q,
    ZNI_NE_F_INT_V,
    ZNI_NE_M_INT_Q,
    ZNI_NE_M_INT_V,
    ZNI_NE_OPERATORS
};

enum { ZNI_NE_EXPONENTIAL, ZNI_NE_TANGENT, ZNI_NE_SERIES };
enum { ZNI_NE_FORCE, ZNI_NE_CARRIED, ZNI_NE_OFF };
enum { ZNI_NE_BODY, ZNI_NE_INERTIAL };
enum { ZNI_NE_REFUSE, ZNI_NE_NORMALISE };

typedef struct zni_ne {
    int update;     /* of the orientation */
    int gyroscopic; /* how Omega x I Omega enters */
    int m_ext, m_int; /* frames of the moments */
    int quaternion; /* what to do with one that is not of length 1 */

    double m;       /* kg; at seal */
    double arm;     /* m, radius of gyration; at seal */
    double *I;      /* kg m^2, 3 x 3, of an inertia that is given by its diagonal; at seal */
    bool diagonal;  /* the inertia is */
    bool spherical; /* I is a multiple of the identity */
    bool reported;  /* the principal frame was */
    atomic_uint said;  /* differences announced, by bit of the slot */
} zni_ne;

static inline bool zni_ne_given(const zn_ds *ds, int i)
{
    return ds->ops[i].mode != ZN_OPERATOR_ABSENT;
}

static inline bool zni_ne_function(const zn_ds *ds, int i)
{
    return ds->ops[i].mode == ZN_OPERATOR_FUNCTION;
}

/* The inertia, 3 x 3. */
static inline const double *zni_ne_inertia(const zn_ds *ds)
{
    const zn_operator *I = &ds->ops[ZNI_NE_INERTIA];

    return I->mode == ZN_OPERATOR_CONSTANT ? I->value : ((const zni_ne *)zni_ds_state(ds))->I;
}

/* The block of the turn, 3 x 3, into 6 x 6 that has zeros above it: two numbers at a time, as those who
 * read them do, who would wait for stores of one. */
static inline void zni_ne_put_turn(const double B[9], double out[36])
{
    for (int j = 0; j < 3; j++, B += 3) {
        double *to = out + 2 + 6 * (3 + j);
        const zni_pair first = {0, B[0]}, rest = {B[1], B[2]};

        zni_put2(&first, to);
        zni_put2(&rest, to + 2);
    }
}

/* Does force have the gyroscopic moment? */
static inline bool zni_ne_turns(const zni_ne *s)
{
    return s->gyroscopic == ZNI_NE_FORCE && !s->spherical;
}

/* ---- newton_euler_force.c ---- */
zn_status zni_ne_force(const zn_ds *ds, double t, const double q[],
                       const double v[], double F[]);
zn_status zni_ne_force_jac(const zn_ds *ds, double t, const double q[],
                           const double v[], double dFdq[], double dFdv[]);
zn_status zni_ne_force_parts(const zn_ds *ds, double t, const double q[],
                             const double v[], zn_force_parts *out);
/* dF/dq of what turns by itself, under weight, is nothing. */
const zn_pattern *zni_ne_pattern(const zn_ds *ds, zn_ds_matrix which);
/* Of a constant f_ext, such as weight. */
double zni_ne_potential(const zn_ds *ds, const double q[]);

/* ---- newton_euler_motion.c ---- */
void zni_ne_retract(const zn_ds *ds, const double q[], const double w[],
                    double out[]);
void zni_ne_retract_jac(const zn_ds *ds, const double q[], const double w[],
                        double D[]);
void zni_ne_tangent(const zn_ds *ds, const double q[], zn_index rows,
                    const double C[], double H[]);
void zni_ne_qdot(const zn_ds *ds, const double q[], const double v[],
                 double out[]);
bool zni_ne_carries(const zn_ds *ds);
void zni_ne_carry(const zn_ds *ds, const double w[], const double L[],
                  double out[]);
void zni_ne_carry_jac(const zn_ds *ds, const double w[], const double L[],
                      double J[]);

/* ---- principal.c ---- */
/* Eigenvalues of a symmetric matrix, ascending, and a right-handed frame of
 * eigenvectors, the columns of `axes`. */
void zni_principal(const double I[9], double moments[3], double axes[9]);

/* ---- newton_euler.c ---- */
extern const zn_ds_type zni_ds_newton_euler;

#endif
