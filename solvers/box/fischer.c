/* fischer.c - Fischer-Burmeister functions of a problem in a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

/* phi(a, b) = sqrt(a^2 + b^2) - a - b, which is zero iff a >= 0, b >= 0, a b = 0 (Fischer 1992). For a, b >= 0 the
 * difference cancels, so it is written -2 a b / (r + a + b) there. At the kink (0, 0), the element of the
 * generalised derivative with (1/sqrt 2, 1/sqrt 2) is taken. */
static double phi1(double a, double b, double *da, double *db)
{
    double r = sqrt(a * a + b * b);

    if (isinf(a) || isinf(b)) {
        /* the limit for an infinite argument: minus the other one */
        *da = isinf(a) ? 0 : -1;
        *db = isinf(a) ? -1 : 0;
        return isinf(a) ? -b : -a;
    }
    *da = (r > 0 ? a / r : M_SQRT1_2) - 1;
    *db = (r > 0 ? b / r : M_SQRT1_2) - 1;
    return a + b > 0 ? -2 * a * b / (r + a + b) : r - a - b;
}

/* Two bounds: phi(s(z - lo), phi(s(hi - z), -w)) (Billups, thesis, Wisconsin 1995); for an infinite bound its phi
 * drops out. The gap is scaled by s = M_ii, which has the unit of w per unit of z, and phi is divided by sqrt(s).
 * Then the squares have the unit of w z, an energy, and units of single rows do not distort the merit function. */
double zni_box_phi(const double scale[], const zni_box *b, const double z[], const double w[], double phi[],
                   double dz[], double dw[])
{
    double merit = 0;

    for (zn_index i = 0; i < b->n; i++) {
        double s = scale[i], unit = 1 / sqrt(s), up, dup, dwn, din, dout;
        double in = phi1(s * (zni_box_hi(b, i) - z[i]), -w[i], &dup, &dwn);
        double out = phi1(s * (z[i] - zni_box_lo(b, i)), in, &dout, &din);

        up = din * dup;
        phi[i] = out *= unit;
        if (dz) {
            dz[i] = unit * s * (dout - up);
            dw[i] = -unit * din * dwn;
        }
        merit += 0.5 * out * out;
    }
    return merit;
}
