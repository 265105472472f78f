/* planetary_gear.c - a motor on the sun, a load on the arm, a brake that holds the ring
 *
 *     M v' = f + H' lambda,   teeth:  r_s (w_s - w_c) + r_p (w_p - w_c) = 0
 *                                     r_p (w_p - w_c) - r_r (w_r - w_c) = 0,  r_r = r_s + 2 r_p
 *     brake:  |moment| <= brake, against the turn of the ring where it slips
 *
 * While the brake holds, w_s = (1 + r_r/r_s) w_c (Willis). With n planets n - 1 rows of the teeth
 * follow from the others, and the planets share the load.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include <zeno/mechanics.h>
#include <zeno/sample.h>

typedef struct params {
    zn_index planets;
    double rs, rp, mp, motor, brake, load, drag;
} params;

static const zn_option table[] = {
    ZN_OPT_INT(params, planets, 3, 1, 9, "-", "planets on the arm"),
    ZN_OPT_REAL(params, rs, 0.05, 1e-6, 1e6, "m", "pitch radius of the sun"),
    ZN_OPT_REAL(params, rp, 0.1, 1e-6, 1e6, "m", "of the planets"),
    ZN_OPT_REAL(params, mp, 2, 1e-9, 1e9, "kg",
                "mass of a planet; the others as their radii squared"),
    ZN_OPT_REAL(params, motor, 10, -1e9, 1e9, "N m", "moment on the sun"),
    ZN_OPT_REAL(params, drag, 0.5, 0, 1e9, "N m s", "it loses by speed"),
    ZN_OPT_REAL(params, brake, 20, 0, 1e9, "N m", "most that holds the ring"),
    ZN_OPT_REAL(params, load, 20, 0, 1e9, "kg m^2", "inertia on the arm"),
    ZN_OPT_END,
};

static const double up[3] = {0, 0, 1}, centre[3] = {0};

typedef struct gearbox {
    zn_ctx *ctx;
    zn_model *model;
    const params *p;
} gearbox;

/* A disc of that radius at x that turns about a bearing in `on` (NULL: the world), and what
 * else turns with it. */
static zn_ds *disc(const gearbox *g, const char *name, const double x[3],
                   double radius, double more, zn_ds *on)
{
    const double q0[7] = {x[0], x[1], x[2], 1}, v0[6] = {0};
    const double m = g->p->mp * pow(radius / g->p->rp, 2);
    const double J = m * radius * radius / 2,
                 I[3] = {J / 2 + more, J / 2 + more, J + more};
    char bearing[40];
    zn_relation *r;
    zn_law *law;
    zn_ds *ds;

    snprintf(bearing, sizeof bearing, "bearing of %s", name);
    zn_must(g->ctx, zn_ds_new(g->ctx, "newton-euler", name, 6, q0, v0, &ds));
    zn_must(g->ctx, zn_ds_set_constant(ds, "mass", 1, 1, &m));
    zn_must(g->ctx, zn_ds_set_diagonal(ds, "inertia", 3, I));
    zn_must(g->ctx, zn_model_add_ds(g->model, ds));
    zn_must(g->ctx,
            zn_joint_new(g->ctx, "revolute", bearing, ds, on, x, up, &r));
    zn_must(g->ctx, zn_law_equality(g->ctx, 5, &law));
    zn_must(g->ctx, zn_model_connect(g->model, bearing, law, r, ds, on, NULL));
    return ds;
}

/* The teeth of two gears; r2 < 0 where they are inside. */
static zn_interaction *teeth(const gearbox *g, const char *name, zn_ds *d1,
                             const double x1[3], double r1, zn_ds *d2,
                             const double x2[3], double r2)
{
    const zn_gear pair[2] = {{{x1[0], x1[1], x1[2]}, {0, 0, 1}, r1},
                             {{x2[0], x2[1], x2[2]}, {0, 0, 1}, r2}};
    zn_interaction *a;
    zn_relation *r;
    zn_law *law;

    zn_must(g->ctx, zn_gear_new(g->ctx, "gear", name, d1, d2, pair, &r));
    zn_must(g->ctx, zn_law_equality(g->ctx, 1, &law));
    zn_must(g->ctx, zn_model_connect(g->model, name, law, r, d1, d2, &a));
    return a;
}

/* What acts about the axis of a body of the world. */
static zn_interaction *about(const gearbox *g, const char *name, zn_law *law,
                             zn_ds *ds)
{
    zn_interaction *a;
    zn_relation *r;

    zn_must(g->ctx,
            zn_joint_new(g->ctx, "axis-turn", name, ds, NULL, centre, up, &r));
    zn_must(g->ctx, zn_model_connect(g->model, name, law, r, ds, NULL, &a));
    return a;
}

static zn_interaction *add_planet(const gearbox *g, zn_index k, zn_ds *sun,
                                  zn_ds *ring, zn_ds *arm)
{
    const params *p = g->p;
    const double a = 4 * acos(0) * (double)k / (double)p->planets;
    const double x[3] = {(p->rs + p->rp) * cos(a), (p->rs + p->rp) * sin(a), 0};
    char name[] = "planet 1", in[] = "sun and 1", out[] = "ring and 1";

    name[7] = in[8] = out[9] = (char)('1' + k);
    zn_ds *ds = disc(g, name, x, p->rp, 0, arm);
    teeth(g, out, ds, x, p->rp, ring, centre, -p->rs - 2 * p->rp);
    return teeth(g, in, sun, centre, p->rs, ds, x, p->rp);
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(
        argc, argv, "a planetary gear whose ring is held by a brake", table,
        &p);
    zn_sample_defaults(s, 0, 1e-3, 4, "moreau-jean",
                       "theta=0.5 projection=direct projection_tol=1e-11 "
                       "newton_tol=1e-9 solver_tol=1e-10 energy=yes");
    zn_ctx *ctx = zn_sample_ctx(s);
    gearbox g = {.ctx = ctx, .p = &p};
    zn_interaction *in = NULL, *brake;
    zn_law *hold, *drag;

    zn_must(ctx, zn_model_new(ctx, &g.model));
    zn_ds *arm = disc(&g, "arm", centre, p.rs, p.load, NULL);
    zn_ds *sun = disc(&g, "sun", centre, p.rs, 0, NULL);
    zn_ds *ring = disc(&g, "ring", centre, p.rs + 2 * p.rp, 0, NULL);
    for (zn_index k = 0; k < p.planets; k++) {
        zn_interaction *a = add_planet(&g, k, sun, ring, arm);
        in = k == 0 ? a : in;
    }
    const double moment[3] = {0, 0, p.motor};
    zn_must(ctx, zn_ds_set_constant(sun, "m_ext", 3, 1, moment));
    zn_must(ctx, zn_law_new(ctx, "spring", &drag));
    zn_must(ctx, zn_law_set_real(drag, "damping", p.drag));
    about(&g, "motor", drag, sun);
    zn_must(ctx, zn_law_new(ctx, "dry-friction", &hold));
    zn_must(ctx, zn_law_set_real(hold, "bound", p.brake));
    brake = about(&g, "brake", hold, ring);
    zn_sample_simulation(s, g.model);

    zn_recorder *out = zn_sample_recorder(s);
    zn_must(ctx, zn_recorder_add_v(out, sun, 5, "sun", "rad/s"));
    zn_must(ctx, zn_recorder_add_v(out, arm, 5, "arm", "rad/s"));
    zn_must(ctx, zn_recorder_add_v(out, ring, 5, "ring", "rad/s"));
    zn_must(ctx, zn_recorder_add_lambda(out, brake, 1, 0, "brake", "N m s"));
    zn_must(ctx, zn_recorder_add_lambda(out, in, 1, 0, "teeth", "N s"));
    return zn_sample_run(s);
}
