/* cam_follower.c - a spring presses a follower onto a rotating cam
 *
 *     mu u'' + zeta u' + kappa u = f_v + lambda
 *     0 <= u - c(t)  _|_  lambda >= 0,    v+ = (1 + r) c' - r v-  at impact
 *
 * u: follower, c(t): surface of the cam, in FollowerPlugin.c beside this file.
 * form=rheonomous is the above, a gap that moves. form=translated takes the
 * frame of the cam, u^ = u - c: a gap that does not move, and the cam as a force
 * F_ext = f_v - (mu c'' + zeta c' + kappa c), FollowerFExt of the plugin.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/plugin.h>
#include <zeno/sample.h>

#include "sections.h"

enum { TRANSLATED, RHEONOMOUS };

typedef struct params {
    int form, profile;
    double rpm, angle, lift, base, rise, dwell, back;
    double mass, damping, stiffness, valve, e, gap, rate;
    char sections[ZN_WORD_MAX];
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, form, TRANSLATED, "translated|rheonomous",
                  "frame of the cam, or fixed frame"),
    ZN_OPT_CHOICE(params, profile, 0, "cycloidal|345|4567|arcs",
                  "of the cam; lift ... back are not used by arcs"),
    ZN_OPT_REAL(params, rpm, 358, 1e-3, 1e6, "1/min", "speed of the cam"),
    ZN_OPT_REAL(params, angle, 0, -360, 360, "deg", "of the cam at t = 0"),
    ZN_OPT_REAL(params, lift, 0.05, 0, 1e3, "m", "of the cam"),
    ZN_OPT_REAL(params, base, 0, -1e3, 1e3, "m", "height of the low dwell"),
    ZN_OPT_REAL(params, rise, 100, 1e-3, 360, "deg", "angle of the rise"),
    ZN_OPT_REAL(params, dwell, 40, 0, 360, "deg", "angle of the high dwell"),
    ZN_OPT_REAL(params, back, 100, 1e-3, 360, "deg", "angle of the return"),
    ZN_OPT_REAL(params, mass, 1.221, 1e-9, 1e9, "kg", "mu, of the follower"),
    ZN_OPT_REAL(params, damping, 0, 0, 1e9, "N s/m", "zeta"),
    ZN_OPT_REAL(params, stiffness, 1430.8, 0, 1e9, "N/m", "kappa"),
    ZN_OPT_REAL(params, valve, 0, -1e9, 1e9, "N", "f_v, a constant force"),
    ZN_OPT_REAL(params, e, 0.8, 0, 1, "-", "r, restitution"),
    ZN_OPT_REAL(params, gap, 0.4, -1e3, 1e3, "m", "u - c at the start"),
    ZN_OPT_REAL(params, rate, 0.4, -1e3, 1e3, "m/s", "its derivative"),
    ZN_OPT_WORD(params, sections, "",
                "write Poincare sections: this-strobe.csv, this-impact.csv"),
    ZN_OPT_END,
};

/* What FollowerPlugin.c calls z. */
static void plugin_parameters(const params *p, double z[12])
{
    const double degree = acos(-1.0) / 180;
    const double all[12] = {
        p->profile, p->rpm,           p->angle * degree, p->lift,
        p->base,    p->rise * degree, p->dwell * degree, p->back * degree,
        p->mass,    p->damping,       p->stiffness,      p->valve};
    for (int i = 0; i < 12; i++)
        z[i] = all[i];
}

/* c(t) or c'(t), for the recorder. */
typedef struct cam {
    zn_fn_s2 *f; /* FollowerCam */
    double *z;
    int derivative;
} cam;

static double surface(void *user, const zn_simulation *sim)
{
    const cam *k = user;
    double c[3] = {0};
    k->f(sim ? zn_simulation_time(sim) : 0, 3, c, 12, k->z);
    return c[k->derivative];
}

static zn_relation *make_gap(zn_ctx *ctx, int form, const double z[12])
{
    const double one = 1;
    const char *const cls = form == TRANSLATED ? "linear" : "rheonomous";
    zn_relation *r;

    zn_must(ctx, zn_relation_new(ctx, cls, "gap", 1, 1, &r));
    if (form == TRANSLATED) {
        zn_must(ctx, zn_relation_set_constant(r, "C", 1, 1, &one));
        return r;
    }
    zn_must(ctx, zn_relation_set_name(r, "h", "FollowerPlugin:FollowerGap"));
    zn_must(ctx,
            zn_relation_set_name(r, "h_dot", "FollowerPlugin:FollowerGapDot"));
    zn_must(ctx, zn_relation_set_name(r, "jac_h_q",
                                      "FollowerPlugin:FollowerGapJac"));
    zn_must(ctx, zn_relation_set_z(r, 12, z));
    return r;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "a follower on a rotating cam", table, &p);
    zn_sample_defaults(s, 0, 1e-4, 5, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_ds *ds;
    zn_law *law;
    zn_interaction *contact;
    zn_fn *fn;
    double z[12];

    plugin_parameters(&p, z);
    zn_must(ctx,
            zn_plugin_symbol(ctx, "FollowerPlugin", "FollowerCam", &fn, NULL));
    cam c = {(zn_fn_s2 *)fn, z, 0}, c_dot = {(zn_fn_s2 *)fn, z, 1};
    const bool fixed = p.form == RHEONOMOUS;
    const double q0 = p.gap + (fixed ? surface(&c, NULL) : 0);
    const double v0 = p.rate + (fixed ? surface(&c_dot, NULL) : 0);

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx,
            zn_ds_new(ctx, "lagrangian-linear", "follower", 1, &q0, &v0, &ds));
    zn_must(ctx, zn_ds_set_constant(ds, "mass", 1, 1, &p.mass));
    zn_must(ctx, zn_ds_set_constant(ds, "damping", 1, 1, &p.damping));
    zn_must(ctx, zn_ds_set_constant(ds, "stiffness", 1, 1, &p.stiffness));
    if (fixed)
        zn_must(ctx, zn_ds_set_constant(ds, "f_ext", 1, 1, &p.valve));
    else
        zn_must(ctx, zn_ds_set_plugin(ds, "f_ext", "FollowerPlugin",
                                      "FollowerFExt"));
    zn_must(ctx, zn_ds_set_z(ds, 12, z));
    zn_must(ctx, zn_model_add_ds(model, ds));
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
    zn_must(ctx,
            zn_model_connect(model, "contact", law, make_gap(ctx, p.form, z),
                             ds, NULL, &contact));

    zn_simulation *sim = zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_y(out, contact, 0, 0, "gap", "m"));
    zn_must(ctx, zn_recorder_add_y(out, contact, 1, 0, "gap_rate", "m/s"));
    zn_must(ctx, zn_recorder_add_p(out, ds, 0, "impulse", "N s"));
    zn_must(ctx, zn_recorder_add(out, "cam", "m", surface, &c));
    zn_must(ctx, zn_recorder_add(out, "cam_rate", "m/s", surface, &c_dot));
    zn_must(ctx, zn_recorder_add_q(out, ds, 0, "q", "m"));
    zn_must(ctx, zn_recorder_add_v(out, ds, 0, "v", "m/s"));
    if (p.sections[0])
        zn_must(ctx, sections_write(sim, contact, 60 / p.rpm, p.sections));
    return zn_sample_run(s);
}
