/* work.c - memory and linear systems of the Newton methods in a box
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include "../core/monitor.h"
#include "../linalg/sizes.h"
#include "../linalg/twice.h"
#include "../linalg/units.h"
#include "../strategy/cost.h"

#include <string.h>

/* Regularisation of a singular free block, relative to its diagonal: small beside the eigenvalues that matter, large
 * beside rounding. Each correction reduces the residual by about this factor, so few are needed. */
static const double PROXIMAL = 1e-8;
enum { CORRECTIONS = 6 };

/* The same for the last active set, which is solved as exactly as possible: eigenvalues of the size of rounding need
 * a smaller regularisation, whose factors are less accurate, so residuals are computed in higher precision. */
static const double FINE[] = {1e-8, 1e-10, 1e-12};
enum { NFINE = sizeof FINE / sizeof *FINE };

/* Corrections of a solution by LU, with residuals in higher precision: more of them change nothing unless the matrix
 * is singular to working precision (Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 12). */
enum { PRECISE = 3 };

/* operations per number to gather, order and analyse a block with other rows (measured on bridges of 400 to 20000
 * rows, and obstacle problems) */
static const double RENEWED = 120;

static zn_status reserve_common(zn_ctx *ctx, zni_box_work *k, zn_index n)
{
    return ZNI_GROW(ctx, ZNI_BARE(k, pool, ZNI_POOL * n), ZNI_ARRAY(k, side, n));
}

static zn_status reserve_dense(zn_ctx *ctx, zni_box_work *k, zn_index n)
{
    zn_status st = zni_room(ctx, &k->map, &k->cap_map, n, sizeof *k->map);

    return st ? st : zni_lu_size(ctx, &k->lu, n);
}

static zn_status reserve_sparse(zn_ctx *ctx, zni_box_work *k, zn_index n,
                                zn_index nnz)
{
    zn_status st = zni_csc_reserve(ctx, &k->csc, n, nnz);

    if (!st)
        st = ZNI_GROW(ctx, ZNI_BARE(k, map, 3 * n), ZNI_BARE(k, jx, nnz + n));
    return st ? st : zni_slu_reserve(ctx, &k->slu, n);
}

/* the storage is not known yet: a small full matrix gets room for both kinds */
zn_status zni_box_reserve(zn_ctx *ctx, zni_box_work *k, zn_index n,
                          zn_index nnz)
{
    zn_status st = reserve_common(ctx, k, n);

    if (!st && nnz >= n * n)
        st = reserve_dense(ctx, k, n);
    if (!st && (nnz < n * n || n <= 64))
        st = reserve_sparse(ctx, k, n, nnz);
    return st;
}

/* the largest entry of column j, for rows without a positive diagonal */
static double column_max(const zni_box_work *k, const zni_box *b, zn_index j)
{
    const zni_csc *c = &k->csc;
    const double big = k->sparse ? zni_largest(c->x + c->p[j], c->p[j + 1] - c->p[j])
                                 : zni_largest(b->M->x + j * b->n, b->n);

    return big > 0 ? big : 1;
}

/* Load the columns of a sparse matrix; its pattern is analysed if it is another one. */
static zn_status columns(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const zn_monitor *mon)
{
    /* operations to read an entry in order, and to find one at random */
    const double entries = (double)zn_matrix_nnz(b->M), read = 5 * entries, find = 20 * entries;
    bool fresh = false;
    zn_status st = zni_csc_take(ctx, &k->csc, b->M, mon, &fresh);

    if (!st && fresh)
        st = zni_slu_pattern(ctx, &k->slu, &k->csc);
    if (!st && fresh && k->slu.wide)
        st = zni_due_by(mon, find) ? ZN_UNSOLVED : zni_csc_mirror(ctx, &k->csc);
    if (!st && zni_due_by(mon, read))
        st = ZN_UNSOLVED;
    if (st)
        k->csc.nkey = 0;
    zni_slu_restart(&k->slu);
    return st;
}

zn_status zni_box_prepare(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const zn_monitor *mon)
{
    zn_index n = b->n;
    zn_status st;

    k->sparse = b->M->storage != ZN_DENSE;
    st = reserve_common(ctx, k, n);
    if (!st && !k->sparse)
        st = reserve_dense(ctx, k, n);
    if (!st && k->sparse)
        st = reserve_sparse(ctx, k, n, zn_matrix_nnz(b->M));
    if (!st && k->sparse)
        st = columns(ctx, k, b, mon);
    if (st)
        return st;

    k->symmetric = k->sparse && k->slu.wide && zni_csc_symmetric(&k->csc);
    k->s = k->pool + (ZNI_POOL - 1) * n;
    for (zn_index i = 0; i < n; i++) {
        double d = k->sparse ? k->csc.x[k->csc.diag[i]] : b->M->x[i + i * n];

        k->s[i] = d > 0 ? d : column_max(k, b, i);
    }
    k->delta = PROXIMAL * zni_largest(k->s, n);
    return ZN_OK;
}

void zni_box_fini(zn_ctx *ctx, zni_box_work *k)
{
    ZNI_FREE(ctx, k->pool, k->side, k->map, k->jx, k->start);
    zni_lu_fini(ctx, &k->lu);
    zni_csc_fini(ctx, &k->csc);
    zni_slu_fini(ctx, &k->slu);
    zni_csc_fini(ctx, &k->block.csc);
    zni_slu_fini(ctx, &k->block.lu);
}

void zni_box_read(zni_box_work *k, const zni_box *b, const double z[],
                  const double w[])
{
    for (zn_index i = 0; i < b->n; i++) {
        double s = k->s[i];
        bool lo = s * (z[i] - zni_box_lo(b, i)) < w[i];
        bool hi = s * (zni_box_hi(b, i) - z[i]) < -w[i];

        k->side[i] = lo ? ZNI_AT_LO : hi ? ZNI_AT_HI : ZNI_FREE;
    }
}

bool zni_box_at_rounding(zni_box_work *k, const zni_box *b, const double z[],
                         const double w[])
{
    double *rest = k->pool + b->n;

    for (zn_index i = 0; i < b->n; i++)
        rest[i] = zni_box_row(b, i, z[i], w[i]);
    return zni_box_small_rows(k, b, z, rest);
}

bool zni_box_small_rows(zni_box_work *k, const zni_box *b, const double z[],
                        const double rest[])
{
    double *size = k->pool;

    for (zn_index i = 0; i < b->n; i++)
        size[i] = fabs(b->q[i]);
    zni_add_sizes(b->M, false, z, size);
    for (zn_index i = 0; i < b->n; i++)
        if (!(fabs(rest[i]) <= ZNI_ROUNDING * size[i]))
            return false;
    return true;
}

bool zni_box_guess(zni_box_work *k, const zni_box *b, const double z[])
{
    bool inside = false;

    for (zn_index i = 0; i < b->n; i++) {
        k->side[i] = zni_box_side(b, i, z[i]);
        inside |= k->side[i] == ZNI_FREE && !zni_box_free(b, i);
    }
    return inside;
}

/* Factor the block of free rows and columns, plus delta on its diagonal. Dense blocks, and sparse ones where that
 * pays, are gathered; else the pattern of M is kept, with s_i on the diagonal and zeros elsewhere in the rows and
 * columns of the others. */
static zn_status factor_sides(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                              double delta)
{
    const zni_csc *c = &k->csc;
    zn_index n = b->n;

    k->block.on = false;
    if (k->sparse) {
        const zn_status st = zni_gather_pays(ctx, k, n, &k->block.on);

        if (st || k->block.on)
            return st ? st : zni_gather_factor(ctx, k, delta);
        for (zn_index j = 0; j < n; j++) {
            bool keep = k->side[j] == ZNI_FREE;

            for (zn_index e = c->p[j]; e < c->p[j + 1]; e++)
                k->jx[e] = keep && k->side[c->i[e]] == ZNI_FREE ? c->x[e] : 0;
            if (keep)
                k->jx[c->diag[j]] += delta;
            else
                k->jx[c->diag[j]] = k->s[j];
        }
        return zni_slu_factor(ctx, &k->slu, c, k->jx, k->symmetric);
    }

    k->lu.n = zni_box_block(b, k->side, k->map, k->lu.a);
    for (zn_index j = 0; j < k->lu.n; j++)
        k->lu.a[j * (k->lu.n + 1)] += delta;
    return zni_lu_factor(&k->lu);
}

/* z_F -= (M_FF + delta)^-1 w_F by the factors; r is w = M z + q on entry */
static void correct(zni_box_work *k, const zni_box *b, double z[], double r[])
{
    zn_index n = b->n, m = k->lu.n;

    if (k->sparse) {
        for (zn_index i = 0; i < n; i++)
            r[i] = k->side[i] == ZNI_FREE ? r[i] : 0;
        if (k->block.on)
            zni_gather_solve(k, r);
        else
            zni_slu_solve(&k->slu, r);
        for (zn_index i = 0; i < n; i++)
            z[i] -= r[i];
        return;
    }
    for (zn_index i = 0; i < m; i++)
        r[i] = r[k->map[i]];
    zni_lu_solve(&k->lu, r);
    for (zn_index i = 0; i < m; i++)
        z[k->map[i]] -= r[i];
}

/* the largest residual of a free row in r; NaN stays */
static double free_residual(const zni_box_work *k, zn_index n, const double r[])
{
    double big = 0;

    for (zn_index i = 0; i < n && !isnan(big); i++)
        if (k->side[i] == ZNI_FREE && !(fabs(r[i]) <= big))
            big = fabs(r[i]);
    return big;
}

zn_status zni_box_solve_sides(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                              double z[], double r[])
{
    zn_index n = b->n;
    zn_status st;
    double before;

    for (zn_index i = 0; i < n; i++)
        if (k->side[i] != ZNI_FREE)
            z[i] = zni_box_on_side(b, i, k->side[i]);
    zni_box_dual(b, z, r);
    st = factor_sides(ctx, k, b, 0);
    k->proximal = st == ZN_ESINGULAR;
    if (!st) {
        correct(k, b, z, r);
        return ZN_OK;
    }
    if (st != ZN_ESINGULAR || k->regular)
        return st;

    /* the proximal iteration contracts on the range of the block and leaves its null space unchanged */
    st = factor_sides(ctx, k, b, k->delta);
    before = free_residual(k, n, r);
    for (int it = 0; it < CORRECTIONS && !st; it++) {
        double after;

        correct(k, b, z, r);
        zni_box_dual(b, z, r);
        after = free_residual(k, n, r);
        if (!isfinite(after + zni_largest(z, n)))
            st = ZN_ESINGULAR;
        if (!(after < 0.1 * before))
            break;
        before = after;
    }
    return st;
}

void zni_box_refine(zni_box_work *k, const zni_box *b, double z[], double r[])
{
    zni_box_dual(b, z, r);
    correct(k, b, z, r);
}

/* r = M z + q, as if rounded once */
static void precise_residual(zni_box_work *k, const zni_box *b, const double z[], double r[])
{
    memcpy(r, b->q, (size_t)b->n * sizeof *r);
    zni_twice_rows(b->M, z, r, k->pool + 2 * b->n, b->n);
}

/* Keep zp, wp in place of z, w if their residual is not larger than *err. */
static void keep_better(const zni_box *b, double zp[], double wp[], double z[], double w[], double *err)
{
    const zn_index n = b->n;
    double other;

    zni_box_clip_all(b, zp);
    zni_box_dual(b, zp, wp);
    other = zni_box_residual(b, zp, wp);
    if (other <= *err) {
        zni_put_point(n, zp, wp, z, w);
        *err = other;
    }
}

zn_status zni_box_polish(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                         double tol, double z[], double w[],
                         const zn_monitor *mon)
{
    double err = zni_box_residual(b, z, w);
    zn_status st;

    if (err <= tol)
        return ZN_OK;
    st = zni_box_begin(ctx, k, b);
    if (st)
        return st;

    double *zp = k->pool, *wp = zp + b->n;

    memcpy(zp, z, (size_t)b->n * sizeof *z);
    zni_box_guess(k, b, z);
    st = zni_box_affords(ctx, k, b, false, mon);
    if (st)
        return st == ZN_UNSOLVED ? ZN_OK : st;
    st = zni_box_solve_sides(ctx, k, b, zp, wp);
    for (int it = 0; it < PRECISE && !st && !k->proximal; it++) {
        precise_residual(k, b, zp, wp);
        correct(k, b, zp, wp);
    }
    if (st)
        return st == ZN_ESINGULAR ? ZN_OK : st;
    keep_better(b, zp, wp, z, w, &err);
    for (int f = 0; f < NFINE && k->proximal && !(err <= tol); f++) {
        st = zni_box_affords(ctx, k, b, false, mon);
        if (!st)
            st = factor_sides(ctx, k, b, FINE[f] / PROXIMAL * k->delta);
        if (st)
            return st == ZN_ESINGULAR || st == ZN_UNSOLVED ? ZN_OK : st;
        for (int it = 0; it < CORRECTIONS; it++) {
            precise_residual(k, b, zp, wp);
            correct(k, b, zp, wp);
        }
        keep_better(b, zp, wp, z, w, &err);
    }
    return ZN_OK;
}

zn_status zni_box_jump(zn_ctx *ctx, zni_box_work *k, const zni_box *b, double z[], double w[], double zt[],
                       double wt[], const zn_monitor *mon)
{
    double err = zni_box_residual(b, z, w);
    zn_status st;

    memcpy(zt, z, (size_t)b->n * sizeof *zt);
    zni_box_read(k, b, z, w);
    st = zni_box_affords(ctx, k, b, false, mon);
    if (!st)
        st = zni_box_solve_sides(ctx, k, b, zt, wt);
    if (st)
        return st == ZN_ESINGULAR || st == ZN_UNSOLVED ? ZN_OK : st;
    keep_better(b, zt, wt, z, w, &err);
    return ZN_OK;
}

zn_status zni_box_settle(zni_call call, zni_box_work *k, const zni_box *b, double tol, zn_status st)
{
    if (st < 0 || (st && call.info->outcome != ZN_INACCURATE))
        return st;
    st = zni_box_polish(call.ctx, k, b, tol, call.z, call.w, call.mon);
    if (st)
        return st;
    call.info->outcome = ZN_INACCURATE;
    return zni_box_verdict(b, tol, call.z, call.w, call.info);
}

/* The cost of factors of the whole sparse matrix; mixed: of one whose rows have other factors, so that it is not
 * symmetric. ZN_ESINGULAR: it cannot be predicted, ZN_UNSOLVED: not in time */
static zn_status predict(zn_ctx *ctx, zni_box_work *k, bool mixed, const zn_monitor *mon,
                         zni_cost *out)
{
    return zni_slu_predict(ctx, &k->slu, &k->csc, k->csc.x, k->symmetric && !mixed, mon, out);
}

zn_status zni_box_affords(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                          bool all, const zn_monitor *mon)
{
    double m = 0, operations;

    if (!mon)
        return ZN_OK;
    for (zn_index i = 0; i < b->n; i++)
        m += all || k->side[i] == ZNI_FREE;
    if (k->sparse && !zni_limited(mon)) {
        operations = ZNI_NUMBER * (double)k->csc.p[b->n];
    } else if (k->sparse) {
        const double part = m / (double)b->n;
        bool gathered = false;
        zni_cost cost;
        zn_status st = predict(ctx, k, all, mon, &cost);

        if (!st && !all)
            st = zni_gather_pays(ctx, k, b->n, &gathered);
        if (st)
            return st == ZN_ESINGULAR ? ZN_OK : st;
        /* mostly, a part of the pattern costs no more than all of it, and its third power where it fills */
        operations =
            ZNI_SPARSE * cost.operations * (gathered ? part * part * part : 1) +
            ZNI_NUMBER * cost.values;
    } else {
        operations = zni_lu_operations(m);
    }
    return zni_affords(mon, operations) ? ZN_OK : ZN_UNSOLVED;
}

/* operations of a sparse active set whose factors take so many */
static double set_price(const zni_box_work *k, zn_index n, double operations)
{
    return ZNI_SPARSE * operations + RENEWED * (double)k->csc.p[n];
}

zn_status zni_box_set_price(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const double z[], const double w[],
                            const zn_monitor *mon, double *out)
{
    double part = 0;
    zni_cost cost;
    zn_status st = predict(ctx, k, false, mon, &cost);

    zni_box_read(k, b, z, w);
    for (zn_index i = 0; i < b->n; i++)
        part += k->side[i] == ZNI_FREE ? 1 / (double)b->n : 0;
    if (!st)
        *out = set_price(k, b->n, part * part * part * cost.operations);
    return st == ZN_ESINGULAR ? ZN_UNSOLVED : st;
}

zn_status zni_box_steps(zn_ctx *ctx, zni_box_work *k, const zni_box *b, zn_index most,
                        zn_index *out)
{
    const double n = (double)b->n;
    double pivot;
    zni_cost cost;
    zn_status st;

    *out = 0;
    if (!k->sparse)
        return ZN_OK;
    st = predict(ctx, k, false, NULL, &cost);
    if (st)
        return st == ZN_ESINGULAR ? ZN_OK : st;
    /* two solutions with the factors, and a ratio test over all rows */
    pivot = 4 * cost.values + 8 * n;
    *out = zni_cost_worth(n - (double)zni_box_equations(b), pivot, set_price(k, b->n, cost.operations), (double)most);
    *out += *out == 0;
    return ZN_OK;
}

zn_status zni_box_factor_mixed(zn_ctx *ctx, zni_box_work *k, const zni_box *b,
                               const double dz[], const double dw[])
{
    const zni_csc *c = &k->csc;
    zn_index n = b->n;

    if (k->sparse) {
        for (zn_index j = 0; j < n; j++) {
            for (zn_index e = c->p[j]; e < c->p[j + 1]; e++)
                k->jx[e] = dw[c->i[e]] * c->x[e];
            k->jx[c->diag[j]] += dz[j];
        }
        return zni_slu_factor(ctx, &k->slu, c, k->jx, false);
    }
    k->lu.n = n;
    for (zn_index j = 0; j < n; j++) {
        for (zn_index i = 0; i < n; i++)
            k->lu.a[i + j * n] = dw[i] * b->M->x[i + j * n];
        k->lu.a[j + j * n] += dz[j];
    }
    return zni_lu_factor(&k->lu);
}

void zni_box_solve_mixed(zni_box_work *k, double d[])
{
    if (k->sparse)
        zni_slu_solve(&k->slu, d);
    else
        zni_lu_solve(&k->lu, d);
}

zn_status zni_box_step_mixed(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const double phi[],
                             const double dz[], const double dw[], double d[])
{
    const zn_status st = zni_box_factor_mixed(ctx, k, b, dz, dw);

    for (zn_index i = 0; i < b->n; i++)
        d[i] = -phi[i];
    if (!st)
        zni_box_solve_mixed(k, d);
    return st;
}

zn_status zni_box_step_sides(zn_ctx *ctx, zni_box_work *k, const zni_box *b, const double z[],
                             const double w[], double d[], double r[])
{
    zn_status st;

    zni_box_read(k, b, z, w);
    memcpy(d, z, (size_t)b->n * sizeof *d);
    st = zni_box_solve_sides(ctx, k, b, d, r);
    for (zn_index i = 0; i < b->n; i++)
        d[i] -= z[i];
    return st;
}
