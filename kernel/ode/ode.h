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
    /* of the search for roots */
    double            *g;
    zn_index           cg;
};

/* Values that the search for roots needs of each guard. */
enum { ZNI_OF_A_GUARD = 7 };

/* Room for n unknowns and so many guards: nothing is allocated for fewer after that. */
zn_status zni_ode_reserve(zn_ode *ode, zn_index n, zn_index guards);
/* zn_ode_root; parabolic: all guards are linear in y but for a constant, and the class "ballistic". */
zn_status zni_ode_root(zn_ode *ode, zn_guards *guards, double until, zn_index samples,
                       bool parabolic, bool crossed[], zn_root *out);
/* Can the last step be kept, and taken up later? */
bool zni_ode_keeps(const zn_ode *ode);
/* All of the last step but the problem, of n unknowns, after zni_ode_reserve. */
void zni_ode_memory(zn_ode *ode, zn_index n, zn_memory_fn *keep, void *to);
/* A step that was loaded is of that problem. */
void zni_ode_attach(zn_ode *ode, const zn_ode_problem *p);

#endif
