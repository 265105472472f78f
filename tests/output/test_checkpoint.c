/* test_checkpoint.c - stopped and restarted gives the same bits
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "kernel/output/checkpoint_file.h"
#include "tests/output/run.h"

static run r;
static char path[TEST_PATH];

static void setup(void)
{
    run_folder_make();
    MUST(&r, run_make(&r, NULL));
    run_path(path, "run.save");
}

static void teardown(void)
{
    run_free(&r);
    run_folder_remove();
}

#define REFUSED(r, call, status, words)                                        \
    do {                                                                       \
        ck_assert_int_eq((call), (status));                                    \
        ck_assert_msg(strstr(zn_errmsg((r)->ctx), (words)) != NULL, "%s",      \
                      zn_errmsg((r)->ctx));                                    \
    } while (0)

/* ---- all that moves, as bytes ---- */

#define SNAP 512

typedef struct snap {
    size_t n;
    unsigned char bytes[SNAP];
} snap;

static void put(snap *s, const void *p, size_t n)
{
    ck_assert_uint_le(s->n + n, SNAP);
    memcpy(s->bytes + s->n, p, n);
    s->n += n;
}

static snap take(run *one)
{
    const zn_state *x = zn_simulation_state(one->sim);
    zn_index nz;
    const double *z = zn_operator_z(zn_ds_operator(one->high, "f_ext"), &nz);
    snap s = {0};

    put(&s, &x->t, sizeof x->t);
    put(&s, &x->step, sizeof x->step);
    put(&s, x->q, (size_t)x->nq * sizeof(double));
    put(&s, x->v, (size_t)x->nv * sizeof(double));
    put(&s, x->p, (size_t)x->nv * sizeof(double));
    put(&s, x->bc, (size_t)x->nv * sizeof(double));
    for (int k = 0; k < ZN_LEVELS; k++) {
        put(&s, x->y[k], (size_t)x->ny * sizeof(double));
        put(&s, x->lambda[k], (size_t)x->ny * sizeof(double));
    }
    put(&s, x->m, (size_t)x->nm * sizeof(double));
    put(&s, x->active, (size_t)x->ny);
    ck_assert_int_eq(nz, 2);
    put(&s, z, 2 * sizeof *z);
    return s;
}

static void same(const snap *a, const snap *b, zn_index step)
{
    ck_assert_uint_eq(a->n, b->n);
    for (size_t i = 0; i < a->n; i++)
        ck_assert_msg(a->bytes[i] == b->bytes[i],
                      "step %td: byte %zu of %zu differs", step, i, a->n);
}

static void steps(run *one, zn_index n)
{
    while (n-- > 0)
        MUST(one, zn_simulation_step(one->sim));
}

/* ---- same bits ---- */

START_TEST(a_restart_at_any_step_gives_the_same_bits)
{
    snap *want = calloc(RUN_STEPS + 1, sizeof *want), got;
    run again;
    zn_run_info info;
    char name[64], saved[TEST_PATH];

    ck_assert_ptr_nonnull(want);
    MUST(&r, zn_simulation_init(r.sim));
    for (zn_index k = 0;; k++) {
        want[k] = take(&r);
        snprintf(name, sizeof name, "step%td", k);
        MUST(&r, zn_checkpoint_save(r.sim, run_path(saved, name)));
        if (k == RUN_STEPS)
            break;
        steps(&r, 1);
    }
    /* the balls hit the floor and each other meanwhile */
    zn_simulation_run_info(r.sim, &info);
    ck_assert_int_gt(info.impacts, 5);
    for (zn_index k = 0; k <= RUN_STEPS; k++) {
        snprintf(name, sizeof name, "step%td", k);
        MUST(&again, run_make(&again, NULL));
        MUST(&again, zn_checkpoint_load(again.sim, run_path(saved, name)));
        for (zn_index j = k;; j++) {
            got = take(&again);
            same(&want[j], &got, j);
            if (j == RUN_STEPS)
                break;
            steps(&again, 1);
        }
        run_free(&again);
    }
    free(want);
}
END_TEST

START_TEST(the_first_order_restarts_with_the_same_bits_too)
{
    run again;

    run_free(&r);
    MUST(&r, run_make_first(&r));
    MUST(&r, zn_simulation_init(r.sim));
    for (zn_index k = 0; k + 29 <= RUN_STEPS; k += 29) {
        const zn_state *a, *b;
        MUST(&r, zn_checkpoint_save(r.sim, path));
        again = (run){0};
        MUST(&again, run_make_first(&again));
        MUST(&again, zn_checkpoint_load(again.sim, path));
        steps(&r, 29);
        steps(&again, 29);
        a = zn_simulation_state(r.sim);
        b = zn_simulation_state(again.sim);
        ck_assert(a->t == b->t && a->step == k + 29 && b->step == k + 29);
        ck_assert(a->x[0] == b->x[0] && a->r[0] == b->r[0]);
        ck_assert(a->y[0][0] == b->y[0][0]);
        ck_assert(a->lambda[0][0] == b->lambda[0][0]);
        run_free(&again);
    }
    ck_assert(zn_simulation_state(r.sim)->lambda[0][0] > 0);
}
END_TEST

START_TEST(saving_does_not_disturb_the_run)
{
    run undisturbed;
    snap a, b;

    MUST(&r, zn_simulation_set(r.sim, "energy", "yes"));
    MUST(&r, zn_checkpoint_every(r.sim, path, 1));
    MUST(&r, zn_simulation_run(r.sim));
    MUST(&undisturbed, run_make(&undisturbed, NULL));
    MUST(&undisturbed, zn_simulation_set(undisturbed.sim, "energy", "yes"));
    MUST(&undisturbed, zn_simulation_run(undisturbed.sim));
    a = take(&r);
    b = take(&undisturbed);
    same(&a, &b, RUN_STEPS);
    run_free(&undisturbed);
}
END_TEST

START_TEST(totals_and_energies_go_on)
{
    run again;
    zn_run_info want, got;

    MUST(&r, zn_simulation_set(r.sim, "energy", "yes"));
    steps(&r, 120);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    MUST(&r, zn_simulation_run(r.sim));
    zn_simulation_run_info(r.sim, &want);

    MUST(&again, run_make(&again, NULL));
    MUST(&again, zn_simulation_set(again.sim, "energy", "yes"));
    MUST(&again, zn_checkpoint_load(again.sim, path));
    MUST(&again, zn_simulation_run(again.sim));
    zn_simulation_run_info(again.sim, &got);
    ck_assert_int_eq(got.steps, want.steps);
    ck_assert_int_eq(got.steps, RUN_STEPS);
    ck_assert_int_eq(got.impacts, want.impacts);
    ck_assert_int_gt(got.impacts, 3);
    ck_assert_int_eq(got.solves, want.solves);
    ck_assert(got.worst_gap == want.worst_gap && got.worst_gap < 0);
    ck_assert_str_eq(got.worst_gap_name, want.worst_gap_name);
    ck_assert(got.worst_gap_time == want.worst_gap_time);
    ck_assert(got.energy && got.kinetic0 == want.kinetic0);
    ck_assert(got.work.external == want.work.external);
    ck_assert(got.work.contact == want.work.contact && got.work.contact < 0);
    ck_assert(got.balance == want.balance);
    run_free(&again);
}
END_TEST

/* The balance of a part is a balance, too. */
START_TEST(a_balance_begun_at_the_restart_holds)
{
    run again;
    zn_run_info got;

    steps(&r, 120);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    MUST(&again, run_make(&again, NULL));
    MUST(&again, zn_simulation_set(again.sim, "energy", "yes"));
    MUST(&again, zn_checkpoint_load(again.sim, path));
    MUST(&again, zn_simulation_run(again.sim));
    zn_simulation_run_info(again.sim, &got);
    ck_assert(got.energy && got.kinetic0 > 0);
    /* the weight of the upper ball changes with every call, and the balance
     * calls more often than the step: it need not be zero to rounding */
    ck_assert_double_lt(got.balance, 0.05 * (got.kinetic0 + got.kinetic1));
    run_free(&again);
}
END_TEST

START_TEST(a_recording_goes_on_where_the_first_ended)
{
    run again;
    zn_recorder *rec;
    char whole[TEST_PATH], rest[TEST_PATH], *a, *b, *at;
    int k = 0;

    MUST(&r, zn_recorder_new(r.sim, run_path(whole, "whole.csv"), 10, &rec));
    steps(&r, 57);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    MUST(&r, zn_simulation_run(r.sim));

    MUST(&again, run_make(&again, NULL));
    MUST(&again,
         zn_recorder_new(again.sim, run_path(rest, "rest.csv"), 10, &rec));
    MUST(&again, zn_checkpoint_load(again.sim, path));
    MUST(&again, zn_simulation_run(again.sim));
    run_free(&again);

    a = run_read(whole);
    b = run_read(rest);
    at = strchr(b, '\n') + 1; /* the first row is that of step 57 */
    ck_assert(strtod(at, NULL) == 57 * RUN_H);
    at = strchr(at, '\n') + 1;
    ck_assert(strtod(at, NULL) == 60 * RUN_H);
    ck_assert_uint_gt(strlen(a), strlen(at));
    ck_assert_str_eq(a + strlen(a) - strlen(at), at);
    for (; *at; at++)
        k += *at == '\n';
    ck_assert_int_eq(k, 15); /* steps 60, 70, ..., 200 */
    free(a);
    free(b);
}
END_TEST

START_TEST(a_later_end_is_fine)
{
    run again;
    snap a, b;

    steps(&r, RUN_STEPS);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    MUST(&again, run_make(&again, NULL));
    MUST(&again,
         zn_simulation_set_time(again.sim, 0, RUN_H, (RUN_STEPS + 10) * RUN_H));
    MUST(&again, zn_checkpoint_load(again.sim, path));
    MUST(&again, zn_simulation_run(again.sim));

    run_free(&r);
    MUST(&r, run_make(&r, NULL));
    MUST(&r, zn_simulation_set_time(r.sim, 0, RUN_H, (RUN_STEPS + 10) * RUN_H));
    MUST(&r, zn_simulation_run(r.sim));
    a = take(&r);
    b = take(&again);
    same(&a, &b, RUN_STEPS + 10);
    run_free(&again);
}
END_TEST

/* ---- files that do not fit ---- */

START_TEST(other_models_and_times_are_refused)
{
    run other;
    zn_ds *ds;

    steps(&r, 30);
    MUST(&r, zn_checkpoint_save(r.sim, path));

    MUST(&other, run_make(&other, NULL));
    MUST(&other, zn_simulation_set_time(other.sim, 0, RUN_H / 2, 1));
    REFUSED(&other, zn_checkpoint_load(other.sim, path), ZN_EINVAL,
            "its next instant is t = 0.155 s");
    MUST(&other, zn_simulation_set_time(other.sim, 1, RUN_H, 2));
    REFUSED(&other, zn_checkpoint_load(other.sim, path), ZN_EINVAL,
            "starts at 0 s, this one at 1 s");
    MUST(&other, zn_simulation_set_time(other.sim, 0, RUN_H, 29 * RUN_H));
    REFUSED(&other, zn_checkpoint_load(other.sim, path), ZN_EINVAL,
            "it is at t = 0.15 s, this run ends at 0.145 s");
    MUST(&other, zn_simulation_set_time(other.sim, 0, RUN_H, 30.5 * RUN_H));
    REFUSED(&other, zn_checkpoint_load(other.sim, path), ZN_EINVAL,
            "its next instant is t = 0.155 s");
    run_free(&other);

    MUST(&other, run_make(&other, NULL));
    zn_model_reopen(other.model);
    MUST(&other, run_ball(&other, "third", 3, &ds));
    MUST(&other, zn_model_seal(other.model));
    REFUSED(&other, zn_checkpoint_load(other.sim, path), ZN_EINVAL,
            "it has 2 systems, this model 3");
    run_free(&other);

    MUST(&other, run_make(&other, NULL));
    zn_model_reopen(other.model);
    MUST(&other, zn_model_remove_ds(other.model, other.high));
    MUST(&other, zn_model_seal(other.model));
    zn_model_reopen(other.model);
    MUST(&other, run_ball(&other, "third", 3, &ds));
    MUST(&other, zn_model_seal(other.model));
    ck_assert_int_eq(zn_checkpoint_load(other.sim, path), ZN_EINVAL);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(other.ctx), "of another model"));
    ck_assert_ptr_nonnull(strstr(zn_errmsg(other.ctx), path));
    run_free(&other);
}
END_TEST

START_TEST(a_refused_file_leaves_the_run_as_it_was)
{
    run fresh;
    zn_recorder *rec;
    char csv[TEST_PATH], *text;
    snap a, b;

    MUST(&fresh, run_make(&fresh, NULL));
    REFUSED(&fresh, zn_checkpoint_load(fresh.sim, path), ZN_EIO,
            strerror(ENOENT));
    MUST(&fresh, zn_simulation_set_time(fresh.sim, 0, RUN_H / 2, 1));
    steps(&fresh, 10);
    MUST(&fresh, zn_checkpoint_save(fresh.sim, path));
    run_free(&fresh);

    MUST(&r, zn_recorder_new(r.sim, run_path(csv, "run.csv"), 1, &rec));
    ck_assert_int_eq(zn_checkpoint_load(r.sim, path), ZN_EINVAL);
    MUST(&r, zn_simulation_run(r.sim));
    a = take(&r);
    text = run_read(csv); /* with the row of t0 */
    ck_assert_int_eq(strncmp(strchr(text, '\n') + 1, "0,0.5,", 6), 0);
    free(text);

    MUST(&fresh, run_make(&fresh, NULL));
    MUST(&fresh, zn_simulation_run(fresh.sim));
    b = take(&fresh);
    ck_assert_uint_eq(a.n, b.n);
    /* but for z[1]: the attempt evaluated the force once or more */
    ck_assert_int_eq(memcmp(a.bytes, b.bytes, 16), 0);
    run_free(&fresh);
}
END_TEST

static void write_bytes(const char *name, const char *bytes, size_t n)
{
    FILE *f = fopen(name, "wb");

    ck_assert_ptr_nonnull(f);
    ck_assert_uint_eq(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

START_TEST(damaged_files_are_refused)
{
    struct stat about;
    char bad[TEST_PATH], *bytes, *copy;
    size_t n;
    run again;

    steps(&r, 40);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    ck_assert_int_eq(stat(path, &about), 0);
    n = (size_t)about.st_size;
    bytes = run_read(path);
    copy = malloc(n + 1);
    ck_assert_ptr_nonnull(copy);
    run_path(bad, "bad.save");
    MUST(&again, run_make(&again, NULL));

    for (size_t k = 0; k < n; k++) { /* cut off anywhere */
        write_bytes(bad, bytes, k);
        REFUSED(&again, zn_checkpoint_load(again.sim, bad), ZN_EINVAL,
                k < 8 ? "not a checkpoint" : "truncated");
    }
    for (size_t k = 0; k < n; k++) { /* any bit turned */
        memcpy(copy, bytes, n);
        copy[k] = (char)(copy[k] ^ (1 << k % 8));
        write_bytes(bad, copy, n);
        ck_assert_int_eq(zn_checkpoint_load(again.sim, bad), ZN_EINVAL);
    }
    memcpy(copy, bytes, n);
    copy[n] = 'x';
    write_bytes(bad, copy, n + 1);
    REFUSED(&again, zn_checkpoint_load(again.sim, bad), ZN_EINVAL, "damaged");
    memcpy(copy, bytes, n);
    memcpy(copy + 8, "\1\2\3\4", 4);
    write_bytes(bad, copy, n);
    REFUSED(&again, zn_checkpoint_load(again.sim, bad), ZN_EINVAL,
            "byte order");
    memcpy(copy, bytes, n);
    copy[12] = 8;
    write_bytes(bad, copy, n);
    REFUSED(&again, zn_checkpoint_load(again.sim, bad), ZN_EINVAL,
            "layout is version 8, this library reads version 7");
    REFUSED(&again, zn_checkpoint_load(again.sim, run_folder), ZN_EINVAL,
            "not a file");

    MUST(&again, zn_checkpoint_load(again.sim, path)); /* and still works */
    ck_assert_int_eq(zn_simulation_step_number(again.sim), 40);
    run_free(&again);
    free(bytes);
    free(copy);
}
END_TEST

/* the number of the step, and those counters of the run that are the same */
START_TEST(counts_that_no_run_makes_are_refused)
{
    const int64_t bad[] = {-1, INT64_MIN, INT64_MAX, INT64_MAX / 2};
    const int64_t steps_made = 40;
    unsigned char *bytes, *copy;
    void *saved;
    int64_t at;
    uint64_t sum;
    size_t n;
    int found = 0;
    snap a, b;

    steps(&r, (zn_index)steps_made);
    MUST(&r, zn_checkpoint_to_memory(r.sim, &saved, &n));
    bytes = saved;
    copy = malloc(n);
    ck_assert_ptr_nonnull(copy);
    a = take(&r);
    for (size_t k = 0; k + sizeof at <= n - sizeof sum; k += sizeof at) {
        memcpy(&at, bytes + k, sizeof at);
        if (at != steps_made)
            continue;
        found++;
        memcpy(copy, bytes, n);
        memcpy(copy + k, &bad[_i], sizeof *bad);
        sum = zni_sum(ZNI_SUM_START, copy, n - sizeof sum);
        memcpy(copy + n - sizeof sum, &sum, sizeof sum);
        REFUSED(&r, zn_checkpoint_from_memory(r.sim, copy, n), ZN_EINVAL,
                "damaged: it counts");
        b = take(&r);
        same(&a, &b, 40);
    }
    ck_assert_int_ge(found, 2); /* the step, and the steps of the run */
    MUST(&r, zn_checkpoint_from_memory(r.sim, bytes, n));
    zn_free_array(r.ctx, saved);
    free(copy);
}
END_TEST

START_TEST(a_save_that_fails_leaves_the_old_file)
{
    char folder[TEST_PATH], inside[TEST_PATH + 8];
    const struct rlimit small = {40, RLIM_INFINITY};
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    char *before, *after;

    steps(&r, 5);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    before = run_read(path);
    steps(&r, 5);
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    REFUSED(&r, zn_checkpoint_save(r.sim, path), ZN_EIO, path);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
    after = run_read(path);
    ck_assert_str_eq(before, after);
    MUST(&r, zn_checkpoint_save(r.sim, path));

    snprintf(inside, sizeof inside, "%s/x", run_path(folder, "nowhere/at/all"));
    REFUSED(&r, zn_checkpoint_save(r.sim, inside), ZN_EIO, "cannot be made");
    free(before);
    free(after);
}
END_TEST

/* Who may write in the folder could have put it there. */
START_TEST(nothing_but_a_file_is_replaced)
{
    char victim[TEST_PATH], *text;
    struct stat about;

    MUST(&r, zn_simulation_init(r.sim));
    run_path(victim, "victim");
    write_bytes(victim, "precious", 8);
    ck_assert_int_eq(symlink(victim, path), 0);
    REFUSED(&r, zn_checkpoint_save(r.sim, path), ZN_EIO, "it is a link");
    REFUSED(&r, zn_checkpoint_try(r.sim, path), ZN_EIO, "it is a link");
    REFUSED(&r, zn_checkpoint_every(r.sim, path, 3), ZN_EIO, "it is a link");
    text = run_read(victim);
    ck_assert_str_eq(text, "precious");
    free(text);
    unlink(path);

    ck_assert_int_eq(mkfifo(path, 0600), 0);
    REFUSED(&r, zn_checkpoint_save(r.sim, path), ZN_EIO, "device or a pipe");
    REFUSED(&r, zn_checkpoint_load(r.sim, path), ZN_EINVAL, "not a file");
    REFUSED(&r, zn_checkpoint_load(r.sim, "/dev/zero"), ZN_EINVAL, "not a file");
    unlink(path);
    REFUSED(&r, zn_checkpoint_save(r.sim, "/dev/null"), ZN_EIO, "a device");
    ck_assert(stat("/dev/null", &about) == 0 && S_ISCHR(about.st_mode));
    REFUSED(&r, zn_checkpoint_save(r.sim, run_folder), ZN_EIO, "a folder");
    REFUSED(&r, zn_checkpoint_try(r.sim, "/no/such/a"), ZN_EIO, "No such");

    MUST(&r, zn_checkpoint_try(r.sim, path));
    ck_assert_int_ne(access(path, F_OK), 0); /* nothing remains */
    MUST(&r, zn_checkpoint_save(r.sim, path));
    ck_assert_int_eq(chmod(path, 0640), 0);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    ck_assert(stat(path, &about) == 0 && (about.st_mode & 0777) == 0640);
}
END_TEST

START_TEST(what_has_not_begun_is_not_saved)
{
    size_t n;
    void *p;

    REFUSED(&r, zn_checkpoint_save(r.sim, path), ZN_ESTATE, "initialised");
    REFUSED(&r, zn_checkpoint_to_memory(r.sim, &p, &n), ZN_ESTATE,
            "initialised");
    ck_assert_ptr_null(p);
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(every_n_steps)
{
    run again;

    ck_assert_int_eq(zn_checkpoint_every(r.sim, path, 0), ZN_EINVAL);
    MUST(&r, zn_checkpoint_every(r.sim, path, 15));
    steps(&r, 14);
    ck_assert_int_ne(access(path, F_OK), 0);
    steps(&r, 18); /* saved at 15 and 30 */
    MUST(&again, run_make(&again, NULL));
    MUST(&again, zn_checkpoint_load(again.sim, path));
    ck_assert_int_eq(zn_simulation_step_number(again.sim), 30);
    run_free(&again);
}
END_TEST

START_TEST(a_save_allocates_nothing)
{
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    long before;

    run_free(&r);
    MUST(&r, run_make(&r, &alloc));
    steps(&r, 10);
    before = mem.calls;
    MUST(&r, zn_checkpoint_save(r.sim, path));
    ck_assert_int_eq(mem.calls, before);
    run_free(&r);
    ck_assert_int_eq(mem.live, 0);
}
END_TEST

static zn_status saved_run(const zn_allocator *alloc)
{
    run one;
    zn_status st = run_make(&one, alloc);
    char second[TEST_PATH];

    if (!st)
        st = zn_checkpoint_every(one.sim, run_path(second, "two"), 1);
    if (!st)
        st = zn_checkpoint_load(one.sim, path);
    if (!st)
        st = zn_simulation_step(one.sim);
    run_free(&one);
    return st;
}

START_TEST(memory_may_run_out_at_any_time)
{
    steps(&r, 5);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    test_torture(saved_run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("checkpoint");
    TCase *tc = tcase_create("checkpoint");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 120); /* 20000 steps, on busy machines too */
    tcase_add_test(tc, a_restart_at_any_step_gives_the_same_bits);
    tcase_add_test(tc, the_first_order_restarts_with_the_same_bits_too);
    tcase_add_test(tc, saving_does_not_disturb_the_run);
    tcase_add_test(tc, totals_and_energies_go_on);
    tcase_add_test(tc, a_balance_begun_at_the_restart_holds);
    tcase_add_test(tc, a_recording_goes_on_where_the_first_ended);
    tcase_add_test(tc, a_later_end_is_fine);
    tcase_add_test(tc, other_models_and_times_are_refused);
    tcase_add_test(tc, a_refused_file_leaves_the_run_as_it_was);
    tcase_add_test(tc, damaged_files_are_refused);
    tcase_add_loop_test(tc, counts_that_no_run_makes_are_refused, 0, 4);
    tcase_add_test(tc, a_save_that_fails_leaves_the_old_file);
    tcase_add_test(tc, nothing_but_a_file_is_replaced);
    tcase_add_test(tc, what_has_not_begun_is_not_saved);
    tcase_add_test(tc, every_n_steps);
    tcase_add_test(tc, a_save_allocates_nothing);
    tcase_add_test(tc, memory_may_run_out_at_any_time);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
