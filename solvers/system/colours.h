/* colours.h - colouring of contacts, and problems permuted by it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_COLOURS_H
#define ZENO_SYSTEM_COLOURS_H

#include "blocks.h"

/* The contacts by colours: W_ab = 0 = W_ba for a and b of one colour. */
typedef struct zni_colours {
    zn_index n;       /* colours                                            */
    zn_index *start;  /* nc + 1, n + 1 of them used: first of each colour in order */
    zn_index *order;  /* nc contacts, ascending in a colour                 */
    zn_index *colour; /* nc, of each contact                                */
    zn_index *p, *i;  /* block columns: nc + 1, nb block rows               */
    zn_index *seen;   /* nc, work                                           */
    /* domains only: where each domain begins in order; the first domain of each colour */
    zn_index *bound, *part;
    zn_index cap_start, cap_order, cap_colour, cap_p, cap_i, cap_seen, cap_bound,
        cap_part;
} zni_colours;

zn_status zni_colours_reserve(zn_ctx *ctx, zni_colours *k, zn_index nc,
                              zn_index nb);
/* Greedy: each contact in turn gets the first colour that no neighbour has. */
zn_status zni_colours_set(zn_ctx *ctx, zni_colours *k, const zni_fc *c);
void zni_colours_fini(zn_ctx *ctx, zni_colours *k);

/* Domains of some hundred contacts that are close to each other in the graph of W, and a colouring of the domains: W_ab
 * = 0 = W_ba for a and b of one colour and two domains. */
typedef struct zni_domains {
    zn_index n;        /* domains                                           */
    zni_colours graph; /* of them                                           */
    zn_index *v, *i;   /* work: 5 nc + 3; which domain reads which, at most nb */
    zn_index cap_v, cap_i;
} zni_domains;

zn_status zni_domains_reserve(zn_ctx *ctx, zni_domains *k, zn_index nc,
                              zn_index nb);
/* out: contacts by colour and domain, within a domain in their order. Its p and i stay empty. */
zn_status zni_domains_set(zn_ctx *ctx, zni_domains *k, const zni_fc *c,
                          zni_colours *out);
void zni_domains_fini(zn_ctx *ctx, zni_domains *k);

/* A problem with its contacts in the order of their colours, and its vectors. */
typedef struct zni_permuted {
    zni_fc c;    /* the problem as sweeps need it, without ro and bp         */
    zn_index *i; /* p, i, diag of c                                          */
    double *x;
    double *v;   /* r and u, n each; then what c points to                   */
    zn_index cap_i, cap_x, cap_v;
} zni_permuted;

zn_status zni_permuted_reserve(zn_ctx *ctx, zni_permuted *s, zn_index n,
                               zn_index nc, zn_index nb, zn_index values);
/* k is the colouring of c; k->seen is overwritten. */
zn_status zni_permuted_set(zn_ctx *ctx, zni_permuted *s, zni_colours *k,
                           const zni_fc *c);
/* Copies r into v in the new order; and r and u back. */
void zni_permuted_enter(const zni_permuted *s, const zni_colours *k,
                        const double r[]);
void zni_permuted_leave(const zni_permuted *s, const zni_colours *k, double r[],
                        double u[]);
void zni_permuted_fini(zn_ctx *ctx, zni_permuted *s);

#endif
