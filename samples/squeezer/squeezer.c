/* squeezer.c - Andrews' squeezing mechanism: seven bodies in a plane, driven by a motor
 *
 *     M(q) q'' = f(q, q') + G(q)' lambda,    g(q) = 0,    G = dg/dq
 *
 * q = (beta, Theta, gamma, Phi, delta, Omega, epsilon): seven angles, six equations that
 * close three loops of bars. After 0.03 s (E. Hairer, G. Wanner, Solving Ordinary
 * Differential Equations II, VII.7; Test Set for IVP Solvers):
 * q = 15.810771, -15.756371, 0.040822240, -0.53473012, 0.52440997, 0.53473012, 1.0480807.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include <zeno/law.h>
#include <zeno/sample.h>

enum { N = 7, ROWS = 6 };

/* Nothing but doubles: what the functions get as z. */
typedef struct params {
    double m1, m2, m3, m4, m5, m6, m7, I1, I2, I3, I4, I5, I6, I7;
    double xa, ya, xb, yb, xc, yc, c0, l0, mom, d, da, e, ea, rr, ra, ss, sa, sb, sc, sd;
    double ta, tb, u, ua, ub, zf, fa, zt;
} params;

#define MASS(name, x) ZN_OPT_REAL(params, name, x, 1e-12, 1e9, "kg", "mass of body " #name)
#define INERTIA(name, x)                                                                 \
    ZN_OPT_REAL(params, name, x, 1e-15, 1e9, "kg m^2", "inertia of body " #name)
#define LENGTH(name, x) ZN_OPT_REAL(params, name, x, -1e9, 1e9, "m", "length " #name)

static const zn_option table[] = {
    MASS(m1, .04325), MASS(m2, .00365), MASS(m3, .02373), MASS(m4, .00706),
    MASS(m5, .07050), MASS(m6, .00706), MASS(m7, .05498),
    INERTIA(I1, 2.194e-6), INERTIA(I2, 4.410e-7), INERTIA(I3, 5.255e-6),
    INERTIA(I4, 5.667e-7), INERTIA(I5, 1.169e-5), INERTIA(I6, 5.667e-7),
    INERTIA(I7, 1.912e-5),
    LENGTH(xa, -.06934), LENGTH(ya, -.00227), LENGTH(xb, -.03635), LENGTH(yb, .03273),
    LENGTH(xc, .014), LENGTH(yc, .072),
    ZN_OPT_REAL(params, c0, 4530, 0, 1e12, "N/m", "stiffness of the spring"),
    LENGTH(l0, .07785),
    ZN_OPT_REAL(params, mom, .033, -1e9, 1e9, "N m", "moment of the motor"),
    LENGTH(d, .028), LENGTH(da, .0115), LENGTH(e, .02), LENGTH(ea, .01421),
    LENGTH(rr, .007), LENGTH(ra, .00092), LENGTH(ss, .035), LENGTH(sa, .01874),
    LENGTH(sb, .01043), LENGTH(sc, .018), LENGTH(sd, .02), LENGTH(ta, .02308),
    LENGTH(tb, .00916), LENGTH(u, .04), LENGTH(ua, .01228), LENGTH(ub, .00449),
    LENGTH(zf, .02), LENGTH(fa, .01421), LENGTH(zt, .04),
    ZN_OPT_END,
};

static double square(double x)
{
    return x * x;
}

static void mass(unsigned n, double *q, double *M, unsigned nz, double *z)
{
    const params *p = (const params *)(const void *)z;
    const double be = p->e - p->ea, bf = p->zf - p->fa;
    const double c2 = cos(q[1]), s4 = sin(q[3]), s6 = sin(q[5]);

    (void)nz;
    for (unsigned i = 0; i < n * n; i++)
        M[i] = 0;
    M[0] = p->m1 * square(p->ra) +
           p->m2 * (square(p->rr) - 2 * p->da * p->rr * c2 + square(p->da)) + p->I1 + p->I2;
    M[1] = M[7] = p->m2 * (square(p->da) - p->da * p->rr * c2) + p->I2;
    M[8] = p->m2 * square(p->da) + p->I2;
    M[16] = p->m3 * (square(p->sa) + square(p->sb)) + p->I3;
    M[24] = p->m4 * square(be) + p->I4;
    M[25] = M[31] = p->m4 * (square(be) + p->zt * be * s4) + p->I4;
    M[32] = p->m4 * (square(p->zt) + 2 * p->zt * be * s4 + square(be)) +
            p->m5 * (square(p->ta) + square(p->tb)) + p->I4 + p->I5;
    M[40] = p->m6 * square(bf) + p->I6;
    M[41] = M[47] = p->m6 * (square(bf) - p->u * bf * s6) + p->I6;
    M[48] = p->m6 * (square(bf) - 2 * p->u * bf * s6 + square(p->u)) +
            p->m7 * (square(p->ua) + square(p->ub)) + p->I6 + p->I7;
}

/* -f: motor, spring and what the moving masses need. */
static void force(double t, unsigned n, double *q, double *v, double *f, unsigned nz,
                  double *z)
{
    const params *p = (const params *)(const void *)z;
    const double s = sin(q[2]), c = cos(q[2]), be = p->e - p->ea, bf = p->zf - p->fa;
    const double x = p->sd * c + p->sc * s + p->xb - p->xc;
    const double y = p->sd * s - p->sc * c + p->yb - p->yc;
    const double L = hypot(x, y), F = -p->c0 * (L - p->l0) / L;
    const double k2 = p->m2 * p->da * p->rr * sin(q[1]);
    const double k4 = p->m4 * p->zt * be * cos(q[3]), k6 = p->m6 * p->u * bf * cos(q[5]);

    (void)t, (void)n, (void)nz;
    f[0] = -p->mom + k2 * v[1] * (v[1] + 2 * v[0]);
    f[1] = -k2 * v[0] * v[0];
    f[2] = -F * x * (p->sc * c - p->sd * s) - F * y * (p->sd * c + p->sc * s);
    f[3] = -k4 * v[4] * v[4];
    f[4] = k4 * v[3] * (v[3] + 2 * v[4]);
    f[5] = k6 * v[6] * v[6];
    f[6] = -k6 * v[5] * (v[5] + 2 * v[6]);
}

static void loops(unsigned n, double *q, unsigned ny, double *g, unsigned nz, double *z)
{
    const params *p = (const params *)(const void *)z;
    const double x = p->rr * cos(q[0]) - p->d * cos(q[0] + q[1]);
    const double y = p->rr * sin(q[0]) - p->d * sin(q[0] + q[1]);

    (void)n, (void)ny, (void)nz;
    g[0] = x - p->ss * sin(q[2]) - p->xb;
    g[1] = y + p->ss * cos(q[2]) - p->yb;
    g[2] = x - p->e * sin(q[3] + q[4]) - p->zt * cos(q[4]) - p->xa;
    g[3] = y + p->e * cos(q[3] + q[4]) - p->zt * sin(q[4]) - p->ya;
    g[4] = x - p->zf * cos(q[5] + q[6]) - p->u * sin(q[6]) - p->xa;
    g[5] = y - p->zf * sin(q[5] + q[6]) + p->u * cos(q[6]) - p->ya;
}

static void loops_q(unsigned n, double *q, unsigned ny, double *G, unsigned nz, double *z)
{
    const params *p = (const params *)(const void *)z;
    const double s12 = p->d * sin(q[0] + q[1]), c12 = p->d * cos(q[0] + q[1]);
    const double s45 = p->e * sin(q[3] + q[4]), c45 = p->e * cos(q[3] + q[4]);
    const double s67 = p->zf * sin(q[5] + q[6]), c67 = p->zf * cos(q[5] + q[6]);

    (void)nz;
    for (unsigned i = 0; i < n * ny; i++)
        G[i] = 0;
    for (unsigned i = 0; i < ny; i += 2) {
        G[i] = -p->rr * sin(q[0]) + s12;
        G[i + 1] = p->rr * cos(q[0]) - c12;
        G[ROWS + i] = s12;
        G[ROWS + i + 1] = -c12;
    }
    G[2 * ROWS] = -p->ss * cos(q[2]);
    G[2 * ROWS + 1] = -p->ss * sin(q[2]);
    G[3 * ROWS + 2] = -c45;
    G[3 * ROWS + 3] = -s45;
    G[4 * ROWS + 2] = -c45 + p->zt * sin(q[4]);
    G[4 * ROWS + 3] = -s45 - p->zt * cos(q[4]);
    G[5 * ROWS + 4] = s67;
    G[5 * ROWS + 5] = -c67;
    G[6 * ROWS + 4] = s67 - p->u * cos(q[6]);
    G[6 * ROWS + 5] = -c67 - p->u * sin(q[6]);
}

int main(int argc, char **argv)
{
    static const double q0[N] = {
        -0.0617138900142764496, 0, 0.455279819163070380, 0.222668390165885885,
        0.487364979543842550, -0.222668390165885885, 1.23054744454982120};
    static const double v0[N];
    static const char *const names[N] = {"beta", "Theta", "gamma", "Phi", "delta",
                                         "Omega", "epsilon"};
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "Andrews' squeezing mechanism", table, &p);
    zn_sample_defaults(s, 0, 1e-5, 0.03, "moreau-jean",
                       "theta=0.5 projection=direct projection_tol=1e-13 "
                       "newton_tol=1e-14 newton_check=residual");
    zn_ctx *ctx = zn_sample_ctx(s);
    const double *z = (const double *)(const void *)&p;
    const zn_index nz = (zn_index)(sizeof p / sizeof *z);
    zn_interaction *joints;
    zn_relation *r;
    zn_model *model;
    zn_law *law;
    zn_ds *ds;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "lagrangian", "squeezer", N, q0, v0, &ds));
    zn_must(ctx, zn_ds_set_function(ds, "mass", (zn_fn *)mass));
    zn_must(ctx, zn_ds_set_function(ds, "f_int", (zn_fn *)force));
    zn_must(ctx, zn_ds_set_z(ds, nz, z));
    zn_must(ctx, zn_model_add_ds(model, ds));
    zn_must(ctx, zn_law_equality(ctx, ROWS, &law));
    zn_must(ctx, zn_relation_new(ctx, "scleronomous", "joints", ROWS, N, &r));
    zn_must(ctx, zn_relation_set_function(r, "h", (zn_fn *)loops));
    zn_must(ctx, zn_relation_set_function(r, "jac_h_q", (zn_fn *)loops_q));
    zn_must(ctx, zn_relation_set_z(r, nz, z));
    zn_must(ctx, zn_model_connect(model, "joints", law, r, ds, NULL, &joints));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    for (zn_index i = 0; i < N; i++)
        zn_must(ctx, zn_recorder_add_q(out, ds, i, names[i], "rad"));
    for (zn_index i = 0; i < N; i++) {
        char rate[32];
        snprintf(rate, sizeof rate, "%s_rate", names[i]);
        zn_must(ctx, zn_recorder_add_v(out, ds, i, rate, "rad/s"));
    }
    for (zn_index i = 0; i < ROWS; i++) {
        char row[32];
        snprintf(row, sizeof row, "g%td", i + 1);
        zn_must(ctx, zn_recorder_add_y(out, joints, 0, i, row, "m"));
    }
    return zn_sample_run(s);
}
