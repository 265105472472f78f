/* few.c - Newton's method on a few contacts, on the stack
 * SPDX-License-Identifier: Apache-2.0 */
#include "few.h"

/* Semismooth Newton on the function of Alart & Curnier, CMAME 92 (1991), as active sets: with
 * c = r_N - rho_N u_N and w = r_T - rho_T u_T a contact is open where c <= 0, sticks where
 * ||w|| <= mu c, and else slips along t = w / ||w||. What is linear then is solved at once; with
 * s at right angles to t and k = mu c / ||w||
 *     open   r = 0
 *     stick  W dr + u = 0
 *     slip   W_N dr + u_N = 0,   dr_t = mu (r_N + dr_N) - r_t,
 *            W_s dr + ((1 - k) dr_s + r_s) / (k rho_T) = 0,
 * so that a contact that slips has the unknowns dr_N and dr_s, in the plane dr_N alone. */

/* Steps before another method has its turn, and such that do not bring the residual below half
 * of the least before: then the contacts are gone over one by one, from the best point. Most
 * problems take three to seven steps, of which one costs as much as six times going over. */
enum { STEPS = 16, IDLE = 2, BEGIN = 4, AGAIN = 32 };

/* What redundant contacts bear against one another would be what the way leaves of the start, and a body that slides and
 * turns feels it: others solve these. Who has made so many steps on redundant rows will end on them. */
enum { GIVEN_UP = 3 };

/* Redundant contacts have singular W: the proximal term, relative to W_NN, shrinks with what is off. No k is
 * smaller than the least one, either. */
static const double TERM = 1e-4, LEAST = 1e-10;

/* The part of q, squared, above which the term draws to the start: as long as states change */
static const double AWAY = 1e-6;

/* of the tolerance, which steps that converge quadratically mostly leave far behind */
static const double FINE = 1e-3;

/* what a closed contact does; slips: along t, with k rho_T, else it sticks */
typedef struct closed {
    zn_index at, row; /* the contact, its first row of W */
    bool slips;
    double mu, t[2];
    double miss;        /* mu r_N - r_t                       */
    double reach, rest; /* of dr_s, and what stands beside it */
} closed;

typedef struct few {
    const zn_friction *p;
    zn_index n;
    double W[ZNI_ROWS * ZNI_ROWS]; /* columns of ZNI_ROWS, zeros below */
    double q[ZNI_ROWS], r[ZNI_ROWS], u[ZNI_ROWS];
    double rho[2][ZNI_ROWS / 2]; /* normal, tangential */
    double T[ZNI_ROWS * (ZNI_ROWS + 1)], J[ZNI_ROWS * (ZNI_ROWS + 1)];
    bool cold;            /* r = 0 is the start                           */
    double off, fine, q2; /* squares of what is off, of what may be, of q */
    zn_index nclosed, m;
    closed closed[ZNI_ROWS / 2];
} few;

/* W by columns; false: it is not of blocks of contacts */
static void take(few *s, const zn_friction *p, const zn_index lanes)
{
    const zn_matrix *M = p->M;
    const zn_index d = p->d, n = s->n;

    for (zn_index j = 0; j < n; j++)
        zni_clear(lanes, s->W + j * ZNI_ROWS);
    if (M->storage == ZN_DENSE) {
        for (zn_index j = 0; j < n; j++)
            memcpy(s->W + j * ZNI_ROWS, M->x + j * n, (size_t)n * sizeof *s->W);
        return;
    }
    for (zn_index a = 0; a < p->nc; a++)
        for (zn_index e = M->p[a]; e < M->p[a + 1]; e++)
            for (zn_index j = 0; j < d; j++)
                memcpy(s->W + d * a + (d * M->i[e] + j) * ZNI_ROWS,
                       M->x + M->bp[e] + j * d, (size_t)d * sizeof *s->W);
}

/* u = W r + q */
static ZNI_INTO_WIDE void velocity(few *s, const zn_index lanes)
{
    zni_column sum, w;

    zni_take_column(lanes, s->q, &sum);
    for (zn_index j = 0; j < s->n; j++) {
        zni_take_column(lanes, s->W + j * ZNI_ROWS, &w);
        zni_add_column(lanes, s->r[j], &w, &sum);
    }
    zni_put_column(lanes, &sum, s->u);
}

/* One contact after the other, by its diagonal alone. */
static ZNI_INTO_WIDE void go_over(few *s, const zn_index d,
                                  const zn_index lanes)
{
    zni_column u, w;

    zni_take_column(lanes, s->u, &u);
    for (zn_index a = 0; a < s->p->nc; a++) {
        const double *W = s->W + d * a * (ZNI_ROWS + 1), *v = s->u + d * a;
        double *r = s->r + d * a, to[3], size, top;

        to[0] = zni_positive(r[0] - s->rho[0][a] * v[0]);
        for (zn_index i = 1; i < d; i++)
            to[i] = r[i] - s->rho[1][a] * (v[i] + W[i] * (to[0] - r[0]));
        size = d == 2 ? fabs(to[1]) : sqrt(to[1] * to[1] + to[2] * to[2]);
        top = s->p->mu[a] * to[0];
        for (zn_index i = 1; i < d && size > top; i++)
            to[i] *= top / size;
        for (zn_index i = 0; i < d; i++) {
            zni_take_column(lanes, W - d * a + i * ZNI_ROWS, &w);
            zni_add_column(lanes, to[i] - r[i], &w, &u);
            r[i] = to[i];
        }
        zni_put_column(lanes, &u, s->u);
    }
}

/* Open contacts get r = 0, the others are listed. */
static ZNI_INTO_WIDE void sort(few *s, const zn_index d, const zn_index lanes)
{
    bool moved = false;

    s->nclosed = 0;
    s->off = 0;
    for (zn_index a = 0; a < s->p->nc; a++) {
        double *r = s->r + d * a;

        if (r[0] > s->rho[0][a] * s->u[d * a]) {
            s->closed[s->nclosed].at = a;
            s->closed[s->nclosed++].row = d * a;
            continue;
        }
        for (zn_index i = 0; i < d; i++) {
            const double off = r[i] / s->rho[0][a];

            moved |= r[i] != 0;
            s->off += off * off;
            r[i] = 0;
        }
    }
    if (moved)
        velocity(s, lanes);
}

/* Does it stick or slip? And what is off. */
static ZNI_INTO_WIDE void look(few *s, const zn_index d, closed *c)
{
    const zn_index a = c->at;
    const double *r = s->r + c->row, *u = s->u + c->row, rho = s->rho[1][a],
                 mu = s->p->mu[a];
    const double w0 = r[1] - rho * u[1], w1 = d == 2 ? 0 : r[2] - rho * u[2];
    const double size = d == 2 ? fabs(w0) : sqrt(w0 * w0 + w1 * w1);
    const double top = mu * zni_positive(r[0] - s->rho[0][a] * u[0]);
    double along, across;

    s->off += u[0] * u[0];
    c->slips = !(size <= top);
    if (!c->slips) {
        for (zn_index i = 1; i < d; i++)
            s->off += u[i] * u[i];
        return;
    }
    c->mu = mu;
    c->t[0] = w0 / size;
    c->t[1] = w1 / size;
    along = r[1] * c->t[0] + (d == 2 ? 0 : r[2] * c->t[1]);
    across = d == 2 ? 0 : r[2] * c->t[0] - r[1] * c->t[1];
    c->miss = mu * r[0] - along;
    c->reach = ((top > LEAST * size ? size / top : 1 / LEAST) - 1) / rho;
    c->rest = across * c->reach;
    along = (c->miss * c->miss + across * across) / (rho * rho);
    s->off += along;
}

/* The columns of the unknowns, and what they are to be behind them; all rows of W yet. */
static ZNI_INTO_WIDE void columns(few *s, const zn_index d,
                                  const zn_index lanes)
{
    const closed *end = s->closed + s->nclosed;
    zni_column right, w, w1, w2;
    double *to = s->T;

    zni_take_column(lanes, s->u, &right);
    for (const closed *c = s->closed; c < end; c++) {
        const double *W = s->W + c->row * ZNI_ROWS;

        zni_take_column(lanes, W, &w);
        zni_take_column(lanes, W + ZNI_ROWS, &w1);
        if (d == 3)
            zni_take_column(lanes, W + 2 * ZNI_ROWS, &w2);
        if (c->slips) {
            zni_add_column(lanes, c->mu * c->t[0], &w1, &w);
            zni_add_column(lanes, c->miss * c->t[0], &w1, &right);
        }
        if (c->slips && d == 3) {
            zni_add_column(lanes, c->mu * c->t[1], &w2, &w);
            zni_add_column(lanes, c->miss * c->t[1], &w2, &right);
            zni_times_column(lanes, -c->t[1], &w1);
            zni_add_column(lanes, c->t[0], &w2, &w1);
        }
        zni_put_column(lanes, &w, to);
        to += ZNI_ROWS;
        if (!c->slips || d == 3) {
            zni_put_column(lanes, &w1, to);
            to += ZNI_ROWS;
        }
        if (!c->slips && d == 3) {
            zni_put_column(lanes, &w2, to);
            to += ZNI_ROWS;
        }
    }
    zni_put_column(lanes, &right, to);
    s->m = (to - s->T) / ZNI_ROWS;
}

/* Their rows: those of closed contacts, of slip along s, and what is local. What redundant contacts
 * do is what the term leaves of `from`. */
static ZNI_INTO_WIDE void rows(few *s, const zn_index d, double by,
                               const double from[])
{
    const closed *end = s->closed + s->nclosed;
    const zn_index all = (s->m + 1) * ZNI_ROWS;
    double *J = s->J;

    for (const closed *c = s->closed; c < end; c++) {
        const double *T = s->T + c->row,
                     term = by * s->W[c->row * (ZNI_ROWS + 1)];
        const double *r = s->r + c->row, *ref = from + c->row;
        const zn_index i = J - s->J;
        double *own = J + i * ZNI_ROWS, *right = J + s->m * ZNI_ROWS;

        if (!c->slips) {
            for (zn_index j = 0; j < all; j += ZNI_ROWS)
                for (zn_index k = 0; k < d; k++)
                    J[j + k] = T[j + k];
            for (zn_index k = 0; k < d; k++) {
                own[k * (ZNI_ROWS + 1)] += term;
                right[k] += term * (r[k] - ref[k]);
            }
            J += d;
        } else if (d == 2) {
            for (zn_index j = 0; j < all; j += ZNI_ROWS)
                J[j] = T[j];
            own[0] += term;
            right[0] += term * (r[0] - ref[0]);
            J++;
        } else {
            const double x = c->t[0], y = c->t[1];

            for (zn_index j = 0; j < all; j += ZNI_ROWS) {
                J[j] = T[j];
                J[j + 1] = T[j + 2] * x - T[j + 1] * y;
            }
            own[0] += term;
            right[0] += term * (r[0] - ref[0]);
            own[ZNI_ROWS + 1] += c->reach + term;
            right[1] +=
                c->rest + term * ((r[2] - ref[2]) * x - (r[1] - ref[1]) * y);
            J += 2;
        }
    }
}

/* r along the step x */
static ZNI_INTO_WIDE void move(few *s, const zn_index d, const double x[])
{
    const closed *end = s->closed + s->nclosed;

    for (const closed *c = s->closed; c < end; c++) {
        double *r = s->r + c->row;

        r[0] -= x[0];
        if (!c->slips) {
            for (zn_index i = 1; i < d; i++)
                r[i] -= x[i];
            x += d;
            continue;
        }
        const double along = c->miss - c->mu * x[0];

        if (d == 2) {
            r[1] += along * c->t[0];
        } else {
            r[1] += along * c->t[0] + x[1] * c->t[1];
            r[2] += along * c->t[1] - x[1] * c->t[0];
        }
        x += d - 1;
    }
}

/* of how much of q is off, squared */
static double term(double off)
{
    const double by = TERM * sqrt(off);

    return by > TERM ? TERM : by > LEAST ? by : LEAST;
}

/* rho of every contact; false: there are none */
static ZNI_INTO_WIDE bool lengths(few *s, const zn_index d)
{
    for (zn_index a = 0; a < s->p->nc; a++) {
        const double *W = s->W + d * a * (ZNI_ROWS + 1), *W1 = W + ZNI_ROWS + 1;
        const double size = d == 2 ? *W1 : (*W1 + W1[ZNI_ROWS + 1]) / 2;

        if (!(*W > 0 && size > 0))
            return false;
        s->rho[0][a] = 1 / *W;
        s->rho[1][a] = 1 / size;
    }
    return true;
}

static ZNI_INTO_WIDE zn_index steps(few *s, const zn_index d,
                                    const zn_index lanes)
{
    double x[ZNI_ROWS], given[ZNI_ROWS], best[ZNI_ROWS], least = INFINITY;
    zn_index idle = 0, redundant = 0;
    bool regular = false;

    take(s, s->p, lanes);
    if (!lengths(s, d))
        return -1;
    memcpy(given, s->r, sizeof given);
    if (s->cold)
        memcpy(s->u, s->q, sizeof s->u);
    else
        velocity(s, lanes);
    for (int k = 0; k < BEGIN; k++)
        go_over(s, d, lanes);
    for (zn_index it = 0; it < STEPS; it++) {
        sort(s, d, lanes);
        for (zn_index k = 0; k < s->nclosed; k++)
            look(s, d, s->closed + k);
        if (s->off <= s->fine)
            return regular || s->nclosed == 0 ? it : -1;
        idle = s->off <= least / 4 ? 0 : idle + 1;
        if (s->off < least) {
            least = s->off;
            memcpy(best, s->r, sizeof best);
        }
        if (idle <= IDLE) {
            columns(s, d, lanes);
            rows(s, d, term(s->off / s->q2),
                 s->off > AWAY * s->q2 ? given : s->r);
            if (zni_rows_solve(s->m, s->J, x, &regular)) {
                redundant += !regular;
                if (redundant >= GIVEN_UP)
                    return -1;
                move(s, d, x);
                velocity(s, lanes);
                continue;
            }
        }
        memcpy(s->r, best, sizeof best);
        velocity(s, lanes);
        for (int k = 0; k < AGAIN; k++)
            go_over(s, d, lanes);
        idle = 0;
        least = INFINITY;
    }
    return -1;
}

/* q and r, and how small what is off has to be; false: squares are beyond the range of numbers */
static bool begin(few *s, const zn_friction *p, double tol, const double r[])
{
    s->p = p;
    s->n = p->d * p->nc;
    memset(s->q, 0, sizeof s->q);
    memset(s->r, 0, sizeof s->r);
    memset(s->J, 0, sizeof s->J); /* its rows below are gone along */
    s->q2 = 0;
    s->cold = true;
    for (zn_index i = 0; i < s->n; i++) {
        s->q[i] = p->q[i];
        s->r[i] = r[i];
        s->cold &= r[i] == 0;
        s->q2 += p->q[i] * p->q[i];
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

    if (lanes > ZNI_ROWS / ZNI_FOUR || !begin(&s, p, tol, r))
        return -1;
    if (p->d == 2)
        it = lanes == 1   ? steps(&s, 2, 1)
             : lanes == 2 ? steps(&s, 2, 2)
                          : steps(&s, 2, 4);
    else
        it = lanes <= 2   ? steps(&s, 3, 2)
             : lanes == 3 ? steps(&s, 3, 3)
                          : steps(&s, 3, 4);
    if (it < 0)
        return -1;
    memcpy(r, s.r, (size_t)s.n * sizeof *r);
    memcpy(u, s.u, (size_t)s.n * sizeof *u);
    return it;
}
