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

/* Values that the search for roots needs of each guard: at four instants, and the terms of a polynomial, of a
 * parabola at least. */
static inline zn_index zni_ode_of_a_guard(const zn_ode *ode)
{
    const zn_ode_type *t = ode->type;

    return 4 + (ZN_HAS(zn_ode_type, t, terms) && t->terms > 3 ? t->terms : 3);
}

/* Guards that are linear in y but for a constant, all of them, on a solution that is a polynomial: on that of the
 * class "ballistic", or of "linear", which asks for `along`. */
typedef struct zni_guard_lines {
    enum { ZNI_LINES_NONE, ZNI_LINES_PARABOLAS, ZNI_LINES_POWERS } of;
    /* the linear part of guard i along n vectors y, `stride` apart, into c; NULL: it is what the guard says of y and
     * of zero */
    void (*along)(void *user, zn_index i, zn_index n, zn_index stride, const double y[], double c[]);
} zni_guard_lines;

/* Room for n unknowns and so many guards: nothing is allocated for fewer after that. */
zn_status zni_ode_reserve(zn_ode *ode, zn_index n, zn_index guards);
/* zn_ode_root. */
zn_status zni_ode_root(zn_ode *ode, zn_guards *guards, double until, zn_index samples,
                       const zni_guard_lines *lines, bool crossed[], zn_root *out);
/* Can the last step be kept, and taken up later? */
bool zni_ode_keeps(const zn_ode *ode);
/* All of the last step but the problem, of n unknowns, after zni_ode_reserve. */
void zni_ode_memory(zn_ode *ode, zn_index n, zn_memory_fn *keep, void *to);
/* A step that was loaded is of that problem. */
void zni_ode_attach(zn_ode *ode, const zn_ode_problem *p);

#endif
