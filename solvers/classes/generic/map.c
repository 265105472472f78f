/* map.c - functions whose zeros are the solutions, and their Jacobian
 * SPDX-License-Identifier: Apache-2.0 */
#include "generic.h"

#include "../../linalg/octave.h"

/* A row z in [lo, hi] against w: z - P(z - rho w), P the clip to [lo, hi], which
 * is rho min(z / rho, w) for a unilateral row and rho w for an equality. On a
 * border the element of the derivative is that of the row at its bound. */
static double clip_row(double lo, double hi, double rho, double z, double w,
                       double *A, double *B)
{
    double v = z - rho * w;
    bool at = v <= lo || v >= hi;

    *A = at ? 0 : rho;
    *B = at ? 1 : 0;
    return v <= lo ? z - lo : v >= hi ? z - hi : rho * w;
}

/* Fischer & Burmeister's function, that of ../box/fischer.c with its gaps scaled by
 * 1 / rho; in the unit of z and with the sign of the others. w goes by the power of two in rho, so
 * that roots are taken of the rest alone, which is the same in all units. */
static double fb_row(double lo, double hi, double rho, double z, double w,
                     double *A, double *B)
{
    const double whole = zni_octave(rho), rest = rho / whole, root = sqrt(rest);
    double s = 1 / rest, of_z = w * whole, phi, dz, dw;
    zni_box_work work = {.s = &s};
    zni_box b = {.n = 1, .lo = &lo, .hi = &hi};

    zni_box_phi(&work, &b, &z, &of_z, &phi, &dz, &dw);
    *A = -root * whole * dw; /* of 1 / rest the root is in phi */
    *B = -root * dz;
    return -root * phi;
}

void zni_gm_map(const zni_gm *g, zn_index a, zni_map_kind kind, double rho, const double w[],
                const double z[], double phi[], double A[], double B[])
{
    const zn_index i = g->ro[a], d = g->ro[a + 1] - i;
    double da, db;

    if (zni_gm_rolls(g, a)) {
        zni_roll_map(g, a, kind, rho, w, z, phi, A, B);
    } else if (g->mu[a] >= 0) {
        zni_map(kind, d, g->mu[a], rho, w, z, phi, A, B);
    } else {
        phi[0] = (kind == ZNI_FB ? fb_row : clip_row)(g->lo[i], g->hi[i], rho, z[0], w[0],
                                                      A ? A : &da, A ? B : &db);
    }
}
