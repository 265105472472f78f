/* ball_on_moving_plane.c - a ball bounces on a plane that rises and shakes
 *
 *     m dv = -m g dt + dp,    gap y = q - R - s(t)
 *     s' = drift + swing cos(omega t)             velocity of the plane
 *     0 <= y _|_ dp >= 0,   v+ = (1 + e) s' - e v-  at impact
 *
 * plane=rheonomous: the gap is a function of time, whose derivative by time
 * enters the impact. plane=prescribed: the plane is a body of mass M, of which
 * the velocity is given, so that its drive's impulse is known too.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

enum { RHEONOMOUS, PRESCRIBED };

typedef struct params {
    int plane;
    double m, R, g, e, q0, v0, M, s0, w0, drift, swing, omega;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, plane, RHEONOMOUS, "rheonomous|prescribed",
                  "how the plane is moved"),
    ZN_OPT_REAL(params, m, 1, 1e-9, 1e9, "kg", "mass of the ball"),
    ZN_OPT_REAL(params, R, 0, 0, 1e9, "m", "its radius"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, e, 0.9, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, q0, 1, -1e9, 1e9, "m", "height at the start"),
    ZN_OPT_REAL(params, v0, 0, -1e9, 1e9, "m/s", "velocity at the start"),
    ZN_OPT_REAL(params, M, 1, 1e-9, 1e9, "kg", "mass of a prescribed plane"),
    ZN_OPT_REAL(params, s0, 0, -1e9, 1e9, "m", "height of the plane at t = 0"),
    ZN_OPT_REAL(params, w0, 0, -1e9, 1e9, "m/s",
                "velocity of a prescribed plane before the first step"),
    ZN_OPT_REAL(params, drift, 2, -1e9, 1e9, "m/s", "mean velocity"),
    ZN_OPT_REAL(params, swing, 1, -1e9, 1e9, "m/s", "amplitude about it"),
    ZN_OPT_REAL(params, omega, 1.5707963267948966, 1e-9, 1e9, "rad/s",
                "of the shaking"),
    ZN_OPT_END,
};

/* Static since a prescribed velocity is a function of time alone. */
static params p;

/* ---- the plane, as functions of this file --------------------------------- */

static double height(double t)
{
    return p.s0 + p.drift * t + p.swing / p.omega * sin(p.omega * t);
}

static void velocity(double t, unsigned n, double *v)
{
    (void)n;
    v[0] = p.drift + p.swing * cos(p.omega * t);
}

static void gap(unsigned nq, double *q, double t, unsigned ny, double *y,
                unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = q[0] - p.R - height(t);
}

static void gap_dot(unsigned nq, double *q, double t, unsigned ny, double *out,
                    unsigned nz, double *z)
{
    (void)nq, (void)q, (void)nz, (void)z;
    velocity(t, ny, out);
    out[0] = -out[0];
}

static void gap_jac(unsigned nq, double *q, double t, unsigned ny, double *G,
                    unsigned nz, double *z)
{
    (void)nq, (void)q, (void)t, (void)ny, (void)nz, (void)z;
    G[0] = 1;
}

/* ---- the model --------------------------------------------------------------- */

static zn_ds *add_body(zn_model *model, const char *name, double m, double q0,
                       double v0, double f)
{
    zn_ctx *ctx = zn_model_ctx(model);
    zn_ds *ds;

    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", name, 1, &q0, &v0, &ds));
    zn_must(ctx, zn_ds_set_constant(ds, "mass", 1, 1, &m));
    zn_must(ctx, zn_ds_set_constant(ds, "f_ext", 1, 1, &f));
    zn_must(ctx, zn_model_add_ds(model, ds));
    return ds;
}

static zn_ds *add_plane(zn_model *model)
{
    zn_ds *plane = add_body(model, "plane", p.M, p.s0, p.w0, 0);
    const zn_index component = 0;

    zn_must(zn_model_ctx(model),
            zn_ds_prescribe_function(plane, 1, &component, velocity));
    return plane;
}

static zn_relation *make_gap(zn_ctx *ctx)
{
    const double C[2] = {1, -1}, e = -p.R;
    zn_relation *r;

    if (p.plane == PRESCRIBED) {
        zn_must(ctx, zn_relation_new(ctx, "linear", "gap", 1, 2, &r));
        zn_must(ctx, zn_relation_set_constant(r, "C", 1, 2, C));
        zn_must(ctx, zn_relation_set_constant(r, "e", 1, 1, &e));
        return r;
    }
    zn_must(ctx, zn_relation_new(ctx, "rheonomous", "gap", 1, 1, &r));
    zn_must(ctx, zn_relation_set_function(r, "h", (zn_fn *)gap));
    zn_must(ctx, zn_relation_set_function(r, "h_dot", (zn_fn *)gap_dot));
    zn_must(ctx, zn_relation_set_function(r, "jac_h_q", (zn_fn *)gap_jac));
    return r;
}

static double plane_height(void *user, const zn_simulation *sim)
{
    zn_ds *plane = user;
    return plane ? zn_simulation_q(sim, plane)[0]
                 : height(zn_simulation_time(sim));
}

static double drive(void *user, const zn_simulation *sim)
{
    return zn_simulation_bc(sim, user)[0];
}

int main(int argc, char **argv)
{
    zn_sample *s = zn_sample_new(argc, argv, "a ball bounces on a moving plane",
                                 table, &p);
    zn_sample_defaults(s, 0, 5e-3, 10, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    zn_interaction *contact;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_ds *ball = add_body(model, "ball", p.m, p.q0, p.v0, -p.m * p.g);
    zn_ds *plane = p.plane == PRESCRIBED ? add_plane(model) : NULL;
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
    zn_must(ctx, zn_model_connect(model, "contact", law, make_gap(ctx), ball,
                                  plane, &contact));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_q(out, ball, 0, "q", "m"));
    zn_must(ctx, zn_recorder_add_v(out, ball, 0, "v", "m/s"));
    zn_must(ctx, zn_recorder_add_p(out, ball, 0, "impulse", "N s"));
    zn_must(ctx, zn_recorder_add_y(out, contact, 0, 0, "gap", "m"));
    zn_must(ctx, zn_recorder_add(out, "plane", "m", plane_height, plane));
    if (plane)
        zn_must(ctx, zn_recorder_add(out, "drive", "N s", drive, plane));
    return zn_sample_run(s);
}
