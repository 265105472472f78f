/* bead_column.c - N beads fall in a column and collide
 *
 *     m dv_i = -m g dt + dp_i - dp_{i+1},     i = 0 ... N-1, dp_N = 0
 *     gaps y_0 = q_0 - R,  y_i = q_i - q_{i-1} - 2 R
 *     0 <= y_i _|_ dp_i >= 0,   u+ = -e u-  at impact, u = dy/dt
 *
 * q_i: height of bead i. The impacts of the column at rest are infinitely many
 * in finite time, with N contacts in one complementarity problem.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include <zeno/sample.h>

typedef struct params {
    zn_index N;
    double m, R, g, e, first, spacing, v0;
} params;

static const zn_option table[] = {
    ZN_OPT_INT(params, N, 10, 1, 10000, "-", "number of beads"),
    ZN_OPT_REAL(params, m, 1, 1e-9, 1e9, "kg", "mass of a bead"),
    ZN_OPT_REAL(params, R, 0.1, 0, 1e9, "m", "its radius"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, e, 0.9, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, first, 1, -1e9, 1e9, "m", "height of the lowest"),
    ZN_OPT_REAL(params, spacing, 0.25, 0, 1e9, "m", "from bead to bead"),
    ZN_OPT_REAL(params, v0, 0, -1e9, 1e9, "m/s", "velocity at the start"),
    ZN_OPT_END,
};

static zn_ds *add_bead(zn_model *model, const params *p, zn_index i)
{
    zn_ctx *ctx = zn_model_ctx(model);
    const double q0 = p->first + p->spacing * (double)i;
    char name[32];
    zn_ds *bead;

    snprintf(name, sizeof name, "bead%td", i);
    zn_must(ctx,
            zn_ds_new(ctx, "lagrangian-linear", name, 1, &q0, &p->v0, &bead));
    zn_must(ctx, zn_ds_set_constant(bead, "mass", 1, 1, &p->m));
    zn_must(ctx, zn_ds_set_name(bead, "f_ext", "BallPlugin:ballFExt"));
    zn_must(ctx, zn_ds_set_z(bead, 2, (double[]){p->m, p->g}));
    zn_must(ctx, zn_model_add_ds(model, bead));
    return bead;
}

/* y = C q - distance, C = (1) or (-1 1) */
static zn_relation *make_gap(zn_ctx *ctx, zn_index n, double distance)
{
    const double C[] = {-1, 1}, e = -distance;
    zn_relation *r;

    zn_must(ctx, zn_relation_new(ctx, "linear", "gap", 1, n, &r));
    zn_must(ctx, zn_relation_set_constant(r, "C", 1, n, C + 2 - n));
    zn_must(ctx, zn_relation_set_constant(r, "e", 1, 1, &e));
    return r;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s =
        zn_sample_new(argc, argv, "a column of beads falls", table, &p);
    zn_sample_defaults(s, 0, 5e-4, 2, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    zn_ds *below = NULL;

    /* one law, and one relation for the floor and one for all pairs */
    zn_relation *floor = make_gap(ctx, 1, p.R);
    zn_relation *pair = make_gap(ctx, 2, 2 * p.R);
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
    zn_must(ctx, zn_model_new(ctx, &model));
    zn_must(ctx, zn_model_add_relation(model, pair));
    for (zn_index i = 0; i < p.N; i++) {
        zn_ds *bead = add_bead(model, &p, i);
        char name[32];
        snprintf(name, sizeof name, "contact%td", i);
        zn_must(ctx, below ? zn_model_connect(model, name, law, pair, below,
                                              bead, NULL)
                           : zn_model_connect(model, name, law, floor, bead,
                                              NULL, NULL));
        below = bead;
    }

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    for (zn_index i = 0; i < p.N; i++) {
        zn_ds *bead = zn_model_ds_at(model, i);
        char name[32];
        snprintf(name, sizeof name, "q%td", i);
        zn_must(ctx, zn_recorder_add_q(out, bead, 0, name, "m"));
        snprintf(name, sizeof name, "v%td", i);
        zn_must(ctx, zn_recorder_add_v(out, bead, 0, name, "m/s"));
    }
    return zn_sample_run(s);
}
