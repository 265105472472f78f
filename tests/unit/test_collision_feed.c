/* test_collision_feed.c - shapes that come and go: memory, names, what is discarded
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/scene.h"

static test_memory mem;
static zn_source *c;

static void setup_with(const zn_allocator *alloc)
{
    zn_law *law;
    zn_shape *ground;

    ck_assert_int_eq(zn_ctx_new_with(alloc, &ctx), ZN_OK);
    MUST(zn_model_new(ctx, &model));
    sim = NULL;
    MUST(zn_source_new(ctx, "collision", &c));
    MUST(zn_shape_plane(ctx, &ground));
    MUST(zn_collision_attach(c, &(zn_collider){.shape = ground}, NULL));
    MUST(zn_law_friction(ctx, 3, 0, 0, 0.5, &law));
    MUST(zn_collision_law(c, 0, 0, law));
}

static void setup(void)
{
    setup_with(NULL);
}

static void begin(double h, double T)
{
    simulate("moreau-jean", NULL, 0, h, T);
    MUST(zn_simulation_add_source(sim, c));
}

/* A body of 1 kg, without a shape. */
static zn_ds *body(const char *name, double x, double z)
{
    const double q0[7] = {x, 0, z, 1}, v0[6] = {0}, mass = 1;
    const double inertia[9] = {0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01};
    const double weight[3] = {0, 0, -10};
    zn_ds *ds;

    MUST(zn_ds_new(ctx, "newton-euler", name, 6, q0, v0, &ds));
    MUST(zn_ds_set_constant(ds, "mass", 1, 1, &mass));
    MUST(zn_ds_set_constant(ds, "inertia", 3, 3, inertia));
    MUST(zn_ds_set_constant(ds, "f_ext", 3, 1, weight));
    MUST(zn_model_add_ds(model, ds));
    return ds;
}

/* ---- memory ------------------------------------------------------------------------------ */

enum { ALIVE = 8 };

/* Two balls on a bar that is not there: a body of two shapes. */
typedef struct stone {
    zn_ds *ds;
    zn_shape *shape[2];
} stone;

static void come(stone *s, int k)
{
    char name[24];

    snprintf(name, sizeof name, "stone %d", k);
    zn_model_reopen(model);
    s->ds = body(name, 3 * (k % ALIVE), 0.1);
    for (int i = 0; i < 2; i++) {
        const double at[7] = {i ? 0.2 : -0.2, 0, 0, 1};
        MUST(zn_shape_sphere(ctx, 0.1, &s->shape[i]));
        MUST(zn_collision_attach(
            c, &(zn_collider){.ds = s->ds, .shape = s->shape[i], .pose = at},
            NULL));
    }
    MUST(zn_model_seal(model));
}

static void go(stone *s)
{
    zn_model_reopen(model);
    MUST(zn_collision_leave(c, s->ds));
    MUST(zn_model_remove_ds(model, s->ds));
    for (int i = 0; i < 2; i++)
        MUST(zn_collision_discard(c, s->shape[i]));
    MUST(zn_model_seal(model));
}

/* Births and deaths, a step between them. Of 10^4 the second half takes no byte: what comes has
 * the room of what went. */
START_TEST(memory_does_not_grow_with_those_who_went)
{
    const zn_allocator alloc = test_allocator(&mem);
    stone s[ALIVE];
    size_t half = 0;
    long blocks = 0;

    mem = (test_memory){0};
    setup_with(&alloc);
    MUST(zn_model_seal(model));
    begin(1e-3, 1e3);
    for (int k = 0; k < 10000; k++) {
        if (k == 5000) {
            half = mem.bytes;
            blocks = mem.live;
        }
        if (k >= ALIVE)
            go(&s[k % ALIVE]);
        come(&s[k % ALIVE], k + 10000); /* names of one length */
        MUST(zn_simulation_step(sim));
    }
    ck_assert_int_eq(zn_simulation_contact_count(sim, 0), 2 * ALIVE);
    ck_assert_uint_eq(mem.bytes, half);
    ck_assert_int_eq(mem.live, blocks);
}
END_TEST

/* ---- names and order ---------------------------------------------------------------------- */

enum { MOST = 16 };

/* Keys of all contacts. */
static zn_index keys(zn_key out[MOST])
{
    const zn_index n = zn_simulation_contact_count(sim, 0);

    ck_assert_int_le(n, MOST);
    for (zn_index k = 0; k < n; k++)
        ck_assert(
            zn_interaction_key(zn_simulation_contact_at(sim, 0, k), &out[k]));
    return n;
}

/* Three balls of the body "b", each over a slab of the world of its own, and what they do. */
static zn_index three_balls_on_slabs(zn_key key[MOST], double q[7])
{
    const double side[3] = {1, 1, 1};
    zn_shape *slab, *ball;
    zn_ds *b;

    zn_model_reopen(model);
    b = body("b", 0, 1.2);
    MUST(zn_shape_box(ctx, side, &slab));
    MUST(zn_shape_sphere(ctx, 0.2, &ball));
    for (int k = 0; k < 3; k++) {
        const double at[7] = {2 * k - 2, 0, 0.5, 1};
        const double in[7] = {2 * k - 2.1, 0.1 * k, 0, 1};
        MUST(zn_collision_attach(c, &(zn_collider){.shape = slab, .pose = at},
                                 NULL));
        MUST(zn_collision_attach(
            c, &(zn_collider){.ds = b, .shape = ball, .pose = in}, NULL));
    }
    MUST(zn_model_seal(model));
    for (int k = 0; k < 200; k++)
        MUST(zn_simulation_step(sim));
    memcpy(q, zn_simulation_q(sim, b), 7 * sizeof *q);
    return keys(key);
}

static void one_step(void)
{
    MUST(zn_model_seal(model));
    begin(1e-3, 10);
    MUST(zn_simulation_step(sim));
}

/* In places that others left, before or after a search and in whatever order: the same keys, the same
 * bits. */
START_TEST(who_was_there_before_leaves_no_trace)
{
    static const int order[3][6] = {
        {0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {3, 0, 5, 1, 4, 2}};
    zn_key want[MOST], got[MOST];
    double q[7], p[7];
    zn_index n, id[6];

    one_step();
    n = three_balls_on_slabs(want, q);
    ck_assert_int_eq(n, 3);
    for (int o = 0; o < 3; o++) {
        zn_shape *s;
        scene_teardown();
        setup();
        MUST(zn_shape_sphere(ctx, 0.3, &s));
        for (int k = 0; k < 6; k++) {
            const double at[7] = {0.1 * k, 9, 9, 1};
            MUST(zn_collision_attach(c, &(zn_collider){.shape = s, .pose = at},
                                     &id[k]));
        }
        if (o)
            one_step();
        for (int k = 0; k < 6; k++)
            MUST(zn_collision_detach(c, id[order[o][k]]));
        MUST(zn_collision_discard(c, s));
        if (!o)
            one_step();
        ck_assert_int_eq(three_balls_on_slabs(got, p), n);
        for (zn_index k = 0; k < n; k++)
            ck_assert(zn_simulation_contact(sim, 0, want[k]) != NULL);
        for (int k = 0; k < 7; k++)
            ck_assert_msg(p[k] == q[k], "%d: %.17g, not %.17g", k, p[k], q[k]);
    }
}
END_TEST

/* A ball lies on a slab that goes, and another one comes at once and has its place, elsewhere: it
 * falls, and the other ball is caught. */
START_TEST(a_place_that_is_taken_again_has_other_pairs)
{
    const double side[3] = {1, 1, 1}, at[2][7] = {{0, 0, 2, 1}, {3, 0, 2, 1}};
    zn_shape *slab, *ball;
    zn_index id, again;
    zn_ds *b[2];

    MUST(zn_shape_box(ctx, side, &slab));
    MUST(zn_shape_sphere(ctx, 0.5, &ball));
    for (int k = 0; k < 2; k++) {
        b[k] = body(k ? "right" : "left", 3 * k, 3);
        MUST(zn_collision_attach(c, &(zn_collider){.ds = b[k], .shape = ball},
                                 NULL));
    }
    MUST(zn_collision_attach(c, &(zn_collider){.shape = slab, .pose = at[0]},
                             &id));
    MUST(zn_model_seal(model));
    begin(1e-3, 1);
    for (int k = 0; k < 10; k++)
        MUST(zn_simulation_step(sim));
    MUST(zn_collision_detach(c, id));
    MUST(zn_collision_attach(c, &(zn_collider){.shape = slab, .pose = at[1]},
                             &again));
    ck_assert_int_eq(again, id);
    MUST(zn_simulation_run(sim));
    /* on the ground; on the slab, to which it fell 5 (0.01)^2 */
    ck_assert_double_eq_tol(zn_simulation_q(sim, b[0])[2], 0.5, 0.01);
    ck_assert_double_eq_tol(zn_simulation_q(sim, b[1])[2], 3, 0.01);
}
END_TEST

/* ---- words -------------------------------------------------------------------------------- */

START_TEST(what_is_attached_is_not_discarded)
{
    zn_source *other;
    zn_shape *ball;
    zn_index id[2];

    MUST(zn_shape_sphere(ctx, 1, &ball));
    REFUSED(zn_collision_discard(c, ball), ZN_EINVAL,
            "this sphere is not in this contact source");
    for (int k = 0; k < 2; k++)
        MUST(zn_collision_attach(c, &(zn_collider){.shape = ball}, &id[k]));
    REFUSED(zn_collision_discard(c, ball), ZN_ESTATE,
            "this sphere is attached 2 times; take it off first");
    MUST(zn_collision_detach(c, id[0]));
    REFUSED(zn_collision_discard(c, ball), ZN_ESTATE, "attached 1 times");
    MUST(zn_source_new(ctx, "collision", &other));
    REFUSED(zn_collision_discard(other, ball), ZN_EINVAL, "not in this");
    zn_source_free(other);
    MUST(zn_collision_detach(c, id[1]));
    MUST(zn_collision_discard(c, ball));
    MUST(zn_collision_discard(c, NULL));
    zn_source_free(c);
}
END_TEST

/* A body that was not handed to the model has no place: that is said, until its shape is taken off. */
START_TEST(a_body_that_is_in_no_model_is_said)
{
    const double q0[7] = {0, 0, 1, 1}, v0[6] = {0};
    zn_shape *ball;
    zn_index id;
    zn_ds *ds;

    body("here", 0, 1);
    MUST(zn_ds_new(ctx, "newton-euler", "there", 6, q0, v0, &ds));
    MUST(zn_shape_sphere(ctx, 0.5, &ball));
    MUST(zn_collision_attach(c, &(zn_collider){.ds = ds, .shape = ball}, &id));
    MUST(zn_model_seal(model));
    begin(1e-3, 1);
    for (int k = 0; k < 2; k++)
        REFUSED(zn_simulation_step(sim), ZN_EINVAL,
                "shape 'there#0' is on a body that is not in the model");
    MUST(zn_collision_detach(c, id));
    MUST(zn_simulation_step(sim));
    zn_ds_free(ds);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("collision feed");
    TCase *tc = tcase_create("memory");

    tcase_add_checked_fixture(tc, NULL, scene_teardown);
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, memory_does_not_grow_with_those_who_went);
    suite_add_tcase(s, tc);
    tc = tcase_create("places");
    tcase_add_checked_fixture(tc, setup, scene_teardown);
    tcase_add_test(tc, who_was_there_before_leaves_no_trace);
    tcase_add_test(tc, a_place_that_is_taken_again_has_other_pairs);
    tcase_add_test(tc, what_is_attached_is_not_discarded);
    tcase_add_test(tc, a_body_that_is_in_no_model_is_said);
    suite_add_tcase(s, tc);
    return test_main(s);
}
