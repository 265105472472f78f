/* test_ray.c - what a half line meets first
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/meshes.h"

#include <zeno/ray.h>

/* Of one shape; infinity: nothing. */
static double met(const zn_shape *s, const double pose[7], double x, double y, double z,
                  double dx, double dy, double dz, zn_hit *hit)
{
    const zn_ray ray = {.from = {x, y, z}, .along = {dx, dy, dz}, .reach = INFINITY};

    MUST(zn_shape_ray(s, pose, &ray, hit));
    return hit->distance;
}

static void has_normal(const zn_hit *hit, double x, double y, double z)
{
    ck_assert_double_eq_tol(hit->normal[0], x, 1e-14);
    ck_assert_double_eq_tol(hit->normal[1], y, 1e-14);
    ck_assert_double_eq_tol(hit->normal[2], z, 1e-14);
}

/* ---- by hand --------------------------------------------------------------------------- */

START_TEST(shapes_in_space_by_hand)
{
    zn_shape *plane, *can, *tip;
    zn_hit hit;

    MUST(zn_shape_plane(ctx, &plane));
    MUST(zn_shape_cylinder(ctx, 0.5, 2, &can));
    MUST(zn_shape_cone(ctx, 0.5, 0, 2, &tip));
    /* down 3 for 4 across: 5/3 of the height */
    ck_assert_double_eq_tol(met(plane, NULL, 1, 0, 3, 4, 0, -3, &hit), 5, 1e-14);
    ck_assert_double_eq_tol(hit.point[0], 5, 1e-14);
    has_normal(&hit, 0, 0, 1);
    ck_assert(isinf(met(plane, NULL, 1, 0, 3, 4, 0, 0, &hit)));
    /* side, face, side from within, and past it */
    ck_assert_double_eq_tol(met(can, NULL, 3, 0.3, 0, -1, 0, 0, &hit), 2.6, 1e-14);
    has_normal(&hit, 0.8, 0.6, 0);
    ck_assert_double_eq_tol(met(can, NULL, 0.1, 0.2, 5, 0, 0, -1, &hit), 4, 1e-14);
    has_normal(&hit, 0, 0, 1);
    ck_assert_double_eq_tol(met(can, NULL, 0, 0.3, 0.7, 1, 0, 0, &hit), 0.4, 1e-14);
    ck_assert(isinf(met(can, NULL, 3, 0.51, 0, -1, 0, 0, &hit)));
    /* the radius at z is (1 - z)/4; normal (4, 0, 1)/sqrt(17) */
    ck_assert_double_eq_tol(met(tip, NULL, 3, 0, 0.2, -1, 0, 0, &hit), 2.8, 1e-14);
    has_normal(&hit, 4 / sqrt(17), 0, 1 / sqrt(17));
    /* from above, steeper than the side, and parallel to it */
    ck_assert_double_eq_tol(met(tip, NULL, 0.1, 0, 3, 0, 0, -1, &hit), 2.4, 1e-14);
    ck_assert_double_eq_tol(met(tip, NULL, 0, 0, 3, 0, 0, -1, &hit), 2, 1e-14);
    ck_assert_double_eq_tol(met(tip, NULL, 0, 0, 0, -1, 0, 4, &hit), sqrt(17) / 8, 1e-14);
    ck_assert(isinf(met(tip, NULL, 0, 0, 5, 1, 0, 0, &hit)));
    /* above the tip there is no other cone */
    ck_assert(isinf(met(tip, NULL, 1, 0, 1.5, -1, 0, 0, &hit)));
    zn_shape_free(plane);
    zn_shape_free(can);
    zn_shape_free(tip);
}
END_TEST

START_TEST(shapes_of_the_plane_by_hand)
{
    const double half = 0.5, turned[7] = {2, 0, 0, cos(half * M_PI_4), 0, 0, sin(half * M_PI_4)};
    zn_shape *disc, *square, *corner3, *line, *ground;
    zn_hit hit;

    MUST(zn_shape_disc(ctx, 1, &disc));
    MUST(zn_shape_rectangle(ctx, (double[]){2, 2}, &square));
    MUST(zn_shape_polygon(ctx, 3, (double[]){0, 0, 2, 0, 0, 2}, &corner3));
    MUST(zn_shape_segment(ctx, (double[]){-1, -1, 1, 1}, &line));
    MUST(zn_shape_half_plane(ctx, &ground));
    ck_assert_double_eq_tol(met(disc, NULL, -3, 0.6, 0, 1, 0, 0, &hit), 2.2, 1e-14);
    has_normal(&hit, -0.8, 0.6, 0);
    /* turned by 45 degrees its corner is sqrt(2) from the centre */
    ck_assert_double_eq_tol(met(square, turned, 0, 0.25, 0, 1, 0, 0, &hit), 2.25 - sqrt(2),
                            1e-14);
    has_normal(&hit, -sqrt(0.5), sqrt(0.5), 0);
    ck_assert_double_eq_tol(met(corner3, NULL, 3, 3, 0, -1, -1, 0, &hit), sqrt(8), 1e-14);
    ck_assert_double_eq_tol(met(line, NULL, -3, 0.5, 0, 2, 0, 0, &hit), 3.5, 1e-14);
    has_normal(&hit, -sqrt(0.5), sqrt(0.5), 0);
    ck_assert_double_eq_tol(met(line, NULL, 3, 0.5, 0, -2, 0, 0, &hit), 2.5, 1e-14);
    has_normal(&hit, sqrt(0.5), -sqrt(0.5), 0);
    ck_assert(isinf(met(line, NULL, -3, 1.5, 0, 1, 0, 0, &hit)));
    ck_assert(isinf(met(line, NULL, -3, -3, 0, 1, 1, 0, &hit))); /* along it */
    ck_assert_double_eq_tol(met(ground, NULL, 0, 3, 0, 0, -1, 0, &hit), 3, 1e-14);
    zn_shape_free(disc);
    zn_shape_free(square);
    zn_shape_free(corner3);
    zn_shape_free(line);
    zn_shape_free(ground);
}
END_TEST

/* ---- beside distances ------------------------------------------------------------------ */

/* Signed distance of a point, as where a small ball touches. */
static double distance(const zn_shape *s, const double pose[7], const double x[3])
{
    const double r = 1e-3, at[7] = {x[0], x[1], x[2], 1};
    zn_shape *probe;
    zn_index n;

    MUST(zn_shape_sphere(ctx, r, &probe));
    MUST(zn_shape_touch(s, pose, probe, at, INFINITY, t2, &n));
    MUST(zn_shape_touch(probe, at, s, pose, INFINITY, t, &n));
    zn_shape_free(probe);
    ck_assert_int_gt(n, 0);
    ck_assert_double_eq_tol(t[deepest(t, n)].gap, t2[deepest(t2, n)].gap, TOL);
    return t[deepest(t, n)].gap + r;
}

/* Its distance at the place is 0, before it of the sign at the start; a little along the normal it
 * is that little, so the normal is one of the outward ones there. */
START_TEST(the_place_is_on_the_surface_and_the_first)
{
    int hits = 0;

    for (int k = 0; k < 4000; k++) {
        const solid *s = &one[k % SOLIDS];
        zn_ray ray = {.reach = INFINITY};
        double pose[7], x[3];
        zn_hit hit;
        random_pose(0.3, pose);
        for (int i = 0; i < 3; i++)
            ray.from[i] = (k % 5 ? 1.5 : 0.3) * uniform();
        random_direction(ray.along);
        for (int i = 0; i < 3 && k % 2; i++) /* or towards it */
            ray.along[i] += 2 * (pose[i] - ray.from[i]);
        MUST(zn_shape_ray(s->shape, pose, &ray, &hit));
        const double start = distance(s->shape, pose, ray.from);
        const double end = isinf(hit.distance) ? 3 : hit.distance;
        const double length = sqrt(dot(ray.along, ray.along));
        for (int j = 1; j < 30; j++) {
            for (int i = 0; i < 3; i++)
                x[i] = ray.from[i] + j / 30. * end / length * ray.along[i];
            const double d = distance(s->shape, pose, x);
            ck_assert_msg(start < 0 ? d < TOL : d > -TOL, "%s: %g at %d/30",
                          zn_shape_kind(s->shape), d, j);
        }
        if (isinf(hit.distance)) {
            ck_assert_double_gt(start, 0);
            continue;
        }
        hits++;
        ck_assert_msg(fabs(distance(s->shape, pose, hit.point)) < TOL, "%s: %g",
                      zn_shape_kind(s->shape), distance(s->shape, pose, hit.point));
        for (int i = 0; i < 3; i++)
            x[i] = hit.point[i] + 0.01 * hit.normal[i];
        ck_assert_double_eq_tol(distance(s->shape, pose, x), 0.01, TOL);
        ck_assert_double_eq_tol(dot(hit.normal, hit.normal), 1, TOL);
        ck_assert((dot(hit.normal, ray.along) < 0) == (start > 0));
    }
    ck_assert_int_gt(hits, 800);
}
END_TEST

/* ---- meshes ---------------------------------------------------------------------------- */

/* By all triangles, in barycentric coordinates (Moeller & Trumbore 1997). */
static double by_triangles(const zn_shape *s, const double o[3], const double d[3])
{
    double first = INFINITY;

    for (zn_index f = 0; f < zn_shape_face_count(s); f++) {
        double v[3][3], e1[3], e2[3], from[3], p[3], q[3];
        for (int k = 0; k < 3; k++)
            zn_shape_face(s, f, k, v[k]);
        for (int i = 0; i < 3; i++) {
            e1[i] = v[1][i] - v[0][i];
            e2[i] = v[2][i] - v[0][i];
            from[i] = o[i] - v[0][i];
        }
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            p[i] = d[j] * e2[k] - d[k] * e2[j];
            q[i] = from[j] * e1[k] - from[k] * e1[j];
        }
        const double det = dot(e1, p), u = dot(from, p) / det, w = dot(d, q) / det;
        const double at = dot(e2, q) / det;
        if (det != 0 && u >= -1e-9 && w >= -1e-9 && u + w <= 1 + 1e-9 && at >= 0)
            first = fmin(first, at);
    }
    return first;
}

START_TEST(meshes_and_height_fields_beside_all_their_triangles)
{
    zn_shape *const s[] = {hills(0.3), floor_of_triangles()};

    for (int k = 0; k < 4000; k++) {
        const double z = 1 + 0.2 * uniform();
        zn_hit hit;
        double d[3], place[3] = {uniform(), uniform(), z};
        random_direction(d);
        d[2] = -fabs(d[2]);
        const double mine = met(s[k % 2], NULL, place[0], place[1], z, d[0], d[1], d[2], &hit);
        const double all = by_triangles(s[k % 2], place, d);
        /* a height field has sides, too, which are no faces */
        ck_assert_msg(mine <= all + TOL && (isinf(all) || mine > all - TOL || k % 2 == 0),
                      "%d: %.17g %.17g", k, mine, all);
        if (!isinf(all) && mine > all - TOL)
            ck_assert_double_ge(hit.normal[2], 0);
    }
    zn_shape_free(s[0]);
    zn_shape_free(s[1]);
}
END_TEST

/* From within a closed body everything is met, at sides and corners of triangles too. */
START_TEST(nothing_gets_through_between_triangles)
{
    zn_shape *body;
    double size[3] = {1, 0.7, 0.9}, pose[7];

    box_of_triangles(size, 3);
    body = mesh();
    for (int k = 0; k < 20000; k++) {
        double x[3], d[3];
        const zn_index a = 3 * (zn_index)floor((double)np * fabs(uniform()));
        const zn_index b = 3 * (zn_index)floor((double)np * fabs(uniform()));
        const double w = k % 3 ? fabs(uniform()) : 0;
        zn_hit hit;
        random_pose(0.3, pose);
        for (int i = 0; i < 3; i++) /* a corner, or a place between two */
            x[i] = point[a + i] * (1 - w) + point[b + i] * w;
        zn_rotate(pose + 3, x, d);
        const double mine = met(body, pose, pose[0], pose[1], pose[2], d[0], d[1], d[2], &hit);
        ck_assert_msg(mine < 1, "%d", k);
    }
    zn_shape_free(body);
}
END_TEST

/* ---- sources --------------------------------------------------------------------------- */

START_TEST(bodies_are_where_they_are_in_the_state)
{
    const double q0[7] = {0, 0, 5, 1}, v0[6] = {0};
    zn_ray ray = {.from = {0, 0, 9}, .along = {0, 0, -2}, .reach = INFINITY};
    zn_source *c;
    zn_shape *ball, *floor_;
    zn_ds *body;
    zn_hit hit;

    MUST(zn_ds_new(ctx, "newton-euler", "ball", 6, q0, v0, &body));
    MUST(zn_ds_set_constant(body, "mass", 1, 1, (double[]){2}));
    MUST(zn_ds_set_constant(body, "inertia", 3, 3, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}));
    MUST(zn_ds_set_constant(body, "f_ext", 3, 1, (double[]){0, 0, -20}));
    MUST(zn_model_add_ds(model, body));
    MUST(zn_shape_sphere(ctx, 0.5, &ball));
    MUST(zn_shape_plane(ctx, &floor_));
    MUST(zn_source_new(ctx, "collision", &c));
    MUST(zn_collision_attach(c, &(zn_collider){.shape = floor_, .name = "floor"}, NULL));
    MUST(zn_collision_attach(c, &(zn_collider){.ds = body, .shape = ball, .name = "ball"}, NULL));
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_set_time(sim, 0, 0.01, 1));
    MUST(zn_simulation_use(sim, "moreau-jean", "theta=0.5", NULL));
    MUST(zn_simulation_add_source(sim, c));
    MUST(zn_simulation_init(sim));
    ck_assert_ptr_eq(zn_simulation_source(sim, 0), c);
    ck_assert_ptr_null(zn_simulation_source(sim, 1));
    for (int k = 0; k <= 40; k++) { /* it falls by 5 t^2 */
        const double t_ = 0.01 * k;
        MUST(zn_collision_ray(c, zn_simulation_state(sim), &ray, &hit));
        ck_assert_double_eq_tol(hit.distance, 9 - 5.5 + 5 * t_ * t_, 1e-12);
        ck_assert_ptr_eq(hit.ds, body);
        ck_assert_str_eq(hit.name, "ball");
        MUST(zn_simulation_step(sim));
    }
    ray.ignore = body;
    MUST(zn_collision_ray(c, zn_simulation_state(sim), &ray, &hit));
    ck_assert_double_eq_tol(hit.distance, 9, 1e-14);
    ck_assert_ptr_null(hit.ds);
    ck_assert_str_eq(hit.name, "floor");
    ray.reach = 8.9;
    MUST(zn_collision_ray(c, zn_simulation_state(sim), &ray, &hit));
    ck_assert(isinf(hit.distance));
}
END_TEST

/* ---- wrong rays ------------------------------------------------------------------------ */

START_TEST(wrong_rays_are_said)
{
    static const struct {
        zn_ray ray;
        bool flat;
        const char *words;
    } wrong[] = {
        {{{0, 0, 1}, {0, 0, 0}, 1, NULL},
         false,
         "a ray from (0, 0, 1) along (0, 0, 0) has no direction"},
        {{{0, NAN, 1}, {0, 0, 1}, 1, NULL},
         false,
         "a ray from (0, nan, 1) along (0, 0, 1): numbers must be finite"},
        {{{0, 0, 1}, {0, INFINITY, 1}, 1, NULL}, false, "numbers must be finite"},
        {{{0, 0, 1}, {0, 0, 1}, -2, NULL}, false, "the reach of a ray is -2 m, must be >= 0"},
        {{{0, 0, 1}, {0, 0, 1}, NAN, NULL}, false, "the reach of a ray is nan m, must be >= 0"},
        {{{0, 0, 1}, {1, 0, 0}, 1, NULL}, true, "a ray from z = 1 along z = 0 leaves the plane"},
    };
    zn_shape *disc;
    zn_hit hit;

    MUST(zn_shape_disc(ctx, 1, &disc));
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        ck_assert_int_eq(
            zn_shape_ray(wrong[k].flat ? disc : one[0].shape, NULL, &wrong[k].ray, &hit),
            ZN_EINVAL);
        ck_assert_msg(strstr(zn_errmsg(ctx), wrong[k].words) != NULL, "%s", zn_errmsg(ctx));
        ck_assert(isinf(hit.distance));
    }
    /* directions of any length */
    ck_assert_double_eq_tol(met(one[0].shape, NULL, 3, 0, 0, -1e-300, 0, 0, &hit), 2.6, 1e-14);
    ck_assert_double_eq_tol(met(one[0].shape, NULL, 3, 0, 0, -1e300, 0, 0, &hit), 2.6, 1e-14);
    zn_shape_free(disc);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rays");
    TCase *tc = tcase_create("rays");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, shapes_in_space_by_hand);
    tcase_add_test(tc, shapes_of_the_plane_by_hand);
    tcase_add_test(tc, the_place_is_on_the_surface_and_the_first);
    tcase_add_test(tc, meshes_and_height_fields_beside_all_their_triangles);
    tcase_add_test(tc, nothing_gets_through_between_triangles);
    tcase_add_test(tc, bodies_are_where_they_are_in_the_state);
    tcase_add_test(tc, wrong_rays_are_said);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
