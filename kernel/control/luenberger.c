/* luenberger.c - observers that copy the plant and correct by the output
 *
 * luenberger, of x' = A x + B u, y = C x:   z' = A z + B u + L (y - C z).
 * Sampled with u and y - C z held over the time since the last sampling:
 *
 *     z <- Ad z + Bd u + Ld (y_last - C z),   Ld = int exp(A s) ds L
 *
 * so the y used is the one of the last sampling, which belongs to the estimate
 * that is corrected; the first sampling stores y only.
 *
 * reduced-order corrects by the y of now: the estimate is moved to C z = y at the
 * first sampling, by the shortest way, and afterwards
 *
 *     z~ = Ad z + Bd u,   z <- z~ + Ld (y - C z~).
 *
 * If C Ld = 1, C z = y holds from then on and only the error along the kernel of
 * C has dynamics, those of a reduced-order observer.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "kernel/control/control.h"

enum { A, B, C, L };

static const zn_slot slots[] = {
    [A] = {"A", NULL, 'o', 'o', true, "model of the plant"},
    [B] = {"B", NULL, 'o', 'u', true, "its input matrix; absent: zero"},
    [C] = {"C", NULL, 'i', 'o', true, "its output matrix"},
    [L] = {"L", NULL, 'o', 'i', true, "gain"},
    {0},
};

typedef struct observer {
    zni_held model;    /* of A, [B L] */
    double *BL;        /* n x (nu + ni) */
    double *y, *e;     /* ni: y of the last sampling, error */
    double *next;      /* n */
    double *CC;        /* ni x ni */
    zn_factor *factor; /* of C C' */
} observer;

static void fini(zn_block *b)
{
    observer *s = b->state;

    zni_held_fini(b->ctx, &s->model);
    zn_factor_free(s->factor);
    zn_free_array(b->ctx, s->BL);
}

static zn_status start(zn_block *b, zn_findings *f)
{
    observer *s = b->state;
    const zn_index n = b->no, m = b->ni;
    const bool missing = (int)zni_block_needs(b, f, A) |
                         (int)zni_block_needs(b, f, C) |
                         (int)zni_block_needs(b, f, L);
    double *a;

    if (missing)
        return ZN_OK;
    s->BL = a =
        zn_alloc(b->ctx, n * (b->nu + m) + 2 * m + n + m * m, sizeof *a);
    if (!a)
        return ZN_ENOMEM;
    s->y = a += n * (b->nu + m);
    s->e = a += m;
    s->next = a += m;
    s->CC = a + n;
    if (zn_block_matrix(b, B))
        memcpy(s->BL, zn_block_matrix(b, B),
               (size_t)(n * b->nu) * sizeof *s->BL);
    memcpy(s->BL + n * b->nu, zn_block_matrix(b, L),
           (size_t)(n * m) * sizeof *s->BL);
    return zni_held_init(b->ctx, &s->model, n, b->nu + m);
}

/* e = y - C z */
static void error(const zn_block *b, const double y[], const double z[])
{
    observer *s = b->state;

    memcpy(s->e, y, (size_t)b->ni * sizeof *y);
    zni_add_product(b->ni, b->no, -1, zn_block_matrix(b, C), z, s->e);
}

/* next = Ad z + Bd u, and the place of Ld */
static zn_status predict(zn_block *b, const zn_sampling *at, const double z[],
                         const double **Ld)
{
    observer *s = b->state;
    const zn_index n = b->no;
    bool fresh;
    const zn_status st = zni_held_at(&s->model, at->elapsed,
                                     zn_block_matrix(b, A), s->BL, &fresh);

    if (st)
        return st;
    memset(s->next, 0, (size_t)n * sizeof *s->next);
    zni_add_product(n, n, 1, s->model.Ad, z, s->next);
    if (b->nu)
        zni_add_product(n, b->nu, 1, s->model.Bd, at->u, s->next);
    *Ld = s->model.Bd + n * b->nu;
    return ZN_OK;
}

static zn_status sample_luenberger(zn_block *b, const zn_sampling *at,
                                   double out[])
{
    observer *s = b->state;
    const double *Ld;
    zn_status st;

    if (at->number > 0) {
        error(b, s->y, out);
        st = predict(b, at, out, &Ld);
        if (st)
            return st;
        zni_add_product(b->no, b->ni, 1, Ld, s->e, s->next);
        memcpy(out, s->next, (size_t)b->no * sizeof *out);
    }
    memcpy(s->y, at->in, (size_t)b->ni * sizeof *s->y);
    return ZN_OK;
}

/* ---- reduced order ----------------------------------------------------------- */

static zn_status start_reduced(zn_block *b, zn_findings *f)
{
    observer *s = b->state;
    const zn_index n = b->no, m = b->ni;
    const double *c = zn_block_matrix(b, C);
    zn_status st = start(b, f);

    if (st || !s->BL)
        return st;
    for (zn_index j = 0; j < m; j++)
        for (zn_index i = 0; i < m; i++)
            for (zn_index k = 0; k < n; k++)
                s->CC[i + j * m] += c[i + k * m] * c[j + k * m];
    st = zn_factor_new(b->ctx, m, &s->factor);
    if (st)
        return st;
    return zn_note(b->ctx, zn_factor_set(s->factor, s->CC),
                   "block '%s': the rows of C must be independent", b->name);
}

/* the shortest way to C z = y: z + C' (C C')^-1 (y - C z) */
static void project(zn_block *b, const double y[], double z[])
{
    observer *s = b->state;
    const double *c = zn_block_matrix(b, C);

    error(b, y, z);
    zn_factor_solve(s->factor, 1, s->e);
    for (zn_index k = 0; k < b->no; k++)
        for (zn_index i = 0; i < b->ni; i++)
            z[k] += c[i + k * b->ni] * s->e[i];
}

static zn_status sample_reduced(zn_block *b, const zn_sampling *at,
                                double out[])
{
    observer *s = b->state;
    const double *Ld;
    zn_status st;

    if (at->number == 0) {
        project(b, at->in, out);
        return ZN_OK;
    }
    st = predict(b, at, out, &Ld);
    if (st)
        return st;
    error(b, at->in, s->next);
    zni_add_product(b->no, b->ni, 1, Ld, s->e, s->next);
    memcpy(out, s->next, (size_t)b->no * sizeof *out);
    return ZN_OK;
}

static void memory(zn_block *b, zn_block_keep_fn *keep, void *user)
{
    keep(user, b->ni, ((observer *)b->state)->y);
}

const zn_block_type zni_block_luenberger = {
    .type = {.size = sizeof zni_block_luenberger,
             .kind = ZN_KIND_BLOCK,
             .name = "luenberger",
             .summary = "observer z' = A z + B u + L (y - C z)",
             .state_size = sizeof(observer)},
    .role = ZN_BLOCK_OBSERVER,
    .slots = slots,
    .start = start,
    .sample = sample_luenberger,
    .fini = fini,
    .memory = memory,
};

const zn_block_type zni_block_reduced_order = {
    .type = {.size = sizeof zni_block_reduced_order,
             .kind = ZN_KIND_BLOCK,
             .name = "reduced-order",
             .summary = "sliding reduced-order observer, starts on C z = y",
             .state_size = sizeof(observer)},
    .role = ZN_BLOCK_OBSERVER,
    .slots = slots,
    .start = start_reduced,
    .sample = sample_reduced,
    .fini = fini,
};
