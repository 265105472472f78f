/* nsgs.h - nonsmooth Gauss-Seidel: sweeps over all contacts
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CONTACT_NSGS_H
#define ZENO_SOLVERS_CONTACT_NSGS_H

#include "../core/monitor.h"
#include "../core/pool.h"
#include "../system/colours.h"
#include "contact.h"

/* Two contacts have hardly more than one order: where the last sweeps of a pair gain nothing within ZNI_PAIR_SWEEPS,
 * more of them gain nothing either. */
enum { ZNI_PAIR = 2, ZNI_PAIR_SWEEPS = 1000 };

typedef struct zni_nsgs_work {
    char *contact; /* nc times the law's contact_size                      */
    double *moved; /* 2 nc: squared changes and squared r, for colours       */
    zni_colours colours;
    zni_domains domains;   /* where the colours are those of domains        */
    zni_permuted permuted; /* the problem in the order of the colours       */
    zni_pool *pool; /* NULL: no threads                                     */
    zni_seidel turns;
    zn_index cap_contact, cap_moved;
} zni_nsgs_work;

zn_status zni_nsgs_reserve(zn_ctx *ctx, zni_nsgs_work *k, zn_index n);
/* The same for the number of contacts that c really has. */
zn_status zni_nsgs_size(zn_ctx *ctx, zni_nsgs_work *k, const zni_fc *c);
/* In addition for a coloured order of n rows, nc contacts and nb blocks with `values` numbers in all. */
zn_status zni_nsgs_reserve_colours(zn_ctx *ctx, zni_nsgs_work *k, zn_index n,
                                   zn_index nc, zn_index nb, zn_index values);
/* Permutes the problem by colours into k->permuted, for runs with the option `permuted`. */
zn_status zni_nsgs_permute(zn_ctx *ctx, zni_nsgs_work *k, int order,
                           const zni_fc *c);
void zni_nsgs_fini(zn_ctx *ctx, zni_nsgs_work *k);
zn_status zni_nsgs_run(zni_call call, zni_nsgs_work *k, const zni_nsgs *opt,
                       const zni_fc *c);

#endif
