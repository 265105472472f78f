/* ode_test.h - an integrator of smooth motion under test, and what all of them keep
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_ODE_TEST_H
#define ZENO_ODE_TEST_H

#include <math.h>

#include <zeno/zeno.h>

#include "tests/must.h"
#include "tests/unit/stock_plugin.h"

static zn_ctx *ctx;
static zn_ode *ode;

/* the class under test, and where it comes from (NULL: built in); set by main */
static const char *ode_class, *ode_plugin;

static void setup(void)
{
    MUST(zn_ctx_new(&ctx));
    if (ode_plugin)
        MUST(stock_plugin_load(ctx, ode_plugin));
    MUST(zn_ode_new(ctx, ode_class, &ode));
}

static void teardown(void)
{
    zn_ode_free(ode);
    zn_ctx_free(ctx);
}

static zn_ode_problem problem(zn_index n, zn_ode_field *f, double rtol,
                              double atol)
{
    return (zn_ode_problem){.n = n,
                            .field = f,
                            .rtol = rtol,
                            .atol = atol,
                            .h_max = INFINITY};
}

static void run(double end)
{
    while (zn_ode_time(ode) < end)
        MUST(zn_ode_step(ode, end));
}

/* y = (cos t, sin t) */
static zn_status circle(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = -y[1];
    f[1] = y[0];
    return ZN_OK;
}

/* y' = -10^6 (y - cos t) - sin t, y = cos t */
static inline zn_status stiff(void *user, double t, const double y[], double f[])
{
    (void)user;
    f[0] = -1e6 * (y[0] - cos(t)) - sin(t);
    return ZN_OK;
}

/* Error at t = 2 of the circle by steps of length h. */
static inline double circle_error(double h, double rtol, double atol)
{
    const double y0[] = {1, 0};
    zn_ode_problem p = problem(2, circle, rtol, atol);

    p.h_max = h;
    *zn_ode_length(ode) = h;
    MUST(zn_ode_begin(ode, &p, 0, y0));
    run(2);
    return hypot(zn_ode_value(ode)[0] - cos(2), zn_ode_value(ode)[1] - sin(2));
}

/* Claim: state and length of the next step are all there is to remember. A fresh
 * integrator that gets them at t = 1 has the bits at t = 5 of one that went on. */
static inline void restarts_with_the_same_bits(const zn_ode_problem *p,
                                        const double y0[])
{
    double y[8], h, end[8];

    ck_assert(p->n <= 8);
    MUST(zn_ode_begin(ode, p, 0, y0));
    run(1);
    ck_assert(zn_ode_time(ode) == 1);
    h = *zn_ode_length(ode);
    memcpy(y, zn_ode_value(ode), (size_t)p->n * sizeof *y);
    MUST(zn_ode_begin(ode, p, 1, y));
    run(5);
    memcpy(end, zn_ode_value(ode), (size_t)p->n * sizeof *y);

    teardown();
    setup();
    *zn_ode_length(ode) = h;
    MUST(zn_ode_begin(ode, p, 1, y));
    run(5);
    ck_assert(
        memcmp(end, zn_ode_value(ode), (size_t)p->n * sizeof *end) == 0);
}

/* y' = 1, after a jump -1000 */
static const double jump_at = 148.687234344303;

static zn_status jumps(void *user, double t, const double y[], double f[])
{
    (void)user, (void)y;
    f[0] = t < jump_at ? 1 : -1000;
    return ZN_OK;
}

/* The instant of a jump is known to rounding of t, 3e-14 s here; what the solution has of
 * that is 3e-11, more than the tolerance, and no reason to stop. */
static inline void goes_over_a_jump(void)
{
    const double t0 = 140, t1 = 160, y0 = 0;
    zn_ode_problem p = problem(1, jumps, 1e-15, 1e-15);

    MUST(zn_ode_begin(ode, &p, t0, &y0));
    run(t1);
    ck_assert_double_eq_tol(zn_ode_value(ode)[0],
                            jump_at - t0 - 1000 * (t1 - jump_at), 1e-9);
}

/* Two motions of different sizes, one after the other, as test_torture wants them. */
static inline zn_status two_sizes(const zn_allocator *alloc, const char *cls,
                                  const zn_ode_problem *p, const double y0[],
                                  const zn_ode_problem *other)
{
    zn_ctx *c;
    zn_ode *o = NULL;
    zn_status st = zn_ctx_new_with(alloc, &c);

    if (st)
        return st;
    st = zn_ode_new(c, cls, &o);
    if (!st)
        st = zn_ode_begin(o, p, 0, y0);
    if (!st)
        st = zn_ode_step(o, 1);
    if (!st) /* factors are of another size */
        st = zn_ode_begin(o, other, 0, y0);
    if (!st)
        st = zn_ode_step(o, 1);
    zn_ode_free(o);
    zn_ctx_free(c);
    return st;
}

/* Steps and new starts, behind the first `warm` steps, allocate nothing. */
static inline void allocates_nothing(const zn_ode_problem *p, const double y0[],
                                     int warm)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_ctx *c;
    zn_ode *o;
    long calls;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &c), ZN_OK);
    ck_assert_int_eq(zn_ode_new(c, ode_class, &o), ZN_OK);
    ck_assert_int_eq(zn_ode_begin(o, p, 0, y0), ZN_OK);
    for (int k = 1; k <= warm; k++)
        ck_assert_int_eq(zn_ode_step(o, k), ZN_OK);
    calls = mem.calls;
    for (int k = warm + 1; k < 50; k++) {
        ck_assert_int_eq(zn_ode_step(o, k), ZN_OK);
        if (k % 7 == 0)
            ck_assert_int_eq(zn_ode_begin(o, p, k, y0), ZN_OK);
    }
    ck_assert_int_eq(mem.calls, calls);
    zn_ode_free(o);
    zn_ctx_free(c);
}

#endif
