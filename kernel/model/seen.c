/* seen.c - relations that see few of the unknowns of large systems
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/seen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Does that letter of a slot count unknowns of the systems? */
static bool unknowns(char letter)
{
    return letter == 'q' || letter == 'x';
}

/* ---- which they are ---------------------------------------------------------- */

/* Of a function, given or found by differences; where constants are zero tells nothing. */
static const zn_pattern *declared(const zn_operator *op)
{
    return op->mode == ZN_OPERATOR_FUNCTION || op->mode == ZN_OPERATOR_ABSENT
               ? zni_operator_declared(op)
               : NULL;
}

/* Entries of one column, as they are marked. */
typedef struct marking {
    unsigned char *is; /* nq */
    zn_index column;
    bool rows, columns;
} marking;

static void mark(void *user, zn_index row, zn_index at)
{
    const marking *m = user;

    (void)at;
    if (m->rows)
        m->is[row] = 1;
    if (m->columns)
        m->is[m->column] = 1;
}

static void mark_operator(const zn_operator *op, unsigned char is[])
{
    const zn_slot *slot = zni_operator_slot(op);
    const zn_pattern *a = declared(op);
    marking m = {.is = is,
                 .rows = unknowns(slot->rows),
                 .columns = unknowns(slot->cols)};

    for (; a && m.column < a->cols; m.column++)
        zn_pattern_column(a, m.column, &m, mark);
}

/* Numbers that one call gives at most. */
static zn_index most(const zn_relation *r)
{
    zn_index n = 0;

    for (zn_index i = 0; i < r->nops; i++) {
        const zn_operator *op = &r->ops[i];
        const bool called = op->mode == ZN_OPERATOR_FUNCTION ||
                            zni_operator_slot(op)->cols == '1';

        if (called && zni_operator_count(op) > n)
            n = zni_operator_count(op);
    }
    return n;
}

/* Relations of a model share the rooms: a call takes one for a moment. */
static zn_status reserve(const zn_relation *r)
{
    zni_wide *w = &r->model->wide;
    const zn_index values = most(r);

    w->q = r->nq > w->q ? r->nq : w->q;
    w->values = values > w->values ? values : w->values;
    return zni_rooms_reserve(r->ctx, &w->rooms, 2, 1 + 2 * w->q + w->values);
}

static zn_status list(zn_relation *r, const unsigned char is[])
{
    zn_index n = 0;

    for (zn_index d = 0; d < r->nq; d++)
        n += is[d];
    r->seen = zn_alloc(r->ctx, 1, sizeof *r->seen + (size_t)n * sizeof *r->seen->at);
    if (!r->seen)
        return ZN_ENOMEM;
    for (zn_index d = 0; d < r->nq; d++)
        if (is[d])
            r->seen->at[r->seen->n++] = d;
    return reserve(r);
}

static zn_status make(zn_relation *r)
{
    unsigned char *is = zn_alloc(r->ctx, r->nq, 1);
    zn_status st;

    if (!is)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < r->nops; i++)
        mark_operator(&r->ops[i], is);
    st = list(r, is);
    zn_free_array(r->ctx, is);
    return st;
}

void zni_seen_drop(zn_relation *r)
{
    zn_free_array(r->ctx, r->seen);
    r->seen = NULL;
}

void zni_seen_fini(zn_model *m)
{
    zni_rooms_fini(m->ctx, &m->wide.rooms);
}

zn_status zni_seen_find(zn_relation *r, zn_findings *f)
{
    bool some = false;
    zn_status st;

    zni_seen_drop(r);
    for (zn_index i = 0; i < r->nops; i++)
        some = some || declared(&r->ops[i]);
    if (!some)
        return ZN_OK;
    st = make(r);
    if (st)
        zni_seen_drop(r);
    else if (r->seen->n == 0)
        zn_findings_add(f,
                        "relation '%s': the patterns of its Jacobians have no "
                        "entry, so it sees nothing",
                        r->name);
    return st;
}

/* ---- a call ------------------------------------------------------------------ */

/* The number of an unknown among those that are seen, or -1. */
static zn_index number(const zni_seen *s, zn_index unknown)
{
    zn_index low = 0, high = s->n;

    while (low < high) {
        const zn_index mid = (low + high) / 2;

        if (s->at[mid] < unknown)
            low = mid + 1;
        else
            high = mid;
    }
    return low < s->n && s->at[low] == unknown ? low : -1;
}

static void widen(const zni_seen *s, const double x[], double out[])
{
    for (zn_index k = 0; k < s->n; k++)
        out[s->at[k]] = x[k];
}

/* NaN is where nothing is seen: a function that looks there all the same gives itself away. It
 * stays there from call to call: a room that is new has zeros, and one on the stack whatever
 * was there before. */
static void prepare(const zn_relation *r, const zni_room *room)
{
    if (room->at != room->few && room->at[0] != 0)
        return;
    room->at[0] = 1;
    for (zn_index d = 0; d < 2 * r->model->wide.q; d++)
        room->at[1 + d] = (double)NAN;
}

static void forget(const zni_seen *s, double out[])
{
    for (zn_index k = 0; k < s->n; k++)
        out[s->at[k]] = (double)NAN;
}

/* Values of one column, on their way. */
typedef struct taking {
    const zni_seen *seen;
    const double *x;
    double *out;      /* of this column; NULL: it is not seen */
    bool rows;        /* are unknowns */
    zn_index column, bad_row, bad_column;
    double bad;       /* a value where nothing is seen */
} taking;

static void take(void *user, zn_index row, zn_index at)
{
    taking *t = user;
    const zn_index to = t->rows ? number(t->seen, row) : row;

    if (t->out && to >= 0) {
        t->out[to] = t->x[at];
    } else if (t->x[at] != 0 && t->bad == 0) {
        t->bad = t->x[at];
        t->bad_row = row;
        t->bad_column = t->column;
    }
}

static zn_status beside(const zn_relation *r, const zn_operator *op, const taking *t)
{
    const zn_slot *slot = zni_operator_slot(op);
    const bool vector = slot->cols == '1';
    char where[64];

    if (vector)
        snprintf(where, sizeof where, "component %td", t->bad_row);
    else
        snprintf(where, sizeof where, "component (%td, %td)", t->bad_row, t->bad_column);
    return zn_fail(r->ctx, ZN_EUSER,
                   "%s of relation '%s' (%s): %s is %g, where the patterns of its "
                   "Jacobians leave the unknown out: declare it there (zn_relation_set_pattern)",
                   slot->name, r->name, zn_operator_origin(op), where, t->bad);
}

/* What belongs to seen unknowns, of values in their pattern. */
static zn_status narrow(const zn_relation *r, const zn_operator *op, const double x[], double out[])
{
    const zn_slot *slot = zni_operator_slot(op);
    const zn_pattern a = zn_operator_pattern(op);
    const bool columns = unknowns(slot->cols);
    taking t = {.seen = r->seen, .x = x, .rows = unknowns(slot->rows)};
    const zn_index m = t.rows ? r->seen->n : a.rows, n = columns ? r->seen->n : a.cols;

    memset(out, 0, (size_t)(m * n) * sizeof *out);
    if (columns && declared(op)) { /* it has no others */
        for (zn_index k = 0; k < n; k++) {
            t.column = r->seen->at[k];
            t.out = out + k * m;
            zn_pattern_column(&a, t.column, &t, take);
        }
        return t.bad != 0 ? beside(r, op, &t) : ZN_OK;
    }
    for (; t.column < a.cols; t.column++) {
        const zn_index k = columns ? number(r->seen, t.column) : t.column;

        t.out = k < 0 ? NULL : out + k * m;
        zn_pattern_column(&a, t.column, &t, take);
    }
    return t.bad != 0 ? beside(r, op, &t) : ZN_OK;
}

static zn_status call_whole(const zn_relation *r, int i, double t,
                            const double q[], const double v[],
                            const double lambda[], zni_whole_call *call,
                            double work[], double out[])
{
    const zn_slot *slot = zni_operator_slot(&r->ops[i]);
    const bool same = !unknowns(slot->rows) && !unknowns(slot->cols);
    double *Q = work, *V = Q + r->model->wide.q, *values = V + r->model->wide.q;
    zn_status st;

    widen(r->seen, q, Q);
    if (v)
        widen(r->seen, v, V);
    st = call(r, i, t, Q, v ? V : NULL, lambda, same ? out : values);
    forget(r->seen, Q);
    forget(r->seen, V);
    if (st == ZN_EDOM)
        return zn_note(r->ctx, st,
                       "what the patterns of its Jacobians leave out is NaN to "
                       "relation '%s'", r->name);
    return st || same ? st : narrow(r, &r->ops[i], values, out);
}

zn_status zni_seen_call(const zn_relation *r, int i, double t, const double q[],
                        const double v[], const double lambda[],
                        zni_whole_call *call, double out[])
{
    zni_room room;
    zn_status st;

    if (r->ops[i].mode != ZN_OPERATOR_FUNCTION && r->ops[i].mode != ZN_OPERATOR_ABSENT &&
        zni_operator_slot(&r->ops[i])->cols != '1')
        return narrow(r, &r->ops[i], r->ops[i].value, out);
    st = zni_room_enter(r->ctx, &r->model->wide.rooms, &room);
    if (!st) {
        prepare(r, &room);
        st = call_whole(r, i, t, q, v, lambda, call, room.at + 1, out);
    }
    zni_room_leave(&room);
    return st;
}
