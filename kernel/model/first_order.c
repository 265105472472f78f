/* first_order.c - first-order systems given by functions
 *     M(t,x) x' = f(t,x) + input(t,x,u) + control(t,x,x') + r
 * u is held from one sampling of a controller to the next; control is T(x) u(t,x,x'),
 * a law of control that acts at every instant, as one function.
 * M may be singular: its empty rows are algebraic equations.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"
#include "kernel/model/model.h"

#include <string.h>

enum { MASS, FIELD, FIELD_X, INPUT, INPUT_X, CONTROL, CONTROL_X, CONTROL_XDOT };

static const zn_slot slots[] = {
    [MASS] = {"M", "S3", 'x', 'x', true, "M(t,x); absent: identity"},
    [FIELD] = {"f", "S3", 'x', '1', true, "f(t,x)"},
    [FIELD_X] = {"jac_f_x", "S3", 'x', 'x', true, "df/dx"},
    [INPUT] = {"input", "S19", 'x', '1', true, "input(t,x,u); absent: zero"},
    [INPUT_X] = {"jac_input_x", "S19", 'x', 'x', true, "dinput/dx"},
    [CONTROL] = {"control", "S6", 'x', '1', true,
                 "control(t,x,x'), T(x) u(t,x,x'); absent: zero"},
    [CONTROL_X] = {"jac_control_x", "S6", 'x', 'x', true, "dcontrol/dx"},
    [CONTROL_XDOT] = {"jac_control_xdot", "S6", 'x', 'x', true, "dcontrol/dx'"},
    {0},
};

typedef struct first_order {
    zni_rooms rooms; /* for differences, and for the second of two terms */
    atomic_uint said;
} first_order;

/* One of the terms f and input at a time, for differences */
typedef struct instant {
    const zn_ds *ds;
    int term;
    double t;
} instant;

static zn_operator_mode mode(const zn_ds *ds, int i)
{
    return ds->ops[i].mode;
}

static bool has(const zn_ds *ds, int i)
{
    return mode(ds, i) != ZN_OPERATOR_ABSENT;
}

static bool moves(const zn_ds *ds, int i)
{
    return mode(ds, i) == ZN_OPERATOR_FUNCTION;
}

static zn_status lhs(const zn_ds *ds, double t, const double x[], double M[])
{
    const zn_index n = ds->nx;

    if (has(ds, MASS))
        return zni_call_s3(&ds->ops[MASS], t, n, x, M);
    memset(M, 0, (size_t)(n * n) * sizeof *M);
    for (zn_index i = 0; i < n; i++)
        M[i + i * n] = 1;
    return ZN_OK;
}

static zn_status term(const zn_ds *ds, int i, double t, const double x[],
                      double out[])
{
    return i < INPUT ? zni_call_s3(&ds->ops[i], t, ds->nx, x, out)
                     : zni_call_s19(&ds->ops[i], t, ds->nx, x, out);
}

static zn_status term_at(const void *data, const double x[], double out[])
{
    const instant *at = data;

    return term(at->ds, at->term, at->t, x, out);
}

/* dterm/dx, given or by differences */
static zn_status term_jac(const zn_ds *ds, int i, double t, const double x[],
                          double A[])
{
    const first_order *s = zni_ds_state(ds);
    const instant at = {ds, i, t};

    if (has(ds, i + 1) || !moves(ds, i))
        return term(ds, i + 1, t, x, A);
    return zni_difference(ds->owner.ctx, &s->rooms, term_at, &at, ds->nx, x,
                          ds->nx, A);
}

/* out += the term of the input, n values of it */
static zn_status
add_input(const zn_ds *ds, double t, const double x[], zn_index n,
          zn_status (*of)(const zn_ds *, int, double, const double *, double *),
          double out[])
{
    zni_room room;
    zn_status st = zni_room_enter(
        ds->owner.ctx, &((const first_order *)zni_ds_state(ds))->rooms, &room);

    if (!st)
        st = of(ds, INPUT, t, x, room.at);
    for (zn_index i = 0; !st && i < n; i++)
        out[i] += room.at[i];
    zni_room_leave(&room);
    return st;
}

static zn_status field(const zn_ds *ds, double t, const double x[], double f[])
{
    const zn_status st = term(ds, FIELD, t, x, f);

    return st || !has(ds, INPUT) ? st : add_input(ds, t, x, ds->nx, term, f);
}

static zn_status field_jac(const zn_ds *ds, double t, const double x[],
                           double A[])
{
    const zn_status st = term_jac(ds, FIELD, t, x, A);

    return st || !has(ds, INPUT)
               ? st
               : add_input(ds, t, x, (zn_index)ds->nx * ds->nx, term_jac, A);
}

/* ---- control(t,x,x') ---------------------------------------------------------- */

/* It as a function of x, or of x', the other one given, for differences. */
typedef struct rate_instant {
    const zn_ds *ds;
    double t;
    const double *x, *xdot; /* one of them NULL: that which moves */
} rate_instant;

static zn_status rate_at(const void *data, const double moving[], double out[])
{
    const rate_instant *at = data;

    return zni_call_s6(&at->ds->ops[CONTROL], at->t, at->ds->nx,
                       at->x ? at->x : moving, at->xdot ? at->xdot : moving,
                       out);
}

static zn_status rate(const zn_ds *ds, double t, const double x[],
                      const double xdot[], double w[])
{
    return zni_call_s6(&ds->ops[CONTROL], t, ds->nx, x, xdot, w);
}

static zn_status rate_jac(const zn_ds *ds, double t, const double x[],
                          const double xdot[], double Wx[], double Wd[])
{
    const first_order *s = zni_ds_state(ds);
    const zn_index n = ds->nx;
    const rate_instant by_x = {ds, t, NULL, xdot}, by_rate = {ds, t, x, NULL};
    const bool constant = !moves(ds, CONTROL);
    zn_status st = has(ds, CONTROL_X) || constant
                       ? zni_call_s6(&ds->ops[CONTROL_X], t, n, x, xdot, Wx)
                       : zni_difference(ds->owner.ctx, &s->rooms, rate_at,
                                        &by_x, n, x, n, Wx);

    if (st)
        return st;
    return has(ds, CONTROL_XDOT) || constant
               ? zni_call_s6(&ds->ops[CONTROL_XDOT], t, n, x, xdot, Wd)
               : zni_difference(ds->owner.ctx, &s->rooms, rate_at, &by_rate, n,
                                xdot, n, Wd);
}

static zn_status seal(zn_ds *ds, zn_findings *f)
{
    first_order *s = zni_ds_state(ds);
    const zn_index n = ds->nx;
    unsigned missing = 0;

    if (!has(ds, FIELD) && !has(ds, INPUT) && !has(ds, CONTROL))
        zn_findings_add(f, "system '%s': f is not given", ds->owner.name);
    for (int i = FIELD; i <= INPUT; i += INPUT - FIELD)
        if (moves(ds, i) && !has(ds, i + 1))
            missing |= 1u << (i + 1);
    for (int i = CONTROL_X; i <= CONTROL_XDOT; i++)
        if (moves(ds, CONTROL) && !has(ds, i))
            missing |= 1u << i;
    if (missing)
        zni_say_differences(&ds->owner, slots, missing, &s->said);
    return zni_rooms_reserve(ds->owner.ctx, &s->rooms, 2,
                             n > 2 ? n * n : 2 * n);
}

/* What df/dx or dinput/dx varies with; a constant one says that its term is
 * affine. */
static zn_vary slope(const zn_ds *ds, int i)
{
    return moves(ds, i) ? zni_jacobian_vary(&ds->ops[i + 1],
                                            ZN_WITH_TIME | ZN_WITH_STATE)
                        : ZN_ZERO;
}

static void varies(const zn_ds *ds, zn_ds_variability *out)
{
    const zn_vary both = ZN_WITH_TIME | ZN_WITH_STATE;

    out->M = has(ds, MASS) ? zni_operator_vary(&ds->ops[MASS], both)
                           : (zn_vary)ZN_CONSTANT;
    out->F =
        zni_operator_vary(&ds->ops[FIELD], both) |
        zni_operator_vary(&ds->ops[INPUT], both | ZN_WITH_PARAMETERS);
    out->J = slope(ds, FIELD) | slope(ds, INPUT);
    out->rate = zni_operator_vary(&ds->ops[CONTROL], both);
}

static void fini(zn_ds *ds)
{
    zni_rooms_fini(ds->owner.ctx, &((first_order *)zni_ds_state(ds))->rooms);
}

const zn_ds_type zni_ds_first_order = {
    .type = {.size = sizeof zni_ds_first_order,
             .kind = ZN_KIND_DS,
             .name = "first-order",
             .summary =
                 "M(t,x) x' = f(t,x) + input(t,x,u) + control(t,x,x') + r",
             .state_size = sizeof(first_order)},
    .family = ZN_FIRST_ORDER,
    .slots = slots,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .lhs = lhs,
    .field = field,
    .field_jac = field_jac,
    .rate = rate,
    .rate_jac = rate_jac,
};
