/* iteration.c - the iteration matrix of a system and its factors
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osi/iteration.h"
#include "kernel/model/vectors.h"
#include "solvers/linalg/few.h"
#include "solvers/linalg/wide.h"

#include <string.h>

#define DIAGONAL(n) {.shape = ZN_SHAPE_DIAGONAL, .rows = (n), .cols = (n)}

void zni_iteration_fini(zn_ctx *ctx, zni_iteration *it)
{
    zn_factor_free(it->factor);
    if (it->terms && !it->light) {
        zn_sum_free(it->terms->sum);
        zn_pattern_free(ctx, it->terms->more);
        zn_free_array(ctx, it->terms->fixed);
    }
    zn_free_array(ctx, it->W);
    *it = (zni_iteration){0};
}

static zn_pattern pattern_of(const zn_ds *ds, int k)
{
    static const zn_ds_matrix which[ZNI_TERMS] = {
        [ZNI_MASS] = ZN_DS_MASS, [ZNI_JAC_Q] = ZN_DS_JAC_Q,
        [ZNI_JAC_V] = ZN_DS_JAC_V};

    if (k == ZNI_JAC_V && zn_ds_class(ds)->family == ZN_FIRST_ORDER)
        return zn_pattern_zero(zn_ds_nx(ds), zn_ds_nx(ds));
    return zn_ds_pattern(ds, which[k]);
}

/* Up to this order a diagonal W has no factor: the struct of one would be larger than W,
 * and models of many bodies are of small ones. */
enum { FEW = 8, ALL = (1 << ZNI_TERMS) - 1 };

/* The patterns of these. */
static const zn_pattern *few_diagonal(zn_index n)
{
    static const zn_pattern of[FEW + 1] = {
        {0}, DIAGONAL(1), DIAGONAL(2), DIAGONAL(3), DIAGONAL(4),
        DIAGONAL(5), DIAGONAL(6), DIAGONAL(7), DIAGONAL(8)};

    return &of[n];
}

static const zn_pattern *pattern_of_W(const zni_iteration *it)
{
    return it->factor ? zn_factor_pattern(it->factor) : few_diagonal(it->few);
}

/* Is W diagonal whatever room the class wants for its terms? Along a motion on a manifold
 * a diagonal dF/dq does not stay so. */
static bool diagonal(const zn_ds *ds)
{
    const zn_ds_variability *v = zn_ds_varies(ds);

    return v->diagonal && (v->J == ZN_ZERO || !zn_ds_curved(ds));
}

/* The pattern all terms have, but for those that are zero; false: there are two. */
static bool common(const zn_pattern term[], zn_pattern *out)
{
    bool same = true;

    *out = zn_pattern_diagonal(term[0].rows);
    for (int k = 0; k < ZNI_TERMS; k++)
        if (term[k].shape != ZN_SHAPE_ZERO)
            *out = term[k];
    for (int k = 0; k < ZNI_TERMS; k++)
        same = same && (term[k].shape == ZN_SHAPE_ZERO ||
                        (term[k].shape == out->shape &&
                         term[k].kl == out->kl && term[k].ku == out->ku));
    return same && (out->shape == ZN_SHAPE_DENSE ||
                    out->shape == ZN_SHAPE_DIAGONAL ||
                    out->shape == ZN_SHAPE_BANDED);
}

/* Flags of prescribed velocities. */
static zn_status fix(zni_terms *t, zn_ctx *ctx, const zn_ds *ds)
{
    const zn_index nbc = zn_ds_bc_count(ds), *index = zn_ds_bc_index(ds);

    if (!nbc)
        return ZN_OK;
    t->fixed = zn_alloc(ctx, zn_ds_nv(ds), 1);
    if (!t->fixed)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < nbc; i++)
        t->fixed[index[i]] = 1;
    return ZN_OK;
}

/* Is term k of the caller? */
static bool lends(const zni_iteration *it, int k)
{
    return it->lent >> k & 1;
}

/* How many numbers the terms of a system are. */
static void count(const zn_ds *ds, zn_index out[ZNI_TERMS])
{
    for (int k = 0; k < ZNI_TERMS; k++) {
        const zn_pattern a = pattern_of(ds, k);

        out[k] = zn_pattern_count(&a);
    }
}

/* The terms that are lent, or those of its own, one behind the other. */
static void place(zni_iteration *it, bool lent, double *at)
{
    for (int k = 0; k < ZNI_TERMS; k++) {
        if (lends(it, k) != lent)
            continue;
        it->terms->term[k] = at;
        at += it->terms->count[k];
    }
}

/* Numbers that take as much room as their struct. */
enum { STRUCT = (sizeof(zni_terms) + sizeof(double) - 1) / sizeof(double) };

zn_index zni_iteration_lends(const zni_iteration *it, const zn_ds *ds)
{
    zn_index n = it->light ? STRUCT : 0, asked[ZNI_TERMS];
    const zn_index *size = it->terms ? it->terms->count : asked;

    if (!it->terms)
        count(ds, asked);
    for (int k = 0; k < ZNI_TERMS; k++)
        n += lends(it, k) ? size[k] : 0;
    return n;
}

void zni_iteration_lend(zni_iteration *it, const zn_ds *ds, double room[])
{
    if (it->light) {
        it->terms = (zni_terms *)(void *)room;
        *it->terms = (zni_terms){0};
        count(ds, it->terms->count);
        it->terms->nW = it->few;
        room += STRUCT;
    }
    place(it, true, room);
}

/* Are the terms dense, diagonal or zero, so that their diagonals are at hand? */
static bool separate(const zn_pattern term[])
{
    bool yes = true;

    for (int k = 0; k < ZNI_TERMS; k++)
        yes = yes && (term[k].shape == ZN_SHAPE_ZERO ||
                      term[k].shape == ZN_SHAPE_DENSE ||
                      term[k].shape == ZN_SHAPE_DIAGONAL);
    return yes;
}

/* One block for W, its terms, their struct and the pattern of the mass. */
static zn_status make_room(zni_iteration *it, zn_ctx *ctx, const zn_pattern *W,
                           const zn_index size[ZNI_TERMS],
                           const zn_pattern *mass)
{
    const bool own = !lends(it, ZNI_MASS);
    const size_t extra = own ? sizeof *mass : 0;
    const zn_index nW = zn_pattern_count(W);
    zn_index n = it->light ? 0 : STRUCT;
    double *a;

    for (int k = 0; k < ZNI_TERMS; k++)
        n += lends(it, k) ? 0 : size[k];
    n += (zn_index)((extra + sizeof *a - 1) / sizeof *a);
    it->W = a = zn_alloc(ctx, nW + n, sizeof *a);
    if (!a)
        return ZN_ENOMEM;
    if (it->light)
        return ZN_OK;
    it->terms = (zni_terms *)(void *)(a + nW);
    memcpy(it->terms->count, size, sizeof it->terms->count);
    it->terms->nW = nW;
    a += nW + STRUCT;
    if (own) {
        it->terms->mass = (zn_pattern *)(void *)a;
        *it->terms->mass = *mass;
        a += (extra + sizeof *a - 1) / sizeof *a;
    }
    place(it, false, a);
    return ZN_OK;
}

/* more: entries that W has beside those of its terms; NULL: none. */
static zn_status init(zn_ctx *ctx, const zn_ds *ds, const zn_pattern *more,
                      unsigned lent, zni_iteration *it)
{
    zn_pattern term[ZNI_TERMS], W;
    const zn_pattern *terms[ZNI_TERMS + 1] = {NULL}, *pattern = &W;
    zn_index n, size[ZNI_TERMS];
    zn_sum *sum = NULL;
    zn_status st = ZN_OK;

    *it = (zni_iteration){.lent = (uint8_t)lent};
    for (int k = 0; k < ZNI_TERMS; k++) {
        term[k] = pattern_of(ds, k);
        terms[k] = &term[k];
    }
    count(ds, size);
    n = term[0].rows;
    if (lent && !more && n <= FEW && diagonal(ds) && separate(term)) {
        W = zn_pattern_diagonal(n);
    } else if (!common(term, &W) || (more && W.shape != ZN_SHAPE_DENSE)) {
        terms[ZNI_TERMS] = more;
        st = zn_sum_new(ctx, n, ZNI_TERMS + 1, terms, &sum);
        pattern = st ? &W : zn_sum_pattern(sum);
    }
    if (!st) {
        if (lent && pattern->shape == ZN_SHAPE_DIAGONAL && n <= FEW)
            it->few = (uint8_t)n;
        it->light = it->few && lent == ALL && !sum && !zn_ds_bc_count(ds);
        st = make_room(it, ctx, pattern, size, &term[ZNI_MASS]);
    }
    if (it->terms)
        it->terms->sum = sum;
    else
        zn_sum_free(sum);
    if (!st && !it->few)
        st = zn_factor_new_pattern(ctx, pattern, &it->factor);
    if (!st && !it->light)
        st = fix(it->terms, ctx, ds);
    if (st)
        zni_iteration_fini(ctx, it);
    return st;
}

/* The same with a W that is full whatever its terms are. */
static zn_status init_full(zn_ctx *ctx, const zn_ds *ds, bool full, unsigned lent,
                           zni_iteration *it)
{
    const zn_index n = pattern_of(ds, ZNI_MASS).rows;
    const zn_pattern all = zn_pattern_dense(n, n);

    return init(ctx, ds, full ? &all : NULL, lent, it);
}

zn_status zni_iteration_init(zn_ctx *ctx, const zn_ds *ds, bool dense,
                             zni_iteration *it)
{
    return init_full(ctx, ds, dense, 0, it);
}

zn_status zni_iteration_init_lent(zn_ctx *ctx, const zn_ds *ds, bool dense,
                                  bool mass, zni_iteration *it)
{
    return init_full(ctx, ds, dense,
                     1u << ZNI_JAC_Q | 1u << ZNI_JAC_V | (unsigned)mass << ZNI_MASS,
                     it);
}

void zni_iteration_clear(zni_iteration *it)
{
    memset(it->W, 0, (size_t)it->terms->nW * sizeof *it->W);
}

/* W += f x, as of a body */
ZNI_WIDE static void add_dense(zn_index n, double f, const double x[], double W[])
{
    zni_add_wide(n, f, x, W);
}

void zni_iteration_add(zni_iteration *it, int k, double f)
{
    const zni_terms *t = it->terms;
    const double *x = t->term[k];
    const zn_index n = t->count[k], full = n > t->nW ? t->nW + 1 : 1;

    if (!it->factor) /* of terms that are written out, the diagonal */
        for (zn_index i = 0; n && i < t->nW; i++)
            it->W[i] += f * x[i * full];
    else if (t->sum)
        zn_sum_add(t->sum, k, f, x, it->W);
    else if (n > ZNI_SHORT)
        add_dense(n, f, x, it->W);
    else
        zni_add_scaled(n, f, x, it->W);
}

/* ---- what relations add ---------------------------------------------------------- */

/* Up to this order a W that is written out costs less than one in columns. */
enum { WRITTEN_OUT = 40 };

/* A walk over the entries of W, column j at a time. */
typedef struct walk {
    double       *W;
    const double *x;    /* n x n, beside it */
    double        f;    /* W += f x */
    zn_index      n, j;
    zn_index      met;  /* entries of x that are not zero */
    double       *col;  /* a column of W, written out */
    zn_index     *rows; /* of W and of x, so far */
    zn_index      next; /* row */
} walk;

static void over(const zn_pattern *a, walk *k, void (*fn)(void *, zn_index, zn_index))
{
    for (k->j = 0; k->j < k->n; k->j++)
        zn_pattern_column(a, k->j, k, fn);
}

static void meet(void *user, zn_index row, zn_index at)
{
    walk *k = user;

    (void)at;
    k->met += k->x[row + k->j * k->n] != 0;
}

static void add(void *user, zn_index row, zn_index at)
{
    walk *k = user;

    k->W[at] += k->f * k->x[row + k->j * k->n];
}

static void write_out(void *user, zn_index row, zn_index at)
{
    walk *k = user;

    k->col[row] = k->W[at];
}

static void fill_in(void *user, zn_index row, zn_index at)
{
    walk *k = user;

    k->W[at] = k->col[row];
}

/* Rows of x before `end`, from where the walk is. */
static void put_rows(walk *k, zn_index end)
{
    for (; k->next < end; k->next++)
        if (k->x[k->next + k->j * k->n] != 0)
            *k->rows++ = k->next;
}

static void put_row(void *user, zn_index row, zn_index at)
{
    walk *k = user;

    (void)at;
    put_rows(k, row);
    *k->rows++ = row;
    k->next = row + 1;
}

static zn_index not_zero(zn_index n, const double x[])
{
    zn_index k = 0;

    for (zn_index i = 0; i < n * n; i++)
        k += x[i] != 0;
    return k;
}

/* The pattern of W with the entries of x that are not zero. */
static zn_status joined(const zn_pattern *W, zn_ctx *ctx, zn_index n, const double x[],
                        zn_pattern **out)
{
    const zn_index most = zn_pattern_count(W) + not_zero(n, x);
    zn_index *p = zn_alloc(ctx, n + 1 + most, sizeof *p), *rows;
    walk k = {.x = x, .n = n};
    zn_status st;

    *out = NULL;
    if (!p)
        return ZN_ENOMEM;
    k.rows = rows = p + n + 1;
    for (k.j = 0; k.j < n; k.j++) {
        p[k.j] = k.rows - rows;
        k.next = 0;
        zn_pattern_column(W, k.j, &k, put_row);
        put_rows(&k, n);
    }
    p[n] = k.rows - rows;
    st = zn_pattern_copy(ctx,
                         &(zn_pattern){.shape = ZN_SHAPE_COLUMNS, .rows = n, .cols = n,
                                       .p = p, .i = rows},
                         out);
    zn_free_array(ctx, p);
    return st;
}

/* The values of one W in the wider pattern of another. */
static zn_status carry_over(zn_ctx *ctx, const zni_iteration *from, zni_iteration *to, zn_index n)
{
    walk k = {.n = n, .col = zn_alloc(ctx, n, sizeof *k.col)};

    for (k.j = 0; k.col && k.j < n; k.j++) {
        zni_clear(n, k.col);
        k.W = from->W;
        zn_pattern_column(pattern_of_W(from), k.j, &k, write_out);
        k.W = to->W;
        zn_pattern_column(pattern_of_W(to), k.j, &k, fill_in);
    }
    zn_free_array(ctx, k.col);
    return k.col ? ZN_OK : ZN_ENOMEM;
}

/* The same matrices with a W that has room for x, and keeps it. */
static zn_status widen(zni_iteration *it, const zn_ds *ds, zn_index n, const double x[])
{
    zn_ctx *ctx = zn_ds_ctx(ds);
    const zn_pattern all = zn_pattern_dense(n, n);
    zn_pattern *more = NULL;
    zni_iteration wide = {0};
    zn_status st = n > WRITTEN_OUT ? joined(pattern_of_W(it), ctx, n, x, &more) : ZN_OK;

    if (!st)
        st = init(ctx, ds, more ? more : &all, it->lent, &wide);
    if (st) {
        zn_pattern_free(ctx, more);
        return st;
    }
    wide.terms->more = more;
    st = carry_over(ctx, it, &wide, n);
    if (st) {
        zni_iteration_fini(ctx, &wide);
        return st;
    }
    for (int k = 0; k < ZNI_TERMS; k++)
        if (lends(it, k))
            wide.terms->term[k] = it->terms->term[k];
        else
            zni_copy(it->terms->count[k], it->terms->term[k],
                     wide.terms->term[k]);
    zni_iteration_fini(ctx, it);
    *it = wide;
    return ZN_OK;
}

zn_status zni_iteration_add_relations(zni_iteration *it, const zn_ds *ds, double f,
                                      const double K[])
{
    const zn_index n = pattern_of(ds, ZNI_MASS).rows;
    walk k = {.x = K, .f = f, .n = n};
    zn_status st = ZN_OK;

    if (pattern_of_W(it)->shape != ZN_SHAPE_DENSE) {
        over(pattern_of_W(it), &k, meet);
        if (k.met < not_zero(n, K))
            st = widen(it, ds, n, K);
    }
    k.W = it->W;
    if (!st && pattern_of_W(it)->shape == ZN_SHAPE_DENSE)
        zni_add_scaled(n * n, f, K, it->W);
    else if (!st)
        over(pattern_of_W(it), &k, add);
    return st;
}

void zni_iteration_matrix(const zni_iteration *it, const zn_pattern **a,
                          const double **W)
{
    *a = pattern_of_W(it);
    *W = it->W;
}

zn_status zni_iteration_factor(zni_iteration *it, zn_ctx *ctx)
{
    const unsigned char *fixed = zni_iteration_fixed(it);

    if (it->light)
        it->terms = NULL; /* what is lent goes back */
    if (fixed)
        zn_pattern_mask(pattern_of_W(it), fixed, it->W);
    return it->factor ? zn_factor_set(it->factor, it->W)
                      : zni_diagonal_check(ctx, it->few, it->W);
}
