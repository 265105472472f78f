/* test_turned_places.c - which places close as their bodies move
 *
 * The judge carries the points with their bodies and takes the difference of two instants.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/collision.h"
#include "tests/unit/shapes.h"

static zn_ds *ds[2];
static bool flat;

static void setup(void)
{
    scene_setup();
    shapes_seed = 5;
}

static void random_body(int k)
{
    const char *name = k ? "b" : "a";
    double q[7], v[6];

    random_pose(2, q);
    for (int i = 0; i < 6; i++)
        v[i] = 3 * uniform();
    if (flat) {
        q[2] = 3 * uniform();
        MUST(zn_planar_body_new(ctx, name, 1, 1, q, v, &ds[k]));
    } else {
        const double mass = 1, inertia[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        MUST(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &ds[k]));
        MUST(zn_ds_set_constant(ds[k], "mass", 1, 1, &mass));
        MUST(zn_ds_set_constant(ds[k], "inertia", 3, 3, inertia));
    }
    MUST(zn_model_add_ds(model, ds[k]));
}

/* Where the point of a body that is at p now is after t. */
static void carried(const zn_ds *body, const zn_view *at, const double p[3],
                    double t, double out[3])
{
    zni_pose now, then;
    double d[3], in[3];

    zni_body_pose(body, at, 0, &now);
    zni_body_pose(body, at, t, &then);
    zni_sub3(p, now.x, d);
    zni_back3(now.R, d, in);
    for (int i = 0; i < 3; i++)
        out[i] = then.x[i] + then.R[i] * in[0] + then.R[i + 3] * in[1] +
                 then.R[i + 6] * in[2];
}

/* n.(p1 - p2) after t */
static double apart(const zn_view *at, const zn_touch *k, double t)
{
    double a[3], b[3], d[3];

    carried(ds[0], at, k->p1, t, a);
    carried(ds[1], at, k->p2, t, b);
    zni_sub3(a, b, d);
    return dot(d, k->n);
}

static zn_status look(void *user, const zn_view *at, zn_contacts *to)
{
    const double eps = 1e-5, horizon = 0.3;
    zni_attached m[2] = {{.ds = ds[0]}, {.ds = ds[1]}};
    int *kept = user;

    (void)to;
    for (int k = 0; k < 50; k++) {
        zn_touch t = {.gap = 0.5 * (1 + uniform())};
        zni_touches out = {.at = &t, .n = 1, .most = 1, .reach = 9};
        random_direction(t.n);
        for (int i = 0; i < 3; i++)
            t.p1[i] = 2 * uniform();
        if (flat) {
            t.n[2] = t.p1[2] = 0;
            const double l = hypot(t.n[0], t.n[1]);
            t.n[0] /= l;
            t.n[1] /= l;
        }
        zni_along(t.p1, -t.gap, t.n, t.p2);
        const zn_touch was = t;
        const double rate =
            (apart(at, &was, eps) - apart(at, &was, -eps)) / (2 * eps);
        const double then = was.gap + horizon * rate;
        zni_turned_keep(&m[0], &m[1], at, horizon, &out);
        /* differences are right to some 1e-9 */
        if (fabs(then) > 1e-7)
            ck_assert_msg(out.n == (then > 0), "%g: %td", then, out.n);
        kept[out.n]++;
    }
    return ZN_OK;
}

static void round_of(int *kept)
{
    for (int k = 0; k < 2; k++)
        random_body(k);
    simulate("moreau-jean", NULL, 0, 1e-3, 1);
    MUST(zn_simulation_find_contacts(sim, look, kept, NULL));
    MUST(zn_simulation_step(sim));
}

START_TEST(places_that_close_are_left_out)
{
    int kept[2] = {0};

    flat = _i;
    for (int round = 0; round < 20; round++) {
        if (round) {
            scene_teardown();
            scene_setup();
        }
        round_of(kept);
    }
    ck_assert_int_gt(kept[0], 100);
    ck_assert_int_gt(kept[1], 100);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("turned places");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_loop_test(tc, places_that_close_are_left_out, 0, 2);
    suite_add_tcase(s, tc);
    return test_main(s);
}
