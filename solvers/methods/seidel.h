/* seidel.h - Gauss-Seidel: blocks in turn, in any order, at any pace
 *
 *     z_b <- the solution of block b for the others as they are,  b in turn
 *
 * Who owns the blocks solves one of them. In which order they come, how far beyond its solution
 * a block is taken, which ones sleep, how sweeps are combined and what they changed is here; what is
 * around sweeps is in sweep.h.
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

/* how sweeps follow each other */
typedef enum zni_pace {
    ZNI_PLAIN,
    ZNI_COMBINED,
    ZNI_MOMENTUM,
    ZNI_NESTEROV /* a step is a sweep in the order and one against it */
} zni_pace;

typedef struct zni_nsgs {
    double tol;
    zn_index max_iter;
    double omega;
    int order;         /* zni_order; the last two are those of contacts     */
    int once;          /* shuffled: 0: before each sweep, 1: before the first */
    zn_index seed;
    zn_index threads;  /* that share a colour; 0: one                       */
    bool permuted;     /* coloured: by `colours` of the work, and in their order */
    zn_index grain;    /* blocks of a colour by thread, in the mean, for the
                        * threads to be worth their waking                  */
    zn_index freeze;   /* sweeps a settled block is left alone              */
    int check;         /* 0: light with a full check, 1: full every sweep   */
    int local;         /* how a block is solved: zni_local of contacts      */
    zn_index local_iter; /* its projections, at most                        */
    int accelerate;    /* zni_pace; not for shuffled orders, nor with freeze */
    zn_index depth;    /* of ZNI_COMBINED: sweeps, 0: as many as it can      */
    zn_index plain;    /* of ZNI_COMBINED: sweeps before, which need no memory of points;
                        * more where few more seem to be enough              */
    zn_index patience; /* as zni_sweeping, these four                       */
    zn_index granted;
    zn_index early;
    zn_index more;
    zn_status (*price)(void *payer, zn_index *patience); /* as zni_sweeping, both */
    void *payer;
} zni_nsgs;

/* ---- one block ------------------------------------------------------------ */

/* Blocks to visit: those of first ... end - 1, or back, as they come (NULL) or in an order. */
typedef struct zni_visits {
    zn_index first, end;
    bool back;
    const zn_index *order;
    double *moved; /* of all, or NULL: the squares of the change and of the new z of each */
} zni_visits;

/* What is done to a block; `of` is the first argument of all. A loop over blocks may know the functions as
 * constants: solve and carry are ZNI_INTO_WIDE then, and no calls. */
typedef struct zni_visiting {
    void *of;
    zn_index d;            /* rows of a block, or 0: start                      */
    const zn_index *start; /* first rows, and the end                           */
    /* the d rows z of block b for the others as they are */
    zn_status (*solve)(void *of, zn_index d, zn_index b, double z[]);
    /* those, which are anywhere, onto their set */
    void (*project)(void *of, zn_index b, double z[]);
    /* Optional: what is carried along hears of the change. */
    void (*carry)(void *of, zn_index d, zn_index b, const double old[], const double z[]);
    /* of the sweeps: */
    const zni_nsgs *opt;
    zn_index *sleep; /* of all, where they freeze                               */
    double *old;     /* as many as a block has, where these are more than ZNI_FEW_ROWS */
} zni_visiting;

enum { ZNI_FEW_ROWS = 6 };

/* Is a block left alone in this sweep? Its number counts down. */
static inline bool zni_nsgs_sleeps(const zni_nsgs *opt, zn_index sleep[], zn_index b)
{
    return opt->freeze > 0 && sleep[b] > 0 && sleep[b]-- > 0;
}

/* It has changed by so little, as squares, that the next ones do. */
static inline void zni_nsgs_settle(const zni_nsgs *opt, double change, double size,
                                   zn_index sleep[], zn_index b)
{
    if (opt->freeze > 0 && change <= 1e-4 * opt->tol * opt->tol * size)
        sleep[b] = opt->freeze;
}

/* n rows of z between the old ones, in the set as well, and the new, or beyond these: true, and the
 * projection comes next */
static inline bool zni_nsgs_relax(double omega, zn_index n, const double old[], double z[])
{
    for (zn_index i = 0; i < n && omega != 1; i++)
        z[i] = old[i] + omega * (z[i] - old[i]);
    return omega > 1;
}

/* Block b; moved: the squares of its change and of what it is. */
static ZNI_INTO_WIDE zn_status zni_visit(const zni_visiting *s, zn_index b, double z[],
                                         double moved[2])
{
    const zn_index at = s->d ? s->d * b : s->start[b],
                   d = s->d ? s->d : s->start[b + 1] - at;
    double few[ZNI_FEW_ROWS], *old = s->old ? s->old : few, *own = z + at;
    const bool asleep = zni_nsgs_sleeps(s->opt, s->sleep, b);
    zn_status st = ZN_OK;

    moved[0] = moved[1] = 0;
    if (!asleep) {
        for (zn_index i = 0; i < d; i++)
            old[i] = own[i];
        st = s->solve(s->of, d, b, own);
        if (zni_nsgs_relax(s->opt->omega, d, old, own))
            s->project(s->of, b, own);
        for (zn_index i = 0; i < d; i++)
            moved[0] += (own[i] - old[i]) * (own[i] - old[i]);
        if (s->carry)
            s->carry(s->of, d, b, old, own);
    }
    for (zn_index i = 0; i < d; i++)
        moved[1] += own[i] * own[i];
    if (!asleep)
        zni_nsgs_settle(s->opt, moved[0], moved[1], s->sleep, b);
    return st;
}

/* the one in place h of v */
static inline zn_index zni_visited(const zni_visits *v, zn_index h)
{
    const zn_index o = v->back ? v->first + v->end - 1 - h : h;

    return v->order ? v->order[o] : o;
}

/* All of v; all: the sums of moved, in the order of the visits. */
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

/* The same of contacts: where they have two or three rows that is a constant. */
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

/* Whose blocks they are; block.of is the first argument of all. */
typedef struct zni_in_turn {
    zn_index n, nb; /* numbers of z, blocks                                    */
    zni_visiting block;
    /* w = M z + q, or as zni_swept has it; its error */
    void (*renew)(void *of, const double z[], double w[]);
    double (*error)(void *of, const double z[], const double w[]);
    /* Optional: a sweep, the blocks of v by zni_visit_all or to the same end. */
    zn_status (*pass)(void *of, const zni_visiting *block, const zni_visits *v, double z[],
                      double w[], double all[2]);
    /* Optional: a sweep as zni_swept has it, in the order and not combined, for rows that are as cheap
     * as all that is around them. */
    zn_status (*straight)(void *of, double z[], double w[], double *change);
    /* Optional: all blocks of z onto their sets, sooner than one by one */
    void (*admit)(void *of, double z[]);
    bool carries;         /* pass carries something along with z: renew makes it */
    double *best;         /* n; NULL: room of the sweeps                       */
    const double *weight; /* momentum: what products of blocks of d are multiplied with */
    zn_index every;       /* as zni_sweeping, both                             */
    bool first;
} zni_in_turn;

/* Room of sweeps, which is there when it is asked for. */
typedef struct zni_seidel {
    zn_index *order, *sleep; /* nb, where they are shuffled; where they freeze */
    double *best;            /* n                                              */
    double *old;             /* of the largest block                           */
    zni_anderson acceleration;
    zni_momentum momentum;
    zn_index cap_order, cap_sleep, cap_best, cap_old;
} zni_seidel;

zn_status zni_seidel_reserve(zn_ctx *ctx, zni_seidel *k, zn_index n, zn_index nb,
                             bool shuffled, bool freezes);
/* What sweeps with these options ask for, of blocks of `most` rows at most. */
zn_status zni_seidel_reserve_for(zn_ctx *ctx, zni_seidel *k, const zni_nsgs *opt, zn_index n,
                                 zn_index nb, zn_index most);
/* In addition for sweeps that are combined, in any way. */
zn_status zni_seidel_reserve_pace(zn_ctx *ctx, zni_seidel *k, zn_index n, zn_index depth);
void zni_seidel_fini(zn_ctx *ctx, zni_seidel *k);

/* ZN_EINVAL: options that exclude each other */
zn_status zni_nsgs_check(zn_ctx *ctx, const zni_nsgs *opt);

/* From z; the best point comes back. */
zn_status zni_seidel_run(zn_ctx *ctx, zni_seidel *k, const zni_nsgs *opt,
                         const zni_in_turn *f, double z[], double w[],
                         zn_monitor *mon, zn_solve_info *info);

/* ---- options ---------------------------------------------------------------- */

/* Of a solver whose state T has a zni_nsgs f. */
#define ZNI_NSGS_LIMITS(T, f)                                                  \
    ZNI_LIMITS_IN(T, f, 1e-8, 10000, 1e9, "sweeps before giving up")
#define ZNI_NSGS_OMEGA(T, f)                                                   \
    ZNI_OPTION(T, REAL, "omega", f.omega, 1, 0.01, 1.99, NULL, "relaxation")
/* what: of the orders, the blocks; paces: no, and those that there are */
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
