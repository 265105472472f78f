/* seidel.h - block Gauss-Seidel in any order, with relaxation and acceleration
 *
 *     z_b <- the solution of block b for the others as they are,  b in turn
 *
 * The owner of the blocks solves one block. The order of the blocks, over-relaxation, leaving settled blocks alone,
 * acceleration and the measure of change are here; what surrounds sweeps is in sweep.h.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_SEIDEL_H
#define ZENO_SOLVERS_SEIDEL_H

#include <string.h>

#include "../linalg/wide.h"
#include "acceleration.h"
#include "sweep.h"

typedef enum zni_order {
    ZNI_ASCENDING,
    ZNI_SHUFFLED,
    ZNI_REVERSE,
    ZNI_COLOURED,
    ZNI_DOMAINS
} zni_order;

/* how sweeps are accelerated */
typedef enum zni_pace {
    ZNI_PLAIN,
    ZNI_COMBINED,
    ZNI_MOMENTUM,
    ZNI_NESTEROV /* a step is a forward and a backward sweep */
} zni_pace;

typedef struct zni_nsgs {
    double tol;
    zn_index max_iter;
    double omega;
    int order;         /* zni_order; the last two are for contacts          */
    int once;          /* shuffled: 0: anew before each sweep, 1: once */
    zn_index seed;
    zn_index threads;  /* number of threads that share a colour; 0: one     */
    bool permuted;     /* coloured: the problem is already permuted by the `colours` of the work */
    zn_index grain;    /* mean number of blocks of a colour for each thread from which waking the threads pays */
    zn_index freeze;   /* sweeps for which a settled block is left alone    */
    int check;         /* 0: light with a full check, 1: full every sweep   */
    int local;         /* how a block is solved: zni_local, of contacts     */
    zn_index local_iter; /* most projections for a block                    */
    int accelerate;    /* zni_pace; not for shuffled orders, nor with freeze */
    zn_index depth;    /* ZNI_COMBINED: sweeps remembered, 0: the most       */
    zn_index plain;    /* ZNI_COMBINED: plain sweeps before, which need no memory; more of them where few more seem
                        * to be enough */
    zn_index patience; /* these four as in zni_sweeping                     */
    zn_index granted;
    zn_index early;
    zn_index more;
    zn_status (*price)(void *payer, zn_index *patience); /* as zni_sweeping, both */
    void *payer;
} zni_nsgs;

/* ---- one block ------------------------------------------------------------ */

/* Blocks to visit: first ... end - 1, or backwards, by number (order NULL) or by their place in an order. */
typedef struct zni_visits {
    zn_index first, end;
    bool back;
    const zn_index *order;
    double *moved; /* for all blocks, or NULL: squared norms of the change and of the new z of each */
} zni_visits;

/* What is done to a block; `of` is the first argument of all functions. A loop that knows these functions at compile
 * time has no calls: solve and carry are ZNI_INTO_WIDE then. */
typedef struct zni_visiting {
    void *of;
    zn_index d;            /* rows of a block, or 0: start                      */
    const zn_index *start; /* first rows of the blocks, and the end of the last */
    /* solves block b for its d rows z, the others as they are */
    zn_status (*solve)(void *of, zn_index d, zn_index b, double z[]);
    /* projects these rows on their set */
    void (*project)(void *of, zn_index b, double z[]);
    /* Optional: updates what is carried along, such as velocities, by the change. */
    void (*carry)(void *of, zn_index d, zn_index b, const double old[], const double z[]);
    /* set by the sweeps: */
    const zni_nsgs *opt;
    zn_index *sleep; /* for all blocks, with `freeze`: sweeps for which each is still left alone */
    double *old;     /* rows of the largest block, if more than ZNI_FEW_ROWS */
} zni_visiting;

enum { ZNI_FEW_ROWS = 6 };

/* Visits block b; moved: squared norms of its change and of its z. A block with a small change is left alone in the
 * next sweeps. Relaxation below 1 leaves z between the old rows and the solution, both in the set; above 1 it is
 * projected. */
static ZNI_INTO_WIDE zn_status zni_visit(const zni_visiting *s, zn_index b, double z[],
                                         double moved[2])
{
    const zni_nsgs *opt = s->opt;
    const zn_index at = s->d ? s->d * b : s->start[b],
                   d = s->d ? s->d : s->start[b + 1] - at;
    double few[ZNI_FEW_ROWS], *old = s->old ? s->old : few, *own = z + at;
    const bool asleep = opt->freeze > 0 && s->sleep[b] > 0 && s->sleep[b]-- > 0;
    zn_status st = ZN_OK;

    moved[0] = moved[1] = 0;
    if (!asleep) {
        for (zn_index i = 0; i < d; i++)
            old[i] = own[i];
        st = s->solve(s->of, d, b, own);
        for (zn_index i = 0; i < d && opt->omega != 1; i++)
            own[i] = old[i] + opt->omega * (own[i] - old[i]);
        if (opt->omega > 1)
            s->project(s->of, b, own);
        for (zn_index i = 0; i < d; i++)
            moved[0] += (own[i] - old[i]) * (own[i] - old[i]);
        if (s->carry)
            s->carry(s->of, d, b, old, own);
    }
    for (zn_index i = 0; i < d; i++)
        moved[1] += own[i] * own[i];
    if (!asleep && opt->freeze > 0 && moved[0] <= 1e-4 * opt->tol * opt->tol * moved[1])
        s->sleep[b] = opt->freeze;
    return st;
}

/* The block at place h of v. */
static inline zn_index zni_visited(const zni_visits *v, zn_index h)
{
    const zn_index o = v->back ? v->first + v->end - 1 - h : h;

    return v->order ? v->order[o] : o;
}

/* Visits all blocks of v; all: the sums of `moved` in the order of the visits. */
static ZNI_INTO_WIDE zn_status zni_visit_all(const zni_visiting *s, const zni_visits *v,
                                             double z[], double all[2])
{
    zn_status st = ZN_OK;

    all[0] = all[1] = 0;
    for (zn_index h = v->first; h < v->end && !st; h++) {
        const zn_index b = zni_visited(v, h);
        double moved[2];

        st = zni_visit(s, b, z, moved);
        all[0] += moved[0];
        all[1] += moved[1];
        if (v->moved)
            memcpy(v->moved + 2 * b, moved, sizeof moved);
    }
    return st;
}

/* The same for contacts, with the number of rows a constant of the compiler where it is two or three. */
static ZNI_INTO_WIDE zn_status zni_visit_contacts(const zni_visiting *s, const zni_visits *v,
                                                  double z[], double all[2])
{
    zni_visiting one = *s;

    if (s->d == 3) {
        one.d = 3;
        return zni_visit_all(&one, v, z, all);
    }
    if (s->d == 2) {
        one.d = 2;
        return zni_visit_all(&one, v, z, all);
    }
    return zni_visit_all(&one, v, z, all);
}

/* ---- sweeps ----------------------------------------------------------------- */

/* The owner of the blocks; block.of is the first argument of all functions. */
typedef struct zni_in_turn {
    zn_index n, nb; /* length of z, number of blocks                           */
    zni_visiting block;
    /* w = M z + q, or as in zni_swept; and the error */
    void (*renew)(void *of, const double z[], double w[]);
    double (*error)(void *of, const double z[], const double w[]);
    /* Optional: a sweep over the blocks of v, by zni_visit_all or with the same effect. */
    zn_status (*pass)(void *of, const zni_visiting *block, const zni_visits *v, double z[],
                      double w[], double all[2]);
    /* Optional: a whole plain sweep as in zni_swept, where a row costs as little as the code around it. */
    zn_status (*straight)(void *of, double z[], double w[], double *change);
    /* Optional: projects all blocks of z, faster than one by one */
    void (*admit)(void *of, double z[]);
    bool carries;         /* pass carries something along with z, which renew computes anew */
    double *best;         /* n, or NULL: the room of zni_seidel                */
    const double *weight; /* momentum: weights of the blocks in inner products */
    zn_index every;       /* as zni_sweeping, both                             */
    bool first;
} zni_in_turn;

/* Work arrays of the sweeps, made when needed. */
typedef struct zni_seidel {
    zn_index *order, *sleep; /* nb each: if shuffled; with `freeze` */
    double *best;            /* n                                              */
    double *old;             /* of the largest block                           */
    zni_anderson acceleration;
    zni_momentum momentum;
    zn_index cap_order, cap_sleep, cap_best, cap_old;
} zni_seidel;

zn_status zni_seidel_reserve(zn_ctx *ctx, zni_seidel *k, zn_index n, zn_index nb,
                             bool shuffled, bool freezes);
/* The same for these options, and blocks of at most `most` rows. */
zn_status zni_seidel_reserve_for(zn_ctx *ctx, zni_seidel *k, const zni_nsgs *opt, zn_index n,
                                 zn_index nb, zn_index most);
/* In addition for accelerated sweeps of any kind. */
zn_status zni_seidel_reserve_pace(zn_ctx *ctx, zni_seidel *k, zn_index n, zn_index depth);
void zni_seidel_fini(zn_ctx *ctx, zni_seidel *k);

/* ZN_EINVAL: options that exclude each other */
zn_status zni_nsgs_check(zn_ctx *ctx, const zni_nsgs *opt);

/* From z; on return z is the best point. */
zn_status zni_seidel_run(zni_call call, zni_seidel *k, const zni_nsgs *opt, const zni_in_turn *f);

/* ---- options ---------------------------------------------------------------- */

/* For a solver whose state T has a zni_nsgs f. */
#define ZNI_NSGS_LIMITS(T, f)                                                  \
    ZNI_LIMITS_IN(T, f, 1e-8, 10000, 1e9, "sweeps before giving up")
#define ZNI_NSGS_OMEGA(T, f)                                                   \
    ZNI_OPTION(T, REAL, "omega", f.omega, 1, 0.01, 1.99, NULL, "relaxation")
/* what: describes the orders; paces: "no" and the accelerations offered, described by `how` */
#define ZNI_NSGS_ORDERS(T, f, orders, what, paces, how)                        \
    ZNI_OPTION(T, CHOICE, "order", f.order, 0, 0, 0, orders, what),            \
        ZNI_OPTION(T, INT, "seed", f.seed, 1, 0, 1e9, NULL,                    \
                   "of the shuffled order"),                                   \
        ZNI_OPTION(T, CHOICE, "accelerate", f.accelerate, 0, 0, 0, paces, how)
#define ZNI_NSGS_PACES "no|yes|momentum|nesterov"
#define ZNI_NSGS_PACES_ARE                                                     \
    "sweeps combined by Anderson's least squares, with momentum by conjugate " \
    "gradients, or to and fro with Nesterov's"
#define ZNI_NSGS_SHUFFLE(T, f)                                                 \
    ZNI_OPTION(T, CHOICE, "shuffle", f.once, 0, 0, 0, "each|once",             \
               "shuffled order: anew for each sweep, or once")
#define ZNI_NSGS_FREEZE(T, f, what)                                            \
    ZNI_OPTION(T, INT, "freeze", f.freeze, 0, 0, 1e6, NULL,                    \
               "sweeps for which a settled " what " is left alone"),           \
        ZNI_OPTION(T, CHOICE, "check", f.check, 0, 0, 0, "light|full",         \
                   "error by the change of z and in full at the end, or in "   \
                   "full always")

#endif
