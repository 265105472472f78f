/* alpha.h - parameters of the generalised alpha scheme
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_OSI_ALPHA_H
#define ZENO_KERNEL_OSI_ALPHA_H

#include <stdbool.h>

typedef struct zni_alpha {
    double m, f, beta, gamma, c; /* c = (1 - m)/(1 - f) */
} zni_alpha;

/* From the spectral radius for h -> infinity; of order two. J. Chung, G.M. Hulbert, J. Appl.
 * Mech. 60 (1993). */
static inline zni_alpha zni_alpha_of(double rho)
{
    zni_alpha a;

    a.m = (2 * rho - 1) / (rho + 1);
    a.f = rho / (rho + 1);
    a.gamma = 0.5 + a.f - a.m;
    a.beta = (a.gamma + 0.5) * (a.gamma + 0.5) / 4;
    a.c = (1 - a.m) / (1 - a.f);
    return a;
}

/* Do they make the same iteration matrix? */
static inline bool zni_alpha_same(const zni_alpha *a, const zni_alpha *b)
{
    return a->beta == b->beta && a->gamma == b->gamma && a->c == b->c;
}

#endif
