/* run.h - small runs for the tests of what they leave behind
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TESTS_RUN_H
#define ZENO_TESTS_RUN_H

#include <dirent.h>

#include <zeno/zeno.h>

#include "tests/unit/zeno_test.h"

/* Two balls above each other, the lower one over a floor; the upper one's weight
 * comes from a function that keeps its count of calls in z[1]. */
typedef struct run {
    zn_ctx         *ctx;
    zn_model       *model;
    zn_ds          *low, *high;
    zn_interaction *floor, *between;
    zn_simulation  *sim;
} run;

#define RUN_STEPS 200
#define RUN_H     5e-3

static inline void run_weight(double t, unsigned n, double *f, unsigned nz,
                              double *z)
{
    (void)t, (void)n, (void)nz;
    f[0] = -z[0] - 1e-3 * z[1];
    z[1] += 1;
}

static inline void run_free(run *r)
{
    zn_simulation_free(r->sim);
    zn_model_free(r->model);
    zn_ctx_free(r->ctx);
    *r = (run){0};
}

static inline zn_status run_ball(run *r, const char *name, double q0,
                                 zn_ds **out)
{
    const double one = 1, v0 = 0;
    zn_ds *ds;
    zn_status st =
        zn_ds_new(r->ctx, "lagrangian-linear", name, 1, &q0, &v0, &ds);

    if (st)
        return st;
    st = zn_ds_set_diagonal(ds, "mass", 1, &one);
    if (!st)
        st = zn_model_add_ds(r->model, ds);
    if (st)
        zn_ds_free(ds);
    *out = st ? NULL : ds;
    return st;
}

static inline zn_status run_contact(run *r, const char *name, double e,
                                    const double C[], zn_ds *d1, zn_ds *d2,
                                    zn_interaction **out)
{
    const zn_index n = d2 ? 2 : 1;
    zn_law *law = NULL;
    zn_relation *rel = NULL;
    zn_status st = zn_law_newton_impact(r->ctx, e, &law);

    if (!st)
        st = zn_relation_new(r->ctx, "linear", name, 1, n, &rel);
    if (!st)
        st = zn_relation_set_constant(rel, "C", 1, n, C);
    if (!st)
        st = zn_model_connect(r->model, name, law, rel, d1, d2, out);
    if (st) { /* unless the model has them */
        zn_law_free(law);
        zn_relation_free(rel);
    }
    return st;
}

/* Everything but the first step; run_free copes with a half-made one. */
static inline zn_status run_make(run *r, const zn_allocator *alloc)
{
    const double ground[] = {1}, pair[] = {-1, 1}, weight = -9.81;
    const double z[] = {9.81, 0};
    zn_status st;

    *r = (run){0};
    st = alloc ? zn_ctx_new_with(alloc, &r->ctx) : zn_ctx_new(&r->ctx);
    if (!st)
        st = zn_model_new(r->ctx, &r->model);
    if (!st)
        st = run_ball(r, "low", 0.5, &r->low);
    if (!st)
        st = run_ball(r, "high", 0.75, &r->high);
    if (!st)
        st = zn_ds_set_constant(r->low, "f_ext", 1, 1, &weight);
    if (!st)
        st = zn_ds_set_function(r->high, "f_ext", (zn_fn *)run_weight);
    if (!st)
        st = zn_operator_set_z(zn_ds_operator(r->high, "f_ext"), 2, z);
    if (!st)
        st = run_contact(r, "floor", 0.8, ground, r->low, NULL, &r->floor);
    if (!st)
        st = run_contact(r, "between", 0.6, pair, r->low, r->high, &r->between);
    if (!st)
        st = zn_model_seal(r->model);
    if (!st)
        st = zn_simulation_new(r->model, &r->sim);
    if (!st)
        st = zn_simulation_use(r->sim, "moreau-jean", NULL, NULL);
    if (!st)
        st = zn_simulation_set_time(r->sim, 0, RUN_H, RUN_STEPS * RUN_H);
    if (!st) /* run_weight gives another value at each call, which that refuses */
        st = zn_simulation_set(r->sim, "recompute", "no");
    return st;
}

/* A circuit-like run of the first order: x' = -x + r with 0 <= x - 0.5 + lambda
 * _|_ lambda >= 0, r = lambda; x decays from 1 and then is held up. */
static inline zn_status run_make_first(run *r)
{
    const double A = -1, C = 1, B = 1, D = 1, e = -0.5, x0 = 1;
    zn_relation *rel = NULL;
    zn_law *law = NULL;
    zn_status st = zn_ctx_new(&r->ctx);

    if (!st)
        st = zn_model_new(r->ctx, &r->model);
    if (!st)
        st = zn_ds_new_first_order(r->ctx, "first-order-linear", "rc", 1, &x0,
                                   &r->low);
    if (!st)
        st = zn_ds_set_constant(r->low, "A", 1, 1, &A);
    if (!st)
        st = zn_model_add_ds(r->model, r->low);
    if (!st)
        st = zn_relation_new(r->ctx, "first-order-linear", "diode", 1, 1, &rel);
    if (!st)
        st = zn_relation_set_constant(rel, "C", 1, 1, &C);
    if (!st)
        st = zn_relation_set_constant(rel, "D", 1, 1, &D);
    if (!st)
        st = zn_relation_set_constant(rel, "B", 1, 1, &B);
    if (!st)
        st = zn_relation_set_constant(rel, "e", 1, 1, &e);
    if (!st)
        st = zn_law_complementarity(r->ctx, 1, &law);
    if (!st)
        st = zn_model_connect(r->model, "diode", law, rel, r->low, NULL,
                              &r->floor);
    if (!st)
        st = zn_model_seal(r->model);
    if (!st)
        st = zn_simulation_new(r->model, &r->sim);
    if (!st)
        st = zn_simulation_use(r->sim, "euler-moreau", NULL, NULL);
    if (!st)
        st = zn_simulation_set_time(r->sim, 0, RUN_H, RUN_STEPS * RUN_H);
    return st;
}

#define MUST(r, call)                                                          \
    do {                                                                       \
        const zn_status must_st = (call);                                      \
        ck_assert_msg(must_st == ZN_OK, "%s: %s: %s", #call,                   \
                      zn_status_name(must_st), zn_errmsg((r)->ctx));           \
    } while (0)

/* ---- files of a test, in a folder of its own ---- */

static char run_folder[256];

static inline void run_folder_make(void)
{
    const char *tmp = getenv("TMPDIR");

    snprintf(run_folder, sizeof run_folder, "%s/zeno-test-XXXXXX",
             tmp && *tmp ? tmp : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(run_folder));
}

static inline const char *run_path(char path[TEST_PATH], const char *name)
{
    snprintf(path, TEST_PATH, "%s/%s", run_folder, name);
    return path;
}

static inline void run_folder_remove(void)
{
    char path[TEST_PATH];
    struct dirent *e;
    DIR *d = opendir(run_folder);

    while (d && (e = readdir(d)))
        if (e->d_name[0] != '.')
            unlink(run_path(path, e->d_name));
    if (d)
        closedir(d);
    rmdir(run_folder);
}

/* A whole file as text, the caller's. */
static inline char *run_read(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text;
    long n;

    ck_assert_msg(f != NULL, "%s: %s", path, strerror(errno));
    fseek(f, 0, SEEK_END);
    n = ftell(f);
    rewind(f);
    text = malloc((size_t)n + 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(fread(text, 1, (size_t)n, f), (size_t)n);
    text[n] = 0;
    fclose(f);
    return text;
}

#endif
