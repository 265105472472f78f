/* newton_euler_force.c - forces on a rigid body and their Jacobians
 *
 *     F = (f_ext - f_int,  m_ext - m_int - Omega x I Omega)
 *
 * A moment m in the inertial frame enters as R'm, and moves with the body by
 * d(R'm) = (R'm)~ dw. Derivatives by q are along T(q), 6 columns.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/newton_euler.h"
#include "kernel/model/difference.h"
#include "kernel/model/vectors.h"

#include <math.h>
#include <string.h>

/* f_ext or m_ext; not given: 0 */
static zn_status external(const zn_ds *ds, int i, double t, double out[3])
{
    if (!zni_ne_given(ds, i)) {
        out[0] = out[1] = out[2] = 0;
        return ZN_OK;
    }
    if (ds->ops[i].mode == ZN_OPERATOR_CONSTANT) { /* weights are, mostly */
        memcpy(out, ds->ops[i].value, 3 * sizeof *out);
        return ZN_OK;
    }
    return zni_call_s7(&ds->ops[i], t, ds->nq, zni_ds_start(ds), out);
}

/* f_int, m_int or one of their Jacobians */
static zn_status internal(const zn_ds *ds, int i, double t, const double q[],
                          const double v[], double out[])
{
    return zni_call_s8(&ds->ops[i], t, q, v, ds->nq, zni_ds_start(ds), out);
}

/* Into the body frame, if it is not there. */
static void to_body(const double q[], int frame, double m[3])
{
    if (frame == ZNI_NE_INERTIAL)
        zn_rotate_back(q + 3, m, m);
}

/* -Omega x I Omega */
static void gyroscopic(const zn_ds *ds, const double w[3], double out[3])
{
    double Iw[3];

    zni_mul3(zni_ne_inertia(ds), w, Iw);
    zni_cross(Iw, w, out);
}

static bool weight(const zn_ds *ds)
{
    return ds->ops[ZNI_NE_F_EXT].mode == ZN_OPERATOR_CONSTANT;
}

double zni_ne_potential(const zn_ds *ds, const double q[])
{
    return weight(ds) ? -zni_dot3(ds->ops[ZNI_NE_F_EXT].value, q) : 0;
}

/* Does f_int or m_int act? */
static bool acts_inside(const zn_ds *ds)
{
    return zni_ne_given(ds, ZNI_NE_F_INT) || zni_ne_given(ds, ZNI_NE_M_INT);
}

/* -f_int, and -m_int in the body frame */
static zn_status inside(const zn_ds *ds, double t, const double q[], const double v[],
                        double out[6])
{
    const zni_ne *s = zni_ds_state(ds);
    zn_status st = ZN_OK;

    memset(out, 0, 6 * sizeof *out);
    if (!acts_inside(ds))
        return ZN_OK;
    if (zni_ne_given(ds, ZNI_NE_F_INT))
        st = internal(ds, ZNI_NE_F_INT, t, q, v, out);
    if (!st && zni_ne_given(ds, ZNI_NE_M_INT))
        st = internal(ds, ZNI_NE_M_INT, t, q, v, out + 3);
    to_body(q, s->m_int, out + 3);
    for (int i = 0; i < 6; i++)
        out[i] = -out[i];
    return st;
}

/* f_ext, unless it is left out, and m_ext in the body frame */
static zn_status outside(const zn_ds *ds, bool f_ext, double t, const double q[],
                         double out[6])
{
    const zni_ne *s = zni_ds_state(ds);
    zn_status st = f_ext ? external(ds, ZNI_NE_F_EXT, t, out) : ZN_OK;

    if (!st)
        st = external(ds, ZNI_NE_M_EXT, t, out + 3);
    if (!st)
        to_body(q, s->m_ext, out + 3);
    return st;
}

/* With f_ext, or without one that has a potential. */
static zn_status shares(const zn_ds *ds, bool f_ext, double t, const double q[],
                        const double v[], zn_force_parts *out)
{
    zn_status st = outside(ds, f_ext, t, q, out->external);

    if (!st)
        st = inside(ds, t, q, v, out->internal);
    if (st)
        return st;
    memset(out->gyro, 0, 6 * sizeof *out->gyro);
    if (zni_ne_turns(zni_ds_state(ds)))
        gyroscopic(ds, v + 3, out->gyro + 3);
    return ZN_OK;
}

zn_status zni_ne_force_parts(const zn_ds *ds, double t, const double q[],
                             const double v[], zn_force_parts *out)
{
    return shares(ds, !weight(ds), t, q, v, out);
}

zn_status zni_ne_force(const zn_ds *ds, double t, const double q[],
                       const double v[], double F[])
{
    double internal_[6], gyro[6];
    zn_force_parts parts = {F, internal_, gyro, NULL};
    const bool inner = acts_inside(ds);
    zn_status st = inner ? shares(ds, true, t, q, v, &parts) : outside(ds, true, t, q, F);

    if (!st && !inner && zni_ne_turns(zni_ds_state(ds))) {
        gyroscopic(ds, v + 3, gyro + 3);
        for (int i = 3; i < 6; i++)
            F[i] += gyro[i];
    }
    for (int i = 0; !st && inner && i < 6; i++)
        F[i] += internal_[i] + gyro[i];
    return st;
}

/* ---- Jacobians ------------------------------------------------------------------- */

/* f_int or m_int as given, along a velocity of q or by a component of v. */
static zn_status moved(const zn_ds *ds, int i, double t, const double q[],
                       const double v[], bool by_q, int j, double d,
                       double out[3])
{
    double step[6] = {0}, q1[7], v1[6];

    memcpy(q1, q, sizeof q1);
    memcpy(v1, v, sizeof v1);
    if (by_q) {
        step[j] = d;
        zni_ne_retract(ds, q, step, q1);
    } else {
        v1[j] += d;
    }
    return internal(ds, i, t, q1, v1, out);
}

/* d(f_int or m_int)/dq along T, or by v; 3 x 6, central differences */
static zn_status difference(const zn_ds *ds, int i, double t, const double q[],
                            const double v[], bool by_q, double J[18])
{
    zn_status st = ZN_OK;

    for (int j = 0; !st && j < 6; j++) {
        const double at = !by_q ? v[j] : j < 3 ? q[j] : 0;
        const double d = zni_difference_step(at);
        double back[3];
        st = moved(ds, i, t, q, v, by_q, j, -d, back);
        if (!st)
            st = moved(ds, i, t, q, v, by_q, j, d, J + 3 * j);
        for (int r = 0; r < 3; r++)
            J[r + 3 * j] = (J[r + 3 * j] - back[r]) / (2 * d);
    }
    return st;
}

/* The same, as given or differenced. */
static zn_status jacobian(const zn_ds *ds, int term, int given, double t,
                          const double q[], const double v[], bool by_q,
                          double J[18])
{
    double C[21];
    zn_status st;

    memset(J, 0, 18 * sizeof *J);
    if (!zni_ne_function(ds, term) && !zni_ne_given(ds, given))
        return ZN_OK;
    if (!zni_ne_given(ds, given))
        return difference(ds, term, t, q, v, by_q, J);
    if (!by_q)
        return internal(ds, given, t, q, v, J);
    st = internal(ds, given, t, q, v, C);
    if (!st)
        zni_ne_tangent(ds, q, 3, C, J);
    return st;
}

/* Rows `row` ... of out (6 x 6) -= J (3 x 6) */
static void subtract(const double J[18], int row, double out[])
{
    const double *end = J + 18;

    for (double *to = out + row; J < end; J += 3, to += 6) {
        to[0] -= J[0];
        to[1] -= J[1];
        to[2] -= J[2];
    }
}

/* The turn of an inertial moment that is m in the body: out += f m~ */
static void add_turn(double f, const double m[3], double out[])
{
    double S[9];

    zni_skew(f, m, 3, S);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            out[3 + i + 6 * (3 + j)] += S[i + 3 * j];
}

static zn_status internal_jac(const zn_ds *ds, double t, const double q[],
                              const double v[], double dFdq[], double dFdv[])
{
    const zni_ne *s = zni_ds_state(ds);
    double J[18], m[3];
    zn_status st = ZN_OK;

    if (!acts_inside(ds))
        return ZN_OK;
    for (int by_q = 0; !st && by_q < 2; by_q++) {
        double *out = by_q ? dFdq : dFdv;
        st = jacobian(ds, ZNI_NE_F_INT, by_q ? ZNI_NE_F_INT_Q : ZNI_NE_F_INT_V,
                      t, q, v, by_q, J);
        if (st)
            return st;
        subtract(J, 0, out);
        st = jacobian(ds, ZNI_NE_M_INT, by_q ? ZNI_NE_M_INT_Q : ZNI_NE_M_INT_V,
                      t, q, v, by_q, J);
        for (int j = 0; j < 6; j++)
            to_body(q, s->m_int, J + 3 * j);
        subtract(J, 3, out);
    }
    if (st || s->m_int == ZNI_NE_BODY || !zni_ne_given(ds, ZNI_NE_M_INT))
        return st;
    st = internal(ds, ZNI_NE_M_INT, t, q, v, m);
    to_body(q, s->m_int, m);
    add_turn(-1, m, dFdq);
    return st;
}

/* d(-Omega x I Omega) = ((I Omega)~ - Omega~ I) dOmega, of a column c of I: c x Omega */
static void gyroscopic_jac(const double I[9], const double w[3], double B[9])
{
    double Iw[3];

    zni_mul3(I, w, Iw);
    zni_skew(1, Iw, 3, B);
    for (int j = 0; j < 3; j++) {
        double c[3];

        zni_cross(I + 3 * j, w, c);
        for (int i = 0; i < 3; i++)
            B[i + 3 * j] += c[i];
    }
}

/* Does the force go with where the body is, or is it carried along with it? */
static bool pulls(const zn_ds *ds)
{
    const zni_ne *s = zni_ds_state(ds);

    return acts_inside(ds) || s->gyroscopic == ZNI_NE_CARRIED ||
           (s->m_ext == ZNI_NE_INERTIAL && zni_ne_given(ds, ZNI_NE_M_EXT));
}

const zn_pattern *zni_ne_pattern(const zn_ds *ds, zn_ds_matrix which)
{
    static const zn_pattern none = {.shape = ZN_SHAPE_ZERO, .rows = 6, .cols = 6};

    return which == ZN_DS_JAC_Q && !pulls(ds) ? &none : NULL;
}

zn_status zni_ne_force_jac(const zn_ds *ds, double t, const double q[],
                           const double v[], double dFdq[], double dFdv[])
{
    const zni_ne *s = zni_ds_state(ds);
    const double *I = zni_ne_inertia(ds);
    double m[3], B[9];
    zn_status st;

    if (pulls(ds))
        zni_wipe(dFdq, 36 * sizeof *dFdq);
    zni_wipe(dFdv, 36 * sizeof *dFdv);
    st = internal_jac(ds, t, q, v, dFdq, dFdv);
    if (!st && s->m_ext == ZNI_NE_INERTIAL && zni_ne_given(ds, ZNI_NE_M_EXT)) {
        st = external(ds, ZNI_NE_M_EXT, t, m);
        to_body(q, s->m_ext, m);
        add_turn(1, m, dFdq);
    }
    if (st || !zni_ne_turns(s))
        return st;

    gyroscopic_jac(I, v + 3, B);
    if (!acts_inside(ds))
        zni_ne_put_turn(B, dFdv);
    for (int j = 0; acts_inside(ds) && j < 3; j++)
        for (int i = 0; i < 3; i++)
            dFdv[3 + i + 6 * (3 + j)] += B[i + 3 * j];
    return ZN_OK;
}
