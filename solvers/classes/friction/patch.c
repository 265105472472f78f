/* patch.c - a patch of contacts as a problem of its own
 * SPDX-License-Identifier: Apache-2.0 */
#include "patches.h"

#include <stdlib.h>

/* The part of its error that a patch leaves: more is no use while the contacts around still change. */
static const double LEFT = 0.1;

/* Limits of `auto` on a patch that sweeps did not solve: steps of Newton's method and of interior points, of which 15
 * to 40 suffice mostly, and sweeps. */
enum { RESCUE_STEPS = 50, RESCUE_SWEEPS = 1000 };

/* for m contacts and their blocks */
static zn_status room(zn_ctx *ctx, zni_patch_work *k, zn_index n, zn_index m,
                      zn_index blocks)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, rows, 2 * (m + 1)), ZNI_ARRAY(k, blocks, 2 * blocks),
                    ZNI_ARRAY(k, heart, m), ZNI_ARRAY(k, x, 3 * n + m));
}

zn_status zni_patch_reserve(zn_ctx *ctx, zni_patch_work *k, zn_index n, zn_index nnz, zn_index m,
                            zn_index blocks)
{
    zn_status st = room(ctx, k, n, m, blocks);

    if (!st)
        st = zni_fc_reserve(ctx, &k->sub, n, nnz);
    if (!st)
        st = zni_nsgs_reserve(ctx, &k->sweeps, n);
    return st ? st : zni_momentum_reserve(ctx, &k->sweeps.turns.momentum, n);
}

zn_status zni_patch_begin(zn_ctx *ctx, zni_patch_work *k, zn_index nc)
{
    const zn_status st =
        zn_grow(ctx, &k->number, &k->cap_number, nc, sizeof *k->number);

    for (zn_index a = 0; a < nc && !st; a++)
        k->number[a] = -1;
    return st;
}

void zni_patch_fini(zn_ctx *ctx, zni_patch_work *k)
{
    zni_nsgs_fini(ctx, &k->sweeps);
    zni_fc_fini(ctx, &k->sub);
    zn_solver_free(k->rescue);
    ZNI_FREE(ctx, k->number, k->heart, k->rows, k->blocks, k->x);
}

static int ascending(const void *x, const void *y)
{
    const int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;

    return a < b ? -1 : a > b;
}

void zni_patch_sort(zn_index n, int32_t list[])
{
    qsort(list, (size_t)n, sizeof *list, ascending);
}

zn_index zni_patch_around(const zni_fc *c, zn_index a, zn_index most, bool inside, int32_t number[], int32_t list[],
                          zn_index *blocks)
{
    const int32_t met = inside ? -1 : 0;
    zn_index count = 1;

    *blocks = 0;
    list[0] = (int32_t)a;
    number[a] = met;
    for (zn_index h = 0; h < count; h++) {
        const zn_index b = list[h];

        *blocks += c->p[b + 1] - c->p[b];
        for (zn_index e = c->p[b]; e < c->p[b + 1] && count < most; e++)
            if ((number[c->i[e]] >= 0) == inside) {
                number[c->i[e]] = met;
                list[count++] = (int32_t)c->i[e];
            }
    }
    return count;
}

double zni_patch_residual(const zni_patching *s, zn_index a)
{
    const zni_fc *c = s->c;
    double u[ZNI_DMAX], f[ZNI_DMAX], size = c->size[a];

    zni_fc_row(c, a, s->r, u);
    return size * zni_fc_natural(c, a, 1 / size, s->r + c->d * a, u, f);
}

/* A patch as a problem of friction; r, u and mu stand behind q. */
typedef struct sub_problem {
    zn_matrix W;
    zn_friction p;
    double *r, *u;
    double tol; /* error that it is to be solved to */
} sub_problem;

/* Cut the problem of these contacts out of the whole one: the reactions of all others are part of q. */
static void cut(const zni_patching *s, const zni_patch_work *k, const zni_patch *patch, const int32_t list[],
                sub_problem *sub)
{
    const zni_fc *c = s->c;
    const zn_index m = patch->count, d = c->d, dd = d * d;
    zn_index *at = k->rows, *ro = at + m + 1, *i = k->blocks, *bp = i + patch->blocks, nb = 0;
    double *q = k->x, *r = q + d * m, *mu = q + 3 * d * m, data = 0, left = 0;

    for (zn_index h = 0; h < m; h++) {
        const zn_index a = list[h];

        at[h] = nb;
        ro[h] = d * h;
        mu[h] = c->mu[a];
        memcpy(q + d * h, c->q + d * a, (size_t)d * sizeof *q);
        memcpy(r + d * h, s->r + d * a, (size_t)d * sizeof *r);
        for (zn_index e = c->p[a]; e < c->p[a + 1]; e++) {
            const zn_index b = c->i[e];
            double y[ZNI_DMAX];

            if (k->number[b] >= 0) {
                i[nb] = k->number[b];
                bp[nb++] = dd * e;
                continue;
            }
            zni_block_times(d, c->x + dd * e, s->r + d * b, y);
            for (zn_index j = 0; j < d; j++)
                q[d * h + j] += y[j];
        }
        for (zn_index j = 0; j < d; j++)
            data += q[d * h + j] * q[d * h + j] / c->size[a];
        left += zni_patch_residual(s, a);
    }
    at[m] = nb;
    ro[m] = d * m;
    /* of the patch's own residual, and of its contacts' share of what may be left of all */
    left = LEFT * LEFT * fmax(left, s->rest * (double)m / (double)c->nc);
    *sub = (sub_problem){.W = {.storage = ZN_BSR,
                               .rows = d * m,
                               .cols = d * m,
                               .x = c->x,
                               .p = at,
                               .i = i,
                               .nbr = m,
                               .nbc = m,
                               .ro = ro,
                               .co = ro,
                               .bp = bp},
                         .r = r,
                         .u = r + d * m,
                         .tol = data > 0 ? sqrt(left / data) : s->tol};
    sub->p = (zn_friction){.d = d, .nc = m, .M = &sub->W, .q = q, .mu = mu};
}

/* Ask `auto`; for more contacts than a heart has, only up to interior points: where these do not converge, Newton's
 * methods and proximal points seldom do, and take ten to a hundred times as long. */
static zn_status rescue(zn_ctx *ctx, zni_patch_work *k, const sub_problem *sub, zn_monitor *mon, zn_solve_info *info)
{
    zn_status st = ZN_OK;

    if (!k->rescue) {
        st = zn_solver_new(ctx, "friction", "auto", &k->rescue);
        if (!st)
            st = zn_solver_set_real(k->rescue, "max_steps", RESCUE_STEPS);
        if (!st)
            st = zn_solver_set_real(k->rescue, "max_sweeps", RESCUE_SWEEPS);
        if (!st) /* several threads may use it */
            st = zn_solver_set(k->rescue, "plugins", "no");
    }
    if (!st)
        st = zn_solver_set_real(k->rescue, "tol", sub->tol);
    if (!st)
        st = zn_solver_set_real(k->rescue, "quick", sub->p.nc > ZNI_HEART);
    return st ? st : zn_solver_solve_inner(k->rescue, &sub->p, sub->r, sub->u, mon, info);
}

/* r of m contacts goes back to the whole problem */
static void store_back(const zni_patching *s, zn_index m, const int32_t list[],
                const double r[])
{
    const zn_index d = s->c->d;

    for (zn_index h = 0; h < m; h++)
        memcpy(s->r + d * list[h], r + d * h, (size_t)d * sizeof *r);
}

/* solve it by sweeps; the numbers of its contacts are set */
static zn_status run(const zni_patching *s, zni_patch_work *k, zni_patch *patch,
                     const int32_t list[], zn_monitor *mon)
{
    const zn_index m = patch->count;
    sub_problem sub;
    zn_solve_info info = {0};
    zn_status st;

    cut(s, k, patch, list, &sub);
    const zni_nsgs how = {.tol = sub.tol,
                          .max_iter = patch->most,
                          .omega = 1,
                          .accelerate = ZNI_MOMENTUM};

    st = zni_fc_set(s->ctx, &k->sub, &sub.p);
    if (!st)
        st = zni_nsgs_run((zni_call){s->ctx, sub.r, sub.u, mon, &info}, &k->sweeps, &how, &k->sub);
    patch->sweeps = info.iterations;
    patch->why = info.outcome;
    patch->solved = st == ZN_OK;
    patch->asked = st == ZN_UNSOLVED && info.outcome != ZN_INTERRUPTED && patch->others;
    store_back(s, m, list, sub.r);
    return st < 0 ? st : ZN_OK;
}

/* The contact of the patch with the largest residual, its place in the list. */
static zn_index worst(const zni_patching *s, const zni_patch *p, const int32_t list[])
{
    zn_index at = 0;
    double most = -1;

    for (zn_index h = 0; h < p->count; h++) {
        const double part = zni_patch_residual(s, list[h]);

        if (part > most) {
            most = part;
            at = h;
        }
    }
    return at;
}

/* The contacts of the patch nearest to that one; their numbers replace those of the patch. */
static zni_patch heart(const zni_patching *s, zni_patch_work *k, const zni_patch *p,
                       const int32_t list[])
{
    zni_patch q = {0};

    q.count = zni_patch_around(s->c, list[worst(s, p, list)], p->heart, true, k->number, k->heart, &q.blocks);
    for (zn_index h = 0; h < p->count; h++)
        k->number[list[h]] = -1;
    zni_patch_sort(q.count, k->heart);
    for (zn_index h = 0; h < q.count; h++)
        k->number[k->heart[h]] = (int32_t)h;
    return q;
}

/* Solve the heart of the patch by `auto`, for fixed reactions of the rest. */
static zn_status save(const zni_patching *s, zni_patch_work *k, zni_patch *patch,
                      const int32_t list[], zn_monitor *mon)
{
    const zni_patch q = heart(s, k, patch, list);
    const zn_index m = q.count;
    sub_problem sub;
    zn_solve_info info = {0};
    zn_status st;

    cut(s, k, &q, k->heart, &sub);
    st = rescue(s->ctx, k, &sub, mon, &info);
    store_back(s, m, k->heart, sub.r);
    patch->solved = st == ZN_OK && m == patch->count;
    patch->why = info.outcome;
    return st < 0 ? st : ZN_OK;
}

void zni_patch_solve(const zni_patching *s, zni_patch_work *k, zni_patch *p,
                     const int32_t list[], zn_monitor *mon)
{
    p->st = room(s->ctx, k, s->c->d * p->count, p->count, p->blocks);
    if (p->st)
        return;
    for (zn_index h = 0; h < p->count; h++)
        k->number[list[h]] = (int32_t)h;
    p->st = run(s, k, p, list, mon);
    if (!p->st && p->asked)
        p->st = save(s, k, p, list, mon);
    for (zn_index h = 0; h < p->count; h++)
        k->number[list[h]] = -1;
}
