/* response.c - from multipliers to inputs and increments of the systems:
 * X = W^-1 B and its products
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/problem.h"

#include <string.h>

/* ---- X ---------------------------------------------------------------------- */

/* Rows along which the multipliers act, m x nu, where the relation has no input of
 * its own. */
static const double *rows(const zni_member *m, const zni_lin *s)
{
    return m->more->mid ? m->more->mid : s->H;
}

void zni_member_column(const zni_member *m, const zni_lin *s, zn_index j,
                       zn_index r, double x[])
{
    const double *from = s->more->B ? s->more->B + zni_lin_uo(s, j) + r * zni_lin_nu(s)
                                    : rows(m, s) + r + zni_lin_uo(s, j) * s->m;
    const zn_index *touch = zni_lin_touched(s, j), step = s->more->B ? 1 : s->m;

    for (zn_index d = 0; !touch && d < s->n[j]; d++, from += step)
        x[d] = *from;
    for (zn_index d = 0; touch && d < s->n[j]; d++, from += step)
        x[touch[d]] = *from;
}

/* Column d of three rows of H into X */
static inline void turn_three(const double *restrict H, zn_index d, double *restrict X, zn_index ld)
{
    X[d] = H[3 * d];
    X[d + ld] = H[3 * d + 1];
    X[d + 2 * ld] = H[3 * d + 2];
}

/* H' of three rows, of a rigid body or of n unknowns */
static inline void turn_three_rows(zn_index n, const double *restrict H, double *restrict X, zn_index ld)
{
    if (n == ZNI_BODY) {
        turn_three(H, 0, X, ld);
        turn_three(H, 1, X, ld);
        turn_three(H, 2, X, ld);
        turn_three(H, 3, X, ld);
        turn_three(H, 4, X, ld);
        turn_three(H, 5, X, ld);
        return;
    }
    for (zn_index d = 0; d < n; d++)
        turn_three(H, d, X, ld);
}

/* B of system j, or H', into X: leading dimension ld */
static void write_input(const zni_member *m, const zni_lin *s, zn_index j,
                        double X[], zn_index ld)
{
    const zn_index n = s->n[j], of = s->m;
    const double *H;

    if (s->more->B || s->touch) {
        for (zn_index r = 0; r < of; r++)
            zni_member_column(m, s, j, r, X + r * ld);
        return;
    }
    H = rows(m, s) + zni_lin_uo(s, j) * of;
    if (of == 3) { /* contacts and joints in space */
        turn_three_rows(n, H, X, ld);
        return;
    }
    if (of == 5) { /* hinges and sliders */
        for (zn_index d = 0; d < n; d++, H += 5) {
            X[d] = H[0];
            X[d + ld] = H[1];
            X[d + 2 * ld] = H[2];
            X[d + 3 * ld] = H[3];
            X[d + 4 * ld] = H[4];
        }
        return;
    }
    for (zn_index r = 0; r < of; r++, H++, X += ld)
        for (zn_index d = 0; d < n; d++)
            X[d] = H[d * of];
}

/* One part of X, n x m. */
static void make_part(zni_problem *p, zn_index k, const zni_part *part,
                      const zni_body *bodies, double X[])
{
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);
    const bool grouped = part->group >= 0;

    if (zni_part_reach(p, part)) {
        zni_reach_solve(p, k, part, bodies, X);
        return;
    }
    if (grouped || s->touch)
        memset(X, 0, (size_t)(part->n * s->m) * sizeof *X);
    for (zn_index j = 0; j < s->nds; j++)
        if (grouped ? m->side[j].group == part->group
                    : s->body[j] == part->body)
            write_input(m, s, j, X + m->side[j].goff, part->n);
    if (grouped)
        zni_group_solve(p, &p->group[part->group], bodies, s->m, X);
    else
        p->kind->solve(p, &bodies[part->body], s->m, X);
}

/* X holds; made again beside it. */
static zn_status check_X(zni_problem *p, zn_index k, const zni_body *bodies)
{
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);
    zn_status st = ZN_OK;

    for (zn_index i = 0; p->lins->recompute && !st && i < m->nparts; i++) {
        const zni_part part = zni_member_part(m, s, i);

        make_part(p, k, &part, bodies, p->lins->scratch);
        st = zni_lins_compare(p->lins, part.n * s->m, m->act->X + part.at, "X",
                              s->a->name);
    }
    return st;
}

static size_t bytes_of_X(const zni_member *m)
{
    return (size_t)zni_member_size_of_X(m) * sizeof *m->act->X;
}

/* Is X had by a few divisions by a diagonal W? */
static bool divides(const zni_problem *p, const zni_member *m, const zni_lin *s)
{
    if (s->m != ZNI_DIVIDED_ROWS || !p->bodies || !p->kind->matrix || s->more->B || m->more->mid || m->more->force ||
        s->touch || s->nds != m->nparts)
        return false;
    for (zn_index i = 0; i < m->nparts; i++) {
        const zni_part part = zni_member_part(m, s, i);
        const zni_body *b = &(*p->bodies)[part.body];
        const zn_pattern *pattern;
        const double *W;

        if (part.group >= 0 || part.n > ZNI_DIVIDED_MOST ||
            zni_part_reach(p, &part) || !b->osi->type->matrix ||
            zn_ds_bc_count(b->ds) || p->kind->matrix(p, b, &pattern, &W) ||
            pattern->shape != ZN_SHAPE_DIAGONAL ||
            (i > 0 && part.body == s->body[0]))
            return false;
    }
    return true;
}

const double *zni_part_diagonal(const zni_problem *p, const zni_part *part)
{
    const zn_pattern *pattern;
    const double *W = NULL;

    p->kind->matrix(p, &(*p->bodies)[part->body], &pattern, &W);
    return W;
}

zn_status zni_member_room(zni_problem *p, zn_index k)
{
    const zn_status st = zni_member_acts(p, k);
    zni_member *m = p->member[k];

    if (st || (!m->act->X && divides(p, m, zni_problem_lin(p, k))))
        return st;
    if (!m->act->X)
        m->act->X = zni_heap_take(&p->lins->heap, bytes_of_X(m));
    return m->act->X ? ZN_OK : ZN_ENOMEM;
}

void zni_member_drop_X(zni_problem *p, zn_index k)
{
    zni_member *m = zni_problem_member(p, k);

    if (!m->act)
        return;
    zni_heap_give(&p->lins->heap, m->act->X, bytes_of_X(m));
    m->act->X = NULL;
    m->act->made = 0;
}

zn_status zni_member_solve(zni_problem *p, zn_index k, const zni_body *bodies)
{
    zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);
    zni_version from = 0;
    zn_status st = m->act ? ZN_OK : zni_member_acts(p, k);

    if (st)
        return st;
    for (zn_index j = 0; j < s->nds; j++)
        from = zni_later(from, p->kind->W(p, &bodies[s->body[j]]));
    if (!m->act->X && zni_holds(m->act->made, from)) /* divisions by the same W */
        return ZN_OK;
    from = zni_later(from, s->more->B ? s->more->made_B : s->made);
    if (m->act->X && zni_holds(m->act->made, from))
        return check_X(p, k, bodies);
    st = m->act->X ? ZN_OK : zni_member_room(p, k);
    if (st)
        return st;
    for (zn_index i = 0; m->act->X && i < m->nparts; i++) {
        const zni_part part = zni_member_part(m, s, i);

        make_part(p, k, &part, bodies, m->act->X + part.at);
    }
    m->act->made = zni_problem_tick(p);
    return ZN_OK;
}

/* ---- products ------------------------------------------------------------------ */

/* u += (f lambda)'h / W, one of the unknowns below */
static inline void divide(const double f[3], const double *restrict H, const double *restrict W,
                          double *restrict u)
{
    *u += (f[0] * H[0] + f[1] * H[1] + f[2] * H[2]) / *W;
}

/* u += W^-1 H' (f lambda), three rows of n */
static void add_divided(zn_index n, const double *restrict H, const double *restrict W,
                        double f, const double lambda[], double *restrict u)
{
    const double g[3] = {f * lambda[0], f * lambda[1], f * lambda[2]};

    if (n == ZNI_BODY) {
        divide(g, H, W, u);
        divide(g, H + 3, W + 1, u + 1);
        divide(g, H + 6, W + 2, u + 2);
        divide(g, H + 9, W + 3, u + 3);
        divide(g, H + 12, W + 4, u + 4);
        divide(g, H + 15, W + 5, u + 5);
        return;
    }
    for (zn_index d = 0; d < n; d++)
        divide(g, H + 3 * d, W + d, u + d);
}

/* u += f B lambda of a rigid body, whose numbers stay in registers */
static void add_to_body(zn_index m, const double *restrict B, zn_index ld, double f,
                        const double lambda[], double *restrict u)
{
    zni_pair a, b, c, col;

    zni_take2(u, &a);
    zni_take2(u + 2, &b);
    zni_take2(u + 4, &c);
    for (zn_index r = 0; r < m; r++, B += ld) {
        const double x = f * lambda[r];

        if (x == 0)
            continue;
        zni_take2(B, &col);
        a += x * col;
        zni_take2(B + 2, &col);
        b += x * col;
        zni_take2(B + 4, &col);
        c += x * col;
    }
    zni_put2(&a, u);
    zni_put2(&b, u + 2);
    zni_put2(&c, u + 4);
}

/* u += f B lambda, B n x m with leading dimension ld */
static void add_columns(zn_index n, zn_index m, const double B[], zn_index ld,
                        double f, const double lambda[], double u[])
{
    if (n == 6) {
        add_to_body(m, B, ld, f, lambda, u);
        return;
    }
    for (zn_index r = 0; r < m; r++, B += ld) {
        const double x = f * lambda[r];

        if (x != 0)
            zni_add_scaled(n, x, B, u);
    }
}

/* The same to some unknowns of system j: n columns of B, and g. */
static void add_some(const zni_lin *s, zn_index j, zn_index n, const double g[],
                     double f, const double lambda[], double u[])
{
    for (zn_index d = 0; d < s->n[j]; d++) {
        const zn_index i = zni_lin_uo(s, j) + d;
        double sum = g ? g[i] : 0;

        for (zn_index r = 0; r < n; r++)
            sum += lambda[r] * s->more->B[i + r * zni_lin_nu(s)];
        u[zni_lin_unknown(s, j, d)] += f * sum;
    }
}

/* u += f (g + B lambda), B n x m with leading dimension ld. What is left of two large
 * terms is summed before the factor comes in. */
static void add_sums(zn_index n, zn_index m, const double g[], const double B[],
                     zn_index ld, double f, const double lambda[], double u[])
{
    for (zn_index d = 0; d < n; d++, B++) {
        double sum = g[d];

        for (zn_index r = 0; r < m; r++)
            sum += lambda[r] * B[r * ld];
        u[d] += f * sum;
    }
}

/* u += f H' lambda of system j, along these rows */
static inline void push(const zni_lin *s, const double rows[], zn_index j, double f,
                 const double lambda[], double u[])
{
    const double *H = rows + zni_lin_uo(s, j) * s->m;

    if (!s->touch) {
        zni_add_times_t(s->m, s->n[j], f, H, lambda, u);
        return;
    }
    for (zn_index d = 0; d < s->n[j]; d++, H += s->m) {
        double sum = 0;

        for (zn_index r = 0; r < s->m; r++)
            sum += lambda[r] * H[r];
        u[zni_lin_unknown(s, j, d)] += f * sum;
    }
}

void zni_lin_push(const zni_lin *s, zn_index j, double f, const double lambda[],
                  double u[])
{
    push(s, s->H, j, f, lambda, u);
}

void zni_member_push(const zni_member *m, const zni_lin *s, zn_index j, double f,
                     const double lambda[], double u[])
{
    if (s->more->B)
        add_some(s, j, s->m, NULL, f, lambda, u);
    else
        push(s, rows(m, s), j, f, lambda, u);
}

/* Row by row of systems; `known`: the factors are those that the matrix was made with. */
static inline void add_input(const zni_problem *p, zn_index k, const zni_body *bodies,
                             const zn_step *step, bool fixed, bool known, double u[])
{
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);
    const double *lam = p->lam + s->off;
    const double *g = zni_lin_varies(s)->b ? s->more->g : NULL;
    const zn_index n = fixed || m->values ? 0 : s->m;
    double row, f = 0;

    for (zn_index j = 0; j < s->nds; j++) {
        double *uj = u + bodies[s->body[j]].uoff;

        if (known)
            f = zni_member_col(m, j);
        else if (j == 0 || m->side[j].osi != m->side[0].osi)
            p->kind->factors(m, j, step, &row, &f);
        if (s->more->B && s->touch)
            add_some(s, j, n, g, f, lam, uj);
        else if (s->more->B && !g)
            add_columns(s->n[j], n, s->more->B + zni_lin_uo(s, j), zni_lin_nu(s), f,
                        lam, uj);
        else if (s->more->B)
            add_sums(s->n[j], n, g + zni_lin_uo(s, j), s->more->B + zni_lin_uo(s, j),
                     zni_lin_nu(s), f, lam, uj);
        else if (n)
            push(s, rows(m, s), j, f, lam, uj);
    }
}

void zni_member_input(const zni_problem *p, zn_index k, const zni_body *bodies,
                      const zn_step *step, bool fixed, double u[])
{
    add_input(p, k, bodies, step, fixed, false, u);
}

void zni_problem_input(const zni_problem *p, const zni_body *bodies, const zn_step *step, bool known,
                       double u[])
{
    for (zn_index k = 0; k < p->active.nact; k++)
        add_input(p, p->active.act[k], bodies, step, false, known, u);
}

static void increment(zni_problem *p, zn_index k, const zni_body *bodies,
                      double du[])
{
    const zni_member *m = zni_problem_member(p, k);
    const zni_lin *s = zni_problem_lin(p, k);

    for (zn_index i = 0; i < m->nparts; i++) {
        const zni_part part = zni_member_part(m, s, i);
        const zni_group *g = part.group < 0 ? NULL : &p->group[part.group];
        const zn_index count = g ? g->nbody : 1;

        if (zni_part_reach(p, &part)) {
            zni_reach_load(p, k, &part);
            continue;
        }
        if (!m->act->X) {
            add_divided(part.n, s->H + zni_lin_uo(s, i) * s->m,
                        zni_part_diagonal(p, &part), zni_member_col(m, i),
                        p->lam + s->off, du + bodies[part.body].uoff);
            continue;
        }
        for (zn_index l = 0; l < count; l++) {
            const zni_body *b = &bodies[g ? g->body[l] : part.body];
            const double *X = m->act->X + part.at + (g ? b->goff : 0);

            add_columns(b->n, s->m, X, part.n, zni_member_col(m, i), p->lam + s->off,
                        du + b->uoff);
        }
    }
}

void zni_problem_increment(zni_problem *p, const zni_body *bodies, double du[])
{
    for (zn_index k = 0; k < p->active.nact; k++)
        increment(p, p->active.act[k], bodies, du);
    zni_reach_increment(p, bodies, du);
}

/* Does it act on each of its systems by X and H of one or two rows, and by nothing else? */
static inline bool acts_plainly(const zni_problem *p, const zni_member *m, const zni_lin *s)
{
    return s->m <= 2 && m->act->X && m->nparts == s->nds && !s->more->B && !m->more->mid && !s->touch &&
           !m->values && !p->ngroup && !p->reach;
}

/* Both of one row and a system. */
static inline void act_along(zn_index n, double f, const double *restrict X,
                             const double *restrict H, double lambda, double *restrict du,
                             double *restrict input)
{
    const double x = f * lambda;

    for (zn_index d = 0; d < n; d++) {
        du[d] += x * X[d];
        input[d] += f * (lambda * H[d]);
    }
}

/* Of two rows: contacts in the plane. */
static inline void act_in_plane(zn_index n, double f, const double *restrict X,
                                const double *restrict H, const double lambda[],
                                double *restrict du, double *restrict input)
{
    const double a = lambda[0], b = lambda[1], x = f * a, y = f * b;

    for (zn_index d = 0; d < n; d++, H += 2) {
        du[d] = du[d] + x * X[d] + y * X[d + n];
        input[d] += f * (0 + a * H[0] + b * H[1]);
    }
}

/* Both of such a one. */
static inline void act_plainly(const zni_member *m, const zni_lin *s, const zni_body *bodies,
                               const double lambda[], double du[], double input[])
{
    const double *X = m->act->X, *H = s->H;

    for (zn_index j = 0; j < s->nds; j++) {
        const zn_index at = bodies[s->body[j]].uoff, n = s->n[j];
        const double f = zni_member_col(m, j);

        if (s->m == 1)
            act_along(n, f, X, H, *lambda, du + at, input + at);
        else
            act_in_plane(n, f, X, H, lambda, du + at, input + at);
        X += n * s->m;
        H += n * s->m;
    }
}

void zni_problem_act(zni_problem *p, const zni_body *bodies,
                     const zn_step *step, double du[], double input[])
{
    for (zn_index k = 0; k < p->active.nact; k++) {
        const zn_index place = p->active.act[k];
        const zni_member *m = zni_problem_member(p, place);
        const zni_lin *s = zni_problem_lin(p, place);

        if (acts_plainly(p, m, s)) {
            act_plainly(m, s, bodies, p->lam + s->off, du, input);
            continue;
        }
        increment(p, place, bodies, du);
        add_input(p, place, bodies, step, false, true, input);
    }
    zni_reach_increment(p, bodies, du);
}

/* g, or H' lambda, at t_k into `out` */
static zn_status input_before(zni_problem *p, zni_lin *s, double t,
                              const double lambda[], double out[])
{
    zn_status st;

    if (s->more->g)
        return zni_lin_where(s,
                             zni_lin_class(s)->input(s->a->relation, zni_interaction_data(s->a),
                                                     t, s->q, lambda, out));
    st = zni_lin_C(p->lins, s, t, lambda);
    for (zn_index k = 0; !st && k < zni_lin_nu(s); k++) {
        out[k] = 0;
        for (zn_index r = 0; r < s->m; r++)
            out[k] += s->H[r + k * s->m] * lambda[r];
    }
    return st;
}

zn_status zni_member_old_input(zni_problem *p, zn_index k,
                               const zni_body *bodies, const zn_step *step,
                               double u[])
{
    const zni_member *m = zni_problem_member(p, k);
    zni_lin *s = zni_problem_lin(p, k);
    double f[2] = {0, 0}, *rate = p->lins->rate;
    zn_status st;

    for (zn_index j = 0; j < s->nds; j++)
        if (m->side[j].osi->type->old_factor)
            f[j] = m->side[j].osi->type->old_factor(m->side[j].osi->state, step,
                                                    m->level);
    if (f[0] == 0 && f[1] == 0)
        return ZN_OK;
    zni_lin_gather(s, step->state, s->q);
    zni_lin_moved(p->lins, s, step->t);
    st = input_before(p, s, step->t, step->state->lambda[m->level] + s->off,
                      rate);
    for (zn_index j = 0; !st && j < s->nds; j++)
        for (zn_index d = 0; d < s->n[j]; d++)
            u[bodies[s->body[j]].uoff + zni_lin_unknown(s, j, d)] +=
                f[j] * rate[zni_lin_uo(s, j) + d];
    return st;
}
