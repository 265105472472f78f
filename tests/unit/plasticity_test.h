/* plasticity_test.h - plasticity problems with their arrays
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_PLASTICITY_TEST_H
#define ZENO_TEST_PLASTICITY_TEST_H

#include "lcp_test.h"

#include <zeno/plasticity.h>

static const char *const solvers[] = {"auto", "nsgs", "newton"};
enum { SOLVERS = sizeof solvers / sizeof solvers[0], MOST = 240 };

/* a problem with its own arrays, dense */
typedef struct solid {
    zn_index nc, n;
    double *M, *q, *eta, *theta, *sigma_y;
    zn_matrix A;
    zn_plasticity p;
} solid;

static inline void solid_free(solid *s)
{
    free(s->M);
    free(s->q);
    free(s->eta);
    free(s->theta);
    free(s->sigma_y);
}

static inline void solid_new(solid *s, zn_yield model, zn_index nc)
{
    zn_index n = 3 * nc;

    *s = (solid){.nc = nc, .n = n, .M = reals(n * n), .q = reals(n),
                 .eta = reals(nc), .theta = reals(nc), .sigma_y = reals(nc)};
    s->A = zn_matrix_dense(n, n, s->M);
    s->p = (zn_plasticity){.nc = nc, .model = model, .M = &s->A, .q = s->q,
                           .eta = s->eta, .theta = s->theta,
                           .sigma_y = s->sigma_y};
}

/* M = B B' of so much rank (+ diagonal if full), theta = share * eta */
static inline void solid_random(solid *s, rng *g, zn_yield model, zn_index nc,
                         zn_index rank, double share)
{
    zn_index n = 3 * nc;
    double *B = reals(n * rank), *v = reals(rank);

    solid_new(s, model, nc);
    for (zn_index i = 0; i < n * rank; i++)
        B[i] = uniform(g, -1, 1);
    for (zn_index k = 0; k < rank; k++)
        v[k] = uniform(g, -1, 1);
    for (zn_index i = 0; i < n; i++) {
        for (zn_index k = 0; k < rank; k++)
            s->q[i] += B[i + n * k] * v[k];
        for (zn_index j = 0; j < n; j++)
            for (zn_index k = 0; k < rank; k++)
                s->M[i + j * n] += B[i + n * k] * B[j + n * k];
        if (rank >= n)
            s->M[i + i * n] += 0.2;
    }
    for (zn_index a = 0; a < nc; a++) {
        s->eta[a] = uniform(g, 0.1, 0.7);
        s->theta[a] = share * s->eta[a];
        s->sigma_y[a] = uniform(g, 0.1, 0.6);
    }
    free(B);
    free(v);
}

#endif
