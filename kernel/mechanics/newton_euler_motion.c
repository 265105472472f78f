/* newton_euler_motion.c - how positions of a rigid body move
 *
 *     retract   x + w_x,  p o e(w_Omega)
 *     e(w) = exp(w)               turned by |w|          (update exponential)
 *          = (1, w/2)/|(1, w/2)|  turned by 2 atan(|w|/2) (update tangent)
 *          = (cos x, s(x) w/2), x = |w|/2, s the sine over x, but for x <= 1e-3 the
 *            series of the tangent over x             (update series: steps of Siconos)
 *
 * and e moves with w by e o 1/2 (0, D dw), with
 *     D = dexp(-w)   or   D = (I - w~/2)/(1 + |w|^2/4);
 * the matrix of Siconos is that of D = I, so with update series Newton's method has it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/newton_euler.h"

#include <math.h>
#include <string.h>

/* Only there to make the steps of another program again: turned by 2 (x + x^3/2 + ...),
 * of length 1 + x^4/2 + ... */
static void series(const double w[3], double e[4])
{
    const double x2 = zni_dot3(w, w) / 4;
    const double f = 1 + x2 * (1.0 / 3 + x2 * (2.0 / 15 + x2 * 17 / 315));

    e[0] = cos(sqrt(x2));
    for (int i = 0; i < 3; i++)
        e[1 + i] = f * w[i] / 2;
}

static void increment(const zn_ds *ds, const double w[3], double e[4])
{
    const zni_ne *s = zni_ds_state(ds);

    if (s->update == ZNI_NE_SERIES && zni_dot3(w, w) <= 4e-6) {
        series(w, e);
        return;
    }
    if (s->update != ZNI_NE_TANGENT) {
        zn_quaternion_exp(w, e);
        return;
    }
    const double f = 1 / sqrt(1 + zni_dot3(w, w) / 4);
    e[0] = f;
    for (int i = 0; i < 3; i++)
        e[1 + i] = f * w[i] / 2;
}

/* D, 3 x 3 */
static void increment_jac(const zn_ds *ds, const double w[3], double D[9])
{
    const zni_ne *s = zni_ds_state(ds);
    const double back[3] = {-w[0], -w[1], -w[2]};

    if (s->update != ZNI_NE_TANGENT) {
        zn_dexp(back, D);
        return;
    }
    const double f = 1 / (1 + zni_dot3(w, w) / 4);
    zni_skew(-f / 2, w, 3, D);
    D[0] += f;
    D[4] += f;
    D[8] += f;
}

/* 1/|p|, of a length that is 1 up to rounding by its series, to the square of what it is off */
static double inverse_length(const double p[4])
{
    const double s = p[0] * p[0] + zni_dot3(p + 1, p + 1), off = s - 1;

    return fabs(off) <= 1e-8 ? 1 - off / 2 : 1 / sqrt(s);
}

/* The product of unit quaternions loses a rounding per step; put back at once, so
 * that a body that turns for ever stays rigid. */
void zni_ne_retract(const zn_ds *ds, const double q[], const double w[],
                    double out[])
{
    double e[4], p[4];

    increment(ds, w + 3, e);
    for (int i = 0; i < 3; i++)
        out[i] = q[i] + w[i];
    zni_quaternion_times(q + 3, e, p);
    const double f =
        ((const zni_ne *)zni_ds_state(ds))->update == ZNI_NE_SERIES ? 1 : inverse_length(p);
    for (int i = 0; i < 4; i++)
        out[3 + i] = f * p[i];
}

void zni_ne_retract_jac(const zn_ds *ds, const double q[], const double w[],
                        double D[])
{
    double turn[9];

    (void)q;
    memset(D, 0, 36 * sizeof *D);
    for (int i = 0; i < 6; i++)
        D[7 * i] = 1;
    if (((const zni_ne *)zni_ds_state(ds))->update == ZNI_NE_SERIES)
        return;
    increment_jac(ds, w + 3, turn);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            D[3 + i + 6 * (3 + j)] = turn[i + 3 * j];
}

/* H = C T, T = (I, 1/2 E(p)) */
void zni_ne_tangent(const zn_ds *ds, const double q[], zn_index rows,
                    const double C[], double H[])
{
    double E[12];

    (void)ds;
    zn_rotation_rate(q + 3, E);
    memcpy(H, C, (size_t)(3 * rows) * sizeof *H);
    for (int j = 0; j < 3; j++)
        for (zn_index r = 0; r < rows; r++) {
            double sum = 0;
            for (int i = 0; i < 4; i++)
                sum += C[r + (3 + i) * rows] * E[i + 4 * j];
            H[r + (3 + j) * rows] = sum / 2;
        }
}

void zni_ne_qdot(const zn_ds *ds, const double q[], const double v[],
                 double out[])
{
    double E[12];

    (void)ds;
    zn_rotation_rate(q + 3, E);
    for (int i = 0; i < 3; i++)
        out[i] = v[i];
    for (int i = 0; i < 4; i++)
        out[3 + i] = (E[i] * v[3] + E[i + 4] * v[4] + E[i + 8] * v[5]) / 2;
}

/* ---- momentum in a frame that turns ------------------------------------------------ */

bool zni_ne_carries(const zn_ds *ds)
{
    return ((const zni_ne *)zni_ds_state(ds))->gyroscopic == ZNI_NE_CARRIED;
}

void zni_ne_carry(const zn_ds *ds, const double w[], const double L[],
                  double out[])
{
    double e[4];

    increment(ds, w + 3, e);
    for (int i = 0; i < 3; i++)
        out[i] = L[i];
    zn_rotate_back(e, L + 3, out + 3);
    /* what rounding took from the length is put back, so that it does not add up */
    const double was = zni_dot3(L + 3, L + 3);
    const double is = zni_dot3(out + 3, out + 3);
    for (int i = 3; was > 0 && i < 6; i++)
        out[i] += out[i] * ((was - is) / (2 * was));
}

/* d(R(e)' L) = (R(e)' L)~ D dw */
void zni_ne_carry_jac(const zn_ds *ds, const double w[], const double L[],
                      double J[])
{
    double out[6], S[9], D[9], SD[9];

    zni_ne_carry(ds, w, L, out);
    zni_skew(1, out + 3, 3, S);
    increment_jac(ds, w + 3, D);
    zni_mul33(S, D, SD);
    memset(J, 0, 36 * sizeof *J);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            J[3 + i + 6 * (3 + j)] = SD[i + 3 * j];
}
