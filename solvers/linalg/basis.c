/* basis.c - a sparse basis whose columns are exchanged one by one
 * SPDX-License-Identifier: Apache-2.0 */
#include "basis.h"

#include "../core/monitor.h"

/* Ordering, symbolic analysis and the search for pivots take as long as about so many operations with the E_j per entry
 * of the columns and of their factors. With 50 all factorisations of a run took 5 to 20 times as long as all products
 * with the E_j; at the optimum both take as long. From 200 to 1000 the time of a run changes by a fifth (membranes,
 * bridges of diodes, random columns). */
static const double ANALYSIS = 400;

zn_status zni_basis_begin(zn_ctx *ctx, zni_basis *k, zn_index n, zn_index nnz)
{
    zn_status st = zni_klu_new(ctx, &k->klu, false);

    if (!st)
        st = ZNI_GROW(ctx, ZNI_ARRAY(&k->B, p, n + 1), ZNI_BARE(&k->B, i, nnz),
                      ZNI_BARE(&k->B, x, nnz));
    if (!st)
        zni_klu_largest_pivots(k->klu);
    k->B.n = n;
    k->B.nnz = nnz;
    return st;
}

/* ZN_UNSOLVED if the factors would take longer than there is time */
static zn_status affords(zn_ctx *ctx, zni_basis *k, const zn_monitor *mon)
{
    zni_cost cost;
    zn_status st;

    if (!zni_limited(mon))
        return zni_affords(mon, ZNI_NUMBER * (double)k->B.nnz) ? ZN_OK : ZN_UNSOLVED;
    st = zni_klu_predict(ctx, k->klu, &k->B, k->B.x, mon, &cost);
    if (st)
        return st;
    return zni_affords(mon, ZNI_SPARSE * cost.operations) ? ZN_OK : ZN_UNSOLVED;
}

zn_status zni_basis_factor(zn_ctx *ctx, zni_basis *k, const zn_monitor *mon)
{
    zn_status st = zni_klu_pattern(ctx, k->klu, &k->B);
    zni_cost cost;

    k->etas = 0;
    k->spent = 0;
    k->solved = 0;
    if (!st)
        st = affords(ctx, k, mon);
    if (!st)
        st = zni_klu_factor(ctx, k->klu, &k->B, k->B.x);
    if (st)
        return st;
    cost = zni_klu_spent(k->klu);
    k->made = cost.operations + ANALYSIS * (cost.values + (double)k->B.nnz);
    return ZN_OK;
}

static zn_index numbers(const zni_basis *k)
{
    return k->etas > 0 ? k->end[k->etas - 1] : 0;
}

void zni_basis_solve(zni_basis *k, double x[])
{
    zni_klu_solve(k->klu, k->B.n, x);
    for (zn_index j = 0, e = 0; j < k->etas; j++) {
        const double xr = x[k->row[j]] / k->x[e];

        x[k->row[j]] = xr;
        if (xr != 0)
            for (zn_index m = e + 1; m < k->end[j]; m++)
                x[k->i[m]] -= k->x[m] * xr;
        e = k->end[j];
    }
    k->spent += 2 * (double)numbers(k);
    k->solved++;
}

void zni_basis_solve_t(zni_basis *k, double y[])
{
    for (zn_index j = k->etas - 1; j >= 0; j--) {
        const zn_index e = j > 0 ? k->end[j - 1] : 0;
        double sum = y[k->row[j]];

        for (zn_index m = e + 1; m < k->end[j]; m++)
            sum -= k->x[m] * y[k->i[m]];
        y[k->row[j]] = sum / k->x[e];
    }
    zni_klu_solve_t(k->klu, k->B.n, y);
    k->spent += 2 * (double)numbers(k);
    k->solved++;
}

static zn_status room(zn_ctx *ctx, zni_basis *k, zn_index more)
{
    const zn_index etas = k->etas + 1, all = numbers(k) + more;

    return ZNI_GROW(ctx, ZNI_ARRAY(k, row, etas), ZNI_ARRAY(k, end, etas), ZNI_BARE(k, i, all),
                    ZNI_BARE(k, x, all));
}

zn_status zni_basis_exchange(zn_ctx *ctx, zni_basis *k, zn_index r,
                             const double alpha[])
{
    zn_index count = 1, e = numbers(k);
    zn_status st;

    for (zn_index i = 0; i < k->B.n; i++)
        count += i != r && alpha[i] != 0;
    st = room(ctx, k, count);
    if (st)
        return st;
    k->row[k->etas] = r;
    k->i[e] = r;
    k->x[e++] = alpha[r];
    for (zn_index i = 0; i < k->B.n; i++)
        if (i != r && alpha[i] != 0) {
            k->i[e] = i;
            k->x[e++] = alpha[i];
        }
    k->end[k->etas++] = e;
    return ZN_OK;
}

bool zni_basis_due(const zni_basis *k)
{
    return k->etas > 0 && 2 * (double)numbers(k) * (double)k->solved >=
                              k->made + k->spent;
}

void zni_basis_fini(zn_ctx *ctx, zni_basis *k)
{
    ZNI_FREE(ctx, k->B.p, k->B.i, k->B.x, k->row, k->end, k->i, k->x);
    zni_klu_free(ctx, k->klu);
    *k = (zni_basis){0};
}
