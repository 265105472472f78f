/* checkpoint.h - a run, its file, and all of it that moves, for tests of checkpoints
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_CHECKPOINT_H
#define ZENO_TEST_CHECKPOINT_H

#include "tests/output/run.h"

static run r;
static char path[TEST_PATH];

static inline void setup(void)
{
    run_folder_make();
    MUST(&r, run_make(&r, NULL));
    run_path(path, "run.save");
}

static inline void teardown(void)
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

static inline void put(snap *s, const void *p, size_t n)
{
    ck_assert_uint_le(s->n + n, SNAP);
    memcpy(s->bytes + s->n, p, n);
    s->n += n;
}

static inline snap take(run *one)
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

static inline void same(const snap *a, const snap *b, zn_index step)
{
    ck_assert_uint_eq(a->n, b->n);
    for (size_t i = 0; i < a->n; i++)
        ck_assert_msg(a->bytes[i] == b->bytes[i],
                      "step %td: byte %zu of %zu differs", step, i, a->n);
}

static inline void steps(run *one, zn_index n)
{
    while (n-- > 0)
        MUST(one, zn_simulation_step(one->sim));
}

#endif
