/** @file
 * One-step integrators. An integrator advances the systems it was given from
 * t_k to t_{k+1}; it never assembles a nonsmooth problem. Write one as a
 * descriptor of this type; doc/extend-integrator.md walks through an example.
 *
 * One step, as the host drives it (u: the unknown of the scheme, v or q or x):
 *
 *     begin       per system: memory, forces at t_k, first iterate
 *     (stages     forces of contacts inside the step, if the class has such)
 *     repeat
 *       residual  per system: R_free(u) - p, and its norm
 *       free      per system: W (factorised or kept), u_free = u - W^-1 (R_free - p_fixed)
 *       (the one-step problem is assembled from `solve` = W^-1, the factors
 *        `row_factor`, `col_factor`, the points where relations are evaluated
 *        and the vectors `free_value`; it is solved)
 *       update    per system: u = u_free + W^-1 p
 *     commit      per system: state of t_{k+1}, memory
 *
 * The one-step problem has, for interactions a and b that share system j,
 *
 *     M_ab = [a = b] D_a + sum_j  row_factor_aj  C_a^j W_j^-1 B_b^j  col_factor_bj
 *     q_a  = c_a + sum_j row_factor_aj C_a^j free_value_j
 *
 * with c_a made by the host: velocity level  dh/dt + law shift; position level
 * h(point, lambda) - D lambda. doc/osnsp.md has the table of factors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_OSI_H
#define ZENO_OSI_H

#include <zeno/factor.h>
#include <zeno/model.h>
#include <zeno/state.h>

ZN_BEGIN_DECLS

typedef struct zn_osi zn_osi;

/** What an integrator sees of the step under way. q1, v1, x1 hold the current
 * iterate at t_{k+1}, laid out as the state's q, v, x, which keep t_k until
 * the commit. */
typedef struct zn_step {
    double          t;         /**< t_k (s)                                   */
    double          t1;        /**< t_{k+1}                                   */
    double          h;         /**< t1 - t                                    */
    double          hw;        /**< h for what is kept from step to step (W,
                                    factors): the same number for steps whose
                                    lengths differ by rounding only           */
    zn_index        number;    /**< k                                         */
    zn_index        iteration; /**< of Newton's method, from 0                */
    const zn_state *state;     /**< at t_k                                    */
    double         *q1;
    double         *v1;
    double         *x1;
    bool            last;      /**< the iteration goes on from one that was near enough, and
                                    nobody looks at what it leaves: `free` keeps its W, as a
                                    new one would save nothing                */
    bool            euclidean; /**< norms of residuals are Euclidean, also where velocities have
                                    two units (`arm` of zeno/ds.h)            */
} zn_step;

/** A system's part of a step, with its sizes: q_k and v_k (x_k), and the iterate. */
typedef struct zn_step_view {
    zn_index      nq, n; /**< positions; unknowns, nv or nx                   */
    const double *q, *v; /**< second order                                    */
    double       *q1, *v1;
    const double *x;     /**< first order                                     */
    double       *x1;
} zn_step_view;

static inline zn_step_view zn_step_view_of(const zn_step *step, const zn_ds *ds)
{
    const zn_index qo = zn_ds_q_offset(ds), vo = zn_ds_v_offset(ds);
    const zn_index xo = zn_ds_x_offset(ds);
    zn_step_view a = {0, 0, 0, 0, 0, 0, 0, 0};

    if (zn_ds_class(ds)->family == ZN_FIRST_ORDER) {
        a.n = zn_ds_nx(ds);
        a.x = step->state->x + xo;
        a.x1 = step->x1 + xo;
        return a;
    }
    a.nq = zn_ds_nq(ds);
    a.n = zn_ds_nv(ds);
    a.q = step->state->q + qo;
    a.v = step->state->v + vo;
    a.q1 = step->q1 + qo;
    a.v1 = step->v1 + vo;
    return a;
}

/** Level at which an interaction's law is written in a scheme. */
typedef enum zn_level {
    ZN_LEVEL_REFUSED  = -1,
    ZN_LEVEL_POSITION = 0,
    ZN_LEVEL_VELOCITY = 1,
    ZN_LEVEL_ACCELERATION = 2 /**< of forces, for problems beside that of a step */
} zn_level;

/** A stage of a step: the instant at which contacts are asked for forces (N) that
 * act inside it. Rows of a law are written on accelerations, 0 <= y'' _|_ f, or on
 * what a velocity u would be after `length`, 0 <= u/length + y'' _|_ f. */
typedef struct zn_stage {
    double t;         /**< instant of relations (s)                           */
    double length;    /**< of velocity rows (s), > 0                          */
    bool   reached;   /**< `stage_velocity` belongs to t, y'' is H v' alone in
                           velocity rows; else it belongs to t - length, and
                           y'' has what comes from the motion of H, too        */
    bool   velocity;  /**< every row is a velocity row; else only tangents of
                           friction are                                       */
    bool   foreseen;  /**< H is that of the iterate moved on by `length` times its velocity,
                           at t + length; velocity rows have no y'' of its motion then  */
    bool   withdraw;  /**< a step in which a gap falls to `closed` (m) has no forces of
                           contacts: those of the stages before are taken back  */
    double closed;
} zn_stage;

/** Energy given to a system during a step, J. */
typedef struct zn_work {
    double external; /**< by f_ext as a function of time                      */
    double internal; /**< by internal forces of which it is not known whether
                          they have a potential or damp                       */
    double gyro;     /**< by f_gyr and the moving mass matrix together: zero to
                          the order of the scheme if f_gyr belongs to M       */
    double contact;  /**< by the nonsmooth input                              */
    double boundary; /**< by prescribed velocities                            */
    double damping;  /**< by linear damping                                   */
    double springs;  /**< by laws that are forces (spring): what they give back
                          less what they take up; the host takes it out of
                          `contact`                                           */
} zn_work;

/** What the host keeps for a system of a class without `attach`; the class may
 * begin a larger struct with it (work_size). */
typedef struct zn_osi_work {
    const struct zn_osi_type *type;
    zn_index   n;
    zn_factor *factor;  /**< of W, in its pattern                             */
    double    *W;       /**< its values, by `make` or `weights`               */
    bool       kept;    /**< W and its factors are right; the class clears it */
    bool       changed; /**< they are others than at the last `free`          */
    double    *R;       /**< n, the residual, by `residual`                   */
    double    *free;    /**< n, the free unknown                              */
    double    *vector;  /**< `vectors` of n, the class's own                  */
} zn_osi_work;

static inline double *zn_osi_vector(const void *w, zn_index i)
{
    const zn_osi_work *b = (const zn_osi_work *)w;

    return b->vector + i * b->n;
}

/** A class of integrators. What has one answer may be left out: without `attach`
 * the host keeps a zn_osi_work for each system, with W and its factors, and the
 * operations marked [work] are done with it. `s` is its state (its options live there); `w` is
 * what `attach` made for one system. */
typedef struct zn_osi_type {
    zn_type   type;   /**< kind ZN_KIND_OSI                                   */
    zn_family family;
    zn_status (*init)(void *s, zn_ctx *ctx);
    void      (*fini)(void *s, zn_ctx *ctx);

    /** Does it integrate this system? NULL: every one of its family; without
     * `attach`, those with q' = v and without prescribed velocities.
     * @return NULL if so, else why not */
    const char *(*refuses)(const void *s, const zn_ds *ds);
    /** Level of an interaction, or ZN_LEVEL_REFUSED and *why. NULL: velocity at
     * the second order, for relations and laws that have it; position at the
     * first. Velocity for a linear relation with D: its law is on y, rows as by
     * compliance=impulse of doc/moreau-jean.md with theta of row_factor / hw. */
    zn_level  (*level)(const void *s, const zn_relation *r, const zn_law *law,
                       const char **why);
    /** Doubles of memory (earlier steps) per system, in state->m. NULL: 0. */
    zn_index  (*memory)(const void *s, const zn_ds *ds);
    /** Make and free what is kept per system; `detach` may come after the
     * system is gone, with ds NULL. Both or none. */
    zn_status (*attach)(void *s, zn_ctx *ctx, const zn_ds *ds, void **w);
    void      (*detach)(void *s, zn_ctx *ctx, const zn_ds *ds, void *w);

    /** Optional: at t_0, fill the memory, which is zero. q, v: the system's part. */
    zn_status (*start)(void *s, const zn_ds *ds, void *w, double t, double h,
                       const double q[], const double v[], double m[]);
    /** Begin a step: m is the system's memory; set the first iterate in
     * step->q1, v1 (or x1). NULL: it is the state at t_k. */
    zn_status (*begin)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       const double m[]);
    /** R_free at the iterate, kept in w; *norm = |R_free - p|_2 where p (n) is
     * the total nonsmooth input in the units of the residual. [work]: that norm of
     * its R, where the class does not write *norm. */
    zn_status (*residual)(void *s, const zn_step *step, const zn_ds *ds,
                          void *w, const double p[], double *norm);
    /** Iteration matrix if needed, and the free unknown. p_fixed (n or NULL):
     * input that does not wait for the one-step problem. K (n x n or NULL):
     * sum of dg/dq of the system's interactions. *changed: W is another one
     * than at the last call. [work]: u - W^-1 (R - p_fixed), W by `make` unless
     * kept; K is refused. */
    zn_status (*free)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double p_fixed[], const double K[], bool *changed);
    /** Optional, for speed: begin, residual and free at once for a system that
     * is affine, has no prescribed velocities and no memory, in a step in which
     * p_fixed and K would be zero. The host calls it instead of the three when
     * one pass is exact, and then does not call commit, which has nothing to
     * do. */
    zn_status (*free_affine)(void *s, const zn_step *step, const zn_ds *ds,
                             void *w, const double m[], bool *changed);
    /** B = W^-1 B, nrhs columns; rows of prescribed velocities are zeroed.
     * [work], without prescribed velocities. */
    void      (*solve)(void *s, const zn_ds *ds, void *w, zn_index nrhs,
                       double B[]);
    /** The vector (n) that q_a takes from this system at that level. [work]: the
     * free unknown. */
    const double *(*free_value)(void *s, const zn_step *step, const zn_ds *ds,
                                void *w, zn_level level);
    /** Position at which relations of that level are evaluated in this
     * iteration, nq; `e`: restitution of the interaction's law. NULL: the
     * iterate. */
    void      (*point)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       zn_level level, double e, double q[]);
    /** Optional: time at which relations are evaluated; NULL: t1. */
    double    (*relation_time)(const void *s, const zn_step *step);
    /** Factors of the one-step problem; e as above. NULL: 1. */
    double    (*row_factor)(const void *s, const zn_step *step, zn_level level,
                            double e);
    double    (*col_factor)(const void *s, const zn_step *step, zn_level level);
    /** Factor of the input of t_k (theta-gamma schemes). NULL: 0. Whether it is 0 is for
     * level and options to say, whatever the step: it is asked after an option was set. */
    double    (*old_factor)(const void *s, const zn_step *step, zn_level level);
    /** u = u_free + du in step->q1, v1 or x1; du = W^-1 p, n. The host measures
     * the increment of Newton's method on v1 (x1), whatever the unknown. [work]:
     * that, without q1. */
    zn_status (*update)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double du[]);
    /** Does a unilateral velocity-level interaction enter the one-step
     * problem? y, u: its outputs at t_k, one copy; was: it did in the step
     * before. NULL: always. */
    bool      (*active)(const void *s, const zn_step *step, const double y[],
                        const double u[], bool was);
    /** Accept the step: last say on step->q1, v1 (x1); update memory m; the
     * impulse on prescribed velocities into bc (nv). p as in residual. NULL:
     * nothing is left to do. */
    zn_status (*commit)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[]);
    /** Optional: add this step's work, called after commit, before the state
     * moves on. Without it there is no energy balance in the report. */
    zn_status (*work)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double p[], zn_work *out);
    /** Impulse (N s) per unit of input p of `residual`; NULL: 1. Converts the
     * scheme's input to state->p. */
    double    (*impulse_factor)(const void *s, const zn_step *step);
    /** Without `attach`: size of what is kept per system, beginning with a
     * zn_osi_work (0: that alone), and how many vectors of n beside. */
    size_t    work_size;
    zn_index  vectors;
    /** Without `attach`: the values of W at the iterate, in the pattern of M.
     * NULL, and no `weights`: M. */
    zn_status (*make)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      double W[]);
    /** Optional: W itself as of the last `free`, its pattern and values, borrowed;
     * for problems that keep the unknowns of the systems (global formulations).
     * Rows and columns of prescribed velocities are those of the identity. */
    zn_status (*matrix)(void *s, const zn_ds *ds, void *w, const zn_pattern **a,
                        const double **W);
    /** Optional: order while the motion is smooth, whatever interactions hold it,
     * for the control of steps by their error; NULL: 1. */
    int       (*order)(const void *s);
    /** Optional, second order: forces of contacts inside the step. Between begin
     * and the iteration the host goes through so many stages: `stage` of every
     * system, a one-step problem for forces at ZN_LEVEL_ACCELERATION, `stage_end`.
     * In a stage step->q1, v1 are where relations are evaluated; after the last
     * one, the state before the impulses: rows of the step's problem are chosen
     * by it, and restitution is measured on it. 0: none. */
    zn_index  stages;
    void      (*stage_of)(const void *s, const zn_step *step, zn_index k,
                          zn_stage *out);
    /** Begin: step->q1 and v1; W^-1 for `solve`; `free_value` is the acceleration
     * without forces of contacts. */
    zn_status (*stage)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                       zn_index k, bool *changed);
    /** u of velocity rows is that of this velocity, n. */
    const double *(*stage_velocity)(void *s, const zn_step *step,
                                    const zn_ds *ds, void *w, zn_index k);
    /** Does a unilateral contact take part? y_k, u_k: outputs at t_k; y, u: at
     * the iterate. */
    bool      (*stage_active)(const void *s, zn_index k, const double y_k[],
                              const double u_k[], const double y[],
                              const double u[]);
    /** End: f = sum of H' lambda (N), a = W^-1 f, n. */
    zn_status (*stage_end)(void *s, const zn_step *step, const zn_ds *ds,
                           void *w, zn_index k, const double f[],
                           const double a[]);
    /** Optional: do impulses of bilateral interactions act along their rows at
     * the middle of the step? The law stays where `point` is. NULL: no. */
    bool      (*middle)(const void *s);
    /** Optional: does the system need stage k of this step? One that none needs is
     * left out. NULL: always. */
    bool      (*stage_due)(void *s, const zn_ds *ds, void *w, zn_index k);
    /** Second order without `attach`, instead of `make`: W = c[0] M + c[1] dF/dq +
     * c[2] dF/dv of the iterate, in the pattern of that sum. Kept while c is the
     * same and the matrices are constant. */
    void      (*weights)(const void *s, const zn_step *step, const zn_ds *ds,
                         const void *w, double c[]);
    /** Optional, second order with q' = v, for speed where free_affine may be called: does
     * the system move with a constant acceleration a but for what acts on it, in every
     * step of this hw,
     *     u = v_k + h a + du,   q = q_k + h (weight u + (1 - weight) v_k),
     * du as in `update`, and `free_value` on velocity level v_k + h a? The host moves such
     * systems in one sweep, without free_affine, free_value and update, and asks again when
     * hw, an option of the integrator or a system changed, or W by `free`.
     * @param[out] a       n, m/s^2 or rad/s^2
     * @param[out] weight  0 to 1; negative: it does not move so
     * @param[out] changed W is another one than at the last call */
    zn_status (*uniform)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                         double a[], double *weight, bool *changed);
    /** Optional, second order: are rows chosen, and is restitution measured, by the
     * outputs at `point` of the beginning of the step (ZN_LEVEL_VELOCITY, before `begin`),
     * with v_k and t1, and not by those at t_k? NULL: no. */
    bool      (*foresees)(const void *s);
    /** Optional: after `residual` of the first iterate that the W of the last `free` led to, how
     * far its unknown is, about, from where Newton's method ends: the largest component of
     * |W^-1 (R_free - p)|, in the units of the unknown, so that it means the same for what is heavy and
     * what is light. 0, or NULL: W belongs to the iterate before, errors fall by squares. */
    double    (*distance)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                          const double p[]);
    /** Optional, for speed: free_affine and, with du = 0, update at once, for a system that no
     * contact acts on: the end of the step in step->q1, v1 or x1. Nobody asks for the first
     * iterate and the free value then. */
    zn_status (*move_affine)(void *s, const zn_step *step, const zn_ds *ds, void *w,
                             bool *changed);
    /** Second order: du of `update` and `free_value` are of positions (m, rad), not of
     * velocities. */
    bool      finds_positions;
    /** Optional: after `residual` of an iterate behind the first one, what the next iteration
     * would move if nothing were to change of what acts on the system, about: the largest component of
     * |W^-1 (R_free - p)| in the units of the unknown, angles at their arm, W as it is. NULL: the host
     * makes that iteration to see. */
    double    (*next)(void *s, const zn_step *step, const zn_ds *ds, void *w, const double p[]);
    /** `update` may be called again in an iteration, with another du and the unknown in step->v1 or x1
     * where it was before: what it did is replaced. Where Newton's method converges slowly the host
     * does that. */
    bool      updates_again;
} zn_osi_type;

/** Make an integrator of a registered class, with default options. */
ZN_API zn_status zn_osi_new(zn_ctx *ctx, const char *cls, zn_osi **out);
ZN_API void zn_osi_free(zn_osi *osi);
ZN_API zn_status zn_osi_set(zn_osi *osi, const char *option, const char *value);
/** Several: "theta=0.5 gamma=0.5", with blanks or commas between them. */
ZN_API zn_status zn_osi_set_words(zn_osi *osi, const char *words);
ZN_API zn_status zn_osi_set_real(zn_osi *osi, const char *option, double value);

/** An option as text, cut to size.
 * @retval ZN_ENOENT  no such option */
ZN_API zn_status zn_osi_get(const zn_osi *osi, const char *option, char buf[],
                            size_t size);

/** Integrate this system by this integrator, as long as the system lives; it is
 * asked again whether it refuses when the system was changed. Systems nobody
 * asked for go to the first integrator of the simulation that does not refuse
 * them.
 * @retval ZN_ENOTSUP  it refuses the system, with its reason
 * @retval ZN_EINVAL   the system is of another context */
ZN_API zn_status zn_osi_assign(zn_osi *osi, const zn_ds *ds);

ZN_API const zn_osi_type *zn_osi_class(const zn_osi *osi);
ZN_API void *zn_osi_state(zn_osi *osi);

/** For classes without `attach`: W and its factors now, at the iterate. */
ZN_API zn_status zn_osi_factorise(void *s, const zn_step *step, const zn_ds *ds,
                                  zn_osi_work *w);

/** The same: W if it is another one, and w->free = W^-1 (p_fixed - R): `free` of
 * classes whose unknown is an increment. Arguments are those of `free`. */
ZN_API zn_status zn_osi_increment(void *s, const zn_step *step, const zn_ds *ds,
                                  void *w, const double p_fixed[],
                                  const double K[], bool *changed);

/** For classes with `weights`: x (nv) = M(q)^-1 x. Factors of a constant M are kept.
 * @retval ZN_ENOTSUP  the class has none */
ZN_API zn_status zn_osi_divide_mass(const zn_ds *ds, zn_osi_work *w,
                                    const double q[], double x[]);
ZN_API zn_ctx *zn_osi_ctx(const zn_osi *osi);

/** For `work` of an integrator: add weight * along' f (J) for every share f of
 * the smooth force at (t, q, v); of a class without `force_parts` all is internal.
 * @param[in]     weight  length of time the force acts (s), or a part of it
 * @param[in]     along   velocity of the point it moves                  nv
 * @param[in,out] room    four arrays of nv */
ZN_API zn_status zn_osi_add_power(const zn_ds *ds, double t, const double q[],
                                  const double v[], double weight,
                                  const double along[], zn_force_parts *room,
                                  zn_work *out);
/** The same for a mass that moves with q: v' (M(q1) - M(q)) v / 2, the mean of
 * that with the velocities of both ends. Nothing for a constant one.
 * @param[in,out] room  nv */
ZN_API zn_status zn_osi_add_moving_mass(const zn_ds *ds, const double q[],
                                        const double v[], const double q1[],
                                        const double v1[], double room[],
                                        zn_work *out);

/** For integrators: W with the rows and columns of prescribed velocities
 * replaced by those of the identity; rhs zeroed there. Either may be NULL. */
ZN_API void zn_osi_mask(const zn_ds *ds, double W[], zn_index nrhs, double rhs[]);

ZN_END_DECLS

/* what a const object gives is const */
#ifdef __cplusplus
static inline const void *zn_osi_state(const zn_osi *osi)
{
    return zn_osi_state(const_cast<zn_osi *>(osi));
}
#else
#define zn_osi_state(osi)                                                      \
    ZN_KEEP(zn_osi, void, osi, zn_osi_state((zn_osi *)(osi)))
#endif
#endif
