/* joint_parts.c - equality rows of machines that nothing joins: each machine's by themselves
 *
 * M_EE falls into the connected parts of its pattern. Where there are several, and all of them
 * small, each has dense factors, and a right-hand side is solved in the parts where it is not zero:
 * what one contact does to joints costs what its machine does, however many there are.
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/units.h"
#include "generic.h"

zn_status zni_joint_parts_reserve(zn_ctx *ctx, zni_joint_parts *k, zn_index n)
{
    return ZNI_GROW(ctx, ZNI_ARRAY(k, index, 4 * n + 1), ZNI_BARE(k, a, ZNI_JOINT_PART * n),
                    ZNI_BARE(k, scale, 3 * n), ZNI_ARRAY(k, piv, n));
}

/* The row that stands for the part of row e, the smallest so far. */
static zn_index root(const zn_index of[], zn_index e)
{
    while (of[e] != e)
        e = of[e];
    return e;
}

/* Each row and each column is of one part. */
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

/* Numbers of parts in the order of their first rows, and of rows within their part. */
static void number(zni_joint_parts *k, zn_index n)
{
    zn_index *of = k->of, *count = k->first + 1;

    k->n = 0;
    for (zn_index e = 0; e < n; e++) {
        if (of[e] == e) {
            of[e] = k->n;
            count[k->n++] = 0;
        } else {
            of[e] = of[of[e]]; /* the root is before it, and has its number */
        }
        k->within[e] = count[of[e]]++;
    }
    k->first[0] = 0;
    for (zn_index a = 0; a < k->n; a++)
        k->first[a + 1] += k->first[a];
    for (zn_index e = 0; e < n; e++)
        k->row[k->first[of[e]] + k->within[e]] = e;
}

void zni_joint_parts_find(zni_joint_parts *k, const zni_csc *c)
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

/* Factors of part a; those of the ones before it are in front. */
static zni_lu factors(const zni_joint_parts *k, zn_index a)
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

zn_status zni_joint_parts_factor(zni_joint_parts *k, const zni_csc *c)
{
    double *delta = k->scale + 2 * c->n;

    for (zn_index a = 0; a < k->n; a++) {
        zni_lu lu = factors(k, a);
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

/* r = b - A x in part a */
static double residual(const zni_joint_parts *k, zn_index a, const zni_csc *c,
                       const double b[], const double x[], double r[])
{
    const zn_index *row = k->row + k->first[a], n = k->first[a + 1] - k->first[a];

    memcpy(r, b, (size_t)n * sizeof *r);
    for (zn_index j = 0; j < n; j++)
        for (zn_index e = c->p[row[j]]; e < c->p[row[j] + 1]; e++)
            r[k->within[c->i[e]]] -= c->x[e] * x[j];
    return zni_norm(n, r);
}

bool zni_joint_parts_solve(const zni_joint_parts *k, zn_index a, const zni_csc *c,
                           double size, double b[])
{
    const zni_lu lu = factors(k, a);
    const zn_index n = lu.n, *row = k->row + k->first[a];
    const bool proximal = k->scale[2 * c->n + a] > 0;
    double own[ZNI_JOINT_PART], x[ZNI_JOINT_PART] = {0}, r[ZNI_JOINT_PART], y[ZNI_JOINT_PART],
        t[ZNI_JOINT_PART], before, now, whole;

    for (zn_index i = 0; i < n; i++)
        r[i] = own[i] = b[row[i]];
    whole = before = zni_norm(n, own);
    for (int it = 0; it < (proximal ? ZNI_JOINT_PROXIMAL_STEPS : ZNI_JOINT_STEPS); it++) {
        memcpy(y, r, (size_t)n * sizeof *y);
        zni_lu_solve(&lu, y);
        for (zn_index i = 0; i < n; i++)
            t[i] = x[i] + y[i];
        now = residual(k, a, c, own, t, r);
        if (!(now < before))
            break;
        memcpy(x, t, (size_t)n * sizeof *x);
        before = now;
        if (now <= 1e-16 * whole)
            break;
    }
    for (zn_index i = 0; i < n; i++)
        b[row[i]] = x[i];
    return before <= 1e-8 * size;
}

void zni_joint_parts_fini(zn_ctx *ctx, zni_joint_parts *k)
{
    ZNI_FREE(ctx, k->index, k->a, k->scale, k->piv);
}
