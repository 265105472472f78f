/* columns.c - the elimination of equality rows where joints fall into parts: column j of
 *     S = M_RR - M_RE M_EE^-1 M_ER
 * is the R part of M (e_j - M_EE^-1 M_Ej), which is made of the columns of M that belong to j and to the
 * joints of the parts that M_Ej touches. What a column costs does not grow with the number of parts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/finite.h"
#include "generic.h"

/* What a column needs. */
typedef struct columns {
    const zni_csc *M;
    zni_joint *e;
    const zni_gm *g;
    double *b;          /* per row of E, zero between columns */
    const zn_index *spot; /* per row: its number among those that stay; -1: it is one of E */
    zn_index *touched;  /* parts, so many: */
    zn_index n;
} columns;

/* b = -M_Ej, and the parts in which it is not zero. @return its length */
static double begin(columns *k, zn_index col)
{
    const zni_csc *M = k->M;
    double size = 0;

    k->n = 0;
    for (zn_index e = M->p[col]; e < M->p[col + 1]; e++) {
        const zn_index row = k->e->of[k->g->cells.part[M->i[e]]]; /* of E, or -1 */
        zn_index a, i = 0;

        if (row < 0 || M->x[e] == 0)
            continue;
        k->b[row] = -M->x[e];
        size += M->x[e] * M->x[e];
        a = k->e->parts.of[row];
        while (i < k->n && k->touched[i] != a)
            i++;
        if (i == k->n)
            k->touched[k->n++] = a;
    }
    return sqrt(size);
}

/* out = out + x times the rows of that column of M that stay */
static void add(const columns *k, zn_index col, double x, double out[])
{
    const zni_csc *M = k->M;

    for (zn_index e = M->p[col]; e < M->p[col + 1]; e++)
        if (k->spot[M->i[e]] >= 0)
            out[k->spot[M->i[e]]] += x * M->x[e];
}

/* What the joints of a part answer; b is zero there afterwards. */
static void answer(const columns *k, zn_index a, double out[])
{
    const zni_joint_parts *p = &k->e->parts;

    for (zn_index i = p->first[a]; i < p->first[a + 1]; i++) {
        const zn_index e = p->row[i];

        add(k, k->g->ro[k->e->unit[e]], k->b[e], out);
        k->b[e] = 0;
    }
}

static bool column(columns *k, zn_index col, zn_index m, double out[])
{
    const double size = begin(k, col);
    bool good = true;

    memset(out, 0, (size_t)m * sizeof *out);
    add(k, col, 1, out);
    for (zn_index i = 0; i < k->n; i++) {
        good = zni_joint_solve_part(k->e, k->touched[i], size, k->b) && good;
        answer(k, k->touched[i], out);
    }
    return good && zni_finite(m, out);
}

bool zni_condensed_columns(zni_condensed *c, const zni_gm *g)
{
    const zn_index m = c->p.n;
    columns k = {.M = &g->cells.csc, .e = &c->joint, .g = g, .b = c->column, .touched = c->spot + g->n};
    bool good = true;

    k.spot = c->spot;
    for (zn_index i = 0; i < g->n; i++)
        c->spot[i] = -1;
    for (zn_index i = 0; i < m; i++)
        c->spot[c->index[i]] = i;
    memset(k.b, 0, (size_t)c->joint.n * sizeof *k.b);
    for (zn_index j = 0; j < m; j++)
        good = column(&k, c->index[j], m, c->v + m * j) && good;
    return good;
}
