/* pairs.c - chooses complementarity rows that make the block of equality rows of an MLCP regular
 * SPDX-License-Identifier: Apache-2.0 */
#include "mlcp.h"

#include "../../linalg/octave.h"

#include <math.h>
#include <string.h>

/* Gaussian elimination with complete pivoting. A pivot is an equality row i with an equality column j (1 x 1),
 * or the rows (i, f) with the columns (j, f), where f is a complementarity row (2 x 2): a node that only diodes are
 * connected to has a zero row and column among the equalities, and i = j there. If the rest of an equation is zero the
 * equation is void, as the sum of the currents of a part of a circuit that is not connected to the rest; as
 * many unknowns remain then, as the potential of that part, and may have any value. Whether the rest of
 * q is zero, too, is checked by the error measure. */

/* what counts as zero after the eliminations, where entries are near 1 at first: for a pivot, and for the rest of an
 * equation */
static const double NOTHING = 1e-13, LITTLE = 1e-11;

/* a 2 x 2 pivot is chosen if it is larger than the best 1 x 1 pivot by this factor, similar to the rule of Bunch and
 * Kaufman for symmetric matrices */
static const double PREFERRED = 4;

/* passes of scaling, each of which halves the exponents of rows and columns: 2^100 becomes 2^3 */
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

/* row i and column j, with complementarity row f, or alone (f < 0) */
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

/* The largest entry of column (or row) f among the equality rows (columns) that are not pivoted; *at: its place. */
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

/* The largest pivot. */
static pivot best_pivot(const state *s)
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
static void eliminate(state *s, const pivot *p)
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

/* Mark the equations and unknowns that are not pivoted as left out. false: an equation is not void. */
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
        const pivot p = best_pivot(&s);

        if (!(p.size > NOTHING))
            break;
        eliminate(&s, &p);
    }
    return left == 0 || (rest && leave_out(&s));
}
