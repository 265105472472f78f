/* krylov.h - GMRES with a factorised nearby matrix as preconditioner
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_KRYLOV_H
#define ZENO_SOLVERS_KRYLOV_H

#include <zeno/ctx.h>

enum { ZNI_KRYLOV = 40 }; /* steps, at most */

typedef struct zni_krylov {
    void    *of;
    zn_index n;
    /* y = A x */
    void (*mul)(void *of, const double x[], double y[]);
    /* x becomes P^-1 x, P close to A */
    void (*precondition)(void *of, double x[]);
} zni_krylov;

/* Doubles in v. */
#define ZNI_KRYLOV_WORK(n) (2 * (ZNI_KRYLOV + 1) * (n))

/* b becomes x with ||A x - b|| <= tol ||b||, or the best approximation after ZNI_KRYLOV steps; returns the number of
 * steps. GMRES (Saad & Schultz, SIAM J. Sci. Stat. Comput. 7, 1986) in the norm ||r||^2 = r'P^-1 r, with P symmetric
 * and positive definite: in this norm stiff and soft components of P are solved equally well. */
zn_index zni_gmres(const zni_krylov *f, double tol, double v[], double b[]);

#endif
