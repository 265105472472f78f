/** @file
 * Sets and cones: where multipliers live. A nonsmooth law between a multiplier z
 * and an output w, both of d components, is written with a convex set C,
 *
 *     -(w + g(w)) in N_C(z),   that is   z = P_C(z - rho (w + g(w))),  rho > 0,
 *
 * N_C the normal cone, P_C the nearest point of C, and g = 0 but for the laws of
 * friction, where it is De Saxce's shift of the normal component. A class of sets
 * says what C is for a size d and parameters; a zn_cone is one set with both.
 * Laws answer cones, formulations turn them into problems, methods work on them.
 *
 * | set               | d      | parameters       | C                                 |
 * |-------------------|--------|------------------|-----------------------------------|
 * | zero              | any    | -                | all z: w = 0                      |
 * | orthant           | any    | -                | z >= 0: 0 <= w _|_ z >= 0         |
 * | box               | any    | lb[d], ub[d]     | lb <= z <= ub, +-inf allowed      |
 * | polyhedron        | any    | H[m d], K[m]     | H z >= K, H column-major          |
 * | friction          | 2, 3   | mu               | ||z_T|| <= mu z_N; g_N = mu ||w_T|| |
 * | rolling-friction  | 3, 5   | mu, mu_r         | and ||z_M|| <= mu_r z_N; g_N = mu ||w_T|| + mu_r ||w_M|| |
 * | second-order-cone | any    | tau              | ||z_1..|| <= tau z_0              |
 *
 * Component 0 of friction is the normal, the tangents and then the rolling
 * components follow. The friction coefficient has no unit, mu_r and the ratio of
 * moments to forces are lengths; a plugin may bring sets of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_SET_H
#define ZENO_SET_H

#include <zeno/type.h>

ZN_BEGIN_DECLS

typedef struct zn_set_type zn_set_type;

/** One set: class, size and parameters, all borrowed. */
typedef struct zn_cone {
    const zn_set_type *set;
    zn_index           size;   /**< components d                     d >= 1   */
    zn_index           nparam; /**< numbers in param                          */
    const double      *param;  /**< NULL when there are none         nparam   */
} zn_cone;

/** A class of sets. A descriptor without state: everything is in the cone. */
struct zn_set_type {
    zn_type    type;      /**< kind ZN_KIND_SET, no state, no options          */
    bool       separable; /**< a product of sets of one component each         */
    /** Number of parameters at that size; -1: any that `check` takes. */
    zn_index (*params)(zn_index size);
    /** Optional: is the size one it comes in, are the parameters in range? In
     * words if not. The host has checked the number of parameters. */
    zn_status (*check)(zn_ctx *ctx, const zn_cone *c);
    /** Optional: doubles that project and natural want as `work`; NULL: 0. */
    zn_index (*work)(const zn_cone *c);
    /** out = the point of C nearest to x, in place if out == x. All NaN where C
     * is empty. */
    void     (*project)(const zn_cone *c, const double x[], double out[],
                        double work[]);
    /** Natural map f = z - P_C(z - rho (w + g(w))), zero exactly at the pairs
     * (z, w) of the law. rho has the unit of z over that of w. */
    void     (*natural)(const zn_cone *c, double rho, const double z[],
                        const double w[], double f[], double work[]);
    bool      gap; /**< component 0 is normal to a contact, alone 0 <= w_0 _|_
                        z_0 >= 0: what position-level problems keep of it */
};

/** The built-in sets, for laws that answer them. */
ZN_API const zn_set_type *zn_set_zero(void);
ZN_API const zn_set_type *zn_set_orthant(void);
ZN_API const zn_set_type *zn_set_box(void);
ZN_API const zn_set_type *zn_set_polyhedron(void);
ZN_API const zn_set_type *zn_set_friction(void);
ZN_API const zn_set_type *zn_set_rolling_friction(void);
ZN_API const zn_set_type *zn_set_second_order_cone(void);

/** The set of that name; errors as zn_type_find. */
ZN_API zn_status zn_set_find(zn_ctx *ctx, const char *name,
                             const zn_set_type **out);

/** Is it a cone as its class wants it?
 * @retval ZN_EINVAL  size, number or range of the parameters; in words */
ZN_API zn_status zn_cone_check(zn_ctx *ctx, const zn_cone *c);

/** Doubles of `work` in the functions below. */
ZN_API zn_index zn_cone_work(const zn_cone *c);

/** out = the point of C nearest to x, in place if out == x. */
ZN_API void zn_cone_project(const zn_cone *c, const double x[], double out[],
                            double work[]);

/** Euclidean norm of the natural map, in units of z: how far the pair (z, w) is
 * from the law. 0 exactly at pairs of the law, up to rounding; multiplying z, w,
 * rho (and bounds, K and lengths with them) by s, t and s/t multiplies it by s. */
ZN_API double zn_cone_residual(const zn_cone *c, double rho, const double z[],
                               const double w[], double work[]);

ZN_END_DECLS
#endif
