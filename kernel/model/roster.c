/* roster.c - the things of a model in an order that their places do not decide
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/roster.h"

#include <stdlib.h>
#include <string.h>

static int by_ds(const void *a, const void *b)
{
    const zn_ds *x = *(zn_ds *const *)a, *y = *(zn_ds *const *)b;

    return strcmp(x->owner.name, y->owner.name); /* each has its own */
}

static int by_interaction(const void *a, const void *b)
{
    const zn_interaction *x = *(zn_interaction *const *)a,
                         *y = *(zn_interaction *const *)b;

    const int names = strcmp(x->anonymous ? "" : x->name, y->anonymous ? "" : y->name);

    return names ? names : (x->serial > y->serial) - (x->serial < y->serial);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits from where a number begins. */
static size_t digits(const char *a)
{
    size_t n = 0;

    while (is_digit(a[n]))
        n++;
    return n;
}

/* Numbers in a and b, of any length; both move behind them. */
static int compare_numbers(const char **a, const char **b)
{
    size_t n, m;
    int out;

    while (**a == '0' && is_digit((*a)[1]))
        ++*a;
    while (**b == '0' && is_digit((*b)[1]))
        ++*b;
    n = digits(*a);
    m = digits(*b);
    out = n != m ? (n > m) - (n < m) : strncmp(*a, *b, n);
    *a += n;
    *b += m;
    return out;
}

static int by_number(const void *one, const void *other)
{
    const char *a = (*(zn_ds *const *)one)->owner.name,
               *b = (*(zn_ds *const *)other)->owner.name;
    int out = 0;

    while (!out && *a && *b) {
        if (is_digit(*a) && is_digit(*b))
            out = compare_numbers(&a, &b);
        else
            out = (unsigned char)*a++ - (unsigned char)*b++;
    }
    if (!out)
        out = (*a != 0) - (*b != 0);
    return out ? out : by_ds(one, other); /* 01 and 1 */
}

void zni_roster_by_number(zni_roster *r)
{
    qsort(r->ds, (size_t)r->nds, sizeof(zn_ds *), by_number);
}

static zn_status reserve(const zn_model *m, zni_roster_room *room)
{
    const zn_status st =
        zn_grow(m->ctx, &room->ds, &room->cds, m->nds + 1, sizeof(zn_ds *));

    return st ? st
              : zn_grow(m->ctx, &room->ints, &room->cint, m->nint + 1,
                        sizeof(zn_interaction *));
}

void zni_roster_fini(zn_ctx *ctx, zni_roster_room *room)
{
    zn_free_array(ctx, room->ds);
    zn_free_array(ctx, room->ints);
    *room = (zni_roster_room){0};
}

zn_status zni_roster_fill(const zn_model *m, zni_roster_room *room, zni_roster *r)
{
    const zn_status st = reserve(m, room);

    if (st)
        return st;
    *r = (zni_roster){.ds = room->ds, .ints = room->ints};
    for (zn_index k = 0; k < m->nds; k++)
        if (m->ds[k])
            r->ds[r->nds++] = m->ds[k];
    for (zn_index k = 0; k < m->nint; k++)
        if (m->ints[k] && !m->ints[k]->source)
            r->ints[r->nint++] = m->ints[k];
    qsort(r->ds, (size_t)r->nds, sizeof(zn_ds *), by_ds);
    qsort(r->ints, (size_t)r->nint, sizeof(zn_interaction *), by_interaction);
    return ZN_OK;
}
