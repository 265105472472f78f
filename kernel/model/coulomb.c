/* coulomb.c - Coulomb's law as three conditions: cone, complementarity, maximum
 * dissipation
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/coulomb.h"

#include <math.h>

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
