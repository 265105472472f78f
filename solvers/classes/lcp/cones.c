/* cones.c - LCP of two to four rows, by their complementary cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp.h"

#include "../../linalg/far_rows.h"
#include "../../linalg/units.h"
#include "../../linalg/wide.h"

/* Let S be the rows with w_i = 0, while z_i = 0 in the others. This is a solution if z_S = -M_SS^-1 q_S
 * and the other rows of w = M z + q are nonnegative: q is in the complementary cone of S (Murty,
 * Linear Complementarity, 1988, section 1.1). Four rows have 16 sets, most of which are excluded by signs
 * alone: a row with q_k < 0 needs a positive M_kj in a column of S, a row of S
 * with q_k > 0 a negative one. The remaining ones are solved by Cramer's rule, which needs no pivoting and allows zeros
 * on the diagonal.
 *
 * Sets are enumerated as binary numbers, row 0 being the lowest digit; the first one that fits is the answer. A block
 * whose determinant is 0 is no basis. If cancellation has left less than DOUBT of a determinant the whole problem is
 * left to pivots, so that rounding does not choose among solutions. */

enum { MOST = ZNI_CONES, SETS = 1 << MOST };

/* the least determinant that is trusted, relative to the magnitudes of its terms */
#define DOUBT 0x1p-10
/* an entry that may be rounding, relative to the largest one */
#define SMALL 0x1p-40
/* a negative w within this part of the magnitudes of its terms is 0 */
#define TIE 0x1p-48

typedef struct cones {
    double A[MOST][MOST]; /* columns of M / rho; rows beyond n are 0 */
    double r[MOST];       /* -q / unit */
    double rho, unit;     /* the units of M and of q */
    double z[MOST]; /* 0 outside of the set */
    zni_lanes w;
    unsigned signs[MOST]; /* rows where column j is > 0, and, MOST digits higher, < 0 */
    unsigned need, spare; /* rows with q < 0; > 0 */
} cones;

/* the result of a set */
typedef enum verdict { NONE, FITS, DOUBTFUL } verdict;

/* *a = x, with zeros beyond n */
static ZNI_INTO_WIDE void load_column(zn_index n, const double x[], zni_lanes *a)
{
    zni_take_few(n, x, a);
    if (n < MOST)
        zni_only(n, a);
}

/* bit i: a_i > 0; bit MOST + i: a_i < 0 */
static ZNI_INTO_WIDE unsigned signs(const zni_lanes *a)
{
    const zni_bits s =
        ((*a > 0) & (zni_bits){1, 2, 4, 8}) | ((*a < 0) & (zni_bits){16, 32, 64, 128});

    return (unsigned)((s[0] | s[1]) | (s[2] | s[3]));
}

/* Load the problem. false: M is triangular, which is solved more simply, or its rows are far apart and `far` is
 * false. */
static ZNI_INTO_WIDE bool load(cones *c, zn_index n, const zni_box *b, bool far)
{
    const double *M = b->M->x;
    zni_lanes a[MOST], most = {0}, q, size = {0};
    unsigned below = 0, above = 0, rows;
    double big;

    for (zn_index j = 0; j < n; j++) {
        load_column(n, M + j * n, &a[j]);
        zni_raise4(&a[j], &most);
        c->signs[j] = signs(&a[j]);
        rows = (c->signs[j] | c->signs[j] >> MOST) & (SETS - 1);
        above |= rows & ((1U << j) - 1);
        below |= rows >> (j + 1);
    }
    if (!above || !below)
        return false;
    load_column(n, b->q, &q);
    zni_raise4(&q, &size);
    rows = signs(&q);
    c->spare = rows & (SETS - 1);
    c->need = rows >> MOST;
    big = zni_across4(&most);
    if (!far && !zni_diagonal_near(n, n + 1, M, big) && zni_few_rows_look(b->M))
        return false;
    c->rho = zni_unit(big);
    c->unit = zni_unit(zni_across4(&size));
    for (zn_index j = 0; j < n; j++) {
        a[j] *= 1 / c->rho;
        zni_put4(&a[j], c->A[j]);
    }
    q *= -1 / c->unit;
    zni_put4(&q, c->r);
    return true;
}

/* z_i of the set; is it a number >= 0? */
static ZNI_INTO_WIDE bool store(cones *c, int i, double z)
{
    c->z[i] = z;
    return z >= 0;
}

/* FITS: the determinant can be divided by; NONE: it is 0; DOUBTFUL: cancellation has left too little of its terms. */
static ZNI_INTO_WIDE verdict regular(double det, double size)
{
    return fabs(det) > DOUBT * size ? FITS : det == 0 ? NONE : DOUBTFUL;
}

/* z of the set of row i; then of two, three and four rows */
static ZNI_INTO_WIDE verdict one(cones *c, int i)
{
    const double a = c->A[i][i];

    if (fabs(a) <= SMALL)
        return a == 0 ? NONE : DOUBTFUL;
    return store(c, i, c->r[i] / a) ? FITS : NONE;
}

static ZNI_INTO_WIDE verdict two(cones *c, int i, int j)
{
    const double *u = c->A[i], *v = c->A[j], *r = c->r;
    const double p = u[i] * v[j], o = u[j] * v[i], det = p - o;

    const verdict is = regular(det, fabs(p) + fabs(o));

    if (is != FITS)
        return is;
    return store(c, i, (r[i] * v[j] - r[j] * v[i]) / det) &&
                   store(c, j, (u[i] * r[j] - u[j] * r[i]) / det)
               ? FITS
               : NONE;
}

/* three entries of a column */
typedef struct three_rows {
    double x, y, z;
} three_rows;

static ZNI_INTO_WIDE three_rows rows_of(const double a[], int i, int j, int k)
{
    return (three_rows){a[i], a[j], a[k]};
}

static ZNI_INTO_WIDE three_rows cross(three_rows a, three_rows b)
{
    return (three_rows){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static ZNI_INTO_WIDE double dot(three_rows a, three_rows b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* the magnitudes of the terms of the determinant of columns a, b, c */
static ZNI_INTO_WIDE double size_of(three_rows a, three_rows b, three_rows c)
{
    return fabs(a.x) * (fabs(b.y * c.z) + fabs(b.z * c.y)) +
           fabs(a.y) * (fabs(b.z * c.x) + fabs(b.x * c.z)) +
           fabs(a.z) * (fabs(b.x * c.y) + fabs(b.y * c.x));
}

static ZNI_INTO_WIDE verdict three(cones *c, int i, int j, int k)
{
    const three_rows u = rows_of(c->A[i], i, j, k), v = rows_of(c->A[j], i, j, k),
                     t = rows_of(c->A[k], i, j, k), r = rows_of(c->r, i, j, k),
                     vt = cross(v, t);
    const double det = dot(u, vt);
    const verdict is = regular(det, size_of(u, v, t));

    if (is != FITS)
        return is;
    return store(c, i, dot(r, vt) / det) && store(c, j, dot(r, cross(t, u)) / det) &&
                   store(c, k, dot(r, cross(u, v)) / det)
               ? FITS
               : NONE;
}

/* the 2 x 2 minors of two columns, and the same with magnitudes added */
typedef struct minors {
    double of[6];
} minors;

static ZNI_INTO_WIDE minors minors_of(const double a[4], const double b[4])
{
    return (minors){{a[0] * b[1] - a[1] * b[0], a[0] * b[2] - a[2] * b[0],
                     a[0] * b[3] - a[3] * b[0], a[1] * b[2] - a[2] * b[1],
                     a[1] * b[3] - a[3] * b[1], a[2] * b[3] - a[3] * b[2]}};
}

static ZNI_INTO_WIDE minors sizes_of(const double a[4], const double b[4])
{
    return (minors){{fabs(a[0] * b[1]) + fabs(a[1] * b[0]), fabs(a[0] * b[2]) + fabs(a[2] * b[0]),
                     fabs(a[0] * b[3]) + fabs(a[3] * b[0]), fabs(a[1] * b[2]) + fabs(a[2] * b[1]),
                     fabs(a[1] * b[3]) + fabs(a[3] * b[1]), fabs(a[2] * b[3]) + fabs(a[3] * b[2])}};
}

/* The determinant of four columns by the minors of two and two (Laplace's expansion). turn: -1, or 1 to add
 * magnitudes */
static ZNI_INTO_WIDE double laplace(const minors *s, const minors *t, double turn)
{
    return s->of[0] * t->of[5] + turn * (s->of[1] * t->of[4]) + s->of[2] * t->of[3] +
           s->of[3] * t->of[2] + turn * (s->of[4] * t->of[1]) + s->of[5] * t->of[0];
}

static ZNI_INTO_WIDE bool first_two(cones *c, const minors *t, double det)
{
    const minors x = minors_of(c->r, c->A[1]), y = minors_of(c->A[0], c->r);

    return store(c, 0, laplace(&x, t, -1) / det) && store(c, 1, laplace(&y, t, -1) / det);
}

static ZNI_INTO_WIDE bool last_two(cones *c, const minors *s, double det)
{
    const minors x = minors_of(c->r, c->A[3]), y = minors_of(c->A[2], c->r);

    return store(c, 2, laplace(s, &x, -1) / det) && store(c, 3, laplace(s, &y, -1) / det);
}

static ZNI_INTO_WIDE verdict four(cones *c)
{
    const minors s = minors_of(c->A[0], c->A[1]), t = minors_of(c->A[2], c->A[3]),
                 ss = sizes_of(c->A[0], c->A[1]), ts = sizes_of(c->A[2], c->A[3]);
    const double det = laplace(&s, &t, -1);
    const verdict is = regular(det, laplace(&ss, &ts, 1));

    if (is != FITS)
        return is;
    return first_two(c, &t, det) && last_two(c, &s, det) ? FITS : NONE;
}

/* Is w nonnegative in the rows outside of the set? */
static ZNI_INTO_WIDE bool fits(cones *c, zn_index n, unsigned set)
{
    const zni_bits digit = {1, 2, 4, 8};
    zni_lanes w, size, a;

    zni_take4(c->r, &w);
    w = -w;
    size = (zni_lanes)((zni_bits)w & 0x7fffffffffffffff);
    for (zn_index j = 0; j < n; j++) { /* zeros are multiplied, too, which is quicker than to test for them */
        zni_take4(c->A[j], &a);
        a *= c->z[j];
        w += a;
        size += (zni_lanes)((zni_bits)a & 0x7fffffffffffffff);
    }
    const zni_bits in = (zni_bits){set, set, set, set} & digit, bad = (w < -TIE * size) & (in == 0);

    c->w = w;
    return !((bad[0] | bad[1]) | (bad[2] | bad[3]));
}

static ZNI_INTO_WIDE verdict solve(cones *c, unsigned set)
{
    const unsigned second = set & (set - 1), third = second & (second - 1);
    const int i = __builtin_ctz(set);

    if (!second)
        return one(c, i);
    if (!third)
        return two(c, i, __builtin_ctz(second));
    if (!(third & (third - 1)))
        return three(c, i, __builtin_ctz(second), __builtin_ctz(third));
    return four(c);
}

/* Find the first set that fits and leave its solution in c. false: there is none, or a doubtful one comes before it. */
static ZNI_INTO_WIDE bool search(cones *c, zn_index n, zn_index *looked)
{
    unsigned signs_of[SETS] = {0};

    for (unsigned set = 1; set < 1U << n; set++) {
        const unsigned known = signs_of[set & (set - 1)] | c->signs[__builtin_ctz(set)],
                       asked = c->need | (c->spare & set) << MOST;
        verdict v;

        signs_of[set] = known;
        if (asked & ~known)
            continue;
        zni_put4(&(zni_lanes){0}, c->z);
        v = solve(c, set);
        ++*looked;
        if (v == DOUBTFUL)
            return false;
        if (v == FITS && fits(c, n, set))
            return true;
    }
    return false;
}

static ZNI_INTO_WIDE bool run(zn_index n, const zni_box *b, bool far, double z[], double w[],
                              zn_index *looked)
{
    cones c;

    if (!load(&c, n, b, far))
        return false;
    if (!c.need) {
        for (zn_index i = 0; i < n; i++) {
            z[i] = 0;
            w[i] = b->q[i];
        }
        return true;
    }
    if (!search(&c, n, looked))
        return false;
    const double back = c.unit / c.rho; /* powers of two */

    for (zn_index i = 0; i < n; i++) {
        z[i] = back * c.z[i];
        w[i] = c.unit * c.w[i];
    }
    return true;
}

ZNI_WIDE bool zni_lcp_cones(const zni_box *b, bool far, double z[], double w[], zn_index *looked)
{
    *looked = 0;
    switch (b->n) {
    case 2:
        return run(2, b, far, z, w, looked);
    case 3:
        return run(3, b, far, z, w, looked);
    case 4:
        return run(4, b, far, z, w, looked);
    default:
        return false;
    }
}
