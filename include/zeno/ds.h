/** @file
 * Dynamical systems. A system is data and operators; what moves is in the
 * zn_state. Two families:
 *
 *   first order    M(x,t) x' = f(t,x) + r
 *   second order   M(q) v' = F(t,q,v) + p,   q' = T(q) v
 *
 * F is the total smooth force. A class says how many q and v it has (a rigid body
 * 7 and 6) and how they go together: `qdot` is T(q) v, `retract` moves a position
 * along a velocity times time and stays among the positions there are, `tangent`
 * multiplies a gradient by T(q). For Lagrangian systems T = I, nq = nv and
 * F = f_ext(t) - f_int(t,q,v) - f_gyr(q,v): internal and gyroscopic terms are
 * given with the sign they have on the left of the equation of motion.
 *
 * Classes of the library:
 *
 * | class               | operators (argument list; R required)              |
 * |---------------------|----------------------------------------------------|
 * | lagrangian          | mass S4, f_ext S2, f_int S6, f_gyr S5; Jacobians     |
 * | lagrangian-linear   | mass R, stiffness, damping: constants; f_ext S2: M v' + C v + K q = f_ext(t) + p |
 * | newton-euler        | rigid bodies: zeno/mechanics.h                     |
 * | first-order         | M S3, f S3, input S19, control S6; Jacobians        |
 * | first-order-linear  | M and B constant, A S1, b S2: M x' = A(t) x + b(t) + B u + r |
 *
 * The Jacobians of "lagrangian" are jac_f_int_q S6, jac_f_int_v S6, jac_f_gyr_q S5 and
 * jac_f_gyr_v S5. "first-order" is M(t,x) x' = f(t,x) + input(t,x,u) + control(t,x,x') + r,
 * its Jacobians are jac_f_x S3, jac_input_x S19, jac_control_x S6 and jac_control_xdot S6.
 *
 * An operator of class "lagrangian", "first-order" or "first-order-linear" may be
 * constant, a function, or absent. An absent M is the identity; an absent mass is
 * so if option unit_mass of "lagrangian" says it, else an error. M may be
 * singular: its empty rows are algebraic equations. A constant Jacobian says that
 * its function is affine. Jacobians left out are replaced by central differences,
 * said once per system in the log. Their step, 6e-6 max(1, |q_j|), expects states
 * of order one: give the Jacobians if yours are much smaller.
 *
 * Operators, parameters and prescribed velocities of a system in a sealed model
 * are refused with ZN_ESTATE: reopen the model, change, seal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_DS_H
#define ZENO_DS_H

#include <zeno/operator.h>
#include <zeno/variability.h>

ZN_BEGIN_DECLS

typedef enum zn_family { ZN_FIRST_ORDER = 1, ZN_SECOND_ORDER = 2 } zn_family;

typedef struct zn_ds zn_ds;

/** Collects everything that is wrong with a model, to say it in one go. */
typedef struct zn_findings zn_findings;

/** Add one finding (a sentence with names and values). */
ZN_API void zn_findings_add(zn_findings *f, const char *fmt, ...)
    ZN_PRINTF(2, 3);

/** What the operators of a system vary with. */
typedef struct zn_ds_variability {
    zn_vary M;        /**< mass, or M of a first-order system                 */
    zn_vary F;        /**< force, or field (without `rate`)                   */
    zn_vary J;        /**< its Jacobians by the state; of dF/dq along T(q)    */
    zn_vary rate;     /**< first order: a term in x', the function `rate`     */
    bool    diagonal; /**< M and J are diagonal                               */
    bool    affine;   /**< second order: F is J (q, v) and a part in time by what the class
                           is, and not because a constant Jacobian was given that
                           its function may not have; false: nobody knows     */
} zn_ds_variability;

/** Is the force affine in the state at each t, and the mass constant? */
static inline bool zn_ds_affine(const zn_ds_variability *v)
{
    return zn_vary_constant(v->M) && !zn_vary_with(v->J, ZN_WITH_STATE) && !v->rate;
}

/** Are the matrices of the system the same for good? */
static inline bool zn_ds_constant_matrices(const zn_ds_variability *v)
{
    return zn_vary_constant(v->M) && zn_vary_constant(v->J) && !v->rate;
}

/** The matrices of a system, for their patterns. */
typedef enum zn_ds_matrix {
    ZN_DS_MASS,      /**< M of `mass`, or of `lhs`                            */
    ZN_DS_JAC_Q,     /**< dF/dq of `force_jac`, or df/dx of `field_jac`       */
    ZN_DS_JAC_V,     /**< dF/dv of `force_jac`                                */
    ZN_DS_RATE_X,    /**< dw/dx of `rate_jac`                                 */
    ZN_DS_RATE_XDOT  /**< dw/dx'                                              */
} zn_ds_matrix;

/** The shares of the smooth force without what `potential` stands for, for the
 * energy balance (N, N m). They are zero on entry. */
typedef struct zn_force_parts {
    double *external; /**< nv, F_ext(t)                                       */
    double *internal; /**< nv, -F_int as far as nothing else is known of it   */
    double *gyro;     /**< nv, -N                                             */
    double *damping;  /**< nv, what is linear in v: -C v                      */
} zn_force_parts;

/** A class of systems. Functions get the system; its class data are
 * zn_ds_state(ds), its operators zn_ds_op(ds, i) in the order of `slots`.
 * What they give depends on the arguments alone, and is written whatever the arrays
 * held; several threads may ask a system at the same time, so a class keeps nothing
 * from one call to the next that is not guarded.
 * Matrices are filled in patterns that are fixed from one seal to the next, see
 * `pattern`: a matrix below is as many values as its pattern has, n x n and
 * column-major where the class says nothing. */
typedef struct zn_ds_type {
    zn_type         type;  /**< kind ZN_KIND_DS                               */
    zn_family       family;
    const zn_slot  *slots; /**< operators, ended by a NULL name               */
    /** Optional: acquire; called at creation, sizes are known. */
    zn_status (*init)(zn_ds *ds);
    void      (*fini)(zn_ds *ds);
    /** Is it complete and coherent? Add findings; called at every seal. May
     * prepare constant data. Status only for failures such as no memory. */
    zn_status (*seal)(zn_ds *ds, zn_findings *f);
    /** What the operators vary with, into a zeroed struct; called after a seal
     * without findings. */
    void      (*varies)(const zn_ds *ds, zn_ds_variability *out);

    /* second order */
    /** M(q), nv x nv (kg, kg m^2). */
    zn_status (*mass)(const zn_ds *ds, const double q[], double M[]);
    /** out = M(q) w. */
    zn_status (*mass_mul)(const zn_ds *ds, const double q[], const double w[],
                          double out[]);
    /** F(t,q,v), nv (N, N m). */
    zn_status (*force)(const zn_ds *ds, double t, const double q[],
                       const double v[], double F[]);
    /** dF/dq (nv x nv, along T(q) for systems with retract) and dF/dv. */
    zn_status (*force_jac)(const zn_ds *ds, double t, const double q[],
                           const double v[], double dFdq[], double dFdv[]);
    /** Optional: the shares of F, for the energy balance. NULL: F is `internal`, and with a
     * `potential` there is no balance. */
    zn_status (*force_parts)(const zn_ds *ds, double t, const double q[],
                             const double v[], zn_force_parts *out);
    /** Optional: potential of constant forces and of constant stiffness (J). */
    double    (*potential)(const zn_ds *ds, const double q[]);
    /** Optional: out = q moved along w (velocity times time); NULL: q + w. A class
     * with one of retract, tangent and qdot has all three. */
    void      (*retract)(const zn_ds *ds, const double q[], const double w[],
                         double out[]);
    /** Optional: H = C T(q), rows x nv from rows x nq; NULL: H = C. */
    void      (*tangent)(const zn_ds *ds, const double q[], zn_index rows,
                         const double C[], double H[]);

    /* first order */
    /** M(t,x), nx x nx. NULL: identity. */
    zn_status (*lhs)(const zn_ds *ds, double t, const double x[], double M[]);
    /** f(t,x), nx. */
    zn_status (*field)(const zn_ds *ds, double t, const double x[], double f[]);
    /** df/dx, nx x nx. */
    zn_status (*field_jac)(const zn_ds *ds, double t, const double x[],
                           double A[]);
    /** Optional, called if `rate` of the variability is not zero: what f has besides, w(t,x,x'),
     * nx, x' being given apart. */
    zn_status (*rate)(const zn_ds *ds, double t, const double x[],
                      const double xdot[], double w[]);
    /** dw/dx and dw/dx', nx x nx each. */
    zn_status (*rate_jac)(const zn_ds *ds, double t, const double x[],
                          const double xdot[], double Wx[], double Wd[]);

    /* both */
    /** Optional: sizes of the state for the n of zn_ds_new, q and v of the second
     * order; NULL: n and n.
     * @return NULL, or why the class has no system of that n ("must be 6") */
    const char *(*sizes)(zn_index n, zn_index *nq, zn_index *nv);

    /* second order, with retract */
    /** q' = T(q) v, nq. */
    void      (*qdot)(const zn_ds *ds, const double q[], const double v[],
                      double out[]);
    /** Optional: D (nv x nv), how the end of a motion moves with w:
     * d retract(q, w) = T(retract(q, w)) D dw. NULL: identity, which it is up to
     * the size of w for every class: Newton's method then takes a pass more. */
    void      (*retract_jac)(const zn_ds *ds, const double q[],
                             const double w[], double D[]);
    /** Optional, for momenta that are written in a frame which turns with q: does
     * the integrator have to carry them along? Then `force` has no gyroscopic
     * part, and M(q+) v+ without forces is carry(M(q) v). */
    bool      (*carries)(const zn_ds *ds);
    /** out = the momentum L (nv) at q, seen from the end of a motion w. */
    void      (*carry)(const zn_ds *ds, const double w[], const double L[],
                       double out[]);
    /** d carry(w, L)/dw, nv x nv. */
    void      (*carry_jac)(const zn_ds *ds, const double w[],
                           const double L[], double J[]);
    /** Optional: where the values of a matrix belong, until the next seal. NULL, or
     * a result NULL: dense. */
    const zn_pattern *(*pattern)(const zn_ds *ds, zn_ds_matrix which);

    /* second order */
    /** Optional, where part of the force only depends on time: F (nv) =
     * (1 - w) F(t0,q,v) + w F(t1,q,v), 0 < w < 1, with room to work of nv numbers apart from F.
     * NULL: F is asked at both instants. */
    zn_status (*force_mean)(const zn_ds *ds, double t0, double t1, double w,
                            const double q[], const double v[], double work[],
                            double F[]);
    /** Optional, where the force is linear in q and v but for a part in time, that part, as
     * cheap as it can be: F(t,0,0), nv. NULL: F is asked there. */
    zn_status (*force_in_time)(const zn_ds *ds, double t, double F[]);
    /** Optional, where velocities have two units: those from place *first on are angular (rad/s),
     * and count beside the others (m/s) as what they move at this distance > 0 (m), which goes
     * with the unit of length. NULL: all have one unit. */
    double    (*arm)(const zn_ds *ds, zn_index *first);
} zn_ds_type;

/** Make a second-order system of a registered class.
 * @param[in] cls   "lagrangian", "lagrangian-linear", or a plugin's
 * @param[in] name  for messages and output columns; copied, unique in a model, of
 *                  printed characters
 * @param[in] n     degrees of freedom                          n >= 1
 * @param[in] q0    initial position                            nq, copied
 * @param[in] v0    initial velocity                            nv, copied
 *
 * nq = nv = n, unless the class has sizes of its own. */
ZN_API zn_status zn_ds_new(zn_ctx *ctx, const char *cls, const char *name,
                           zn_index n, const double q0[], const double v0[],
                           zn_ds **out);

/** Make a first-order system, initial state x0 (n). */
ZN_API zn_status zn_ds_new_first_order(zn_ctx *ctx, const char *cls,
                                       const char *name, zn_index n,
                                       const double x0[], zn_ds **out);

/** Free a system that no model owns; does nothing to one that a model owns,
 * NULL is fine. */
ZN_API void zn_ds_free(zn_ds *ds);

/** Set an option of the class. */
ZN_API zn_status zn_ds_set(zn_ds *ds, const char *option, const char *value);
ZN_API zn_status zn_ds_set_real(zn_ds *ds, const char *option, double value);

/** An option as text, cut to size.
 * @retval ZN_ENOENT  no such option */
ZN_API zn_status zn_ds_get(const zn_ds *ds, const char *option, char buf[],
                           size_t size);

/** Positions and velocities of a second-order system, whatever its class:
 * out (nq) = q moved along w (nv), velocity times time; out may be q. */
ZN_API void zn_ds_retract(const zn_ds *ds, const double q[], const double w[],
                          double out[]);
/** out (nq) = q' = T(q) v. */
ZN_API void zn_ds_qdot(const zn_ds *ds, const double q[], const double v[],
                       double out[]);
/** H (rows x nv) = C T(q), C rows x nq. */
ZN_API void zn_ds_tangent(const zn_ds *ds, const double q[], zn_index rows,
                          const double C[], double H[]);
/** Is q' something else than v? */
ZN_API bool zn_ds_curved(const zn_ds *ds);

/** An operator by name.
 * @return NULL if there is none; zn_errmsg lists those there are */
ZN_API zn_operator *zn_ds_operator(zn_ds *ds, const char *name);

/** Short forms of zn_operator_set_...(zn_ds_operator(ds, op), ...). */
ZN_API zn_status zn_ds_set_constant(zn_ds *ds, const char *op, zn_index rows,
                                    zn_index cols, const double values[]);
ZN_API zn_status zn_ds_set_diagonal(zn_ds *ds, const char *op, zn_index n,
                                    const double d[]);
ZN_API zn_status zn_ds_set_sparse(zn_ds *ds, const char *op,
                                  const zn_matrix *A);
ZN_API zn_status zn_ds_set_pattern(zn_ds *ds, const char *op,
                                   const zn_pattern *a);
ZN_API zn_status zn_ds_set_function(zn_ds *ds, const char *op, zn_fn *f);
ZN_API zn_status zn_ds_set_closure(zn_ds *ds, const char *op, zn_closure_fn *f,
                                   void *user, void (*drop)(void *user));
ZN_API zn_status zn_ds_set_plugin(zn_ds *ds, const char *op, const char *plugin,
                                  const char *symbol);
ZN_API zn_status zn_ds_set_name(zn_ds *ds, const char *op, const char *name);

/** Parameters of all operators of the system that have none of their own. */
ZN_API zn_status zn_ds_set_z(zn_ds *ds, zn_index nz, const double z[]);
ZN_API double *zn_ds_z(zn_ds *ds, zn_index *nz);

/** Held input of a first-order system, which the function `input` (S19) of class
 * "first-order" and the matrix `B` of "first-order-linear" see, and which a
 * controller writes (zeno/control.h). Its initial value, copied. Without it the
 * parameters z take its place.
 * @retval ZN_EINVAL  a system of second order: its functions see z */
ZN_API zn_status zn_ds_set_u(zn_ds *ds, zn_index nu, const double u[]);
/** It, for reading and, between steps, for writing; NULL: none. */
ZN_API double *zn_ds_u(zn_ds *ds, zn_index *nu);

/** For integrators that keep forces from step to step: numbers that the functions
 * of the system see beside time and state: u, z, and z of operators of their own. */
ZN_API zn_index zn_ds_parameter_count(const zn_ds *ds);
/** Copy them to kept (n); true if there are n and the bits were there already. What
 * was evaluated before is then still what the functions would give. */
ZN_API bool zn_ds_parameters_follow(const zn_ds *ds, zn_index n, double kept[]);

/** Prescribe velocities: component index[i] of v follows values[i], constant.
 * The reaction impulse is zn_simulation_bc. n == 0 lifts the condition.
 * @retval ZN_EINVAL  an index out of range or twice */
ZN_API zn_status zn_ds_prescribe(zn_ds *ds, zn_index n, const zn_index index[],
                                 const double values[]);

/** Prescribe velocities by a function with argument list S17. */
ZN_API zn_status zn_ds_prescribe_function(zn_ds *ds, zn_index n,
                                          const zn_index index[], zn_fn_s17 *f);

/** By a function with data of its own; a->rows values, a->t. `drop` as in
 * zn_operator_set_closure. */
ZN_API zn_status zn_ds_prescribe_closure(zn_ds *ds, zn_index n,
                                         const zn_index index[],
                                         zn_closure_fn *f, void *user,
                                         void (*drop)(void *user));

/** The same by "Plugin:symbol". */
ZN_API zn_status zn_ds_prescribe_name(zn_ds *ds, zn_index n,
                                      const zn_index index[], const char *name);

ZN_API const char *zn_ds_name(const zn_ds *ds);
ZN_API zn_ctx *zn_ds_ctx(const zn_ds *ds);
ZN_API const zn_ds_type *zn_ds_class(const zn_ds *ds);
ZN_API void *zn_ds_state(zn_ds *ds);
ZN_API zn_operator *zn_ds_op(zn_ds *ds, zn_index i);
/** What it varies with; valid in a sealed model. */
ZN_API const zn_ds_variability *zn_ds_varies(const zn_ds *ds);
/** Where the values of one of its matrices belong; valid after a seal, borrowed
 * until the next. */
ZN_API zn_pattern zn_ds_pattern(const zn_ds *ds, zn_ds_matrix which);
ZN_API zn_index zn_ds_nq(const zn_ds *ds);
ZN_API zn_index zn_ds_nv(const zn_ds *ds);
ZN_API zn_index zn_ds_nx(const zn_ds *ds);
ZN_API const double *zn_ds_q0(const zn_ds *ds);
ZN_API const double *zn_ds_v0(const zn_ds *ds);
ZN_API const double *zn_ds_x0(const zn_ds *ds);

/** Where the system's part of the state vectors begins, for as long as it is
 * in a model; -1 if it has no such part. See zeno/state.h. */
ZN_API zn_index zn_ds_q_offset(const zn_ds *ds);
ZN_API zn_index zn_ds_v_offset(const zn_ds *ds);
ZN_API zn_index zn_ds_x_offset(const zn_ds *ds);

/** Number of prescribed velocities, and their components. */
ZN_API zn_index zn_ds_bc_count(const zn_ds *ds);
ZN_API const zn_index *zn_ds_bc_index(const zn_ds *ds);

/** Their values at t.
 * @param[out] values  as many as there are */
ZN_API zn_status zn_ds_bc_values(const zn_ds *ds, double t, double values[]);

ZN_END_DECLS

/* what a const object gives is const */
#ifdef __cplusplus
static inline const zn_operator *zn_ds_op(const zn_ds *ds, zn_index i)
{
    return zn_ds_op(const_cast<zn_ds *>(ds), i);
}
static inline const void *zn_ds_state(const zn_ds *ds)
{
    return zn_ds_state(const_cast<zn_ds *>(ds));
}
#else
#define zn_ds_op(ds, ...)                                                      \
    ZN_KEEP(zn_ds, zn_operator, ds, zn_ds_op((zn_ds *)(ds), __VA_ARGS__))
#define zn_ds_state(ds)                                                        \
    ZN_KEEP(zn_ds, void, ds, zn_ds_state((zn_ds *)(ds)))
#endif
#endif
