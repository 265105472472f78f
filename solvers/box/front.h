/* front.h - LCP, MLCP and relay as one: each of their problems is a problem in a box
 *
 * A method for boxes (box.h) is written once, with a state whose first member is a zni_front; ZNI_BOX_CLASS makes a
 * solver of a class of it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_FRONT_H
#define ZN_BOX_FRONT_H

#include <stddef.h>

#include <zeno/lcp.h>
#include <zeno/mlcp.h>
#include <zeno/relay.h>

#include "box.h"

static inline zni_box zni_lcp_box(const zn_lcp *p)
{
    return (zni_box){.n = p->n, .M = p->M, .q = p->q};
}

static inline zni_box zni_relay_box(const zn_relay *p)
{
    return (zni_box){
        .n = p->n, .M = p->M, .q = p->q, .lo = p->lb, .hi = p->ub};
}

/* lo: -inf for equality rows, else 0. ZN_EINVAL: more rows than unknowns */
zn_status zni_mlcp_box(zn_ctx *ctx, const zn_mlcp *p, double **lo,
                       zn_index *cap, zni_box *b);

typedef struct zni_front zni_front;

/* the box problem equivalent to a problem of the class */
typedef zn_status zni_view_fn(zni_front *f, zn_ctx *ctx, const void *problem,
                              zni_box *b);

struct zni_front {
    zni_view_fn *view;
    double      *lo; /* MLCP: n lower bounds; relay: 2 n work */
    zn_index     cap_lo;
    zn_matrix    M;  /* M in another storage, its values and indices */
    double      *x;
    zn_index    *i;
    zn_index     cap_x, cap_i;
};

zni_view_fn zni_relay_view;
/* As zn_relay_error, but an error that is no more than `enough` may be that before rounding is subtracted. */
double zni_relay_error(const zn_relay *p, double enough, const double z[], const double w[], double work[]);

/* The init of a solver whose state begins with a zni_front. */
zn_status zni_lcp_init(void *state, zn_ctx *ctx);
zn_status zni_mlcp_init(void *state, zn_ctx *ctx);
zn_status zni_relay_init(void *state, zn_ctx *ctx);

/* Store b->M by its density: full matrices dense, thin ones in columns. For methods that factor. Allocate for that,
 * with *nnz as it will be then. */
zn_status zni_front_store(zni_front *f, zn_ctx *ctx, zni_box *b);
zn_status zni_front_store_reserve(zni_front *f, zn_ctx *ctx, zn_index n,
                                  zn_index *nnz);

/* A matrix of a few rows in full storage, on the stack. */
typedef struct zni_few_rows {
    zn_matrix M;
    double x[ZNI_WARM_MAX * ZNI_WARM_MAX];
} zni_few_rows;

/* Let b->M be full, stored in f if it is not; false: it has more than ZNI_WARM_MAX rows. */
bool zni_few_rows_full(zni_few_rows *f, zni_box *b);

/* Allocate for the view of n rows. */
zn_status zni_front_reserve(zni_front *f, zn_ctx *ctx, zn_index n);
void zni_front_fini(zni_front *f, zn_ctx *ctx);

/* The descriptor zni_<class>_<method> of a file with `reserve` and `fini`. */
#define ZNI_BOX_CLASS(class, KIND, method, text, about, T, run, table)         \
    ZNI_SOLVER(zni_##class##_##method, ZN_KIND_##KIND##_SOLVER, text, about, T,\
               table, run, fini, .init = zni_##class##_init,                   \
               .reserve = reserve)

/* One for each of the three classes. */
#define ZNI_BOX_CLASSES(method, text, about, T, run, table)                    \
    ZNI_BOX_CLASS(lcp, LCP, method, text, about, T, run, table);               \
    ZNI_BOX_CLASS(mlcp, MLCP, method, text, about, T, run, table);             \
    ZNI_BOX_CLASS(relay, RELAY, method, text, about, T, run, table)

#endif
