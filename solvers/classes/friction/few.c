/* few.c - Newton's method on a few contacts, also with rolling friction, on the stack
 * SPDX-License-Identifier: Apache-2.0 */
#include "friction.h"

#include "../../linalg/few_rows.h"
#include "../../system/sizes.h"

/* Semismooth Newton on the function of Alart & Curnier, CMAME 92 (1991), as an active set method: with
 * c = r_N - rho_N u_N and w = r_T - rho_T u_T a contact is open where c <= 0, sticks where
 * ||w|| <= mu c, and otherwise slips along t = w / ||w||. For given states the equations are linear; with
 * s at right angles to t and k = mu c / ||w||
 *     open   r = 0
 *     stick  W dr + u = 0
 *     slip   W_N dr + u_N = 0,   dr_t = mu (r_N + dr_N) - r_t,
 *            W_s dr + ((1 - k) dr_s + r_s) / (k rho_T) = 0,
 * so that a slipping contact has the unknowns dr_N and dr_s, in the plane dr_N alone. With rolling friction the
 * moments have a disc of their own, which sticks or slips independently: T and mu are then those of a
 * disc, and W_N + mu_T W_t + mu_M W_t is the column of dr_N. */

/* Most discs of a contact, one of friction and one of rolling friction, and its rows with both. */
enum { ZNI_DISCS = 2, ZNI_CONTACT_ROWS = 5 };

/* At most STEPS Newton steps are made before another method takes over. The iteration begins with BEGIN projected
 * Gauss-Seidel sweeps. After more than IDLE steps that do not halve the least residual so far it goes back to the best
 * point and makes AGAIN sweeps. Most problems take three to seven steps; a step costs as much as six sweeps. */
enum { STEPS = 16, IDLE = 2, BEGIN = 4, AGAIN = 32 };

/* If contacts are redundant their loads are not unique: the answer would depend on the start and on the iterates, and
 * a body that slides and turns would feel it. Such problems are left to other methods, after so many steps whose
 * matrix had dependent rows. With rolling friction two balls are enough to make rows dependent, and the next method,
 * Newton's with a proximal term, would choose no better: there the answer is taken. */
enum { GIVEN_UP = 3 };

/* Redundant contacts make W singular. The proximal term, relative to W_NN, is TERM times the residual relative to q,
 * at most TERM and at least LEAST. LEAST also bounds k from below. */
static const double TERM = 1e-4, LEAST = 1e-10;

/* While the squared residual is above this part of |q|^2 states still change, and the proximal term pulls to the
 * start; below, to the iterate. */
static const double AWAY = 1e-6;

/* The residual is brought to this part of the tolerance: the last step, which converges quadratically, mostly leaves
 * far less. */
static const double FINE = 1e-3;

/* Sizes that are known at compile time: rows of a disc (1 or 2), discs, rows of a contact, and vector registers
 * that a column fills. */
typedef struct shape {
    zn_index e, discs, d, lanes;
} shape;

/* the state of a disc of a closed contact */
typedef struct disc {
    bool slips;         /* along t; else it sticks               */
    double mu, t[2];
    double miss;        /* mu r_N - r_t                          */
    double reach, rest; /* (1 - k) / (k rho_T), and r_s times it */
} disc;

typedef struct closed {
    zn_index at, row; /* the contact, its first row of W */
    disc disc[ZNI_DISCS];
} closed;

typedef struct few {
    const zn_matrix *M;
    zn_index nc, n;
    const double *mu[ZNI_DISCS]; /* nc of each disc */
    const double *unit; /* n: r is divided by these, u multiplied; NULL: by 1 */
    double W[ZNI_COLUMN * ZNI_COLUMN]; /* columns of ZNI_COLUMN, zeros below */
    double q[ZNI_COLUMN], r[ZNI_COLUMN], u[ZNI_COLUMN];
    double rho[1 + ZNI_DISCS][ZNI_COLUMN / 2]; /* normal, of the discs */
    double T[ZNI_COLUMN * (ZNI_COLUMN + 1)], J[ZNI_COLUMN * (ZNI_COLUMN + 1)];
    bool cold;            /* r = 0 is the start                           */
    bool anyhow;          /* the answer is taken also where rows are dependent */
    double off, fine, q2; /* squares: of the residual, of the residual to be reached, of q */
    zn_index nclosed, m;
    closed closed[ZNI_COLUMN / 2];
} few;

/* W by columns, from any storage */
static void load_matrix(few *s, const shape is)
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

/* The projected step of disc k of a contact, whose rows before the disc have moved from r to `to` */
static ZNI_INTO_WIDE void sweep_disc(const few *s, const shape is, const zn_index k,
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

/* A Gauss-Seidel sweep of projected steps, whose lengths are the diagonals. */
static ZNI_INTO_WIDE void sweep(few *s, const shape is)
{
    zni_column u, w;

    zni_take_column(is.lanes, s->u, &u);
    for (zn_index a = 0; a < s->nc; a++) {
        const double *W = s->W + is.d * a * (ZNI_COLUMN + 1), *v = s->u + is.d * a;
        double *r = s->r + is.d * a, to[ZNI_CONTACT_ROWS];

        to[0] = zni_positive(r[0] - s->rho[0][a] * v[0]);
        sweep_disc(s, is, 0, a, W, v, r, to);
        if (is.discs > 1)
            sweep_disc(s, is, 1, a, W, v, r, to);
        for (zn_index i = 0; i < is.d; i++) {
            zni_take_column(is.lanes, W - is.d * a + i * ZNI_COLUMN, &w);
            zni_add_column(is.lanes, to[i] - r[i], &w, &u);
            r[i] = to[i];
        }
        zni_put_column(is.lanes, &u, s->u);
    }
}

/* Which contacts are closed: these are listed, the others get r = 0. */
static ZNI_INTO_WIDE void list_closed(few *s, const shape is)
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

/* Does disc k stick or slip, normal = r_N - rho_N u_N? Its residual is added to s->off. */
static ZNI_INTO_WIDE void look_at_disc(few *s, const shape is, const zn_index k, closed *of, double normal)
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

/* The states of a closed contact, and its residual. */
static ZNI_INTO_WIDE void look(few *s, const shape is, closed *c)
{
    const double r = s->r[c->row], u = s->u[c->row];
    const double normal = zni_positive(r - s->rho[0][c->at] * u);

    s->off += u * u;
    for (zn_index k = 0; k < is.discs; k++)
        look_at_disc(s, is, k, c, normal);
}

/* The columns of a disc, from the columns W of its rows: slip along t is added to the column `normal` of dr_N and to
 * the right-hand side, other unknowns get columns of their own behind `to`. Returns the last column. */
static ZNI_INTO_WIDE double *disc_columns(const shape is, const disc *k, const double W[],
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

/* The columns of all unknowns, with all rows of W, and the right-hand side behind them. */
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
        to = disc_columns(is, &c->disc[0], W + ZNI_COLUMN, &w, &right, to);
        if (is.discs > 1)
            to = disc_columns(is, &c->disc[1], W + (1 + is.e) * ZNI_COLUMN, &w, &right, to);
        zni_put_column(is.lanes, &w, normal);
        to += ZNI_COLUMN;
    }
    zni_put_column(is.lanes, &right, to);
    s->m = (to - s->T) / ZNI_COLUMN;
}

/* The rows of a disc that begins at row `at` of its contact go to J, behind `lead` rows that are copied as they are;
 * T, r and ref are those of the contact. Returns the number of rows, with the lead. */
static ZNI_INTO_WIDE zn_index disc_rows(const few *s, const shape is, const disc *c,
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

/* The rows of the system: of closed contacts, of sticking discs, of slip along s, with the local terms and the proximal
 * term, which is `by` times W_NN and pulls to `from`. */
static ZNI_INTO_WIDE void rows(few *s, const shape is, double by, const double from[])
{
    const closed *end = s->closed + s->nclosed;
    double *J = s->J;

    for (const closed *c = s->closed; c < end; c++) {
        const double *T = s->T + c->row, *r = s->r + c->row, *ref = from + c->row,
                     term = by * s->W[c->row * (ZNI_COLUMN + 1)];
        double *own = J + (J - s->J) * ZNI_COLUMN, *right = J + s->m * ZNI_COLUMN;

        J += disc_rows(s, is, &c->disc[0], 1, 1, term, T, r, ref, J);
        *own += term;
        *right += term * (r[0] - ref[0]);
        if (is.discs > 1)
            J += disc_rows(s, is, &c->disc[1], 1 + is.e, 0, term, T, r, ref, J);
    }
}

/* Move r of a disc by the step x; `normal` is dr_N. Returns the rest of x. */
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

/* move r by the step x */
static ZNI_INTO_WIDE void move(few *s, const shape is, const double x[])
{
    const closed *end = s->closed + s->nclosed;

    for (const closed *c = s->closed; c < end; c++) {
        double *r = s->r + c->row;
        const double normal = *x++;

        r[0] -= normal;
        for (zn_index k = 0; k < is.discs; k++)
            x = move_disc(is, &c->disc[k], normal, x, r + 1 + k * is.e);
    }
}

/* the proximal term, `off` the squared residual relative to q */
static double term(double off)
{
    const double by = TERM * sqrt(off);

    return by > TERM ? TERM : by > LEAST ? by : LEAST;
}

/* rho of every contact, normal and of each disc; false: a diagonal is not positive */
static ZNI_INTO_WIDE bool lengths(few *s, const shape is)
{
    bool positive = true;

    for (zn_index a = 0; a < s->nc; a++) {
        const double *W = s->W + is.d * a * (ZNI_COLUMN + 1);

        s->rho[0][a] = 1 / *W;
        positive &= *W > 0;
        W += ZNI_COLUMN + 1;
        for (zn_index k = 0; k < is.discs; k++, W += is.e * (ZNI_COLUMN + 1)) {
            const double size = is.e == 1 ? *W : (*W + W[ZNI_COLUMN + 1]) / 2;

            s->rho[1 + k][a] = 1 / size;
            positive &= size > 0;
        }
    }
    return positive;
}

static ZNI_INTO_WIDE zn_index steps(few *s, const shape is)
{
    double x[ZNI_COLUMN], given[ZNI_COLUMN], best[ZNI_COLUMN], least = INFINITY;
    zn_index idle = 0, redundant = 0;
    bool regular = false;

    load_matrix(s, is);
    if (!lengths(s, is))
        return -1;
    memcpy(given, s->r, sizeof given);
    if (s->cold)
        memcpy(s->u, s->q, sizeof s->u);
    else
        velocity(s, is.lanes);
    for (int k = 0; k < BEGIN; k++)
        sweep(s, is);
    for (zn_index it = 0; it < STEPS; it++) {
        list_closed(s, is);
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
            sweep(s, is);
        idle = 0;
        least = INFINITY;
    }
    return -1;
}

/* q and r, and the residual to be reached; false: squares would be out of the range of numbers */
static bool begin(few *s, const double q[], double tol, const double r[])
{
    memset(s->q, 0, sizeof s->q);
    memset(s->r, 0, sizeof s->r);
    memset(s->J, 0, sizeof s->J); /* the elimination works on whole columns */
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

/* Moments and rotations are measured in lengths of the contacts, as in the error measure. */
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
