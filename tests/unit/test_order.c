/* test_order.c - interactions in the order of their turns, whatever came, went and came
 * again between two steps
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/order.h"

#include "tests/unit/zeno_test.h"

enum { PLACES = 24, MARGIN = 8, ROUNDS = 4000 };

static zn_ctx *ctx;
static zni_order order;
static struct keyed {
    zn_interaction a;
    uint64_t key[2]; /* of one that a source found */
} who[PLACES];
static zn_interaction *at[PLACES];
static bool there[PLACES];
static uint64_t turns;
static unsigned seed;

static int any(int n)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (unsigned)n);
}

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
    order = (zni_order){0};
    memset(there, 0, sizeof there);
    memset(who, 0, sizeof who);
    turns = 0;
    for (zn_index k = 0; k < PLACES; k++)
        (at[k] = &who[k].a)->place = (int32_t)k;
    ck_assert_int_eq(zni_order_reserve(ctx, &order, PLACES), ZN_OK);
}

static void teardown(void)
{
    zni_order_fini(ctx, &order);
    zn_ctx_free(ctx);
}

static void come_at(zn_index place, uint64_t turn)
{
    at[place]->serial = (zn_index)turn;
    at[place]->source = turn % 3 == 0;
    who[place].key[0] = turn / 1000000;
    who[place].key[1] = turn;
    ck_assert_int_eq(zni_order_put(ctx, &order, at[place]), ZN_OK);
    there[place] = true;
}

/* Those of the user, then those of the source, as they came. */
static bool before(zn_index a, zn_index b)
{
    return at[a]->source != at[b]->source ? at[a]->source < at[b]->source
                                          : at[a]->serial < at[b]->serial;
}

static void come(zn_index place)
{
    come_at(place, ++turns);
}

static void go(zn_index place)
{
    zni_order_drop(&order, place);
    there[place] = false;
}

/* All that are there, once each, by their turns. */
static void check(void)
{
    zn_index n = 0;

    for (zn_index k = 0; k < PLACES; k++)
        n += there[k];
    ck_assert_int_eq(order.n, n);
    for (zn_index i = 0; i < n; i++) {
        const zn_index k = zni_order_place(&order, i);
        ck_assert(there[k]);
        ck_assert(i == 0 || before(zni_order_place(&order, i - 1), k));
    }
}

START_TEST(any_coming_and_going_leaves_those_that_are_there)
{
    seed = 20261126;
    for (int r = 0; r < test_rounds(ROUNDS); r++) {
        for (int c = any(12); c > 0; c--) {
            const zn_index k = any(PLACES);
            const bool was = there[k];
            if (was)
                go(k);
            if (!was || any(2)) /* another one, or the same that changed */
                come_at(k, (uint64_t)any(3) * 1000000 + ++turns);
        }
        zni_order_settle(&order, at);
        check();
    }
}
END_TEST

/* What came last goes again. Before the list of those that come there are entries of the same
 * place here: nothing but the list may be looked at. */
START_TEST(what_came_last_may_go_at_once)
{
    const zn_index later = PLACES - 1;
    zni_entry room[MARGIN + 2 * PLACES];

    for (zn_index n = 1; n <= 3; n++) {
        for (zn_index k = 0; k < MARGIN; k++)
            room[k] = (zni_entry){.lo = 1000, .place = (int32_t)(n - 1)};
        order.fresh = room + MARGIN;
        order.cfresh = 2 * PLACES;
        come_at(later, 1000000 + ++turns); /* all others are to come before it */
        for (zn_index k = 0; k < n; k++)
            come(k);
        go(n - 1);
        for (zn_index k = 0; k < MARGIN; k++)
            ck_assert(room[k].lo == 1000 && room[k].place == n - 1);
        zni_order_settle(&order, at);
        order.fresh = NULL;
        order.cfresh = 0;
        check();
        for (zn_index k = 0; k < n - 1; k++)
            go(k);
        go(later);
        zni_order_settle(&order, at);
        check();
    }
}
END_TEST

/* What comes behind the last one needs no room and no sorting. */
START_TEST(what_comes_in_turn_is_there_at_once)
{
    for (zn_index k = 0; k < PLACES; k++) {
        come(k);
        check();
    }
    ck_assert_ptr_null(order.fresh);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("order of interactions");
    TCase *tc = tcase_create("order");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, any_coming_and_going_leaves_those_that_are_there);
    tcase_add_test(tc, what_came_last_may_go_at_once);
    tcase_add_test(tc, what_comes_in_turn_is_there_at_once);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
