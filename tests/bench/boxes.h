/* boxes.h - boxes on a floor for two engines: what is built, and what is wrong at the end
 * SPDX-License-Identifier: Apache-2.0
 *
 * `floor`: boxes of 1 kg and 0.2 m side by side, mu = 0.5. Every second one is pushed along x by
 * half of what friction bears, and stays; the others by one and a half of it, and have gone
 * mu g T^2/4 after T. `stacks`: the same boxes in stacks of ten, every box pushed by 0.05 mu g: the
 * lowest bears half of what it can. */
#ifndef ZENO_BENCH_BOXES_H
#define ZENO_BENCH_BOXES_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define SIDE 0.2
#define PITCH 0.5
#define MU 0.5
#define GRAVITY 9.81
#define SECONDS 0.5

/* Where the k-th of n boxes begins, and the force on it. */
static inline void place(bool stacks, int n, int k, double x[3], double *force)
{
    const int high = stacks ? 10 : 1, column = k / high;
    const int across = (int)ceil(sqrt((double)n / high));

    x[0] = 4 * PITCH * (column % across);
    x[1] = PITCH * (column / across);
    x[2] = SIDE / 2 + SIDE * (k % high);
    *force = MU * GRAVITY * (stacks ? 0.05 : k % 2 ? 1.5 : 0.5);
}

/* How far it has gone at the end. */
static inline double goes(bool stacks, int k)
{
    return stacks || k % 2 == 0 ? 0 : MU * GRAVITY * SECONDS * SECONDS / 4;
}

/* Sums of what is wrong. */
typedef struct wrong {
    double creep, slide, sunk; /* largest errors along x of those that stay and of those that go; mean of how
                                  deep boxes are (m) */
} wrong;

static inline void look(bool stacks, int n, int k, const double now[3], wrong *w)
{
    const double way = goes(stacks, k);
    double x[3], force, *most = way > 0 ? &w->slide : &w->creep;

    place(stacks, n, k, x, &force);
    *most = fmax(*most, fabs(now[0] - x[0] - way));
    w->sunk += fmax(x[2] - now[2], 0) / n;
}

static inline void print(const char *who, const char *what, int n, double h,
                         double seconds, const wrong *w)
{
    printf("%s,%s,%d,%g,%.4g,%.2e,%.2e,%.2e\n", who, what, n, h,
           seconds / SECONDS, w->creep, w->slide, w->sunk);
}

#endif
