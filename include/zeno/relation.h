/** @file
 * Relations: maps between the state of the systems an interaction joins and
 * its output y and input. With q (or x) the stacked state of its systems,
 *
 *     y = h(t, q, lambda),     second order:  p = H' lambda  or  p = g(t, q, lambda)
 *                              first order:   r = g(t, x, lambda)
 *     velocity  dy/dt = H v + dh/dt,   H = dh/dq T(q).
 *
 * A relation knows nothing of laws, and keeps nothing that moves, so several
 * interactions may share one.
 *
 * | class        | output             | input        | operators                       |
 * |--------------|--------------------|--------------|---------------------------------|
 * | linear       | y = C q + D lambda + F z + e | H' lambda | C R, D, F, e: constants; z of the relation |
 * | scleronomous | y = h(q)           | H' lambda    | h S9 R, jac_h_q S9, jac_h_q_dot S10 |
 * | rheonomous   | y = h(t,q)         | H' lambda    | h, h_dot, jac_h_q: S11          |
 * | compliant    | y = h(q,lambda)    | H' lambda    | h, jac_h_q, jac_h_lambda: S12   |
 * | nonlinear    | y = h(t,q,lambda)  | g(t,q,lambda)| h, g, jac_h_q, jac_h_lambda, jac_g_q, jac_g_lambda: S13 |
 *
 * First order only ("nonlinear" is for both, q then being x):
 *
 * | class              | output                          | input     | operators |
 * |--------------------|---------------------------------|-----------|-----------|
 * | first-order-linear | y = C x + D lambda + F z + e    | B lambda  | C R, B R, D, F: constants or S1; e: constant or S2 |
 * | type1              | y = h(x)                        | g(lambda) | h, g, jac_h_x, jac_g_lambda: S14 |
 * | type2              | y = h(x,lambda)                 | g(lambda) | h, jac_h_x, jac_h_lambda: S15; g, jac_g_lambda: S16 |
 *
 * There a law is always written on y, and D may be singular.
 *
 * "linear" with D, "compliant" and "nonlinear" are position-level relations:
 * lambda is a force (N) there, an impulse (N s) elsewhere. D must be regular;
 * rows without compliance belong into a relation of their own.
 *
 * The states of systems on manifolds (rigid bodies) are stacked as they are: q
 * holds 7 numbers per body, and jac_h_q has as many columns; h is differenced in
 * these numbers, so it must have values beside unit quaternions too. Input given as
 * g is for systems with q' = v only.
 *
 * Jacobians (and h_dot) left out are replaced by central differences, said once
 * per relation in the log (jac_h_q_dot when it is first asked for; a rheonomous
 * relation always takes differences for accelerations). Their step is as in
 * zeno/ds.h. z of a linear relation may be written between steps.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_RELATION_H
#define ZENO_RELATION_H

#include <zeno/ds.h>

ZN_BEGIN_DECLS

typedef struct zn_relation zn_relation;

/** What holds of a relation for good. */
enum {
    ZN_RELATION_CONST_JAC = 1, /**< dh/dq (and dg/dlambda) constant            */
    ZN_RELATION_TIME      = 2, /**< velocity level: dh/dt is not zero          */
    ZN_RELATION_LAMBDA    = 4, /**< h depends on lambda: position level        */
    ZN_RELATION_INPUT     = 8, /**< input is g, not H' lambda                  */
    ZN_RELATION_LINEAR    = 16, /**< affine in (q, lambda) at each t           */
    ZN_RELATION_CONST     = 32, /**< y = C q + D lambda + y_0, all constant    */
    ZN_RELATION_CONST_D   = 64, /**< dh/dlambda constant                       */
    ZN_RELATION_PURE      = 128 /**< input B lambda, B constant or B(t)        */
};

/** A class of relations. nq below is the summed size of the systems' states. */
typedef struct zn_relation_type {
    zn_type        type; /**< kind ZN_KIND_RELATION                           */
    unsigned       families; /**< bit 1 << ZN_FIRST_ORDER, 1 << ZN_SECOND_ORDER */
    const zn_slot *slots;
    zn_status (*init)(zn_relation *r);
    void      (*fini)(zn_relation *r);
    zn_status (*seal)(zn_relation *r, zn_findings *f);
    unsigned  (*traits)(const zn_relation *r);
    /** y, ny. */
    zn_status (*output)(const zn_relation *r, double t, const double q[],
                        const double lambda[], double y[]);
    /** dh/dq, ny x nq. */
    zn_status (*jac_q)(const zn_relation *r, double t, const double q[],
                       const double lambda[], double C[]);
    /** Optional: dh/dt, ny; asked for when ZN_RELATION_TIME. */
    zn_status (*dh_dt)(const zn_relation *r, double t, const double q[],
                       double out[]);
    /** Optional: dh/dlambda, ny x ny; when ZN_RELATION_LAMBDA. */
    zn_status (*jac_lambda)(const zn_relation *r, double t, const double q[],
                            const double lambda[], double D[]);
    /** Optional, when ZN_RELATION_INPUT: g (n), dg/dlambda (n x ny), dg/dq
     * (n x nq, NULL: 0); n = nv summed (second order) or nx. */
    zn_status (*input)(const zn_relation *r, double t, const double q[],
                       const double lambda[], double g[]);
    zn_status (*input_jac_lambda)(const zn_relation *r, double t,
                                  const double q[], const double lambda[],
                                  double B[]);
    zn_status (*input_jac_q)(const zn_relation *r, double t, const double q[],
                             const double lambda[], double K[]);
    /** Optional: the second derivative of y along a motion without H v',
     * q'' h_qq q' + 2 h_tq q' + h_tt, ny; v: q', nq. NULL: 0. */
    zn_status (*acceleration)(const zn_relation *r, double t, const double q[],
                              const double v[], double out[]);
    /** Optional, second order: H = dh/dq T(q) itself, ny x nv summed. The host
     * then asks neither jac_q, which may be NULL, nor the systems' tangent. */
    zn_status (*jac_v)(const zn_relation *r, double t, const double q[],
                       const double lambda[], double H[]);
} zn_relation_type;

/** Make a relation.
 * @param[in] cls   "linear", "scleronomous", ... or a plugin's
 * @param[in] name  for messages; copied
 * @param[in] ny    size of y and lambda
 * @param[in] nq    summed size of the state of the systems it will join */
ZN_API zn_status zn_relation_new(zn_ctx *ctx, const char *cls, const char *name,
                                 zn_index ny, zn_index nq, zn_relation **out);
/** Free a relation that no model owns; NULL is fine. */
ZN_API void zn_relation_free(zn_relation *r);

ZN_API zn_operator *zn_relation_operator(zn_relation *r, const char *name);
ZN_API zn_status zn_relation_set_constant(zn_relation *r, const char *op,
                                          zn_index rows, zn_index cols,
                                          const double values[]);
ZN_API zn_status zn_relation_set_function(zn_relation *r, const char *op,
                                          zn_fn *f);
ZN_API zn_status zn_relation_set_plugin(zn_relation *r, const char *op,
                                        const char *plugin, const char *symbol);
ZN_API zn_status zn_relation_set_name(zn_relation *r, const char *op,
                                      const char *name);
ZN_API zn_status zn_relation_set_z(zn_relation *r, zn_index nz,
                                   const double z[]);
ZN_API double *zn_relation_z(zn_relation *r, zn_index *nz);

ZN_API const char *zn_relation_name(const zn_relation *r);
ZN_API zn_ctx *zn_relation_ctx(const zn_relation *r);
ZN_API const zn_relation_type *zn_relation_class(const zn_relation *r);
ZN_API void *zn_relation_state(const zn_relation *r);
ZN_API zn_operator *zn_relation_op(const zn_relation *r, zn_index i);
ZN_API unsigned zn_relation_traits(const zn_relation *r);
ZN_API zn_index zn_relation_ny(const zn_relation *r);
ZN_API zn_index zn_relation_nq(const zn_relation *r);

ZN_END_DECLS
#endif
