/* coordinates.c - the correction of a projection in the coordinates of bodies
 *
 * The rows y = h(q) are corrected by
 *
 *     q <- q + C' Lambda,   y + C C' Lambda = 0,     C = dh/dq,
 *                  or  0 <= y + C C' Lambda  _|_  Lambda >= 0  (contacts, projection=direct)
 *
 * and the quaternions made unit ones, in the seven coordinates of a body, not in the six directions it can move in:
 * R(p) is taken as the homogeneous quadratic of p, so that C has a part along p beside that of
 * T = dq'/dv, C = H (T'T)^-1 T' + r p', r = C p. Making the quaternion a unit one undoes
 * the part along p, so the iteration converges linearly; it is there to make the steps
 * of others again. doc/projection.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/projection.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include <zeno/mlcp.h>

#include "kernel/mechanics/joint.h"
#include "solvers/linalg/small.h"

/* Rows of C are kept in orthonormal directions: those of v first, by their place among the
 * unknowns, then one along p for each body. They come in the order of turns, and sums go system by
 * system as interactions have them, so that places do not matter. */

/* Is the row corrected? Of a combined projection the contacts that it chose. */
static bool takes_part(const zni_projector *p, zn_index k, zn_index row)
{
    const zni_problem *o = &p->problem;
    const zni_member *m = zni_problem_member(o, k);
    const zn_index off = zni_problem_lin(o, k)->off;

    return m->in && row % m->stride < m->unit &&
           !zni_projector_passes(p, m, row) &&
           (m->always || p->after->active.was[off + row] ||
            !(p->combined || p->only_active)) &&
           !(o->lins->nredundant && o->lins->redundant[off + row]);
}

/* The next interaction that takes part from the i-th turn on: its place, or -1. */
static zn_index next(const zni_projector *p, zn_index *i)
{
    const zni_order *order = &p->problem.lins->order;

    while (*i < order->n && !zni_problem_member(&p->problem, zni_order_place(order, *i))->in)
        ++*i;
    return *i < order->n ? zni_order_place(order, *i) : -1;
}

static zn_index count(const zni_projector *p)
{
    zn_index n = 0, k;

    for (zn_index t = 0; (k = next(p, &t)) >= 0; t++)
        for (zn_index i = 0; i < zni_problem_lin(&p->problem, k)->m; i++)
            n += takes_part(p, k, i);
    return n;
}

/* (T'T)^(-1/2) = diag(1, 1, 1, 2, 2, 2) of a body. */
static double scale(const zn_ds *ds, zn_index d)
{
    return zn_ds_curved(ds) && d >= 3 ? 2 : 1;
}

/* r = C p of system j, m rows: of joints by their blocks, of relations in q by C; what is
 * given along v alone says nothing of it. */
static void along_p(const zni_lin *s, zn_index j, double r[])
{
    const double *p = s->q + zni_lin_qo(s, j) + 3;

    memset(r, 0, (size_t)s->m * sizeof *r);
    if (!zn_ds_curved(s->a->ds[j]))
        return;
    if (zni_joint_is(zni_lin_class(s)))
        zni_joint_along_p(s->a->relation, zni_interaction_data(s->a), s->q, j, r);
    else if (!zni_lin_class(s)->jac_v)
        for (zn_index d = 0; d < 4; d++)
            for (zn_index i = 0; i < s->m; i++)
                r[i] += s->C[i + (zni_lin_qo(s, j) + 3 + d) * s->m] * p[d];
}

/* Row i of an interaction into g. */
static void put_row(const zni_lin *s, const zni_body *bodies, zn_index nu,
                    zn_index i, const double *r[2], double g[])
{
    for (zn_index j = 0; j < s->nds; j++) {
        const zni_body *b = &bodies[s->body[j]];
        const zn_index *fixed = zn_ds_bc_index(b->ds);

        for (zn_index c = 0; c < s->n[j]; c++) {
            const zn_index d = s->touch ? s->touch[zni_lin_uo(s, j) + c] : c;
            g[b->uoff + d] +=
                scale(b->ds, d) * s->H[i + (zni_lin_uo(s, j) + c) * s->m];
        }
        for (zn_index c = 0; c < zn_ds_bc_count(b->ds); c++)
            g[b->uoff + fixed[c]] = 0;
        g[nu + s->body[j]] += r[j][i];
    }
}

/* All of them, and y. */
static void fill(zni_projector *p, const zni_body *bodies, zn_index nu,
                 zn_index width)
{
    const zni_problem *o = &p->problem;
    double *g = p->ties.C, *y = p->ties.y;
    unsigned char *tied = p->ties.tied;
    zn_index *of = p->ties.of, k;

    for (zn_index t = 0; (k = next(p, &t)) >= 0; t++) {
        const zni_lin *s = zni_problem_lin(o, k);
        const double *r[2] = {p->ties.r, p->ties.r + s->m};

        for (zn_index j = 0; j < s->nds; j++)
            along_p(s, j, p->ties.r + j * s->m);
        for (zn_index i = 0; i < s->m; i++) {
            if (!takes_part(p, k, i))
                continue;
            memset(g, 0, (size_t)width * sizeof *g);
            put_row(s, bodies, nu, i, r, g);
            *y++ = -zni_problem_member(o, k)->act->c[i];
            *tied++ = p->combined || zni_problem_member(o, k)->always;
            *of++ = k;
            g += width;
        }
    }
}

/* For n rows. */
static zn_status make_room(zni_projector *p, zn_index n, zn_index width)
{
    zn_ctx *ctx = p->problem.ctx;
    zni_ties *t = &p->ties;
    zn_status st = zn_grow(ctx, &t->C, &t->cC, n * width, sizeof *t->C);

    if (!st)
        st = zn_grow(ctx, &t->S, &t->cS, n * n, sizeof *t->S);
    if (!st)
        st = zn_grow(ctx, &t->y, &t->cy, n + width, sizeof *t->y);
    if (!st)
        st = zn_grow(ctx, &t->r, &t->cr, 2 * p->ny, sizeof *t->r);
    if (!st)
        st = zn_grow(ctx, &t->of, &t->cof, n, sizeof *t->of);
    if (!st)
        st = zn_grow(ctx, &t->tied, &t->ctied, n, 1);
    if (!st)
        st = zn_grow(ctx, &t->w, &t->cw, 2 * n, sizeof *t->w);
    return st;
}

static zn_status solver_room(zni_projector *p, zn_index n)
{
    zni_ties *t = &p->ties;
    zn_status st = ZN_OK;

    if (!t->solver)
        st = zn_solver_new(p->problem.ctx, "mlcp", "auto", &t->solver);
    return st ? st : zn_solver_reserve(t->solver, n, n * n);
}

zn_status zni_ties_reserve(zni_projector *p, zn_index width)
{
    const zn_index most = 1000000; /* 8 MB; of more there is room for what acts */
    zn_index n = 0;
    zn_status st;

    for (zn_index k = 0; k < p->problem.nmember; k++) {
        const zni_member *m = zni_problem_member(&p->problem, k);
        n += m->in ? m->size / m->stride * m->unit : 0;
    }
    if (n == 0 || width > most / n)
        return ZN_OK;
    st = make_room(p, n, width);
    return st ? st : solver_room(p, n);
}

/* Row a of C C', a column of it. */
static double product(const zni_projector *p, const zni_body *bodies,
                      zn_index nu, zn_index width, zn_index a, zn_index b)
{
    const zni_lin *s = zni_problem_lin(&p->problem, p->ties.of[a]);
    const double *x = p->ties.C + a * width, *y = p->ties.C + b * width;
    double sum = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        const zni_body *of = &bodies[s->body[j]];
        for (zn_index i = of->uoff, end = i + of->n; i < end; i++)
            sum += x[i] * y[i];
        sum += x[nu + s->body[j]] * y[nu + s->body[j]];
    }
    return sum;
}

/* S = C C', n x n */
static void assemble(zni_projector *p, const zni_body *bodies, zn_index nu,
                     zn_index n, zn_index width)
{
    double *S = p->ties.S;

    for (zn_index a = 0; a < n; a++)
        for (zn_index b = 0; b <= a; b++)
            S[a + b * n] = S[b + a * n] = product(p, bodies, nu, width, a, b);
}

/* S = L L', L' in the upper triangle, column by column (Golub & Van Loan 2013, 4.2.4); a
 * factor that takes no room of its own, as rows are others in every step.
 * @return false: S is not positive definite to rounding */
static bool factorise(zn_index n, double S[])
{
    for (zn_index j = 0; j < n; j++) {
        double *column = S + j * n;
        const double whole = column[j];

        for (zn_index i = 0; i < j; i++)
            column[i] = (column[i] - zni_dot(i, S + i * n, column)) / S[i + i * n];
        column[j] -= zni_dot(j, column, column);
        if (!(column[j] > 64 * DBL_EPSILON * whole))
            return false;
        column[j] = sqrt(column[j]);
    }
    return true;
}

/* y <- S^-1 y by that */
static void substitute(zn_index n, const double S[], double y[])
{
    for (zn_index i = 0; i < n; i++)
        y[i] = (y[i] - zni_dot(i, S + i * n, y)) / S[i + i * n];
    for (zn_index i = n - 1; i >= 0; i--) {
        y[i] /= S[i + i * n];
        for (zn_index k = 0; k < i; k++)
            y[k] -= S[k + i * n] * y[i];
    }
}

/* y <- S^-1 y, all n rows being tied */
static zn_status tie(zni_projector *p, zn_index n)
{
    zni_ties *t = &p->ties;

    if (!factorise(n, t->S))
        return zn_fail(p->problem.ctx, ZN_ESINGULAR,
                       "the rows of a projection in coordinates depend on each "
                       "other; take projection_metric=mass or identity");
    substitute(n, t->S, t->y);
    return ZN_OK;
}

/* Some are contacts: y <- Lambda, 0 <= S Lambda - y  _|_  Lambda >= 0 of these. */
static zn_status push(zni_projector *p, zn_index n)
{
    zni_ties *t = &p->ties;
    const zn_matrix S = zn_matrix_dense(n, n, t->S);
    double *q = t->w + n;
    const zn_mlcp problem = {.n = n, .M = &S, .q = q, .eq = t->tied};
    zn_solve_info info;
    zn_status st = solver_room(p, n);

    if (!st)
        st = zn_solver_set(t->solver, "tol", "1e-13"); /* what elimination leaves */
    for (zn_index i = 0; i < n; i++) {
        q[i] = -t->y[i];
        t->y[i] = 0;
    }
    if (!st)
        st = zn_mlcp_solve(t->solver, &problem, t->y, t->w, &info);
    return st ? zn_note(p->problem.ctx, st, "projection in coordinates") : ZN_OK;
}

/* A body by V, in directions of length one, and by rho along p. */
static void shift(const double V[], double rho, double q[])
{
    double w[4] = {0}, turn[4];

    for (int i = 0; i < 3; i++) {
        q[i] += V[i];
        w[1 + i] = V[3 + i]; /* 2 from the scale, 1/2 of T */
    }
    zn_quaternion_product(q + 3, w, turn);
    for (int i = 0; i < 4; i++)
        q[3 + i] += turn[i] + rho * q[3 + i];
    zn_quaternion_normalise(q + 3);
}

static void move_all(const zni_projector *p, const zni_body *bodies,
                     zn_index nbody, zn_index nu, const zn_step *step,
                     const double z[])
{
    for (zn_index k = 0; k < nbody; k++) {
        const zni_body *b = &bodies[k];

        if (!b->ds || !(z[nu + k] != 0 || zni_projector_moves(z + b->uoff, b->n)))
            continue;
        p->moved[b->uoff] = true;
        if (zn_ds_curved(b->ds))
            shift(z + b->uoff, z[nu + k], step->q1 + b->ds->q_off);
        else
            zni_projector_shift(p, b, z + b->uoff, step);
    }
}

/* The multipliers of a step are the sum over its corrections. */
static void add_multipliers(zni_projector *p)
{
    const double *y = p->ties.y;
    zn_index k;

    for (zn_index t = 0; (k = next(p, &t)) >= 0; t++) {
        const zni_lin *s = zni_problem_lin(&p->problem, k);
        for (zn_index i = 0; i < s->m; i++)
            if (takes_part(p, k, i))
                p->total[s->off + i] += *y++;
    }
}

zn_status zni_projector_tie(zni_projector *p, const zni_body *bodies,
                            zn_index nbody, zn_index nu, const zn_step *step)
{
    const zn_index n = count(p), width = nu + nbody;
    zn_status st;
    double *z;

    if (n == 0)
        return ZN_OK;
    st = make_room(p, n, width);
    if (st)
        return st;
    fill(p, bodies, nu, width);
    assemble(p, bodies, nu, n, width);
    st = memchr(p->ties.tied, 0, (size_t)n) ? push(p, n) : tie(p, n);
    if (st)
        return st;
    z = p->ties.y + n;
    memset(z, 0, (size_t)width * sizeof *z);
    for (zn_index a = 0; a < n; a++)
        for (zn_index i = 0; i < width; i++)
            z[i] += p->ties.y[a] * p->ties.C[i + a * width];
    add_multipliers(p);
    move_all(p, bodies, nbody, nu, step, z);
    return ZN_OK;
}

void zni_ties_fini(zn_ctx *ctx, zni_ties *t)
{
    zn_solver_free(t->solver);
    zn_free_array(ctx, t->tied);
    zn_free_array(ctx, t->w);
    zn_free_array(ctx, t->C);
    zn_free_array(ctx, t->S);
    zn_free_array(ctx, t->y);
    zn_free_array(ctx, t->r);
    zn_free_array(ctx, t->of);
}
