/* alpha.h - the numbers of the schemes of generalised alpha, in time stepping and between events
 *
 *   (1 - m) a_{k+1} + m a_k = (1 - f) acc_{k+1} + f acc_k
 *
 * with acc the acceleration that forces give. doc/generalised-alpha.md
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_ALPHA_H
#define ZENO_KERNEL_ODE_ALPHA_H

#include <zeno/option.h>

typedef struct zni_alpha {
    double m, f, beta, gamma, c; /* c = (1 - m)/(1 - f) */
} zni_alpha;

/* From the spectral radius for h -> infinity; of order two. J. Chung, G.M. Hulbert, J. Appl.
 * Mech. 60 (1993). */
static inline zni_alpha zni_alpha_of(double rho)
{
    const double m = (2 * rho - 1) / (rho + 1), f = rho / (rho + 1);
    const double gamma = 0.5 + f - m;

    return (zni_alpha){.m = m,
                       .f = f,
                       .beta = (gamma + 0.5) * (gamma + 0.5) / 4,
                       .gamma = gamma,
                       .c = (1 - m) / (1 - f)};
}

enum { ZNI_ALPHA = 0, ZNI_NEWMARK = 1 };

/* How a user says them: by rho, or beta and gamma of Newmark; fields of a state s. */
#define ZNI_ALPHA_OPTIONS(s)                                                   \
    ZN_OPT_CHOICE(s, method, ZNI_ALPHA, "alpha|newmark",                       \
                  "parameters from rho, or beta and gamma as given"),          \
        ZN_OPT_REAL(s, rho, 0.9, 0, 1, "-",                                    \
                    "alpha: what is left of the fastest vibrations after a "   \
                    "step"),                                                   \
        ZN_OPT_REAL(s, beta, 0.25, 1e-3, 1, "-", "newmark: of positions"),     \
        ZN_OPT_REAL(s, gamma, 0.5, 0, 1, "-",                                  \
                    "newmark: of velocities; 1/2: order 2")

static inline zni_alpha zni_alpha_by(int method, double rho, double beta,
                                     double gamma)
{
    return method == ZNI_NEWMARK
               ? (zni_alpha){.beta = beta, .gamma = gamma, .c = 1}
               : zni_alpha_of(rho);
}

#endif
