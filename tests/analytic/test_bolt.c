/* test_bolt.c - a nut on a bolt, bodies of triangles
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/scene.h"

static const double pi = 3.14159265358979323846;
static const double pitch = 2e-3; /* m */

enum { FACETS = 35 /* of a turn of the bolt */ };

static void path_of(const char *file, char out[], size_t size)
{
    const char *src = getenv("ZENO_SRCDIR");

    snprintf(out, size, "%s/samples/scenes/%s", src ? src : ".", file);
}

/* ---- where the nut rests -------------------------------------------------------------- */

static void read_mesh(const char *file, zn_mesh_data *out)
{
    char path[4096];

    path_of(file, path, sizeof path);
    MUST(zn_mesh_read(ctx, path, out));
    for (zn_index i = 0; i < 3 * out->nv; i++)
        out->points[i] *= 1e-3;
}

static zn_shape *shape_of(const zn_mesh_data *d)
{
    zn_shape *s;

    MUST(zn_shape_mesh(ctx, d->nv, d->points, d->nt, d->corner, &s));
    return s;
}

/* Heights of a mesh turned by `angle` about z on the vertical through (x, y): of triangles that
 * look up, or down. */
static int heights(const zn_mesh_data *d, double angle, double x, double y,
                   bool up, double out[])
{
    const double c = cos(angle), s = sin(angle), X = c * x + s * y,
                 Y = c * y - s * x;
    int n = 0;

    for (zn_index t = 0; t < d->nt; t++) {
        const double *p[3];
        double side[3], area = 0, z = 0;
        for (int k = 0; k < 3; k++)
            p[k] = d->points + 3 * d->corner[3 * t + k];
        for (int k = 0; k < 3; k++) {
            const double *a = p[(k + 1) % 3], *b = p[(k + 2) % 3];
            side[k] = (a[0] - X) * (b[1] - Y) - (a[1] - Y) * (b[0] - X);
            area += side[k];
            z += side[k] * p[k][2];
        }
        if (up ? side[0] >= 0 && side[1] >= 0 && side[2] >= 0 && area > 0
               : side[0] <= 0 && side[1] <= 0 && side[2] <= 0 && area < 0)
            out[n++] = z / area;
    }
    ck_assert_int_lt(n, 64);
    return n;
}

/* How much higher than z = 0 the nut rests that is turned by `angle`: the most that the bolt is above it on
 * any vertical, of 50 x 500 in the ring that both have. Above and below half a pitch the flanks are others. */
static double rest(const zn_mesh_data *bolt, const zn_mesh_data *nut,
                   double angle)
{
    double top[64], bottom[64], most = -INFINITY;

    for (int i = 0; i < 50; i++)
        for (int k = 0; k < 500; k++) {
            const double r = 4.36e-3 + i * 0.64e-3 / 50, a = 2 * pi * k / 500;
            const int n = heights(bolt, 0, r * cos(a), r * sin(a), true, top);
            const int m = heights(nut, angle, r * cos(a), r * sin(a), false,
                                  bottom);
            for (int j = 0; j < n * m; j++) {
                const double d = top[j / m] - bottom[j % m];
                if (fabs(d) < pitch / 4)
                    most = fmax(most, d);
            }
        }
    return most;
}

/* The height at which the least gap of the shapes is 0, between those. */
static double touches_at(const zn_shape *nut, const zn_shape *bolt, double angle,
                         double low, double high)
{
    const double still[7] = {0, 0, 0, 1, 0, 0, 0};

    while (high - low > 1e-9) {
        const double z = (low + high) / 2;
        const double at[7] = {0, 0, z, cos(angle / 2), 0, 0, sin(angle / 2)};
        zn_touch t[ZN_TOUCH_MOST];
        zn_index n;
        double least = INFINITY;
        MUST(zn_shape_touch(nut, at, bolt, still, 1e-4, t, &n));
        for (zn_index i = 0; i < n; i++)
            least = fmin(least, t[i].gap);
        *(least > 0 ? &high : &low) = z;
    }
    return high;
}

/* The smooth threads would touch at -0.03 mm. Facets stand out of the nut's, and cut into the
 * bolt's, by up to 5 mm (1 - cos(pi/35)) tan(30 deg) = 0.0116 mm. The verticals miss the place where
 * they touch by up to 0.01 mm, along which the two part by up to 0.03 of that. */
START_TEST(a_nut_rests_where_its_surface_meets_that_of_the_bolt)
{
    zn_mesh_data b, n;

    read_mesh("bolt.obj", &b);
    read_mesh("nut.obj", &n);
    zn_shape *const bolt = shape_of(&b), *const nut = shape_of(&n);
    /* the nut stands 4 mm up the bolt */
    for (zn_index i = 0; i < n.nv; i++)
        n.points[3 * i + 2] += 2 * pitch;
    for (int k = 0; k < test_rounds(3); k++) {
        const double angle = -0.3 + 0.071 * k, z = rest(&b, &n, angle),
                     helix = pitch * angle / (2 * pi);
        ck_assert_double_gt(z - helix, -0.03e-3);
        ck_assert_double_lt(z - helix, -0.017e-3);
        ck_assert_double_eq_tol(
            touches_at(nut, bolt, angle, 2 * pitch + helix - 0.04e-3,
                       2 * pitch + helix),
            2 * pitch + z, 3e-7);
    }
    zn_shape_free(nut);
    zn_shape_free(bolt);
    zn_mesh_data_free(ctx, &n);
    zn_mesh_data_free(ctx, &b);
}
END_TEST

/* ---- a bolt that turns ------------------------------------------------------------------ */

/* When the bolt has turned by a facet, it is the same bolt, lower by a 35th of the pitch; so the nut has
 * climbed by that from one such time to another, but for how it stands in its jaws and the
 * g h^2 = 2.5e-6 m that it may fall in a step. The two share more than 400 places: those that were left out
 * would let it sink by 2e-5 m. */
START_TEST(a_nut_climbs_by_the_pitch)
{
    if (test_is_slowed())
        return;
    const double facet = 0.025; /* s */
    const int facets = 3;
    char path[4096], speed[64];
    const char *const set[] = {speed};
    zn_scene *s;
    double z[2];

    path_of("bolt.yaml", path, sizeof path);
    snprintf(speed, sizeof speed, "w=%.17g", 2 * pi / FACETS / facet);
    MUST(zn_scene_read(ctx, path, 1, set, &s));
    zn_model_free(model);
    MUST(zn_scene_simulation(s, ctx, &model, &sim));
    const zn_ds *nut = zn_model_ds(model, "nut");
    for (int k = 0; k < 2; k++) {
        while (zn_simulation_time(sim) < (k + 1) * facets * facet - 1e-9)
            MUST(zn_simulation_step(sim));
        z[k] = q_of(nut, 2);
    }
    ck_assert_double_eq_tol(z[1] - z[0], facets * pitch / FACETS, 3e-6);
    zn_simulation_free(sim);
    sim = NULL;
    zn_scene_free(s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bolt");
    TCase *tc = tcase_create("bolt");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_test(tc, a_nut_rests_where_its_surface_meets_that_of_the_bolt);
    tcase_add_test(tc, a_nut_climbs_by_the_pitch);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
