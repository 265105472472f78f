/* heavy_top.c - a top spins about a fixed tip, under its weight
 *
 *     m x'' = m g + p,   I Omega' + Omega x I Omega = R'(r x p)
 *     hold=joint:  the tip x + R r stays where it is, by a ball joint (p: its force)
 *     hold=pivot:  the same motion with the inertia about the tip and the moment of
 *                  the weight, x fixed: no joint, nothing drifts
 *
 * Precession and nutation; J. Bruls, A. Cardona, Computational and Nonlinear
 * Dynamics 5 (2010).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/mechanics.h>
#include <zeno/sample.h>

enum { JOINT, PIVOT };
enum { CARRIED, FORCE };

typedef struct params {
    double m, J1, J2, l, g, tilt, spin, precession;
    int hold, gyroscopic;
} params;

static params p;

static const zn_option table[] = {
    ZN_OPT_REAL(params, m, 15, 1e-9, 1e9, "kg", "mass"),
    ZN_OPT_REAL(params, J1, .234375, 1e-9, 1e9, "kg m^2",
                "inertia across the axis, about the centre of mass"),
    ZN_OPT_REAL(params, J2, .46875, 1e-9, 1e9, "kg m^2", "about the axis"),
    ZN_OPT_REAL(params, l, 1, 1e-9, 1e9, "m", "from tip to centre of mass"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, tilt, 90, 0, 180, "deg", "of the axis, from upright"),
    ZN_OPT_REAL(params, spin, 150, -1e9, 1e9, "rad/s", "about the axis"),
    ZN_OPT_REAL(params, precession, -4.61538, -1e9, 1e9, "rad/s",
                "about the third axis of the top"),
    ZN_OPT_CHOICE(params, hold, PIVOT, "joint|pivot", "how the tip is held"),
    ZN_OPT_CHOICE(params, gyroscopic, CARRIED, "carried|force",
                  "momentum carried along (conserved), or a gyroscopic moment"),
    ZN_OPT_END,
};

/* hold=pivot: minus the moment of the weight about the tip, in the body frame */
static void weight(double t, double *q, double *v, double *m, unsigned nq,
                   double *q0)
{
    double g[3] = {0, 0, -p.m * p.g};

    (void)t, (void)v, (void)nq, (void)q0;
    zn_rotate_back(q + 3, g, g); /* r = (0, l, 0) */
    m[0] = -p.l * g[2];
    m[2] = p.l * g[0];
}

/* The centre of mass, from where the tip was. */
static double centre(void *user, const zn_simulation *sim)
{
    const int i = *(const int *)user;
    const double *q = zn_simulation_state(sim)->q;
    double r[3] = {0, p.l, 0};

    zn_rotate(q + 3, r, r);
    return p.hold == JOINT ? q[i] : r[i];
}

/* Kinetic and potential energy (J). */
static double energy(void *user, const zn_simulation *sim)
{
    const double *v = zn_simulation_state(sim)->v;
    const double J1 = p.J1 + (p.hold == PIVOT ? p.m * p.l * p.l : 0);
    int up = 2;

    (void)user;
    return p.m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 +
           (J1 * (v[3] * v[3] + v[5] * v[5]) + p.J2 * v[4] * v[4]) / 2 +
           p.m * p.g * centre(&up, sim);
}

static void hold(zn_ctx *ctx, zn_model *model, zn_ds *top)
{
    const double tip[3] = {0}, f[3] = {0, 0, -p.m * p.g};
    zn_relation *r;
    zn_law *law;
    zn_interaction *a;

    if (p.hold == PIVOT) {
        zn_must(ctx, zn_ds_set_function(top, "m_int", (zn_fn *)weight));
        return;
    }
    zn_must(ctx, zn_ds_set_constant(top, "f_ext", 3, 1, f));
    zn_must(ctx,
            zn_joint_new(ctx, "spherical", "tip", top, NULL, tip, NULL, &r));
    zn_must(ctx, zn_law_equality(ctx, 3, &law));
    zn_must(ctx, zn_model_connect(model, "tip", law, r, top, NULL, &a));
}

int main(int argc, char **argv)
{
    zn_sample *s =
        zn_sample_new(argc, argv, "a top spins about its tip", table, &p);
    zn_sample_defaults(s, 0, 5e-4, 2, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    /* the axis, e2, leans back from upright by the tilt */
    const double a = (90 - p.tilt) * acos(-1) / 180;
    const double at = p.hold == JOINT ? p.l : 0;
    const double across = p.J1 + (p.hold == PIVOT ? p.m * p.l * p.l : 0);
    const double I[3] = {across, p.J2, across};
    const double q0[7] = {
        0, at * cos(a), at * sin(a), cos(a / 2), sin(a / 2), 0, 0};
    const double v0[6] = {-at * p.precession, 0, 0, 0, p.spin, p.precession};
    const int axis[3] = {0, 1, 2};
    zn_model *model;
    zn_ds *top;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_ds_new(ctx, "newton-euler", "top", 6, q0, v0, &top));
    zn_must(ctx, zn_ds_set_constant(top, "mass", 1, 1, &p.m));
    zn_must(ctx, zn_ds_set_diagonal(top, "inertia", 3, I));
    zn_must(ctx, zn_ds_set(top, "gyroscopic",
                           p.gyroscopic == FORCE ? "force" : "carried"));
    zn_must(ctx, zn_model_add_ds(model, top));
    hold(ctx, model, top);

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    const char *const names[3] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++)
        zn_must(ctx, zn_recorder_add(out, names[i], "m", centre,
                                     (void *)(uintptr_t)&axis[i]));
    zn_must(ctx, zn_recorder_add_v(out, top, 4, "spin", "rad/s"));
    zn_must(ctx, zn_recorder_add_v(out, top, 5, "w3", "rad/s"));
    zn_must(ctx, zn_recorder_add(out, "energy", "J", energy, NULL));
    return zn_sample_run(s);
}
