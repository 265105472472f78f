/* test_reopen.c - a model that changes between steps: integrators' memory, who
 * integrates what, and what is left of what came and went
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/osi_models.h"

#include <unistd.h>

static void cubic(double t, unsigned n, double *q, double *v, double *f,
                  unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = 3 * q[0] * q[0] * q[0];
}

static void cubic_jac(double t, unsigned n, double *q, double *v, double *f,
                      unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = 9 * q[0] * q[0];
}

static void zero_jac(double t, unsigned n, double *q, double *v, double *f,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)q, (void)v, (void)nz, (void)z;
    f[0] = 0;
}

static void harden(zn_ds *ds)
{
    MUST(zn_ds_set_function(ds, "f_int", (zn_fn *)cubic));
    MUST(zn_ds_set_function(ds, "jac_f_int_q", (zn_fn *)cubic_jac));
    MUST(zn_ds_set_function(ds, "jac_f_int_v", (zn_fn *)zero_jac));
}

/* A mass on a line, on a cubic spring if `hard`. */
static zn_ds *mass(const char *name, double q0, double v0, bool hard)
{
    const double m = 2, f = -1;
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "lagrangian", name, 1, &q0, &v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &m));
    MUST(zn_ds_set_constant(ds, "f_ext", 1, 1, &f));
    if (hard)
        harden(ds);
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* ---- the memory of an integrator ------------------------------------------- */

/* Of one unknown without parameters: h and five numbers of where v goes, h, theta, t, q, v and q
 * again of where its matrix was made. */
enum { MEMORY = 6 + 6 };

/* Positions and velocities of two masses in three steps. */
static void three_steps(const zn_ds *a, const zn_ds *b, double out[12])
{
    for (int k = 0; k < 3; k++) {
        MUST(zn_simulation_step(sim));
        out[4 * k] = q_of(a, 0);
        out[4 * k + 1] = v_of(a, 0);
        out[4 * k + 2] = q_of(b, 0);
        out[4 * k + 3] = v_of(b, 0);
    }
}

START_TEST(a_system_that_becomes_nonlinear_gets_memory)
{
    const double h = 1. / 128; /* so that instants are exact */
    double got[12], want[12], at[4];
    zn_ds *a = mass("a", 1, 0, false), *b = mass("b", 2, 1, true);

    simulate("moreau-jean", NULL, 0, h, 1);
    MUST(zn_simulation_init(sim));
    ck_assert_int_eq(zn_simulation_state(sim)->nm, MEMORY);
    steps(7);
    zn_model_reopen(model);
    harden(a);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_init(sim));
    /* a has its own, beside that of b */
    ck_assert_int_eq(zn_simulation_state(sim)->nm, 2 * MEMORY);
    at[0] = q_of(a, 0), at[1] = v_of(a, 0);
    at[2] = q_of(b, 0), at[3] = v_of(b, 0);
    MUST(zn_simulation_touched(sim)); /* both begin without memory */
    three_steps(a, b, got);

    scene_again();
    a = mass("a", at[0], at[1], true);
    b = mass("b", at[2], at[3], true);
    simulate("moreau-jean", NULL, 7 * h, h, 1);
    three_steps(a, b, want);
    ck_assert_mem_eq(got, want, sizeof got);
}
END_TEST

START_TEST(a_pattern_can_be_taken_away)
{
    zn_ds *a = mass("a", 1, 0, true);
    zn_operator *op = zn_ds_operator(a, "jac_f_int_q");
    const zn_pattern none = zn_pattern_zero(zn_operator_rows(op), zn_operator_cols(op));

    MUST(zn_operator_set_pattern(op, &none));
    ck_assert_int_eq(zn_operator_pattern(op).shape, ZN_SHAPE_ZERO);
    MUST(zn_operator_set_function(op, (zn_fn *)cubic_jac));
    MUST(zn_operator_set_pattern(op, NULL));
    ck_assert_int_eq(zn_operator_pattern(op).shape, ZN_SHAPE_DENSE);
}
END_TEST

START_TEST(a_constant_gives_way_to_a_pattern)
{
    const double k = 3; /* N/m */
    zn_ds *a = mass("a", 1, 0, false);
    zn_operator *op = zn_ds_operator(a, "jac_f_int_q");
    const zn_pattern none = zn_pattern_zero(1, 1);

    MUST(zn_operator_set_constant(op, 1, 1, &k));
    MUST(zn_operator_set_pattern(op, &none));
    ck_assert_int_eq(zn_operator_get_mode(op), ZN_OPERATOR_ABSENT);
    ck_assert_ptr_null(zn_operator_value(op));
    ck_assert_int_eq(zn_operator_pattern(op).shape, ZN_SHAPE_ZERO);
}
END_TEST

START_TEST(a_sealed_system_takes_no_other_pattern)
{
    zn_ds *a = mass("a", 1, 0, true);
    zn_operator *op = zn_ds_operator(a, "jac_f_int_q");

    MUST(zn_operator_set_pattern(op, NULL));
    MUST(zn_model_seal(model));
    ck_assert_int_eq(zn_operator_set_pattern(op, NULL), ZN_ESTATE);
    zn_model_reopen(model);
    MUST(zn_operator_set_pattern(op, NULL));
}
END_TEST

START_TEST(memory_of_a_system_that_becomes_linear_is_used_again)
{
    zn_ds *a = mass("a", 1, 0, true);

    mass("b", 2, 1, true);
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    steps(2);
    for (int k = 0; k < 10; k++) {
        zn_model_reopen(model);
        zn_operator_clear(zn_ds_operator(a, "f_int"));
        zn_operator_clear(zn_ds_operator(a, "jac_f_int_q"));
        zn_operator_clear(zn_ds_operator(a, "jac_f_int_v"));
        MUST(zn_model_seal(model));
        steps(1);
        zn_model_reopen(model);
        harden(a);
        MUST(zn_model_seal(model));
        steps(1);
    }
    ck_assert_int_eq(zn_simulation_state(sim)->nm, 2 * MEMORY);
}
END_TEST

/* ---- who integrates what ---------------------------------------------------- */

/* Hands out a block again that was freed, the last one of that size first. */
typedef struct block {
    struct block *next;
    size_t bytes;
    double body[]; /* aligned for anything we keep */
} block;

static void *reuse(void *user, void *p, size_t bytes)
{
    block **freed = user, *b = p ? (block *)((char *)p - sizeof *b) : NULL;
    block *out = NULL;

    for (block **at = freed; bytes && !out && *at; at = &(*at)->next)
        if ((*at)->bytes == bytes) {
            out = *at;
            *at = out->next;
            break;
        }
    if (bytes && !out) {
        out = malloc(sizeof *out + bytes);
        if (!out)
            return NULL;
        out->bytes = bytes;
    }
    if (bytes && b)
        memcpy(out->body, b->body, b->bytes < bytes ? b->bytes : bytes);
    if (b) {
        b->next = *freed;
        *freed = b;
    }
    return out ? out->body : NULL;
}

START_TEST(an_assignment_ends_with_its_system)
{
    block *freed = NULL;
    const zn_allocator alloc = {.resize = reuse, .user = &freed};
    const zn_ds *old;
    zn_osi *second;
    zn_ds *a;

    scene_teardown();
    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    a = point_mass("a", 1, 0, 0, -1);
    simulate("moreau-jean", "theta=1", 0, 1e-2, 1);
    MUST(zn_simulation_use(sim, "schatzman-paoli", NULL, &second));
    MUST(zn_osi_assign(second, a));
    steps(1);
    ck_assert_int_gt(zn_simulation_state(sim)->nm, 0); /* schatzman-paoli's */
    zn_model_reopen(model);
    old = a;
    MUST(zn_model_remove_ds(model, a));
    a = point_mass("a", 1, 0, 0, -1);
    ck_assert_ptr_eq(a, old); /* a new system at the same address */
    MUST(zn_model_seal(model));
    steps(1);
    /* of moreau-jean with theta = 1: q_1 = q_0 + h v_1, v_1 = -h; the other
     * scheme has q_1 = q_0 + h v_0 + h^2/2 a */
    CLOSE(q_of(a, 0), -1e-4, 1e-15);
    scene_teardown();
    while (freed) {
        block *next = freed->next;
        free(freed);
        freed = next;
    }
    scene_setup();
}
END_TEST

static void rate_of(double t, unsigned rows, unsigned cols, double *A,
                    unsigned nz, double *z)
{
    (void)rows, (void)cols, (void)nz, (void)z;
    A[0] = -1 - t;
}

static zn_ds *decay(void)
{
    const double x0 = 1, A = -1;
    zn_ds *ds;

    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "x", 1, &x0, &ds));
    MUST(zn_ds_set_constant(ds, "A", 1, 1, &A));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

START_TEST(an_assigned_system_is_asked_again_when_it_changed)
{
    zn_ds *ds = decay();
    zn_osi *second;

    simulate("euler-moreau", NULL, 0, 1e-2, 1);
    MUST(zn_simulation_use(sim, "zero-order-hold", NULL, &second));
    MUST(zn_osi_assign(second, ds));
    steps(1);
    CLOSE(zn_simulation_x(sim, ds)[0], exp(-1e-2), 1e-15);
    zn_model_reopen(model);
    MUST(zn_ds_set_function(ds, "A", (zn_fn *)rate_of));
    MUST(zn_model_seal(model));
    REFUSED(zn_simulation_step(sim), ZN_ENOTSUP,
            "system 'x' was assigned to integrator 'zero-order-hold', which "
            "refuses it as it is now: M and A must be constant");
    /* constant again: all goes on */
    zn_model_reopen(model);
    MUST(zn_ds_set_constant(ds, "A", 1, 1, (double[]){-1}));
    MUST(zn_model_seal(model));
    steps(1);
    CLOSE(zn_simulation_x(sim, ds)[0], exp(-2e-2), 1e-15);
}
END_TEST

/* Nobody assigned it: it goes to the next integrator, with its interactions and
 * from the state where it is. */
START_TEST(a_system_its_integrator_no_longer_takes_goes_to_the_next)
{
    const double h = 1e-2, one = 1, bound = -0.5;
    zn_ds *ds = decay();
    zn_interaction *a;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "first-order-linear", "stop", 1, 1, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "B", 1, 1, &one));
    MUST(zn_relation_set_constant(r, "e", 1, 1, &bound));
    MUST(zn_model_connect(model, "stop", complementarity(1), r, ds, NULL, &a));
    simulate("zero-order-hold", NULL, 0, h, 2);
    MUST(zn_simulation_use(sim, "euler-moreau", "theta=1", NULL));
    steps(1);
    zn_model_reopen(model);
    MUST(zn_ds_set_function(ds, "A", (zn_fn *)rate_of));
    MUST(zn_model_seal(model));
    steps(1);
    CLOSE(zn_simulation_x(sim, ds)[0], exp(-h) / (1 + h * (1 + 2 * h)), 1e-14);
    steps(100);
    CLOSE(zn_simulation_x(sim, ds)[0], 0.5, 1e-14); /* held by the stop */
    /* 0 = A(t) x + lambda */
    CLOSE(zn_simulation_lambda(sim, a, 0)[0], (1 + 102 * h) / 2, 1e-10);
}
END_TEST

/* ---- coming and going -------------------------------------------------------- */

START_TEST(a_thousand_exchanges_leave_nothing_behind)
{
    char path[64];
    double q, v;
    zn_ds *a = mass("a", 1, 0, true);

    snprintf(path, sizeof path, "reopen-%ld.save", (long)getpid());
    simulate("moreau-jean", NULL, 0, 1e-2, 20);
    steps(1);
    for (int k = 0; k < 1000; k++) {
        zn_model_reopen(model);
        MUST(zn_model_remove_ds(model, a));
        a = mass("a", 1, 0, true);
        MUST(zn_model_seal(model));
        steps(1);
        ck_assert_int_eq(zn_simulation_state(sim)->nm, MEMORY);
        ck_assert_int_eq(zn_simulation_state(sim)->nq, 1);
        ck_assert_int_eq(zn_model_ds_places(model), 1);
    }
    MUST(zn_checkpoint_save(sim, path));
    steps(3);
    q = q_of(a, 0);
    v = v_of(a, 0);

    scene_again();
    a = mass("a", 1, 0, true);
    simulate("moreau-jean", NULL, 0, 1e-2, 20);
    MUST(zn_checkpoint_load(sim, path));
    unlink(path);
    steps(3);
    ck_assert(q_of(a, 0) == q && v_of(a, 0) == v);
}
END_TEST

/* Systems of two sizes change places, which leaves holes; the order of addition
 * is another one in the end. */
START_TEST(checkpoints_of_equal_models_agree)
{
    const double two[2] = {1, 2}, one[2] = {1, 1}, zero[2] = {0, 0};
    const double row[2] = {1, 0}, up = 1;
    char path[64];
    double want[3], got[3];
    zn_ds *a, *b;

    snprintf(path, sizeof path, "reopen-%ld.save", (long)getpid());
    for (int fresh = 0; fresh < 2; fresh++) {
        a = fresh ? NULL : mass("a", 1, 0, true);
        MUST(zn_ds_new(ctx, "lagrangian-linear", "b", 2, two, zero, &b));
        MUST(zn_ds_set_diagonal(b, "mass", 2, one));
        MUST(zn_ds_set_constant(b, "f_ext", 2, 1, (double[]){-9, 0}));
        MUST(zn_model_add_ds(model, b));
        if (fresh)
            a = mass("a", 1, -1, true);
        join("floor b", newton(0.5), 1, 2, row, NULL, b, NULL);
        join("floor a", newton(0.5), 1, 1, &up, NULL, a, NULL);
        simulate("moreau-jean", NULL, 0, 1e-2, 2);
        if (!fresh) {
            steps(3);
            zn_model_reopen(model);
            MUST(zn_model_remove_ds(model, a));
            mass("c", 0, 0, true);
            a = mass("a", 1, -1, true);
            MUST(zn_model_remove_ds(model, zn_model_ds(model, "c")));
            join("floor a", newton(0.5), 1, 1, &up, NULL, a, NULL);
            MUST(zn_model_seal(model));
            steps(80);
            MUST(zn_checkpoint_save(sim, path));
        } else {
            MUST(zn_checkpoint_load(sim, path));
        }
        steps(60);
        got[0] = q_of(a, 0), got[1] = q_of(b, 0), got[2] = q_of(b, 1);
        if (!fresh) {
            memcpy(want, got, sizeof want);
            scene_again();
        }
    }
    unlink(path);
    ck_assert_mem_eq(got, want, sizeof want);
}
END_TEST

/* Between two steps a contact comes, and then its law or its system becomes another. Those that
 * were there stay as they are. */
START_TEST(what_comes_may_change_before_the_next_step)
{
    enum { THERE = 41 };
    const double up = 1, M = 3;
    zn_ds *ds[THERE + 1];
    char name[16];

    for (int k = 0; k <= THERE; k++) {
        snprintf(name, sizeof name, "mass %d", k);
        ds[k] = mass(name, 0, -1, false);
        if (k < THERE)
            join(name, newton(0), 1, 1, &up, NULL, ds[k], NULL);
    }
    simulate("moreau-jean", NULL, 0, 0.01, 1);
    steps(2);
    zn_law *law = newton(0.25);
    zn_model_reopen(model);
    join("last", law, 1, 1, &up, NULL, ds[THERE], NULL);
    MUST(zn_model_seal(model));
    zn_model_reopen(model);
    if (_i == 0)
        MUST(zn_law_set_real(law, "e", 0.5));
    else
        MUST(zn_ds_set_constant(ds[THERE], "mass", 1, 1, &M));
    MUST(zn_model_seal(model));
    const double before = v_of(ds[THERE], 0);
    steps(1);
    CLOSE(v_of(ds[THERE], 0), -before * (_i == 0 ? 0.5 : 0.25), 1e-14);
    ck_assert_int_eq(zn_simulation_step_info(sim)->active, THERE + 1);
    for (int k = 0; k < THERE; k++)
        CLOSE(v_of(ds[k], 0), 0, 1e-14);
}
END_TEST

/* While x is prescribed the joint says nothing that is not so already; when it is let go,
 * the joint alone holds it. */
START_TEST(a_joint_holds_what_was_prescribed_before)
{
    const double M[] = {2, 0, 0, 1}, f[] = {3, -1}, along[] = {1, 0};
    const double q0[] = {0, 0}, v0[] = {0, 0}, rest = 0;
    const zn_index x = 0;
    zn_interaction *hold;
    zn_ds *ds = linear_system("mass", 2, M, NULL, NULL, q0, v0, f);

    MUST(zn_ds_prescribe(ds, 1, &x, &rest));
    hold = join("hold", equality(1), 1, 2, along, NULL, ds, NULL);
    simulate("moreau-jean", NULL, 0, 0.01, 1);
    steps(3);
    ck_assert_double_eq(zn_simulation_lambda(sim, hold, 1)[0], 0);
    zn_model_reopen(model);
    MUST(zn_ds_prescribe(ds, 0, NULL, NULL));
    MUST(zn_model_seal(model));
    steps(3);
    CLOSE(q_of(ds, 0), 0, 1e-15);
    CLOSE(v_of(ds, 0), 0, 1e-15);
    CLOSE(zn_simulation_lambda(sim, hold, 1)[0], -3 * 0.01, 1e-12);
}
END_TEST

/* Its number may be that of a system of this one. */
START_TEST(an_integrator_takes_systems_of_its_context_alone)
{
    zn_ctx *other;
    const double one = 1;
    zn_ds *stranger;
    zn_osi *second;

    ck_assert_int_eq(zn_ctx_new(&other), ZN_OK);
    ck_assert_int_eq(zn_ds_new(other, "lagrangian-linear", "b", 1, &one, &one, &stranger),
                     ZN_OK);
    point_mass("a", 1, 0, 0, -1);
    simulate("moreau-jean", "theta=1", 0, 1e-2, 1);
    MUST(zn_simulation_use(sim, "schatzman-paoli", NULL, &second));
    REFUSED(zn_osi_assign(second, stranger), ZN_EINVAL,
            "system 'b' is of another context");
    steps(1);
    ck_assert_int_eq(zn_simulation_state(sim)->nm, 0); /* none of schatzman-paoli */
    zn_ds_free(stranger);
    zn_ctx_free(other);
}
END_TEST

/* ---- a state that is written when the model has changed ---------------------- */

enum { LINKS = 60 };

/* A bar of nodes; their masses are coupled, or not. */
static void put_mass(zn_ds *ds, double coupled)
{
    static double M[LINKS * LINKS];

    memset(M, 0, sizeof M);
    for (int i = 0; i < LINKS; i++) {
        M[i * LINKS + i] = 2;
        if (i > 0)
            M[i * LINKS + i - 1] = M[(i - 1) * LINKS + i] = coupled;
    }
    MUST(zn_ds_set_constant(ds, "mass", LINKS, LINKS, M));
}

/* Schemes of two steps begin anew with the matrices that the model has, in their new pattern, whether or not
 * somebody asked for zn_simulation_init before; nor is what went looked at. */
START_TEST(what_is_touched_is_the_model_as_it_is)
{
    double q0[LINKS], v0[LINKS], want[LINKS];

    for (int i = 0; i < LINKS; i++)
        q0[i] = i % 7, v0[i] = 1;
    for (int early = 1; early >= 0; early--) {
        zn_ds *bar, *gone;
        scene_again();
        MUST(zn_ds_new(ctx, "lagrangian-linear", "bar", LINKS, q0, v0, &bar));
        put_mass(bar, 0);
        MUST(zn_model_add_ds(model, bar));
        gone = point_mass("gone", 1, 0, 0, -1);
        simulate("schatzman-paoli", NULL, 0, 1. / 128, 1);
        steps(3);
        zn_model_reopen(model);
        put_mass(bar, 0.5);
        MUST(zn_model_remove_ds(model, gone));
        REFUSED(zn_simulation_touched(sim), ZN_ESTATE, "not sealed");
        MUST(zn_model_seal(model));
        if (early)
            MUST(zn_simulation_init(sim));
        MUST(zn_simulation_touched(sim));
        steps(3);
        if (early)
            memcpy(want, zn_simulation_q(sim, bar), sizeof want);
        else
            ck_assert_mem_eq(want, zn_simulation_q(sim, bar), sizeof want);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("models that change");
    TCase *tc = tcase_create("reopen");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, an_integrator_takes_systems_of_its_context_alone);
    tcase_add_test(tc, a_system_that_becomes_nonlinear_gets_memory);
    tcase_add_test(tc, a_pattern_can_be_taken_away);
    tcase_add_test(tc, a_constant_gives_way_to_a_pattern);
    tcase_add_test(tc, a_sealed_system_takes_no_other_pattern);
    tcase_add_test(tc, memory_of_a_system_that_becomes_linear_is_used_again);
    tcase_add_test(tc, an_assignment_ends_with_its_system);
    tcase_add_test(tc, an_assigned_system_is_asked_again_when_it_changed);
    tcase_add_test(tc,
                   a_system_its_integrator_no_longer_takes_goes_to_the_next);
    tcase_add_test(tc, a_thousand_exchanges_leave_nothing_behind);
    tcase_add_test(tc, checkpoints_of_equal_models_agree);
    tcase_add_loop_test(tc, what_comes_may_change_before_the_next_step, 0, 2);
    tcase_add_test(tc, a_joint_holds_what_was_prescribed_before);
    tcase_add_test(tc, what_is_touched_is_the_model_as_it_is);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
