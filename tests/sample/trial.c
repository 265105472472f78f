/* trial.c - a small sample for the tests of the samples' library: a ball falls
 * on a floor; its weight can be made to fail at a given time
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include <zeno/sample.h>

typedef struct trial {
    double m, e, height, fail_at, linger;
    zn_index dimension;
    bool floor;
    int shape, how;
} trial;

static const zn_option table[] = {
    ZN_OPT_REAL(trial, m, 2, 1e-3, 1e3, "kg", "mass"),
    ZN_OPT_REAL(trial, e, 0.9, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(trial, height, 1, 0, INFINITY, "m", "drop height"),
    ZN_OPT_REAL(trial, fail_at, 1e9, 0, INFINITY, "s", "the weight fails then"),
    ZN_OPT_REAL(trial, linger, 0, 0, 1e4, "s", "the program goes on so long after its run"),
    ZN_OPT_INT(trial, dimension, 1, 1, 3, "-", "coordinates"),
    ZN_OPT_BOOL(trial, floor, true, "is there a floor?"),
    ZN_OPT_CHOICE(trial, how, 0,
                  "raise|crash|abort|divide|recurse|exit|_exit|loop",
                  "it fails"),
    ZN_OPT_CHOICE(trial, shape, 0, "ball|cube", "of the body"),
    ZN_OPT_END,
};

static double fail_at; /* not in z, which a checkpoint brings back */
static int how;
static volatile int zero, *nowhere;

/* Without end: the stack is used up. */
static int recurse(int n)
{
    volatile char room[4096];

    room[n % 4096] = (char)n;
    return n < 0 ? 0 : recurse(n + 1) + room[0];
}

static void fail(double t)
{
    switch (how) {
    case 0:
        zn_raise("no weight at t = %g", t);
        break;
    case 1:
        *nowhere = 1;
        break;
    case 2:
        abort();
    case 3:
        zero = 1000 / zero;
        break;
    case 4:
        zero = recurse(zero);
        break;
    case 5:
        exit(0);
    case 6:
        _exit(0);
    case 7:
        while (!zero)
            ;
    }
}

static void weight(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz;
    f[0] = -9.81 * z[0];
    if (t >= fail_at)
        fail(t);
}

static zn_ds *body(zn_ctx *ctx, zn_model *model, const trial *p)
{
    const double q0[3] = {p->height, 0.25, -0.5}, v0[3] = {0};
    const double mass[3] = {p->m, p->m, p->m}, z[] = {p->m};
    zn_ds *ds;

    fail_at = p->fail_at;
    how = p->how;
    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", p->shape ? "cube" : "ball",
                           p->dimension, q0, v0, &ds));
    zn_must(ctx, zn_ds_set_diagonal(ds, "mass", p->dimension, mass));
    zn_must(ctx, zn_ds_set_function(ds, "f_ext", (zn_fn *)weight));
    zn_must(ctx, zn_ds_set_z(ds, 1, z));
    zn_must(ctx, zn_model_add_ds(model, ds));
    return ds;
}

int main(int argc, char **argv)
{
    trial p;
    zn_sample *s = zn_sample_new(argc, argv, "a ball to try", table, &p);
    zn_ctx *ctx = zn_sample_ctx(s);
    const double up[3] = {1};
    zn_model *model;
    zn_relation *rel;
    zn_law *law;
    zn_ds *ds;
    int status;

    zn_sample_defaults(s, 0, 5e-3, 2, "moreau-jean",
                       "theta=0.75 newton_tol=1e-11");
    zn_must(ctx, zn_model_new(ctx, &model));
    ds = body(ctx, model, &p);
    if (p.floor) {
        zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
        zn_must(ctx,
                zn_relation_new(ctx, "linear", "gap", 1, p.dimension, &rel));
        zn_must(ctx, zn_relation_set_constant(rel, "C", 1, p.dimension, up));
        zn_must(ctx,
                zn_model_connect(model, "floor", law, rel, ds, NULL, NULL));
    }
    zn_sample_simulation(s, model);
    zn_must(ctx, zn_recorder_add_q(zn_sample_recorder(s), ds, 0, "q", "m"));
    zn_must(ctx, zn_recorder_add_v(zn_sample_recorder(s), ds, 0, "v", "m/s"));
    status = zn_sample_run(s);
    sleep((unsigned)p.linger);
    return status;
}
