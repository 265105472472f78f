/* test_places.c - places of things and of their parts in the vectors, as they come and go
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include "kernel/model/model.h"

enum { THINGS = 300, TURNS = 6000 };

/* What is known of a thing from outside: what it asked for, and what it got. */
typedef struct thing {
    bool     in;
    zn_index size[3], place;
    int32_t  off[3];
} thing;

static bool apart(const thing *a, const thing *b, int k)
{
    return a->off[k] + a->size[k] <= b->off[k] ||
           b->off[k] + b->size[k] <= a->off[k];
}

static void check_apart(const thing *t, zn_index i, const zn_index n[3])
{
    for (int k = 0; k < 3; k++) {
        ck_assert_int_ge(t[i].off[k], 0);
        ck_assert_int_le(t[i].off[k] + t[i].size[k], n[k]);
    }
    for (zn_index j = 0; j < THINGS; j++) {
        if (j == i || !t[j].in)
            continue;
        ck_assert_int_ne(t[i].place, t[j].place);
        for (int k = 0; k < 3; k++)
            ck_assert(apart(&t[i], &t[j], k));
    }
}

/* Sizes of five kinds, in runs and mixed; at each turn one thing comes or goes. */
START_TEST(parts_are_apart_and_stay_where_they_are)
{
    static const zn_index sizes[5][3] = {
        {3, 3, 0}, {7, 6, 0}, {0, 0, 2}, {1, 1, 0}, {7, 6, 1}};
    thing t[THINGS] = {{0}};
    zni_places p = {0};
    zn_index n[3] = {0}, *const len[3] = {&n[0], &n[1], &n[2]}, most = 0, in = 0;
    uint64_t seed = 12345;
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    for (int turn = 0; turn < TURNS; turn++) {
        thing *a;
        int32_t off[3];
        int kind;

        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
        a = &t[(seed >> 33) % THINGS];
        if (a->in) {
            zni_places_leave(&p, a->place);
            a->in = false;
            in--;
            continue;
        }
        kind = turn < TURNS / 2 ? (int)((seed >> 50) % 5) : turn / 40 % 5;
        memcpy(a->size, sizes[kind], sizeof a->size);
        ck_assert_int_eq(zni_places_take(ctx, &p, a->size, len, &a->place), ZN_OK);
        zni_places_off(&p, a->place, a->off);
        a->in = true;
        most = ++in > most ? in : most;
        check_apart(t, a - t, n);
        for (zn_index i = 0; i < THINGS; i++) {
            if (!t[i].in)
                continue;
            zni_places_off(&p, t[i].place, off);
            ck_assert_mem_eq(off, t[i].off, sizeof off);
            ck_assert_mem_eq(zni_places_sizes(&p, t[i].place), t[i].size,
                             sizeof t[i].size);
        }
    }
    /* places that were left are used again by their kind */
    ck_assert_int_le(p.n, 5 * most);
    zni_places_fini(ctx, &p);
    zn_ctx_free(ctx);
}
END_TEST

/* Alike things are one run: 4 bytes a place. */
START_TEST(alike_things_are_one_run)
{
    const zn_index size[3] = {7, 6, 0};
    zn_index n[3] = {0}, *const len[3] = {&n[0], &n[1], &n[2]}, place;
    zni_places p = {0};
    int32_t off[3];
    zn_ctx *ctx;

    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(zni_places_take(ctx, &p, size, len, &place), ZN_OK);
    ck_assert_int_eq(p.nrun, 1);
    zni_places_off(&p, 17, off);
    ck_assert_int_eq(off[0], 17 * 7);
    ck_assert_int_eq(off[1], 17 * 6);
    ck_assert_int_eq(n[0], 7000);
    zni_places_leave(&p, 17);
    ck_assert_int_eq(zni_places_take(ctx, &p, size, len, &place), ZN_OK);
    ck_assert_int_eq(place, 17);
    zni_places_fini(ctx, &p);
    zn_ctx_free(ctx);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("places");
    TCase *t = tcase_create("all");

    tcase_add_test(t, parts_are_apart_and_stay_where_they_are);
    tcase_add_test(t, alike_things_are_one_run);
    suite_add_tcase(s, t);
    return s;
}

int main(void)
{
    return test_main(suite());
}
