/** @file
 * Nonsmooth laws: the set-valued relation between y (or its velocity) and
 * lambda. A law knows nothing of relations and keeps nothing that moves;
 * several interactions may share one. Parameters are options.
 *
 * | class           | statement                                             | options |
 * |-----------------|-------------------------------------------------------|---------|
 * | newton-impact   | closed contact: 0 <= u+ + e u-  _|_  lambda >= 0       | e, approach_only, adhesion |
 * | complementarity | 0 <= y _|_ lambda >= 0                                | size    |
 * | equality        | y = 0 (velocity level: u = 0), lambda free            | size    |
 * | relay | -y in N_[lb,ub](lambda): lambda = lb and y >= 0, lambda = ub and y <= 0, or y = 0 | size, lb, ub |
 * | mixed-complementarity | y = 0 in the first rows, 0 <= y _|_ lambda >= 0 in the others | size, equalities |
 * | normal-cone     | -y in N_P(lambda), P = {lambda : H lambda >= K}        | by zn_law_normal_cone |
 * | newton-impact-friction | closed contact: Newton's law with Coulomb's | size, e, e_t, mu, approach_only, adhesion |
 * | fremond-impact  | the same with u_T+ + u_T- for the tangents: no contact gives energy | size, e, mu, theta |
 * | spring | no set: a force in each row | size, stiffness, damping, inertia, rest, weight; operator force (S13) |
 * | dry-friction    | -u in N_[-b,b](lambda) in each row | size, bound, coefficient, joint |
 * | rolling-friction | the same as newton-impact-friction, and moments | size, e, e_t, mu, mu_r, adhesion |
 * | multiple-impact | contacts hit at one instant: zeno/multiple_impact.h; else 0 <= y _|_ lambda >= 0 | e, K, eta |
 * | multiple-impact-friction | the same with Coulomb's friction, in the plane | e, K, eta, mu |
 * | poisson-impact  | the same of rigid contacts: compression, then e times its percussions | e |
 *
 * newton-impact-friction has rows (normal, 1 or 2 tangents), and u_T+ + e_t u_T- against
 * lambda_T in the disc of radius mu lambda_N. With fremond-impact that is u_T+ + u_T- (the mean
 * velocity of the impact), so that no contact gives energy, whatever e, mu and the others; 1 row:
 * normal only. rolling-friction has rows (normal, tangents, rolling), and the moments in the disc
 * of radius mu_r lambda_N, multiple-impact-friction rows (normal, tangent), and friction along the
 * impact.
 *
 * spring: lambda/h = -k (y - rest) - c u - I d(H v)/dt + force(t, y, u) (doc/springs.md).
 * dry-friction: b = h bound + coefficient |reaction of the interaction `joint`|; it sticks and
 * slides along and about axes of joints.
 *
 * e, e_t, mu and mu_r may be functions of the relative velocity u at the start of
 * the step: operators of that name, list S14 (in: u of the contact, out: 1). A function
 * stands before the option until that is set again.
 *
 * adhesion (N): a closed contact may be pulled up to that; lambda + h adhesion takes the
 * place of lambda in the cones (doc/friction-laws.md).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_LAW_H
#define ZENO_LAW_H

#include <zeno/ctx.h>
#include <zeno/multiple_impact.h>
#include <zeno/operator.h>
#include <zeno/set.h>

ZN_BEGIN_DECLS

typedef struct zn_law zn_law;

/** At which derivative of y a law may be written. */
enum {
    ZN_LAW_POSITION = 1,
    ZN_LAW_VELOCITY = 2,
    ZN_LAW_FORCE    = 4  /**< alone: no set, lambda is h times a force of y
                              and its velocity, see `force`                 */
};

/** A class of laws; parameters are in the state, filled through options. */
typedef struct zn_law_type {
    zn_type   type;     /**< kind ZN_KIND_LAW                                 */
    unsigned  levels;   /**< ZN_LAW_ bits                                     */
    unsigned  families; /**< bit 1 << ZN_FIRST_ORDER, 1 << ZN_SECOND_ORDER    */
    bool      always;   /**< active even when separated (bilateral, relay)    */
    /** Rows of one copy; an interaction's size is a multiple. 0: any size, each
     * row is a copy of one row. */
    zn_index (*size)(const void *state);
    /** The k-th cone of one copy, borrowed; the cones cut its rows in order.
     * Where `vary` is in use its parameters take the place of those here.
     * @return false past the last one */
    bool     (*cone)(const void *state, zn_index k, zn_cone *out);
    /** Optional: shift added to the affine term of one copy, all its rows, from
     * the velocity u at the start of the step (restitution: e u). NULL: 0. */
    zn_status (*shift)(const zn_law *law, const double u[], double out[]);
    /** Optional: coefficient of restitution of the normal row; NULL: 0. */
    double   (*restitution)(const void *state);
    /** Is (y, lambda) of one copy admissible within tol? y is what the law is
     * written on, its shift included; param as `vary` wrote it, or NULL for
     * the constant ones. */
    bool     (*admissible)(const void *state, const double param[],
                           const double y[], const double lambda[], double tol);
    /** Optional: is it coherent (bounds in order)? Called at every seal. */
    zn_status (*check)(const void *state, zn_ctx *ctx);
    /** Optional: release; copes with a zero state. */
    void     (*fini)(void *state, zn_ctx *ctx);
    /** Optional: operators, ended by a NULL name; all are 1 x 1. */
    const zn_slot *slots;
    /** Optional: parameters that change: those of all cones of one copy, one
     * after the other, from the velocity u of the copy at the start of the
     * step. A failure ends the step. */
    zn_status (*vary)(const zn_law *law, const double u[], double param[]);
    /** Optional, with `vary`: is it in use? NULL: always. */
    bool     (*varies)(const zn_law *law);
    /** With ZN_LAW_FORCE: the force of one copy (N, N m), at time t, output y and
     * velocity u, row by row: f, and unless they are NULL df/dy and df/du, for
     * Newton's method. The cones are then rows of "zero", `always` is set, and
     *     lambda = h (w f(end of the step) + (1 - w) f(its start)). */
    zn_status (*force)(const zn_law *law, double t, const double y[],
                       const double u[], double f[], double dfdy[],
                       double dfdu[]);
    /** With it: w, in [0, 1]. */
    double   (*force_weight)(const void *state);
    /** Optional: at impacts the contacts act together, as springs of this kind (rigid: K
     * infinite, of all of them);
     * formulation "multiple-impact". */
    void     (*compliance)(const void *state, zn_compliance *out);
    /** Optional: parameters of all cones of one copy, one after the other, from the
     * length h of the step and the impulse `load` (N s) of another interaction, which
     * `load_by` names; NULL: none, load is 0. Called in every iteration. */
    zn_status (*loaded)(const zn_law *law, double h, double load,
                        double param[]);
    const char *(*load_by)(const void *state);
    /** Optional: how strongly a closed contact may be pulled (N), in the first row of
     * a copy: not lambda, but lambda + h adhesion in that row, is in the cones, and is
     * what `admissible` is asked about. NULL: 0. */
    double   (*adhesion)(const void *state);
    /** Optional, with `force`: inertia I (kg, kg m^2) of every row, whose
     *     - I (H v of the end of the step - H v of its start)
     * is in lambda beside h times the force. NULL: 0. */
    double   (*inertia)(const void *state);
    /** Optional: numbers of an option that differ by row, x (n), copied; n = 0: any
     * option was set to a number, which is that of all rows now.
     * @retval ZN_ENOENT  n > 0, and this option has none by row
     * @retval ZN_EINVAL  it has not n rows */
    zn_status (*by_row)(zn_law *law, const char *option, zn_index n,
                        const double x[]);
} zn_law_type;

/** Make a law by class name, with the defaults of its options. */
ZN_API zn_status zn_law_new(zn_ctx *ctx, const char *cls, zn_law **out);
/** Free a law that no model owns; NULL is fine. */
ZN_API void zn_law_free(zn_law *law);

/** Set a parameter, from number or text.
 * @retval ZN_ESTATE  the law is in a sealed model */
ZN_API zn_status zn_law_set_real(zn_law *law, const char *option, double value);
ZN_API zn_status zn_law_set(zn_law *law, const char *option, const char *value);

/** Set a parameter of each row, x (n), copied: bounds of a relay, stiffness, damping and
 * rest of a spring. A number that is set afterwards is that of all rows again.
 * @retval ZN_ENOENT  the class has no numbers by row for it
 * @retval ZN_EINVAL  it has not n rows
 * @retval ZN_ESTATE  the law is in a sealed model */
ZN_API zn_status zn_law_set_rows(zn_law *law, const char *option, zn_index n,
                                 const double x[]);

/** A parameter as text, cut to size; one that differs by row: the number that was set last
 * for all.
 * @retval ZN_ENOENT  no such option */
ZN_API zn_status zn_law_get(const zn_law *law, const char *option, char buf[],
                            size_t size);

/** Newton's impact law with coefficient of restitution e in [0, 1]. */
ZN_API zn_status zn_law_newton_impact(zn_ctx *ctx, double e, zn_law **out);
/** Complementarity and equality of n rows; 0: as many as the relation has. */
ZN_API zn_status zn_law_complementarity(zn_ctx *ctx, zn_index n, zn_law **out);
ZN_API zn_status zn_law_equality(zn_ctx *ctx, zn_index n, zn_law **out);

/** Relay of n rows with bounds of their own, copied; one may be infinite. The
 * same bounds for all rows are options: zn_law_new(ctx, "relay", ...).
 * @retval ZN_EINVAL  a row has lb > ub */
ZN_API zn_status zn_law_relay(zn_ctx *ctx, zn_index n, const double lb[],
                              const double ub[], zn_law **out);
/** n rows of which the first `equalities` are y = 0. */
ZN_API zn_status zn_law_mixed(zn_ctx *ctx, zn_index n, zn_index equalities,
                              zn_law **out);
/** Springs and dampers of n rows, each with its own k, c and y without force; copied.
 * damping or rest may be NULL: 0. Same for all rows: zn_law_new(ctx, "spring", ...).
 * @retval ZN_EINVAL  n < 1, or a number that is not finite */
ZN_API zn_status zn_law_spring(zn_ctx *ctx, zn_index n,
                               const double stiffness[], const double damping[],
                               const double rest[], zn_law **out);
/** Newton's impact law with Coulomb friction for contacts of 2 or 3 rows. */
ZN_API zn_status zn_law_friction(zn_ctx *ctx, zn_index rows, double e,
                                 double e_t, double mu, zn_law **out);
/** Fremond's impact law for contacts of 1 (no friction), 2 or 3 rows. */
ZN_API zn_status zn_law_fremond(zn_ctx *ctx, zn_index rows, double e, double mu,
                                zn_law **out);
/** Newton's with rolling friction, of 3 or 5 rows; mu_r is a length. With 6 rows spin is
 * braked, too, by the option mu_s, a length. */
ZN_API zn_status zn_law_rolling_friction(zn_ctx *ctx, zn_index rows, double e,
                                         double mu, double mu_r, zn_law **out);
/** Poisson's law for multiple impacts: rigid contacts, restitution e in [0, 1] of their
 * percussions (zeno/multiple_impact.h). */
ZN_API zn_status zn_law_poisson_impact(zn_ctx *ctx, double e, zn_law **out);
/** The law of Liu, Zhao and Brogliato for multiple impacts. */
ZN_API zn_status zn_law_multiple_impact(zn_ctx *ctx, double e, double K,
                                        double eta, zn_law **out);
/** The same with friction, rows (normal, tangent). */
ZN_API zn_status zn_law_multiple_impact_friction(zn_ctx *ctx, double e, double K,
                                                 double eta, double mu,
                                                 zn_law **out);
/** Normal cone to P = {lambda : H lambda >= K}, H is m x n, column-major; both
 * are copied.
 * @retval ZN_EINVAL  P is empty */
ZN_API zn_status zn_law_normal_cone(zn_ctx *ctx, zn_index n, zn_index m,
                                    const double H[], const double K[],
                                    zn_law **out);

ZN_API const zn_law_type *zn_law_class(const zn_law *law);
ZN_API const void *zn_law_state(const zn_law *law);
ZN_API zn_index zn_law_size(const zn_law *law);

/** An operator of the law by name; NULL and words if its class has none such. */
ZN_API zn_operator *zn_law_operator(zn_law *law, const char *name);
/** Give an operator by "Plugin:symbol". */
ZN_API zn_status zn_law_plugin(zn_law *law, const char *op, const char *name);
/** For classes: operator i in the order of the slots, and its value for the
 * relative velocity u (n), or `otherwise` where it is absent. */
ZN_API const zn_operator *zn_law_op(const zn_law *law, zn_index i);
ZN_API zn_status zn_law_coefficient(const zn_law *law, zn_index i, zn_index n,
                                    const double u[], double otherwise,
                                    double *out);
/** For classes: cone of one copy that row i lies in, and its row there. */
ZN_API zn_cone zn_law_cone_at(const zn_law *law, zn_index i, zn_index *row);

ZN_END_DECLS
#endif
