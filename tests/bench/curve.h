/* curve.h - motions whose end is known, for two engines: what is built, and the error at the end
 * SPDX-License-Identifier: Apache-2.0
 *
 * `tumble`: a box of 0.1 x 0.4 x 0.9 m, free, spin (0.1, 5, 0.1) rad/s in its frame, which is about its
 * middle axis and turns over: the spin after 5 s, relative to its length. `chain`: three rods of 1 m, 1 kg,
 * 0.1 x 0.1 m thick, on hinges, let go lying: the place of the last end after 1 s (m). `slide`: a box on a
 * floor, mu = 0.5, that begins with 2 m/s and stops after v^2 / (2 mu g): its place after 1 s (m). The first two
 * ends are those of Euler's and Lagrange's equations by DOP853 (scipy 1.10, rtol 1e-13), of which 1e-12 gives
 * the same to 4e-14. */
#ifndef ZENO_BENCH_CURVE_H
#define ZENO_BENCH_CURVE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#define GRAVITY 9.81
#define MU 0.5
#define SPEED 2.0
#define SIDE 0.2

enum { RODS = 3, RUNS = 5 };

typedef enum motion { TUMBLE, CHAIN, SLIDE, MOTIONS } motion;

static const char *const motion_names[] = {"tumble", "chain", "slide"};
static const double motion_ends[] = {5, 1, 1}; /* s */
static const double box_size[] = {0.1, 0.4, 0.9}, box_spin[] = {0.1, 5, 0.1};
static const double rod_size[] = {1, 0.1, 0.1};

/* Which motion has that name? MOTIONS: none. */
static inline motion motion_of(const char *name)
{
    int k = 0;

    while (k < MOTIONS && strcmp(name, motion_names[k]) != 0)
        k++;
    return (motion)k;
}

/* How far x, of as many numbers as the motion tells of its end, is from where it should be. */
static inline double error_of(motion what, const double x[])
{
    static const double spin[] = {0.374990779687020, 4.98094688100938, -0.426603245323483},
                        tip[] = {-1.72460030633852, -2.29664976173595};

    if (what == TUMBLE)
        return sqrt(pow(x[0] - spin[0], 2) + pow(x[1] - spin[1], 2) + pow(x[2] - spin[2], 2)) /
               sqrt(25.02);
    if (what == CHAIN)
        return hypot(x[0] - tip[0], x[1] - tip[1]);
    return fabs(x[0] - SPEED * SPEED / (2 * MU * GRAVITY));
}

/* seconds: processor time of the run */
static inline void print(const char *who, motion what, const char *how, double seconds, double error)
{
    printf("%s,%s,%s,%.4g,%.2e\n", who, motion_names[what], how, seconds / motion_ends[what],
           error);
}

#endif
