/* test_ctx.c - the context: words, log, memory, two threads
 * SPDX-License-Identifier: Apache-2.0 */
#include "zeno_test.h"

#include "solvers/core/core.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static zn_ctx *ctx;

static void setup(void)
{
    ck_assert_int_eq(zn_ctx_new(&ctx), ZN_OK);
}

static void teardown(void)
{
    zn_ctx_free(ctx);
    ctx = NULL;
}

/* ---- words -------------------------------------------------------------- */

START_TEST(there_are_no_words_before_the_first_failure)
{
    ck_assert_str_eq(zn_errmsg(ctx), "");
    ck_assert_str_eq(zn_errmsg(NULL), "");
}
END_TEST

START_TEST(places_are_put_in_front_of_the_fact)
{
    ck_assert_int_eq(zn_fail(ctx, ZN_EINVAL, "M(%d,%d) = %g", 1, 2, 0.5),
                     ZN_EINVAL);
    ck_assert_int_eq(zn_note(ctx, ZN_EINVAL, "solver '%s'", "pgs"), ZN_EINVAL);
    zn_note(ctx, ZN_EINVAL, "step 7");
    ck_assert_str_eq(zn_errmsg(ctx), "step 7: solver 'pgs': M(1,2) = 0.5");
}
END_TEST

START_TEST(what_a_terminal_obeys_is_not_in_the_words)
{
    zn_fail(ctx, ZN_EINVAL, "'%s'", "\x1b[31m\r\x7f\xc2\x9b\t\n\xc3\xa9");
    ck_assert_str_eq(zn_errmsg(ctx), "'?[31m????\t\n\xc3\xa9'");
    zn_note(ctx, ZN_EINVAL, "body 'a\x1b]0;b\a'");
    ck_assert_str_eq(zn_errmsg(ctx),
                     "body 'a?]0;b?': '?[31m????\t\n\xc3\xa9'");
}
END_TEST

START_TEST(a_new_fact_replaces_the_old_words)
{
    zn_fail(ctx, ZN_EINVAL, "first");
    zn_fail(ctx, ZN_EDOM, "second");
    ck_assert_str_eq(zn_errmsg(ctx), "second");
}
END_TEST

START_TEST(nothing_is_noted_when_all_is_well)
{
    zn_fail(ctx, ZN_EINVAL, "fact");
    ck_assert_int_eq(zn_note(ctx, ZN_OK, "place"), ZN_OK);
    ck_assert_str_eq(zn_errmsg(ctx), "fact");
}
END_TEST

START_TEST(a_place_without_a_fact_stands_alone)
{
    zn_note(ctx, ZN_EUSER, "user function 'f'");
    ck_assert_str_eq(zn_errmsg(ctx), "user function 'f'");
}
END_TEST

START_TEST(the_old_message_may_be_an_argument_of_the_new_one)
{
    zn_fail(ctx, ZN_EINVAL, "old");
    zn_fail(ctx, ZN_EDOM, "after '%s'", zn_errmsg(ctx));
    ck_assert_str_eq(zn_errmsg(ctx), "after 'old'");
    zn_note(ctx, ZN_EDOM, "[%s]", zn_errmsg(ctx));
    ck_assert_str_eq(zn_errmsg(ctx), "[after 'old']: after 'old'");
}
END_TEST

START_TEST(a_fact_that_is_too_long_ends_in_dots)
{
    char text[3 * ZNI_MESSAGE];

    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    zn_fail(ctx, ZN_EINVAL, "%s", text);
    size_t length = strlen(zn_errmsg(ctx));
    ck_assert_uint_eq(length, ZNI_FACT - 1);
    ck_assert_str_eq(zn_errmsg(ctx) + length - 4, "x...");
}
END_TEST

START_TEST(the_fact_survives_any_number_of_places)
{
    zn_fail(ctx, ZN_EINVAL, "the fact");
    for (int i = 0; i < 1000; i++) {
        zn_note(ctx, ZN_EINVAL, "place %d", i);
        const char *words = zn_errmsg(ctx);
        size_t length = strlen(words);
        ck_assert_uint_lt(length, ZNI_MESSAGE);
        ck_assert_str_eq(words + length - 8, "the fact");
    }
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "place 99: place 98"));
}
END_TEST

/* every length of place around the room that is left */
START_TEST(a_place_is_cut_to_the_room_left)
{
    char text[ZNI_MESSAGE + 64];

    for (size_t n = ZNI_MESSAGE - 64; n < ZNI_MESSAGE + 63; n++) {
        memset(text, 'p', n);
        text[n] = '\0';
        zn_fail(ctx, ZN_EINVAL, "fact");
        zn_note(ctx, ZN_EINVAL, "%s", text);
        size_t length = strlen(zn_errmsg(ctx));
        size_t want = n + strlen(": fact");
        if (want > ZNI_MESSAGE - 1)
            want = ZNI_MESSAGE - 1;
        ck_assert_uint_eq(length, want);
        ck_assert_str_eq(zn_errmsg(ctx) + length - 6, ": fact");
    }
}
END_TEST

START_TEST(without_a_context_the_status_comes_back_all_the_same)
{
    ck_assert_int_eq(zn_fail(NULL, ZN_EIO, "lost"), ZN_EIO);
    ck_assert_int_eq(zn_note(NULL, ZN_EIO, "lost"), ZN_EIO);
    zn_log(NULL, ZN_LOG_WARN, "lost");
}
END_TEST

/* ---- log ---------------------------------------------------------------- */

typedef struct lines {
    int count;
    zn_log_level level;
    char last[64];
} lines;

static void take_line(void *user, zn_log_level level, const char *line)
{
    lines *l = user;
    l->count++;
    l->level = level;
    snprintf(l->last, sizeof l->last, "%s", line);
}

static void ignore_line(void *user, zn_log_level level, const char *line)
{
    (void)user, (void)level, (void)line;
}

START_TEST(the_log_is_silent_until_asked)
{
    lines l = {0};

    zn_log(ctx, ZN_LOG_WARN, "unheard");
    zn_ctx_set_log(ctx, ZN_LOG_DEBUG, take_line, &l);
    zn_ctx_set_log(ctx, ZN_LOG_DEBUG, NULL, NULL);
    zn_log(ctx, ZN_LOG_WARN, "unheard");
    ck_assert_int_eq(l.count, 0);
}
END_TEST

static void count_drop(void *user)
{
    ++*(int *)user;
}

START_TEST(data_of_the_log_are_dropped_once)
{
    zn_ctx *made;
    int first = 0, second = 0;

    ck_assert_int_eq(zn_ctx_new(&made), ZN_OK);
    zn_ctx_set_log_owned(made, ZN_LOG_INFO, ignore_line, &first, count_drop);
    zn_ctx_set_log_owned(made, ZN_LOG_INFO, ignore_line, &second, count_drop);
    ck_assert(first == 1 && second == 0);
    zn_ctx_set_log(made, ZN_LOG_INFO, NULL, NULL);
    ck_assert(first == 1 && second == 1);
    zn_ctx_set_log_owned(made, ZN_LOG_INFO, ignore_line, &first, count_drop);
    zn_ctx_free(made);
    ck_assert(first == 2 && second == 1);
}
END_TEST

START_TEST(the_log_listens_up_to_its_level)
{
    lines l = {0};

    zn_ctx_set_log(ctx, ZN_LOG_INFO, take_line, &l);
    zn_log(ctx, ZN_LOG_DEBUG, "detail");
    ck_assert_int_eq(l.count, 0);
    zn_log(ctx, ZN_LOG_INFO, "chose '%s'", "lemke");
    ck_assert_int_eq(l.count, 1);
    ck_assert_int_eq(l.level, ZN_LOG_INFO);
    ck_assert_str_eq(l.last, "chose 'lemke'");
    zn_log(ctx, ZN_LOG_WARN, "look");
    ck_assert_int_eq(l.count, 2);
    ck_assert_int_eq(l.level, ZN_LOG_WARN);
}
END_TEST

/* ---- memory ------------------------------------------------------------- */

START_TEST(an_array_is_zero_filled)
{
    double *x = zn_alloc(ctx, 100, sizeof *x);

    ck_assert_ptr_nonnull(x);
    for (int i = 0; i < 100; i++)
        ck_assert(x[i] == 0);
    zn_free_array(ctx, x);
    zn_free_array(ctx, NULL);
}
END_TEST

START_TEST(an_empty_array_is_a_valid_pointer)
{
    void *p = zn_alloc(ctx, 0, sizeof(double));

    ck_assert_ptr_nonnull(p);
    zn_free_array(ctx, p);
}
END_TEST

START_TEST(a_size_that_is_none_is_no_memory)
{
    ck_assert_ptr_null(zn_alloc(ctx, -1, 8));
    ck_assert_str_eq(zn_errmsg(ctx), "no memory for -1 elements of 8 bytes");
    ck_assert_ptr_null(zn_alloc(ctx, PTRDIFF_MAX / 2, 8));
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "elements of 8 bytes"));
}
END_TEST

START_TEST(growing_keeps_the_contents_and_zeroes_the_rest)
{
    int *x = NULL;
    zn_index cap = 0;

    for (zn_index n = 1; n <= 1000; n++) {
        zn_index before = cap;
        ck_assert_int_eq(zn_grow(ctx, &x, &cap, n, sizeof *x), ZN_OK);
        ck_assert_int_ge(cap, n);
        for (zn_index i = before; i < cap; i++)
            ck_assert_int_eq(x[i], 0);
        x[n - 1] = (int)n;
    }
    for (int i = 0; i < 1000; i++)
        ck_assert_int_eq(x[i], i + 1);
    zn_free_array(ctx, x);
}
END_TEST

/* 1000 growths by one, each by at least half: log(1000) / log(1.5) = 17 moves
 * from 2 elements on */
START_TEST(growing_one_by_one_moves_seldom)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *counted;
    char *x = NULL;
    zn_index cap = 0;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &counted), ZN_OK);
    long before = mem.calls;
    for (zn_index n = 1; n <= 1000; n++)
        ck_assert_int_eq(zn_grow(counted, &x, &cap, n, 1), ZN_OK);
    ck_assert_int_le(mem.calls - before, 20);
    zn_free_array(counted, x);
    zn_ctx_free(counted);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

/* Of few half as many again, of many a quarter. */
START_TEST(many_grow_by_less)
{
    char *x = NULL;
    zn_index cap = 0;

    ck_assert_int_eq(zn_grow(ctx, &x, &cap, 1000, 1), ZN_OK);
    ck_assert_int_eq(zn_grow(ctx, &x, &cap, 1001, 1), ZN_OK);
    ck_assert_int_eq(cap, 1500);
    ck_assert_int_eq(zn_grow(ctx, &x, &cap, 100000, 1), ZN_OK);
    ck_assert_int_eq(zn_grow(ctx, &x, &cap, 100001, 1), ZN_OK);
    ck_assert_int_eq(cap, 125000);
    zn_free_array(ctx, x);
}
END_TEST

START_TEST(growing_to_what_is_there_does_nothing)
{
    double *x = NULL;
    zn_index cap = 0;

    ck_assert_int_eq(zn_grow(ctx, &x, &cap, 0, sizeof *x), ZN_OK);
    ck_assert_ptr_null(x);
    ck_assert_int_eq(zn_grow(ctx, &x, &cap, 10, sizeof *x), ZN_OK);
    double *before = x;
    ck_assert_int_eq(zn_grow(ctx, &x, &cap, 7, sizeof *x), ZN_OK);
    ck_assert_ptr_eq(x, before);
    ck_assert_int_eq(cap, 10);
    zn_free_array(ctx, x);
}
END_TEST

START_TEST(a_growth_that_fails_leaves_the_array_alone)
{
    test_memory mem = {0};
    zn_allocator alloc = test_allocator(&mem);
    zn_ctx *short_of;
    double *x = NULL;
    zn_index cap = 0;

    ck_assert_int_eq(zn_ctx_new_with(&alloc, &short_of), ZN_OK);
    ck_assert_int_eq(zn_grow(short_of, &x, &cap, 2, sizeof *x), ZN_OK);
    x[1] = 7;
    mem.fail_at = mem.calls + 1;
    ck_assert_int_eq(zn_grow(short_of, &x, &cap, 50, sizeof *x), ZN_ENOMEM);
    ck_assert_str_eq(zn_errmsg(short_of),
                     "no memory for 50 elements of 8 bytes");
    ck_assert_int_eq(cap, 2);
    ck_assert(x[1] == 7);
    ck_assert_int_eq(zn_grow(short_of, &x, &cap, PTRDIFF_MAX, sizeof *x),
                     ZN_ENOMEM);
    ck_assert_int_eq(cap, 2);
    zn_free_array(short_of, x);
    zn_ctx_free(short_of);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

static zn_status new_and_free(const zn_allocator *alloc)
{
    zn_ctx *made = (zn_ctx *)1;
    zn_status st = zn_ctx_new_with(alloc, &made);

    ck_assert((made == NULL) == (st != ZN_OK));
    zn_ctx_free(made);
    return st;
}

START_TEST(a_context_is_made_whole_or_not_at_all)
{
    test_torture(new_and_free);
}
END_TEST

START_TEST(wrong_arguments_make_no_context)
{
    zn_allocator none = {0};
    zn_ctx *made = (zn_ctx *)1;

    ck_assert_int_eq(zn_ctx_new(NULL), ZN_EINVAL);
    ck_assert_int_eq(zn_ctx_new_with(&none, &made), ZN_EINVAL);
    ck_assert_ptr_null(made);
    zn_ctx_free(NULL);
}
END_TEST

/* ---- what libzeno hangs on it ------------------------------------------- */

static int dropped;

static void drop(zn_ctx *of, void *kernel)
{
    dropped++;
    zn_free_array(of, kernel); /* the context still works */
}

START_TEST(what_hangs_on_the_context_is_dropped_once)
{
    zn_ctx *made;

    ck_assert_int_eq(zn_ctx_new(&made), ZN_OK);
    ck_assert_ptr_null(zni_ctx_kernel(made));
    int *kept = zn_alloc(made, 1, sizeof *kept);
    zni_ctx_set_kernel(made, kept, drop);
    ck_assert_ptr_eq(zni_ctx_kernel(made), kept);
    ck_assert_int_eq(dropped, 0);
    zn_ctx_free(made);
    ck_assert_int_eq(dropped, 1);
}
END_TEST

/* ---- one at a time ------------------------------------------------------ */

typedef struct asker {
    int what;
    atomic_bool answered;
} asker;

static void *ask(void *of)
{
    asker *a = of;

    if (a->what == 0)
        zn_fail(ctx, ZN_EINVAL, "fact");
    else if (a->what == 1)
        zn_note(ctx, ZN_EINVAL, "place");
    else if (a->what == 2)
        zni_ctx_said(ctx, 0);
    else
        zni_ctx_unsay(ctx);
    a->answered = true;
    return NULL;
}

/* While one thread is at the words another waits, whatever it wants of them. */
START_TEST(words_are_for_one_thread_at_a_time)
{
    const struct timespec moment = {.tv_nsec = 100000000};
    asker a = {.what = _i};
    pthread_t other;

    zn_fail(ctx, ZN_EINVAL, "there are words");
    ck_assert(!pthread_mutex_lock(&ctx->saying));
    ck_assert(!pthread_create(&other, NULL, ask, &a));
    nanosleep(&moment, NULL);
    ck_assert(!a.answered);
    ck_assert(!pthread_mutex_unlock(&ctx->saying));
    ck_assert(!pthread_join(other, NULL));
    ck_assert(a.answered);
    /* and has left it open */
    ck_assert(!pthread_mutex_trylock(&ctx->saying));
    ck_assert(!pthread_mutex_unlock(&ctx->saying));
}
END_TEST

/* ---- threads ------------------------------------------------------------ */

/* fails and fills arrays on its own context, and sees its own words only */
static void *work(void *seed)
{
    long id = *(long *)seed;
    char want[64];
    zn_ctx *own;

    if (zn_ctx_new(&own))
        return "no context";
    snprintf(want, sizeof want, "thread %ld: value %ld", id, id);
    for (int i = 0; i < 2000; i++) {
        long *x = zn_alloc(own, 16, sizeof *x);
        if (!x)
            return "no memory";
        x[15] = id;
        zn_fail(own, ZN_EINVAL, "value %ld", x[15]);
        zn_note(own, ZN_EINVAL, "thread %ld", id);
        zn_free_array(own, x);
        if (strcmp(zn_errmsg(own), want) != 0)
            return "words of another thread";
    }
    zn_ctx_free(own);
    return NULL;
}

START_TEST(two_contexts_in_two_threads_do_not_meet)
{
    pthread_t thread[2];
    long id[2] = {17, 42};

    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_create(&thread[i], NULL, work, &id[i]), 0);
    for (int i = 0; i < 2; i++) {
        void *fault;
        pthread_join(thread[i], &fault);
        ck_assert_msg(!fault, "%s", (const char *)fault);
    }
}
END_TEST

static void *fail_elsewhere(void *shared)
{
    zn_fail(shared, ZN_EINVAL, "of the other thread");
    return NULL;
}

START_TEST(a_place_is_put_before_words_of_its_own_thread_only)
{
    pthread_t thread;
    zn_ctx *shared;

    ck_assert_int_eq(zn_ctx_new(&shared), ZN_OK);
    zn_note(shared, ZN_EINVAL, "place");
    zn_note(shared, ZN_EINVAL, "outer");
    ck_assert_str_eq(zn_errmsg(shared), "outer: place");
    zn_fail(shared, ZN_EINVAL, "of this thread");
    zn_note(shared, ZN_EINVAL, "here");
    ck_assert_str_eq(zn_errmsg(shared), "here: of this thread");
    ck_assert_int_eq(pthread_create(&thread, NULL, fail_elsewhere, shared), 0);
    pthread_join(thread, NULL);
    ck_assert_int_eq(zn_note(shared, ZN_EDOM, "here"), ZN_EDOM);
    ck_assert_str_eq(zn_errmsg(shared), "of the other thread");
    zn_fail(shared, ZN_EINVAL, "of this thread again");
    zn_note(shared, ZN_EINVAL, "here");
    ck_assert_str_eq(zn_errmsg(shared), "here: of this thread again");
    zn_ctx_free(shared);
}
END_TEST

/* Of a context that cannot be made no words are left: here they are. */
static void *resize(void *user, void *p, size_t bytes)
{
    (void)user;
    if (bytes > 0)
        return realloc(p, bytes);
    free(p);
    return NULL;
}

START_TEST(the_classes_of_the_library_are_whole)
{
    zn_ctx *bare = calloc(1, sizeof *bare);

    ck_assert_ptr_nonnull(bare);
    bare->alloc.resize = resize;
    ck_assert(!pthread_mutex_init(&bare->saying, NULL));
    ck_assert_msg(!zni_builtin_add(bare), "%s", zn_errmsg(bare));
    zn_ctx_free(bare);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ctx");
    TCase *tc = tcase_create("ctx");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, there_are_no_words_before_the_first_failure);
    tcase_add_test(tc, places_are_put_in_front_of_the_fact);
    tcase_add_test(tc, what_a_terminal_obeys_is_not_in_the_words);
    tcase_add_test(tc, a_new_fact_replaces_the_old_words);
    tcase_add_test(tc, nothing_is_noted_when_all_is_well);
    tcase_add_test(tc, a_place_without_a_fact_stands_alone);
    tcase_add_test(tc, the_old_message_may_be_an_argument_of_the_new_one);
    tcase_add_test(tc, a_fact_that_is_too_long_ends_in_dots);
    tcase_add_test(tc, the_fact_survives_any_number_of_places);
    tcase_add_test(tc, a_place_is_cut_to_the_room_left);
    tcase_add_test(tc, without_a_context_the_status_comes_back_all_the_same);
    tcase_add_test(tc, the_log_is_silent_until_asked);
    tcase_add_test(tc, data_of_the_log_are_dropped_once);
    tcase_add_test(tc, the_log_listens_up_to_its_level);
    tcase_add_test(tc, an_array_is_zero_filled);
    tcase_add_test(tc, an_empty_array_is_a_valid_pointer);
    tcase_add_test(tc, a_size_that_is_none_is_no_memory);
    tcase_add_test(tc, growing_keeps_the_contents_and_zeroes_the_rest);
    tcase_add_test(tc, growing_one_by_one_moves_seldom);
    tcase_add_test(tc, many_grow_by_less);
    tcase_add_test(tc, growing_to_what_is_there_does_nothing);
    tcase_add_test(tc, a_growth_that_fails_leaves_the_array_alone);
    tcase_add_test(tc, a_context_is_made_whole_or_not_at_all);
    tcase_add_test(tc, wrong_arguments_make_no_context);
    tcase_add_test(tc, what_hangs_on_the_context_is_dropped_once);
    tcase_add_test(tc, two_contexts_in_two_threads_do_not_meet);
    tcase_add_test(tc, a_place_is_put_before_words_of_its_own_thread_only);
    tcase_add_loop_test(tc, words_are_for_one_thread_at_a_time, 0, 4);
    suite_add_tcase(suite, tc);
    tc = tcase_create("classes");
    tcase_add_test(tc, the_classes_of_the_library_are_whole);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
