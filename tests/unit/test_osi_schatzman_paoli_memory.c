/* test_osi_schatzman_paoli_memory.c - what the scheme keeps: factors, memory of
 * earlier steps, allocations
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/osi_models.h"

#include "kernel/osi/schatzman_paoli.h"
#include "kernel/classes.h"

static const char *const osi = "schatzman-paoli";

/* The scheme driven by hand through its descriptor, on the pair of masses. */
typedef struct hand {
    zni_sp options;
    zn_ds *ds;
    void *w;
    double qk[2], vk[2], q1[2], v1[2], m[64];
    zn_state state;
    zn_step step;
} hand;

static const zn_osi_type *const type = &zni_osi_schatzman_paoli;

static void hand_attach(hand *d, zn_ds *ds)
{
    memset(d, 0, sizeof *d);
    d->ds = ds;
    d->state.q = d->qk;
    d->state.v = d->vk;
    d->step.state = &d->state;
    d->step.q1 = d->q1;
    d->step.v1 = d->v1;
    zn_option_defaults(type->type.options, &d->options);
    ck_assert_int_le(type->memory(&d->options, ds), 64);
    MUST(type->attach(&d->options, ctx, ds, &d->w));
}

static void hand_make(hand *d)
{
    zn_ds *ds = pair(true);

    MUST(zn_model_seal(model));
    hand_attach(d, ds);
    memcpy(d->qk, pair_q0, sizeof d->qk);
    memcpy(d->vk, pair_v0, sizeof d->vk);
    MUST(type->start(&d->options, ds, d->w, 0, 0.005, d->qk, d->vk, d->m));
}

/* One step; was W new? */
static bool hand_step(hand *d, double t, double t1)
{
    const double none[2] = {0, 0};
    double norm;
    bool changed;

    d->step.t = t;
    d->step.t1 = t1;
    d->step.h = t1 - t;
    MUST(type->begin(&d->options, &d->step, d->ds, d->w, d->m));
    MUST(type->residual(&d->options, &d->step, d->ds, d->w, none, &norm));
    MUST(type->free(&d->options, &d->step, d->ds, d->w, NULL, NULL, &changed));
    MUST(type->update(&d->options, &d->step, d->ds, d->w, none));
    MUST(type->residual(&d->options, &d->step, d->ds, d->w, none, &norm));
    ck_assert_double_le(norm, 1e-15); /* one pass is exact */
    MUST(type->commit(&d->options, &d->step, d->ds, d->w, none, d->m, NULL));
    memcpy(d->qk, d->q1, sizeof d->qk);
    memcpy(d->vk, d->v1, sizeof d->vk);
    return changed;
}

static void hand_free(hand *d)
{
    type->detach(&d->options, ctx, d->ds, d->w);
}

START_TEST(w_of_a_linear_system_is_factorised_once)
{
    hand d;
    int factorised = 0;

    hand_make(&d);
    /* the differences of k h round differently from step to step */
    for (int k = 0; k < 2000; k++)
        factorised += hand_step(&d, k * 0.005, (k + 1) * 0.005);
    ck_assert_int_eq(factorised, 1);

    /* another length is another W, and so is the first step of the old one */
    ck_assert(hand_step(&d, 10, 10.004));
    ck_assert(hand_step(&d, 10.004, 10.009));
    ck_assert(hand_step(&d, 10.009, 10.014));
    ck_assert(!hand_step(&d, 10.014, 10.019));
    hand_free(&d);
}
END_TEST

START_TEST(a_copy_of_state_and_memory_goes_on_with_the_same_bits)
{
    hand a, b;

    hand_make(&a);
    for (int k = 0; k < 777; k++)
        hand_step(&a, k * 0.005, (k + 1) * 0.005);
    hand_attach(&b, a.ds); /* which makes its W from the memory */
    memcpy(b.qk, a.qk, sizeof b.qk);
    memcpy(b.vk, a.vk, sizeof b.vk);
    memcpy(b.m, a.m, sizeof b.m);
    for (int k = 777; k < 1500; k++) {
        hand_step(&a, k * 0.005, (k + 1) * 0.005);
        hand_step(&b, k * 0.005, (k + 1) * 0.005);
        ck_assert(memcmp(a.qk, b.qk, sizeof a.qk) == 0);
        ck_assert(memcmp(a.vk, b.vk, sizeof a.vk) == 0);
        ck_assert(memcmp(a.m, b.m, sizeof a.m) == 0);
    }
    hand_free(&a);
    hand_free(&b);
}
END_TEST

/* ---- the start ---- */

static const double dragged_M[4] = {2, 0.3, 0.3, 1}; /* kg */
static const double pull[2] = {1.7, -0.6};            /* N */
static const double dragged_q0[2] = {0.4, -0.1}, dragged_v0[2] = {-0.8, 0.7};
static const double driven = 0.5; /* m/s^2, of mass 2 */

static void drive(double t, unsigned n, double *v)
{
    (void)n;
    v[0] = dragged_v0[1] + driven * t;
}

/* Two masses whose inertia couples them, the second of which is driven. */
static void dragged(hand *d)
{
    const zn_index second = 1;
    zn_ds *ds = linear_system("dragged", 2, dragged_M, NULL, NULL, dragged_q0,
                              dragged_v0, pull);

    MUST(zn_ds_prescribe_function(ds, 1, &second, drive));
    MUST(zn_model_seal(model));
    hand_attach(d, ds);
    memcpy(d->qk, dragged_q0, sizeof d->qk);
    memcpy(d->vk, dragged_v0, sizeof d->vk);
}

static void hand_start(hand *d, double h)
{
    MUST(type->start(&d->options, d->ds, d->w, 0, h, dragged_q0, dragged_v0,
                     d->m));
}

START_TEST(the_position_before_the_start_is_on_the_parabola)
{
    /* M11 a1 + M12 a2 = F1, and a2 is given */
    const double a[2] = {(pull[0] - dragged_M[1] * driven) / dragged_M[0],
                         driven};
    const double h = 0.125; /* s */
    hand d;

    dragged(&d);
    hand_start(&d, h);
    for (int i = 0; i < 2; i++) /* all numbers are near 1, a rounding each */
        ck_assert_double_eq_tol(d.m[ZNI_SP_Q1 * 2 + i],
                                dragged_q0[i] - h * dragged_v0[i] +
                                    h * h / 2 * a[i],
                                1e-15);
    hand_free(&d);
}
END_TEST

START_TEST(a_start_after_steps_has_the_bits_of_the_first)
{
    const double h = 0.125, none[2] = {0, 0};
    double first[64], norm;
    hand d;

    dragged(&d);
    d.options.scheme = ZNI_SP_THETA; /* has a position of its own */
    hand_start(&d, h);
    memcpy(first, d.m, sizeof first);
    d.step.t1 = d.step.h = h;
    MUST(type->begin(&d.options, &d.step, d.ds, d.w, d.m));
    MUST(type->residual(&d.options, &d.step, d.ds, d.w, none, &norm));
    hand_start(&d, h);
    ck_assert_mem_eq(first, d.m, sizeof first);
    hand_free(&d);
}
END_TEST

START_TEST(a_step_allocates_nothing)
{
    static test_memory mem; /* in use until the teardown */
    const zn_allocator alloc = test_allocator(&mem);
    const double q0[2] = {0.4, 0.85}, v0[2] = {-2, 0.4};
    long before;

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    sim = NULL;
    wall(slider(q0, v0), 0.5);
    simulate(osi, NULL, 0, 0.01, 1);
    MUST(zn_simulation_set(sim, "recompute", "no")); /* that allocates */
    steps(40); /* the wall has been hit */
    ck_assert_int_gt(mem.calls, 0);
    before = mem.calls;
    steps(40);
    ck_assert_int_eq(mem.calls, before);
}
END_TEST

static zn_status torture(const zn_allocator *alloc)
{
    const double zero = 0;
    zn_ctx *c;
    zn_model *m = NULL;
    zn_simulation *s = NULL;
    zn_ds *ds;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_model_new(c, &m);
    if (!st)
        st = zn_ds_new(c, "lagrangian-linear", "p", 1, &zero, &zero, &ds);
    if (!st) {
        const double one = 1;
        st = zn_ds_set_diagonal(ds, "mass", 1, &one);
        if (!st)
            st = zn_model_add_ds(m, ds);
        if (st)
            zn_ds_free(ds);
    }
    if (!st)
        st = zn_model_seal(m);
    if (!st)
        st = zn_simulation_new(m, &s);
    if (!st)
        st = zn_simulation_use(s, osi, NULL, NULL);
    if (!st)
        st = zn_simulation_set_time(s, 0, 0.1, 0.3);
    if (!st)
        st = zn_simulation_run(s);
    zn_simulation_free(s);
    zn_model_free(m);
    zn_ctx_free(c);
    return st;
}

START_TEST(no_allocation_may_fail_unnoticed)
{
    test_torture(torture);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("schatzman-paoli, memory");
    TCase *tc = tcase_create("memory");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, w_of_a_linear_system_is_factorised_once);
    tcase_add_test(tc, a_copy_of_state_and_memory_goes_on_with_the_same_bits);
    tcase_add_test(tc, the_position_before_the_start_is_on_the_parabola);
    tcase_add_test(tc, a_start_after_steps_has_the_bits_of_the_first);
    tcase_add_test(tc, a_step_allocates_nothing);
    tcase_add_test(tc, no_allocation_may_fail_unnoticed);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
