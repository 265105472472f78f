/* spinning_toy.c - a disc that whirls to rest, a top that turns over, a stone that
 * turns back: one body on a table, rolling and sliding on a point
 *
 *     m x'' = m g + r,   I Omega' + Omega x I Omega = R'(P - x) x r,   P the lowest point
 *     0 <= u_N  _|_  r_N >= 0,   |r_T| <= mu r_N, against the slip;   |r_M| <= mu_r r_N
 *
 * P is the support point of a disc, a sphere or an ellipsoid about a point c of the
 * body: of an ellipsoid with half-axes D it is c - D^2 n / sqrt(n'D^2 n), n = R'e_z.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/law.h>
#include <zeno/mechanics.h>
#include <zeno/sample.h>

enum { DISC, TIPPE_TOP, RATTLEBACK };

typedef struct params {
    int toy;
    double m, g, mu, mu_r, tilt, spin, R, offset, A, C, a, b, c, D;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, toy, DISC, "disc|tippe-top|rattleback", "which toy"),
    ZN_OPT_REAL(params, m, 0, 0, 1e9, "kg", "mass; 0: of the toy"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, mu, -1, -1, 1e6, "-", "friction; -1: of the toy"),
    ZN_OPT_REAL(params, mu_r, 0, 0, 1e6, "m", "rolling friction; 0: none"),
    ZN_OPT_REAL(params, tilt, -1, -1, 180, "deg", "of the axis; -1: of the toy"),
    ZN_OPT_REAL(params, spin, 0, -1e9, 1e9, "rad/s", "disc: rate of whirling; tops: "
                "about the vertical; 0: of the toy"),
    ZN_OPT_REAL(params, R, 0, 0, 1e9, "m", "radius of disc or sphere; 0: of the toy"),
    ZN_OPT_REAL(params, offset, 0.3, -1, 1, "-", "tippe top: centre of the sphere above "
                "that of mass, over R"),
    ZN_OPT_REAL(params, A, 0.4, 1e-9, 1, "-", "tippe top: inertia across, over m R^2"),
    ZN_OPT_REAL(params, C, 0.4, 1e-9, 1, "-", "tippe top: along the axis, over m R^2"),
    ZN_OPT_REAL(params, a, 0.2, 1e-9, 1e9, "m", "rattleback: half-axes of the ellipsoid"),
    ZN_OPT_REAL(params, b, 0.03, 1e-9, 1e9, "m", "across"),
    ZN_OPT_REAL(params, c, 0.02, 1e-9, 1e9, "m", "and down"),
    ZN_OPT_REAL(params, D, -2e-5, -1e9, 1e9, "kg m^2", "rattleback: product of inertia"),
    ZN_OPT_END,
};

/* z: half-axes of the ellipsoid (those of a disc are R, R, 0), and its centre. */
static void lowest_point(unsigned nq, double *q, unsigned ny, double *out,
                         unsigned nz, double *z)
{
    const double up[3] = {0, 0, 1}, *p = q + 3;
    double n[3], d[3], P[3], size = 0;

    (void)nq, (void)ny, (void)nz;
    zn_rotate_back(p, up, n);
    for (int i = 0; i < 3; i++)
        size += z[i] * z[i] * n[i] * n[i];
    for (int i = 0; i < 3; i++)
        d[i] = z[3 + i] - z[i] * z[i] * n[i] / sqrt(size);
    zn_rotate(p, d, P);
    for (int i = 0; i < 3; i++) {
        out[i] = q[i] + P[i];
        out[3 + i] = i < 2 ? out[i] : 0;
        out[6 + i] = up[i];
    }
}

typedef struct toy {
    double m, mu, tilt, spin, z[6], I[9];
} toy;

static double or(double given, double otherwise)
{
    return given > 0 ? given : otherwise;
}

/* What is not given on the command line is that of the toy. */
static toy make(const params *p)
{
    const double R = or(p->R, p->toy == DISC ? 0.0375 : 0.02);
    const double m = or(p->m, p->toy == DISC ? 0.4 : p->toy == TIPPE_TOP ? 0.02 : 1);
    toy t = {.m = m};

    if (p->toy == RATTLEBACK) { /* Kane & Levinson 1982 */
        const double I[9] = {2e-4, p->D, 0, p->D, 1.6e-3, 0, 0, 0, 1.7e-3};
        const double z[6] = {p->a, p->b, p->c, 0, 0, 0.01};
        memcpy(t.I, I, sizeof I);
        memcpy(t.z, z, sizeof z);
    } else {
        const double A = m * R * R * (p->toy == DISC ? 0.25 : p->A);
        const double C = m * R * R * (p->toy == DISC ? 0.5 : p->C);
        const double z[6] = {R, R, p->toy == DISC ? 0 : R,
                             0, 0, p->toy == DISC ? 0 : p->offset * R};
        t.I[0] = t.I[4] = A;
        t.I[8] = C;
        memcpy(t.z, z, sizeof z);
    }
    t.tilt = (p->tilt >= 0 ? p->tilt : p->toy == DISC ? 15 : p->toy == TIPPE_TOP ? 6 : 0.5) *
             acos(-1) / 180;
    t.mu = p->mu >= 0 ? p->mu : p->toy == TIPPE_TOP ? 0.3 : 2;
    t.spin = p->spin != 0          ? p->spin
             : p->toy == DISC      ? sqrt(4 * p->g / (R * sin(t.tilt)))
             : p->toy == TIPPE_TOP ? 150
                                   : -5;
    return t;
}

static zn_interaction *put_on_table(zn_model *model, zn_ds *body, const toy *t,
                                    double mu_r)
{
    zn_ctx *ctx = zn_model_ctx(model);
    const zn_index rows = mu_r > 0 ? 5 : 3;
    zn_interaction *contact;
    zn_relation *r;
    zn_law *law;

    if (rows == 5)
        zn_must(ctx, zn_law_rolling_friction(ctx, rows, 0, t->mu, mu_r, &law));
    else
        zn_must(ctx, zn_law_friction(ctx, rows, 0, 0, t->mu, &law));
    zn_must(ctx, zn_relation_new(ctx, "contact", "table", rows, 7, &r));
    zn_must(ctx, zn_relation_set_function(r, "points", (zn_fn *)lowest_point));
    zn_must(ctx, zn_relation_set_z(r, 6, t->z));
    zn_must(ctx, zn_model_connect(model, "table", law, r, body, NULL, &contact));
    return contact;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a disc, a tippe top, a rattleback",
                                 table, &p);
    zn_sample_defaults(s, 0, p.toy == DISC ? 1e-4 : 2e-4, p.toy == DISC ? 2 : 8,
                       "moreau-jean", "theta=0.5 threshold=1e-6 projection=direct");
    zn_ctx *ctx = zn_sample_ctx(s);
    const toy t = make(&p);
    const double half = t.tilt / 2, weight[3] = {0, 0, -t.m * p.g};
    const char *const names[7] = {"x", "y", "z", "p0", "p1", "p2", "p3"};
    double q0[7] = {0, 0, 0, cos(half), 0, sin(half), 0}, point[9];
    double v0[6] = {0}, up[3] = {0, 0, t.spin};
    zn_model *model;
    zn_ds *body;

    /* the lowest point on the table; the disc whirls about its diameter, with its
     * centre at rest, the others spin about the vertical */
    lowest_point(7, q0, 9, point, 6, (double *)(size_t)t.z);
    q0[2] = -point[2];
    zn_rotate_back(q0 + 3, up, v0 + 3);
    if (p.toy == DISC)
        v0[5] = 0;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "newton-euler", "toy", 6, q0, v0, &body));
    zn_must(ctx, zn_ds_set_constant(body, "mass", 1, 1, &t.m));
    zn_must(ctx, zn_ds_set_constant(body, "inertia", 3, 3, t.I));
    zn_must(ctx, zn_ds_set_constant(body, "f_ext", 3, 1, weight));
    zn_must(ctx, zn_model_add_ds(model, body));
    zn_interaction *contact = put_on_table(model, body, &t, p.mu_r);

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    for (int i = 0; i < 7; i++)
        zn_must(ctx, zn_recorder_add_q(out, body, i, names[i], i < 3 ? "m" : "-"));
    for (int i = 0; i < 3; i++)
        zn_must(ctx, zn_recorder_add_v(out, body, 3 + i,
                                       ((const char *[]){"wx", "wy", "wz"})[i], "rad/s"));
    for (int i = 0; i < 3; i++)
        zn_must(ctx, zn_recorder_add_v(out, body, i,
                                       ((const char *[]){"vx", "vy", "vz"})[i], "m/s"));
    zn_must(ctx, zn_recorder_add_y(out, contact, 1, 1, "slip_x", "m/s"));
    zn_must(ctx, zn_recorder_add_y(out, contact, 1, 2, "slip_y", "m/s"));
    return zn_sample_run(s);
}
