/* test_simulation_kind.c - simulations as a class: classes of plugins, snapshots, reset, embedding
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/kind_models.h"

/* ---- a class that is not built in ---------------------------------------- */

/* Goes to the limit in three equal steps, after a try of the whole that it takes
 * back. */
typedef struct thirds {
    zn_index calls;
    double slow;
} thirds;

static zn_status step_thirds(void *k, zn_simulation *s, double limit)
{
    thirds *o = k;
    const double t = zn_simulation_time(s);
    const double grid = zn_simulation_grid_next(s);
    const double end = grid < limit ? grid : limit, h = (end - t) / 3;
    zn_status st = zn_simulation_mark(s);

    o->calls++;
    if (!st && o->slow > 0) {
        st = zn_simulation_try(s, end, 0);
        if (!st)
            st = zn_simulation_rollback(s);
        zn_simulation_count_rejected(s);
    }
    for (int i = 1; !st && i <= 3; i++)
        st = zn_simulation_try(s, i < 3 ? t + i * h : end, h);
    return st;
}

static void memory_thirds(void *k, zn_memory_fn *keep, void *to)
{
    keep(to, &((thirds *)k)->calls, sizeof(zn_index));
}

static void reset_thirds(void *k)
{
    ((thirds *)k)->calls = 0;
}

static const zn_option thirds_options[] = {
    ZN_OPT_REAL(thirds, slow, 1, 0, 9, "-", "> 0: try the whole first"), ZN_OPT_END};

static const zn_simulation_type thirds_type = {
    .type = {.size = sizeof thirds_type,
             .kind = ZN_KIND_SIMULATION,
             .name = "thirds",
             .summary = "for tests",
             .state_size = sizeof(thirds),
             .options = thirds_options},
    .step = step_thirds,
    .memory = memory_thirds,
    .reset = reset_thirds};

static zn_status step_lazy(void *k, zn_simulation *s, double limit)
{
    (void)k;
    (void)s;
    (void)limit;
    return ZN_OK;
}
static const zn_simulation_type lazy_type = {
    .type = {.size = sizeof lazy_type,
             .kind = ZN_KIND_SIMULATION,
             .name = "lazy",
             .summary = "for tests"},
    .step = step_lazy};
static const zn_simulation_type empty_type = {
    .type = {.size = sizeof empty_type,
             .kind = ZN_KIND_SIMULATION,
             .name = "empty",
             .summary = "for tests"}};

static zn_status add_types(const zn_type *const types[])
{
    static zn_plugin plugin;

    MUST(zn_kernel_register(ctx));
    plugin = (zn_plugin){.size = sizeof plugin,
                         .major = ZN_PLUGIN_MAJOR,
                         .minor = ZN_PLUGIN_MINOR,
                         .build = ZN_PLUGIN_BUILD,
                         .name = "kinds",
                         .version = "1",
                         .license = "Apache-2.0",
                         .types = types};
    return zn_plugin_add(ctx, &plugin);
}

static void use_class(const char *cls, double h, double T)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, cls, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, T));
}

START_TEST(another_class_decides_about_the_steps)
{
    static const zn_type *const types[] = {&thirds_type.type, &lazy_type.type,
                                           NULL};
    static const zn_type *const bad[] = {&empty_type.type, NULL};
    static const double at = 0.25;
    happened event = {.n = 0};
    zn_run_info a, b;
    double q;
    zn_ds *ds;

    REFUSED(add_types(bad), ZN_EINVAL, "step");
    MUST(add_types(types));
    ds = ball(0.5);
    use_class("thirds", 0.03, 0.9);
    MUST(zn_simulation_set(sim, "slow", "3"));
    MUST(zn_simulation_set(sim, "solver", "lemke"));
    REFUSED(zn_simulation_set(sim, "quick", "3"), ZN_ENOENT, "quick");
    MUST(zn_simulation_at(sim, 1, &at, note, &event, NULL));
    MUST(zn_simulation_run(sim));
    q = q_of(ds, 0);
    zn_simulation_run_info(sim, &a);
    ck_assert_int_eq(a.steps, 31);
    ck_assert_int_eq(a.rejected, 31);
    ck_assert_int_eq(zn_simulation_step_count(sim), -1); /* not known */
    ck_assert_int_eq(event.n, 1);
    ck_assert_str_eq(zn_simulation_class(sim)->type.name, "thirds");
    ck_assert_int_eq(
        ((const thirds *)zn_simulation_class_state(sim))->calls, 31);
    scene_again();

    /* the same as steps of a third, but at 0.25 */
    ds = ball(0.5);
    simulate("moreau-jean", NULL, 0, 0.01, 0.9);
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &b);
    ck_assert_int_eq(a.impacts, b.impacts);
    CLOSE(q, q_of(ds, 0), 0.05);
    scene_again();

    ball(0.5);
    use_class("lazy", 0.01, 1);
    REFUSED(zn_simulation_step(sim), ZN_EINVAL, "'lazy'");
    scene_again();
    ball(0.5);
    MUST(zn_model_seal(model));
    REFUSED(zn_simulation_new_class(model, "no-such", &sim), ZN_ENOENT,
            "time-stepping");
}
END_TEST

/* What was tried and taken back has no trace: not a bit. */
START_TEST(a_rollback_leaves_no_trace)
{
    static const zn_type *const types[] = {&thirds_type.type, NULL};
    const double q0[2] = {0.1, -0.5}, v0[2] = {1, -2};
    double q[2][2], v[2][2];
    zn_run_info r[2];

    MUST(add_types(types));
    for (int k = 0; k < 2; k++) {
        zn_ds *ds;
        scene_again();
        ds = slider(q0, v0);
        wall(ds, 0.8);
        use_class("thirds", 0.03, 2.4);
        MUST(zn_simulation_set_real(sim, "slow", k));
        MUST(zn_simulation_set(sim, "energy", "yes"));
        MUST(zn_simulation_run(sim));
        memcpy(q[k], zn_simulation_q(sim, ds), sizeof q[k]);
        memcpy(v[k], zn_simulation_v(sim, ds), sizeof v[k]);
        zn_simulation_run_info(sim, &r[k]);
    }
    ck_assert_mem_eq(q[0], q[1], sizeof q[0]);
    ck_assert_mem_eq(v[0], v[1], sizeof v[0]);
    ck_assert(r[0].balance == r[1].balance && r[0].impacts == r[1].impacts);
    ck_assert(r[0].worst_gap == r[1].worst_gap && r[0].impacts > 0);
    ck_assert_int_eq(r[0].rejected, 0);
    ck_assert_int_eq(r[1].rejected, 80);
    ck_assert_int_gt(r[1].solves, r[0].solves);
}
END_TEST

/* ---- snapshots and reset -------------------------------------------------- */

static void sum_into(const zn_state *x, double sum[2])
{
    sum[0] = sum[1] = 0;
    for (zn_index i = 0; i < x->nv; i++) {
        sum[0] += x->q[i] * (double)(i + 1);
        sum[1] += x->v[i] * (double)(i + 3);
    }
}

START_TEST(a_run_goes_on_from_a_snapshot_with_the_same_bits)
{
    const double q0[2] = {0.1, -0.5}, v0[2] = {1, -2};
    double there[2], first[2], second[2];
    zn_run_info a, b;
    zn_snapshot *p;

    wall(slider(q0, v0), 0.8);
    simulate("moreau-jean", NULL, 0, 0.01, 3);
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_set(sim, "step", kinds[_i]));
    MUST(zn_simulation_advance_to(sim, 1.234));
    MUST(zn_snapshot_new(sim, &p));
    ck_assert_ptr_null(zn_snapshot_state(p));
    REFUSED(zn_snapshot_restore(p), ZN_ESTATE, "empty");
    MUST(zn_snapshot_take(p));
    sum_into(zn_simulation_state(sim), there);
    MUST(zn_simulation_run(sim));
    sum_into(zn_simulation_state(sim), first);
    zn_simulation_run_info(sim, &a);
    sum_into(zn_snapshot_state(p), second);
    ck_assert_mem_eq(there, second, sizeof there);
    ck_assert(zn_snapshot_state(p)->t == 1.234);
    MUST(zn_snapshot_restore(p));
    ck_assert(zn_simulation_time(sim) == 1.234);
    MUST(zn_simulation_run(sim));
    sum_into(zn_simulation_state(sim), second);
    zn_simulation_run_info(sim, &b);
    ck_assert_mem_eq(first, second, sizeof first);
    ck_assert(a.steps == b.steps && a.impacts == b.impacts);
    ck_assert(a.rejected == b.rejected);
    ck_assert(memcmp(&a.work, &b.work, sizeof a.work) == 0);
    ck_assert(a.balance == b.balance && a.worst_gap == b.worst_gap);
    zn_snapshot_free(p);
    zn_snapshot_free(NULL);
}
END_TEST

static zn_status count(void *user, const zn_simulation *s)
{
    (void)s;
    ++*(zn_index *)user;
    return ZN_OK;
}

static zn_status remember(void *user, zn_memory_fn *keep, void *to)
{
    keep(to, user, sizeof(zn_index));
    return ZN_OK;
}

static void forget(void *user)
{
    *(zn_index *)user = 0;
}

START_TEST(a_reset_simulation_runs_as_a_new_one)
{
    const double q0[2] = {0.1, -0.5}, v0[2] = {1, -2};
    double first[2], second[2];
    zn_index seen = 0, n;
    zn_run_info a, b;

    wall(slider(q0, v0), 0.8);
    simulate("moreau-jean", NULL, 0, 0.01, 3);
    MUST(zn_simulation_set(sim, "step", kinds[_i]));
    MUST(zn_simulation_set(sim, "energy", "yes"));
    MUST(zn_simulation_add_observer(
        sim, &(zn_observer){.size = sizeof(zn_observer),
                            .fn = count,
                            .user = &seen,
                            .reset = forget}));
    REFUSED(zn_simulation_add_observer(sim, &(zn_observer){.fn = count}),
            ZN_EINVAL, "size");
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &a);
    sum_into(zn_simulation_state(sim), first);
    n = seen;
    MUST(zn_simulation_reset(sim));
    ck_assert(zn_simulation_time(sim) == 0 &&
              zn_simulation_step_number(sim) == 0);
    ck_assert_int_eq(seen, 0);
    MUST(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &b);
    sum_into(zn_simulation_state(sim), second);
    ck_assert_mem_eq(first, second, sizeof first);
    ck_assert_int_eq(seen, n);
    ck_assert(a.steps == b.steps && a.impacts == b.impacts && a.impacts > 0);
    ck_assert(a.balance == b.balance && a.kinetic0 == b.kinetic0);
    ck_assert_int_eq(a.solves, b.solves);
}
END_TEST

/* ---- embedding --------------------------------------------------------------- */

START_TEST(a_run_goes_on_from_memory_in_another_simulation)
{
    const double q0[2] = {0.1, -0.5}, v0[2] = {1, -2};
    double first[2], second[2];
    zn_index seen = 0, again = 0;
    void *bytes = NULL;
    size_t size;

    for (int k = 0; k < 2; k++) {
        zn_index *const n = k ? &again : &seen;
        if (k) /* the context stays, and the bytes are its */
            scene_again();
        wall(slider(q0, v0), 0.8);
        simulate("moreau-jean", NULL, 0, 0.01, 3);
        MUST(zn_simulation_set(sim, "step", kinds[_i]));
        MUST(zn_simulation_add_observer(
            sim, &(zn_observer){.size = sizeof(zn_observer),
                                .fn = count,
                                .user = n,
                                .memory = remember}));
        if (k) {
            MUST(zn_checkpoint_from_memory(sim, bytes, size));
            ck_assert(zn_simulation_time(sim) == 1.234);
            REFUSED(zn_checkpoint_from_memory(sim, bytes, size - 1), ZN_EINVAL,
                    "truncated");
        } else {
            MUST(zn_simulation_advance_to(sim, 1.234));
            MUST(zn_checkpoint_to_memory(sim, &bytes, &size));
        }
        MUST(zn_simulation_run(sim));
        sum_into(zn_simulation_state(sim), k ? second : first);
    }
    zn_free_array(ctx, bytes);
    ck_assert_mem_eq(first, second, sizeof first);
    ck_assert_int_eq(again, seen + 1); /* the loaded state is shown once more */
}
END_TEST

/* A force with data of its own, and the same without. */
static void pull(void *user, const zn_args *a)
{
    a->out[0] = *(const double *)user * sin(a->t);
}

static void pull_3(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)n, (void)nz, (void)z;
    f[0] = 3 * sin(t);
}

static int freed;

static void release(void *user)
{
    (void)user;
    freed++;
}

START_TEST(functions_may_have_data_of_their_own)
{
    const double one = 1, zero = 0;
    const zn_index component = 0;
    double strength = 3, q[2];

    freed = 0;
    for (int k = 0; k < 2; k++) {
        zn_ds *ds;
        scene_again();
        MUST(zn_ds_new(ctx, "lagrangian", "a", 1, &zero, &zero, &ds));
        MUST(zn_ds_set_constant(ds, "mass", 1, 1, &one));
        if (k)
            MUST(zn_ds_set_closure(ds, "f_ext", pull, &strength, release));
        else
            MUST(zn_ds_set_function(ds, "f_ext", (zn_fn *)pull_3));
        MUST(zn_model_add_ds(model, ds));
        simulate("moreau-jean", NULL, 0, 0.01, 1);
        MUST(zn_simulation_run(sim));
        q[k] = q_of(ds, 0);
    }
    ck_assert(q[0] == q[1] && q[0] > 0.1);
    scene_again();
    ck_assert_int_eq(freed, 1);
    {
        zn_ds *ds;
        MUST(zn_ds_new(ctx, "lagrangian", "a", 1, &zero, &zero, &ds));
        MUST(zn_ds_set(ds, "unit_mass", "yes"));
        MUST(zn_ds_prescribe_closure(ds, 1, &component, pull, &strength,
                                     release));
        MUST(zn_model_add_ds(model, ds));
        simulate("moreau-jean", NULL, 0, 0.01, 1);
        MUST(zn_simulation_run(sim));
        CLOSE(v_of(ds, 0), 3 * sin(1), 1e-14);
    }
    scene_again();
    ck_assert_int_eq(freed, 2);
}
END_TEST

START_TEST(every_option_can_be_read_back)
{
    char path[300], got[400];
    zn_osi *osi;
    zn_law *law = newton(0.25);
    const double one = 1;
    zn_ds *ds = point_mass("ball", 1, 1, 0, -9.81);

    join("floor", law, 1, 1, &one, NULL, ds, NULL);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", "theta=0.75", &osi));
    MUST(zn_osi_get(osi, "theta", got, sizeof got));
    ck_assert_str_eq(got, "0.75");
    MUST(zn_law_get(law, "e", got, sizeof got));
    ck_assert_str_eq(got, "0.25");
    MUST(zn_simulation_set(sim, "rtol", "1e-3"));
    MUST(zn_simulation_get(sim, "rtol", got, sizeof got));
    ck_assert_str_eq(got, "0.001");
    MUST(zn_simulation_get(sim, "solver", got, sizeof got));
    ck_assert_str_eq(got, "auto");
    REFUSED(zn_simulation_get(sim, "no", got, sizeof got), ZN_ENOENT, "no");
    REFUSED(zn_osi_get(osi, "no", got, sizeof got), ZN_ENOENT, "theta");
    /* file names are as long as they are */
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    MUST(zn_simulation_set(sim, "save_failed", path));
    MUST(zn_simulation_get(sim, "save_failed", got, sizeof got));
    ck_assert_str_eq(got, path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("classes of simulations");
    TCase *tc = tcase_create("simulation");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, another_class_decides_about_the_steps);
    tcase_add_test(tc, a_rollback_leaves_no_trace);
    tcase_add_loop_test(tc, a_run_goes_on_from_a_snapshot_with_the_same_bits, 0,
                        2);
    tcase_add_loop_test(tc, a_reset_simulation_runs_as_a_new_one, 0, 2);
    tcase_add_loop_test(tc, a_run_goes_on_from_memory_in_another_simulation, 0,
                        2);
    tcase_add_test(tc, functions_may_have_data_of_their_own);
    tcase_add_test(tc, every_option_can_be_read_back);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
