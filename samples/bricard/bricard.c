/* bricard.c - five rods and six hinges that should not move, and do
 *
 *     M v' = f + H' lambda,   H v = 0:   30 equations for 30 velocities, one is redundant
 *
 * The rods lie along edges of a cube, each hinge at right angles to both of its rods; the
 * first and the last are in the ground. Under its weight the linkage swings.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include <zeno/mechanics.h>
#include <zeno/sample.h>

enum { RODS = 5, HINGES = 6 };

typedef struct params {
    double mass, thin, g;
} params;

static const zn_option table[] = {
    ZN_OPT_REAL(params, mass, 1, 1e-12, 1e12, "kg", "of each rod of 1 m"),
    ZN_OPT_REAL(params, thin, 1e-4, 1e-12, 1, "m^2",
                "moment of inertia along a rod over its mass"),
    ZN_OPT_REAL(params, g, 9.81, 0, 1e6, "m/s^2", "gravity, along -y"),
    ZN_OPT_END,
};

/* Ends of the rods, and axes of the hinges there. */
static const double end[HINGES][3] = {{0, 0, 0},  {1, 0, 0},  {1, -1, 0},
                                      {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
static const double axis[HINGES][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0},
                                       {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};

/* From one end to the next. */
static zn_ds *rod(zn_ctx *ctx, zn_model *model, const params *p, int i)
{
    const double v0[6] = {0}, f[3] = {0, -p->mass * p->g, 0};
    double q0[7] = {0, 0, 0, 1}, inertia[3];
    char name[] = "rod 1";
    zn_ds *ds;

    name[4] = (char)('1' + i);
    for (int k = 0; k < 3; k++) {
        const double d = end[i + 1][k] - end[i][k];
        q0[k] = (end[i][k] + end[i + 1][k]) / 2;
        inertia[k] = p->mass * (fabs(d) > 0 ? p->thin : 1. / 12);
    }
    zn_must(ctx, zn_ds_new(ctx, "newton-euler", name, 6, q0, v0, &ds));
    zn_must(ctx, zn_ds_set_constant(ds, "mass", 1, 1, &p->mass));
    zn_must(ctx, zn_ds_set_diagonal(ds, "inertia", 3, inertia));
    zn_must(ctx, zn_ds_set_constant(ds, "f_ext", 3, 1, f));
    zn_must(ctx, zn_model_add_ds(model, ds));
    return ds;
}

/* The j-th hinge, of the rods before and after it. */
static zn_interaction *hinge(zn_ctx *ctx, zn_model *model, zn_ds *const rods[],
                             int j)
{
    zn_ds *d1 = rods[j > 0 ? j - 1 : 0];
    zn_ds *d2 = j == 0 || j == RODS ? NULL : rods[j];
    char name[] = "hinge 1";
    zn_relation *r;
    zn_law *law;
    zn_interaction *a;

    name[6] = (char)('1' + j);
    zn_must(ctx,
            zn_joint_new(ctx, "revolute", name, d1, d2, end[j], axis[j], &r));
    zn_must(ctx, zn_law_equality(ctx, zn_relation_ny(r), &law));
    zn_must(ctx, zn_model_connect(model, name, law, r, d1, d2, &a));
    return a;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(
        argc, argv, "a Bricard linkage: six hinges, one too many", table, &p);
    zn_sample_defaults(s, 0, 2e-3, 10, "moreau-jean",
                       "theta=0.5 projection=direct projection_tol=1e-11 "
                       "newton_tol=1e-9 energy=yes");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_ds *rods[RODS];
    zn_interaction *hinges[HINGES];

    zn_must(ctx, zn_model_new(ctx, &model));
    for (int i = 0; i < RODS; i++)
        rods[i] = rod(ctx, model, &p, i);
    for (int j = 0; j < HINGES; j++)
        hinges[j] = hinge(ctx, model, rods, j);
    zn_sample_simulation(s, model);

    zn_recorder *out = zn_sample_recorder(s);
    static const char *const names[3] = {"x", "y", "z"};
    for (zn_index k = 0; k < 3; k++)
        zn_must(ctx, zn_recorder_add_q(out, rods[2], k, names[k], "m"));
    zn_must(ctx,
            zn_recorder_add_y(out, hinges[HINGES - 1], 0, 0, "opening", "m"));
    zn_must(ctx,
            zn_recorder_add_lambda(out, hinges[0], 1, 1, "impulse", "N s"));
    return zn_sample_run(s);
}
