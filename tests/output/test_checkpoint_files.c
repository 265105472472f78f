/* test_checkpoint_files.c - files of checkpoints that do not fit, or cannot be written
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "kernel/output/checkpoint_head.h"
#include "solvers/core/hash.h"
#include "tests/output/checkpoint.h"

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

/* What a model is made of: two balls, one of which has a contact. */
typedef struct parts {
    const char *low, *high, *contact, *system, *relation, *law, *osi;
    bool above;  /* the contact is that of the upper one */
    zn_index nz; /* parameters of the weight */
} parts;

static void falls(double t, unsigned n, double *f, unsigned nz, double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = -z[0];
}

static void height(unsigned n, const double *q, unsigned m, double *y, unsigned nz,
                   double *z)
{
    (void)n, (void)m, (void)nz, (void)z;
    y[0] = q[0];
}

static void slope(unsigned n, const double *q, unsigned m, double *C, unsigned nz,
                  double *z)
{
    (void)n, (void)q, (void)m, (void)nz, (void)z;
    C[0] = 1;
}

static zn_ds *ball_of(run *one, const parts *p, const char *name, double q)
{
    const double mass = 1, v = 0, z[] = {9.81, 0};
    zn_ds *ds;

    MUST(one, zn_ds_new(one->ctx, p->system, name, 1, &q, &v, &ds));
    MUST(one, zn_ds_set_constant(ds, "mass", 1, 1, &mass));
    MUST(one, zn_ds_set_function(ds, "f_ext", (zn_fn *)falls));
    MUST(one, zn_operator_set_z(zn_ds_operator(ds, "f_ext"), p->nz, z));
    MUST(one, zn_model_add_ds(one->model, ds));
    return ds;
}

/* after its first step */
static void of_parts(run *one, const parts *p)
{
    const double C = 1;
    zn_relation *rel;
    zn_law *law;

    *one = (run){0};
    ck_assert_int_eq(zn_ctx_new(&one->ctx), ZN_OK);
    MUST(one, zn_model_new(one->ctx, &one->model));
    one->low = ball_of(one, p, p->low, 1);
    one->high = ball_of(one, p, p->high, 2);
    MUST(one, zn_relation_new(one->ctx, p->relation, "touch", 1, 1, &rel));
    if (strcmp(p->relation, "linear")) {
        MUST(one, zn_relation_set_function(rel, "h", (zn_fn *)height));
        MUST(one, zn_relation_set_function(rel, "jac_h_q", (zn_fn *)slope));
    } else {
        MUST(one, zn_relation_set_constant(rel, "C", 1, 1, &C));
    }
    MUST(one, zn_law_new(one->ctx, p->law, &law));
    MUST(one, zn_model_connect(one->model, p->contact, law, rel,
                               p->above ? one->high : one->low, NULL,
                               &one->floor));
    MUST(one, zn_model_seal(one->model));
    MUST(one, zn_simulation_new(one->model, &one->sim));
    MUST(one, zn_simulation_use(one->sim, p->osi, NULL, NULL));
    MUST(one, zn_simulation_set_time(one->sim, 0, RUN_H, 1));
    MUST(one, zn_simulation_step(one->sim));
}

/* Of the same numbers of all things, but one of them is another. */
START_TEST(a_model_of_which_one_part_differs_is_another_one)
{
    const parts usual = {.low = "low",
                         .high = "high",
                         .contact = "floor",
                         .system = "lagrangian-linear",
                         .relation = "linear",
                         .law = "newton-impact",
                         .osi = "moreau-jean",
                         .nz = 1};
    parts odd[10];
    run one, other;

    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
        odd[k] = usual;
    odd[1].low = "deep";
    odd[2].contact = "ground";
    odd[3].system = "lagrangian";
    odd[4].relation = "scleronomous";
    odd[5].law = "equality";
    odd[6].osi = "d1-minus";
    odd[7].above = true;
    odd[8].nz = 2;
    odd[9].high = "tall"; /* which touches nothing */
    of_parts(&one, &usual);
    MUST(&one, zn_checkpoint_save(one.sim, path));
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        of_parts(&other, &odd[k]);
        const zn_status st = zn_checkpoint_load(other.sim, path);
        ck_assert_msg(st == (k ? ZN_EINVAL : ZN_OK), "model %zu: %s", k,
                      zn_status_name(st));
        ck_assert_msg(!k || strstr(zn_errmsg(other.ctx), "of another model"),
                      "model %zu: %s", k, zn_errmsg(other.ctx));
        run_free(&other);
    }
    run_free(&one);
}
END_TEST

/* A system of the first order with n states, alone, after its first step. */
static void of_states(run *one, zn_index n)
{
    const double A[] = {-1, 0, 0, -1}, x0[] = {1, 1};

    *one = (run){0};
    ck_assert_int_eq(zn_ctx_new(&one->ctx), ZN_OK);
    MUST(one, zn_model_new(one->ctx, &one->model));
    MUST(one, zn_ds_new_first_order(one->ctx, "first-order-linear", "rc", n, x0,
                                    &one->low));
    MUST(one, zn_ds_set_constant(one->low, "A", n, n, n == 2 ? A : A + 3));
    MUST(one, zn_model_add_ds(one->model, one->low));
    MUST(one, zn_model_seal(one->model));
    MUST(one, zn_simulation_new(one->model, &one->sim));
    MUST(one, zn_simulation_use(one->sim, "euler-moreau", NULL, NULL));
    MUST(one, zn_simulation_set_time(one->sim, 0, RUN_H, 1));
    MUST(one, zn_simulation_step(one->sim));
}

START_TEST(states_of_the_first_order_are_counted)
{
    run one, two;

    of_states(&one, 1);
    of_states(&two, 2);
    MUST(&one, zn_checkpoint_save(one.sim, path));
    REFUSED(&two, zn_checkpoint_load(two.sim, path), ZN_EINVAL,
            "it has 1 first-order states, this model 2");
    run_free(&one);
    run_free(&two);
}
END_TEST

START_TEST(a_checkpoint_is_looked_at_without_its_model)
{
    const zn_state *x = zn_simulation_state(r.sim);
    zn_checkpoint_info is;
    struct stat file;

    steps(&r, 30);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    MUST(&r, zn_checkpoint_look(r.ctx, path, &is));
    ck_assert_int_eq(stat(path, &file), 0);
    ck_assert_uint_eq(is.bytes, (size_t)file.st_size);
    ck_assert(is.t0 == 0 && is.t == zn_simulation_time(r.sim) && is.t > 0.1);
    ck_assert(is.end == RUN_STEPS * RUN_H && is.step == 30);
    ck_assert(is.systems == 2 && is.interactions == 2);
    ck_assert(is.nq == 2 && is.nv == 2 && is.nx == 0);
    ck_assert(is.rows == x->ny && is.rows == 2);
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
        zn_checkpoint_info info;
        write_bytes(bad, bytes, k);
        REFUSED(&again, zn_checkpoint_load(again.sim, bad), ZN_EINVAL,
                k < 8 ? "not a checkpoint" : "truncated");
        ck_assert_int_eq(zn_checkpoint_look(again.ctx, bad, &info), ZN_EINVAL);
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
    copy[12] = 14;
    write_bytes(bad, copy, n);
    REFUSED(&again, zn_checkpoint_load(again.sim, bad), ZN_EINVAL,
            "layout is version 14, this library reads version 13");
    REFUSED(&again, zn_checkpoint_load(again.sim, run_folder), ZN_EINVAL,
            "not a file");

    MUST(&again, zn_checkpoint_load(again.sim, path)); /* and still works */
    ck_assert_int_eq(zn_simulation_step_number(again.sim), 40);
    run_free(&again);
    free(bytes);
    free(copy);
}
END_TEST

/* Refused, and the run as it was: these bytes with eight others at k, signed anew. */
static void refuse_changed(const unsigned char *bytes, size_t n, size_t k,
                           const void *eight, const char *words)
{
    unsigned char *copy = malloc(n);
    const snap a = take(&r);
    uint64_t sum;
    snap b;

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, n);
    memcpy(copy + k, eight, 8);
    sum = zni_hash_bytes(ZNI_HASH, copy, n - sizeof sum);
    memcpy(copy + n - sizeof sum, &sum, sizeof sum);
    REFUSED(&r, zn_checkpoint_from_memory(r.sim, copy, n), ZN_EINVAL, words);
    b = take(&r);
    same(&a, &b, zn_simulation_step_number(r.sim));
    free(copy);
}

/* The first of the numbers behind the head that is this one. */
static size_t place_of(const unsigned char *bytes, size_t n, const void *eight)
{
    size_t k = sizeof(zni_head);

    while (k + 8 <= n && memcmp(bytes + k, eight, 8) != 0)
        k += 8;
    ck_assert_uint_le(k + 8, n);
    return k;
}

/* the number of the step, and those counters of the run that are the same */
START_TEST(counts_that_no_run_makes_are_refused)
{
    const int64_t bad[] = {-1, INT64_MIN, INT64_MAX, INT64_MAX / 2};
    const int64_t steps_made = 40;
    void *saved;
    size_t n;
    int found = 0;

    steps(&r, (zn_index)steps_made);
    MUST(&r, zn_checkpoint_to_memory(r.sim, &saved, &n));
    for (size_t k = 0; k + 8 <= n - 8; k += 8)
        if (memcmp((unsigned char *)saved + k, &steps_made, 8) == 0) {
            found++;
            refuse_changed(saved, n, k, &bad[_i], "damaged: it counts");
        }
    ck_assert_int_ge(found, 2); /* the step, and the steps of the run */
    MUST(&r, zn_checkpoint_from_memory(r.sim, saved, n));
    zn_free_array(r.ctx, saved);
}
END_TEST

/* no run has them: a worst gap above zero, one of an interaction that is not there, a gap of
 * zero that has an interaction, a truth that is neither, a balance that begins
 * later, a state at another instant */
START_TEST(totals_that_no_run_has_are_refused)
{
    const int64_t two = 2, many = 7, yes = 1;
    const double above = 1e-3, zero = 0, nan = NAN, later = 1;
    unsigned char *bytes;
    zn_run_info info;
    size_t n, t, gap;
    void *saved;

    MUST(&r, zn_simulation_set(r.sim, "energy", "yes"));
    steps(&r, 90);
    zn_simulation_run_info(r.sim, &info);
    ck_assert_double_lt(info.worst_gap, 0);
    MUST(&r, zn_checkpoint_to_memory(r.sim, &saved, &n));
    bytes = saved;
    t = place_of(bytes, n, &(double){zn_simulation_time(r.sim)});
    gap = place_of(bytes, n, &info.worst_gap);
    refuse_changed(bytes, n, gap, &above, "its worst gap is 0.001 of");
    refuse_changed(bytes, n, gap, &nan, "its worst gap is");
    refuse_changed(bytes, n, gap, &zero, "must be < 0, or 0 of none");
    refuse_changed(bytes, n, gap - 3 * 8, &many, "of interaction 7 of 2");
    refuse_changed(bytes, n, t - 8, &two, "energy balance is 2, not 0 or 1");
    ck_assert(memcmp(bytes + t - 8, &yes, 8) == 0);
    refuse_changed(bytes, n, t - 16, &later, "its energy balance begins at t = 1 s, not between 0 s and");
    refuse_changed(bytes, n, t - 16, &nan, "its energy balance begins at");
    refuse_changed(bytes, n, t, &later, "its state at 1 s");
    zn_free_array(r.ctx, saved);
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

/* The instant of the last whole row of a file of rows, -1: there is none. */
static double last_row(const char *name)
{
    char *text = run_read(name), *end = strrchr(text, '\n');
    double t = -1;

    if (end) {
        *end = 0;
        char *begin = strrchr(text, '\n');
        if (begin)
            t = strtod(begin + 1, NULL);
    }
    free(text);
    return t;
}

/* Wherever the process dies, rows are there up to where one goes on; where they cannot be written, the
 * checkpoint of before stays, which they are there for. */
START_TEST(rows_are_on_the_disk_before_a_checkpoint)
{
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    struct rlimit full = none;
    char rows[TEST_PATH];
    zn_recorder *recorder;
    zn_checkpoint_info seen;
    struct stat file;

    /* whoever was added first has his turn first */
    if (_i == 1)
        MUST(&r, zn_checkpoint_every(r.sim, path, 5));
    MUST(&r, zn_recorder_new(r.sim, run_path(rows, "rows.csv"), 1, &recorder));
    if (_i == 0)
        MUST(&r, zn_checkpoint_every(r.sim, path, 5));
    steps(&r, 12);
    MUST(&r, zn_checkpoint_look(r.ctx, path, &seen));
    ck_assert_int_eq(seen.step, 10);
    /* the row of that instant is made by the restart, if it was not the recorder's turn yet */
    ck_assert_double_ge(last_row(rows), seen.t - (_i == 1 ? 1.5 * RUN_H : 0.5 * RUN_H));

    ck_assert_int_eq(stat(rows, &file), 0);
    full.rlim_cur = (rlim_t)file.st_size + 20;
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &full), 0);
    steps(&r, 2);
    REFUSED(&r, zn_simulation_step(r.sim), ZN_EIO, "rows.csv");
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
    MUST(&r, zn_checkpoint_look(r.ctx, path, &seen));
    ck_assert_int_eq(seen.step, 10);
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

/* A program that has closed its standard input gives the file that number. */
START_TEST(a_checkpoint_needs_no_standard_input)
{
    char *with, *without;

    steps(&r, 5);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    with = run_read(path);
    ck_assert_int_eq(close(0), 0);
    MUST(&r, zn_checkpoint_save(r.sim, path));
    without = run_read(path);
    ck_assert_str_eq(with, without);
    MUST(&r, zn_checkpoint_load(r.sim, path));
    free(with);
    free(without);
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

/* The state is that of the model before until the next step. */
START_TEST(a_model_that_changed_is_saved_once_it_is_taken_in)
{
    zn_ds *ds;
    size_t n;
    void *p;

    steps(&r, 30);
    zn_model_reopen(r.model);
    REFUSED(&r, zn_checkpoint_save(r.sim, path), ZN_ESTATE, "the model is open");
    MUST(&r, run_ball(&r, "third", 3, &ds));
    REFUSED(&r, zn_checkpoint_to_memory(r.sim, &p, &n), ZN_ESTATE, "the model is open");
    MUST(&r, zn_model_seal(r.model));
    REFUSED(&r, zn_checkpoint_save(r.sim, path), ZN_ESTATE,
            "the model has changed since the last step");
    MUST(&r, zn_simulation_init(r.sim));
    MUST(&r, zn_checkpoint_save(r.sim, path));
    steps(&r, 1);
    MUST(&r, zn_checkpoint_load(r.sim, path));
    ck_assert(zn_simulation_q(r.sim, ds)[0] == 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("checkpoint files");
    TCase *tc = tcase_create("checkpoint");

    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 120); /* every bit of a file turned */
    tcase_add_test(tc, other_models_and_times_are_refused);
    tcase_add_test(tc, a_model_of_which_one_part_differs_is_another_one);
    tcase_add_test(tc, a_checkpoint_is_looked_at_without_its_model);
    tcase_add_test(tc, states_of_the_first_order_are_counted);
    tcase_add_test(tc, a_refused_file_leaves_the_run_as_it_was);
    tcase_add_test(tc, damaged_files_are_refused);
    tcase_add_loop_test(tc, counts_that_no_run_makes_are_refused, 0, 4);
    tcase_add_test(tc, totals_that_no_run_has_are_refused);
    tcase_add_test(tc, a_save_that_fails_leaves_the_old_file);
    tcase_add_loop_test(tc, rows_are_on_the_disk_before_a_checkpoint, 0, 2);
    tcase_add_test(tc, nothing_but_a_file_is_replaced);
    tcase_add_test(tc, a_checkpoint_needs_no_standard_input);
    tcase_add_test(tc, what_has_not_begun_is_not_saved);
    tcase_add_test(tc, a_model_that_changed_is_saved_once_it_is_taken_in);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
