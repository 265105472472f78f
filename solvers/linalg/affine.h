/* affine.h - affine problems w = M z + q: outputs, errors, the problem in units of its own
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_LINALG_AFFINE_H
#define ZENO_SOLVERS_LINALG_AFFINE_H

#include <string.h>

#include "far_rows.h"
#include "look.h"
#include "units.h"

/* w = M z + q */
static inline void zni_affine(const zn_matrix *M, const double q[], const double z[], double w[])
{
    memcpy(w, q, (size_t)M->rows * sizeof *w);
    zn_matrix_mul(M, 1, z, 1, w);
}

/* A function `name` for zn_problem_type.outputs: w = M z + q of a problem of type T. */
#define ZNI_OUTPUTS(name, T)                                                                       \
    static void name(const void *problem, const double z[], double w[])                            \
    {                                                                                              \
        const T *p = problem;                                                                      \
        zni_affine(p->M, p->q, z, w);                                                              \
    }

/* The problem in units of its own, after zni_affine_in_units: M, which that function returned, is divided by rho and
 * own_q by unit, both powers of two; the units zu and wu are multiplied accordingly. *own has its values in x. */
static inline void zni_affine_own(const zn_matrix *M, double rho, double unit, double own_q[],
                                  zn_matrix *own, double x[], double zu[], double wu[])
{
    zni_scale_into(M->rows, 1 / unit, own_q, own_q);
    *own = rho == 1 ? *M : zni_matrix_scaled(M, 1 / rho, x);
    for (zn_index i = 0; i < M->cols; i++)
        zu[i] *= unit / rho;
    for (zn_index i = 0; i < M->rows; i++)
        wu[i] *= unit;
}

/* Both steps for problems that consist of M and q. rows: with units of rows. False: the units would not change. room:
 * zni_values of M, two times its rows and its columns */
static inline bool zni_affine_posed(bool rows, const zn_matrix *M, const double q[], double room[],
                                    zn_matrix *own, double zu[], double wu[])
{
    double *work = room + M->rows, *x = work + M->rows + M->cols;
    const zn_matrix *in = zni_affine_in_units(rows, M, q, room, own, x, zu, wu, work);

    if (rows && in == M)
        return false;
    const double rho = zni_matrix_unit(in), unit = zni_unit(zni_largest(room, M->rows));

    if (!rows && rho == 1 && unit == 1)
        return false;
    zni_affine_own(in, rho, unit, room, own, x, zu, wu);
    return true;
}

/* The error of linear complementarity problems, 0 <= z_i _|_ w_i >= 0; rows that are marked in `eq` (NULL: none) and
 * rows beyond the columns of M are equations. work: two times the rows */
static inline double zni_affine_error(const zn_matrix *M, const double q[], const unsigned char eq[],
                                      const double z[], const double w[], double work[])
{
    const zn_index m = M->rows, n = M->cols;
    double rho, err = 0;
    const double scale = zni_look(M, q, z, work, work + m, n, &rho);

    for (zn_index i = 0; i < m; i++) {
        double r = work[i], zi = i < n ? rho * z[i] : 0;
        double off = fabs(w[i] - r);

        if (i < n && !(eq && eq[i]) && !(r < zi) && !isnan(r))
            r = zi;
        r = isnan(zi) ? zi : fabs(r);
        /* false for NaN, too; in most rows the error is not larger than before */
        if (!(r <= err && off <= err))
            err = zni_worse(zni_worse(err, r), off);
    }
    return scale > 0 ? err / scale : err;
}

#endif
