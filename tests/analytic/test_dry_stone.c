/* test_dry_stone.c - samples that nothing holds but weight and friction: arch, dome, cards, tower,
 * chain, column
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "tests/must.h"
#include "tests/unit/scene_text.h"

#include <zeno/rotation.h>

typedef struct sample {
    zn_scene *scene;
    zn_model *m;
    zn_simulation *sim;
} sample;

static sample start(const char *name, zn_index nset, const char *const set[])
{
    const char *src = getenv("ZENO_SRCDIR");
    char path[1024];
    sample s;

    snprintf(path, sizeof path, "%s/samples/scenes/%s", src ? src : ".", name);
    MUST(zn_scene_read(ctx, path, nset, set, &s.scene));
    MUST(zn_scene_simulation(s.scene, ctx, &s.m, &s.sim));
    return s;
}

static void end(sample *s)
{
    zn_simulation_free(s->sim);
    zn_model_free(s->m);
    zn_scene_free(s->scene);
}

/* How far any centre of mass has moved from where it was put, at T. */
static double moved(const char *name, zn_index nset, const char *const set[],
                    double T)
{
    sample s = start(name, nset, set);
    double far = 0;

    MUST(zn_simulation_advance_to(s.sim, T));
    for (zn_index i = 0; i < zn_scene_body_count(s.scene); i++) {
        const zn_scene_body *b = zn_scene_body_at(s.scene, i);
        const zn_ds *ds = b->fixed ? NULL : zn_model_ds(s.m, b->name);
        const zn_index n = zn_scene_dimension(s.scene);
        double x[3], d = 0;
        if (!ds)
            continue;
        zn_rotate(b->orientation, b->centre, x);
        for (zn_index k = 0; k < n; k++) {
            const double by =
                zn_simulation_q(s.sim, ds)[k] - x[k] - b->position[k];
            d += by * by;
        }
        far = fmax(far, sqrt(d));
    }
    end(&s);
    return far;
}

/* The least thickness of an arch of 17 equal voussoirs that cannot slide is 0.105592 of its mean
 * radius: by the linear programme of limit analysis, with the true centroids. */
START_TEST(an_arch_stands_from_its_least_thickness_on)
{
    const char *const thick[] = {"t=0.105592*1.01"}, *const thin[] = {
                                                         "t=0.105592*0.99"};

    ck_assert_double_lt(moved("arch.yaml", 1, thick, 0.05 * test_rounds(100)),
                        1e-4);
    if (!test_is_slowed())
        ck_assert_double_gt(moved("arch.yaml", 1, thin, 5), 0.1);
}
END_TEST

START_TEST(a_dome_stands)
{
    const char *const set[] = {"n=8", "m=3"};

    ck_assert_double_lt(moved("dome.yaml", 2, set, 0.01 * test_rounds(30)),
                        1e-5);
}
END_TEST

/* Of two cards that lean on each other each pushes with H against the other. H is least where the
 * weight W, at xc from the foot's outer corner, is held at its inner corner, b, and at the top, h:
 * H = W (xc - b)/h. If friction can hold that they stand, and else none of the ways that they can
 * push holds them. */
START_TEST(cards_stand_from_their_friction_on)
{
    const double A = 62 * acos(-1) / 180, L = 0.088, w = 5e-4, h = L * sin(A);
    const double b = w / sin(A), X = h / tan(A) + b / 2;
    const double corner[5][2] = {
        {0, 0}, {b, 0}, {X, h - b * tan(A) / 2}, {X, h}, {h / tan(A), h}};
    double area = 0, xc = 0;
    char enough[40], less[40];
    const char *const stand[] = {"n=1", enough}, *const fall[] = {"n=1", less};

    for (int i = 0; i < 5; i++) {
        const double *p = corner[i], *q = corner[(i + 1) % 5];
        const double c = p[0] * q[1] - p[1] * q[0];
        area += c / 2;
        xc += (p[0] + q[0]) * c / 6;
    }
    const double mu = (xc / area - b) / h;
    snprintf(enough, sizeof enough, "mu=%.17g", 1.02 * mu);
    snprintf(less, sizeof less, "mu=%.17g", 0.98 * mu);
    ck_assert_double_lt(moved("cards.yaml", 2, stand, 0.02 * test_rounds(50)),
                        1e-6);
    if (test_is_slowed())
        return;
    ck_assert_double_gt(moved("cards.yaml", 2, fall, 1), 1e-2);
    ck_assert_double_lt(moved("cards.yaml", 0, NULL, 1), 1e-5);
}
END_TEST

START_TEST(a_kapla_tower_stands)
{
    const char *const set[] = {"n=12"};

    ck_assert_double_lt(moved("kapla.yaml", 1, set, 0.02 * test_rounds(500)),
                        1e-5);
}
END_TEST

/* The sag of a chain of n rigid bars of length p, of one weight, over a span: bar k of the
 * symmetric half has the slope k w/H, H the pull that makes the span. */
static double sag(int n, double p, double span)
{
    double low = 1e-6, high = 1e6, y = 0;

    for (int i = 0; i < 200; i++) { /* w/H by halving */
        const double s = sqrt(low * high);
        double x = 0;
        y = 0;
        for (int k = 0; k < n; k++) {
            const double slope = s * (k - (n - 1) / 2.);
            x += p / hypot(1, slope);
            y += k < n / 2 ? p * fabs(slope) / hypot(1, slope) : 0;
        }
        *(x > span ? &low : &high) = s;
    }
    return y;
}

/* Links are bars between the places where they touch, which are inside of their ends: p = l - 2 r
 * apart. How the wires lie there, and friction, make less than the radius of the wire. */
START_TEST(a_chain_hangs_as_a_catenary)
{
    if (test_is_slowed())
        return;
    const double r = 0.004, p = 0.04 - 2 * r, b = 40 * acos(-1) / 180;
    const double span = 2 * p * (8 * cos(b) + 0.5), held = 8 * p * sin(b);
    sample s = start("links.yaml", 0, NULL);

    MUST(zn_simulation_advance_to(s.sim, 3));
    const double *q = zn_simulation_q(s.sim, zn_model_ds(s.m, "link.8"));
    ck_assert_double_eq_tol(q[0], 0, 1e-3);
    ck_assert_double_eq_tol(q[1], 0, 1e-3);
    ck_assert_double_eq_tol(held - q[2], sag(17, p, span), r / 2);
    end(&s);
}
END_TEST

/* What the discs of a column do. */
typedef struct column {
    int discs;
    double height, lowest, far, fastest; /* mean and least y, |x| that nine of ten discs are within (m), speed (m/s) */
} column;

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static column run_column(sample *s)
{
    column c = {.lowest = INFINITY};
    double x[1024];

    ck_assert_int_le(zn_scene_body_count(s->scene), 1024);
    MUST(zn_simulation_run(s->sim));
    for (zn_index i = 0; i < zn_scene_body_count(s->scene); i++) {
        const zn_ds *ds = zn_model_ds(s->m, zn_scene_body_at(s->scene, i)->name);
        if (!ds)
            continue;
        const double *q = zn_simulation_q(s->sim, ds);
        const double *v = zn_simulation_v(s->sim, ds);
        x[c.discs++] = fabs(q[0]);
        c.height += q[1];
        c.lowest = fmin(c.lowest, q[1]);
        c.fastest = fmax(c.fastest, hypot(v[0], v[1]));
    }
    c.height /= c.discs;
    qsort(x, (size_t)c.discs, sizeof *x, by_size);
    c.far = x[c.discs * 9 / 10];
    return c;
}

/* When the walls go the column is as high as was asked for, within the row that the lattice is rounded by, and has
 * come to rest: centres are at half of its height in the mean. */
START_TEST(a_column_is_let_go_at_rest_and_as_high_as_asked)
{
    if (test_is_slowed())
        return;
    const char *const set[] = {"a=2", "n=10", "rough=1", "T=0.277"};
    sample s = start("column.yaml", 4, set);
    const double half = 0.05;
    const column c = run_column(&s);

    ck_assert_double_eq_tol(2 * c.height / half, 2, 0.2);
    ck_assert_double_lt(c.fastest, 0.3); /* m/s; while it settles its top has 1 */
    end(&s);
}
END_TEST

/* A column as high as it is half wide, of 10 discs along its width, spreads on rough ground, and rests. It has
 * few layers, and how far the last disc rolls is chance (1.6 to 2.4 half widths at two steps, two versions of the
 * solvers and 10 or 12 discs). So is how far nine of ten go, to a layer or two: of 24 columns of other discs by two versions it was
 * 0.52 to 1.06 half widths from its sides, 0.79 in the mean with a spread of 0.12; the mean of five here is within three
 * of its spreads of that. (On a plane, where Staron and Hinch 2005 have 2.5, discs roll on and it has no end.) */
START_TEST(a_column_spreads_and_rests)
{
    if (test_is_slowed())
        return;
    static const char *const discs[] = {"seed=0", "seed=1", "seed=2", "seed=3", "seed=4"};
    const double half = 0.05, d = 0.01;
    double mean = 0;

    for (int k = 0; k < 5; k++) {
        const char *const set[] = {"a=1", "n=10", "rough=1", "T=1.5", discs[k]};
        sample s = start("column.yaml", 5, set);
        const column c = run_column(&s);

        ck_assert_double_gt(c.lowest, -d / 2); /* above the ground */
        ck_assert_double_lt(c.fastest, 1e-3);  /* m/s */
        ck_assert_int_eq(c.discs, 76);
        mean += (c.far / half - 1) / 5;
        end(&s);
    }
    ck_assert_double_gt(mean, 0.63);
    ck_assert_double_lt(mean, 0.95);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("dry stone");
    TCase *tc = tcase_create("samples");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, an_arch_stands_from_its_least_thickness_on);
    tcase_add_test(tc, a_dome_stands);
    tcase_add_test(tc, cards_stand_from_their_friction_on);
    tcase_add_test(tc, a_kapla_tower_stands);
    tcase_add_test(tc, a_chain_hangs_as_a_catenary);
    tcase_add_test(tc, a_column_is_let_go_at_rest_and_as_high_as_asked);
    tcase_add_test(tc, a_column_spreads_and_rests);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
