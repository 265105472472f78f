/* test_ends.c - interactions with some unknowns of large systems: what relations of every
 * class give for the nodes of a mesh or of a circuit is what they give with all unknowns
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/bytes.h"
#include "tests/analytic/rubber.h"

/* ---- a mesh thrown onto a floor ------------------------------------------------------ */

/* How a contact is given: rows of C with all unknowns, or the node with its two. */
enum { WHOLE, LINEAR, SCLERONOMOUS, RHEONOMOUS };

/* Height above the floor, and the way along it, of one node; z: the height at rest. */
static void height(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                   double *z)
{
    ck_assert_uint_eq(nq, 2);
    ck_assert_uint_eq(nz, 1);
    y[0] = q[1] + z[0];
    if (ny > 1)
        y[1] = q[0];
}

static void height_jac(unsigned nq, double *q, unsigned ny, double *H,
                       unsigned nz, double *z)
{
    (void)nq, (void)q, (void)nz, (void)z;
    H[ny] = 1;
    if (ny > 1)
        H[1] = 1;
}

static void height_at(unsigned nq, double *q, double t, unsigned ny, double *y,
                      unsigned nz, double *z)
{
    (void)t;
    height(nq, q, ny, y, nz, z);
}

static void jac_at(unsigned nq, double *q, double t, unsigned ny, double *H,
                   unsigned nz, double *z)
{
    (void)t;
    height_jac(nq, q, ny, H, nz, z);
}

static zn_relation *relation(int how, zn_index rows, zn_index nq, zn_index k,
                             double e)
{
    const char *const cls[] = {"linear", "linear", "scleronomous",
                               "rheonomous"};
    const double gap[2] = {e, 0};
    double *C = calloc((size_t)(rows * nq), sizeof *C);
    zn_relation *r;

    MUST(zn_relation_new(ctx, cls[how], NULL, rows, nq, &r));
    if (how == SCLERONOMOUS) {
        MUST(zn_relation_set_z(r, 1, &e));
        MUST(zn_relation_set_function(r, "h", (zn_fn *)height));
        MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)height_jac));
    } else if (how == RHEONOMOUS) {
        MUST(zn_relation_set_z(r, 1, &e));
        MUST(zn_relation_set_function(r, "h", (zn_fn *)height_at));
        MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)jac_at));
    } else {
        C[(2 * k + 1) * rows] = 1;
        if (rows > 1)
            C[1 + 2 * k * rows] = 1;
        MUST(zn_relation_set_constant(r, "C", rows, nq, C));
        MUST(zn_relation_set_constant(r, "e", rows, 1, gap));
    }
    MUST(zn_model_add_relation(model, r));
    free(C);
    return r;
}

/* Contacts of the lower nodes. Relations of nodes are shared by those of one height. */
static void add_contacts(const mesh *g, zn_ds *ds, zn_law *law, int how,
                         zn_index rows)
{
    zn_relation *shared[3];

    for (zn_index k = 0; how != WHOLE && k < 3; k++)
        shared[k] = relation(how, rows, 2, 0, 1e-3 * (double)(1 + k));
    for (zn_index k = 0; k <= g->nx; k++) {
        const zn_index at[2] = {2 * k, 2 * k + 1};
        const zn_end node = {ds, 2, at};

        if (how == WHOLE)
            MUST(zn_model_connect(
                model, NULL, law,
                relation(how, rows, g->n, k, 1e-3 * (double)(1 + k % 3)), ds,
                NULL, NULL));
        else
            MUST(zn_model_connect_ends(model, NULL, law, shared[k % 3], &node,
                                       NULL, NULL));
    }
}

static zn_ds *thrown(const mesh *g, double along)
{
    double *q0 = calloc((size_t)g->n, sizeof *q0);
    double *v0 = calloc((size_t)g->n, sizeof *v0);
    zn_ds *ds;

    for (zn_index k = 0; k < g->n; k += 2) {
        v0[k] = along;
        v0[k + 1] = -0.5;
    }
    MUST(zn_ds_new(ctx, "lagrangian-linear", "rubber", g->n, q0, v0, &ds));
    MUST(zn_ds_set_diagonal(ds, "mass", g->n, g->m));
    set_stiffness(ds, g, COLUMNS);
    MUST(zn_model_add_ds(model, ds));
    free(q0);
    free(v0);
    return ds;
}

enum { IMPACT, FRICTION, GLUE, SPRING };

static zn_law *law_of(int which)
{
    zn_law *law;

    if (which == FRICTION)
        MUST(zn_law_friction(ctx, 2, 0, 0, 0.3, &law));
    else if (which == GLUE)
        law = equality(1);
    else if (which == SPRING)
        MUST(zn_law_new(ctx, "spring", &law));
    else
        law = newton(0.3);
    if (which == SPRING)
        MUST(zn_law_set(law, "stiffness", "200"));
    MUST(zn_model_add_law(model, law));
    return law;
}

/* One way to step. */
typedef struct way {
    const char *osi, *options, *name, *value;
    int         law;
} way;

static double *landing(const way *w, int how, zn_index *n)
{
    double *out;
    zn_ds *ds;
    mesh g;

    scene_setup();
    g = rubber(8, 4);
    *n = 2 * g.n;
    ds = thrown(&g, 0.2);
    add_contacts(&g, ds, law_of(w->law), how, w->law == FRICTION ? 2 : 1);
    simulate(w->osi, w->options, 0, 2e-4, 0.02);
    MUST(zn_simulation_set(sim, w->name, w->value));
    MUST(zn_simulation_run(sim));
    out = calloc((size_t)*n, sizeof *out);
    memcpy(out, zn_simulation_q(sim, ds), (size_t)g.n * sizeof *out);
    memcpy(out + g.n, zn_simulation_v(sim, ds), (size_t)g.n * sizeof *out);
    mesh_free(&g);
    scene_teardown();
    return out;
}

START_TEST(relations_of_nodes_act_as_those_of_the_mesh)
{
    static const way ways[] = {
        {"moreau-jean", NULL, "warm_start", "yes", IMPACT},
        {"moreau-jean", NULL, "recompute", "yes", IMPACT},
        {"moreau-jean", NULL, "warm_start", "yes", FRICTION},
        {"moreau-jean", NULL, "formulation", "global", FRICTION},
        {"moreau-jean", NULL, "projection", "direct", IMPACT},
        {"moreau-jean", NULL, "projection", "combined", IMPACT},
        {"moreau-jean", NULL, "warm_start", "yes", GLUE},
        {"moreau-jean", NULL, "warm_start", "yes", SPRING},
        {"schatzman-paoli", NULL, "warm_start", "yes", IMPACT},
        {"nonsmooth-alpha", NULL, "recompute", "yes", FRICTION},
        {"d1-minus", NULL, "warm_start", "yes", FRICTION},
        {"generalised-alpha", NULL, "warm_start", "yes", GLUE},
    };
    const way *w = &ways[_i / 3];
    const int how = LINEAR + _i % 3;
    zn_index n;
    double *whole = landing(w, WHOLE, &n), *some = landing(w, how, &n);

    ck_assert_double_gt(whole[n / 2 + 1], -0.499); /* the floor was there */
    for (zn_index i = 0; i < n; i++) /* solvers stop at 1e-10 */
        ck_assert_msg(fabs(some[i] - whole[i]) <= 1e-7,
                      "%s, %s = %s, law %d, relation %d: %td: %.17g, whole %.17g",
                      w->osi, w->name, w->value, w->law, how, i, some[i],
                      whole[i]);
    free(whole);
    free(some);
}
END_TEST

/* ---- a wave in a block, by its formula -------------------------------------------------- */

static long calls; /* of gap */

/* ln(1 + k q)/k with k = 100/m: zero, and of slope one, where q is zero */
static void gap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                double *z)
{
    (void)ny, (void)nz, (void)z;
    ck_assert_uint_eq(nq, 1);
    calls++;
    y[0] = log1p(100 * q[0]) / 100;
}

static void gap_jac(unsigned nq, double *q, unsigned ny, double *H, unsigned nz,
                    double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    H[0] = 1 / (1 + 100 * q[0]);
}

static zn_relation *gap_relation(void)
{
    zn_relation *r;

    MUST(zn_relation_new(ctx, "scleronomous", "gap", 1, 1, &r));
    MUST(zn_relation_set_function(r, "h", (zn_fn *)gap));
    MUST(zn_relation_set_function(r, "jac_h_q", (zn_fn *)gap_jac));
    return r;
}

/* Every lower node under one relation, which knows its height alone. */
static void stand(const mesh *g, zn_ds *ds)
{
    zn_relation *r = gap_relation();
    zn_law *law = newton(0);

    for (zn_index k = 0; k <= g->nx; k++) {
        const zn_index at = 2 * k + 1;
        const zn_end node = {ds, 1, &at};

        MUST(zn_model_connect_ends(model, NULL, law, r, &node, NULL, NULL));
    }
}

/* Impulse of all contacts in the last step. */
static double pushed(void)
{
    double sum = 0;

    for (zn_index k = 0; k < zn_model_interaction_places(model); k++)
        sum += zn_simulation_lambda(sim, zn_model_interaction_at(model, k), 1)[0];
    return sum;
}

START_TEST(a_block_bounces_as_its_wave_says)
{
    /* Without lateral contraction columns of the block are bars: the floor pushes with
     * rho c v A while the wave runs up and down, 2 H/c; then it leaves with v. */
    mesh g = {.nx = 20, .ny = 250, .width = 1, .height = 0.5,
              .E = 1e4, .nu = 0, .rho = 10};
    const double c = sqrt(g.E / g.rho), T = 2 * g.height / c, h = T / 250;
    const zn_check_options o = {.states = 2, .spread = 1e-3};
    double impulse = 0, weight = 0, momentum = 0;
    zn_index wrong = 1;
    zn_ds *ds;

    if (test_is_slowed())
        return;
    scene_setup();
    MUST(mesh_make(&g));
    ck_assert_int_ge(g.n, 10000);
    ds = thrown(&g, 0);
    stand(&g, ds);
    simulate("moreau-jean", "theta=0.5", 0, h, 1.4 * T);
    MUST(zn_check_jacobians(model, &o, NULL, NULL, &wrong));
    ck_assert_int_eq(wrong, 0);
    for (int k = 0; k < 225; k++) {
        MUST(zn_simulation_step(sim));
        impulse += k >= 25 ? pushed() : 0;
    }
    /* 0.5 %: the corners of the wave are as wide as a few elements */
    ck_assert_double_eq_tol(impulse / (200 * h), g.rho * c * 0.5 * g.width,
                            0.005 * g.rho * c * 0.5 * g.width);
    MUST(zn_simulation_run(sim));
    for (zn_index i = 1; i < g.n; i += 2) {
        weight += g.m[i];
        momentum += g.m[i] * v_of(ds, i);
    }
    /* what is left of the corners stays behind as vibration */
    ck_assert_double_eq_tol(momentum / weight, 0.5, 0.02 * 0.5);
    mesh_free(&g);
    scene_teardown();
}
END_TEST

/* Most bytes for each unknown in three steps of a block with so many elements. */
static double bytes_each(zn_index nx, zn_index ny, zn_index least)
{
    byte_count b = {0};
    const zn_allocator alloc = {.resize = resize, .user = &b};
    double each;
    mesh g;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    sim = NULL;
    g = rubber(nx, ny);
    stand(&g, thrown(&g, 0));
    simulate("moreau-jean", NULL, 0, 5e-3, 15e-3);
    MUST(zn_simulation_set(sim, "formulation", "lcp"));
    MUST(zn_simulation_set(sim, "recompute", "no")); /* that allocates, and calls */
    calls = 0;
    MUST(zn_simulation_run(sim));
    ck_assert_int_gt(zn_simulation_step_info(sim)->rows, nx / 2);
    ck_assert_int_ge(g.n, least);
    each = (double)b.top / (double)g.n;
    mesh_free(&g);
    scene_teardown();
    ck_assert_uint_eq(b.now, 0);
    return each;
}

START_TEST(memory_and_work_are_those_of_what_is_touched)
{
    if (test_is_slowed())
        return;
    const double small = bytes_each(112, 111, 25000);
    const long few = calls;
    const double large = bytes_each(112, 444, 100000);

    /* whole rows would be 113 n numbers thrice (C, X, q): 2700 bytes each more */
    ck_assert_double_lt(large, 2000);
    ck_assert_double_lt(large, 1.2 * small);
    /* 113 outputs at the start and after each of 3 steps */
    ck_assert_int_eq(few, 113 * 4);
    ck_assert_int_eq(calls, 113 * 4);
}
END_TEST

/* ---- a circuit ---------------------------------------------------------------------------- */

enum { NODES = 24 };

/* r = lambda (1 + x/10) into the node, y = x + lambda/2 - 1/5 */
static void node_h(double t, unsigned nx, double *x, unsigned nl, double *l,
                   double *y, unsigned nz, double *z)
{
    (void)t, (void)nl, (void)nz, (void)z;
    y[0] = x[nx == 1 ? 0 : 5] + l[0] / 2 - 0.2;
}

static void node_g(double t, unsigned nx, double *x, unsigned nl, double *l,
                   double *r, unsigned nz, double *z)
{
    const unsigned at = nx == 1 ? 0 : 5;

    (void)t, (void)nl, (void)nz, (void)z;
    r[at] = l[0] * (1 + x[at] / 10);
}

/* A ladder of resistors and capacitors that swings, rectified at some nodes. */
static zn_ds *ladder(void)
{
    double A[NODES * NODES] = {0}, x[NODES];
    zn_ds *ds;

    for (int i = 0; i < NODES; i++) {
        x[i] = cos(i);
        A[i + i * NODES] = -2;
        if (i > 0)
            A[i + (i - 1) * NODES] = 3;
        if (i < NODES - 1)
            A[i + (i + 1) * NODES] = -3;
    }
    MUST(zn_ds_new_first_order(ctx, "first-order-linear", "ladder", NODES, x,
                               &ds));
    MUST(zn_ds_set_constant(ds, "A", NODES, NODES, A));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

static void rectify(zn_ds *ds, zn_law *law, zn_index node, bool some,
                    bool nonlinear)
{
    const zn_index n = some ? 1 : NODES;
    const double half = 0.5, e = -0.2;
    const zn_end end = {ds, 1, &node};
    double C[NODES] = {0};
    zn_relation *r;

    C[some ? 0 : node] = 1;
    MUST(zn_relation_new(ctx, nonlinear ? "nonlinear" : "first-order-linear",
                         NULL, 1, n, &r));
    if (nonlinear) {
        MUST(zn_relation_set_function(r, "h", (zn_fn *)node_h));
        MUST(zn_relation_set_function(r, "g", (zn_fn *)node_g));
    } else {
        MUST(zn_relation_set_constant(r, "C", 1, n, C));
        MUST(zn_relation_set_constant(r, "B", n, 1, C));
        MUST(zn_relation_set_constant(r, "D", 1, 1, &half));
        MUST(zn_relation_set_constant(r, "e", 1, 1, &e));
    }
    if (some)
        MUST(zn_model_connect_ends(model, NULL, law, r, &end, NULL, NULL));
    else
        MUST(zn_model_connect(model, NULL, law, r, ds, NULL, NULL));
}

static void rectified(const char *kind, const char *osi, bool nonlinear,
                      bool some, double out[NODES])
{
    zn_law *law;
    zn_ds *ds;

    scene_setup();
    ds = ladder();
    law = complementarity(1);
    MUST(zn_model_add_law(model, law));
    rectify(ds, law, 5, some, nonlinear);
    if (!nonlinear) {
        rectify(ds, law, 2, some, false);
        rectify(ds, law, 17, some, false);
    }
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, kind, &sim));
    MUST(zn_simulation_use(sim, osi, NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 0.01, 2));
    MUST(zn_simulation_run(sim));
    memcpy(out, zn_simulation_x(sim, ds), NODES * sizeof *out);
    scene_teardown();
}

START_TEST(nodes_of_a_circuit_act_as_the_circuit)
{
    static const struct {
        const char *kind, *osi;
        bool nonlinear;
    } c[] = {
        {"time-stepping", "euler-moreau", false},
        {"time-stepping", "euler-moreau", true},
        {"time-stepping", "zero-order-hold", false},
        {"event-driven", "euler-moreau", false},
    };
    double whole[NODES], some[NODES], free_[NODES] = {0}, moved = 0;

    rectified(c[_i].kind, c[_i].osi, c[_i].nonlinear, false, whole);
    rectified(c[_i].kind, c[_i].osi, c[_i].nonlinear, true, some);
    for (int k = 0; k < NODES; k++) {
        moved = fmax(moved, fabs(whole[k] - free_[k]));
        ck_assert_double_eq_tol(some[k], whole[k], 1e-9); /* solvers: 1e-10 */
    }
    ck_assert_double_gt(moved, 1e-3);
}
END_TEST

/* ---- two systems, and what is refused ------------------------------------------------------ */

/* Chains of three masses whose ends are joined; the way of one end after 0.5 s. */
static double joined(bool some)
{
    const double M[] = {1, 0, 0, 0, 2, 0, 0, 0, 3};
    const double K[] = {50, -50, 0, -50, 90, -40, 0, -40, 40};
    const double q[] = {0, 0, 0}, v[] = {1, 0, -1}, u[] = {0, 0, 0};
    const double C[] = {0, 0, 1, -1, 0, 0}, one[] = {1, -1};
    const zn_index last = 2, first = 0;
    double out;
    zn_relation *r;
    zn_ds *a, *b;

    scene_setup();
    a = linear_system("a", 3, M, NULL, K, q, v, NULL);
    b = linear_system("b", 3, M, NULL, K, q, u, NULL);
    MUST(zn_relation_new(ctx, "linear", "joint", 1, some ? 2 : 6, &r));
    MUST(zn_relation_set_constant(r, "C", 1, some ? 2 : 6, some ? one : C));
    if (some) {
        const zn_end ends[] = {{a, 1, &last}, {b, 1, &first}};
        const zn_index *at;
        zn_interaction *i;
        zn_index n;

        MUST(zn_model_connect_ends(model, "joint", equality(1), r, &ends[0],
                                   &ends[1], &i));
        at = zn_interaction_unknowns(i, 1, &n);
        ck_assert_int_eq(n, 1);
        ck_assert_int_eq(at[0], 0);
        ck_assert_int_eq(zn_interaction_unknowns(i, 0, &n)[0], 2);
        ck_assert_ptr_null(zn_interaction_unknowns(i, 2, &n));
    } else {
        MUST(zn_model_connect(model, "joint", equality(1), r, a, b, NULL));
    }
    simulate("moreau-jean", NULL, 0, 1e-3, 0.5);
    MUST(zn_simulation_run(sim));
    ck_assert_double_eq_tol(v_of(a, 2), v_of(b, 0), 1e-9);
    out = q_of(b, 0);
    scene_teardown();
    return out;
}

START_TEST(ends_of_two_systems)
{
    const double whole = joined(false);

    ck_assert_double_gt(fabs(whole), 1e-3);
    ck_assert_double_eq_tol(joined(true), whole, 1e-12);
}
END_TEST

START_TEST(what_is_no_end_is_refused)
{
    const double q[] = {0, 0, 0, 1, 0, 0, 0}, v[6] = {0};
    const double I[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const double row[8] = {1, -1};
    const zn_index bad[] = {0, 3}, twice[] = {1, 1}, one = 0;
    zn_law *law;
    zn_relation *r;
    zn_ds *ds, *body;
    zn_end end;

    scene_setup();
    ds = linear_system("a", 3, I, NULL, NULL, v, v, NULL);
    law = newton(0);
    r = gap_relation();
    end = (zn_end){ds, 2, bad};
    REFUSED(zn_model_connect_ends(model, "i", law, r, &end, NULL, NULL),
            ZN_EINVAL, "there is no unknown 3 of 'a'");
    end = (zn_end){ds, 2, twice};
    REFUSED(zn_model_connect_ends(model, "i", law, r, &end, NULL, NULL),
            ZN_EINVAL, "unknown 1 of 'a' twice");
    end = (zn_end){ds, 0, bad};
    REFUSED(zn_model_connect_ends(model, "i", law, r, &end, NULL, NULL),
            ZN_EINVAL, "n = 0");
    MUST(zn_ds_new(ctx, "newton-euler", "b", 6, q, v, &body));
    MUST(zn_ds_set_constant(body, "inertia", 3, 3, I));
    MUST(zn_model_add_ds(model, body));
    end = (zn_end){body, 1, &one};
    MUST(zn_model_connect_ends(model, "i", law, r, &end, NULL, NULL));
    end = (zn_end){ds, 2, (const zn_index[]){2, 0}};
    MUST(zn_model_connect_ends(model, "j", law, r, &end, NULL, NULL));
    ck_assert_int_eq(zn_model_seal(model), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "a system with q' = v"));
    ck_assert_ptr_nonnull(
        strstr(zn_errmsg(ctx), "the unknowns it names are 2"));
    scene_teardown();

    /* a body beside them, all of it */
    scene_setup();
    ds = linear_system("a", 3, I, NULL, NULL, v, v, NULL);
    MUST(zn_ds_new(ctx, "newton-euler", "b", 6, q, v, &body));
    MUST(zn_ds_set_constant(body, "inertia", 3, 3, I));
    MUST(zn_ds_set_constant(body, "mass", 1, 1, I));
    MUST(zn_model_add_ds(model, body));
    MUST(zn_relation_new(ctx, "linear", "r", 1, 8, &r));
    MUST(zn_relation_set_constant(r, "C", 1, 8, row));
    end = (zn_end){ds, 1, &one};
    MUST(zn_model_connect_ends(model, "i", newton(0), r, &end,
                               &(zn_end){.ds = body}, NULL));
    REFUSED(zn_model_seal(model), ZN_EINVAL, "'b' (newton-euler)");
    scene_teardown();
}
END_TEST

int main(void)
{
    Suite *s = suite_create("some unknowns of systems");
    TCase *tc = tcase_create("ends");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, relations_of_nodes_act_as_those_of_the_mesh, 0, 36);
    tcase_add_test(tc, a_block_bounces_as_its_wave_says);
    tcase_add_test(tc, memory_and_work_are_those_of_what_is_touched);
    tcase_add_loop_test(tc, nodes_of_a_circuit_act_as_the_circuit, 0, 4);
    tcase_add_test(tc, ends_of_two_systems);
    tcase_add_test(tc, what_is_no_end_is_refused);
    suite_add_tcase(s, tc);
    return test_main(s);
}
