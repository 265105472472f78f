/* test_simulation_memory.c - the loop over time: memory that runs out, threads
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "tests/unit/scene.h"

/* ---- memory ---------------------------------------------------------------- */

/* Six beads, an equality and a nonlinear pendulum: a bit of everything. */
static zn_status run_everything(const zn_allocator *alloc, long *first,
                                test_memory *mem);

static void pend_int(double t, unsigned n, double *q, double *v, double *f,
                     unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz, (void)z;
    f[0] = 9.81 * sin(q[0]);
}

static zn_status add_pendulum(zn_ctx *c, zn_model *m)
{
    const double one = 1, q0 = 1, v0 = 0;
    zn_ds *ds = NULL;
    zn_relation *r = NULL;
    zn_law *law = NULL;
    zn_status st = zn_ds_new(c, "lagrangian", "pend", 1, &q0, &v0, &ds);

    if (!st)
        st = zn_ds_set_constant(ds, "mass", 1, 1, &one);
    if (!st)
        st = zn_ds_set_function(ds, "f_int", (zn_fn *)pend_int);
    if (!st)
        st = zn_model_add_ds(m, ds);
    if (st) {
        zn_ds_free(ds);
        return st;
    }
    st = zn_law_newton_impact(c, .5, &law);
    if (!st)
        st = zn_relation_new(c, "linear", "wall", 1, 1, &r);
    if (!st)
        st = zn_relation_set_constant(r, "C", 1, 1, &one);
    if (!st)
        st = zn_model_connect(m, "wall", law, r, ds, NULL, NULL);
    if (st) {
        zn_law_free(law);
        zn_relation_free(r);
    }
    return st;
}

static zn_status add_bead(zn_ctx *c, zn_model *m, zn_law *law, int i,
                          zn_ds **last)
{
    const double one = 1, f = -9.81, q0 = 1.1 * i, v0 = 0, b = i ? -1 : 0;
    const double row[2] = {i ? -1 : 1, 1};
    char name[16];
    zn_ds *ds = NULL;
    zn_relation *r = NULL;
    zn_status st;

    snprintf(name, sizeof name, "b%d", i);
    st = zn_ds_new(c, "lagrangian-linear", name, 1, &q0, &v0, &ds);
    if (!st)
        st = zn_ds_set_constant(ds, "mass", 1, 1, &one);
    if (!st)
        st = zn_ds_set_constant(ds, "f_ext", 1, 1, &f);
    if (!st)
        st = zn_model_add_ds(m, ds);
    if (st) {
        zn_ds_free(ds);
        return st;
    }
    snprintf(name, sizeof name, "c%d", i);
    st = zn_relation_new(c, "linear", name, 1, i ? 2 : 1, &r);
    if (!st)
        st = zn_relation_set_constant(r, "C", 1, i ? 2 : 1, row);
    if (!st)
        st = zn_relation_set_constant(r, "e", 1, 1, &b);
    if (!st)
        st = zn_model_connect(m, name, law, r, i ? *last : ds, i ? ds : NULL,
                              NULL);
    if (st)
        zn_relation_free(r);
    *last = ds;
    return st;
}

static void gap_of_node(unsigned nq, double *q, unsigned ny, double *y,
                        unsigned nz, double *z)
{
    (void)nq, (void)ny, (void)nz, (void)z;
    y[0] = sinh(q[0]);
}

/* Three masses in a row, the last of which falls onto the floor: a contact with one of
 * three unknowns. */
static zn_status add_bar(zn_ctx *c, zn_model *m, zn_law *law)
{
    const double q0[3] = {0.3, 0.2, 0.1}, v0[3] = {0}, ones[3] = {1, 1, 1};
    const double K[9] = {90, -90, 0, -90, 180, -90, 0, -90, 90};
    const double f[3] = {-10, -10, -10};
    const zn_index lowest = 2;
    zn_end end = {NULL, 1, &lowest};
    zn_relation *r = NULL;
    zn_status st = zn_ds_new(c, "lagrangian-linear", "bar", 3, q0, v0, &end.ds);

    if (!st)
        st = zn_ds_set_diagonal(end.ds, "mass", 3, ones);
    if (!st)
        st = zn_ds_set_constant(end.ds, "stiffness", 3, 3, K);
    if (!st)
        st = zn_ds_set_constant(end.ds, "f_ext", 3, 1, f);
    if (!st)
        st = zn_model_add_ds(m, end.ds);
    if (st) {
        zn_ds_free(end.ds);
        return st;
    }
    st = zn_relation_new(c, "scleronomous", "node", 1, 1, &r);
    if (!st)
        st = zn_relation_set_function(r, "h", (zn_fn *)gap_of_node);
    if (!st)
        st = zn_model_connect_ends(m, "node", law, r, &end, NULL, NULL);
    if (st)
        zn_relation_free(r);
    return st;
}

static zn_status build_everything(zn_ctx *c, zn_model *m)
{
    zn_law *law = NULL;
    zn_ds *last = NULL;
    zn_status st = zn_law_newton_impact(c, .6, &law);

    if (!st)
        st = zn_model_add_law(m, law);
    if (st) {
        zn_law_free(law);
        return st;
    }
    for (int i = 0; !st && i < 6; i++)
        st = add_bead(c, m, law, i, &last);
    if (!st)
        st = add_bar(c, m, law);
    return st ? st : add_pendulum(c, m);
}

/* The rows of a step chosen by what was, or by what is predicted. */
static const char *const ways[2] = {"theta=0.5",
                                    "theta=0.5 relations=predicted"};
static const char *way = "theta=0.5";

static zn_status run_everything(const zn_allocator *alloc, long *first,
                                test_memory *mem)
{
    zn_ctx *c = NULL;
    zn_model *m = NULL;
    zn_simulation *s = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (!st)
        st = zn_model_new(c, &m);
    if (!st)
        st = build_everything(c, m);
    if (!st)
        st = zn_model_seal(m);
    if (!st)
        st = zn_simulation_new(m, &s);
    if (!st)
        st = zn_simulation_use(s, "moreau-jean", way, NULL);
    if (!st)
        st = zn_simulation_set_time(s, 0, 1e-3, 1.5);
    if (!st)
        st = zn_simulation_set(s, "recompute", "no"); /* that allocates, at every step */
    if (!st)
        st = zn_simulation_step(s);
    if (first)
        *first = mem->calls;
    if (!st)
        st = zn_simulation_run(s);
    zn_simulation_free(s);
    zn_model_free(m);
    zn_ctx_free(c);
    return st;
}

START_TEST(steps_after_the_first_allocate_nothing)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    long first = 0;

    way = ways[_i];
    ck_assert_int_eq(run_everything(&alloc, &first, &mem), ZN_OK);
    ck_assert_int_eq(mem.calls, first);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

static zn_status torture_body(const zn_allocator *alloc)
{
    return run_everything(alloc, NULL, NULL);
}

START_TEST(every_allocation_may_fail)
{
    way = ways[_i];
    test_torture(torture_body);
}
END_TEST

static void *thread_body(void *arg)
{
    zn_ctx *c = NULL;
    zn_model *m = NULL;
    zn_simulation *s = NULL;
    double *out = arg;
    zn_status st = zn_ctx_new(&c);

    if (!st)
        st = zn_model_new(c, &m);
    if (!st)
        st = build_everything(c, m);
    if (!st)
        st = zn_model_seal(m);
    if (!st)
        st = zn_simulation_new(m, &s);
    if (!st)
        st = zn_simulation_use(s, "moreau-jean", NULL, NULL);
    if (!st)
        st = zn_simulation_set_time(s, 0, 1e-4, 2);
    if (!st)
        st = zn_simulation_run(s);
    for (int i = 0; !st && i < 7; i++)
        out[i] = zn_simulation_state(s)->q[i];
    out[7] = st;
    zn_simulation_free(s);
    zn_model_free(m);
    zn_ctx_free(c);
    return NULL;
}

START_TEST(two_simulations_in_two_threads_give_the_same_bits)
{
    double out[2][8];
    pthread_t other;

    ck_assert_int_eq(pthread_create(&other, NULL, thread_body, out[0]), 0);
    thread_body(out[1]);
    pthread_join(other, NULL);
    ck_assert(out[0][7] == 0 && out[1][7] == 0);
    ck_assert_int_eq(memcmp(out[0], out[1], sizeof out[0]), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simulation, memory");
    TCase *tc = tcase_create("loop");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, steps_after_the_first_allocate_nothing, 0, 2);
    tcase_add_loop_test(tc, every_allocation_may_fail, 0, 2);
    tcase_add_test(tc, two_simulations_in_two_threads_give_the_same_bits);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
