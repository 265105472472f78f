/* specimen_relations.h - one or more relations of every class, and the systems that
 * they join
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_SPECIMEN_RELATIONS_H
#define ZENO_TEST_SPECIMEN_RELATIONS_H

#include "conform.h"

/* What it joins: points (nq = nv = 3), the same seen as bodies in the plane,
 * rigid bodies, first-order systems of 3 states. */
enum { POINTS, PLANE, BODIES, STATES };

typedef struct specimen specimen;
struct specimen {
    const char *cls;
    const char *what; /* of this one; of mechanics: options, see below */
    int joins, systems;
    zn_index ny;
    zn_status (*make)(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                      const zn_ds *d2, zn_relation **out);
    zn_index outputs; /* rows that are derivatives of y; 0: all of them */
    double data[15];  /* of the interaction, if the class has some */
    bool bad_data;    /* data that are all zero are refused */
};

#define AND(st, call) ((st) ? (st) : (call))
#define FN(f)         ((zn_fn *)(f))

static zn_status plain(zn_ctx *ctx, const specimen *s, zn_relation **out)
{
    const zn_index nq = s->joins == BODIES ? 7 : 3;

    return zn_relation_new(ctx, s->cls, "specimen", s->ny, nq * s->systems,
                           out);
}

/* ---- linear ------------------------------------------------------------------------ */

static const double numbers[] = {1, -2, 0.5, 3, 0.25, -1, 2, 1, -0.5, 4, 1, -3};

static zn_status linear(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                        const zn_ds *d2, zn_relation **out)
{
    zn_status st = plain(ctx, s, out);

    (void)d1, (void)d2;
    st = AND(st,
             zn_relation_set_constant(*out, "C", 2, 3 * s->systems, numbers));
    st = AND(st, zn_relation_set_z(*out, 2, numbers));
    st = AND(st, zn_relation_set_constant(*out, "F", 2, 2, numbers + 1));
    return AND(st, zn_relation_set_constant(*out, "e", 2, 1, numbers + 3));
}

static zn_status linear_D(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                          const zn_ds *d2, zn_relation **out)
{
    const zn_status st = linear(ctx, s, d1, d2, out);

    return AND(st, zn_relation_set_constant(*out, "D", 2, 2, numbers + 2));
}

static void C_of_t(double t, unsigned rows, unsigned cols, double *C,
                   unsigned nz, double *z)
{
    (void)nz, (void)z;
    for (unsigned k = 0; k < rows * cols; k++)
        C[k] = numbers[k] + (k % 2 ? sin(t) : t);
}

static void e_of_t(double t, unsigned n, double *e, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    e[0] = cos(t);
    e[1] = t * t;
}

static zn_status first_constant(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                                const zn_ds *d2, zn_relation **out)
{
    zn_status st = plain(ctx, s, out);

    (void)d1, (void)d2;
    st = AND(st, zn_relation_set_constant(*out, "C", 2, 3, numbers));
    st = AND(st, zn_relation_set_constant(*out, "D", 2, 2, numbers + 4));
    return AND(st, zn_relation_set_constant(*out, "B", 3, 2, numbers + 2));
}

static zn_status first_moving(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                              const zn_ds *d2, zn_relation **out)
{
    zn_status st = plain(ctx, s, out);

    (void)d1, (void)d2;
    st = AND(st, zn_relation_set_function(*out, "C", FN(C_of_t)));
    st = AND(st, zn_relation_set_function(*out, "D", FN(C_of_t)));
    st = AND(st, zn_relation_set_function(*out, "B", FN(C_of_t)));
    return AND(st, zn_relation_set_function(*out, "e", FN(e_of_t)));
}

/* ---- functions ----------------------------------------------------------------------
 * h = (q0 q1 + sin q2, q2^2 q0), and what its class adds to it */

static void h_q(const double *q, double *y)
{
    y[0] += q[0] * q[1] + sin(q[2]);
    y[1] += q[2] * q[2] * q[0];
}

static void jac_h_q(const double *q, double *C)
{
    C[0] += q[1];
    C[1] += q[2] * q[2];
    C[2] += q[0];
    C[4] += cos(q[2]);
    C[5] += 2 * q[2] * q[0];
}

static void add_lambda(const double *q, const double *l, double *y)
{
    y[0] += 2 * l[0] + 0.1 * l[1] * l[1] * l[1];
    y[1] += l[1] + q[0] * l[0];
}

static void jac_lambda(const double *q, const double *l, double *D)
{
    D[0] = 2;
    D[1] = q[0];
    D[2] = 0.3 * l[1] * l[1];
    D[3] = 1;
}

static void g_lambda(const double *l, double *g)
{
    g[0] += l[0] * l[0] + l[1];
    g[1] += sin(l[1]);
    g[2] += l[0] * l[1];
}

static void jac_g(const double *l, double *B)
{
    B[0] = 2 * l[0];
    B[3] = 1;
    B[4] = cos(l[1]);
    B[2] = l[1];
    B[5] = l[0];
}

#define REST   unsigned nz, double *z
#define IGNORE (void)nz, (void)z

static void scl_h(unsigned nq, double *q, unsigned ny, double *y, REST)
{
    (void)nq, (void)ny, IGNORE;
    h_q(q, y);
}

static void scl_jac(unsigned nq, double *q, unsigned ny, double *C, REST)
{
    (void)nq, (void)ny, IGNORE;
    jac_h_q(q, C);
}

static void scl_dot(unsigned nq, double *q, unsigned nv, double *v, double *C,
                    REST)
{
    (void)nq, (void)nv, IGNORE;
    C[0] = v[1];
    C[1] = 2 * q[2] * v[2];
    C[2] = v[0];
    C[4] = -sin(q[2]) * v[2];
    C[5] = 2 * (v[2] * q[0] + q[2] * v[0]);
}

static void rhe_h(unsigned nq, double *q, double t, unsigned ny, double *y,
                  REST)
{
    (void)nq, (void)ny, IGNORE;
    h_q(q, y);
    y[0] += t * q[0];
    y[1] += t * t;
}

static void rhe_dot(unsigned nq, double *q, double t, unsigned ny, double *y,
                    REST)
{
    (void)nq, (void)ny, IGNORE;
    y[0] = q[0];
    y[1] = 2 * t;
}

static void rhe_jac(unsigned nq, double *q, double t, unsigned ny, double *C,
                    REST)
{
    (void)nq, (void)ny, IGNORE;
    jac_h_q(q, C);
    C[0] += t;
}

static void com_h(unsigned nq, double *q, unsigned nl, double *l, double *y,
                  REST)
{
    (void)nq, (void)nl, IGNORE;
    h_q(q, y);
    add_lambda(q, l, y);
}

static void com_q(unsigned nq, double *q, unsigned nl, double *l, double *C,
                  REST)
{
    (void)nq, (void)nl, IGNORE;
    jac_h_q(q, C);
    C[1] += l[0];
}

static void com_l(unsigned nq, double *q, unsigned nl, double *l, double *D,
                  REST)
{
    (void)nq, (void)nl, IGNORE;
    jac_lambda(q, l, D);
}

static void non_h(double t, unsigned nx, double *x, unsigned nl, double *l,
                  double *y, REST)
{
    com_h(nx, x, nl, l, y, nz, z);
    y[0] += t;
}

static void non_q(double t, unsigned nx, double *x, unsigned nl, double *l,
                  double *C, REST)
{
    (void)t;
    com_q(nx, x, nl, l, C, nz, z);
}

static void non_l(double t, unsigned nx, double *x, unsigned nl, double *l,
                  double *D, REST)
{
    (void)t;
    com_l(nx, x, nl, l, D, nz, z);
}

static void non_g(double t, unsigned nx, double *x, unsigned nl, double *l,
                  double *g, REST)
{
    (void)nx, (void)nl, IGNORE;
    g_lambda(l, g);
    g[0] += t * x[1] * l[0];
}

static void non_g_q(double t, unsigned nx, double *x, unsigned nl, double *l,
                    double *K, REST)
{
    (void)nx, (void)x, (void)nl, IGNORE;
    K[3] = t * l[0];
}

static void non_g_l(double t, unsigned nx, double *x, unsigned nl, double *l,
                    double *B, REST)
{
    (void)nx, (void)nl, IGNORE;
    jac_g(l, B);
    B[0] += t * x[1];
}

static void one_h(unsigned n_in, double *x, unsigned n_out, double *y, REST)
{
    (void)n_in, (void)n_out, IGNORE;
    h_q(x, y);
}

static void one_x(unsigned n_in, double *x, unsigned n_out, double *C, REST)
{
    (void)n_in, (void)n_out, IGNORE;
    jac_h_q(x, C);
}

static void one_g(unsigned n_in, double *l, unsigned n_out, double *g, REST)
{
    (void)n_in, (void)n_out, IGNORE;
    g_lambda(l, g);
}

static void one_l(unsigned n_in, double *l, unsigned n_out, double *B, REST)
{
    (void)n_in, (void)n_out, IGNORE;
    jac_g(l, B);
}

static void two_h(unsigned nx, double *x, unsigned nl, double *l, unsigned ny,
                  double *y)
{
    (void)ny;
    com_h(nx, x, nl, l, y, 0, NULL);
}

static void two_x(unsigned nx, double *x, unsigned nl, double *l, unsigned ny,
                  double *C)
{
    (void)ny;
    com_q(nx, x, nl, l, C, 0, NULL);
}

static void two_hl(unsigned nx, double *x, unsigned nl, double *l, unsigned ny,
                   double *D)
{
    (void)nx, (void)nl, (void)ny;
    jac_lambda(x, l, D);
}

static void two_g(unsigned nl, double *l, unsigned nr, double *g)
{
    (void)nl, (void)nr;
    g_lambda(l, g);
}

static void two_gl(unsigned nl, double *l, unsigned nr, double *B)
{
    (void)nl, (void)nr;
    jac_g(l, B);
}

/* The functions of each class; those with `jacobian` are left out for differences. */
static const struct {
    const char *cls, *op;
    zn_fn *f;
    bool jacobian;
} functions[] = {
    {"scleronomous", "h", FN(scl_h), false},
    {"scleronomous", "jac_h_q", FN(scl_jac), true},
    {"scleronomous", "jac_h_q_dot", FN(scl_dot), true},
    {"rheonomous", "h", FN(rhe_h), false},
    {"rheonomous", "h_dot", FN(rhe_dot), true},
    {"rheonomous", "jac_h_q", FN(rhe_jac), true},
    {"compliant", "h", FN(com_h), false},
    {"compliant", "jac_h_q", FN(com_q), true},
    {"compliant", "jac_h_lambda", FN(com_l), true},
    {"nonlinear", "h", FN(non_h), false},
    {"nonlinear", "jac_h_q", FN(non_q), true},
    {"nonlinear", "jac_h_lambda", FN(non_l), true},
    {"nonlinear", "g", FN(non_g), false},
    {"nonlinear", "jac_g_q", FN(non_g_q), true},
    {"nonlinear", "jac_g_lambda", FN(non_g_l), true},
    {"without-feedthrough", "h", FN(one_h), false},
    {"without-feedthrough", "jac_h_x", FN(one_x), true},
    {"without-feedthrough", "g", FN(one_g), false},
    {"without-feedthrough", "jac_g_lambda", FN(one_l), true},
    {"feedthrough", "h", FN(two_h), false},
    {"feedthrough", "jac_h_x", FN(two_x), true},
    {"feedthrough", "jac_h_lambda", FN(two_hl), true},
    {"feedthrough", "g", FN(two_g), false},
    {"feedthrough", "jac_g_lambda", FN(two_gl), true},
};

static zn_status by_functions(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                              const zn_ds *d2, zn_relation **out)
{
    const bool differences = strcmp(s->what, "by differences") == 0;
    zn_status st = plain(ctx, s, out);

    (void)d1, (void)d2;
    for (zn_index i = 0; i < CONFORM_COUNT(functions); i++)
        if (strcmp(functions[i].cls, s->cls) == 0 &&
            !(differences && functions[i].jacobian))
            st = AND(st, zn_relation_set_function(*out, functions[i].op,
                                                  functions[i].f));
    return st;
}

/* All of it in a pattern, whose values are as they were; s->what: of which Jacobian. */
static zn_status in_pattern(zn_ctx *ctx, const specimen *s, const zn_ds *d1,
                            const zn_ds *d2, zn_relation **out)
{
    const zn_pattern all = zn_pattern_dense(s->ny, 3 * s->systems);
    const zn_status st = by_functions(ctx, s, d1, d2, out);

    return AND(st, zn_relation_set_pattern(*out, s->what, &all));
}

#endif
