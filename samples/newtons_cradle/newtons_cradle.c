/* newtons_cradle.c - balls on strings that touch: what does one do that strikes the others?
 *
 *     m L^2 a_i'' = -m g L sin a_i + impulses along the lines of centres,   i = 0 ... N-1
 *     x_i = ((2 R + gap) i + L sin a_i, -L cos a_i),   0 <= |x_{i+1} - x_i| - 2 R  _|_  p_i >= 0
 *
 * `raised` balls are drawn aside by the angle a and let go. What several contacts do that are hit
 * at one instant is a matter of the law of impact.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include <zeno/law.h>
#include <zeno/sample.h>

enum { SPRINGS, NEWTON, POISSON };

typedef struct params {
    zn_index N, raised;
    double m, R, L, g, a, gap, e, eta;
    int law;
} params;

static const zn_option table[] = {
    ZN_OPT_INT(params, N, 5, 2, 1000, "-", "number of balls"),
    ZN_OPT_INT(params, raised, 1, 1, 1000, "-", "of them are drawn aside"),
    ZN_OPT_REAL(params, m, 0.03, 1e-9, 1e9, "kg", "mass of a ball"),
    ZN_OPT_REAL(params, R, 0.01, 1e-9, 1e9, "m", "its radius"),
    ZN_OPT_REAL(params, L, 0.15, 1e-9, 1e9, "m", "string, to the centre of the ball"),
    ZN_OPT_REAL(params, g, 9.81, 0, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, a, 0.5, 0, 3, "rad", "drawn aside by"),
    ZN_OPT_REAL(params, gap, 0, 0, 1e9, "m", "between balls that hang"),
    ZN_OPT_CHOICE(params, law, SPRINGS, "springs|newton|poisson", "of impact"),
    ZN_OPT_REAL(params, e, 1, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, eta, 1.5, 0.1, 10, "-", "law springs: exponent, 1.5 for spheres (Hertz)"),
    ZN_OPT_END,
};

/* z = (m g L) */
static void weight(double t, unsigned n, const double *q, const double *v, double *f, unsigned nz,
                   double *z)
{
    (void)t, (void)n, (void)v, (void)nz;
    f[0] = z[0] * sin(q[0]);
}

static void weight_q(double t, unsigned n, const double *q, const double *v, double *J,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz;
    J[0] = z[0] * cos(q[0]);
}

static void none(double t, unsigned n, const double *q, const double *v, double *J, unsigned nz,
                 double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    J[0] = 0;
}

/* From ball to ball, d = x_{i+1} - x_i; its first and second derivatives are columns of H and of
 * B, by angle. z = (2 R + gap, L, 2 R). */
static double apart(const double *q, const double *z, double d[2])
{
    d[0] = z[0] + z[1] * (sin(q[1]) - sin(q[0]));
    d[1] = z[1] * (cos(q[0]) - cos(q[1]));
    return hypot(d[0], d[1]);
}

static void gap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz, double *z)
{
    double d[2];

    (void)nq, (void)ny, (void)nz;
    y[0] = apart(q, z, d) - z[2];
}

static void gap_q(unsigned nq, double *q, unsigned ny, double *H, unsigned nz, double *z)
{
    double d[2];
    const double r = apart(q, z, d);

    (void)nq, (void)ny, (void)nz;
    for (int i = 0; i < 2; i++)
        H[i] = (i ? 1 : -1) * z[1] * (d[0] * cos(q[i]) + d[1] * sin(q[i])) / r;
}

/* H_i = +-L t_i.n with the directions t_i = x_i'/L of motion and n = d/|d|: dn/dt is d' across n,
 * over |d|, and dt_i/dt = a_i' (-sin a_i, cos a_i) */
static void gap_q_dot(unsigned nq, const double *q, unsigned nv, const double *v, double *H,
                      unsigned nz, double *z)
{
    double d[2];
    const double r = apart(q, z, d), n[2] = {d[0] / r, d[1] / r};
    const double u[2] = {z[1] * (cos(q[1]) * v[1] - cos(q[0]) * v[0]),
                         z[1] * (sin(q[1]) * v[1] - sin(q[0]) * v[0])};
    const double turn = (n[0] * u[1] - n[1] * u[0]) / r; /* rate of n */

    (void)nq, (void)nv, (void)nz;
    for (int i = 0; i < 2; i++) {
        const double c = cos(q[i]), s = sin(q[i]);
        H[i] = (i ? 1 : -1) * z[1] *
               (v[i] * (n[1] * c - n[0] * s) + turn * (n[0] * s - n[1] * c));
    }
}

static zn_law *make_law(zn_ctx *ctx, const params *p)
{
    zn_law *law;

    zn_must(ctx, p->law == SPRINGS   ? zn_law_multiple_impact(ctx, p->e, 1, p->eta, &law)
                 : p->law == POISSON ? zn_law_poisson_impact(ctx, p->e, &law)
                                     : zn_law_newton_impact(ctx, p->e, &law));
    return law;
}

static zn_ds *add_ball(zn_model *model, const params *p, zn_index i)
{
    zn_ctx *ctx = zn_model_ctx(model);
    const double q0 = i < p->raised ? -p->a : 0, v0 = 0, M = p->m * p->L * p->L;
    const double z = p->m * p->g * p->L;
    char name[32];
    zn_ds *ball;

    snprintf(name, sizeof name, "ball%td", i);
    zn_must(ctx, zn_ds_new(ctx, "lagrangian", name, 1, &q0, &v0, &ball));
    zn_must(ctx, zn_ds_set_constant(ball, "mass", 1, 1, &M));
    zn_must(ctx, zn_ds_set_function(ball, "f_int", (zn_fn *)weight));
    zn_must(ctx, zn_ds_set_function(ball, "jac_f_int_q", (zn_fn *)weight_q));
    zn_must(ctx, zn_ds_set_function(ball, "jac_f_int_v", (zn_fn *)none));
    zn_must(ctx, zn_ds_set_z(ball, 1, &z));
    zn_must(ctx, zn_model_add_ds(model, ball));
    return ball;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "Newton's cradle", table, &p);
    zn_sample_defaults(s, 0, 1e-3, 6, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double z[3] = {2 * p.R + p.gap, p.L, 2 * p.R};
    zn_model *model;
    zn_relation *r;

    /* one law and one relation for all pairs */
    zn_must(ctx, zn_model_new(ctx, &model));
    zn_law *law = make_law(ctx, &p);
    zn_must(ctx, zn_relation_new(ctx, "scleronomous", "gap", 1, 2, &r));
    zn_must(ctx, zn_relation_set_function(r, "h", (zn_fn *)gap));
    zn_must(ctx, zn_relation_set_function(r, "jac_h_q", (zn_fn *)gap_q));
    zn_must(ctx, zn_relation_set_function(r, "jac_h_q_dot", (zn_fn *)gap_q_dot));
    zn_must(ctx, zn_relation_set_z(r, 3, z));
    for (zn_index i = 0; i < p.N; i++) {
        zn_ds *left = i ? zn_model_ds_at(model, i - 1) : NULL;
        zn_ds *ball = add_ball(model, &p, i);
        char name[32];
        snprintf(name, sizeof name, "contact%td", i);
        if (left)
            zn_must(ctx, zn_model_connect(model, name, law, r, left, ball, NULL));
    }

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    for (zn_index i = 0; i < p.N; i++) {
        char name[32];
        snprintf(name, sizeof name, "a%td", i);
        zn_must(ctx, zn_recorder_add_q(out, zn_model_ds_at(model, i), 0, name, "rad"));
        snprintf(name, sizeof name, "w%td", i);
        zn_must(ctx, zn_recorder_add_v(out, zn_model_ds_at(model, i), 0, name, "rad/s"));
    }
    return zn_sample_run(s);
}
