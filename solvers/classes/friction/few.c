/* few.c - Newton's method on a few contacts, also with rolling friction, on the stack
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

#include "../../linalg/few_rows.h"
#include "../../system/sizes.h"

/* Semismooth Newton on the function of Alart & Curnier, CMAME 92 (1991), as active sets: with
 * c = r_N - rho_N u_N and w = r_T - rho_T u_T a contact is open where c <= 0, sticks where
 * ||w|| <= mu c, and else slips along t = w / ||w||. What is linear then is solved at once; with
 * s at right angles to t and k = mu c / ||w||
 *     open   r = 0
 *     stick  W dr + u = 0
 *     slip   W_N dr + u_N = 0,   dr_t = mu (r_N + dr_N) - r_t,
 *            W_s dr + ((1 - k) dr_s + r_s) / (k rho_T) = 0,
 * so that a contact that slips has the unknowns dr_N and dr_s, in the plane dr_N alone. Where it rolls,
 * moments have a disc of their own, which sticks or slips by itself: T and mu are then those of a
 * disc, and W_N + mu_T W_t + mu_M W_t is the column of dr_N. */

/* Discs of a contact at most, of friction and of rolling friction, and its rows with them. */
enum { ZNI_DISCS = 2, ZNI_CONTACT_ROWS = 5 };

/* Steps before another method has its turn, and such that do not bring the residual below half
 * of the least before: then the contacts are gone over one by one, from the best point. Most
 * problems take three to seven steps, of which one costs as much as six times going over. */
enum { STEPS = 16, IDLE = 2, BEGIN = 4, AGAIN = 32 };

/* What redundant contacts bear against one another would be what the way leaves of the start, and a body that slides
 * and turns feels it: others solve these. Who has made so many steps on redundant rows will end on them. Where contacts
 * roll two balls suffice for redundant rows, and the others decide no better: Newton's method with a term is what comes
 * next there. */
enum { GIVEN_UP = 3 };

/* Redundant contacts have singular W: the proximal term, relative to W_NN, shrinks with what is off. No k is
 * smaller than the least one, either. */
static const double TERM = 1e-4, LEAST = 1e-10;

/* The part of q, squared, above which the term draws to the start: as long as states change */
static const double AWAY = 1e-6;

/* of the tolerance, which steps that converge quadratically mostly leave far behind */
static const double FINE = 1e-3;

/* What is known when this is compiled: rows of a disc, 1 or 2, discs, rows of a contact, and parts of a
 * column that count. */
typedef struct shape {
    zn_index e, discs, d, lanes;
} shape;

/* what a disc of a closed contact does; slips: along t, with k rho_T, else it sticks */
typedef struct disc {
    bool slips;
    double mu, t[2];
    double miss;        /* mu r_N - r_t                       */
    double reach, rest; /* of dr_s, and what stands beside it */
} disc;

typedef struct closed {
    zn_index at, row; /* the contact, its first row of W */
    disc disc[ZNI_DISCS];
} closed;

typedef struct few {
    const zn_matrix *M;
    zn_index nc, n;
    const double *mu[ZNI_DISCS]; /* nc of each disc */
    const double *unit; /* n that r is divided by, u multiplied; NULL: 1 */
    double W[ZNI_COLUMN * ZNI_COLUMN]; /* columns of ZNI_COLUMN, zeros below */
    double q[ZNI_COLUMN], r[ZNI_COLUMN], u[ZNI_COLUMN];
    double rho[1 + ZNI_DISCS][ZNI_COLUMN / 2]; /* normal, of the discs */
    double T[ZNI_COLUMN * (ZNI_COLUMN + 1)], J[ZNI_COLUMN * (ZNI_COLUMN + 1)];
    bool cold;            /* r = 0 is the start                           */
    bool anyhow;          /* also where rows follow from others           */
    double off, fine, q2; /* squares of what is off, of what may be, of q */
    zn_index nclosed, m;
    closed closed[ZNI_COLUMN / 2];
} few;

/* W by columns, of blocks of contacts where it has blocks */
static void take(few *s, const shape is)
{
    const zn_matrix *M = s->M;
    const zn_index d = is.d, n = s->n;

    for (zn_index j = 0; j < n; j++)
        zni_clear_column(is.lanes, s->W + j * ZNI_COLUMN);
    if (M->storage == ZN_DENSE)
        for (zn_index j = 0; j < n; j++)
            memcpy(s->W + j * ZNI_COLUMN, M->x + j * n, (size_t)n * sizeof *s->W);
    else if (M->storage == ZN_CSC)
        for (zn_index j = 0; j < n; j++)
            for (zn_index e = M->p[j]; e < M->p[j + 1]; e++)
                s->W[M->i[e] + j * ZNI_COLUMN] = M->x[e];
    else
        for (zn_index a = 0; a < s->nc; a++)
            for (zn_index e = M->p[a]; e < M->p[a + 1]; e++)
                for (zn_index j = 0; j < d; j++)
                    memcpy(s->W + d * a + (d * M->i[e] + j) * ZNI_COLUMN,
                           M->x + M->bp[e] + j * d, (size_t)d * sizeof *s->W);
    for (zn_index j = 0; s->unit && j < n; j++)
        for (zn_index i = 0; i < n; i++)
            s->W[i + j * ZNI_COLUMN] *= s->unit[i] * s->unit[j];
}

/* u = W r + q */
static ZNI_INTO_WIDE void velocity(few *s, const zn_index lanes)
{
    zni_column sum, w;

    zni_take_column(lanes, s->q, &sum);
    for (zn_index j = 0; j < s->n; j++) {
        zni_take_column(lanes, s->W + j * ZNI_COLUMN, &w);
        zni_add_column(lanes, s->r[j], &w, &sum);
    }
    zni_put_column(lanes, &sum, s->u);
}

static ZNI_INTO_WIDE double size_of(const shape is, const double x[])
{
    return is.e == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]);
}

/* Disc k of a contact, whose rows before those of the disc have gone from r to `to` */
static ZNI_INTO_WIDE void go_over_disc(const few *s, const shape is, const zn_index k,
                                       zn_index a, const double W[], const double v[],
                                       const double r[], double to[])
{
    const zn_index at = 1 + k * is.e;
    double size, top;

    for (zn_index i = at; i < at + is.e; i++) {
        double vi = v[i];

        for (zn_index j = 0; j < at; j++)
            vi += W[i + j * ZNI_COLUMN] * (to[j] - r[j]);
        to[i] = r[i] - s->rho[1 + k][a] * vi;
    }
    size = size_of(is, to + at);
    top = s->mu[k][a] * to[0];
    for (zn_index i = at; i < at + is.e && size > top; i++)
        to[i] *= top / size;
}

/* One contact after the other, by its diagonal alone. */
static ZNI_INTO_WIDE void go_over(few *s, const shape is)
{
    zni_column u, w;

    zni_take_column(is.lanes, s->u, &u);
    for (zn_index a = 0; a < s->nc; a++) {
        const double *W = s->W + is.d * a * (ZNI_COLUMN + 1), *v = s->u + is.d * a;
        double *r = s->r + is.d * a, to[ZNI_CONTACT_ROWS];

        to[0] = zni_positive(r[0] - s->rho[0][a] * v[0]);
        go_over_disc(s, is, 0, a, W, v, r, to);
        if (is.discs > 1)
            go_over_disc(s, is, 1, a, W, v, r, to);
        for (zn_index i = 0; i < is.d; i++) {
            zni_take_column(is.lanes, W - is.d * a + i * ZNI_COLUMN, &w);
            zni_add_column(is.lanes, to[i] - r[i], &w, &u);
            r[i] = to[i];
        }
        zni_put_column(is.lanes, &u, s->u);
    }
}

/* Open contacts get r = 0, the others are listed. */
static ZNI_INTO_WIDE void sort(few *s, const shape is)
{
    bool moved = false;

    s->nclosed = 0;
    s->off = 0;
    for (zn_index a = 0; a < s->nc; a++) {
        double *r = s->r + is.d * a;

        if (r[0] > s->rho[0][a] * s->u[is.d * a]) {
            s->closed[s->nclosed].at = a;
            s->closed[s->nclosed++].row = is.d * a;
            continue;
        }
        for (zn_index i = 0; i < is.d; i++) {
            const double off = r[i] / s->rho[0][a];

            moved |= r[i] != 0;
            s->off += off * off;
            r[i] = 0;
        }
    }
    if (moved)
        velocity(s, is.lanes);
}

/* Does disc k stick or slip, under c = r_N - rho_N u_N? And what is off. */
static ZNI_INTO_WIDE void look_at(few *s, const shape is, const zn_index k, closed *of,
                                  double normal)
{
    const double mu = s->mu[k][of->at], rho = s->rho[1 + k][of->at];
    const double load = s->r[of->row], *r = s->r + of->row + 1 + k * is.e,
                 *u = s->u + of->row + 1 + k * is.e;
    disc *c = &of->disc[k];
    const double w[2] = {r[0] - rho * u[0], is.e == 1 ? 0 : r[1] - rho * u[1]};
    const double size = size_of(is, w), top = mu * normal;
    double along, across;

    c->slips = !(size <= top);
    if (!c->slips) {
        for (zn_index i = 0; i < is.e; i++)
            s->off += u[i] * u[i];
        return;
    }
    c->mu = mu;
    c->t[0] = w[0] / size;
    c->t[1] = w[1] / size;
    along = r[0] * c->t[0] + (is.e == 1 ? 0 : r[1] * c->t[1]);
    across = is.e == 1 ? 0 : r[1] * c->t[0] - r[0] * c->t[1];
    c->miss = mu * load - along;
    c->reach = ((top > LEAST * size ? size / top : 1 / LEAST) - 1) / rho;
    c->rest = across * c->reach;
    along = (c->miss * c->miss + across * across) / (rho * rho);
    s->off += along;
}

static ZNI_INTO_WIDE void look(few *s, const shape is, closed *c)
{
    const double r = s->r[c->row], u = s->u[c->row];
    const double normal = zni_positive(r - s->rho[0][c->at] * u);

    s->off += u * u;
    look_at(s, is, 0, c, normal);
    if (is.discs > 1)
        look_at(s, is, 1, c, normal);
}

/* The columns of a disc, W those of its rows: beside the normal one, the right side, or after
 * `to`; returns the last. */
static ZNI_INTO_WIDE double *columns_of(const shape is, const disc *k, const double W[],
                                        zni_column *normal, zni_column *right, double *to)
{
    zni_column w1, w2;

    zni_take_column(is.lanes, W, &w1);
    if (is.e == 2)
        zni_take_column(is.lanes, W + ZNI_COLUMN, &w2);
    if (k->slips) {
        zni_add_column(is.lanes, k->mu * k->t[0], &w1, normal);
        zni_add_column(is.lanes, k->miss * k->t[0], &w1, right);
    }
    if (k->slips && is.e == 2) {
        zni_add_column(is.lanes, k->mu * k->t[1], &w2, normal);
        zni_add_column(is.lanes, k->miss * k->t[1], &w2, right);
        zni_times_column(is.lanes, -k->t[1], &w1);
        zni_add_column(is.lanes, k->t[0], &w2, &w1);
    }
    if (!k->slips || is.e == 2)
        zni_put_column(is.lanes, &w1, to += ZNI_COLUMN);
    if (!k->slips && is.e == 2)
        zni_put_column(is.lanes, &w2, to += ZNI_COLUMN);
    return to;
}

/* The columns of the unknowns, and what they are to be behind them; all rows of W yet. */
static ZNI_INTO_WIDE void columns(few *s, const shape is)
{
    const closed *end = s->closed + s->nclosed;
    zni_column right, w;
    double *to = s->T;

    zni_take_column(is.lanes, s->u, &right);
    for (const closed *c = s->closed; c < end; c++) {
        const double *W = s->W + c->row * ZNI_COLUMN;
        double *normal = to;

        zni_take_column(is.lanes, W, &w);
        to = columns_of(is, &c->disc[0], W + ZNI_COLUMN, &w, &right, to);
        if (is.discs > 1)
            to = columns_of(is, &c->disc[1], W + (1 + is.e) * ZNI_COLUMN, &w, &right, to);
        zni_put_column(is.lanes, &w, normal);
        to += ZNI_COLUMN;
    }
    zni_put_column(is.lanes, &right, to);
    s->m = (to - s->T) / ZNI_COLUMN;
}

/* The rows of a disc, which begins at row `at` of its contact, to J, behind its `lead` rows that are
 * taken as they are; T, r and ref are of the contact. Returns how many, with these. */
static ZNI_INTO_WIDE zn_index rows_of(const few *s, const shape is, const disc *c,
                                      const zn_index at, const zn_index lead, double term,
                                      const double T[], const double r[],
                                      const double ref[], double J[])
{
    const double *end = J + (s->m + 1) * ZNI_COLUMN;
    double *right = J + s->m * ZNI_COLUMN + lead,
           *own = J + (J - s->J + lead) * ZNI_COLUMN + lead;

    T += at - lead;
    r += at;
    ref += at;
    if (!c->slips) {
        for (; J < end; J += ZNI_COLUMN, T += ZNI_COLUMN)
            for (zn_index k = 0; k < lead + is.e; k++)
                J[k] = T[k];
        for (zn_index k = 0; k < is.e; k++) {
            own[k * (ZNI_COLUMN + 1)] += term;
            right[k] += term * (r[k] - ref[k]);
        }
        return lead + is.e;
    }

    const double x = c->t[0], y = c->t[1];

    for (; J < end; J += ZNI_COLUMN, T += ZNI_COLUMN) {
        if (lead)
            J[0] = T[0];
        if (is.e == 2)
            J[lead] = T[lead + 1] * x - T[lead] * y;
    }
    if (is.e == 1)
        return lead;
    *own += c->reach + term;
    *right += c->rest + term * ((r[1] - ref[1]) * x - (r[0] - ref[0]) * y);
    return lead + 1;
}

/* Their rows: those of closed contacts, of slip along s, and what is local. What redundant contacts
 * do is what the term leaves of `from`. */
static ZNI_INTO_WIDE void rows(few *s, const shape is, double by, const double from[])
{
    const closed *end = s->closed + s->nclosed;
    double *J = s->J;

    for (const closed *c = s->closed; c < end; c++) {
        const double *T = s->T + c->row, *r = s->r + c->row, *ref = from + c->row,
                     term = by * s->W[c->row * (ZNI_COLUMN + 1)];
        double *own = J + (J - s->J) * ZNI_COLUMN, *right = J + s->m * ZNI_COLUMN;

        J += rows_of(s, is, &c->disc[0], 1, 1, term, T, r, ref, J);
        *own += term;
        *right += term * (r[0] - ref[0]);
        if (is.discs > 1)
            J += rows_of(s, is, &c->disc[1], 1 + is.e, 0, term, T, r, ref, J);
    }
}

/* r of a disc along the step x, dr_N before it; returns what of x is behind it. */
static ZNI_INTO_WIDE const double *move_disc(const shape is, const disc *k, double normal,
                                             const double x[], double r[])
{
    if (!k->slips) {
        for (zn_index i = 0; i < is.e; i++)
            r[i] -= x[i];
        return x + is.e;
    }
    const double along = k->miss - k->mu * normal;

    if (is.e == 1) {
        r[0] += along * k->t[0];
        return x;
    }
    r[0] += along * k->t[0] + x[0] * k->t[1];
    r[1] += along * k->t[1] - x[0] * k->t[0];
    return x + 1;
}

/* r along the step x */
static ZNI_INTO_WIDE void move(few *s, const shape is, const double x[])
{
    const closed *end = s->closed + s->nclosed;

    for (const closed *c = s->closed; c < end; c++) {
        double *r = s->r + c->row;
        const double normal = *x++;

        r[0] -= normal;
        x = move_disc(is, &c->disc[0], normal, x, r + 1);
        if (is.discs > 1)
            x = move_disc(is, &c->disc[1], normal, x, r + 1 + is.e);
    }
}

/* of how much of q is off, squared */
static double term(double off)
{
    const double by = TERM * sqrt(off);

    return by > TERM ? TERM : by > LEAST ? by : LEAST;
}

/* rho of disc k; false: there is none */
static ZNI_INTO_WIDE bool length_of(few *s, const shape is, const zn_index k, zn_index a)
{
    const double *W = s->W + (is.d * a + 1 + k * is.e) * (ZNI_COLUMN + 1);
    const double size = is.e == 1 ? *W : (*W + W[ZNI_COLUMN + 1]) / 2;

    s->rho[1 + k][a] = 1 / size;
    return size > 0;
}

/* rho of every contact; false: there are none */
static ZNI_INTO_WIDE bool lengths(few *s, const shape is)
{
    for (zn_index a = 0; a < s->nc; a++) {
        const double size = s->W[is.d * a * (ZNI_COLUMN + 1)];

        s->rho[0][a] = 1 / size;
        if (!(size > 0 && length_of(s, is, 0, a)) ||
            (is.discs > 1 && !length_of(s, is, 1, a)))
            return false;
    }
    return true;
}

static ZNI_INTO_WIDE zn_index steps(few *s, const shape is)
{
    double x[ZNI_COLUMN], given[ZNI_COLUMN], best[ZNI_COLUMN], least = INFINITY;
    zn_index idle = 0, redundant = 0;
    bool regular = false;

    take(s, is);
    if (!lengths(s, is))
        return -1;
    memcpy(given, s->r, sizeof given);
    if (s->cold)
        memcpy(s->u, s->q, sizeof s->u);
    else
        velocity(s, is.lanes);
    for (int k = 0; k < BEGIN; k++)
        go_over(s, is);
    for (zn_index it = 0; it < STEPS; it++) {
        sort(s, is);
        for (zn_index k = 0; k < s->nclosed; k++)
            look(s, is, s->closed + k);
        if (s->off <= s->fine)
            return regular || s->anyhow || s->nclosed == 0 ? it : -1;
        idle = s->off <= least / 4 ? 0 : idle + 1;
        if (s->off < least) {
            least = s->off;
            memcpy(best, s->r, sizeof best);
        }
        if (idle <= IDLE) {
            columns(s, is);
            rows(s, is, term(s->off / s->q2), s->off > AWAY * s->q2 ? given : s->r);
            if (zni_rows_solve(s->m, s->J, x, &regular)) {
                redundant += !regular && !s->anyhow;
                if (redundant >= GIVEN_UP)
                    return -1;
                move(s, is, x);
                velocity(s, is.lanes);
                continue;
            }
        }
        memcpy(s->r, best, sizeof best);
        velocity(s, is.lanes);
        for (int k = 0; k < AGAIN; k++)
            go_over(s, is);
        idle = 0;
        least = INFINITY;
    }
    return -1;
}

/* q and r, and how small what is off has to be; false: squares are beyond the range of numbers */
static bool begin(few *s, const double q[], double tol, const double r[])
{
    memset(s->q, 0, sizeof s->q);
    memset(s->r, 0, sizeof s->r);
    memset(s->J, 0, sizeof s->J); /* its rows below are gone along */
    s->q2 = 0;
    s->cold = true;
    for (zn_index i = 0; i < s->n; i++) {
        s->q[i] = q[i];
        s->r[i] = r[i];
        if (s->unit) {
            s->q[i] *= s->unit[i];
            s->r[i] /= s->unit[i];
        }
        s->cold &= r[i] == 0;
        s->q2 += s->q[i] * s->q[i];
    }
    s->fine = FINE * tol * (FINE * tol) * s->q2;
    return s->q2 > 1e-280 && s->q2 < 1e280;
}

ZNI_WIDE zn_index zni_friction_few(const zn_friction *p, double tol, double r[],
                                   double u[])
{
    const zn_index lanes = (p->d * p->nc + ZNI_FOUR - 1) / ZNI_FOUR;
    zn_index it;
    few s;

    s.M = p->M;
    s.nc = p->nc;
    s.n = p->d * p->nc;
    s.mu[0] = p->mu;
    s.unit = NULL;
    s.anyhow = false;
    if (lanes > ZNI_COLUMN / ZNI_FOUR || !begin(&s, p->q, tol, r))
        return -1;
    if (p->d == 2)
        it = lanes == 1   ? steps(&s, (shape){1, 1, 2, 1})
             : lanes == 2 ? steps(&s, (shape){1, 1, 2, 2})
                          : steps(&s, (shape){1, 1, 2, 4});
    else
        it = lanes <= 2   ? steps(&s, (shape){2, 1, 3, 2})
             : lanes == 3 ? steps(&s, (shape){2, 1, 3, 3})
                          : steps(&s, (shape){2, 1, 3, 4});
    if (it < 0)
        return -1;
    memcpy(r, s.r, (size_t)s.n * sizeof *r);
    memcpy(u, s.u, (size_t)s.n * sizeof *u);
    return it;
}

/* Moments and rotations in lengths of contacts, as the error has them */
static void scale(const zn_rolling_friction *p, double unit[], double mur[])
{
    const zn_index half = (p->d - 1) / 2;
    double diag[ZNI_COLUMN], size[ZNI_COLUMN], length[ZNI_COLUMN];

    zn_matrix_diag(p->M, diag);
    zni_rolling_sizes(p->d, p->nc, p->M, diag, size, length);
    for (zn_index a = 0; a < p->nc; a++) {
        for (zn_index i = 0; i < p->d; i++)
            unit[p->d * a + i] = i > half ? length[a] : 1;
        mur[a] = p->mu_r[a] / length[a];
    }
}

ZNI_WIDE zn_index zni_rolling_few(const zn_rolling_friction *p, double tol, double r[],
                                  double u[])
{
    const zn_index lanes = (p->d * p->nc + ZNI_FOUR - 1) / ZNI_FOUR;
    double unit[ZNI_COLUMN], mur[ZNI_COLUMN / 2];
    zn_index it;
    few s;

    if (lanes > ZNI_COLUMN / ZNI_FOUR || p->d > ZNI_CONTACT_ROWS)
        return -1;
    scale(p, unit, mur);
    s.M = p->M;
    s.nc = p->nc;
    s.n = p->d * p->nc;
    s.mu[0] = p->mu;
    s.mu[1] = mur;
    s.unit = unit;
    s.anyhow = true;
    if (!begin(&s, p->q, tol, r))
        return -1;
    if (p->d == 3)
        it = lanes <= 2 ? steps(&s, (shape){1, 2, 3, 2}) : steps(&s, (shape){1, 2, 3, 4});
    else
        it = lanes == 2 ? steps(&s, (shape){2, 2, 5, 2}) : steps(&s, (shape){2, 2, 5, 4});
    for (zn_index i = 0; i < s.n && it >= 0; i++) {
        r[i] = s.r[i] * unit[i];
        u[i] = s.u[i] / unit[i];
    }
    return it;
}
