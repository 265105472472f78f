/* ode.h - an integrator of smooth motion as its own files see it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_ODE_H
#define ZENO_KERNEL_ODE_H

#include <zeno/ode.h>

struct zn_ode {
    const zn_ode_type *type;
    zn_ctx            *ctx;
    void              *state; /* of the class */
    zn_ode_problem     p;
    bool               fresh; /* no step since zn_ode_begin */
    double             t0, t1, h;
    double            *y0, *y1; /* n each */
    double            *y;       /* n, for values in between */
    zn_index           cy0, cy1, cy;
    zn_ode_info        info;
    /* of the search for roots: 3 times the guards */
    double            *g;
    zn_index           cg;
};

#endif
