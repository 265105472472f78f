/* specimen_systems.h - one or more systems of every class, smooth and small, with
 * everything that the class can be given
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SPECIMEN_SYSTEMS_H
#define ZENO_TEST_SPECIMEN_SYSTEMS_H

#include "conform.h"

typedef struct specimen {
    const char *cls;
    const char *what; /* of this one, for messages */
    zn_status (*make)(zn_ctx *ctx, zn_ds **out);
} specimen;

/* do the next thing unless something went wrong */
#define AND(st, call) ((st) ? (st) : (call))
#define FN(f)         ((zn_fn *)(f))

/* ---- lagrangian ------------------------------------------------------------------ */

/* M = diag(2, 3, 4) + a a', a = (1, cos q0, sin q1) */
static void lag_mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    const double a[] = {1, cos(q[0]), sin(q[1])};

    (void)nz, (void)z;
    for (unsigned j = 0; j < n; j++)
        for (unsigned i = 0; i < n; i++)
            M[i + n * j] = a[i] * a[j] + (i == j ? 2 + i : 0);
}

static void lag_ext(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = cos(t);
    f[1] = t;
    f[2] = 1;
}

static void lag_int(double t, unsigned n, double *q, double *v, double *f,
                    unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = q[0] * q[0] * q[0] + v[0] * q[1] + t;
    f[1] = sin(q[1]) + v[1] * v[1] * v[1];
    f[2] = q[0] * q[2] + v[2] * t;
}

static void lag_int_q(double t, unsigned n, double *q, double *v, double *J,
                      unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    J[0] = 3 * q[0] * q[0];
    J[3] = v[0];
    J[4] = cos(q[1]);
    J[2] = q[2];
    J[8] = q[0];
}

static void lag_int_v(double t, unsigned n, double *q, double *v, double *J,
                      unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    J[0] = q[1];
    J[4] = 3 * v[1] * v[1];
    J[8] = t;
}

static void lag_gyr(unsigned n, double *q, double *v, double *f, unsigned nz,
                    double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = v[1] * v[2] * sin(q[0]);
    f[1] = v[0] * v[0] * cos(q[1]);
    f[2] = v[0] * v[1];
}

static void lag_gyr_q(unsigned n, double *q, double *v, double *J, unsigned nz,
                      double *z)
{
    (void)n, (void)nz, (void)z;
    J[0] = v[1] * v[2] * cos(q[0]);
    J[4] = -v[0] * v[0] * sin(q[1]);
}

static void lag_gyr_v(unsigned n, double *q, double *v, double *J, unsigned nz,
                      double *z)
{
    (void)n, (void)nz, (void)z;
    J[1] = 2 * v[0] * cos(q[1]);
    J[2] = v[1];
    J[3] = v[2] * sin(q[0]);
    J[5] = v[0];
    J[6] = v[1] * sin(q[0]);
}

static const double three[] = {0.3, -0.2, 0.5};

static zn_status lag_new(zn_ctx *ctx, const char *cls, zn_ds **out)
{
    return zn_ds_new(ctx, cls, "specimen", 3, three, three, out);
}

static zn_status lag_moving(zn_ctx *ctx, zn_ds **out)
{
    zn_status st = lag_new(ctx, "lagrangian", out);

    st = AND(st, zn_ds_set_function(*out, "mass", FN(lag_mass)));
    st = AND(st, zn_ds_set_function(*out, "f_ext", FN(lag_ext)));
    st = AND(st, zn_ds_set_function(*out, "f_int", FN(lag_int)));
    return AND(st, zn_ds_set_function(*out, "f_gyr", FN(lag_gyr)));
}

static zn_status lag_functions(zn_ctx *ctx, zn_ds **out)
{
    zn_status st = lag_moving(ctx, out);

    st = AND(st, zn_ds_set_function(*out, "jac_f_int_q", FN(lag_int_q)));
    st = AND(st, zn_ds_set_function(*out, "jac_f_int_v", FN(lag_int_v)));
    st = AND(st, zn_ds_set_function(*out, "jac_f_gyr_q", FN(lag_gyr_q)));
    return AND(st, zn_ds_set_function(*out, "jac_f_gyr_v", FN(lag_gyr_v)));
}

/* stiffness and damping of the linear specimens, both symmetric and positive */
static const double stiffness[] = {5, -1, 0, -1, 4, -2, 0, -2, 6};
static const double damping[] = {0.5, 0.25, 0, 0.25, 1, 0, 0, 0, 0.5};
static const double heavy[] = {2, 0.5, 0, 0.5, 3, 1, 0, 1, 4};

static void lag_spring(double t, unsigned n, double *q, double *v, double *f,
                       unsigned nz, double *z)
{
    (void)t, (void)nz, (void)z;
    for (unsigned j = 0; j < n; j++)
        for (unsigned i = 0; i < n; i++)
            f[i] += stiffness[i + n * j] * q[j] + damping[i + n * j] * v[j];
}

static zn_status lag_affine(zn_ctx *ctx, zn_ds **out)
{
    zn_status st = lag_new(ctx, "lagrangian", out);

    st = AND(st, zn_ds_set_constant(*out, "mass", 3, 3, heavy));
    st = AND(st, zn_ds_set_constant(*out, "f_ext", 3, 1, three));
    st = AND(st, zn_ds_set_function(*out, "f_int", FN(lag_spring)));
    st = AND(st, zn_ds_set_constant(*out, "jac_f_int_q", 3, 3, stiffness));
    return AND(st, zn_ds_set_constant(*out, "jac_f_int_v", 3, 3, damping));
}

static zn_status lag_free(zn_ctx *ctx, zn_ds **out)
{
    zn_status st = lag_new(ctx, "lagrangian", out);

    st = AND(st, zn_ds_set_diagonal(*out, "mass", 3, (double[]){2, 3, 4}));
    return AND(st, zn_ds_set_function(*out, "f_ext", FN(lag_ext)));
}

static zn_status lag_linear(zn_ctx *ctx, zn_ds **out)
{
    zn_status st = lag_new(ctx, "lagrangian-linear", out);

    st = AND(st, zn_ds_set_constant(*out, "mass", 3, 3, heavy));
    st = AND(st, zn_ds_set_constant(*out, "stiffness", 3, 3, stiffness));
    st = AND(st, zn_ds_set_constant(*out, "damping", 3, 3, damping));
    return AND(st, zn_ds_set_function(*out, "f_ext", FN(lag_ext)));
}

/* the same numbers as columns, a diagonal and a constant force */
static zn_status lag_sparse(zn_ctx *ctx, zn_ds **out)
{
    static const zn_index p[] = {0, 2, 5, 7}, i[] = {0, 1, 0, 1, 2, 1, 2};
    static const double x[] = {5, -1, -1, 4, -2, -2, 6};
    const zn_matrix K = {
        .storage = ZN_CSC, .rows = 3, .cols = 3, .x = x, .p = p, .i = i};
    zn_status st = lag_new(ctx, "lagrangian-linear", out);

    st = AND(st, zn_ds_set_diagonal(*out, "mass", 3, (double[]){2, 3, 4}));
    st = AND(st, zn_ds_set_sparse(*out, "stiffness", &K));
    return AND(st, zn_ds_set_constant(*out, "f_ext", 3, 1, three));
}

/* ---- rigid bodies ------------------------------------------------------------------ */

static const double pose[] = {0.1, -0.2, 0.3, 0.5, 0.5, -0.5, 0.5};
static const double twist[] = {0.3, 0.2, -0.1, 0.4, -0.5, 0.6};
static const double inertia[] = {1, 0.2, 0, 0.2, 2, 0.1, 0, 0.1, 2.5};

static void body_ext(double t, double *f, unsigned nq, double *q0)
{
    (void)nq, (void)q0;
    f[0] = sin(t);
    f[1] = 2;
    f[2] = t * t;
}

static void body_int(double t, double *q, double *v, double *f, unsigned nq,
                     double *q0)
{
    (void)nq;
    f[0] = 3 * (q[0] - q0[0]) + v[1] * q[4];
    f[1] = q[3] * q[5] + v[4] * v[4];
    f[2] = t * q[6] * q[2];
}

static void body_int_q(double t, double *q, double *v, double *J, unsigned nq,
                       double *q0)
{
    (void)nq, (void)q0;
    J[0] = 3;
    J[0 + 3 * 4] = v[1];
    J[1 + 3 * 3] = q[5];
    J[1 + 3 * 5] = q[3];
    J[2 + 3 * 6] = t * q[2];
    J[2 + 3 * 2] = t * q[6];
}

static void body_int_v(double t, double *q, double *v, double *J, unsigned nq,
                       double *q0)
{
    (void)t, (void)nq, (void)q0;
    J[0 + 3 * 1] = q[4];
    J[1 + 3 * 4] = 2 * v[4];
}

static zn_status body_new(zn_ctx *ctx, const char *const options[], zn_ds **out)
{
    zn_status st =
        zn_ds_new(ctx, "newton-euler", "specimen", 6, pose, twist, out);

    st = AND(st, zn_ds_set_constant(*out, "mass", 1, 1, (double[]){2}));
    st = AND(st, zn_ds_set_constant(*out, "inertia", 3, 3, inertia));
    for (int i = 0; options[i]; i += 2)
        st = AND(st, zn_ds_set(*out, options[i], options[i + 1]));
    return st;
}

static zn_status body_forces(zn_ctx *ctx, const char *const options[],
                             bool jacobians, zn_ds **out)
{
    zn_status st = body_new(ctx, options, out);

    st = AND(st, zn_ds_set_function(*out, "f_ext", FN(body_ext)));
    st = AND(st, zn_ds_set_function(*out, "m_ext", FN(body_ext)));
    st = AND(st, zn_ds_set_function(*out, "f_int", FN(body_int)));
    st = AND(st, zn_ds_set_function(*out, "m_int", FN(body_int)));
    if (!jacobians)
        return st;
    st = AND(st, zn_ds_set_function(*out, "jac_f_int_q", FN(body_int_q)));
    st = AND(st, zn_ds_set_function(*out, "jac_f_int_v", FN(body_int_v)));
    st = AND(st, zn_ds_set_function(*out, "jac_m_int_q", FN(body_int_q)));
    return AND(st, zn_ds_set_function(*out, "jac_m_int_v", FN(body_int_v)));
}

static zn_status body_full(zn_ctx *ctx, zn_ds **out)
{
    static const char *const o[] = {NULL};
    return body_forces(ctx, o, true, out);
}

static zn_status body_inertial(zn_ctx *ctx, zn_ds **out)
{
    static const char *const o[] = {"m_ext",  "inertial", "m_int", "inertial",
                                    "update", "tangent",  NULL};
    return body_forces(ctx, o, true, out);
}

static zn_status body_differences(zn_ctx *ctx, zn_ds **out)
{
    static const char *const o[] = {"m_ext", "inertial", NULL};
    return body_forces(ctx, o, false, out);
}

static zn_status body_carried(zn_ctx *ctx, zn_ds **out)
{
    static const char *const o[] = {"gyroscopic", "carried", NULL};
    return body_forces(ctx, o, true, out);
}

static zn_status body_carried_tangent(zn_ctx *ctx, zn_ds **out)
{
    static const char *const o[] = {"gyroscopic", "carried", "update",
                                    "tangent", NULL};
    return body_new(ctx, o, out);
}

static zn_status body_without(zn_ctx *ctx, zn_ds **out)
{
    static const char *const o[] = {"gyroscopic", "off", NULL};
    const zn_status st = body_new(ctx, o, out);
    return AND(st, zn_ds_set_constant(*out, "f_ext", 3, 1, three));
}

static zn_status body_gyro(zn_ctx *ctx, zn_ds **out)
{
    return zn_ds_new(ctx, "gyro", "specimen", 6, pose, twist, out);
}

/* ---- first order ------------------------------------------------------------------ */

static void fo_mass(double t, unsigned n, const double *x, double *M,
                    unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    M[0] = 2 + sin(x[1]);
    M[4] = 1 + t * t;
    M[3] = x[2]; /* the last row is an algebraic equation */
}

static void fo_field(double t, unsigned n, const double *x, double *f,
                     unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = x[1] * x[2] + t;
    f[1] = -sin(x[0]);
    f[2] = x[0] - x[2] * x[2] * x[2];
}

static void fo_field_x(double t, unsigned n, const double *x, double *A,
                       unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz, (void)z;
    A[3] = x[2];
    A[6] = x[1];
    A[1] = -cos(x[0]);
    A[2] = 1;
    A[8] = -3 * x[2] * x[2];
}

static void fo_input(double t, unsigned n, double *x, unsigned nu, double *u,
                     double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nu, (void)nz, (void)z;
    f[0] = u[0] * x[0] * x[0];
    f[2] = u[1];
}

static void fo_control(double t, unsigned n, double *x, double *xdot, double *f,
                       unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = x[0] * xdot[1];
    f[1] = t * sin(xdot[0]);
    f[2] = x[1] * x[1];
}

static zn_status fo_new(zn_ctx *ctx, const char *cls, zn_ds **out)
{
    return zn_ds_new_first_order(ctx, cls, "specimen", 3, three, out);
}

static zn_status fo_functions(zn_ctx *ctx, zn_ds **out)
{
    zn_status st = fo_new(ctx, "first-order", out);

    st = AND(st, zn_ds_set_function(*out, "M", FN(fo_mass)));
    st = AND(st, zn_ds_set_function(*out, "f", FN(fo_field)));
    st = AND(st, zn_ds_set_function(*out, "jac_f_x", FN(fo_field_x)));
    st = AND(st, zn_ds_set_function(*out, "input", FN(fo_input)));
    st = AND(st, zn_ds_set_u(*out, 2, three));
    return AND(st, zn_ds_set_function(*out, "control", FN(fo_control)));
}

static zn_status fo_differences(zn_ctx *ctx, zn_ds **out)
{
    const zn_status st = fo_new(ctx, "first-order", out);

    return AND(st, zn_ds_set_function(*out, "f", FN(fo_field)));
}

static void fol_A(double t, unsigned rows, unsigned cols, double *A,
                  unsigned nz, double *z)
{
    (void)cols, (void)nz, (void)z;
    A[0] = sin(t);
    A[1 + 2 * rows] = t;
}

static zn_status fol_moving(zn_ctx *ctx, zn_ds **out)
{
    zn_status st = fo_new(ctx, "first-order-linear", out);

    st = AND(st, zn_ds_set_function(*out, "A", FN(fol_A)));
    st = AND(st, zn_ds_set_function(*out, "b", FN(lag_ext)));
    st = AND(st, zn_ds_set_constant(*out, "B", 3, 1, three));
    return AND(st, zn_ds_set_u(*out, 1, three));
}

static zn_status fol_constant(zn_ctx *ctx, zn_ds **out)
{
    zn_status st = fo_new(ctx, "first-order-linear", out);

    st = AND(st, zn_ds_set_constant(*out, "M", 3, 3, heavy));
    st = AND(st, zn_ds_set_constant(*out, "A", 3, 3, stiffness));
    return AND(st, zn_ds_set_constant(*out, "b", 3, 1, three));
}

static zn_status fol_diagonal(zn_ctx *ctx, zn_ds **out)
{
    const zn_status st = fo_new(ctx, "first-order-linear", out);

    return AND(st, zn_ds_set_diagonal(*out, "A", 3, (double[]){-1, 0, -2}));
}

static const specimen specimens[] = {
    {"lagrangian", "functions", lag_functions},
    {"lagrangian", "by differences", lag_moving},
    {"lagrangian", "affine", lag_affine},
    {"lagrangian", "free", lag_free},
    {"lagrangian-linear", "dense", lag_linear},
    {"lagrangian-linear", "sparse", lag_sparse},
    {"newton-euler", "functions", body_full},
    {"newton-euler", "inertial moments", body_inertial},
    {"newton-euler", "by differences", body_differences},
    {"newton-euler", "carried", body_carried},
    {"newton-euler", "carried, tangent", body_carried_tangent},
    {"newton-euler", "not gyroscopic", body_without},
    {"gyro", "of the tests", body_gyro},
    {"first-order", "functions", fo_functions},
    {"first-order", "by differences", fo_differences},
    {"first-order-linear", "moving", fol_moving},
    {"first-order-linear", "constant", fol_constant},
    {"first-order-linear", "diagonal", fol_diagonal},
};

static inline const char *class_of(zn_index i)
{
    return i < CONFORM_COUNT(specimens) ? specimens[i].cls : NULL;
}

#endif
