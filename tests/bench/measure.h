/* measure.h - what the benchmark's programs share: one run, timed
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <zeno/zeno.h>

/* A model being built; build() sets what differs from zero. */
typedef struct bench {
    zn_ctx *ctx;
    zn_model *model;
    double h; /* s */
    double gamma;  /* of the activation rule, of moreau-jean */
    bool iterates; /* Newton's method does */
    double newton; /* and stops there */
    bool plain; /* one iteration a step, joints are left to the scheme */
} bench;

typedef struct bench_problem {
    const char *name;
    void (*build)(bench *b, size_t n);
} bench_problem;

void must(zn_ctx *ctx, zn_status st);

/* main() of a program that measures problems[0 .. count-1] under an integrator
 * whose options `set` writes. */
int bench_main(int argc, char **argv, const bench_problem problems[],
               size_t count, const char *osi,
               void (*set)(const bench *b, zn_osi *osi));

#endif
