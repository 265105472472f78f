/* test_conform_integrators.c - every class of one-step integrators keeps what
 * zeno/osi.h says
 *
 * Each integrates small models whose motion is known: by hand, or by Runge-Kutta with
 * steps a hundred times as short.
 * SPDX-License-Identifier: Apache-2.0 */
#include "specimen_integrators.h"

#include "../unit/orders.h"

static zn_ctx *ctx;
static zn_model *model;
static zn_simulation *sim;
static zn_osi *osi;
static zn_ds *ds[2];
static const specimen *spec;
static const zn_osi_type *cls;
static const char *who;

static void setup(void)
{
    ctx = conform_ctx();
}

static void leave(void)
{
    zn_simulation_free(sim);
    zn_model_free(model);
    sim = NULL;
    model = NULL;
    ds[0] = ds[1] = NULL;
}

static void teardown(void)
{
    leave();
    zn_ctx_free(ctx);
}

static void take(int i)
{
    static char name[100];
    const zn_type *t;

    spec = &specimens[i];
    scenes_in_modes(spec->diagonal);
    equations = spec->equations;
    snprintf(name, sizeof name, "integrator '%s' (%s)", spec->cls,
             spec->options ? spec->options : "-");
    who = name;
    conform_ok(ctx, who, "its class",
               zn_type_find(ctx, ZN_KIND_OSI, spec->cls, &t));
    cls = (const zn_osi_type *)t;
}

static bool second(void)
{
    return cls->family == ZN_SECOND_ORDER;
}

/* the scene, ready at t = 0 */
static void play(scene what, double h, double T)
{
    leave();
    conform_ok(ctx, who, "a model", zn_model_new(ctx, &model));
    conform_ok(ctx, who, "a scene",
               second() ? second_order(ctx, model, what, ds)
                        : first_order(ctx, model, what, ds));
    conform_ok(ctx, who, "seal", zn_model_seal(model));
    conform_ok(ctx, who, "a simulation", zn_simulation_new(model, &sim));
    conform_ok(ctx, who, "itself",
               zn_simulation_use(sim, spec->cls, spec->options, &osi));
    conform_ok(ctx, who, "times", zn_simulation_set_time(sim, 0, h, T));
    conform_ok(ctx, who, "recompute",
               zn_simulation_set(sim, "recompute", "yes"));
    conform_ok(ctx, who, "energy", zn_simulation_set(sim, "energy", "yes"));
    conform_ok(ctx, who, "init", zn_simulation_init(sim));
}

static void run(void)
{
    conform_ok(ctx, who, "run", zn_simulation_run(sim));
}

/* ---- claims ------------------------------------------------------------------------ */

START_TEST(every_class_has_a_specimen)
{
    conform_covered(ZN_KIND_OSI, class_of, "specimen_integrators.h");
}
END_TEST

START_TEST(uniform_motion_is_exact)
{
    take(_i);
    play(FREE, 0.1, 1);
    run();
    for (int i = 0; i < 2; i++) {
        const double to = start[i] + (second() ? speed[i] : 0);
        const double *at = second() ? zn_simulation_q(sim, ds[0])
                                    : zn_simulation_x(sim, ds[0]);
        conform_close(who, "position", 1, &to, at + i, 1e-14);
        if (second())
            conform_close(who, "velocity", 1, &speed[i],
                          zn_simulation_v(sim, ds[0]) + i, 1e-14);
    }
}
END_TEST

START_TEST(a_constant_force_is_exact)
{
    take(_i);
    const double det = mass[0] * mass[3] - mass[1] * mass[2];
    const double a[] = {(mass[3] * push[0] - mass[1] * push[1]) / det,
                        (mass[0] * push[1] - mass[2] * push[0]) / det};
    play(CONSTANT, 0.1, 1);
    run();
    for (int i = 0; i < 2; i++) {
        if (!second()) {
            const double x = start[i] + push[i];
            conform_close(who, "x", 1, &x, zn_simulation_x(sim, ds[0]) + i,
                          1e-13);
            continue;
        }
        const double v = speed[i] + a[i], q = start[i] + speed[i] + a[i] / 2;
        /* a scheme of order 1 is off by h a/2 T, and h a/2 in its velocity */
        const double most = spec->order > 1 ? 1e-12 : 0.051 * fabs(a[i]);
        const double dv = zn_simulation_v(sim, ds[0])[i] - v;
        const double dq = zn_simulation_q(sim, ds[0])[i] - q;
        ck_assert_msg(fabs(dv) <= most && fabs(dq) <= most,
                      "%s: velocity off by %g, position by %g", who, dv, dq);
    }
}
END_TEST

START_TEST(the_order_is_what_it_says)
{
    const double h[] = {0.02, 0.01, 0.005};
    double error[3], x[4], *state;
    const int n = 2;

    take(_i);
    for (int k = 0; k < 3; k++) {
        memcpy(x, start, sizeof start);
        memcpy(x + 2, speed, sizeof speed);
        orders_exact(second() ? smooth_second : smooth_first, second() ? 4 : 2,
                     x, 1, 10000);
        play(SMOOTH, h[k], 1);
        run();
        state = second() ? zn_simulation_state_rw(sim)->q
                         : zn_simulation_state_rw(sim)->x;
        error[k] = 0;
        for (int i = 0; i < n; i++)
            error[k] = fmax(error[k], fabs(state[i] - x[i]));
        for (int i = 0; second() && i < n; i++)
            error[k] =
                fmax(error[k], fabs(zn_simulation_v(sim, ds[0])[i] - x[2 + i]));
    }
    orders_check(who, spec->order, 0.2, 3, h, error);
    const int says = cls->order ? cls->order(zn_osi_state(osi)) : 1;
    ck_assert_msg(says == spec->said, "%s: says it is of order %d, must be %d",
                  who, says, spec->said);
}
END_TEST

START_TEST(restitution_is_exact)
{
    take(_i);
    if (equations)
        return;
    play(IMPACT, 0.01, 1);
    run();
    if (second()) {
        conform_close(who, "velocity after the impact", 1, &restitution,
                      zn_simulation_v(sim, ds[0]), 1e-12);
        /* the gap it may not have seen is that of a step */
        ck_assert(fabs(zn_simulation_q(sim, ds[0])[0] - 0.25) <= 0.02);
        return;
    }
    /* x stays where it was stopped, and the input holds it there */
    const double zero = 0, one = 1;
    conform_close(who, "x", 1, &zero, zn_simulation_x(sim, ds[0]), 1e-12);
    conform_close(who, "input", 1, &one, zn_simulation_r(sim, ds[0]), 1e-12);
}
END_TEST

START_TEST(momentum_of_free_bodies_is_kept)
{
    take(_i);
    if (!second() || equations)
        return;
    play(COLLISION, 0.01, 1);
    while (!zn_simulation_done(sim)) {
        conform_ok(ctx, who, "step", zn_simulation_step(sim));
        const double p =
            zn_simulation_v(sim, ds[0])[0] + 3 * zn_simulation_v(sim, ds[1])[0];
        conform_close(who, "momentum", 1, &(double){-2}, &p, 1e-13);
    }
    /* relative velocity -2, so that it is 1 afterwards */
    conform_close(who, "light body", 1, &(double){-1.25},
                  zn_simulation_v(sim, ds[0]), 1e-12);
    conform_close(who, "heavy body", 1, &(double){-0.25},
                  zn_simulation_v(sim, ds[1]), 1e-12);
}
END_TEST

/* Everything that moves, one after the other. */
typedef struct motion {
    double x[100];
    zn_index n;
} motion;

static void put(motion *m, zn_index n, const double x[])
{
    ck_assert(m->n + n <= 100);
    memcpy(m->x + m->n, x, (size_t)n * sizeof *x);
    m->n += n;
}

static motion look(void)
{
    const zn_state *s = zn_simulation_state(sim);
    motion m = {.n = 0};

    put(&m, 1, &s->t);
    put(&m, s->nq, s->q);
    put(&m, s->nv, s->v);
    put(&m, s->nv, s->p);
    put(&m, s->nx, s->x);
    put(&m, s->nx, s->r);
    for (int k = 0; k < ZN_LEVELS; k++) {
        put(&m, s->ny, s->y[k]);
        put(&m, s->ny, s->lambda[k]);
    }
    put(&m, s->nm, s->m);
    return m;
}

START_TEST(a_motion_is_the_same_bits_again)
{
    zn_snapshot *shot;
    motion end, again;

    take(_i);
    play(RICH, 0.01, 2);
    conform_ok(ctx, who, "a snapshot", zn_snapshot_new(sim, &shot));
    for (int k = 0; k < 37; k++)
        conform_ok(ctx, who, "step", zn_simulation_step(sim));
    conform_ok(ctx, who, "a snapshot", zn_snapshot_take(shot));
    run();
    end = look();

    conform_ok(ctx, who, "restore", zn_snapshot_restore(shot));
    run();
    again = look();
    conform_same(who, "after a snapshot", end.n, end.x, again.x);
    conform_ok(ctx, who, "reset", zn_simulation_reset(sim));
    run();
    again = look();
    conform_same(who, "after a reset", end.n, end.x, again.x);
    zn_snapshot_free(shot);
    play(RICH, 0.01, 2);
    run();
    again = look();
    conform_same(who, "with new objects", end.n, end.x, again.x);
}
END_TEST

static double balance_at(double h)
{
    zn_run_info info;

    play(RICH, h, 2);
    run();
    zn_simulation_run_info(sim, &info);
    ck_assert_msg(info.energy, "%s: has `work`, and there is no balance", who);
    return fabs(info.balance);
}

/* kinetic and potential energy change by the work that is told, up to the scheme */
START_TEST(work_adds_up)
{
    take(_i);
    if (!cls->work)
        return;
    const double coarse = balance_at(0.01), fine = balance_at(0.0025);
    ck_assert_msg(coarse <= 0.2 && (fine <= 1e-12 || fine <= coarse / 2),
                  "%s: balance %g J at h = 0.01 s, %g J at a quarter of it",
                  who, coarse, fine);
}
END_TEST

/* ---- what it does not take ------------------------------------------------------------ */

static void cubic(double t, unsigned n, const double *x, double *f, unsigned nz,
                  double *z)
{
    (void)t, (void)nz, (void)z;
    for (unsigned i = 0; i < n; i++)
        f[i] = -x[i] * x[i] * x[i];
}

/* of the other family, prescribed, nonlinear, on a manifold, with carried momenta */
static zn_status odd_system(int k)
{
    const double q[7] = {0, 0, 1, 1, 0, 0, 0}, v[6] = {0}, one = 1;
    const zn_index first = 0;
    zn_status st;

    if (k == 0)
        return zn_ds_new_first_order(ctx, "first-order-linear", "odd", 1, q,
                                     &ds[0]);
    if (k == 1 || k == 2) {
        st = zn_ds_new(ctx, "lagrangian", "odd", 1, q, v, &ds[0]);
        st = AND(st, zn_ds_set(ds[0], "unit_mass", "yes"));
        return k == 1 ? st : AND(st, zn_ds_prescribe(ds[0], 1, &first, &one));
    }
    if (k == 3) {
        st = zn_ds_new_first_order(ctx, "first-order", "odd", 2, start, &ds[0]);
        return AND(st, zn_ds_set_function(ds[0], "f", FN(cubic)));
    }
    st = zn_ds_new(ctx, "newton-euler", "odd", 6, q, v, &ds[0]);
    st = AND(st, zn_ds_set_constant(ds[0], "mass", 1, 1, &one));
    st = AND(st, zn_ds_set_diagonal(ds[0], "inertia", 3, (double[]){1, 2, 3}));
    return k == 4 ? st : AND(st, zn_ds_set(ds[0], "gyroscopic", "carried"));
}

START_TEST(what_it_does_not_take_it_refuses_in_words)
{
    int taken = 0;

    take(_i);
    for (int k = 0; k < 6; k++) {
        leave();
        conform_ok(ctx, who, "a model", zn_model_new(ctx, &model));
        conform_ok(ctx, who, "a system", odd_system(k));
        conform_ok(ctx, who, "a model", zn_model_add_ds(model, ds[0]));
        conform_ok(ctx, who, "seal", zn_model_seal(model));
        conform_ok(ctx, who, "a simulation", zn_simulation_new(model, &sim));
        conform_ok(ctx, who, "itself",
                   zn_simulation_use(sim, spec->cls, spec->options, NULL));
        conform_ok(ctx, who, "times", zn_simulation_set_time(sim, 0, 0.1, 1));
        const zn_status st = zn_simulation_init(sim);
        if (st == ZN_OK) {
            run();
            taken++;
            continue;
        }
        ck_assert_msg(st == ZN_ENOTSUP || st == ZN_EINVAL,
                      "%s: refuses with status %d: %s", who, (int)st,
                      zn_errmsg(ctx));
        says(ctx, "odd");
        says(ctx, spec->cls);
        ck_assert_int_gt((int)strlen(zn_errmsg(ctx)), 40);
    }
    ck_assert_int_gt(taken, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conformance of integrators");
    TCase *tc = tcase_create("integrators");
    const int k = (int)CONFORM_COUNT(specimens);

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, every_class_has_a_specimen);
    tcase_add_loop_test(tc, uniform_motion_is_exact, 0, k);
    tcase_add_loop_test(tc, a_constant_force_is_exact, 0, k);
    tcase_add_loop_test(tc, the_order_is_what_it_says, 0, k);
    tcase_add_loop_test(tc, restitution_is_exact, 0, k);
    tcase_add_loop_test(tc, momentum_of_free_bodies_is_kept, 0, k);
    tcase_add_loop_test(tc, a_motion_is_the_same_bits_again, 0, k);
    tcase_add_loop_test(tc, work_adds_up, 0, k);
    tcase_add_loop_test(tc, what_it_does_not_take_it_refuses_in_words, 0, k);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
