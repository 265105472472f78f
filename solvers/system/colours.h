/* colours.h - contacts that do not touch each other, and problems in their order
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_COLOURS_H
#define ZENO_SYSTEM_COLOURS_H

#include "blocks.h"

/* The contacts by colours: W_ab = 0 = W_ba for a and b of one colour. */
typedef struct zni_colours {
    zn_index n;       /* colours                                            */
    zn_index *start;  /* nc + 1, of which n + 1: first of a colour in order */
    zn_index *order;  /* nc contacts, ascending in a colour                 */
    zn_index *colour; /* nc, of each contact                                */
    zn_index *p, *i;  /* block columns: nc + 1, nb block rows               */
    zn_index *seen;   /* nc, work                                           */
    /* of colours of domains: where each begins in order, the first of a colour */
    zn_index *bound, *part;
    zn_index cap_start, cap_order, cap_colour, cap_p, cap_i, cap_seen, cap_bound,
        cap_part;
} zni_colours;

zn_status zni_colours_reserve(zn_ctx *ctx, zni_colours *k, zn_index nc,
                              zn_index nb);
/* Each contact in its turn gets the first colour that is free. */
zn_status zni_colours_set(zn_ctx *ctx, zni_colours *k, const zni_fc *c);
void zni_colours_fini(zn_ctx *ctx, zni_colours *k);

/* The contacts in domains of some hundred that are near to each other in the graph of W, and
 * the domains by colours: W_ab = 0 = W_ba for a and b of one colour and two domains. */
typedef struct zni_domains {
    zn_index n;        /* domains                                           */
    zni_colours graph; /* of them                                           */
    zn_index *v, *i;   /* work: 5 nc + 3; which reads which, at most nb      */
    zn_index cap_v, cap_i;
} zni_domains;

zn_status zni_domains_reserve(zn_ctx *ctx, zni_domains *k, zn_index nc,
                              zn_index nb);
/* out: contacts by colour and domain, in a domain as they come. p, i of it stay empty. */
zn_status zni_domains_set(zn_ctx *ctx, zni_domains *k, const zni_fc *c,
                          zni_colours *out);
void zni_domains_fini(zn_ctx *ctx, zni_domains *k);

/* A problem with its contacts in the order of their colours, and its vectors. */
typedef struct zni_permuted {
    zni_fc c;    /* what sweeps ask of one: no ro, bp                        */
    zn_index *i; /* p, i, diag of c                                          */
    double *x;
    double *v;   /* r, u: n each; then what c points to                      */
    zn_index cap_i, cap_x, cap_v;
} zni_permuted;

zn_status zni_permuted_reserve(zn_ctx *ctx, zni_permuted *s, zn_index n,
                               zn_index nc, zn_index nb, zn_index values);
/* k is that of c; it loses k->seen. */
zn_status zni_permuted_set(zn_ctx *ctx, zni_permuted *s, zni_colours *k,
                           const zni_fc *c);
/* r into v; r and u back */
void zni_permuted_enter(const zni_permuted *s, const zni_colours *k,
                        const double r[]);
void zni_permuted_leave(const zni_permuted *s, const zni_colours *k, double r[],
                        double u[]);
void zni_permuted_fini(zn_ctx *ctx, zni_permuted *s);

#endif
