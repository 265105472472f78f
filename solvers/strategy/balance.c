/* balance.c - a problem that nothing has solved once more, its rows in units of their own
 * SPDX-License-Identifier: Apache-2.0 */
#include "balance.h"

#include <math.h>
#include <string.h>

#include "../core/room.h"
#include "../linalg/octave.h"
#include "../linalg/units.h"

/* Units of rows further apart than this are worth it: of those nearer nothing is lost. */
static const double APART = 16;

/* of (z, w): units, those of the other problem, those of this one, work of the measure */
enum { ARRAYS = 4 };

/* The measure weighs rows otherwise there: how often the tolerance is made smaller, and to what. */
enum { ROUNDS = 3 };
static const double LEAST = 1e-15;

bool zni_balance_suits(const zni_turn *t)
{
    return t->of->balance->wanted && t->of->nw <= ZNI_BALANCED &&
           t->info->outcome != ZN_TIME_LIMIT;
}

static zn_status begin(zni_balance *s, zn_ctx *ctx, zn_index nz, zn_index nw, zn_index more)
{
    const zn_index own = ARRAYS * (nz + nw);
    const zn_status st = zni_room(ctx, &s->v, &s->cap_v, own + more, sizeof *s->v);

    if (st)
        return st;
    s->zu = s->v;
    s->wu = s->zu + nz;
    s->more = s->v + own;
    return ZN_OK;
}

/* the solver, with the first problem that asks for it */
static zn_status solver(zni_balance *s, zn_ctx *ctx, const char *name)
{
    const zn_status st = s->inner ? ZN_OK : zn_solver_new(ctx, name, "auto", &s->inner);

    return st ? st : zn_solver_set(s->inner, "balance", "no");
}

zn_status zni_balance_reserve(zni_balance *s, zn_ctx *ctx, const char *name, zn_index nz, zn_index nw,
                              zn_index more)
{
    zn_status st;

    if (!s->wanted)
        return ZN_OK;
    st = begin(s, ctx, nz, nw, more);
    if (!st)
        st = solver(s, ctx, name);
    return st ? st : zn_solver_reserve(s->inner, nz, nz * nz);
}

void zni_balance_fini(zni_balance *s, zn_ctx *ctx)
{
    zn_solver_free(s->inner);
    zn_free_array(ctx, s->v);
}

/* c (n): units of columns, powers of two, such that c_i^2 M_ii is near 1 in the unit of M; of a
 * column without such an entry such that it has none beyond 1, or q_i if it has none at all. M full. */
static void units(zn_index n, const double M[], const double q[], double c[])
{
    const double unit = zni_unit(zni_largest(M, n * n)), unit_q = zni_unit(zni_largest(q, n));

    for (zn_index i = 0; i < n; i++) {
        const double own = fabs(M[i * (n + 1)]) / unit;

        c[i] = own > 0 ? 1 / zni_root_octave(own) : 0;
    }
    for (zn_index j = 0; j < n; j++) {
        double most = 0;

        if (M[j * (n + 1)] != 0)
            continue;
        for (zn_index i = 0; i < n; i++)
            if (M[i * (n + 1)] != 0)
                most = fmax(most, fabs(M[i + j * n]) / unit * c[i]);
        if (most == 0)
            most = fabs(q[j]) / unit_q;
        c[j] = most > 0 ? 1 / zni_octave(most) : 1;
    }
}

/* the smallest of those from start[k] on for all of them */
static void together(zn_index sets, const zn_index start[], double c[])
{
    for (zn_index k = 0; k < sets; k++) {
        double least = INFINITY;

        for (zn_index i = start[k]; i < start[k + 1]; i++)
            least = fmin(least, c[i]);
        for (zn_index i = start[k]; i < start[k + 1]; i++)
            c[i] = least;
    }
}

/* Are some many times others? */
static bool apart(zn_index n, const double c[])
{
    double least = INFINITY, most = 0;

    for (zn_index i = 0; i < n; i++) {
        least = fmin(least, c[i]);
        most = fmax(most, c[i]);
    }
    return most > APART * least;
}

zn_status zni_balance_affine(zni_turn *t, const zn_matrix *P, const double q[], zn_index sets,
                             const zn_index start[], zn_index more)
{
    zni_balance *s = t->of->balance;
    const zn_index n = P->rows;
    const zn_status st = begin(s, t->ctx, t->of->nz, t->of->nw, n * n + n + more);

    if (st)
        return st;
    double *c = s->zu, *own_q = s->more + n * n;

    zn_matrix_to_dense(P, s->more);
    units(n, s->more, q, c);
    together(sets, start, c);
    if (!apart(n, c))
        return ZN_UNSOLVED;
    for (zn_index j = 0; j < n; j++) {
        for (zn_index i = 0; i < n; i++)
            s->more[i + j * n] = c[i] * s->more[i + j * n] * c[j];
        own_q[j] = c[j] * q[j];
        s->wu[j] = 1 / c[j];
    }
    return ZN_OK;
}

/* z and w of p, in `to`, from those of the other; their error */
static double back(const zni_balance *s, const zn_problem_type *type, const void *p,
                   zn_index size, const double from[], double to[], double work[])
{
    for (zn_index i = 0; i < size; i++)
        to[i] = s->zu[i] * from[i]; /* wu is behind it */
    return type->error(p, to, to + type->nz(p), work);
}

/* That the other one has no solution, as it is shown, shows it of this one: weights of rows are in
 * units of w, and directions and what they do to rows in the inverse. */
static void show(zni_turn *t, zn_outcome outcome, const double from[])
{
    const double *wu = t->of->balance->wu;

    if (t->of->proofs != ZNI_SHOWN || (outcome != ZN_INFEASIBLE && outcome != ZN_RAY))
        return;
    for (zn_index i = 0; i < t->of->nw; i++)
        t->w[i] = outcome == ZN_RAY ? from[i] / wu[i] : from[i] * wu[i];
    t->info->outcome = outcome;
}

zn_status zni_balance_run(zni_turn *t, const void *other)
{
    zni_balance *s = t->of->balance;
    const zn_problem_type *type = t->of->class;
    const zn_index nz = t->of->nz, size = nz + t->of->nw;
    const double tol = t->of->tol;
    double *x = s->v + size, *found = x + size, *work = found + size, asked = tol;
    zn_solve_info of = {0}, *info = t->info;
    const zn_status made = solver(s, t->ctx, type->type.name);

    if (made)
        return made;
    memset(x, 0, (size_t)size * sizeof *x);
    for (int round = 0; round < ROUNDS && asked >= LEAST; round++) {
        zn_status inner = zn_solver_set_real(s->inner, "tol", asked);
        double err;

        of.iterations = 0;
        if (!inner)
            inner = zn_solver_solve_inner(s->inner, other, x, x + nz, t->mon, &of);
        if (inner < 0)
            return inner;
        info->iterations += of.iterations;
        err = back(s, type, t->problem, size, x, found, work);
        if (err <= tol) {
            memcpy(t->z, found, (size_t)nz * sizeof *x);
            memcpy(t->w, found + nz, (size_t)(size - nz) * sizeof *x);
            info->outcome = ZN_SOLVED;
            info->solver = of.solver;
            info->error = err;
            return ZN_OK;
        }
        if (inner > 0)
            show(t, of.outcome, x + nz);
        if (inner || !(err < INFINITY))
            break;
        asked *= 0.1 * tol / err;
    }
    return ZN_UNSOLVED;
}
