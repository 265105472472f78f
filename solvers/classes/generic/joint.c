/* joint.c - the equality rows of a generic mechanical problem, solved together or part by part
 *
 * M_EE decomposes into the connected parts of its pattern, such as the machines of a hall. If there are several, and
 * all of them are small, each has dense factors, and a right-hand side is solved only in the parts in which it is not
 * zero: the cost of a contact depends on the machine it touches, not on the number of machines.
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/pieces.h"
#include "../../linalg/units.h"
#include "generic.h"

/* the most steps of refinement, and of the proximal iteration of a singular matrix */
enum { STEPS = 4, PROXIMAL_STEPS = 200 };

/* components that are smaller than this part of the largest are rounding, as in other proofs (box/refute.c) */
static const double NONE = 1e-9;

zn_status zni_joint_reserve(zn_ctx *ctx, zni_joint *k, zn_index n, zn_index nnz)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(k, of, n), ZNI_ARRAY(k, unit, n), ZNI_ARRAY(k, p, n + 1),
                            ZNI_ARRAY(k, ro, n + 1), ZNI_ARRAY(k, i, nnz), ZNI_ARRAY(k, bp, nnz),
                            ZNI_ARRAY(k, v, 5 * n));
    /* the columns are needed in any case, for residuals */
    if (!st)
        st = zni_csc_reserve(ctx, &k->square.csc, n, nnz);
    if (!st)
        st = zni_square_reserve(ctx, &k->square, n, nnz, nnz);
    if (!st && n > ZNI_JOINT_PART)
        st = ZNI_GROW(ctx, ZNI_ARRAY(&k->parts, index, 4 * n + 1), ZNI_BARE(&k->parts, a, ZNI_JOINT_PART * n),
                      ZNI_BARE(&k->parts, scale, 3 * n), ZNI_ARRAY(&k->parts, piv, n));
    return st;
}

/* A = M_EE as a view of the values of g */
static zn_status extract(zn_ctx *ctx, zni_joint *k, const zni_gm *g,
                         zn_matrix *A)
{
    zn_index n = 0, nnz = 0;
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(k, of, g->nu), ZNI_ARRAY(k, unit, g->nu));
    if (st)
        return st;
    for (zn_index a = 0; a < g->nu; a++) {
        bool equality =
            g->mu[a] < 0 && isinf(g->lo[g->ro[a]]) && isinf(g->hi[g->ro[a]]);

        k->of[a] = equality ? n : -1;
        if (equality)
            k->unit[n++] = a;
    }
    for (zn_index e = 0; e < n; e++)
        for (zn_index b = g->cells.row[k->unit[e]]; b < g->cells.row[k->unit[e] + 1]; b++)
            nnz += k->of[g->cells.col[b]] >= 0;
    k->n = n;
    st = n > 0 ? zni_joint_reserve(ctx, k, n, nnz) : ZN_OK;
    if (st || n == 0)
        return st;
    nnz = 0;
    for (zn_index e = 0; e < n; e++) {
        k->ro[e] = e;
        k->p[e] = nnz;
        for (zn_index b = g->cells.row[k->unit[e]]; b < g->cells.row[k->unit[e] + 1]; b++) {
            if (k->of[g->cells.col[b]] < 0)
                continue;
            k->i[nnz] = k->of[g->cells.col[b]];
            k->bp[nnz++] = g->cells.bp[b];
        }
    }
    k->ro[n] = n;
    k->p[n] = nnz;
    k->square.dense = zni_square_full(n, n, nnz);
    *A = zni_view_blocks(n, k->ro, k->p, k->i, k->bp, g->cells.x);
    return ZN_OK;
}

/* ---- the parts of M_EE -------------------------------------------------------------- */

/* Union-find: the root of row e, the smallest row known to be in its part. */
static zn_index root(const zn_index of[], zn_index e)
{
    while (of[e] != e)
        e = of[e];
    return e;
}

/* of[e] = the smallest row of the part of e: an entry joins the parts of its row and its column. */
static void connect(zn_index of[], const zni_csc *c)
{
    for (zn_index e = 0; e < c->n; e++)
        of[e] = e;
    for (zn_index j = 0; j < c->n; j++)
        for (zn_index e = c->p[j]; e < c->p[j + 1]; e++) {
            const zn_index a = root(of, j), b = root(of, c->i[e]);

            of[a < b ? b : a] = a < b ? a : b;
        }
    for (zn_index e = 0; e < c->n; e++)
        of[e] = root(of, e);
}

/* Numbers the parts in the order of their first rows, and the rows within each part. */
static void number(zni_joint_parts *k, zn_index n)
{
    zn_index *of = k->of, *count = k->first + 1;

    k->n = 0;
    for (zn_index e = 0; e < n; e++) {
        if (of[e] == e) {
            of[e] = k->n;
            count[k->n++] = 0;
        } else {
            of[e] = of[of[e]]; /* its root comes earlier and has been numbered */
        }
        k->within[e] = count[of[e]]++;
    }
    k->first[0] = 0;
    for (zn_index a = 0; a < k->n; a++)
        k->first[a + 1] += k->first[a];
    for (zn_index e = 0; e < n; e++)
        k->row[k->first[of[e]] + k->within[e]] = e;
}

static void find_parts(zni_joint_parts *k, const zni_csc *c)
{
    zn_index largest = 0;

    k->of = k->index;
    k->within = k->of + c->n;
    k->row = k->within + c->n;
    k->first = k->row + c->n;
    connect(k->of, c);
    number(k, c->n);
    for (zn_index a = 0; a < k->n; a++)
        if (k->first[a + 1] - k->first[a] > largest)
            largest = k->first[a + 1] - k->first[a];
    if (k->n < 2 || largest > ZNI_JOINT_PART)
        k->n = 0;
}

/* The factors of part a, stored behind those of the parts before it. */
static zni_lu part_of(const zni_joint_parts *k, zn_index a)
{
    const zn_index first = k->first[a];

    return (zni_lu){.n = k->first[a + 1] - first,
                    .a = k->a + ZNI_JOINT_PART * first,
                    .scale = k->scale + 2 * first,
                    .piv = k->piv + first};
}

static void fill(const zni_joint_parts *k, zn_index a, const zni_csc *c, double delta,
                 zni_lu *lu)
{
    memset(lu->a, 0, (size_t)(lu->n * lu->n) * sizeof *lu->a);
    for (zn_index j = 0; j < lu->n; j++) {
        const zn_index col = k->row[k->first[a] + j];

        for (zn_index e = c->p[col]; e < c->p[col + 1]; e++)
            lu->a[k->within[c->i[e]] + j * lu->n] = c->x[e];
        lu->a[j + j * lu->n] += delta;
    }
}

static zn_status factor_parts(zni_joint_parts *k, const zni_csc *c)
{
    double *delta = k->scale + 2 * c->n;

    for (zn_index a = 0; a < k->n; a++) {
        zni_lu lu = part_of(k, a);
        double size;
        zn_status st;

        delta[a] = 0;
        fill(k, a, c, 0, &lu);
        size = zni_largest(lu.a, lu.n * lu.n);
        st = zni_lu_factor(&lu);
        if (st == ZN_ESINGULAR && size > 0) {
            delta[a] = 1e-9 * size;
            fill(k, a, c, delta[a], &lu);
            st = zni_lu_factor(&lu);
        }
        if (st)
            return st;
    }
    return ZN_OK;
}

/* ---- M_EE as a whole ------------------------------------------------------------------ */

/* factors of M_EE + delta I */
static zn_status factor(zn_ctx *ctx, zni_joint *k, const double x[],
                        double delta)
{
    zni_csc *c = &k->square.csc;
    zn_status st;

    for (zn_index j = 0; j < k->n; j++)
        c->x[c->diag[j]] += delta;
    if (k->square.dense)
        zni_csc_spread(c, c->x, k->square.lu.a);
    st = zni_square_factor(ctx, &k->square, false);
    /* residuals need M_EE itself */
    zni_csc_values(c, x);
    return st;
}

/* Analyses a new pattern: its parts, or else the symbolic factorisation. */
static zn_status learn(zn_ctx *ctx, zni_joint *k, bool fresh)
{
    zn_status st = ZN_OK;

    if (k->square.dense) {
        k->parts.n = 0;
        k->known = false;
        return ZN_OK;
    }
    /* pivots kept from an older problem would change the bits */
    zni_slu_restart(&k->square.slu);
    if (fresh || !k->known)
        find_parts(&k->parts, &k->square.csc);
    if (!k->parts.n)
        st = zni_slu_learn(ctx, &k->square.slu, &k->square.csc, fresh || !k->known);
    k->known = !st;
    return st;
}

zn_status zni_joint_set(zn_ctx *ctx, zni_joint *k, const zni_gm *g)
{
    zni_csc *c = &k->square.csc;
    zn_matrix A;
    bool fresh;
    double size;
    zn_status st = extract(ctx, k, g, &A);

    if (st || k->n == 0)
        return st;
    if (k->square.dense)
        st = zni_lu_size(ctx, &k->square.lu, k->n);
    if (!st)
        st = zni_csc_set(ctx, c, &A, &fresh);
    if (!st)
        st = learn(ctx, k, fresh);
    if (st)
        return st;
    k->proximal = false;
    if (k->parts.n)
        return factor_parts(&k->parts, c);
    st = factor(ctx, k, A.x, 0);
    if (st != ZN_ESINGULAR)
        return st;
    size = zni_largest(c->x, c->nnz);
    k->proximal = true;
    k->delta = 1e-9 * size;
    return size > 0 ? factor(ctx, k, A.x, k->delta) : ZN_ESINGULAR;
}

/* r = b - A x, returns |r|. For a part: its rows, and `within` by row of E. */
static double residual(const zni_csc *c, zn_index n, const zn_index row[], const zn_index within[], const double b[],
                       const double x[], double r[])
{
    memcpy(r, b, (size_t)n * sizeof *r);
    for (zn_index j = 0; j < n; j++) {
        const zn_index col = row ? row[j] : j;

        for (zn_index e = c->p[col]; e < c->p[col + 1]; e++)
            r[row ? within[c->i[e]] : c->i[e]] -= c->x[e] * x[j];
    }
    return zni_norm(n, r);
}

/* the factored A + delta I, of all of M_EE or of one part, with n rows */
typedef struct shifted {
    zni_square *whole; /* NULL: a part */
    zni_lu part;
    zn_index n;
    double delta;
} shifted;

static void by_factors(const shifted *s, double b[])
{
    if (s->whole)
        zni_square_solve(s->whole, b);
    else
        zni_lu_solve(&s->part, b);
}

/* y <- its part in the null space of A. delta (A + delta I)^-1 keeps that part up to rounding and multiplies a
 * component of singular value sigma by delta / (sigma + delta). Applied three times it leaves 1e-15 of a component
 * whose sigma is 1e-4 of the largest. */
static void null_part(const shifted *s, double y[])
{
    for (int time = 0; time < 3; time++) {
        if (s->delta > 0)
            by_factors(s, y);
        for (zn_index i = 0; i < s->n; i++)
            y[i] *= s->delta;
    }
}

static shifted system_of(zni_joint *k, zn_index a)
{
    const zni_joint_parts *p = &k->parts;

    if (p->n == 0)
        return (shifted){.whole = &k->square, .n = k->n, .delta = k->proximal ? k->delta : 0};
    return (shifted){.part = part_of(p, a), .n = p->first[a + 1] - p->first[a], .delta = p->scale[2 * k->n + a]};
}

/* x <- x + (A + delta I)^-1 (b - A x). With delta = 0 this is iterative refinement, else the proximal point algorithm
 * (Rockafellar, SIAM J. Control Optim. 14, 1976), which from 0 converges to the solution of least norm if A is
 * symmetric and positive semidefinite. */
bool zni_joint_solve_part(zni_joint *k, zn_index a, double size, double b[])
{
    const zni_joint_parts *p = &k->parts;
    const shifted s = system_of(k, a);
    const zn_index n = s.n, *row = s.whole ? NULL : p->row + p->first[a];
    double *own = k->v, *x = own + n, *r = x + n, *y = r + n, *t = y + n, before, now, all;

    for (zn_index i = 0; i < n; i++) {
        r[i] = own[i] = b[row ? row[i] : i];
        x[i] = 0;
    }
    all = before = zni_norm(n, own);
    for (int it = 0; it < (s.delta > 0 ? PROXIMAL_STEPS : STEPS); it++) {
        memcpy(y, r, (size_t)n * sizeof *y);
        by_factors(&s, y);
        for (zn_index i = 0; i < n; i++)
            t[i] = x[i] + y[i];
        now = residual(&k->square.csc, n, row, p->within, own, t, r);
        if (!(now < before))
            break;
        memcpy(x, t, (size_t)n * sizeof *x);
        before = now;
        if (now <= 1e-16 * all)
            break;
    }
    /* In the null space the residuals are rounding, which each step multiplies by 1 / delta: 1e-7 of x is removed. */
    memcpy(y, x, (size_t)n * sizeof *y);
    null_part(&s, y);
    for (zn_index i = 0; i < n; i++)
        b[row ? row[i] : i] = x[i] - y[i];
    return before <= 1e-8 * size;
}

bool zni_joint_solve(zni_joint *k, double b[])
{
    const zn_index parts = k->parts.n ? k->parts.n : 1;
    const double size = zni_norm(k->n, b);
    bool good = true;

    for (zn_index a = 0; a < parts; a++)
        good = zni_joint_solve_part(k, a, size, b) && good;
    return good;
}

void zni_joint_beyond(zni_joint *k, double b[])
{
    const zni_joint_parts *p = &k->parts;
    double most;

    for (zn_index a = 0; a < (p->n ? p->n : 1); a++) {
        const shifted s = system_of(k, a);
        const zn_index *row = s.whole ? NULL : p->row + p->first[a];

        for (zn_index i = 0; i < s.n; i++)
            k->v[i] = b[row ? row[i] : i];
        null_part(&s, k->v);
        for (zn_index i = 0; i < s.n; i++)
            b[row ? row[i] : i] = k->v[i];
    }
    most = zni_largest(b, k->n);
    for (zn_index i = 0; i < k->n; i++)
        b[i] = fabs(b[i]) > NONE * most ? b[i] : 0;
}

void zni_joint_fini(zn_ctx *ctx, zni_joint *k)
{
    ZNI_FREE(ctx, k->of, k->unit, k->p, k->i, k->bp, k->ro, k->v, k->parts.index, k->parts.a,
             k->parts.scale, k->parts.piv);
    zni_square_fini(ctx, &k->square);
}
