/* coulomb.c - Coulomb's law as three conditions: cone, complementarity, maximum
 * dissipation
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/coulomb.h"
#include "kernel/model/model.h"

#include <math.h>

zn_status zni_coulomb_restitution(const zn_law *law, zn_index rows,
                                  const double u[], double *e, double *e_t)
{
    zn_status st;

    /* numbers were checked when they were given */
    if (law->ops[ZNI_COULOMB_E].mode == ZN_OPERATOR_ABSENT &&
        law->ops[ZNI_COULOMB_E_T].mode == ZN_OPERATOR_ABSENT)
        return ZN_OK;
    st = zn_law_coefficient(law, ZNI_COULOMB_E, rows, u, *e, e);
    if (!st)
        st = zn_law_coefficient(law, ZNI_COULOMB_E_T, rows, u, *e_t, e_t);
    if (!st && !(*e >= 0 && *e <= 1 && *e_t >= -1 && *e_t <= 1))
        st = zn_fail(law->ctx, ZN_EDOM,
                     "law '%s': e = %g, e_t = %g, must be in [0, 1] and "
                     "[-1, 1]",
                     law->type->type.name, *e, *e_t);
    return st;
}

double zni_coulomb_size(zn_index n, const double x[])
{
    return n == 1 ? fabs(x[0]) : hypot(x[0], x[1]);
}

bool zni_coulomb_normal(double w, double z, double tol)
{
    return w >= -tol && z >= -tol && (w <= tol || z <= tol);
}

bool zni_coulomb_part(zn_index n, double most, const double w[],
                      const double z[], double tol)
{
    const double speed = zni_coulomb_size(n, w);
    const double load = zni_coulomb_size(n, z);

    if (!(load <= most + tol))
        return false;
    if (!(speed > tol))
        return speed <= tol; /* not NaN */
    for (zn_index i = 0; i < n; i++)
        if (!(fabs(z[i] + most * w[i] / speed) <= tol + most * tol / speed))
            return false;
    return true;
}

bool zni_coulomb_orthogonal(zn_index d, double shift, const double w[],
                            const double z[], double tol)
{
    double power = shift * z[0], zz = 0, ww = shift * shift;

    for (zn_index i = 0; i < d; i++) {
        power += w[i] * z[i];
        zz += z[i] * z[i];
        ww += w[i] * w[i];
    }
    return fabs(power) <= 4 * tol * (sqrt(zz) + sqrt(ww) + tol);
}

bool zni_coulomb_contact(zn_index rows, double mu, const double w[],
                         const double z[], double tol)
{
    const zn_index n = rows - 1;

    return zni_coulomb_normal(w[0], z[0], tol) &&
           (n == 0 ||
            (zni_coulomb_part(n, mu * fmax(z[0], 0), w + 1, z + 1, tol) &&
             zni_coulomb_orthogonal(rows, mu * zni_coulomb_size(n, w + 1), w, z,
                                    tol)));
}
