/* test_adhesion.c - contacts that may be pulled: what they hold, friction under a pull,
 * what tears, the energy it takes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

#include <stddef.h>
#include <zeno/formulation.h>
#include <zeno/plugin.h>

static const double g = 9.81, m = 2, h = 1e-3;

static zn_law *sticky(zn_index rows, double e, double mu, double pull)
{
    static const char *const cls[] = {NULL, "newton-impact",
                                      "newton-impact-friction",
                                      "rolling-friction"};
    zn_law *law;

    MUST(zn_law_new(ctx, cls[rows], &law));
    MUST(zn_law_set_real(law, "e", e));
    MUST(zn_law_set_real(law, "adhesion", pull));
    if (rows > 1)
        MUST(zn_law_set_real(law, "mu", mu));
    if (rows > 2)
        MUST(zn_law_set_real(law, "mu_r", 0.01));
    return law;
}

/* Under a ceiling, by 1, 2 or 3 rows. */
static zn_ds *hang(zn_index rows, double e, double pull, zn_interaction **on)
{
    const double M[9] = {m, 0, 0, 0, m, 0, 0, 0, 0.1}, none[3] = {0};
    const double f[3] = {0, -m * g, 0};
    const double C[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1}; /* -y; x; angle */
    double rows_of[9];
    zn_ds *ds = linear_system("block", 3, M, NULL, NULL, none, none, f);

    for (zn_index c = 0; c < 3; c++)
        for (zn_index r = 0; r < rows; r++)
            rows_of[r + rows * c] = C[r + 3 * c];
    *on = join("ceiling", sticky(rows, e, 0.3, pull), rows, 3, rows_of, NULL,
               ds, NULL);
    return ds;
}

/* With the equations of motion kept, where that is a matter of rows. */
static void keep_motion(zn_index rows)
{
    MUST(zn_simulation_set(sim, "formulation",
                           rows == 3 ? "global-rolling" : "global"));
}

/* By a hair more than its weight, a block hangs for ever; e makes no difference. */
START_TEST(a_ceiling_holds_up_to_the_pull)
{
    const zn_index rows = _i < 6 ? 1 + _i % 3 : 2 + _i % 2;
    zn_interaction *on;
    zn_ds *ds = hang(rows, _i / 3 % 2 * 0.5, m * g * (1 + 1e-6), &on);

    simulate("moreau-jean", "theta=0.5", 0, h, 5);
    if (_i >= 6)
        keep_motion(rows);
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        CLOSE(zn_simulation_lambda(sim, on, 1)[0], -m * g * h, 1e-11);
    }
    CLOSE(q_of(ds, 1), 0, 1e-12);
    CLOSE(v_of(ds, 1), 0, 1e-12);
}
END_TEST

/* By a hair less, it is torn off: one step of the pull, then free fall. */
START_TEST(a_weight_above_the_pull_falls)
{
    const double pull = m * g * (1 - 1e-6);
    const zn_index rows = _i < 3 ? 1 + _i : _i - 1;
    zn_interaction *on;
    zn_ds *ds = hang(rows, 0, pull, &on);

    simulate("moreau-jean", "theta=0.5", 0, h, 1);
    if (_i >= 3)
        keep_motion(rows);
    MUST(zn_simulation_step(sim));
    CLOSE(zn_simulation_lambda(sim, on, 1)[0], -pull * h, 1e-14);
    MUST(zn_simulation_run(sim));
    CLOSE(v_of(ds, 1), -g + pull / m * h, 1e-11);
    ck_assert(zn_simulation_lambda(sim, on, 1)[0] == 0);
}
END_TEST

/* It is torn off by a step of its own length: longer ones after it do not pull again. */
START_TEST(what_is_torn_off_is_so_for_longer_steps)
{
    const double pull = 0.9 * m * g;
    double t[11] = {0};
    zn_interaction *on;
    zn_ds *ds = hang(1 + _i, 0, pull, &on);

    for (int k = 1; k < 11; k++)
        t[k] = t[k - 1] + h * (1 << (k - 1));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", "theta=0.5", NULL));
    MUST(zn_simulation_set_instants(sim, 11, t));
    MUST(zn_simulation_run(sim));
    CLOSE(v_of(ds, 1), -g * t[10] + pull / m * h, 1e-11);
}
END_TEST

/* A block on a slope, its friction mu (N + pull): what holds is tan a up to
 * mu (1 + pull / (m g cos a)), what slides does so with the acceleration that is left.
 * The last one is a wall, without any weight on it. */
START_TEST(cohesion_adds_to_the_load)
{
    static const double mu = 0.4;
    const double a = _i < 2 ? 1.1 : acos(-1) / 2, s = sin(a), c = cos(a);
    const double just = (s / mu - c) * m * g;
    const double pull = just * (_i % 2 ? 1 - 1e-3 : 1 + 1e-6);
    const double M[4] = {m, 0, 0, m}, none[2] = {0};
    const double f[2] = {m * g * s, -m * g * c}, C[4] = {0, 1, 1, 0};
    zn_ds *ds = linear_system("block", 2, M, NULL, NULL, none, none, f);
    zn_interaction *on =
        join("slope", sticky(2, 0, mu, pull), 2, 2, C, NULL, ds, NULL);

    ck_assert_double_gt(just, 0);
    simulate("moreau-jean", "theta=0.5", 0, h, 1);
    if (_i > 2)
        keep_motion(2);
    MUST(zn_simulation_run(sim));
    CLOSE(v_of(ds, 0), _i % 2 ? g * s - mu * (g * c + pull / m) : 0, 1e-10);
    CLOSE(v_of(ds, 1), 0, 1e-12);
    CLOSE(zn_simulation_lambda(sim, on, 1)[0], m * g * c * h, 1e-12);
}
END_TEST

/* Links that adhere to one another hang on the ceiling: as one, or the chain breaks where
 * the pull is too small, and what is above stays. Rows dense and in blocks. */
START_TEST(a_chain_breaks_at_its_weak_link)
{
    enum { LINKS = 6, WEAK = 3 };
    const double C[2] = {1, -1}, top = -1;
    zn_ds *link[LINKS];

    for (int k = 0; k < LINKS; k++) {
        char name[8];
        const double below = (LINKS - k) * m * g;
        snprintf(name, sizeof name, "%d", k);
        link[k] = point_mass(name, m, -k, 0, -m * g);
        zn_law *law = sticky(
            1, 0, 0, below * (_i % 2 && k == WEAK ? 0.9 : 1 + 1e-6));
        const double gap = k ? -1 : 0;
        join(name, law, 1, k ? 2 : 1, k ? C : &top, &gap, k ? link[k - 1] : link[0],
             k ? link[k] : NULL);
    }
    simulate("moreau-jean", "theta=0.5", 0, h, 0.3);
    MUST(zn_simulation_set(sim, "storage", _i / 2 ? "block" : "dense"));
    MUST(zn_simulation_run(sim));
    for (int k = 0; k < LINKS; k++) {
        const bool falls = _i % 2 && k >= WEAK;
        /* one step of nine tenths of the weight */
        CLOSE(v_of(link[k], 0), falls ? -g * 0.3 + 0.9 * g * h : 0, 1e-10);
    }
}
END_TEST

/* A ball that is thrown at what adheres leaves with e of its speed but for the pull of a
 * step, and never with more energy; the balance is closed. */
START_TEST(what_adheres_gives_no_energy)
{
    const double pull = 500, e = 0.5, C = 1;
    zn_ds *ds = point_mass("ball", m, 0.1, -2, 0);
    zn_run_info info;

    join("floor", sticky(1, e, 0, pull), 1, 1, &C, NULL, ds, NULL);
    simulate("moreau-jean", "theta=0.5", 0, h, 0.2);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_init(sim));
    double before = 4;
    while (!zn_simulation_done(sim)) {
        MUST(zn_simulation_step(sim));
        ck_assert_double_le(m / 2 * v_of(ds, 0) * v_of(ds, 0), before + 1e-12);
        before = m / 2 * v_of(ds, 0) * v_of(ds, 0);
    }
    CLOSE(v_of(ds, 0), 2 * e - pull * h / m, 1e-12);
    zn_simulation_run_info(sim, &info);
    CLOSE(info.balance, 0, 1e-12);
}
END_TEST

/* ---- what does not go -------------------------------------------------------------------- */

static void take(const char *cls, const char *osi, const char *words)
{
    zn_interaction *on;

    scene_teardown();
    scene_setup();
    hang(1, 0, 1, &on);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, cls, &sim));
    MUST(zn_simulation_use(sim, osi, NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, 1));
    REFUSED(zn_simulation_step(sim), ZN_ENOTSUP, words);
}

START_TEST(what_knows_no_pull_says_so)
{
    take("time-stepping", "schatzman-paoli", "the contact adheres");
    take("time-stepping", "d1-minus", "the contact adheres");
    take("event-driven", "moreau-jean", "the contact adheres");
}
END_TEST

/* A formulation of a plugin whose headers knew no pull ends before `pulls`, and knows
 * nothing of motion->f: it is refused, and takes what does not adhere. */
START_TEST(a_formulation_that_does_not_read_the_pull_is_refused)
{
    static zn_formulation_type earlier; /* the context keeps it */
    const zn_type *const types[] = {&earlier.type, NULL};
    const zn_plugin plugin = {.size = sizeof plugin, .major = ZN_PLUGIN_MAJOR,
                              .minor = ZN_PLUGIN_MINOR, .build = ZN_PLUGIN_BUILD,
                              .name = "earlier", .version = "1",
                              .license = "Apache-2.0", .types = types};
    const zn_type *global;
    zn_interaction *on;
    zn_ds *ds = hang(2, 0, _i ? 2 * m * g : 0, &on);

    MUST(zn_type_find(ctx, ZN_KIND_FORMULATION, "global", &global));
    earlier = *(const zn_formulation_type *)global;
    earlier.type.name = "earlier";
    earlier.type.size = offsetof(zn_formulation_type, pulls);
    MUST(zn_plugin_add(ctx, &plugin));
    simulate("moreau-jean", "theta=0.5", 0, h, 0.1);
    MUST(zn_simulation_set(sim, "formulation", "earlier"));
    if (_i) {
        REFUSED(zn_simulation_step(sim), ZN_ENOTSUP, "with adhesion");
    } else {
        MUST(zn_simulation_run(sim));
        CLOSE(v_of(ds, 1), -g * 0.1, 1e-12);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("adhesion");
    TCase *t = tcase_create("adhesion");

    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_loop_test(t, a_ceiling_holds_up_to_the_pull, 0, 10);
    tcase_add_loop_test(t, a_weight_above_the_pull_falls, 0, 5);
    tcase_add_loop_test(t, what_is_torn_off_is_so_for_longer_steps, 0, 3);
    tcase_add_loop_test(t, cohesion_adds_to_the_load, 0, 5);
    tcase_add_loop_test(t, a_chain_breaks_at_its_weak_link, 0, 4);
    tcase_add_test(t, what_adheres_gives_no_energy);
    tcase_add_test(t, what_knows_no_pull_says_so);
    tcase_add_loop_test(t, a_formulation_that_does_not_read_the_pull_is_refused, 0, 2);
    suite_add_tcase(s, t);
    return test_main(s);
}
