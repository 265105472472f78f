/* test_model_many.c - what a seal looks at, a hundred thousand systems, memory
 * SPDX-License-Identifier: Apache-2.0 */
#include "model_test.h"

#include <time.h>

#include <zeno/simulation.h>

/* A point mass of n degrees of freedom, 2 kg. */
static zn_ds *body(const char *name, zn_index n)
{
    double zero[8] = {0}, mass[8];
    zn_ds *ds;

    for (zn_index i = 0; i < n; i++)
        mass[i] = 2;
    MUST(zn_ds_new(ctx, "lagrangian-linear", name, n, zero, zero, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", n, mass));
    MUST(zn_model_add_ds(m, ds));
    return ds;
}

/* ---- a class that counts its seals --------------------------------------------------- */

static int seals;

static zn_status probe_seal(zn_ds *ds, zn_findings *f)
{
    (void)ds, (void)f;
    seals++;
    return ZN_OK;
}

static void probe_varies(const zn_ds *ds, zn_ds_variability *out)
{
    (void)ds;
    out->M = out->J = out->F = ZN_WITH_STATE;
}

static zn_status probe_mass(const zn_ds *ds, const double q[], double M[])
{
    (void)ds, (void)q, (void)M;
    return ZN_OK;
}

static zn_status probe_mul(const zn_ds *ds, const double q[], const double w[],
                           double out[])
{
    (void)ds, (void)q, (void)w, (void)out;
    return ZN_OK;
}

static zn_status probe_force(const zn_ds *ds, double t, const double q[],
                             const double v[], double F[])
{
    (void)ds, (void)t, (void)q, (void)v, (void)F;
    return ZN_OK;
}

static zn_status probe_jac(const zn_ds *ds, double t, const double q[],
                           const double v[], double dFdq[], double dFdv[])
{
    (void)ds, (void)t, (void)q, (void)v, (void)dFdq, (void)dFdv;
    return ZN_OK;
}

static int inits, finis;

static zn_status probe_init(zn_ds *ds)
{
    inits++;
    if (zn_ds_nv(ds) == 3)
        return zn_fail(zn_ds_ctx(ds), ZN_EINVAL, "three is one too many");
    return ZN_OK;
}

static void probe_fini(zn_ds *ds)
{
    (void)ds;
    finis++;
}

static const zn_slot probe_slots[] = {
    {"mass", "S4", 'v', 'v', true, "mass"},
    {0},
};

static const zn_ds_type probe_type = {
    .type = {.size = sizeof probe_type,
             .kind = ZN_KIND_DS,
             .name = "probe",
             .summary = "counts"},
    .family = ZN_SECOND_ORDER,
    .slots = probe_slots,
    .init = probe_init,
    .fini = probe_fini,
    .seal = probe_seal,
    .varies = probe_varies,
    .mass = probe_mass,
    .mass_mul = probe_mul,
    .force = probe_force,
    .force_jac = probe_jac,
};
static const zn_type *const probe_types[] = {&probe_type.type, NULL};
static const zn_plugin probe_plugin = {.size = sizeof probe_plugin,
                                       .major = ZN_PLUGIN_MAJOR,
                                       .minor = ZN_PLUGIN_MINOR,
                                       .build = ZN_PLUGIN_BUILD,
                                       .name = "probe",
                                       .version = "1",
                                       .license = "Apache-2.0",
                                       .types = probe_types};

static zn_ds *probe(const char *name)
{
    const double zero = 0;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "probe", name, 1, &zero, &zero, &ds));
    MUST(zn_model_add_ds(m, ds));
    return ds;
}

START_TEST(a_seal_looks_only_at_what_changed)
{
    seals = 0;
    MUST(zn_plugin_add(ctx, &probe_plugin));
    zn_ds *a = probe("a");
    probe("b");
    probe("c");
    MUST(zn_model_seal(m));
    ck_assert_int_eq(seals, 3);
    zn_model_reopen(m);
    MUST(zn_model_seal(m));
    ck_assert_int_eq(seals, 3);
    zn_model_reopen(m);
    MUST(zn_ds_set_constant(a, "mass", 1, 1, (const double[]){1}));
    zn_operator_clear(zn_ds_operator(a, "mass"));
    probe("d");
    MUST(zn_model_seal(m));
    ck_assert_int_eq(seals, 5);
}
END_TEST

START_TEST(fini_is_called_once_even_if_init_failed)
{
    const double zero[3] = {0};
    zn_ds *ds;

    inits = finis = 0;
    MUST(zn_plugin_add(ctx, &probe_plugin));
    REFUSED(zn_ds_new(ctx, "probe", "x", 3, zero, zero, &ds), ZN_EINVAL,
            "three is one too many");
    ck_assert_ptr_null(ds);
    ck_assert_int_eq(inits, 1);
    ck_assert_int_eq(finis, 1);
    probe("y");
    MUST(zn_model_remove_ds(m, zn_model_ds(m, "y")));
    ck_assert_int_eq(finis, 2);
}
END_TEST

/* ---- many things ----------------------------------------------------------------- */

/* Counts the bytes held, in a header before each block. */
static size_t held;

static void *weigh(void *user, void *p, size_t bytes)
{
    const size_t head = 16;
    char *block = p ? (char *)p - head : NULL;

    (void)user;
    if (block)
        held -= *(size_t *)block;
    if (bytes == 0) {
        free(block);
        return NULL;
    }
    block = realloc(block, bytes + head);
    ck_assert_ptr_nonnull(block);
    *(size_t *)block = bytes;
    held += bytes;
    return block + head;
}

START_TEST(a_hundred_thousand_balls_are_quick_and_small)
{
    enum { N = 100000 };
    if (test_is_slowed()) /* by the clock */
        return;
    const zn_allocator alloc = {.resize = weigh};
    const double q = 1, v = 0, f = -9.81, one = 1;
    zn_law *law;
    zn_relation *r;
    zn_model *many;
    zn_ctx *c;
    char name[32];

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &c), ZN_OK);
    ck_assert_int_eq(zn_model_new(c, &many), ZN_OK);
    ck_assert_int_eq(zn_law_newton_impact(c, 0.5, &law), ZN_OK);
    ck_assert_int_eq(zn_relation_new(c, "linear", "gap", 1, 1, &r), ZN_OK);
    ck_assert_int_eq(zn_relation_set_constant(r, "C", 1, 1, &one), ZN_OK);
    const clock_t start = clock();
    const size_t empty = held;
    for (int i = 0; i < N; i++) {
        zn_ds *ds;
        snprintf(name, sizeof name, "ball%d", i);
        zn_status st = zn_ds_new(c, "lagrangian-linear", name, 1, &q, &v, &ds);
        if (!st)
            st = zn_ds_set_constant(ds, "mass", 1, 1, &one);
        if (!st)
            st = zn_ds_set_constant(ds, "f_ext", 1, 1, &f);
        if (!st)
            st = zn_model_add_ds(many, ds);
        ck_assert_int_eq(st, ZN_OK);
    }
    const double ball = (double)(held - empty) / N;
    for (int i = 0; i < N; i++) {
        zn_ds *ds = zn_model_ds_at(many, i);
        ck_assert_int_eq(
            zn_model_connect(many, zn_ds_name(ds), law, r, ds, NULL, NULL),
            ZN_OK);
    }
    ck_assert_int_eq(zn_model_seal(many), ZN_OK);
    const double built = (double)(clock() - start) / CLOCKS_PER_SEC;
    const double both = (double)(held - empty) / N;
    ck_assert_ptr_nonnull(zn_model_ds(many, "ball99999"));
    ck_assert_int_eq(zn_ds_q_offset(zn_model_ds(many, "ball777")), 777);

    /* a change costs no walk over all */
    const clock_t again = clock();
    for (int i = 0; i < 1000; i++) {
        zn_model_reopen(many);
        ck_assert_int_eq(
            zn_model_remove_interaction(many, zn_model_interaction_at(many, i)),
            ZN_OK);
        ck_assert_int_eq(zn_model_seal(many), ZN_OK);
    }
    const double changed = (double)(clock() - again) / CLOCKS_PER_SEC;

    /* measured 0.3 s, 2 ms, 349 and 534 bytes with all lists and tables; a
     * quadratic search for names would take minutes and a walk over all per
     * seal 0.3 s; sanitizers and busy machines take some times as long */
    printf("100000 balls %.3f s, %.0f bytes each, %.0f with contact; "
           "1000 changes %.4f s\n",
           built, ball, both, changed);
    ck_assert_double_lt(built, 5);
    ck_assert_double_lt(changed, 0.1);
    ck_assert_double_lt(ball, 367);
    ck_assert_double_lt(both, 560);
    zn_model_free(many);
    zn_ctx_free(c);
    ck_assert_uint_eq(held, 0);
}
END_TEST

/* Where rows stand is kept in 32 bits: those of two such relations are too many. */
START_TEST(rows_beyond_what_an_index_tells_are_refused)
{
    zn_ds *ds = body("ball", 1);
    zn_relation *r;
    zn_law *law;

    MUST(zn_law_equality(ctx, 1, &law));
    MUST(zn_relation_new(ctx, "linear", "all", INT32_MAX, 1, &r));
    MUST(zn_model_connect(m, "first", law, r, ds, NULL, NULL));
    REFUSED(zn_model_connect(m, "second", law, r, ds, NULL, NULL), ZN_ENOTSUP,
            "2147483647 numbers are there already, and with 2147483647 more");
    ck_assert_int_eq(zn_model_interaction_places(m), 1);
}
END_TEST

START_TEST(names_are_found_after_any_removals)
{
    static zn_ds *all[500];
    char name[32];

    for (int i = 0; i < 500; i++) {
        snprintf(name, sizeof name, "s%d", i);
        all[i] = body(name, 1);
    }
    for (int i = 0; i < 500; i += 3)
        MUST(zn_model_remove_ds(m, all[i]));
    for (int i = 0; i < 500; i++) {
        snprintf(name, sizeof name, "s%d", i);
        ck_assert_ptr_eq(zn_model_ds(m, name), i % 3 ? all[i] : NULL);
    }
}
END_TEST

/* ---- many bodies, of which some touch the floor ------------------------------ */

enum { BALLS = 40, STEPS = 400 };
static const double span = 0x1p-10; /* s, a step */

static double height(int i)
{
    return i % 3 ? 0.01 * i : 100 + i;
}

/* q and v of all balls after all steps; *met: most contacts at once. */
static void fall(const char *recompute, double q[], double v[], zn_index *met)
{
    const double one = 1, g = -9.81, zero = 0;
    zn_law *law;
    zn_relation *r;
    zn_model *many;
    zn_simulation *sim;
    zn_run_info info;

    MUST(zn_model_new(ctx, &many));
    MUST(zn_law_newton_impact(ctx, 0.5, &law));
    MUST(zn_relation_new(ctx, "linear", "gap", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    for (int i = 0; i < BALLS; i++) {
        const double at = height(i);
        char name[16];
        zn_ds *ds;

        snprintf(name, sizeof name, "b%d", i);
        MUST(zn_ds_new(ctx, "lagrangian-linear", name, 1, &at, &zero, &ds));
        MUST(zn_ds_set_constant(ds, "mass", 1, 1, &one));
        MUST(zn_ds_set_constant(ds, "f_ext", 1, 1, &g));
        MUST(zn_model_add_ds(many, ds));
        MUST(zn_model_connect(many, NULL, law, r, ds, NULL, NULL));
    }
    MUST(zn_model_seal(many));
    MUST(zn_simulation_new(many, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set(sim, "recompute", recompute));
    MUST(zn_simulation_set_time(sim, 0, span, STEPS * span));
    MUST(zn_simulation_run(sim));
    memcpy(q, zn_simulation_state(sim)->q, BALLS * sizeof *q);
    memcpy(v, zn_simulation_state(sim)->v, BALLS * sizeof *v);
    zn_simulation_run_info(sim, &info);
    *met = info.max_active;
    zn_simulation_free(sim);
    zn_model_free(many);
}

/* Those that no contact acts on are updated in the pass that begins them, but for
 * recompute=yes: the same bits. theta = 1/2 is exact for a parabola: q0 - g t^2/2. */
START_TEST(a_body_without_contact_is_done_in_one_pass)
{
    double q[BALLS], v[BALLS], q2[BALLS], v2[BALLS];
    const double t = STEPS * span;
    zn_index met, met2;

    fall("no", q, v, &met);
    fall("yes", q2, v2, &met2);
    ck_assert_int_gt(met, 3);
    ck_assert_int_lt(met, BALLS);
    ck_assert_int_eq(met, met2);
    ck_assert_mem_eq(q, q2, sizeof q);
    ck_assert_mem_eq(v, v2, sizeof v);
    for (int i = 0; i < BALLS; i += 3) {
        ck_assert_double_eq_tol(v[i], -9.81 * t, 1e-13); /* 400 roundings */
        ck_assert_double_eq_tol(q[i], height(i) - 9.81 * t * t / 2, 1e-11);
    }
}
END_TEST

/* ---- memory that runs out ------------------------------------------------------- */

/* A life of a model, every call that allocates. */
static zn_status life(zn_ctx *c)
{
    const double q[4] = {0}, M[] = {2, 1, 1, 2}, C[] = {1, 0}, D[] = {0.1};
    const double three[] = {1, 2, 3};
    const zn_index first[] = {0};
    zn_model *model = NULL;
    zn_ds *a = NULL, *b = NULL;
    zn_law *law = NULL, *soft = NULL;
    zn_relation *r = NULL, *s = NULL;
    zn_status st;

    st = zn_model_new(c, &model);
    if (!st)
        st = zn_ds_new(c, "lagrangian-linear", "a", 2, q, q, &a);
    if (!st)
        st = zn_ds_set_constant(a, "mass", 2, 2, M);
    if (!st)
        st = zn_ds_prescribe(a, 1, first, q);
    if (!st)
        st = zn_ds_set_z(a, 3, three);
    if (!st)
        st = zn_model_add_ds(model, a);
    if (!st)
        st = zn_ds_new(c, "lagrangian", "b", 2, q, q, &b);
    if (!st)
        st = zn_ds_set_constant(b, "mass", 2, 2, M);
    if (!st)
        st = zn_model_add_ds(model, b);
    if (!st)
        st = zn_law_newton_impact(c, 0.5, &law);
    if (!st)
        st = zn_law_complementarity(c, 1, &soft);
    if (!st)
        st = zn_relation_new(c, "linear", "r", 1, 2, &r);
    if (!st)
        st = zn_relation_set_constant(r, "C", 1, 2, C);
    if (!st)
        st = zn_relation_new(c, "linear", "s", 1, 2, &s);
    if (!st)
        st = zn_relation_set_constant(s, "C", 1, 2, C);
    if (!st)
        st = zn_relation_set_constant(s, "D", 1, 1, D);
    if (!st)
        st = zn_model_connect(model, "i", law, r, a, NULL, NULL);
    if (!st)
        st = zn_model_connect(model, "j", soft, s, b, NULL, NULL);
    if (!st)
        st = zn_model_seal(model);
    if (!st) {
        zn_model_reopen(model);
        st = zn_law_set_real(law, "e", 0.25);
    }
    if (!st)
        st = zn_ds_set_constant(a, "mass", 2, 2, M);
    if (!st)
        st = zn_model_remove_ds(model, b);
    if (!st) {
        b = NULL;
        st = zn_model_seal(model);
    }

    zn_ds_free(a); /* of these, only what was not handed over goes */
    zn_ds_free(b);
    zn_law_free(law);
    zn_law_free(soft);
    zn_relation_free(r);
    zn_relation_free(s);
    zn_model_free(model);
    return st;
}

static zn_status tortured(const zn_allocator *alloc)
{
    zn_ctx *c;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = life(c);
    zn_ctx_free(c);
    return st;
}

/* A system for which there was no room is none of the model's, whose next seal would look
 * at it; and is taken once there is some. */
static zn_status room_later(const zn_allocator *alloc)
{
    const double zero = 0;
    zn_ctx *own;
    zn_model *model = NULL;
    zn_ds *ds = NULL;
    zn_status st = zn_ctx_new_with(alloc, &own);

    if (!st)
        st = zn_model_new(own, &model);
    if (!st)
        st = zn_ds_new(own, "lagrangian-linear", "a", 1, &zero, &zero, &ds);
    if (!st) {
        st = zn_model_add_ds(model, ds);
        if (st) {
            for (zn_index i = 0; i < model->ds_pending.n; i++)
                ck_assert_ptr_ne(model->ds_pending.item[i], ds);
            ck_assert_int_eq(zn_model_add_ds(model, ds), ZN_OK);
        }
    }
    zn_model_free(model);
    zn_ctx_free(own);
    return st;
}

START_TEST(a_system_without_room_is_none_of_the_model)
{
    test_torture(room_later);
}
END_TEST

START_TEST(every_allocation_may_fail)
{
    test_torture(tortured);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("model, many");
    TCase *t = tcase_create("all");

    tcase_set_timeout(t, 60); /* valgrind */
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_seal_looks_only_at_what_changed);
    tcase_add_test(t, fini_is_called_once_even_if_init_failed);
    tcase_add_test(t, a_hundred_thousand_balls_are_quick_and_small);
    tcase_add_test(t, a_body_without_contact_is_done_in_one_pass);
    tcase_add_test(t, rows_beyond_what_an_index_tells_are_refused);
    tcase_add_test(t, names_are_found_after_any_removals);
    tcase_add_test(t, a_system_without_room_is_none_of_the_model);
    tcase_add_test(t, every_allocation_may_fail);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
