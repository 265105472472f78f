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

double zni_gm_map(const zni_gmnewton_work *k, const zni_gm *g,
                  zni_map_kind kind, const double z[], const double w[],
                  double phi[], bool derive)
{
    double sum = 0;

    for (zn_index a = 0; a < g->nu; a++) {
        zn_index i = g->ro[a], d = g->ro[a + 1] - i;
        double *A = k->ab + ZNI_AB * i, *B = A + d * d, da, db;

        if (zni_gm_rolls(g, a)) {
            zni_roll_map(g, a, kind, k->rho[a], w + i, z + i, phi + i,
                         derive ? A : NULL, B);
        } else if (g->mu[a] >= 0) {
            zni_map(kind, d, g->mu[a], k->rho[a], w + i, z + i, phi + i,
                    derive ? A : NULL, B);
        } else {
            phi[i] = (kind == ZNI_FB ? fb_row : clip_row)(
                g->lo[i], g->hi[i], k->rho[a], z[i], w[i], &da, &db);
            if (derive) {
                A[0] = da;
                B[0] = db;
            }
        }
        for (zn_index r = i; r < i + d; r++)
            sum += phi[r] * phi[r];
    }
    return sum / 2;
}

/* J += B + add A of a unit */
static void add_own(const zni_gm *g, zn_index a, double add, const double A[],
                    const double B[], double J[])
{
    zn_index d = g->ro[a + 1] - g->ro[a];

    for (zn_index j = 0; j < d; j++) {
        double own = !zni_gm_rolls(g, a) ? add : add * zni_roll_damp(g, a, j);

        for (zn_index i = 0; i < d; i++)
            J[i + j * d] += B[i + j * d] + own * A[i + j * d];
    }
}

void zni_gm_jacobian(zni_gmnewton_work *k, const zni_gm *g, double reg)
{
    for (zn_index a = 0; a < g->nu; a++) {
        zn_index i0 = g->ro[a], d = g->ro[a + 1] - i0;
        const double *A = k->ab + ZNI_AB * i0, *B = A + d * d;
        double add = reg / k->rho[a];

        for (zn_index b = g->row[a]; b < g->row[a + 1]; b++) {
            zn_index cols = g->ro[g->col[b] + 1] - g->ro[g->col[b]];
            const double *M = g->x + g->bp[b];
            double *J = k->j + g->bp[b];

            for (zn_index j = 0; j < cols; j++) {
                for (zn_index i = 0; i < d; i++) {
                    double sum = 0;

                    for (zn_index l = 0; l < d; l++)
                        sum += A[i + l * d] * M[l + j * d];
                    J[i + j * d] = sum;
                }
            }
            if (g->col[b] == a)
                add_own(g, a, add, A, B, J);
        }
    }
}
