/* nsgs.h - nonsmooth Gauss-Seidel: sweeps over all contacts
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CONTACT_NSGS_H
#define ZENO_SOLVERS_CONTACT_NSGS_H

#include "../core/monitor.h"
#include "../core/pool.h"
#include "../methods/acceleration.h"
#include "../methods/momentum.h"
#include "../system/colours.h"
#include "contact.h"

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

/* Of two contacts there are hardly two orders: last sweeps that gain nothing in so many gain nothing more. */
enum { ZNI_PAIR = 2, ZNI_PAIR_SWEEPS = 1000 };

typedef struct zni_nsgs {
    double tol;
    zn_index max_iter;
    double omega;
    int order;         /* zni_order                                         */
    int once;          /* shuffled: 0: before each sweep, 1: before the first */
    zn_index seed;
    zn_index threads;  /* that share a colour; 0: one                       */
    bool permuted;     /* coloured: by `colours` of the work, and in their order */
    zn_index grain;    /* blocks of a colour by thread, in the mean, for the
                        * threads to be worth their waking                  */
    zn_index freeze;   /* sweeps a settled contact is left alone            */
    int check;         /* 0: light with a full check, 1: full every sweep   */
    int local;         /* zni_local                                         */
    zn_index local_iter; /* its projections, at most                        */
    int accelerate;    /* zni_pace; not for shuffled orders, nor with freeze */
    zn_index depth;    /* of ZNI_COMBINED: sweeps, 0: as many as it can      */
    zn_index patience; /* as zni_sweeping, these four                       */
    zn_index granted;
    zn_index early;
    zn_index more;
    zn_status (*price)(void *payer, zn_index *patience); /* as zni_sweeping, both */
    void *payer;
} zni_nsgs;

typedef struct zni_nsgs_work {
    char *contact; /* nc of the law's contact_size                         */
    zn_index *order, *sleep; /* nc, where they are shuffled; where they freeze */
    double *v;     /* n: best r                                             */
    double *moved; /* 2 nc: squares of the changes and of r, when coloured  */
    zni_colours colours;
    zni_domains domains;   /* where they are of these                       */
    zni_permuted permuted; /* the problem in their order                    */
    zni_pool *pool; /* NULL: no threads                                     */
    zni_anderson acceleration; /* their memory is there when asked for      */
    zni_momentum momentum;
    zn_index cap_contact, cap_order, cap_sleep, cap_v, cap_moved;
} zni_nsgs_work;

/* Is a contact left alone in this sweep? Its number counts down. */
static inline bool zni_nsgs_sleeps(const zni_nsgs *opt, zn_index sleep[], zn_index a)
{
    return opt->freeze > 0 && sleep[a] > 0 && sleep[a]-- > 0;
}

/* It has changed by so little, as squares, that the next ones do. */
static inline void zni_nsgs_settle(const zni_nsgs *opt, double change, double size,
                                   zn_index sleep[], zn_index a)
{
    if (opt->freeze > 0 && change <= 1e-4 * opt->tol * opt->tol * size)
        sleep[a] = opt->freeze;
}

/* n rows of r between the old ones, in the cone as well, and the new, or beyond these: true, and the projection
 * comes next */
static inline bool zni_nsgs_relax(double omega, zn_index n, const double old[], double r[])
{
    for (zn_index i = 0; i < n && omega != 1; i++)
        r[i] = old[i] + omega * (r[i] - old[i]);
    return omega > 1;
}

zn_status zni_nsgs_reserve(zn_ctx *ctx, zni_nsgs_work *k, zn_index n);
/* The same for the contacts of c, of which there are not n / 2. */
zn_status zni_nsgs_size(zn_ctx *ctx, zni_nsgs_work *k, const zni_fc *c);
/* In addition for accelerated sweeps, of either kind. */
zn_status zni_nsgs_reserve_pace(zn_ctx *ctx, zni_nsgs_work *k, zn_index n,
                                zn_index depth);
/* In addition for the coloured order of n rows, nc contacts and nb blocks of so many
 * values. */
zn_status zni_nsgs_reserve_colours(zn_ctx *ctx, zni_nsgs_work *k, zn_index n,
                                   zn_index nc, zn_index nb, zn_index values);
/* The problem in an order of colours: k->permuted, for runs with `permuted`. */
zn_status zni_nsgs_permute(zn_ctx *ctx, zni_nsgs_work *k, int order,
                           const zni_fc *c);
void zni_nsgs_fini(zn_ctx *ctx, zni_nsgs_work *k);
zn_status zni_nsgs_run(zn_ctx *ctx, zni_nsgs_work *k, const zni_nsgs *opt,
                       const zni_fc *c, double r[], double u[],
                       zn_monitor *mon, zn_solve_info *info);

#endif
