/* product.h - the matrix of a one-step problem kept as the product H W^-1 H'
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_PRODUCT_H
#define ZENO_KERNEL_PRODUCT_H

#include "kernel/osnsp/member.h"

#include "solvers/contact/exchange.h"

/* Contacts with friction, whose sweeps read the blocks of linearisations and what integrators
 * keep of W; product.c. */
typedef struct zni_product_form {
    bool         on;    /* the active rows are such */
    bool         ready; /* and so are their blocks in this step */
    zni_exchange of;
    int32_t     *at;    /* by place of the system: rows on it, then its number in `of` */
    zn_index     cat;
} zni_product_form;

/* ---- product.c ---- */
/* After the active rows became others: is the product to stand for the matrix? Then room. */
zn_status zni_product_structure(zni_problem *p);
/* After that with all rows: room for what sweeps may want besides. */
zn_status zni_product_reserve(zni_problem *p);
/* Where everything is in this step; fresh: blocks are to be made. */
zn_status zni_product_set(zni_problem *p, const zni_body *bodies, bool fresh);
/* Sweeps from z to z and w. ZN_UNSOLVED: it takes the matrix, or the time is over. */
zn_status zni_product_solve(zni_problem *p, zn_solve_info *info);
void zni_product_fini(zni_problem *p);

#endif
