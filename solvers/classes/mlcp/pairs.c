/* pairs.c - complementarity rows that make equality rows of an MLCP a regular block
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

#include "../../linalg/octave.h"

#include <math.h>
#include <string.h>

/* Elimination with complete pivots. A pivot is an equation i with an unknown j of the equality rows,
 * or the two rows (i, f) with the two columns (j, f), f a complementarity row: a node that diodes alone
 * hold has a row and a column of zeros among the equalities, and i = j there. An equation of which nothing
 * is left says nothing, as that of currents of a part of a circuit that is not connected to the rest; as
 * many unknowns are left then, as its potential is, and any value of them will do. Whether what is left of
 * q is nothing, too, is seen by who measures the answer. */

/* of numbers near 1 after `n` eliminations: rounding */
static const double NOTHING = 1e-13, LITTLE = 1e-11;

/* a pair is taken where it is so many times a single one, as in the choice of Bunch and Kaufman for
 * symmetric matrices */
static const double PREFERRED = 4;

/* halvings of the exponents of rows and columns: what is left of 2^100 then is 2^3 */
enum { PASSES = 5 };

void zni_pairs_units(zn_index n, double a[], double d[], double e[])
{
    for (int pass = 0; pass < PASSES; pass++)
        for (int columns = 0; columns < 2; columns++)
            for (zn_index i = 0; i < n; i++) {
                double *x = columns ? a + i * n : a + i, most = 0, unit;
                const zn_index step = columns ? 1 : n;

                for (zn_index j = 0; j < n; j++)
                    most = fmax(most, fabs(x[j * step]));
                if (!(most > 0))
                    continue;
                unit = zni_over_root_octave(most);
                for (zn_index j = 0; j < n; j++)
                    x[j * step] *= unit;
                *(columns ? e + i : d + i) *= unit;
            }
}

/* an equation and an unknown, with complementarity row f, or alone (f < 0) */
typedef struct pivot {
    zn_index i, j, f;
    double size;
} pivot;

typedef struct state {
    zn_index n;
    const unsigned char *eq;
    double *c;
    unsigned char *row, *col;
} state;

/* Of column (or row) f the largest among equality rows (columns) that are left. */
static double largest(const state *s, zn_index f, bool column, zn_index *at)
{
    const double *x = column ? s->c + f * s->n : s->c + f;
    const zn_index step = column ? 1 : s->n;
    const unsigned char *mark = column ? s->row : s->col;
    double most = 0;

    for (zn_index i = 0; i < s->n; i++)
        if (s->eq[i] && !mark[i] && fabs(x[i * step]) > most) {
            most = fabs(x[i * step]);
            *at = i;
        }
    return most;
}

static pivot next(const state *s)
{
    const zn_index n = s->n;
    pivot best = {.f = -1};
    double single;

    for (zn_index j = 0; j < n; j++) {
        zn_index i = 0;

        if (!s->eq[j] || s->col[j])
            continue;
        single = largest(s, j, true, &i);
        if (single > best.size)
            best = (pivot){i, j, -1, single};
    }
    single = PREFERRED * best.size;
    for (zn_index f = 0; f < n; f++) {
        zn_index i = 0, j = 0;

        if (s->eq[f] || s->row[f] || !(largest(s, f, true, &i) > 0) ||
            !(largest(s, f, false, &j) > 0))
            continue;

        const double *c = s->c;
        const double size =
            sqrt(fabs(c[i + j * n] * c[f + f * n] - c[i + f * n] * c[f + j * n]));

        if (size > single && size > best.size)
            best = (pivot){i, j, f, size};
    }
    return best;
}

/* c <- c - (columns j, f) (block)^-1 (rows i, f) */
static void take(state *s, const pivot *p)
{
    const zn_index n = s->n, i = p->i, j = p->j, f = p->f;
    double *c = s->c;
    const double ij = c[i + j * n], in = f < 0 ? 0 : c[i + f * n];
    const double nj = f < 0 ? 0 : c[f + j * n], nn = f < 0 ? 1 : c[f + f * n];
    const double det = ij * nn - in * nj;

    s->row[i] = s->col[j] = ZNI_PIVOTED;
    if (f >= 0)
        s->row[f] = s->col[f] = ZNI_PIVOTED;
    for (zn_index l = 0; l < n; l++) {
        const double u = c[i + l * n], v = f < 0 ? 0 : c[f + l * n];
        const double x = (nn * u - in * v) / det, y = (ij * v - nj * u) / det;

        if (s->col[l] || (x == 0 && y == 0))
            continue;
        for (zn_index r = 0; r < n; r++)
            if (!s->row[r])
                c[r + l * n] -= c[r + j * n] * x + (f < 0 ? 0 : c[r + f * n] * y);
    }
}

/* Equations that are left, of which nothing is left, and the unknowns that are: out. */
static bool leave_out(state *s)
{
    for (zn_index i = 0; i < s->n; i++) {
        if (!s->eq[i])
            continue;
        if (!s->col[i])
            s->col[i] = ZNI_LEFT_OUT;
        if (s->row[i])
            continue;
        for (zn_index l = 0; l < s->n; l++)
            if (s->col[l] != ZNI_PIVOTED && fabs(s->c[i + l * s->n]) > LITTLE)
                return false;
        s->row[i] = ZNI_LEFT_OUT;
    }
    return true;
}

bool zni_pairs_choose(zn_index n, const unsigned char eq[], double c[], bool rest,
                      unsigned char row[], unsigned char col[])
{
    state s = {n, eq, c, row, col};
    zn_index left = 0;

    memset(row, 0, (size_t)n);
    memset(col, 0, (size_t)n);
    for (zn_index i = 0; i < n; i++)
        left += eq[i];
    for (; left > 0; left--) {
        const pivot p = next(&s);

        if (!(p.size > NOTHING))
            break;
        take(&s, &p);
    }
    return left == 0 || (rest && leave_out(&s));
}
