/* test_shared.c - two threads ask the same systems and relations
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include <zeno/simulation.h>

#include "model_test.h"

enum { MOST = 9, ROOM = 2 * MOST * MOST };

/* ---- functions of a user that wait in the middle of a call ------------------- */

/* One thread stops when its call number `stop` of a user's function has written its
 * result; the other one then asks the same from another point, all of it. */
static _Thread_local bool slow;
static atomic_int calls, stop, state, go_on; /* state: of the slow thread */
enum { RUNS, WAITS, ENDED };

static void meet(void)
{
    if (!slow || atomic_fetch_add(&calls, 1) != atomic_load(&stop))
        return;
    atomic_store(&state, WAITS);
    while (!atomic_load(&go_on))
        sched_yield();
}

static double sum(zn_index n, const double x[])
{
    double s = 0;

    for (zn_index i = 0; x && i < n; i++)
        s += sin(x[i] + (double)i);
    return s;
}

/* smooth in all that it has, another one in each component */
static void any(void *user, const zn_args *a)
{
    const double s = (isnan(a->t) ? 0 : sin(a->t)) + sum(a->nq, a->q) +
                     2 * sum(a->nv, a->v) + 3 * sum(a->nx, a->x) +
                     4 * sum(a->nl, a->lambda) + 5 * sum(a->nu, a->u);

    (void)user;
    for (zn_index i = 0; i < a->rows * a->cols; i++)
        a->out[i] = sin(s + 0.7 * (double)i);
    meet();
}

/* symmetric and positive definite */
static void mass(void *user, const zn_args *a)
{
    const double s = sum(a->nq, a->q);

    (void)user;
    for (zn_index j = 0; j < a->cols; j++)
        for (zn_index i = 0; i < a->rows; i++)
            a->out[i + j * a->rows] = i == j ? 20 + sin(s + (double)i) : cos(s);
    meet();
}

/* ---- one operation of a class at one point ------------------------------------ */

typedef struct point {
    double t, q[MOST], v[MOST], lambda[MOST];
} point;

typedef zn_status operation(const void *object, const point *p, double out[]);

static zn_status ds_mass_mul(const void *ds, const point *p, double out[])
{
    return zn_ds_class(ds)->mass_mul(ds, p->q, p->v, out);
}

static zn_status ds_force(const void *ds, const point *p, double out[])
{
    return zn_ds_class(ds)->force(ds, p->t, p->q, p->v, out);
}

static zn_status ds_force_jac(const void *ds, const point *p, double out[])
{
    return zn_ds_class(ds)->force_jac(ds, p->t, p->q, p->v, out,
                                      out + MOST * MOST);
}

static zn_status ds_field(const void *ds, const point *p, double out[])
{
    return zn_ds_class(ds)->field(ds, p->t, p->q, out);
}

static zn_status ds_field_jac(const void *ds, const point *p, double out[])
{
    return zn_ds_class(ds)->field_jac(ds, p->t, p->q, out);
}

static zn_status ds_rate_jac(const void *ds, const point *p, double out[])
{
    return zn_ds_class(ds)->rate_jac(ds, p->t, p->q, p->v, out,
                                     out + MOST * MOST);
}

static zn_status r_output(const void *r, const point *p, double out[])
{
    return zn_relation_class(r)->output(r, NULL, p->t, p->q, p->lambda, out);
}

static zn_status r_input(const void *r, const point *p, double out[])
{
    return zn_relation_class(r)->input(r, NULL, p->t, p->q, p->lambda, out);
}

static zn_status r_jac_q(const void *r, const point *p, double out[])
{
    return zn_relation_class(r)->jac_q(r, NULL, p->t, p->q, p->lambda, out);
}

static zn_status r_jac_lambda(const void *r, const point *p, double out[])
{
    return zn_relation_class(r)->jac_lambda(r, NULL, p->t, p->q, p->lambda,
                                            out);
}

static zn_status r_input_jac_q(const void *r, const point *p, double out[])
{
    return zn_relation_class(r)->input_jac_q(r, NULL, p->t, p->q, p->lambda,
                                             out);
}

static zn_status r_input_jac_lambda(const void *r, const point *p, double out[])
{
    return zn_relation_class(r)->input_jac_lambda(r, NULL, p->t, p->q,
                                                  p->lambda, out);
}

static zn_status r_dh_dt(const void *r, const point *p, double out[])
{
    return zn_relation_class(r)->dh_dt(r, NULL, p->t, p->q, out);
}

static zn_status r_acceleration(const void *r, const point *p, double out[])
{
    return zn_relation_class(r)->acceleration(r, NULL, p->t, p->q, p->v, out);
}

/* ---- both threads --------------------------------------------------------------- */

typedef struct job {
    const char *name;
    operation *of;
    const void *object;
    point at;
    double alone[ROOM], got[ROOM];
} job;

static void *in_another_thread(void *arg)
{
    job *j = arg;
    zn_status st;

    slow = true;
    st = j->of(j->object, &j->at, j->got);
    slow = false;
    atomic_store(&state, ENDED);
    return st ? arg : NULL;
}

static point somewhere(double seed)
{
    point p = {.t = 0.3 * seed};

    for (int i = 0; i < MOST; i++) {
        p.q[i] = sin(seed + i);
        p.v[i] = cos(2 * seed + i);
        p.lambda[i] = sin(3 * seed + i);
    }
    return p;
}

static void same(const job *j, const char *who)
{
    ck_assert_msg(memcmp(j->got, j->alone, sizeof j->got) == 0,
                  "%s, stopped in call %d: %s thread has another result",
                  j->name, atomic_load(&stop), who);
}

/* Whichever of its calls of the user's function the slow thread is in, both get the
 * bits that they get alone. */
static void share(const char *name, operation *of, const void *object)
{
    job j[2] = {{name, of, object, somewhere(1), {0}, {0}},
                {name, of, object, somewhere(2), {0}, {0}}};
    int k = 0;

    for (int i = 0; i < 2; i++)
        MUST(of(object, &j[i].at, j[i].alone));
    for (bool more = true; more; k += more) {
        pthread_t thread;
        void *failed;

        memset(j[0].got, 0, sizeof j[0].got);
        memset(j[1].got, 0, sizeof j[1].got);
        atomic_store(&stop, k);
        atomic_store(&calls, 0);
        atomic_store(&state, RUNS);
        atomic_store(&go_on, 0);
        ck_assert_int_eq(
            pthread_create(&thread, NULL, in_another_thread, &j[0]), 0);
        while (atomic_load(&state) == RUNS)
            sched_yield();
        more = atomic_load(&state) == WAITS;
        MUST(of(object, &j[1].at, j[1].got));
        atomic_store(&go_on, 1);
        pthread_join(thread, &failed);
        ck_assert_ptr_null(failed);
        same(&j[0], "the slow");
        same(&j[1], "the quick");
    }
    ck_assert_msg(k > 0, "%s calls no function", name);
}

/* ---- what is asked ----------------------------------------------------------------- */

/* An object of that class with these operators given, ended by NULL; "mass" by a
 * mass. Named by the class and the size. */
static zn_ds *system_of(const char *cls, zn_index n, const char *const ops[])
{
    const bool first = strncmp(cls, "first", 5) == 0;
    const double u[] = {1, 2};
    const point p = somewhere(0.5);
    char name[40];
    zn_ds *ds;

    snprintf(name, sizeof name, "%s-%td-%s", cls, n, ops[0]);
    if (first)
        MUST(zn_ds_new_first_order(ctx, cls, name, n, p.q, &ds));
    else
        MUST(zn_ds_new(ctx, cls, name, n, p.q, p.v, &ds));
    if (strcmp(cls, "first-order") == 0)
        MUST(zn_ds_set_u(ds, 2, u));
    for (int i = 0; ops[i]; i++)
        MUST(zn_ds_set_closure(ds, ops[i], ops[i][0] == 'm' ? mass : any, NULL,
                               NULL));
    MUST(zn_model_add_ds(m, ds));
    return ds;
}

static zn_relation *relation_of(const char *cls, zn_index n,
                                const char *const ops[])
{
    char name[40];
    zn_relation *r;

    snprintf(name, sizeof name, "%s-%td", cls, n);
    MUST(zn_relation_new(ctx, cls, name, n, n, &r));
    for (int i = 0; ops[i]; i++)
        MUST(zn_relation_set_closure(r, ops[i], any, NULL, NULL));
    MUST(zn_model_add_relation(m, r));
    return r;
}

#define OPS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* few numbers are worked on in another way than many */
static const zn_index sizes[] = {2, MOST};

START_TEST(second_order_systems)
{
    const zn_index n = sizes[_i];
    const zn_ds *by_differences =
        system_of("lagrangian", n, OPS("mass", "f_int", "f_gyr"));
    zn_ds *given = system_of(
        "lagrangian", n,
        OPS("f_int", "f_gyr", "f_ext", "jac_f_int_q", "jac_f_int_v",
            "jac_f_gyr_q", "jac_f_gyr_v"));
    zn_ds *linear = system_of("lagrangian-linear", n, OPS("f_ext"));
    double d[MOST];

    for (int i = 0; i < MOST; i++)
        d[i] = 1 + i;
    MUST(zn_ds_set(given, "unit_mass", "yes"));
    MUST(zn_ds_set_diagonal(linear, "mass", n, d));
    MUST(zn_model_seal(m));
    share("mass", ds_mass_mul, by_differences);
    share("force", ds_force, by_differences);
    share("Jacobians by differences", ds_force_jac, by_differences);
    share("Jacobians", ds_force_jac, given);
    share("force of a linear system", ds_force, linear);
}
END_TEST

START_TEST(first_order_systems)
{
    const zn_index n = sizes[_i];
    const zn_ds *by_differences =
        system_of("first-order", n, OPS("f", "input", "control"));
    const zn_ds *given =
        system_of("first-order", n,
                  OPS("input", "f", "jac_f_x", "jac_input_x", "control",
                      "jac_control_x", "jac_control_xdot"));
    const zn_ds *linear = system_of("first-order-linear", n, OPS("A", "b"));

    MUST(zn_model_seal(m));
    share("field", ds_field, by_differences);
    share("its Jacobian by differences", ds_field_jac, by_differences);
    share("its Jacobian", ds_field_jac, given);
    share("rate by differences", ds_rate_jac, by_differences);
    share("rate", ds_rate_jac, given);
    share("linear field", ds_field, linear);
}
END_TEST

START_TEST(relations_of_mechanics)
{
    const zn_index n = sizes[_i];
    const zn_relation *h = relation_of("scleronomous", n, OPS("h"));
    const zn_relation *H = relation_of("scleronomous", n, OPS("h", "jac_h_q"));
    const zn_relation *dot = relation_of(
        "scleronomous", n, OPS("h", "jac_h_q", "jac_h_q_dot"));
    const zn_relation *t = relation_of("rheonomous", n, OPS("h"));
    const zn_relation *T =
        relation_of("rheonomous", n, OPS("h", "h_dot", "jac_h_q"));
    const zn_relation *soft = relation_of("compliant", n, OPS("h"));

    MUST(zn_model_seal(m));
    share("scleronomous jac_q", r_jac_q, h);
    share("scleronomous, acceleration of h", r_acceleration, h);
    share("scleronomous, acceleration of H", r_acceleration, H);
    share("scleronomous, acceleration", r_acceleration, dot);
    share("rheonomous jac_q", r_jac_q, t);
    share("rheonomous dh_dt", r_dh_dt, t);
    share("rheonomous, acceleration of h", r_acceleration, t);
    share("rheonomous, acceleration of H", r_acceleration, T);
    share("compliant jac_q", r_jac_q, soft);
    share("compliant jac_lambda", r_jac_lambda, soft);
}
END_TEST

START_TEST(relations_of_first_order)
{
    const zn_index n = sizes[_i];
    const zn_relation *all = relation_of("nonlinear", n, OPS("h", "g"));
    const zn_relation *one = relation_of("without-feedthrough", n, OPS("h", "g"));
    const zn_relation *two = relation_of("feedthrough", n, OPS("h", "g"));
    const zn_relation *linear =
        relation_of("first-order-linear", n, OPS("C", "D", "B"));

    MUST(zn_model_seal(m));
    share("nonlinear jac_q", r_jac_q, all);
    share("nonlinear jac_lambda", r_jac_lambda, all);
    share("nonlinear, input by q", r_input_jac_q, all);
    share("nonlinear, input by lambda", r_input_jac_lambda, all);
    share("without-feedthrough jac_q", r_jac_q, one);
    share("without-feedthrough, input by lambda", r_input_jac_lambda, one);
    share("feedthrough jac_q", r_jac_q, two);
    share("feedthrough jac_lambda", r_jac_lambda, two);
    share("feedthrough, input by lambda", r_input_jac_lambda, two);
    share("first-order-linear output", r_output, linear);
    share("first-order-linear input", r_input, linear);
}
END_TEST

/* ---- two simulations of one model ------------------------------------------------ */

enum { STEPS = 400, KEPT = 4 };

/* A pendulum by functions on a slope by functions, without Jacobians, and a ball
 * with a force by a function. */
static void pendulum_f(void *user, const zn_args *a)
{
    (void)user;
    a->out[0] = 9.81 * sin(a->q[0]) + 0.1 * a->v[0];
    a->out[1] = a->q[1] + 0.05 * a->v[1] * a->v[1] * a->v[1];
}

static void slope_h(void *user, const zn_args *a)
{
    (void)user;
    a->out[0] = a->q[0] + 0.3 + 0.1 * sin(a->q[1]);
}

static void blow(void *user, const zn_args *a)
{
    (void)user;
    a->out[0] = -9.81 + 5 * sin(40 * a->t);
}

static void make_model(void)
{
    const double one = 1, q[] = {1, 0.5}, v[] = {0, 0.2}, up[] = {1};
    zn_ds *swing, *ball;
    zn_relation *slope, *floor_;
    zn_law *law;

    MUST(zn_ds_new(ctx, "lagrangian", "swing", 2, q, v, &swing));
    MUST(zn_ds_set_closure(swing, "mass", mass, NULL, NULL));
    MUST(zn_ds_set_closure(swing, "f_int", pendulum_f, NULL, NULL));
    MUST(zn_model_add_ds(m, swing));
    MUST(zn_ds_new(ctx, "lagrangian-linear", "ball", 1, q, v, &ball));
    MUST(zn_ds_set_constant(ball, "mass", 1, 1, &one));
    MUST(zn_ds_set_closure(ball, "f_ext", blow, NULL, NULL));
    MUST(zn_model_add_ds(m, ball));
    MUST(zn_law_newton_impact(ctx, 0.6, &law));
    MUST(zn_relation_new(ctx, "scleronomous", "slope", 1, 2, &slope));
    MUST(zn_relation_set_closure(slope, "h", slope_h, NULL, NULL));
    MUST(zn_model_connect(m, "slope", law, slope, swing, NULL, NULL));
    MUST(zn_relation_new(ctx, "linear", "floor", 1, 1, &floor_));
    MUST(zn_relation_set_constant(floor_, "C", 1, 1, up));
    MUST(zn_model_connect(m, "floor", law, floor_, ball, NULL, NULL));
    MUST(zn_model_seal(m));
}

typedef struct run {
    zn_simulation *sim;
    zn_index impacts;
    double q[STEPS][KEPT];
} run;

static void begin(run *r)
{
    MUST(zn_simulation_new(m, &r->sim));
    MUST(zn_simulation_use(r->sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(r->sim, 0, 5e-3, 5e-3 * STEPS));
    MUST(zn_simulation_init(r->sim));
}

static void *go(void *arg)
{
    run *r = arg;

    for (int k = 0; k < STEPS; k++) {
        const zn_state *x = zn_simulation_state(r->sim);

        if (zn_simulation_step(r->sim))
            return arg;
        memcpy(r->q[k], x->q, 3 * sizeof *x->q);
        r->q[k][3] = x->v[0];
    }
    zn_run_info info;
    zn_simulation_run_info(r->sim, &info);
    r->impacts = info.impacts;
    return NULL;
}

START_TEST(two_simulations_of_one_model_give_the_bits_of_one)
{
    static run alone, two[2];
    pthread_t thread[2];
    void *failed;

    make_model();
    begin(&alone);
    ck_assert_ptr_null(go(&alone));
    ck_assert_int_gt(alone.impacts, 5);
    for (int i = 0; i < 2; i++)
        begin(&two[i]);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_create(&thread[i], NULL, go, &two[i]), 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(thread[i], &failed);
        ck_assert_msg(!failed, "%s", zn_errmsg(ctx));
        ck_assert_int_eq(memcmp(two[i].q, alone.q, sizeof alone.q), 0);
    }
    for (int i = 0; i < 2; i++)
        zn_simulation_free(two[i].sim);
    zn_simulation_free(alone.sim);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shared");
    TCase *t = tcase_create("shared");

    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, second_order_systems, 0, 2);
    tcase_add_loop_test(t, first_order_systems, 0, 2);
    tcase_add_loop_test(t, relations_of_mechanics, 0, 2);
    tcase_add_loop_test(t, relations_of_first_order, 0, 2);
    tcase_add_test(t, two_simulations_of_one_model_give_the_bits_of_one);
    suite_add_tcase(suite, t);
    return test_main(suite);
}
