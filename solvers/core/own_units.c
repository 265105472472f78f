/* own_units.c - a problem in units of its own, before any method sees it
 * SPDX-License-Identifier: Apache-2.0 */
#include "host.h"

#include <string.h>

#include "monitor.h"
#include "short.h"
#include "solver_type.h"

/* Vectors of n numbers that a problem in its own units needs: z, w, their units, the starting point, a result that is
 * kept, up to five vectors of data, and two for the search for units of rows */
enum { OWN_VECTORS = 14 };

static bool has_own(const zn_problem_type *p)
{
    return ZN_HAS(zn_problem_type, p, own_size) && p->own_size > 0 && p->own_room;
}

static zn_status reserve_own(zn_solver *s, zn_index numbers)
{
    zn_status st =
        zn_grow(s->ctx, &s->own, &s->cap_own, (zn_index)s->problem->own_size, 1);

    return st ? st
              : zn_grow(s->ctx, &s->room, &s->cap_room, numbers,
                        sizeof *s->room);
}

zn_status zni_own_units_reserve(zn_solver *s, zn_index n, zn_index nnz)
{
    return has_own(s->problem) ? reserve_own(s, OWN_VECTORS * n + nnz) : ZN_OK;
}

static bool proved(const zn_solve_info *info)
{
    return info->outcome == ZN_INFEASIBLE || info->outcome == ZN_RAY;
}

/* Arrays of a problem in its own units, all in s->room */
typedef struct rooms {
    double *z, *zu, *w, *wu, *start, *kept, *rest;
} rooms;

/* (z, w) in the own units, in o->z and o->w. Units are powers of two, so all bits stay as they are. */
static void into_own(const rooms *o, zn_index nz, zn_index nw, const double z[], const double w[])
{
    for (zn_index i = 0; i < nz; i++)
        o->z[i] = z[i] / o->zu[i];
    for (zn_index i = 0; i < nw; i++)
        o->w[i] = w[i] / o->wu[i];
}

/* Run the method on the problem in its own units. z and w are converted before and after; as units are powers of two,
 * their bits stay as they are. */
static zn_status in_own(zn_solver *s, const void *p, const rooms *o, double z[], double w[],
                        zn_monitor *mon, zn_solve_info *info)
{
    const zn_problem_type *class = s->problem;
    const zn_index nz = class->nz(p), nw = class->nw(p);
    zn_status st;

    into_own(o, nz, nw, z, w);
    st = s->type->solve(s->state, s->ctx, s->own, o->z, o->w, mon, info);
    bool proof = st == ZN_UNSOLVED && class->own_proof && proved(info);
    for (zn_index i = 0; i < nz; i++)
        z[i] = proof ? o->z[i] : o->zu[i] * o->z[i];
    for (zn_index i = 0; i < nw; i++)
        w[i] = proof ? o->w[i] : o->wu[i] * o->w[i];
    if (proof)
        class->own_proof(p, s->own, info->outcome, z, w);
    return st;
}

/* The same with one unit for the whole problem, unless it has that already */
static zn_status as_whole(zn_solver *s, const void *p, const rooms *o, double z[], double w[],
                          zn_monitor *mon, zn_solve_info *info)
{
    memset(s->own, 0, s->problem->own_size);
    return s->problem->own && s->problem->own(p, s->own, o->rest, o->zu, o->wu)
               ? in_own(s, p, o, z, w, mon, info)
               : s->type->solve(s->state, s->ctx, p, z, w, mon, info);
}

/* Is the result with one unit for the whole problem final, that is a failure that has nothing to do with units, an
 * interruption, or a proof? Or are units of rows not wanted? A class that has no unit for the whole problem measures
 * the errors of rows separately, so its solutions are final. */
static bool final(const zn_solver *s, zn_status st, const zn_monitor *mon, const zn_solve_info *info)
{
    return (s->rows && !*s->rows) || (!st && !s->problem->own) || (st < 0 && st != ZN_ESINGULAR) ||
           (mon && (mon->stop || zni_stopped(mon))) ||
           (st > 0 && s->problem->own_proof && proved(info));
}

/* After as_whole, which returned st: if rows differ much in magnitude and (z, w) is no solution in units of each row,
 * run the method again from the starting point in these units. Its result is taken only if it is a solution in the
 * given units, or a proof; otherwise (z, w) and st stay. */
static zn_status in_rows(zn_solver *s, const void *p, const rooms *o, zn_status st, double tol,
                         double z[], double w[], zn_monitor *mon, zn_solve_info *info)
{
    const zn_problem_type *class = s->problem;
    const zn_index nz = class->nz(p), nw = class->nw(p);
    const zn_solve_info before = *info;
    zn_status rows;

    memset(s->own, 0, class->own_size);
    if (final(s, st, mon, info) || !class->own_rows(p, s->own, o->rest, o->zu, o->wu))
        return st;
    into_own(o, nz, nw, z, w);
    if (!st && class->error(s->own, o->z, o->w, s->work) <= tol)
        return st;
    zni_copy(nz, z, o->kept);
    zni_copy(nw, w, o->kept + nz);
    zni_copy(nz, o->start, z);
    *info = (zn_solve_info){.solver = s->type->type.name};
    rows = in_own(s, p, o, z, w, mon, info);
    info->iterations += before.iterations;
    if (rows == ZN_ENOMEM || (rows >= 0 && (class->error(p, z, w, s->work) <= tol ||
                                            (rows > 0 && class->own_proof && proved(info)))))
        return rows;
    zni_copy(nz, o->kept, z);
    zni_copy(nw, o->kept + nz, w);
    info->outcome = before.outcome;
    info->solver = before.solver;
    return st;
}

zn_status zni_own_units_run(zn_solver *s, const void *p, double tol, double z[], double w[],
                            zn_monitor *mon, zn_solve_info *info)
{
    const zn_problem_type *class = s->problem;
    const zn_index nz = class->nz(p), nw = class->nw(p);
    zn_status st;

    if (!has_own(class))
        return s->type->solve(s->state, s->ctx, p, z, w, mon, info);
    st = reserve_own(s, 4 * nz + 3 * nw + class->own_room(p));
    if (st)
        return st;
    rooms o = {.z = s->room};

    o.zu = o.z + nz;
    o.start = o.zu + nz;
    o.w = o.start + nz;
    o.wu = o.w + nw;
    o.kept = o.wu + nw;
    o.rest = o.kept + nz + nw;
    if (!ZN_HAS(zn_problem_type, class, own_rows) || !class->own_rows)
        return as_whole(s, p, &o, z, w, mon, info);
    zni_copy(nz, z, o.start);
    st = as_whole(s, p, &o, z, w, mon, info);
    return in_rows(s, p, &o, st, tol, z, w, mon, info);
}
