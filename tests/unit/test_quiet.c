/* test_quiet.c - steps in which nothing acts, or the contacts of the step before, do without what that asked: with
 * the bits of steps that ask for all of it, whatever is changed between them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rounds.h"
#include "tests/unit/directions.h"
#include "tests/unit/scene.h"

#include "kernel/simulation/simulation.h"

#include <zeno/snapshot.h>

enum { STEPS = 300, SEEDS = 40 };

static bool fails; /* the next call of the wind or of the wall does */

static void blown(void)
{
    if (fails)
        zn_raise("it fails once");
    fails = false;
}

static void wind(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)nz;
    blown();
    for (unsigned i = 0; i < n; i++)
        f[i] = z[0] * sin(3 * t + i);
}

/* a wall that moves towards the masses, and its velocity */
static void wall(unsigned nq, double *q, double t, unsigned ny, double *y, unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz;
    blown();
    y[0] = q[0] + 2 + z[0] * cos(2 * t);
}

static void wall_dot(unsigned nq, double *q, double t, unsigned ny, double *y, unsigned nz, double *z)
{
    (void)nq, (void)q, (void)ny, (void)nz;
    y[0] = -2 * z[0] * sin(2 * t);
}

/* ---- a lever: y = c q + 30, c its z, which is written between steps and nobody tells ---- */

static double ratio(const zn_relation *r)
{
    zn_index nz;

    return zn_relation_z((zn_relation *)(uintptr_t)r, &nz)[0];
}

static zn_status lever_output(const zn_relation *r, const void *data, double t, const double q[],
                              const double lambda[], double y[])
{
    (void)data, (void)t, (void)lambda;
    y[0] = ratio(r) * q[0] + 30;
    return ZN_OK;
}

static zn_status lever_jac(const zn_relation *r, const void *data, double t, const double q[],
                           const double lambda[], double C[])
{
    (void)data, (void)t, (void)q, (void)lambda;
    C[0] = ratio(r);
    return ZN_OK;
}

static zn_status lever_seal(zn_relation *r, zn_findings *f)
{
    (void)r, (void)f;
    return ZN_OK;
}

static void lever_varies(const zn_relation *r, zn_relation_variability *out)
{
    (void)r;
    out->C = ZN_WITH_PARAMETERS;
    out->e = ZN_CONSTANT;
}

static const zn_relation_type lever_type = {
    .type = {.size = sizeof lever_type,
             .kind = ZN_KIND_RELATION,
             .name = "lever",
             .summary = "y = z q + 30"},
    .families = 1u << ZN_SECOND_ORDER,
    .seal = lever_seal,
    .varies = lever_varies,
    .output = lever_output,
    .jac_q = lever_jac,
};

static const zn_type *const lever_types[] = {&lever_type.type, NULL};
static const zn_plugin levers = {.size = sizeof levers,
                                 .major = ZN_PLUGIN_MAJOR,
                                 .minor = ZN_PLUGIN_MINOR,
                                 .build = ZN_PLUGIN_BUILD,
                                 .name = "levers",
                                 .version = "1",
                                 .license = "Apache-2.0",
                                 .types = lever_types};

/* ---- the scene ---- */

static zn_ds *ball, *spring, *stone;
static zn_relation *moving, *lever;
static zn_osi *osi;
static zn_snapshot *mark;

static void begin(void)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_set(sim, "recompute", "no")); /* with which no step is quiet */
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, &osi));
    MUST(zn_simulation_set_time(sim, 0, 0x1p-7, 100));
    MUST(zn_snapshot_new(sim, &mark));
    MUST(zn_simulation_init(sim));
}

/* A ball that falls onto the floor, two masses on springs in the wind before the wall, a stone that
 * meets nothing, as the end of its lever. */
static void build(void)
{
    const double one = 1, M[4] = {1, 0, 0, 2}, K[4] = {4, -1, -1, 3}, q0[2] = {.2, -.1}, v0[2] = {0};
    const double amplitude = .5, b = 30, H[2] = {1, 0};

    ball = point_mass("ball", 1, 1, 0, -9.81);
    join("floor", newton(.6), 1, 1, &one, NULL, ball, NULL);
    spring = linear_system("spring", 2, M, NULL, K, q0, v0, NULL);
    MUST(zn_ds_set_function(spring, "f_ext", (zn_fn *)wind));
    MUST(zn_ds_set_z(spring, 1, &amplitude));
    MUST(zn_relation_new(ctx, "rheonomous", "wall", 1, 2, &moving));
    MUST(zn_relation_set_function(moving, "h", (zn_fn *)wall));
    MUST(zn_relation_set_function(moving, "h_dot", (zn_fn *)wall_dot));
    MUST(zn_relation_set_constant(moving, "jac_h_q", 1, 2, H));
    MUST(zn_relation_set_z(moving, 1, &amplitude));
    MUST(zn_model_connect(model, "wall", newton(.3), moving, spring, NULL, NULL));
    stone = point_mass("stone", 3, 0, 1, -.5);
    join("far", newton(0), 1, 1, &one, &b, stone, NULL);
    MUST(zn_kernel_register(ctx));
    MUST(zn_plugin_add(ctx, &levers));
    MUST(zn_relation_new(ctx, "lever", "lever", 1, 1, &lever));
    MUST(zn_relation_set_z(lever, 1, &one));
    MUST(zn_model_connect(model, "lever", newton(0), lever, stone, NULL, NULL));
    begin();
}

static zn_law *rough(double e, double mu)
{
    zn_law *law;

    MUST(zn_law_friction(ctx, 2, e, 0, mu, &law));
    return law;
}

/* Contacts with friction in the plane: a ball that is thrown onto a floor, where it slides and stays; a rod on
 * two feet, on springs and in the wind; a stone under it that slides along the rod. */
static void build_rough(void)
{
    const double M[9] = {2, 0, .1, 0, 2, 0, .1, 0, .5}, K[9] = {6, 0, 1, 0, 3, 0, 1, 0, 4}, still[3] = {0},
                 amplitude = .5, m[4] = {1, 0, 0, 1}, g[2] = {.3, -9.81}, q[2] = {0, .2}, v[2] = {2, 0},
                 up[4] = {0, 1, 1, 0}, H[2][6] = {{0, 1, 1, 0, .5, .1}, {0, 1, 1, 0, -.5, .1}}, b[2] = {.02, 0},
                 on[10] = {0, 1, 1, 0, .2, 0, 0, -1, -1, 0};

    ball = linear_system("ball", 2, m, NULL, NULL, q, v, g);
    join("floor", rough(.3, .4), 2, 2, up, NULL, ball, NULL);
    spring = linear_system("spring", 3, M, NULL, K, still, still, NULL);
    MUST(zn_ds_set_function(spring, "f_ext", (zn_fn *)wind));
    MUST(zn_ds_set_z(spring, 1, &amplitude));
    join("left", rough(0, .3), 2, 3, H[0], b, spring, NULL);
    join("right", rough(.5, .2), 2, 3, H[1], NULL, spring, NULL);
    stone = linear_system("stone", 2, m, NULL, NULL, still, still, g);
    join("under", rough(0, .1), 2, 5, on, b, spring, stone);
    join("below", rough(.1, .6), 2, 2, up, b, stone, NULL);
    moving = lever = NULL;
    begin();
}

/* From 0 to 1. */
static double number(void)
{
    return (1 + uniform()) / 2;
}

/* ---- ties that no steady step knows: each is one of these, or there is none ---- */

/* mu = 0.1 |u_T|, less and less */
static void slower(unsigned n, double *u, unsigned m, double *mu, unsigned nz, double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    mu[0] = .1 * fabs(u[1]);
}

static zn_law *odd_law(int kind)
{
    const double k = 40, c = 1;
    zn_law *law = NULL;

    switch (kind) {
    case 0: /* a force */
        MUST(zn_law_spring(ctx, 1, &k, &c, NULL, &law));
        break;
    case 1: /* friction of a force that is known */
        MUST(zn_law_new(ctx, "dry-friction", &law));
        MUST(zn_law_set_real(law, "bound", .5));
        break;
    case 2: /* may be pulled */
        law = newton(.2);
        MUST(zn_law_set_real(law, "adhesion", .3));
        break;
    case 3: /* friction that depends on the velocity */
        law = rough(.2, .5);
        MUST(zn_operator_set_function(zn_law_operator(law, "mu"), (zn_fn *)slower));
        break;
    case 4: /* of the mean of two velocities */
        MUST(zn_law_fremond(ctx, 2, .5, .3, &law));
        break;
    case 5:
        MUST(zn_law_complementarity(ctx, 1, &law));
        break;
    default:
        law = newton(0);
    }
    return law;
}

enum { ODD_KINDS = 9 };

/* 5: a relation with D, 6: with one of the unknowns, 7: a floor, 8: the same and a wall, two copies of one law */
static void join_odd(int kind)
{
    const double gap = .02 * number(), room = .02 * number(), b[2] = {gap, room}, up[4] = {0, 1, 1, 0},
                 C[2] = {0, 1}, D = .01, one = 1, back[4] = {0, -1, 1, 0};
    const zn_index rows = kind == 3 || kind == 4 || kind == 8 ? 2 : 1, height = 1;
    zn_law *law = odd_law(kind);
    zn_relation *r;

    MUST(zn_relation_new(ctx, "linear", "odd", rows, kind == 6 ? 1 : 2, &r));
    MUST(zn_relation_set_constant(r, "C", rows, kind == 6 ? 1 : 2,
                                  kind == 6   ? &one
                                  : kind == 8 ? back
                                  : rows == 2 ? up
                                              : C));
    MUST(zn_relation_set_constant(r, "e", rows, 1, b));
    if (kind == 5)
        MUST(zn_relation_set_constant(r, "D", 1, 1, &D));
    if (kind == 6)
        MUST(zn_model_connect_ends(model, "odd", law, r, &(zn_end){stone, 1, &height}, NULL, NULL));
    else
        MUST(zn_model_connect(model, "odd", law, r, stone, NULL, NULL));
}

/* Another one, or none any longer. */
static void other_odd(void)
{
    zn_interaction *a = zn_model_interaction(model, "odd");

    if (moving) /* the stone has one coordinate */
        return;
    zn_model_reopen(model);
    if (a)
        MUST(zn_model_remove_interaction(model, a));
    if (!a || number() < .5)
        join_odd((int)(number() * .999 * ODD_KINDS));
    MUST(zn_model_seal(model));
}

static void other_option(void)
{
    static const char *const set[][2] = {
        {"warm_start", "no"},  {"warm_start", "yes"}, {"storage", "product"}, {"storage", "block"},
        {"storage", "dense"},  {"solver", "nsgs"},    {"solver", "auto"},     {"solver_tol", "1e-6"},
        {"solver_tol", "1e-9"}};
    const size_t n = sizeof set / sizeof *set, k = (size_t)(number() * .999 * (double)n);

    if (!moving)
        MUST(zn_simulation_set(sim, set[k][0], set[k][1]));
}

/* ---- what is changed between two steps ---- */

static void other_wind(void)
{
    zn_index nz;

    zn_ds_z(spring, &nz)[0] = number();
}

static void other_wall(void)
{
    zn_index nz;

    if (moving)
        zn_relation_z(moving, &nz)[0] = 2 * number();
}

static void other_lever(void)
{
    zn_index nz;

    if (lever)
        zn_relation_z(lever, &nz)[0] = 1 + number();
}

static void push(void)
{
    zn_simulation_state_rw(sim)->v[0] += number();
    MUST(zn_simulation_touched(sim));
}

static void other_theta(void)
{
    MUST(zn_osi_set_real(osi, "theta", .5 + number() / 2));
}

static void heavier(void)
{
    const double m = 1 + number(), M[4] = {m, 0, 0, m};
    const zn_index n = moving ? 1 : 2;

    zn_model_reopen(model);
    MUST(zn_ds_set_constant(stone, "mass", n, n, M));
    MUST(zn_model_seal(model));
}

static void other_law(void)
{
    zn_law *law = (zn_law *)zn_interaction_law(zn_model_interaction(model, "floor"));

    zn_model_reopen(model);
    MUST(zn_law_set_real(law, moving || number() < .5 ? "e" : "mu", number()));
    MUST(zn_model_seal(model));
}

static void ledger(void)
{
    MUST(zn_simulation_set(sim, "energy", number() < .5 ? "yes" : "no"));
}

/* Mostly where the ball has just met the floor. */
static void take(void)
{
    const unsigned char *active = zn_simulation_state(sim)->active;

    for (int k = 0; k < 100 && !active[0]; k++)
        MUST(zn_simulation_step(sim));
    MUST(zn_snapshot_take(mark));
}

/* It says so where the model is another one since. */
static void back(void)
{
    if (zn_snapshot_state(mark))
        (void)zn_snapshot_restore(mark);
}

/* The stone meets the floor, or does not any longer. */
static void ground(void)
{
    zn_interaction *a = zn_model_interaction(model, "ground");
    const double one = 1, b[2] = {5 * number(), 0}, up[4] = {0, 1, 1, 0};

    zn_model_reopen(model);
    if (a)
        MUST(zn_model_remove_interaction(model, a));
    else if (moving)
        join("ground", newton(.5), 1, 1, &one, b, stone, NULL);
    else
        join("ground", rough(.5, number()), 2, 2, up, b, stone, NULL);
    MUST(zn_model_seal(model));
}

static void between(void)
{
    MUST(zn_simulation_advance_to(sim, zn_simulation_time(sim) + 0x1p-7 * number()));
}

static void break_once(void)
{
    fails = true;
    REFUSED(zn_simulation_step(sim), ZN_EUSER, "it fails once");
}

static void (*const change[])(void) = {
    other_wind, other_wall, other_lever, push, other_theta, heavier, other_law,
    ledger,     take,       back, ground,      between, break_once, other_odd, other_odd, other_option};

/* ---- what is compared ---- */

static unsigned char seen[2][STEPS][2048];
static size_t nseen[2][STEPS];
static int quiet_steps, steady_steps;

static void add(int way, int step, size_t size, const void *x)
{
    size_t *n = &nseen[way][step];

    ck_assert_uint_le(*n + size, sizeof seen[way][step]);
    memcpy(seen[way][step] + *n, x, size);
    *n += size;
}

static void look(int way, int step)
{
    const zn_state *x = zn_simulation_state(sim);
    const zn_step_info *i = zn_simulation_step_info(sim);
    const size_t one = sizeof(double), ny = (size_t)x->ny;
    zn_run_info r;

    nseen[way][step] = 0;
    add(way, step, one, &x->t);
    add(way, step, (size_t)x->nq * one, x->q);
    add(way, step, (size_t)x->nv * one, x->v);
    add(way, step, (size_t)x->nv * one, x->p);
    add(way, step, (size_t)x->nm * one, x->m);
    for (int k = 0; k < ZN_LEVELS; k++) {
        add(way, step, ny * one, x->y[k]);
        add(way, step, ny * one, x->lambda[k]);
    }
    add(way, step, ny, x->active);
    for (int k = 0; k < 1; k++) {
        const double told[] = {(double)i->newton_iterations, (double)i->newton_converged,
                               (double)i->solves, (double)i->active, (double)i->impacts,
                               i->worst_gap, (double)i->substeps};
        add(way, step, sizeof told, told);
    }
    zn_simulation_run_info(sim, &r);
    r.seconds = 0;
    {
        const double told[] = {(double)r.steps, (double)r.newton_iterations, (double)r.solves,
                               (double)r.impacts, (double)r.max_active, r.worst_gap,
                               r.worst_gap_time, r.least_step, r.largest_step, r.work.external,
                               r.work.contact};
        add(way, step, sizeof told, told);
    }
}

/* way 1: each step asks anew. */
static void run(int way, unsigned seed, void (*make)(void))
{
    srand(seed);
    scene_setup();
    make();
    fails = false;
    for (int k = 0; k < STEPS; k++) {
        if (number() < .08) {
            const size_t n = sizeof change / sizeof *change;

            change[(size_t)(number() * .999 * (double)n)]();
        }
        if (way)
            sim->quiet = sim->steady = 0;
        MUST(zn_simulation_step(sim));
        quiet_steps += !way && sim->quiet > 0;
        steady_steps += !way && sim->steady > 0;
        look(way, k);
    }
    zn_snapshot_free(mark);
    scene_teardown();
}

/* y = z q + 30, u = z v with the z of now, in the quiet step after it was written. */
START_TEST(a_quiet_step_sees_parameters_of_now)
{
    zn_index at, nz;

    scene_setup();
    build();
    at = zn_interaction_offset(zn_model_interaction(model, "lever"));
    for (int k = 0; k < 20; k++) {
        const double *z = zn_relation_z(lever, &nz);
        const zn_state *x;

        ck_assert_int_eq(sim->quiet > 0, k > 0);
        MUST(zn_simulation_step(sim));
        x = zn_simulation_state(sim);
        CLOSE(x->y[0][at], z[0] * q_of(stone, 0) + 30, 1e-15);
        CLOSE(x->y[1][at], z[0] * v_of(stone, 0), 1e-15);
        zn_relation_z(lever, &nz)[0] = 1 + k / 16.;
    }
    zn_snapshot_free(mark);
    scene_teardown();
}
END_TEST

/* Of all scenes of one kind, how many are there? */
static int compare(void (*make)(void))
{
    int all = 0;

    quiet_steps = steady_steps = 0;
    for (unsigned seed = 1; seed <= SEEDS; seed += (unsigned)test_stride()) {
        run(0, seed, make);
        all++;
        run(1, seed, make);
        for (int k = 0; k < STEPS; k++) {
            ck_assert_uint_eq(nseen[0][k], nseen[1][k]);
            ck_assert_msg(memcmp(seen[0][k], seen[1][k], nseen[0][k]) == 0,
                          "seed %u: step %d is another one", seed, k);
        }
    }
    return all;
}

START_TEST(quiet_steps_have_the_bits_of_whole_ones)
{
    const int all = compare(build);

    ck_assert_int_gt(quiet_steps, all * STEPS / 4);
}
END_TEST

START_TEST(steady_steps_have_the_bits_of_whole_ones)
{
    const int all = compare(build_rough);

    ck_assert_int_gt(steady_steps, all * STEPS / 4);
}
END_TEST

/* Numbers whose products have no digits are none, in a steady step, too: on a floor that it presses with next
 * to nothing a ball moves freely, and below it. */
START_TEST(a_steady_step_drops_what_is_next_to_nothing)
{
    const double one = 1, a = -0x1p-985; /* q = h a: below DBL_MIN / DBL_EPSILON, and no subnormal number */
    double v[2][8];
    int steady = 0;

    for (int anew = 0; anew < 2; anew++) {
        scene_setup();
        ball = point_mass("ball", 1, 0, 0, a);
        join("floor", newton(0), 1, 1, &one, NULL, ball, NULL);
        begin();
        for (int k = 0; k < 8; k++) {
            if (anew)
                sim->steady = 0;
            MUST(zn_simulation_step(sim));
            steady += !anew && sim->steady > 0;
            v[anew][k] = v_of(ball, 0);
        }
        zn_snapshot_free(mark);
        scene_teardown();
    }
    ck_assert_int_gt(steady, 4);
    for (int k = 0; k < 8; k++) {
        ck_assert_double_eq(v[0][k], (k + 1) * 0x1p-7 * a);
        ck_assert_double_eq(v[0][k], v[1][k]);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("quiet");
    TCase *tc = tcase_create("own scene");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, a_quiet_step_sees_parameters_of_now);
    tcase_add_test(tc, quiet_steps_have_the_bits_of_whole_ones);
    tcase_add_test(tc, steady_steps_have_the_bits_of_whole_ones);
    tcase_add_test(tc, a_steady_step_drops_what_is_next_to_nothing);
    suite_add_tcase(s, tc);
    return test_main(s);
}
