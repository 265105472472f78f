/** @file
 * Relations: maps between the state of the systems an interaction joins and
 * its output y and input. With q (or x) the stacked state of its systems,
 *
 *     y = h(t, q, lambda),     second order:  p = H' lambda  or  p = g(t, q, lambda)
 *                              first order:   r = g(t, x, lambda)
 *     velocity  dy/dt = H v + dh/dt,   H = dh/dq T(q).
 *
 * A relation knows nothing of laws, and keeps nothing that moves, so several
 * interactions may share one: 1e5 contacts, if what differs between them (points,
 * radii) is in the data of each interaction, a block of the size that the class
 * declares, which every operation is given. zn_interaction_set_data, doc/contacts.md.
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
 * | without-feedthrough | y = h(x)                       | g(lambda) | h, g, jac_h_x, jac_g_lambda: S14 |
 * | feedthrough        | y = h(x,lambda)                 | g(lambda) | h, jac_h_x, jac_h_lambda: S15; g, jac_g_lambda: S16 |
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
 * zeno/ds.h, but for dh/dq and dh/dt of "scleronomous" and "rheonomous": these
 * look at h up to 6e-3 max(1, |q_j|), or 6e-3 s, to both sides, and are good to
 * 1e-13 of max(1, |q|) where it is smooth over that; else as there, to 1e-10.
 * y'' comes from H v + dh/dt to 1e-10 if both are given, else from h: to 1e-10
 * where that is smooth over 6e-3 s of the motion at hand, elsewhere to 1e-8,
 * with which event-driven simulation takes many short steps.
 * z of a linear relation may be written between steps.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_RELATION_H
#define ZENO_RELATION_H

#include <zeno/ds.h>

ZN_BEGIN_DECLS

typedef struct zn_relation zn_relation;

/** What the parts of a relation vary with, seen as
 *     y = C q + D lambda + e,   input  B lambda + b  or  C' lambda.
 * Of a function the parts that are not known to be less vary with all that it has
 * as arguments. */
typedef struct zn_relation_variability {
    zn_vary C;     /**< dh/dq                                                 */
    zn_vary D;     /**< dh/dlambda                                            */
    zn_vary e;     /**< y - C q - D lambda                                    */
    bool    input; /**< the input is g; else it is C' lambda, and what follows
                        has no meaning                                        */
    zn_vary B;     /**< dg/dlambda                                            */
    zn_vary K;     /**< dg/dq                                                 */
    zn_vary b;     /**< g - B lambda                                          */
} zn_relation_variability;

/** Is y affine in (q, lambda) at each t? */
static inline bool zn_relation_affine_output(const zn_relation_variability *v)
{
    const zn_vary moves = ZN_WITH_STATE | ZN_WITH_LAMBDA;

    return !zn_vary_with(v->C, moves) && !zn_vary_with(v->D, moves);
}

/** Are y and the input? */
static inline bool zn_relation_affine(const zn_relation_variability *v)
{
    const zn_vary moves = ZN_WITH_STATE | ZN_WITH_LAMBDA;

    return zn_relation_affine_output(v) &&
           !(v->input && (zn_vary_with(v->B, moves) || zn_vary_with(v->K, moves)));
}

/** Are C, D and B the same for good, and the input nothing but B lambda? e may
 * vary with time and parameters. */
static inline bool zn_relation_linear(const zn_relation_variability *v)
{
    const zn_vary moves = ZN_WITH_STATE | ZN_WITH_LAMBDA;

    return zn_vary_constant(v->C) && zn_vary_constant(v->D) &&
           !zn_vary_with(v->e, moves) &&
           !(v->input && (v->K || v->b || !zn_vary_constant(v->B)));
}

/** Does y vary with time? */
static inline bool zn_relation_moves(const zn_relation_variability *v)
{
    return zn_vary_with(v->C | v->D | v->e, ZN_WITH_TIME);
}

/** Second order: is its law written on y, lambda being a force? */
static inline bool zn_relation_on_position(const zn_relation_variability *v)
{
    return v->D || v->input;
}

/** A class of relations. nq below is the summed size of the systems' states. What
 * the operations give depends on their arguments alone, and is written whatever the
 * arrays held; several threads may ask a relation at the same time. */
typedef struct zn_relation_type {
    zn_type        type; /**< kind ZN_KIND_RELATION                           */
    unsigned       families; /**< bit 1 << ZN_FIRST_ORDER, 1 << ZN_SECOND_ORDER */
    const zn_slot *slots;
    zn_status (*init)(zn_relation *r);
    void      (*fini)(zn_relation *r);
    zn_status (*seal)(zn_relation *r, zn_findings *f);
    /** What the operators vary with, into a zeroed struct; called after a seal
     * without findings. */
    void      (*varies)(const zn_relation *r, zn_relation_variability *out);
    /** y, ny. `data`: of the interaction, NULL if data_size is 0; it is not the
     * relation's, and holds still during a step. */
    zn_status (*output)(const zn_relation *r, const void *data, double t,
                        const double q[], const double lambda[], double y[]);
    /** dh/dq, ny x nq. */
    zn_status (*jac_q)(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double C[]);
    /** Optional: dh/dt, ny; asked for when y varies with time and the input
     * is C' lambda. */
    zn_status (*dh_dt)(const zn_relation *r, const void *data, double t,
                       const double q[], double out[]);
    /** Optional: dh/dlambda, ny x ny; when D is not zero. */
    zn_status (*jac_lambda)(const zn_relation *r, const void *data, double t,
                            const double q[], const double lambda[],
                            double D[]);
    /** Optional, when `input`: g (n), dg/dlambda (n x ny), dg/dq
     * (n x nq, NULL: 0); n = nv summed (second order) or nx. */
    zn_status (*input)(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double g[]);
    zn_status (*input_jac_lambda)(const zn_relation *r, const void *data,
                                  double t, const double q[],
                                  const double lambda[], double B[]);
    zn_status (*input_jac_q)(const zn_relation *r, const void *data, double t,
                             const double q[], const double lambda[],
                             double K[]);
    /** Optional: the second derivative of y along a motion without H v',
     * q'' h_qq q' + 2 h_tq q' + h_tt, which is d(H v + dh/dt)/dt with v held, ny;
     * v: q', nq. NULL: 0. Not asked of relations on position and of the first
     * order. */
    zn_status (*acceleration)(const zn_relation *r, const void *data, double t,
                              const double q[], const double v[], double out[]);
    /** Optional, second order: H = dh/dq T(q) itself, ny x nv summed. The host
     * then asks neither jac_q, which may be NULL, nor the systems' tangent. A row
     * whose y stays zero may have any H: a velocity that has no integral, such as
     * that of sliding. */
    zn_status (*jac_v)(const zn_relation *r, const void *data, double t,
                       const double q[], const double lambda[], double H[]);
    /** Bytes of data of each interaction, zero-filled. An operator that depends
     * on them and on nothing else counts as constant. */
    size_t      data_size;
    /** Of these the first that are given (zn_interaction_set_data); what follows
     * is state, which only `commit` writes. 0: all of them are given. */
    size_t      data_given;
    /** Optional: may these be the data? Asked at the seal and when they are set. */
    zn_status (*check_data)(const zn_relation *r, const void *data);
    /** Optional: a step that ended at t was accepted, with stacked position q and
     * velocity u of y; lambda of the level of its law. One that fails takes the step back:
     * the state, and the data of all contacts, are those before it. */
    zn_status (*commit)(const zn_relation *r, void *data, double t,
                        const double q[], const double u[],
                        const double lambda[]);
    /** Optional, second order: a constant dh/dq in columns, ny x nq; its values are
     * returned, *pattern says where they belong, both borrowed from r. NULL: it is
     * not stored so. What a contact costs is then proportional to its non-zeros. */
    const double *(*columns)(const zn_relation *r, zn_pattern *pattern);
    /** Optional: is the multiplier of that row a force (N), not a moment? What dry
     * friction of a joint goes by; NULL: of all rows. */
    bool      (*forces)(const zn_relation *r, zn_index row);
    /** Optional, second order, of relations whose y depends on q and t alone: y and
     * u = H v + dh/dt at once, ny each; v: nv summed. The outputs of a step are then found so,
     * where it costs less than to make H for them: always of those with jac_v; of others, to which
     * v is q', where the contact does not act. */
    zn_status (*rate)(const zn_relation *r, const void *data, double t,
                      const double q[], const double v[], double y[],
                      double u[]);
} zn_relation_type;

/** Make a relation.
 * @param[in] cls   "linear", "scleronomous", ... or a plugin's
 * @param[in] name  for messages; copied. NULL: anonymous
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
ZN_API zn_status zn_relation_set_sparse(zn_relation *r, const char *op,
                                        const zn_matrix *A);
ZN_API zn_status zn_relation_set_function(zn_relation *r, const char *op,
                                          zn_fn *f);
ZN_API zn_status zn_relation_set_closure(zn_relation *r, const char *op,
                                         zn_closure_fn *f, void *user,
                                         void (*drop)(void *user));
ZN_API zn_status zn_relation_set_plugin(zn_relation *r, const char *op,
                                        const char *plugin, const char *symbol);
ZN_API zn_status zn_relation_set_name(zn_relation *r, const char *op,
                                      const char *name);
/** Say where the values of a Jacobian with respect to q (x) belong, and the rows of g
 * with dg/dlambda: jac_h_q, jac_g_q, jac_g_lambda, ... of "scleronomous", "rheonomous",
 * "compliant", "nonlinear", "feedthrough" and "without-feedthrough". Its function then fills
 * the values of the pattern (zn_operator_set_pattern). The relation knows the
 * unknowns in which some pattern of it has an entry, and costs what these cost,
 * however many its systems have. Its functions are given the whole q, in which the
 * others are NaN; what g or a Jacobian without pattern has for these must be zero, or the step
 * ends with words. Systems have q' = v. doc/sparse.md
 * @retval ZN_EINVAL  the pattern is wrong or of another size, or the class does
 *                    not follow patterns here */
ZN_API zn_status zn_relation_set_pattern(zn_relation *r, const char *op,
                                         const zn_pattern *a);
ZN_API zn_status zn_relation_set_z(zn_relation *r, zn_index nz,
                                   const double z[]);
ZN_API double *zn_relation_z(zn_relation *r, zn_index *nz);

ZN_API const char *zn_relation_name(const zn_relation *r);
ZN_API zn_ctx *zn_relation_ctx(const zn_relation *r);
ZN_API const zn_relation_type *zn_relation_class(const zn_relation *r);
ZN_API void *zn_relation_state(zn_relation *r);
ZN_API zn_operator *zn_relation_op(zn_relation *r, zn_index i);
/** What it varies with; valid in a sealed model. */
ZN_API const zn_relation_variability *zn_relation_varies(const zn_relation *r);
ZN_API zn_index zn_relation_ny(const zn_relation *r);
ZN_API zn_index zn_relation_nq(const zn_relation *r);

ZN_END_DECLS

/* what a const object gives is const */
#ifdef __cplusplus
static inline const zn_operator *zn_relation_op(const zn_relation *r, zn_index i)
{
    return zn_relation_op(const_cast<zn_relation *>(r), i);
}
static inline const void *zn_relation_state(const zn_relation *r)
{
    return zn_relation_state(const_cast<zn_relation *>(r));
}
#else
#define zn_relation_op(r, ...)                                                 \
    ZN_KEEP(zn_relation, zn_operator, r, zn_relation_op((zn_relation *)(r), __VA_ARGS__))
#define zn_relation_state(r)                                                   \
    ZN_KEEP(zn_relation, void, r, zn_relation_state((zn_relation *)(r)))
#endif
#endif
