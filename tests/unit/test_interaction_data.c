/* test_interaction_data.c - one relation for many contacts: what differs between
 * them is data of the interactions; and what comes and goes leaves nothing behind
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static const double up[3] = {0, 0, 1}, zero = 0;

/* A ball of 1 kg above the floor that turns a little. */
static zn_ds *ball(const char *name, double x, double radius, double height)
{
    const double q0[7] = {x, 0, height, 1, 0, 0, 0};
    const double v0[6] = {0.3, 0, 0, 0, 1, 0.5}, mass = 1;
    const double I = 0.4 * radius * radius;
    const double inertia[9] = {I, 0, 0, 0, I, 0, 0, 0, I};
    const double weight[3] = {0, 0, -9.81};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &mass));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, inertia));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static zn_relation *on_floor(const double *radius)
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, "sphere-plane", NULL, 3, 7, &r));
    if (radius)
        MUST(zn_relation_set_constant(r, "radius", 1, 1, radius));
    MUST(zn_relation_set_constant(r, "normal", 3, 1, up));
    MUST(zn_relation_set_constant(r, "offset", 1, 1, &zero));
    return r;
}

static zn_relation *pair(const double radii[])
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, "sphere-sphere", "pair", 3, 14, &r));
    if (radii)
        MUST(zn_relation_set_constant(r, "radius1", 1, 1, radii));
    if (radii)
        MUST(zn_relation_set_constant(r, "radius2", 1, 1, radii + 1));
    return r;
}

static zn_law *rough(void)
{
    zn_law *law;

    MUST(zn_law_friction(ctx, 3, 0.4, 0, 0.3, &law));
    return law;
}

/* Three balls, two of which touch; radii in the relations or in the data. */
static void three_balls(bool data, zn_ds *b[3])
{
    static const double radius[3] = {0.1, 0.15, 0.12};
    zn_relation *shared = data ? on_floor(NULL) : NULL;
    zn_law *law = rough();
    zn_interaction *a;

    b[0] = ball("a", 0, radius[0], 0.3);
    b[1] = ball("b", 0.02, radius[1], 0.6);
    b[2] = ball("c", 1, radius[2], 0.2);
    for (int k = 0; k < 3; k++) {
        MUST(zn_model_connect(model, NULL, law,
                              data ? shared : on_floor(&radius[k]), b[k], NULL,
                              &a));
        if (data)
            MUST(zn_interaction_set_data(a, &radius[k]));
    }
    MUST(zn_model_connect(model, NULL, law, pair(data ? NULL : radius), b[0],
                          b[1], &a));
    if (data)
        MUST(zn_interaction_set_data(a, radius));
}

START_TEST(one_relation_for_all_gives_the_bits_of_one_for_each)
{
    double want[3][13];
    zn_ds *b[3];

    for (int data = 0; data < 2; data++) {
        if (data) {
            scene_teardown();
            scene_setup();
        }
        three_balls(data, b);
        simulate("moreau-jean", NULL, 0, 1e-2, 2);
        MUST(zn_simulation_run(sim));
        for (int k = 0; k < 3; k++) {
            const double *q = zn_simulation_q(sim, b[k]);
            const double *v = zn_simulation_v(sim, b[k]);
            if (!data) {
                memcpy(want[k], q, 7 * sizeof *q);
                memcpy(want[k] + 7, v, 6 * sizeof *v);
                continue;
            }
            ck_assert_mem_eq(want[k], q, 7 * sizeof *q);
            ck_assert_mem_eq(want[k] + 7, v, 6 * sizeof *v);
        }
    }
}
END_TEST

/* A corner of a body as data of `contact`, against `point-plane`: the gap and the
 * rows; the foot on the floor is where the body is when the data are set. */
START_TEST(points_and_normal_as_data_are_those_of_a_point_on_a_plane)
{
    const double q[7] = {0.2, -0.1, 0.5, 0.8, 0.36, -0.48, 0};
    const double corner[3] = {0.1, 0.2, -0.3};
    double data[9], want[3], y[3], H[18], G[18];
    zn_relation *r, *p;

    MUST(zn_relation_new(ctx, "contact", NULL, 3, 7, &r));
    MUST(zn_relation_new(ctx, "point-plane", NULL, 3, 7, &p));
    MUST(zn_relation_set_constant(p, "point", 3, 1, corner));
    MUST(zn_relation_set_constant(p, "normal", 3, 1, up));
    MUST(zn_relation_set_constant(p, "offset", 1, 1, &zero));
    zn_rotate(q + 3, corner, data + 3);
    for (int i = 0; i < 3; i++) {
        data[i] = corner[i];
        data[3 + i] = i < 2 ? data[3 + i] + q[i] : 0; /* on the floor */
        data[6 + i] = up[i];
    }
    MUST(zn_relation_class(r)->output(r, data, 0, q, NULL, y));
    MUST(zn_relation_class(p)->output(p, NULL, 0, q, NULL, want));
    CLOSE(y[0], want[0], 1e-15);
    MUST(zn_relation_class(r)->jac_v(r, data, 0, q, NULL, H));
    MUST(zn_relation_class(p)->jac_v(p, NULL, 0, q, NULL, G));
    for (int i = 0; i < 18; i++)
        CLOSE(H[i], G[i], 1e-15);
    zn_relation_free(r);
    zn_relation_free(p);
}
END_TEST

/* ---- a class with state, and with blocks that are made once ---------------- */

/* y = c q - d with (c, d) in the data; what follows counts and sums lambda. */
typedef struct gauge {
    double c, d;
    double count, impulse;
} gauge;

static zn_status gauge_output(const zn_relation *r, const void *data, double t,
                              const double q[], const double lambda[],
                              double y[])
{
    const gauge *g = data;

    (void)r, (void)t, (void)lambda;
    y[0] = g->c * q[0] - g->d;
    return ZN_OK;
}

static zn_status gauge_jac(const zn_relation *r, const void *data, double t,
                           const double q[], const double lambda[], double C[])
{
    (void)r, (void)t, (void)q, (void)lambda;
    C[0] = ((const gauge *)data)->c;
    return ZN_OK;
}

static zn_status gauge_check(const zn_relation *r, const void *data)
{
    const gauge *g = data;

    return g->c != 0 ? ZN_OK
                     : zn_fail(zn_relation_ctx(r), ZN_EINVAL,
                               "c = 0, must be another number");
}

static long commits, fails_at; /* the one that does not succeed */

static zn_status gauge_commit(const zn_relation *r, void *data, double t,
                              const double q[], const double u[],
                              const double lambda[])
{
    gauge *g = data;

    (void)t, (void)q, (void)u;
    if (++commits == fails_at)
        return zn_fail(zn_relation_ctx(r), ZN_EUSER, "commit %ld", commits);
    g->count++;
    g->impulse += lambda[0];
    return ZN_OK;
}

static zn_status gauge_seal(zn_relation *r, zn_findings *f)
{
    (void)r, (void)f;
    return ZN_OK;
}

static void gauge_varies(const zn_relation *r, zn_relation_variability *out)
{
    (void)r;
    out->C = out->e = ZN_CONSTANT; /* for the same data */
}

static const zn_relation_type gauge_type = {
    .type = {.size = sizeof gauge_type,
             .kind = ZN_KIND_RELATION,
             .name = "gauge",
             .summary = "y = c q - d, both in the data"},
    .families = 1u << ZN_SECOND_ORDER,
    .seal = gauge_seal,
    .varies = gauge_varies,
    .output = gauge_output,
    .jac_q = gauge_jac,
    .data_size = sizeof(gauge),
    .data_given = 2 * sizeof(double),
    .check_data = gauge_check,
    .commit = gauge_commit,
};

static const zn_type *const gauge_types[] = {&gauge_type.type, NULL};
static const zn_plugin gauge_plugin = {.size = sizeof gauge_plugin,
                                       .major = ZN_PLUGIN_MAJOR,
                                       .minor = ZN_PLUGIN_MINOR,
                                       .build = ZN_PLUGIN_BUILD,
                                       .name = "gauges",
                                       .version = "1",
                                       .license = "Apache-2.0",
                                       .types = gauge_types};

/* A mass that falls onto a floor at the height d of its gauge. */
static zn_interaction *gauged(const zn_ds *ds, double c, double d)
{
    const double given[2] = {c, d};
    zn_relation *r;
    zn_interaction *a;

    MUST(zn_relation_new(ctx, "gauge", NULL, 1, 1, &r));
    MUST(zn_model_connect(model, NULL, newton(0), r, (zn_ds *)ds, NULL, &a));
    MUST(zn_interaction_set_data(a, given));
    return a;
}

static void gauge_scene(zn_ds **ds, zn_interaction **a)
{
    MUST(zn_kernel_register(ctx));
    MUST(zn_plugin_add(ctx, &gauge_plugin));
    *ds = point_mass("m", 2, 1, 0, -20);
    *a = gauged(*ds, 1, 0.5);
    simulate("moreau-jean", NULL, 0, 1. / 64, 4);
    MUST(zn_simulation_set(sim, "recompute", "yes"));
}

/* The impulse that the floor gave is what is left of m g t and m v. */
START_TEST(state_of_a_contact_is_written_at_accepted_steps)
{
    zn_interaction *a;
    zn_ds *ds;
    const gauge *g;

    gauge_scene(&ds, &a);
    g = zn_interaction_data(a);
    for (int k = 0; k < 100; k++)
        MUST(zn_simulation_step(sim));
    ck_assert(g->count == 100);
    CLOSE(g->impulse, 20 * 100. / 64 + 2 * v_of(ds, 0), 1e-13);
    CLOSE(q_of(ds, 0), 0.5, 0.05); /* within the step of the impact */
}
END_TEST

/* Two gauges; the step whose n-th commit fails is made again. */
static void run_gauges(long n, double end[2], gauge g[2])
{
    zn_interaction *a, *b;
    double before[2];
    gauge was[2];
    zn_ds *ds;

    gauge_scene(&ds, &a);
    MUST(zn_simulation_set(sim, "recompute", "no"));
    zn_model_reopen(model);
    b = gauged(ds, 1, 0.25);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_init(sim));
    commits = 0;
    fails_at = n;
    for (int k = 0; k < 60; k++) {
        was[0] = *(const gauge *)zn_interaction_data(a);
        was[1] = *(const gauge *)zn_interaction_data(b);
        before[0] = q_of(ds, 0);
        before[1] = zn_simulation_state(sim)->t;
        if (zn_simulation_step(sim) == ZN_OK)
            continue;
        ck_assert(q_of(ds, 0) == before[0] && zn_simulation_state(sim)->t == before[1]);
        ck_assert_mem_eq(&was[0], zn_interaction_data(a), sizeof *was);
        ck_assert_mem_eq(&was[1], zn_interaction_data(b), sizeof *was);
        k--;
    }
    ck_assert(fails_at == 0 || commits > fails_at);
    end[0] = q_of(ds, 0);
    end[1] = v_of(ds, 0);
    g[0] = *(const gauge *)zn_interaction_data(a);
    g[1] = *(const gauge *)zn_interaction_data(b);
    scene_teardown();
    scene_setup();
}

START_TEST(a_step_whose_commit_fails_leaves_no_trace)
{
    double want[2], got[2];
    gauge all[2], some[2];

    run_gauges(0, want, all);
    for (long n = 1; n <= 120; n += 7) {
        run_gauges(n, got, some);
        ck_assert_mem_eq(want, got, sizeof want);
        ck_assert_mem_eq(all, some, sizeof all);
    }
}
END_TEST

START_TEST(data_of_a_sealed_model_change_what_was_made_once)
{
    const double lower[2] = {2, 0.5}, none[2] = {0, 1}; /* floor at 0.25 */
    zn_interaction *a;
    zn_ds *ds;

    gauge_scene(&ds, &a);
    for (int k = 0; k < 64; k++)
        MUST(zn_simulation_step(sim));
    const double before = q_of(ds, 0);
    MUST(zn_interaction_set_data(a, lower));
    MUST(zn_interaction_set_data(a, lower)); /* the same: nothing to do */
    REFUSED(zn_interaction_set_data(a, none), ZN_EINVAL, "c = 0");
    for (int k = 0; k < 64; k++)
        MUST(zn_simulation_step(sim));
    ck_assert(before > 0.45 && q_of(ds, 0) < 0.26 && q_of(ds, 0) > 0.2);
    /* lambda belongs to y = 2 q - 0.5: half the force */
    CLOSE(zn_simulation_lambda(sim, a, ZN_LEVEL_VELOCITY)[0], 20. / 64 / 2,
          1e-13);
    ck_assert(((const gauge *)zn_interaction_data(a))->count == 128);
}
END_TEST

START_TEST(snapshots_and_checkpoints_have_the_state_of_contacts)
{
    zn_interaction *a;
    zn_snapshot *then;
    zn_ds *ds;
    gauge at;
    void *bytes;
    size_t size;

    gauge_scene(&ds, &a);
    MUST(zn_simulation_init(sim));
    for (int k = 0; k < 40; k++)
        MUST(zn_simulation_step(sim));
    MUST(zn_snapshot_new(sim, &then));
    MUST(zn_snapshot_take(then));
    MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
    at = *(const gauge *)zn_interaction_data(a);
    for (int how = 0; how < 2; how++) {
        for (int k = 0; k < 10; k++)
            MUST(zn_simulation_step(sim));
        ck_assert(((const gauge *)zn_interaction_data(a))->count == 50);
        if (how)
            MUST(zn_checkpoint_from_memory(sim, bytes, size));
        else
            MUST(zn_snapshot_restore(then));
        ck_assert_mem_eq(&at, zn_interaction_data(a), sizeof at);
    }
    zn_snapshot_free(then);
    zn_free_array(ctx, bytes);
}
END_TEST

/* ---- coming and going --------------------------------------------------------- */

/* Relation and law of its own for each contact: 10^4 of them come and go. */
START_TEST(what_went_leaves_no_memory_behind)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    const double C = 1;
    long live = 0;
    zn_ds *ds;

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    ds = point_mass("m", 1, 1, 0, -1);
    simulate("moreau-jean", NULL, 0, 1e-3, 1e3);
    for (int k = 0; k < 10000; k++) {
        zn_relation *r;
        zn_law *law = newton(0.5);
        zn_interaction *a;

        zn_model_reopen(model);
        MUST(zn_relation_new(ctx, "linear", NULL, 1, 1, &r));
        MUST(zn_relation_set_constant(r, "C", 1, 1, &C));
        MUST(zn_model_connect(model, NULL, law, r, ds, NULL, &a));
        MUST(zn_model_seal(model));
        MUST(zn_simulation_step(sim));
        zn_model_reopen(model);
        MUST(zn_model_remove_interaction(model, a));
        MUST(zn_model_remove_law(model, law));
        MUST(zn_model_remove_relation(model, r));
        MUST(zn_model_seal(model));
        MUST(zn_simulation_step(sim));
        if (k == 100)
            live = mem.live;
        if (k > 100)
            ck_assert_int_eq(mem.live, live);
    }
    ck_assert_int_eq(zn_model_interaction_places(model), 1);
    scene_teardown(); /* mem ends with this function */
    ck_assert_int_eq(mem.live, 0);
    scene_setup();
}
END_TEST

START_TEST(removal_is_refused_where_something_hangs_on_it)
{
    const double C = 1;
    zn_ds *ds = point_mass("m", 1, 1, 0, 0);
    zn_law *law = newton(0), *unused = newton(0);
    zn_relation *r, *free_one;
    zn_interaction *a, *named;

    MUST(zn_relation_new(ctx, "linear", "gap", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &C));
    MUST(zn_relation_new(ctx, "linear", "loose", 1, 1, &free_one));
    MUST(zn_model_connect(model, NULL, law, r, ds, NULL, &a));
    MUST(zn_model_connect(model, "#2", law, r, ds, NULL, &named));
    ck_assert_str_eq(zn_interaction_name(a), "#2"); /* ds was the first */
    ck_assert_ptr_eq(zn_model_interaction(model, "#2"), named);
    REFUSED(zn_model_connect(model, "", law, r, ds, NULL, NULL), ZN_EINVAL,
            "NULL for none");
    REFUSED(zn_model_remove_law(model, law), ZN_ESTATE,
            "law 'newton-impact': 2 interactions have it");
    REFUSED(zn_model_remove_relation(model, r), ZN_ESTATE,
            "relation 'gap': 2 interactions have it");
    REFUSED(zn_model_remove_law(model, unused), ZN_EINVAL,
            "is not in this model");
    REFUSED(zn_model_remove_relation(model, free_one), ZN_EINVAL,
            "'loose' is not in this model");
    MUST(zn_model_add_law(model, unused));
    MUST(zn_model_add_relation(model, free_one));
    MUST(zn_model_remove_relation(model, free_one)); /* never sealed */
    MUST(zn_model_seal(model));
    REFUSED(zn_model_remove_law(model, unused), ZN_ESTATE, "sealed");
    zn_model_reopen(model);
    MUST(zn_model_remove_law(model, unused));
    MUST(zn_model_remove_interaction(model, a));
    REFUSED(zn_model_remove_law(model, law), ZN_ESTATE, "1 interactions");
    MUST(zn_model_remove_interaction(model, named));
    MUST(zn_model_remove_law(model, law));
    MUST(zn_model_remove_relation(model, r));
    MUST(zn_model_seal(model));
}
END_TEST

START_TEST(data_that_are_wrong_are_refused_with_words)
{
    const double bad = -1, good = 1, C = 1;
    double points[9] = {0, 0, 0, 0, 0, 0, 0, 0.6, 0.9};
    zn_ds *b = ball("b", 0, 1, 2), *m = point_mass("m", 1, 1, 0, 0);
    zn_relation *r, *points_of;
    zn_interaction *plain, *floor, *given;

    MUST(zn_relation_new(ctx, "linear", NULL, 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &C));
    MUST(zn_model_connect(model, "plain", newton(0), r, m, NULL, &plain));
    ck_assert_ptr_null(zn_interaction_data(plain));
    REFUSED(zn_interaction_set_data(plain, &good), ZN_EINVAL,
            "'plain': relations of its class keep no data");
    MUST(zn_model_connect(model, "floor", rough(), on_floor(NULL), b, NULL,
                          &floor));
    REFUSED(zn_interaction_set_data(floor, NULL), ZN_EINVAL, "NULL");
    REFUSED(zn_model_seal(model), ZN_EINVAL,
            "interaction 'floor': its data: radius = 0, must be > 0");
    MUST(zn_interaction_set_data(floor, &bad));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "radius = -1");
    MUST(zn_interaction_set_data(floor, &good));
    MUST(zn_relation_new(ctx, "contact", NULL, 1, 7, &points_of));
    MUST(zn_model_connect(model, "given", newton(0), points_of, b, NULL,
                          &given));
    MUST(zn_interaction_set_data(given, points));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "the normal has length 1.0816");
    points[8] = 0.8;
    MUST(zn_interaction_set_data(given, points));
    MUST(zn_model_seal(model));
    REFUSED(zn_interaction_set_data(floor, &bad), ZN_EINVAL,
            "interaction 'floor': its data: radius = -1");
    ck_assert(*(const double *)zn_interaction_data(floor) == 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("interaction data");
    TCase *t = tcase_create("");

    tcase_set_timeout(t, 30);
    tcase_add_checked_fixture(t, scene_setup, scene_teardown);
    tcase_add_test(t, one_relation_for_all_gives_the_bits_of_one_for_each);
    tcase_add_test(t,
                   points_and_normal_as_data_are_those_of_a_point_on_a_plane);
    tcase_add_test(t, state_of_a_contact_is_written_at_accepted_steps);
    tcase_add_test(t, a_step_whose_commit_fails_leaves_no_trace);
    tcase_add_test(t, data_of_a_sealed_model_change_what_was_made_once);
    tcase_add_test(t, snapshots_and_checkpoints_have_the_state_of_contacts);
    tcase_add_test(t, what_went_leaves_no_memory_behind);
    tcase_add_test(t, removal_is_refused_where_something_hangs_on_it);
    tcase_add_test(t, data_that_are_wrong_are_refused_with_words);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
