/* soak.c - many steps and many exchanges: memory stays, and nothing drifts
 *
 *     soak [STEPS [EXCHANGES]]
 *
 * An oscillator swings beside a ball that lies on a floor, first for STEPS steps, then
 * while the ball, its floor and its law are taken out and made anew, EXCHANGES times. With
 * theta = 1/2 the energy of the oscillator is that of the start, up to rounding that adds
 * up like a random walk; the steps allocate nothing, and what is exchanged leaves nothing
 * behind, in checkpoints neither. `make soak` runs 10^7 and 10^5; make check a few.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zeno/zeno.h>

static zn_ctx *ctx;
static zn_model *model;
static zn_simulation *sim;
static zn_ds *swing, *ball;
static zn_interaction *contact;

static const double h = 0.01, weight = -9.81;

/* ---- memory that is counted ---- */

typedef struct counts {
    long long bytes, calls;
} counts;

static counts held;

static void *resize(void *user, void *p, size_t bytes)
{
    size_t *block = p ? (size_t *)p - 2 : NULL;

    (void)user;
    held.bytes += (long long)bytes - (block ? (long long)*block : 0);
    held.calls++;
    if (!bytes) {
        free(block);
        return NULL;
    }
    block = realloc(block, bytes + 2 * sizeof *block);
    if (!block)
        return NULL;
    *block = bytes;
    return block + 2;
}

/* ---- the model ---- */

static void must(zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "soak: %s\n", zn_errmsg(ctx));
    exit(EXIT_FAILURE);
}

static void wants(bool holds, const char *what, double value)
{
    if (holds)
        return;
    fprintf(stderr, "soak: %s: %.17g\n", what, value);
    exit(EXIT_FAILURE);
}

static zn_ds *mass(const char *name, double q, double v)
{
    const double one = 1;
    zn_ds *ds;

    must(zn_ds_new(ctx, "lagrangian-linear", name, 1, &q, &v, &ds));
    must(zn_ds_set_constant(ds, "mass", 1, 1, &one));
    must(zn_model_add_ds(model, ds));
    return ds;
}

static void lay_ball(void)
{
    const double one = 1;
    zn_relation *r;
    zn_law *law;

    ball = mass("ball", 0, 0);
    must(zn_ds_set_constant(ball, "f_ext", 1, 1, &weight));
    must(zn_law_newton_impact(ctx, 0.5, &law));
    must(zn_relation_new(ctx, "linear", "floor", 1, 1, &r));
    must(zn_relation_set_constant(r, "C", 1, 1, &one));
    must(zn_model_connect(model, "floor", law, r, ball, NULL, &contact));
}

static void take_ball(void)
{
    zn_relation *r = (zn_relation *)zn_interaction_relation(contact);
    zn_law *law = (zn_law *)zn_interaction_law(contact);

    must(zn_model_remove_interaction(model, contact));
    must(zn_model_remove_relation(model, r));
    must(zn_model_remove_law(model, law));
    must(zn_model_remove_ds(model, ball));
}

static void begin(double end)
{
    static const zn_allocator alloc = {.resize = resize};
    const double one = 1;

    must(zn_ctx_new_with(&alloc, &ctx));
    must(zn_model_new(ctx, &model));
    swing = mass("swing", 1, 0);
    must(zn_ds_set_constant(swing, "stiffness", 1, 1, &one));
    lay_ball();
    must(zn_model_seal(model));
    must(zn_simulation_new(model, &sim));
    must(zn_simulation_use(sim, "moreau-jean", "theta=0.5", NULL));
    must(zn_simulation_set(sim, "recompute", "no")); /* that allocates */
    must(zn_simulation_set_time(sim, 0, h, end));
}

/* ---- what must stay ---- */

/* After n steps: rounding of 2^-53 each, and a hundred times that to spare. */
static void look(double n)
{
    const double q = zn_simulation_q(sim, swing)[0];
    const double v = zn_simulation_v(sim, swing)[0];
    const double drift = fabs(q * q + v * v - 1);

    wants(drift < 1e-14 * (1 + sqrt(n)), "energy of the oscillator is off by", drift);
    wants(fabs(zn_simulation_q(sim, ball)[0]) < 1e-12, "the ball has moved to",
          zn_simulation_q(sim, ball)[0]);
}

static void steps(long long n)
{
    const long long warm = n / 100 + 10;
    counts before = {0};

    for (long long k = 0; k < n; k++) {
        must(zn_simulation_step(sim));
        if (k + 1 == warm)
            before = held;
    }
    wants(n <= warm || held.calls == before.calls, "calls of the allocator",
          (double)(held.calls - before.calls));
    look((double)n);
}

/* Bytes of a checkpoint. */
static double saved(void)
{
    char folder[] = "/tmp/zeno-soak-XXXXXX", path[64];
    struct stat about;

    wants(mkdtemp(folder) != NULL, "no folder in /tmp", 0);
    snprintf(path, sizeof path, "%s/checkpoint", folder);
    must(zn_checkpoint_save(sim, path));
    wants(!stat(path, &about), "no checkpoint", 0);
    unlink(path);
    rmdir(folder);
    return (double)about.st_size;
}

static void exchanges(long long n)
{
    const long long warm = n / 2; /* lists of what changed are cut some hundred on */
    const double size = saved();
    counts before = {0};

    for (long long k = 0; k < n; k++) {
        zn_model_reopen(model);
        take_ball();
        lay_ball();
        must(zn_model_seal(model));
        must(zn_simulation_step(sim));
        if (k + 1 == warm)
            before = held;
    }
    wants(n <= warm || held.bytes == before.bytes, "bytes more than halfway",
          (double)(held.bytes - before.bytes));
    wants(saved() == size, "bytes of a checkpoint, more than before", saved() - size);
}

int main(int argc, char **argv)
{
    const long long n = argc > 1 ? atoll(argv[1]) : 20000;
    const long long m = argc > 2 ? atoll(argv[2]) : 4000;

    wants(n > 0 && m >= 0, "not a number of steps", 0);
    begin(h * ((double)(n + m) + 10));
    steps(n);
    printf("%lld steps: energy to %.1e, %lld bytes held\n", n,
           fabs(pow(zn_simulation_q(sim, swing)[0], 2) +
                pow(zn_simulation_v(sim, swing)[0], 2) - 1),
           held.bytes);
    exchanges(m);
    look((double)(n + m));
    printf("%lld exchanges: %lld bytes held\n", m, held.bytes);
    zn_simulation_free(sim);
    zn_model_free(model);
    zn_ctx_free(ctx);
    wants(held.bytes == 0, "bytes are left", (double)held.bytes);
    return 0;
}
