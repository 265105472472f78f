/* test_seen.c - relations that see the whole q and know few unknowns of it: what patterns of
 * their Jacobians make of them is what they are without, and what they are of ends
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/walls.h"

/* ---- in every way --------------------------------------------------------------------------- */

enum { FEW = 9 };

enum { IMPACT, GLUE, SPRING, FORCE };

typedef struct way {
    const char *kind, *osi, *name, *value, *cls;
    int         law;
} way;

static zn_law *law_of(int which)
{
    zn_law *law;

    if (which == GLUE)
        return equality(1);
    if (which == FORCE)
        law = complementarity(1);
    else if (which == SPRING)
        MUST(zn_law_new(ctx, "spring", &law));
    else
        law = newton(0.3);
    if (which == SPRING)
        MUST(zn_law_set(law, "stiffness", "200"));
    if (which != IMPACT)
        MUST(zn_model_add_law(model, law));
    return law;
}

static void fly(const way *w, form how, double out[2 * FEW])
{
    const double clearance = w->law == GLUE ? 0 : 0.1;
    zn_ds *ds;

    scene_setup();
    ds = bar(FEW, w->law == GLUE ? 0 : 0.5);
    if (w->law == GLUE) { /* its middle moves */
        double m[FEW] = {[FEW / 2] = 3};

        MUST(zn_ds_set_constant(ds, "f_ext", FEW, 1, m));
    }
    between_walls(ds, law_of(w->law), w->cls, how, clearance);
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, w->kind, &sim));
    MUST(zn_simulation_use(sim, w->osi, NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 2e-3, 3));
    MUST(zn_simulation_set(sim, w->name, w->value));
    MUST(zn_simulation_run(sim));
    memcpy(out, zn_simulation_q(sim, ds), FEW * sizeof *out);
    memcpy(out + FEW, zn_simulation_v(sim, ds), FEW * sizeof *out);
    scene_teardown();
}

START_TEST(patterns_change_nothing)
{
    static const way ways[] = {
        {"time-stepping", "moreau-jean", "warm_start", "yes", "scleronomous", IMPACT},
        {"time-stepping", "moreau-jean", "warm_start", "yes", "rheonomous", IMPACT},
        {"time-stepping", "moreau-jean", "recompute", "yes", "scleronomous", IMPACT},
        {"time-stepping", "moreau-jean", "formulation", "global", "scleronomous", IMPACT},
        {"time-stepping", "moreau-jean", "projection", "direct", "scleronomous", IMPACT},
        {"time-stepping", "moreau-jean", "projection", "combined", "rheonomous", IMPACT},
        {"time-stepping", "moreau-jean", "projection", "simultaneous", "scleronomous", IMPACT},
        {"time-stepping", "moreau-jean", "warm_start", "yes", "scleronomous", GLUE},
        {"time-stepping", "moreau-jean", "warm_start", "yes", "scleronomous", SPRING},
        {"time-stepping", "moreau-jean", "warm_start", "yes", "compliant", FORCE},
        {"time-stepping", "moreau-jean", "warm_start", "yes", "nonlinear", FORCE},
        {"time-stepping", "schatzman-paoli", "warm_start", "yes", "scleronomous", IMPACT},
        {"time-stepping", "nonsmooth-alpha", "recompute", "yes", "scleronomous", IMPACT},
        {"time-stepping", "d1-minus", "warm_start", "yes", "rheonomous", IMPACT},
        {"time-stepping", "generalised-alpha", "warm_start", "yes", "scleronomous", GLUE},
        {"event-driven", "moreau-jean", "energy", "no", "scleronomous", IMPACT},
        {"event-driven", "moreau-jean", "energy", "no", "rheonomous", IMPACT},
    };
    const way *w = &ways[_i];
    double whole[2 * FEW], ends[2 * FEW], pattern[2 * FEW], differences[2 * FEW], moved = 0;

    fly(w, WHOLE, whole);
    fly(w, ENDS, ends);
    fly(w, PATTERN, pattern);
    fly(w, DIFFERENCES, differences);
    for (int i = 0; i < 2 * FEW; i++) {
        moved = fmax(moved, fabs(whole[i]));
        /* the same unknowns by another door */
        ck_assert_msg(pattern[i] == ends[i], "%d: %.17g, by ends %.17g", i, pattern[i], ends[i]);
        CLOSE(pattern[i], whole[i], 1e-7);     /* solvers stop at 1e-10 */
        CLOSE(differences[i], whole[i], 1e-6); /* of slopes to 1e-10 */
    }
    ck_assert_double_gt(moved, 0.05);
    if (w->law == IMPACT) /* it came back from the right wall */
        ck_assert_double_lt(whole[FEW + 4], 0.4);
}
END_TEST

/* The pattern comes and goes in mid-run, and may be one of an end that names more. */
static void change(int how, double out[2 * FEW])
{
    const zn_index p[] = {0, 1, 1, 1, 1, 1, 1, 1, 1, 2}, some[] = {0, 1, 1, 2}, rows[] = {0, 1};
    const zn_pattern corners = {
        .shape = ZN_SHAPE_COLUMNS, .rows = 2, .cols = FEW, .p = p, .i = rows};
    const zn_pattern outer = {.shape = ZN_SHAPE_COLUMNS, .rows = 2, .cols = 3, .p = some, .i = rows};
    const zn_index at[] = {0, 4, FEW - 1};
    const double clearance = 0.1;
    zn_relation *r;
    zn_ds *ds;

    scene_setup();
    ds = bar(FEW, 0.5);
    if (how == 2) {
        const zn_end three = {ds, 3, at};

        in_pattern = true;
        MUST(zn_relation_new(ctx, "scleronomous", "walls", 2, 3, &r));
        MUST(zn_relation_set_z(r, 1, &clearance));
        MUST(zn_relation_set_function(r, "h", (zn_fn *)gaps));
        MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)gaps_jac));
        MUST(zn_relation_set_pattern(r, "jac_h_q", &outer));
        MUST(zn_model_connect_ends(model, NULL, newton(0.3), r, &three, NULL, NULL));
    } else {
        r = zn_interaction_relation(
            between_walls(ds, newton(0.3), "scleronomous", WHOLE, clearance));
    }
    simulate("moreau-jean", NULL, 0, 2e-3, 3);
    for (int k = 1; k <= 5; k++) {
        MUST(zn_simulation_advance_to(sim, 0.6 * k));
        if (how != 1)
            continue;
        in_pattern = k % 2;
        zn_model_reopen(model);
        MUST(zn_relation_set_pattern(r, "jac_h_q", in_pattern ? &corners : NULL));
        MUST(zn_model_seal(model));
    }
    memcpy(out, zn_simulation_q(sim, ds), FEW * sizeof *out);
    memcpy(out + FEW, zn_simulation_v(sim, ds), FEW * sizeof *out);
    scene_teardown();
}

START_TEST(patterns_come_and_go)
{
    double whole[2 * FEW], changed[2 * FEW], of_end[2 * FEW];

    change(0, whole);
    change(1, changed);
    change(2, of_end);
    for (int i = 0; i < 2 * FEW; i++) {
        CLOSE(changed[i], whole[i], 1e-7);
        CLOSE(of_end[i], whole[i], 1e-7);
    }
    ck_assert_double_lt(whole[FEW + 4], 0.4); /* the wall was there */
}
END_TEST

static zn_status three_between_walls(zn_ctx *c)
{
    const double M[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, q[3] = {0}, v[3] = {1, 1, 1}, clearance = 0.1;
    const zn_index p[] = {0, 1, 1, 2}, rows[] = {0, 1};
    const zn_pattern corners = {.shape = ZN_SHAPE_COLUMNS, .rows = 2, .cols = 3, .p = p, .i = rows};
    zn_simulation *run = NULL;
    zn_relation *r = NULL;
    zn_model *m = NULL;
    zn_law *law = NULL;
    zn_ds *ds = NULL;
    zn_status st = zn_model_new(c, &m);
    bool owns_r = false, owns_law = false, owns_ds = false;

#define THEN(call) st = st ? st : (call)
    in_pattern = true;
    THEN(zn_ds_new(c, "lagrangian-linear", "three", 3, q, v, &ds));
    THEN(zn_ds_set_constant(ds, "mass", 3, 3, M));
    THEN(zn_model_add_ds(m, ds));
    owns_ds = !st;
    THEN(zn_relation_new(c, "scleronomous", "walls", 2, 3, &r));
    THEN(zn_relation_set_z(r, 1, &clearance));
    THEN(zn_relation_set_function(r, "h", (zn_fn *)gaps));
    THEN(zn_relation_set_function(r, "jac_h_q", (zn_fn *)gaps_jac));
    THEN(zn_relation_set_pattern(r, "jac_h_q", &corners));
    THEN(zn_model_add_relation(m, r));
    owns_r = !st;
    THEN(zn_law_newton_impact(c, 0.3, &law));
    THEN(zn_model_add_law(m, law));
    owns_law = !st;
    THEN(zn_model_connect(m, NULL, law, r, ds, NULL, NULL));
    THEN(zn_model_seal(m));
    THEN(zn_simulation_new(m, &run));
    THEN(zn_simulation_use(run, "moreau-jean", NULL, NULL));
    THEN(zn_simulation_set_time(run, 0, 0.05, 0.3));
    THEN(zn_simulation_run(run));
#undef THEN
    zn_simulation_free(run);
    if (!owns_r)
        zn_relation_free(r);
    if (!owns_law)
        zn_law_free(law);
    if (!owns_ds)
        zn_ds_free(ds);
    zn_model_free(m);
    return st;
}

static zn_status torture(const zn_allocator *alloc)
{
    zn_ctx *c = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    st = st ? st : three_between_walls(c);
    zn_ctx_free(c);
    return st;
}

/* Each allocation fails once. */
START_TEST(no_memory_is_said)
{
    test_torture(torture);
}
END_TEST

/* ---- in a circuit ------------------------------------------------------------------------------ */

enum { NODES = 12, NODE = 5 };

/* r = (1 + lambda) lambda into a node, y = x + lambda/2 - 1/5 */
static void node_h(unsigned nx, double *x, unsigned nl, double *l, unsigned ny, double *y)
{
    (void)nx, (void)nl, (void)ny;
    y[0] = x[NODE] + l[0] / 2 - 0.2;
}

static void node_g(unsigned nl, double *l, unsigned nr, double *r)
{
    (void)nl, (void)nr;
    r[NODE] = (1 + l[0]) * l[0];
}

static void node_x(unsigned nx, double *x, unsigned nl, double *l, unsigned ny, double *C)
{
    (void)nx, (void)x, (void)nl, (void)l, (void)ny;
    C[in_pattern ? 0 : NODE] = 1;
}

static void node_lambda(unsigned nl, double *l, unsigned nr, double *B)
{
    (void)nl, (void)nr;
    B[in_pattern ? 0 : NODE] = 1 + 2 * l[0];
}

static void rectified(form how, double out[NODES])
{
    double A[NODES * NODES] = {0}, x[NODES];
    zn_index p[NODES + 1], zero = 0, both[] = {0, 1}, at = NODE;
    const zn_pattern row = {
        .shape = ZN_SHAPE_COLUMNS, .rows = 1, .cols = NODES, .p = p, .i = &zero};
    const zn_pattern column = {
        .shape = ZN_SHAPE_COLUMNS, .rows = NODES, .cols = 1, .p = both, .i = &at};
    zn_law *law;
    zn_relation *r;
    zn_ds *ds;

    for (int i = 0; i < NODES; i++) {
        x[i] = cos(i);
        A[i + i * NODES] = -2;
        if (i > 0)
            A[i + (i - 1) * NODES] = 3;
        if (i < NODES - 1)
            A[i + (i + 1) * NODES] = -3;
    }
    for (int j = 0; j <= NODES; j++)
        p[j] = j > NODE;
    in_pattern = how == PATTERN;
    scene_setup();
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "ladder", NODES, x, &ds));
    MUST(zn_ds_set_constant(ds, "A", NODES, NODES, A));
    MUST(zn_model_add_ds(model, ds));
    law = complementarity(1);
    MUST(zn_model_add_law(model, law));
    MUST(zn_relation_new(ctx, "feedthrough", "node", 1, NODES, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)node_h));
    MUST(zn_relation_set_function(r, "g", (zn_fn *)node_g));
    if (how != DIFFERENCES) {
        MUST(zn_relation_set_function(r, "jac_h_x", (zn_fn *)node_x));
        MUST(zn_relation_set_function(r, "jac_g_lambda", (zn_fn *)node_lambda));
    }
    if (how != WHOLE) {
        MUST(zn_relation_set_pattern(r, "jac_h_x", &row));
        MUST(zn_relation_set_pattern(r, "jac_g_lambda", &column));
    }
    MUST(zn_model_connect(model, NULL, law, r, ds, NULL, NULL));
    simulate("euler-moreau", NULL, 0, 0.01, 2);
    MUST(zn_simulation_run(sim));
    memcpy(out, zn_simulation_x(sim, ds), NODES * sizeof *out);
    scene_teardown();
}

START_TEST(inputs_of_a_circuit_go_where_patterns_say)
{
    double whole[NODES], pattern[NODES], differences[NODES], moved = 0;

    rectified(WHOLE, whole);
    rectified(PATTERN, pattern);
    rectified(DIFFERENCES, differences);
    for (int k = 0; k < NODES; k++) {
        moved = fmax(moved, fabs(whole[k]));
        CLOSE(pattern[k], whole[k], 1e-9);
        CLOSE(differences[k], whole[k], 1e-8);
    }
    ck_assert_double_gt(moved, 1e-3);
}
END_TEST

/* ---- what is beside a pattern -------------------------------------------------------------------- */

/* The first gap, and a little of the third unknown. */
static void looks_aside(unsigned nq, double *q, unsigned ny, double *y, unsigned nz, double *z)
{
    gaps(nq, q, ny, y, nz, z);
    y[0] += 0.1 * q[2];
}

static void pushes_aside(double t, unsigned nq, double *q, unsigned nl, double *l, double *g,
                         unsigned nz, double *z)
{
    push(t, nq, q, nl, l, g, nz, z);
    g[3] = 2;
}

static void count_wrong(void *user, const zn_jacobian_check *r)
{
    *(double *)user = r->agrees ? 0 : r->error;
}

START_TEST(what_patterns_leave_out_is_refused)
{
    zn_interaction *a;
    zn_relation *r;
    zn_ds *ds;
    zn_index wrong = 0;
    double error = 0;

    scene_setup();
    ds = bar(FEW, 0.1);
    a = between_walls(ds, newton(0), "scleronomous", PATTERN, 1);
    r = zn_interaction_relation(a);
    MUST(zn_relation_set_function(r, "h", (zn_fn *)looks_aside));
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    MUST(zn_check_jacobians(model, NULL, count_wrong, &error, &wrong));
    ck_assert_int_eq(wrong, 1);
    ck_assert_double_gt(error, 0.01);
    REFUSED(zn_simulation_run(sim), ZN_EDOM,
            "what the patterns of its Jacobians leave out is NaN to relation 'walls'");
    scene_teardown();

    scene_setup();
    ds = bar(FEW, 0.1);
    a = between_walls(ds, law_of(FORCE), "nonlinear", PATTERN, 0.01);
    MUST(zn_relation_set_function(zn_interaction_relation(a), "g", (zn_fn *)pushes_aside));
    simulate("moreau-jean", NULL, 0, 1e-2, 1);
    REFUSED(zn_simulation_run(sim), ZN_EUSER,
            "g of relation 'walls' (a C function): component 3 is 2, where the patterns");
    scene_teardown();
}
END_TEST

START_TEST(patterns_that_mean_nothing_are_refused)
{
    const double q[] = {0, 0, 0, 1, 0, 0, 0}, v[6] = {0}, I[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const zn_pattern square = zn_pattern_diagonal(2), none = zn_pattern_zero(2, FEW);
    const zn_index p[] = {0, 1, 1, 1, 1, 1, 1, 1}, i = 0;
    const zn_pattern first = {.shape = ZN_SHAPE_COLUMNS, .rows = 1, .cols = 7, .p = p, .i = &i};
    zn_relation *r;
    zn_ds *ds;

    scene_setup();
    ds = bar(FEW, 0);
    r = zn_interaction_relation(between_walls(ds, newton(0), "compliant", WHOLE, 1));
    REFUSED(zn_relation_set_pattern(r, "jac_h_q", &square), ZN_EINVAL,
            "the pattern is 2 x 2, expected 2 x 9");
    REFUSED(zn_relation_set_pattern(r, "jac_h_lambda", &square), ZN_EINVAL, "dense values");
    MUST(zn_relation_set_pattern(r, "jac_h_q", &none));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "it sees nothing");
    MUST(zn_relation_new(ctx, "linear", NULL, 2, FEW, &r));
    REFUSED(zn_relation_set_pattern(r, "C", &none), ZN_EINVAL, "cannot be a function");
    zn_relation_free(r);
    scene_teardown();

    /* numbers of a position on a manifold mean nothing one by one */
    scene_setup();
    MUST(zn_ds_new(ctx, "newton-euler", "b", 6, q, v, &ds));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, I));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, I));
    MUST(zn_model_add_ds(model, ds));
    MUST(zn_relation_new(ctx, "scleronomous", "r", 1, 7, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)gaps));
    MUST(zn_relation_set_pattern(r, "jac_h_q", &first));
    MUST(zn_model_connect(model, "i", newton(0), r, ds, NULL, NULL));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "'b' (newton-euler)");
    scene_teardown();
}
END_TEST

int main(void)
{
    Suite *s = suite_create("unknowns that relations see");
    TCase *tc = tcase_create("seen");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, patterns_change_nothing, 0, 17);
    tcase_add_test(tc, patterns_come_and_go);
    tcase_add_test(tc, no_memory_is_said);
    tcase_add_test(tc, inputs_of_a_circuit_go_where_patterns_say);
    tcase_add_test(tc, what_patterns_leave_out_is_refused);
    tcase_add_test(tc, patterns_that_mean_nothing_are_refused);
    suite_add_tcase(s, tc);
    return test_main(s);
}
