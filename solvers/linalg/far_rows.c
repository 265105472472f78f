/* far_rows.c - rows and columns of very different magnitude, in units of their own
 * SPDX-License-Identifier: Apache-2.0 */
#include "far_rows.h"

#include <math.h>

#include "octave.h"
#include "pieces.h"
#include "units.h"
#include "wide.h"

#include <string.h>

/* An iteration halves the exponents that are left: of 2^120 there is 2^0.5 left after so many. */
enum { TURNS = 8 };

/* ---- all values -------------------------------------------------------------------- */

/* most_y_i >= f |B_ij| x_j, most_x_j >= f |B_ij| y_i */
static ZNI_INTO_WIDE void raise_one(double f, const double *B, const double *y, double x, double *most_y,
                                    double *most_x)
{
    const double b = f * fabs(*B);

    *most_y = zni_greater(*most_y, b * x);
    *most_x = zni_greater(*most_x, b * *y);
}

/* the same for a column of n numbers, four at a time; returns the largest f |B_i| y_i */
static ZNI_INTO_WIDE double raise_column(zn_index n, double f, const double *restrict B, const double *restrict y,
                                         double x, double *restrict most_y)
{
    double most[4] = {0};

    for (zn_index i = 0; i < n; i += 4)
        for (int k = 0; k < 4; k++) {
            const double b = f * fabs(B[i + k]);

            most_y[i + k] = zni_greater(most_y[i + k], b * x);
            most[k] = zni_greater(most[k], b * y[i + k]);
        }
    return zni_greater(zni_greater(most[0], most[1]), zni_greater(most[2], most[3]));
}

ZNI_WIDE static void raise(const zn_matrix *A, double f, const double y[], const double x[], double most_y[],
                           double most_x[])
{
    for (zni_piece b = {0}; zni_next_piece(A, &b);)
        for (zn_index j = b.c; j < b.c + b.n; j++, b.at += b.m) {
            const double *B = A->x + b.at;
            const zn_index fours = b.i ? 0 : b.m - b.m % 4;

            if (fours > 0)
                most_x[j] = zni_greater(most_x[j], raise_column(fours, f, B, y + b.r, x[j], most_y + b.r));
            for (zn_index e = fours; e < b.m; e++) {
                const zn_index i = zni_piece_row(&b, e);

                raise_one(f, B + e, y + i, x[j], most_y + i, most_x + j);
            }
        }
}

ZNI_WIDE static void put_in_units(const zn_matrix *A, const double y[], const double x[], double to[])
{
    for (zni_piece b = {0}; zni_next_piece(A, &b);)
        for (zn_index j = b.c; j < b.c + b.n; j++, b.at += b.m) {
            if (!b.i)
                zni_in_units(b.m, y + b.r, x[j], A->x + b.at, to + b.at);
            for (zn_index e = 0; b.i && e < b.m; e++)
                to[b.at + e] = y[b.i[e]] * A->x[b.at + e] * x[j];
        }
}

zn_matrix zni_matrix_in_units(const zn_matrix *A, const double y[], const double x[], double to[])
{
    zn_matrix out = *A;

    out.x = to;
    put_in_units(A, y, x, to);
    return out;
}

/* Has each block its own values in memory, in order? */
static bool apart_in_memory(const zn_matrix *A)
{
    zn_index end = 0;

    for (zni_piece b = {0}; A && zni_next_piece(A, &b); end = b.at + b.m * b.n)
        if (b.at < end)
            return false;
    return true;
}

/* ---- the units ---------------------------------------------------------------------- */

/* Is one of the positive numbers more than ZNI_FAR times another one? */
static bool far(zn_index n, const double x[])
{
    double least = INFINITY, most = 0;

    for (zn_index i = 0; i < n; i++) {
        least = x[i] > 0 && x[i] < least ? x[i] : least;
        most = zni_greater(most, x[i]);
    }
    return most > ZNI_FAR * least;
}

/* The problem, and scales of all of S and of all of A: the units of a whole matrix do not matter. */
typedef struct looked {
    zn_index n, m;
    const zn_matrix *S, *A;
    double of_S, of_A;
} looked;

/* The largest numbers of rows and columns in the current units, without the unit of the row or column itself */
static void look(const looked *p, const double x[], const double y[], double most[])
{
    memset(most, 0, (size_t)(p->n + p->m) * sizeof *most);
    if (p->S)
        raise(p->S, p->of_S, x, x, most, most);
    if (p->A)
        raise(p->A, p->of_A, y, x, most + p->n, most);
}

bool zni_few_rows_look(const zn_matrix *M)
{
    const looked p = {.n = M->cols, .m = M->rows, .A = M, .of_A = 1};
    double most[2 * ZNI_FAR_ROWS_FEW], one[ZNI_FAR_ROWS_FEW];

    for (int i = 0; i < ZNI_FAR_ROWS_FEW; i++)
        one[i] = 1;
    look(&p, one, one, most);
    return far(p.n, most) || far(p.m, most + p.n);
}

ZNI_WIDE bool zni_few_rows_apart(const zn_matrix *M)
{
    const zn_index n = M->cols;
    const double most = zni_largest_few(n * n, M->x);

    return !zni_diagonal_near(n, n + 1, M->x, most) && zni_few_rows_look(M);
}

/* One iteration of Ruiz (RAL-TR-2001-034): all rows and columns are divided by the root of their largest number at the
 * same time, so that a symmetric matrix stays symmetric. False: all were within a factor of 16 of 1. */
static bool turn(zn_index n, const double most[], double x[])
{
    bool changed = false;

    for (zn_index i = 0; i < n; i++) {
        const double by = most[i] > 0 ? zni_root_octave(most[i] * x[i]) : 1;

        x[i] /= by;
        changed |= by < 0.25 || by > 4;
    }
    return changed;
}

/* If there is only S or only A, and it is square: does its diagonal show that rows do not differ much? most: its
 * largest number, work: n */
static bool alone_and_near(const looked *p, double most, double work[])
{
    const zn_matrix *M = p->S ? p->S : p->A;

    if ((p->S && p->A) || M->rows != M->cols)
        return false;
    zn_matrix_diag(M, work);
    return zni_diagonal_near(p->n, 1, work, most);
}

bool zni_far_rows(zn_index n, zn_index m, const zn_matrix *S, const zn_matrix *A, double x[],
                   double y[], double work[])
{
    const double in_S = S ? zni_largest_value(S) : 0, in_A = A ? zni_largest_value(A) : 0;
    const looked p = {
        .n = n, .m = m, .S = S, .A = A, .of_S = 1 / zni_unit(in_S), .of_A = 1 / zni_unit(in_A)};
    bool changed = true;

    if (alone_and_near(&p, S ? in_S : in_A, work))
        return false;
    for (zn_index i = 0; i < n; i++)
        x[i] = 1;
    for (zn_index i = 0; i < m; i++)
        y[i] = 1;
    look(&p, x, y, work);
    if ((!far(n, work) && !far(m, work + n)) || !apart_in_memory(S) || !apart_in_memory(A))
        return false;
    /* a zero row or column has the unit 0 */
    for (zn_index i = 0; i < n; i++)
        x[i] = work[i] > 0;
    for (zn_index i = 0; i < m; i++)
        y[i] = work[n + i] > 0;
    for (int k = 0; k < TURNS && changed; k++) {
        if (k > 0)
            look(&p, x, y, work);
        changed = turn(n, work, x);
        changed |= turn(m, work + n, y);
    }
    return far(n, x) || far(m, y);
}

void zni_far_rows_rest(zn_index n, const double q[], double x[])
{
    double most = 0;

    for (zn_index i = 0; i < n; i++)
        most = zni_greater(most, fabs(x[i] * q[i]));
    for (zn_index i = 0; i < n; i++)
        if (x[i] == 0)
            x[i] = q[i] != 0 && most > 0 ? zni_octave(most) / zni_octave(fabs(q[i])) : 1;
}

/* ---- w = M z + q ---------------------------------------------------------------------- */

/* If M is monotone the units r_i and c_i of a row and its column differ by less than this up to a common factor, since
 * |M_ij + M_ji| <= 2 beside a diagonal of 1. Then both get one unit, so that M stays monotone, or symmetric. */
static const double TOGETHER = 16;

static void together(zn_index n, double r[], double c[])
{
    double least = INFINITY, most = 0;

    for (zn_index i = 0; i < n; i++)
        if (r[i] > 0 && c[i] > 0) {
            least = fmin(least, r[i] / c[i]);
            most = fmax(most, r[i] / c[i]);
        }
    if (most > TOGETHER * TOGETHER * least)
        return;
    for (zn_index i = 0; i < n; i++) {
        r[i] = r[i] > 0 && c[i] > 0 ? zni_root_octave(r[i] * c[i]) : fmax(r[i], c[i]);
        c[i] = r[i];
    }
}

const zn_matrix *zni_affine_in_units(bool wanted, const zn_matrix *M, const double q[], double own_q[],
                                     zn_matrix *own, double x[], double zu[], double wu[],
                                     double work[])
{
    const zn_index n = M->cols, m = M->rows;
    const bool apart = wanted && zni_far_rows(n, m, NULL, M, zu, wu, work);

    if (wanted && !apart)
        return M;
    if (apart && m == n)
        together(n, wu, zu);
    if (apart)
        zni_far_rows_rest(m, q, wu);
    for (zn_index i = 0; i < n; i++)
        zu[i] = !apart ? 1 : zu[i] > 0 ? zu[i] : i < m ? wu[i] : 1;
    if (apart)
        *own = zni_matrix_in_units(M, wu, zu, x);
    for (zn_index i = 0; i < m; i++) {
        own_q[i] = apart ? wu[i] * q[i] : q[i];
        wu[i] = apart ? 1 / wu[i] : 1;
    }
    return apart ? own : M;
}
