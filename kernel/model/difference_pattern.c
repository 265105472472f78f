/* difference_pattern.c - derivatives by finite differences, in a pattern
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"

#include <string.h>

/* ---- colours ---------------------------------------------------------------- */

/* The columns of each row: lists of what zn_pattern_column gives. */
typedef struct rows {
    zn_index *p, *col;
    zn_index j;
} rows;

static void count(void *user, zn_index row, zn_index at)
{
    rows *r = user;

    (void)at;
    r->p[row + 1]++;
}

static void place(void *user, zn_index row, zn_index at)
{
    rows *r = user;

    (void)at;
    r->col[r->p[row]++] = r->j;
}

static zn_status transpose(zn_ctx *ctx, const zn_pattern *a, rows *r)
{
    zn_index entries = 0;

    r->p = zn_alloc(ctx, a->rows + 1, sizeof *r->p);
    if (!r->p)
        return ZN_ENOMEM;
    for (r->j = 0; r->j < a->cols; r->j++)
        zn_pattern_column(a, r->j, r, count);
    for (zn_index i = 0; i < a->rows; i++)
        r->p[i + 1] += r->p[i];
    entries = r->p[a->rows];
    r->col = zn_alloc(ctx, entries + 1, sizeof *r->col);
    if (!r->col)
        return ZN_ENOMEM;
    for (r->j = 0; r->j < a->cols; r->j++)
        zn_pattern_column(a, r->j, r, place);
    memmove(r->p + 1, r->p, (size_t)a->rows * sizeof *r->p);
    r->p[0] = 0;
    return ZN_OK;
}

/* Colours that column j must not have: those of earlier columns in its rows. */
typedef struct choice {
    const rows *r;
    const zn_index *of;
    zn_index j;
    zn_index *taken; /* last column + 1 that must not have the colour */
} choice;

static void forbid(void *user, zn_index row, zn_index at)
{
    choice *c = user;

    (void)at;
    for (zn_index k = c->r->p[row]; k < c->r->p[row + 1]; k++)
        if (c->r->col[k] < c->j)
            c->taken[c->of[c->r->col[k]]] = c->j + 1;
}

zn_status zni_colouring_find(zn_ctx *ctx, const zn_pattern *a, zni_colouring *out)
{
    rows r = {0};
    choice c = {.r = &r};
    zn_status st = transpose(ctx, a, &r);

    *out = (zni_colouring){0};
    if (!st) {
        out->of = zn_alloc(ctx, a->cols, sizeof *out->of);
        c.taken = zn_alloc(ctx, a->cols, sizeof *c.taken);
        if (!out->of || !c.taken)
            st = ZN_ENOMEM;
    }
    c.of = out->of;
    for (c.j = 0; !st && c.j < a->cols; c.j++) {
        zn_index colour = 0;

        zn_pattern_column(a, c.j, &c, forbid);
        while (c.taken[colour] == c.j + 1)
            colour++;
        out->of[c.j] = colour;
        out->n = colour >= out->n ? colour + 1 : out->n;
    }
    zn_free_array(ctx, c.taken);
    zn_free_array(ctx, r.p);
    zn_free_array(ctx, r.col);
    if (st)
        zni_colouring_fini(ctx, out);
    return st;
}

void zni_colouring_fini(zn_ctx *ctx, zni_colouring *c)
{
    zn_free_array(ctx, c->of);
    *c = (zni_colouring){0};
}

/* ---- differences --------------------------------------------------------------- */

typedef struct taking {
    const double *low, *high;
    double width, *J;
} taking;

static void take(void *user, zn_index row, zn_index at)
{
    const taking *t = user;

    t->J[at] = (t->high[row] - t->low[row]) / t->width;
}

static zn_status by_colours(zni_vector_fn *f, const void *data,
                            const zn_pattern *a, const zni_colouring *c,
                            const double x[], double work[], double J[])
{
    const zn_index n = a->cols;
    double *moved = work, *low = work + n, *high = low + a->rows;
    taking t = {.low = low, .high = high, .J = J};

    memcpy(moved, x, (size_t)n * sizeof *x);
    for (zn_index colour = 0; colour < c->n; colour++) {
        zn_status st;

        for (zn_index j = 0; j < n; j++)
            if (c->of[j] == colour)
                moved[j] = x[j] - zni_difference_step(x[j]);
        st = f(data, moved, low);
        if (st)
            return st;
        for (zn_index j = 0; j < n; j++)
            if (c->of[j] == colour)
                moved[j] = x[j] + zni_difference_step(x[j]);
        st = f(data, moved, high);
        if (st)
            return st;
        for (zn_index j = 0; j < n; j++) {
            if (c->of[j] != colour)
                continue;
            t.width = moved[j] - (x[j] - zni_difference_step(x[j]));
            zn_pattern_column(a, j, &t, take);
            moved[j] = x[j];
        }
    }
    return ZN_OK;
}

zn_status zni_difference_pattern(zn_ctx *ctx, const zni_rooms *rooms,
                                 zni_vector_fn *f, const void *data,
                                 const zn_pattern *a, const zni_colouring *c,
                                 const double x[], double J[])
{
    zni_room room;
    zn_status st = zni_room_enter(ctx, rooms, &room);

    if (!st)
        st = by_colours(f, data, a, c, x, room.at, J);
    zni_room_leave(&room);
    return st;
}
