/* billiards.c - a break: the cue ball rolls into the rack
 *
 *     m x'' = m g + r,   I Omega' = moment of r about the centre, I = 2/5 m R^2
 *     0 <= u_N + e u_N-  _|_  r_N >= 0,   |r_T| <= mu r_N, against the slip,
 *     between any two balls and between each ball and the cloth
 *
 * One ball alone, hit full by a rolling one (e = 1, smooth balls), ends up rolling with
 * 5/7 of its velocity; the cue ball stops, and rolls after it with the other 2/7.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include <zeno/law.h>
#include <zeno/mechanics.h>
#include <zeno/sample.h>

enum { MOST = 200 };

typedef struct params {
    zn_index rows;
    double m, R, g, v, y, from, gap, e, mu_ball, mu, spin;
} params;

static const zn_option table[] = {
    ZN_OPT_INT(params, rows, 5, 1, 18, "-", "of the rack: 1, 3, 6, 10, 15 ... balls"),
    ZN_OPT_REAL(params, m, 0.17, 1e-9, 1e9, "kg", "mass of a ball"),
    ZN_OPT_REAL(params, R, 0.028575, 1e-9, 1e9, "m", "radius"),
    ZN_OPT_REAL(params, g, 9.81, 0, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, v, 8, -1e9, 1e9, "m/s", "velocity of the cue ball"),
    ZN_OPT_REAL(params, y, 0, -1e9, 1e9, "m", "aside of the middle"),
    ZN_OPT_REAL(params, from, 0.4, 0, 1e9, "m", "from where it comes, to the first ball"),
    ZN_OPT_REAL(params, gap, 2e-4, 0, 1, "m", "between the balls of the rack"),
    ZN_OPT_REAL(params, e, 0.95, 0, 1, "-", "restitution between balls"),
    ZN_OPT_REAL(params, mu_ball, 0.06, 0, 1e6, "-", "friction between balls"),
    ZN_OPT_REAL(params, mu, 0.2, 0, 1e6, "-", "friction on the cloth"),
    ZN_OPT_REAL(params, spin, 1, -10, 10, "-", "of the cue ball, 1: it rolls"),
    ZN_OPT_END,
};

static zn_ds *put(zn_model *model, const params *p, int number, double x, double y,
                  double v)
{
    const double J = 0.4 * p->m * p->R * p->R, I[3] = {J, J, J};
    const double q0[7] = {x, y, p->R, 1, 0, 0, 0};
    const double v0[6] = {v, 0, 0, 0, p->spin * v / p->R, 0};
    const double f[3] = {0, 0, -p->m * p->g};
    zn_ctx *ctx = zn_model_ctx(model);
    char name[32];
    zn_ds *ball;

    snprintf(name, sizeof name, "ball%d", number);
    zn_must(ctx, zn_ds_new(ctx, "newton-euler", name, 6, q0, v0, &ball));
    zn_must(ctx, zn_ds_set_constant(ball, "mass", 1, 1, &p->m));
    zn_must(ctx, zn_ds_set_diagonal(ball, "inertia", 3, I));
    zn_must(ctx, zn_ds_set_constant(ball, "f_ext", 3, 1, f));
    zn_must(ctx, zn_model_add_ds(model, ball));
    return ball;
}

/* The cue ball and the rack, a triangle with its tip towards it. */
static int rack(zn_model *model, const params *p, zn_ds *ball[])
{
    const double d = 2 * p->R + p->gap;
    int n = 0;

    ball[n++] = put(model, p, 0, -p->from, p->y, p->v);
    for (int row = 0; row < p->rows; row++)
        for (int k = 0; k <= row; k++, n++)
            ball[n] = put(model, p, n, row * d * sqrt(3) / 2,
                          (k - row / 2.0) * d, 0);
    return n;
}

/* One relation for all pairs, one for all balls on the cloth. */
static void contacts(zn_model *model, const params *p, zn_ds *const ball[], int n)
{
    const double up[3] = {0, 0, 1}, zero = 0;
    zn_ctx *ctx = zn_model_ctx(model);
    zn_law *between, *below;
    zn_relation *pair, *cloth;
    zn_interaction *made;

    zn_must(ctx, zn_law_friction(ctx, 3, p->e, 0, p->mu_ball, &between));
    zn_must(ctx, zn_law_friction(ctx, 3, 0, 0, p->mu, &below));
    zn_must(ctx, zn_relation_new(ctx, "sphere-sphere", "pair", 3, 14, &pair));
    zn_must(ctx, zn_relation_set_constant(pair, "radius1", 1, 1, &p->R));
    zn_must(ctx, zn_relation_set_constant(pair, "radius2", 1, 1, &p->R));
    zn_must(ctx, zn_relation_new(ctx, "sphere-plane", "cloth", 3, 7, &cloth));
    zn_must(ctx, zn_relation_set_constant(cloth, "radius", 1, 1, &p->R));
    zn_must(ctx, zn_relation_set_constant(cloth, "normal", 3, 1, up));
    zn_must(ctx, zn_relation_set_constant(cloth, "offset", 1, 1, &zero));
    for (int i = 0; i < n; i++) {
        zn_must(ctx, zn_model_connect(model, NULL, below, cloth, ball[i], NULL, &made));
        for (int j = i + 1; j < n; j++)
            zn_must(ctx, zn_model_connect(model, NULL, between, pair, ball[i], ball[j],
                                          &made));
    }
}

int main(int argc, char **argv)
{
    const char *const names[5] = {"x", "y", "z", "vx", "vy"};
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a break at billiards", table, &p);
    zn_sample_defaults(s, 0, 2e-5, 0.5, "moreau-jean", "theta=0.5 threshold=1e-9");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_ds *ball[MOST];
    zn_model *model;

    zn_must(ctx, zn_model_new(ctx, &model));
    const int n = rack(model, &p, ball);
    contacts(model, &p, ball, n);

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 5; i++) {
            char name[32];
            snprintf(name, sizeof name, "%s%d", names[i], k);
            zn_must(ctx, i < 3 ? zn_recorder_add_q(out, ball[k], i, name, "m")
                               : zn_recorder_add_v(out, ball[k], i - 3, name, "m/s"));
        }
    return zn_sample_run(s);
}
