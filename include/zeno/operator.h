/** @file
 * Operators: the user's functions. An operator is one function of a model
 * (`f_ext`, `mass`, `h`, ...) that is absent, constant, a C function, or a
 * symbol of a plugin. Objects own their operators; get one by name with
 * zn_ds_operator, zn_relation_operator, and set it here.
 *
 * All matrices that a function fills are flat, column-major, sized by the
 * caller and zero on entry. A result that holds NaN or Inf, or a call of
 * zn_raise inside the function, ends the step with an error that names plugin,
 * symbol, object, time and component.
 *
 * Argument lists. They are what users of this field already have in their
 * files; z are parameters of the user, nz their number.
 *
 * | list | arguments                                                      | used for                                  |
 * |------|----------------------------------------------------------------|-------------------------------------------|
 * | S1   | double t, unsigned rows, unsigned cols, double *M, nz, z        | A, C, D, F, B of linear systems, relations |
 * | S2   | double t, unsigned n, double *v, nz, z                          | f_ext, b, e                               |
 * | S3   | double t, unsigned n, const double *x, double *out, nz, z       | f, jac_f_x, M of first order              |
 * | S4   | unsigned n, double *q, double *out, nz, z                       | mass                                      |
 * | S5   | unsigned n, double *q, double *v, double *out, nz, z            | f_gyr and its Jacobians                   |
 * | S6   | double t, unsigned n, double *q, double *v, double *out, nz, z  | f_int, control of first order, Jacobians  |
 * | S7   | double t, double *f, unsigned nq, double *q0                    | f_ext, m_ext of rigid bodies              |
 * | S8   | double t, double *q, double *v, double *out, unsigned nq, double *q0 | f_int, m_int of rigid bodies, Jacobians |
 * | S9   | unsigned nq, double *q, unsigned ny, double *out, nz, z         | h, jac_h_q, scleronomous                  |
 * | S10  | unsigned nq, double *q, unsigned nv, double *v, double *out, nz, z | time derivative of jac_h_q             |
 * | S11  | unsigned nq, double *q, double t, unsigned ny, double *out, nz, z | h, h_dot, jac_h_q, rheonomous           |
 * | S12  | unsigned nq, double *q, unsigned nl, double *lambda, double *out, nz, z | h, jac_h_q, jac_h_lambda, compliant |
 * | S13  | double t, unsigned nx, double *x, unsigned nl, double *lambda, double *out, nz, z | h, g and Jacobians, nonlinear |
 * | S14  | unsigned n_in, double *in, unsigned n_out, double *out, nz, z   | h, g and Jacobians, first order type 1    |
 * | S15  | unsigned nx, double *x, unsigned nl, double *lambda, unsigned ny, double *y | h, first order type 2         |
 * | S16  | unsigned nl, double *lambda, unsigned nr, double *r             | g, first order type 2                     |
 * | S17  | double t, unsigned n, double *v                                 | prescribed velocities                     |
 * | S18  | double t, returns double                                        | coefficients of a moving plane            |
 * | S19  | double t, unsigned nx, double *x, unsigned nu, double *u, double *out, nz, z | input term of a controlled system |
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef ZENO_OPERATOR_H
#define ZENO_OPERATOR_H

#include <zeno/pattern.h>
#include <zeno/type.h>

ZN_BEGIN_DECLS

typedef void zn_fn_s1(double t, unsigned rows, unsigned cols, double *M,
                      unsigned nz, double *z);
typedef void zn_fn_s2(double t, unsigned n, double *v, unsigned nz, double *z);
typedef void zn_fn_s3(double t, unsigned n, const double *x, double *out,
                      unsigned nz, double *z);
typedef void zn_fn_s4(unsigned n, double *q, double *out, unsigned nz,
                      double *z);
typedef void zn_fn_s5(unsigned n, double *q, double *v, double *out,
                      unsigned nz, double *z);
typedef void zn_fn_s6(double t, unsigned n, double *q, double *v, double *out,
                      unsigned nz, double *z);
typedef void zn_fn_s7(double t, double *f, unsigned nq, double *q0);
typedef void zn_fn_s8(double t, double *q, double *v, double *out, unsigned nq,
                      double *q0);
typedef void zn_fn_s9(unsigned nq, double *q, unsigned ny, double *out,
                      unsigned nz, double *z);
typedef void zn_fn_s10(unsigned nq, double *q, unsigned nv, double *v,
                       double *out, unsigned nz, double *z);
typedef void zn_fn_s11(unsigned nq, double *q, double t, unsigned ny,
                       double *out, unsigned nz, double *z);
typedef void zn_fn_s12(unsigned nq, double *q, unsigned nl, double *lambda,
                       double *out, unsigned nz, double *z);
typedef void zn_fn_s13(double t, unsigned nx, double *x, unsigned nl,
                       double *lambda, double *out, unsigned nz, double *z);
typedef void zn_fn_s14(unsigned n_in, double *in, unsigned n_out, double *out,
                       unsigned nz, double *z);
typedef void zn_fn_s15(unsigned nx, double *x, unsigned nl, double *lambda,
                       unsigned ny, double *y);
typedef void zn_fn_s16(unsigned nl, double *lambda, unsigned nr, double *r);
typedef void zn_fn_s17(double t, unsigned n, double *v);
typedef double zn_fn_s18(double t);
typedef void zn_fn_s19(double t, unsigned nx, double *x, unsigned nu, double *u,
                       double *out, unsigned nz, double *z);

/** What a closure is given: the arguments of all lists under one roof. What the
 * list of its operator does not have is NULL, 0, or NaN for t. S6 of a first-order
 * system gives x as q and x' as v; S14 gives the one vector it has as x. */
typedef struct zn_args {
    size_t        size;   /**< sizeof(zn_args) of the library                  */
    double        t;
    zn_index      nq, nv, nx, nl, nu;
    const double *q, *v, *x, *lambda, *u;
    const double *q0;     /**< S7, S8: initial position, nq                    */
    zn_index      rows, cols;
    double       *out;    /**< rows x cols, zero on entry                      */
    zn_index      nz;
    double       *z;      /**< parameters; may be written                      */
} zn_args;

/** A function with data of its own, one type for every operator. */
typedef void zn_closure_fn(void *user, const zn_args *a);

/** Any of the above, for passing; cast your function to it:
 * `(zn_fn *)my_f_ext`. */
typedef void zn_fn(void);

/** How an operator is given. */
typedef enum zn_operator_mode {
    ZN_OPERATOR_ABSENT = 0, /**< zero, or the identity for an M                */
    ZN_OPERATOR_CONSTANT,   /**< a dense array                                */
    ZN_OPERATOR_DIAGONAL,   /**< the diagonal of a square matrix              */
    ZN_OPERATOR_FUNCTION,   /**< called; given by pointer or plugin           */
    ZN_OPERATOR_SPARSE      /**< constant, in a pattern of its own            */
} zn_operator_mode;

typedef struct zn_operator zn_operator;

/** A row of a class's table of operators. */
typedef struct zn_slot {
    const char *name;      /**< "f_ext"                                       */
    const char *signature; /**< "S2"; NULL: never a function                  */
    char        rows;      /**< size of the result: 'q' nq, 'v' nv, 'x' nx,
                                'y' ny, '1' ... '9' that many, 'z' (columns)
                                as many as z has                              */
    char        cols;      /**< likewise                                      */
    bool        constant;  /**< may be given as a constant                    */
    const char *help;      /**< one line                                      */
} zn_slot;

/** Give the value itself; rows x cols, column-major, copied.
 * @retval ZN_EINVAL  wrong size (both are named), or op is NULL
 * @retval ZN_EDOM    NaN or Inf, with row and column */
ZN_API zn_status zn_operator_set_constant(zn_operator *op, zn_index rows,
                                          zn_index cols, const double values[]);

/** Give the diagonal of a square constant matrix; n elements, copied. */
ZN_API zn_status zn_operator_set_diagonal(zn_operator *op, zn_index n,
                                          const double d[]);

/** Give a constant matrix as it is stored: columns, block rows or dense; copied.
 * A class that follows patterns (zn_ds_type) does so at a cost proportional to
 * what is stored; others see the same matrix, written out. */
ZN_API zn_status zn_operator_set_sparse(zn_operator *op, const zn_matrix *A);

/** Declare where the values of a function belong: it then fills as many values as
 * the pattern has, in its order, zeroed before, and is told rows and columns of
 * the matrix as ever. Before or after the function itself; NULL: dense again. Of a
 * missing Jacobian it says which differences are taken. A constant that was given
 * before is dropped: the values are those of a function from now on.
 * @retval ZN_EINVAL  the pattern is wrong or of another size, or the class does
 *                    not follow patterns here */
ZN_API zn_status zn_operator_set_pattern(zn_operator *op, const zn_pattern *a);

/** Where the values of an operator belong: what was declared or is stored, the
 * diagonal, zero if it is absent, else dense. Borrowed. */
ZN_API zn_pattern zn_operator_pattern(const zn_operator *op);

/** Give a C function with the argument list of the slot. */
ZN_API zn_status zn_operator_set_function(zn_operator *op, zn_fn *f);

/** Give a function with data of its own.
 * @param[in] drop  called with user when the operator is given otherwise, cleared or
 *                  freed; NULL: nothing is. Not called on failure. */
ZN_API zn_status zn_operator_set_closure(zn_operator *op, zn_closure_fn *f,
                                         void *user, void (*drop)(void *user));

/** Give a symbol of a plugin. The plugin is loaded now (zeno/plugin.h).
 * @retval ZN_ENOENT  no such file or symbol, with the loader's words
 * @retval ZN_EABI    the plugin describes itself and its interface is another
 * @retval ZN_EINVAL  it describes the symbol as another kind or size */
ZN_API zn_status zn_operator_set_plugin(zn_operator *op, const char *plugin,
                                        const char *symbol);

/** The same by one string, "FollowerPlugin:FollowerFExt". */
ZN_API zn_status zn_operator_set_name(zn_operator *op, const char *name);

/** Make it absent again. */
ZN_API void zn_operator_clear(zn_operator *op);

/** Give the operator parameters of its own; nz elements, copied. Without
 * (nz == 0), it sees those of its object (zn_ds_set_z, zn_relation_set_z). */
ZN_API zn_status zn_operator_set_z(zn_operator *op, zn_index nz,
                                   const double z[]);

/** The parameters the function sees; may be written between steps. */
ZN_API double *zn_operator_z(zn_operator *op, zn_index *nz);

ZN_API zn_operator_mode zn_operator_get_mode(const zn_operator *op);

/** Where it comes from, for messages: "FollowerPlugin:FollowerFExt",
 * "a constant", "a C function", of a closure "a function". */
ZN_API const char *zn_operator_origin(const zn_operator *op);

/** The constant value of mode CONSTANT (rows x cols), DIAGONAL (rows) or SPARSE
 * (zn_pattern_count of its pattern). Borrowed until it is given anew or a model that has
 * its object is sealed: equal constants of systems are kept once. */
ZN_API const double *zn_operator_value(const zn_operator *op);

ZN_API zn_index zn_operator_rows(const zn_operator *op);
ZN_API zn_index zn_operator_cols(const zn_operator *op);

/** Report failure from inside a user's function: the step ends with ZN_EUSER
 * and these words. Returns, so the function should return too. Of several
 * reports in one call the first counts; call it in the thread that called the
 * function. A function must not leave by longjmp or a C++ exception. */
ZN_API void zn_raise(const char *fmt, ...) ZN_PRINTF(1, 2);

/** As zn_raise, but the step may be tried again with a smaller h: the state
 * asked for is outside the function's domain (ZN_RETRY). */
ZN_API void zn_raise_retry(const char *fmt, ...) ZN_PRINTF(1, 2);

/** Which function of the user is this thread in? Words such as "f_ext of system 'ball'
 * (BallPlugin:weight) at t = 0.3"; cut off where there is no room. May be called in a
 * handler of a signal, to say where a program crashed.
 * @return false, and no words: in none */
ZN_API bool zn_operator_running(char words[], size_t size);

ZN_END_DECLS
#endif
