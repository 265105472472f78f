/* chain.c - the active set of a tridiagonal LCP in linear time
 * SPDX-License-Identifier: Apache-2.0 */
#include "box.h"

#include <string.h>

/* A chain of bodies gives a tridiagonal matrix with negative off-diagonal entries: a Z-matrix. Its LCP has a least
 * solution, and the active set grows to it from the empty set: a row with w_i < 0 has to become active, and never
 * leaves (Chandrasekaran 1970; Cottle, Pang & Stone 1992, section 4.7). An active set of a tridiagonal matrix is a
 * list of runs, which are independent of each other. Only the ends of a run affect the rows beside it, so a run is
 * stored as z at its two ends and the four corners of the inverse of its matrix. Two runs and the row between them
 * merge in constant time. Every row is added at most once, so that there are n merges in all (Cryer, ACM TOMS 9,
 * 1983, has another algorithm of linear time). Newton's method, in which a front moves by one row in a step, would
 * need n steps; with this set it starts at its end. */

typedef struct chain {
    zn_index n;
    double *ll, *rr, *lr, *rl; /* corners of the inverse, at the left end   */
    double *zl, *zr;           /* z at the ends, at the left end            */
    double *sub, *sup;         /* M(j, j-1) and M(j, j+1)                   */
    zn_index *other;           /* for each end of a run, the other end      */
    zn_index *queue;           /* rows to examine, at most 2 n              */
    unsigned char *side;
} chain;

/* fill sub and sup; is M a tridiagonal Z-matrix with positive diagonal? */
static bool load(chain *c, const zni_csc *m)
{
    memset(c->sub, 0, (size_t)c->n * sizeof *c->sub);
    memset(c->sup, 0, (size_t)c->n * sizeof *c->sup);
    for (zn_index j = 0; j < c->n; j++) {
        for (zn_index k = m->p[j]; k < m->p[j + 1]; k++) {
            zn_index i = m->i[k];

            if (i == j ? !(m->x[k] > 0) : !(m->x[k] <= 0))
                return false;
            if (i == j + 1)
                c->sub[i] = m->x[k];
            else if (i == j - 1)
                c->sup[i] = m->x[k];
        }
    }
    return true;
}

/* Join the runs that start at a and at b = (right end of a) + 1. With the
 * coupling M(r, b) = u, M(b, r) = v,
 *     z_r = zr_a - rr_a u z_b,   z_b = zl_b - ll_b v z_r. */
static bool join(chain *c, zn_index a, zn_index b)
{
    zn_index r = b - 1, end = c->other[b];
    double u = c->sup[r], v = c->sub[b];
    double det = 1 - c->rr[a] * u * c->ll[b] * v;
    double zr = (c->zr[a] - c->rr[a] * u * c->zl[b]) / det;
    double zb = (c->zl[b] - c->ll[b] * v * c->zr[a]) / det;
    double rl_a = c->rl[a], rr_a = c->rr[a];

    /* M is not a P-matrix, and what follows would mean nothing */
    if (!(det > 0))
        return false;
    c->zl[a] -= c->lr[a] * u * zb;
    c->zr[a] = c->zr[b] - c->rl[b] * v * zr;

    c->ll[a] += c->lr[a] * u * c->ll[b] * v * rl_a / det;
    c->rr[a] = c->rr[b] + c->rl[b] * v * rr_a * u * c->lr[b] / det;
    c->lr[a] *= -u * c->lr[b] / det;
    c->rl[a] = -c->rl[b] * v * rl_a / det;
    c->other[a] = end;
    c->other[end] = a;
    return true;
}

/* w of the inactive row j, from the ends beside it */
static double slack(const chain *c, const double q[], zn_index j)
{
    double w = q[j];

    if (j > 0 && c->side[j - 1] == ZNI_FREE)
        w += c->sub[j] * c->zr[c->other[j - 1]];
    if (j + 1 < c->n && c->side[j + 1] == ZNI_FREE)
        w += c->sup[j] * c->zl[j + 1];
    return w;
}

/* Row j becomes a run, and is joined with the runs beside it; *left: the first row of the run that contains it then */
static bool activate(chain *c, double m, double q, zn_index j, zn_index *left)
{
    zn_index a = j;

    *left = j;
    c->side[j] = ZNI_FREE;
    c->other[j] = j;
    c->ll[j] = c->rr[j] = c->lr[j] = c->rl[j] = 1 / m;
    c->zl[j] = c->zr[j] = -q / m;
    if (j > 0 && c->side[j - 1] == ZNI_FREE) {
        *left = a = c->other[j - 1];
        if (!join(c, a, j))
            return false;
    }
    if (j + 1 < c->n && c->side[j + 1] == ZNI_FREE)
        return join(c, a, j + 1);
    return true;
}

bool zni_box_chain(zni_box_work *k, const zni_box *b)
{
    zn_index n = b->n, queue = 0;
    double *v = k->pool;
    const zni_csc *m = &k->csc;
    chain c = {.n = n,
               .ll = v,
               .rr = v + n,
               .lr = v + 2 * n,
               .rl = v + 3 * n,
               .zl = v + 4 * n,
               .zr = v + 5 * n,
               .sub = v + 6 * n,
               .sup = v + 7 * n,
               .other = k->map,
               .queue = k->map + n,
               .side = k->side};

    if (!k->sparse || b->lo || b->hi || m->lower > 1 || m->upper > 1 ||
        !load(&c, m))
        return false;
    for (zn_index i = n - 1; i >= 0; i--) {
        c.side[i] = ZNI_AT_LO;
        if (b->q[i] < 0)
            c.queue[queue++] = i;
    }
    /* a row is examined if q_i < 0 at the start, and when a run beside it grows: at most n rows, and two more for
     * each row that becomes active */
    while (queue > 0) {
        zn_index j = c.queue[--queue], left;

        if (c.side[j] == ZNI_FREE || !(slack(&c, b->q, j) < 0))
            continue;
        if (!activate(&c, m->x[m->diag[j]], b->q[j], j, &left))
            return false;
        if (left > 0)
            c.queue[queue++] = left - 1;
        if (c.other[left] + 1 < n)
            c.queue[queue++] = c.other[left] + 1;
    }
    return true;
}
