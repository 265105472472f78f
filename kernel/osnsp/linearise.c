/* linearise.c - the blocks of a linearised interaction: made when what they are
 * made of changed, kept until then. doc/kept-blocks.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/osnsp/linearisation.h"

#include <string.h>

/* The Jacobians of a relation have one argument list. */
typedef zn_status jacobian_fn(const zn_relation *r, const void *data, double t,
                              const double q[], const double lambda[],
                              double out[]);

/* ---- room --------------------------------------------------------------- */

static bool has_tangent(const zni_lin *s)
{
    for (zn_index j = 0; j < s->nds; j++)
        if (s->a->ds[j]->type->tangent)
            return true;
    return zni_lin_class(s)->jac_v && s->family == ZN_SECOND_ORDER;
}

static bool has_K(const zni_lin *s)
{
    return zni_lin_varies(s)->K && zni_lin_class(s)->input_jac_q;
}

void zni_lin_drop(zni_lins *L, zn_index k)
{
    zni_lin *s = L->at[k];

    if (!s)
        return;
    L->ntouch -= s->touch != NULL;
    zni_heap_give(&L->heap, s->q, s->bytes); /* NULL while it is lent */
    zni_heap_give(&L->heap, s, sizeof *s);
    L->at[k] = NULL;
}

void zni_lin_fini(zni_lins *L, zn_index k)
{
    zni_lin_drop_row(L, k);
    zni_lin_drop(L, k);
}

zn_status zni_lins_reserve(zni_lins *L, zn_index n)
{
    zn_status st = zn_grow(L->ctx, &L->at, &L->cap, n, sizeof *L->at);

    if (!st)
        st = zni_order_reserve(L->ctx, &L->order, n);
    if (!st && !L->spare)
        L->spare = zn_alloc(L->ctx, 1, sizeof *L->spare);
    if (!st && !L->spare)
        st = ZN_ENOMEM;
    if (!st)
        L->n = n;
    return st;
}

void zni_lins_fini(zni_lins *L)
{
    zni_heap_fini(&L->heap); /* of all blocks */
    zni_order_fini(L->ctx, &L->order);
    zn_free_array(L->ctx, L->at);
    zn_free_array(L->ctx, L->spare);
    zn_free_array(L->ctx, L->row);
    zn_free_array(L->ctx, L->shape);
    zn_free_array(L->ctx, L->zero);
    zn_free_array(L->ctx, L->rate);
    zn_free_array(L->ctx, L->scratch);
    zn_free_array(L->ctx, L->lent);
    zn_free_array(L->ctx, L->whole);
    zn_free_array(L->ctx, L->redundant);
}

zn_status zni_lins_scratch(zni_lins *L, zn_index n)
{
    L->nscratch = n > L->nscratch ? n : L->nscratch;
    return L->recompute ? zn_grow(L->ctx, &L->scratch, &L->cscratch,
                                  L->nscratch, sizeof *L->scratch)
                        : ZN_OK;
}

/* The relation knows H, and needs no C for it. */
static bool knows_H(const zni_lin *s)
{
    return s->turns && zni_lin_class(s)->jac_v;
}

static bool straight(const zni_lin *s)
{
    return zn_relation_linear(zni_lin_varies(s)) && !s->turns;
}

/* Is y0 of a linear relation another one at each instant? */
static bool drifts(const zni_lin *s)
{
    return zn_vary_with(zni_lin_varies(s)->e,
                        ZN_WITH_TIME | ZN_WITH_PARAMETERS);
}

/* Numbers that zni_more takes in the block; 0: it has none of that. */
static zn_index room_of_more(const zni_lin *s)
{
    const bool some =
        zni_lin_varies(s)->D || zni_lin_varies(s)->input || drifts(s);

    return some ? (zn_index)(sizeof(zni_more) / sizeof(double)) : 0;
}

/* Numbers of the block of all arrays. */
static zn_index count(const zni_lin *s, bool values)
{
    const zn_index m = s->m, nu = zni_lin_nu(s), nq = s->nq;
    zn_index size = nq + (knows_H(s) ? 0 : m * nq) + (straight(s) ? m : 0);

    size += (s->turns ? m * nu : 0) + (zni_lin_varies(s)->D ? m * m : 0);
    size +=
        zni_lin_varies(s)->input ? nu * m + nu + (has_K(s) ? nu * nq : 0) : 0;
    size += room_of_more(s);
    return size + (values ? nu : 0); /* indices are no larger */
}

/* Where they are in the block. */
static void place(zni_lins *L, zni_lin *s, double *a, bool values)
{
    const zn_index m = s->m, nu = zni_lin_nu(s), nq = s->nq;

    s->q = a;
    a += nq;
    s->more = room_of_more(s) ? (zni_more *)(void *)a : &L->none;
    a += room_of_more(s);
    if (!knows_H(s)) {
        s->H = s->C = a;
        a += m * nq;
    }
    if (straight(s)) /* y0 */
        a += m;
    if (s->turns) {
        s->H = a;
        a += m * nu;
    }
    if (zni_lin_varies(s)->D) {
        s->more->D = a;
        a += m * m;
    }
    if (zni_lin_varies(s)->input) {
        s->more->B = a;
        s->more->g = a += nu * m;
        s->more->K = has_K(s) ? a + nu : NULL;
        a += nu + (s->more->K ? nu * nq : 0);
    }
    if (values) {
        s->touch = (zn_index *)(void *)a;
        L->ntouch++;
    }
}

static zn_status make_room(zni_lins *L, zni_lin *s, bool values)
{
    const zn_index size = count(s, values);
    double *a;

    s->bytes = (size_t)size * sizeof *a;
    a = zni_heap_take(&L->heap, s->bytes);
    if (!a)
        return ZN_ENOMEM;
    place(L, s, a, values);
    return zni_lins_scratch(L, size);
}

/* ---- what holds --------------------------------------------------------- */

/* When the latest of what a block that varies like that is made of changed. A
 * function of the user may read parameters beside its arguments. */
static zni_version source(const zni_lins *L, const zni_lin *s, zn_vary v)
{
    zni_version at = L->parameters;

    if (zn_vary_constant(v))
        return 0;
    if (zn_vary_with(v, ZN_WITH_TIME))
        at = zni_later(at, s->from.time);
    if (zn_vary_with(v, ZN_WITH_STATE | ZN_WITH_LAMBDA))
        at = zni_later(at, s->from.point);
    return at;
}

zn_status zni_lins_compare(const zni_lins *L, zn_index n, const double kept[],
                           const char *what, const char *whose)
{
    for (zn_index i = 0; i < n; i++)
        if (memcmp(&kept[i], &L->scratch[i], sizeof *kept) != 0)
            return zn_fail(L->ctx, ZN_ESTATE,
                           "recompute: element %td of %s of %s was kept as "
                           "%.17g, made anew it is %.17g",
                           i, what, whose, kept[i], L->scratch[i]);
    return ZN_OK;
}

/* A block that holds, made again beside it. */
static zn_status check(zni_lins *L, const zni_lin *s, jacobian_fn *fn,
                       zn_index n, const double kept[], double t,
                       const double q[], const double lambda[],
                       const char *what)
{
    const zn_status st =
        fn(s->a->relation, zni_interaction_data(s->a), t, q, lambda, L->scratch);

    return st ? st : zni_lins_compare(L, n, kept, what, s->a->name);
}

/* A block of n numbers, unless it holds. */
static inline zn_status make(zni_lins *L, const zni_lin *s, zni_version *made,
                             zn_vary v, jacobian_fn *fn, zn_index n, double out[],
                      double t, const double lambda[], const char *what)
{
    zn_status st;

    if (zni_holds(*made, source(L, s, v)))
        return L->recompute ? check(L, s, fn, n, out, t, s->q, lambda, what)
                            : ZN_OK;
    st = fn(s->a->relation, zni_interaction_data(s->a), t, s->q, lambda, out);
    *made = st ? 0 : zni_tick(&L->counter);
    return st;
}

/* ---- blocks ------------------------------------------------------------- */

/* H itself, if the relation knows it; else C, and H = C T(q). */
zn_status zni_lin_C(zni_lins *L, zni_lin *s, double t, const double lambda[])
{
    const zn_vary v =
        zni_lin_varies(s)->C | (s->turns ? ZN_WITH_STATE : ZN_ZERO);
    const zni_version before = s->made;
    zn_status st;

    if (knows_H(s))
        return zni_lin_where(s,
                             make(L, s, &s->made, v, zni_lin_class(s)->jac_v,
                                  s->m * zni_lin_nu(s), s->H, t, lambda, "H"));
    st = make(L, s, &s->made, v, zni_lin_class(s)->jac_q, s->m * s->nq, s->C, t,
              lambda, "C");
    if (st || !s->turns || s->made == before)
        return zni_lin_where(s, st);
    for (zn_index j = 0; j < s->nds; j++)
        zn_ds_tangent(s->a->ds[j], s->q + zni_lin_qo(s, j), s->m,
                      s->C + s->m * zni_lin_qo(s, j), s->H + s->m * zni_lin_uo(s, j));
    return ZN_OK;
}

zn_status zni_lin_D(zni_lins *L, zni_lin *s, double t, const double lambda[])
{
    return zni_lin_where(s, make(L, s, &s->more->made_D, zni_lin_varies(s)->D,
                                 zni_lin_class(s)->jac_lambda, s->m * s->m,
                                 s->more->D, t, lambda, "D"));
}

zn_status zni_lin_B(zni_lins *L, zni_lin *s, double t, const double lambda[])
{
    zn_status st = make(L, s, &s->more->made_B, zni_lin_varies(s)->B,
                        zni_lin_class(s)->input_jac_lambda,
                        zni_lin_nu(s) * s->m, s->more->B, t, lambda, "B");

    if (!st && s->more->K)
        st = make(L, s, &s->more->made_K, zni_lin_varies(s)->K,
                  zni_lin_class(s)->input_jac_q, zni_lin_nu(s) * s->nq,
                  s->more->K, t, lambda, "K");
    return zni_lin_where(s, st);
}

zn_status zni_lin_y0(zni_lins *L, zni_lin *s, double t)
{
    zn_status st;

    zni_lin_at_time(L, s, t);
    if (!s->moving ||
        zni_holds(s->more->made_y0, zni_later(s->from.time, L->parameters)))
        return ZN_OK;
    st = zni_lin_class(s)->output(s->a->relation, zni_interaction_data(s->a), t, L->zero,
                                  L->zero, zni_lin_y0_at(s));
    s->more->made_y0 = st ? 0 : zni_tick(&L->counter);
    return zni_lin_where(s, st);
}

zn_status zni_lin_check_plain(zni_lins *L, zni_lin *s)
{
    const double t = s->from.t;
    zn_status st;

    if (!L->recompute)
        return ZN_OK;
    st = check(L, s, zni_lin_class(s)->output, s->m, zni_lin_y0_at(s), t,
               L->zero, L->zero, "y0");
    if (!st)
        st = zni_lin_C(L, s, t, L->zero);
    if (!st && s->more->D)
        st = zni_lin_D(L, s, t, L->zero);
    return st || !s->more->B ? st : zni_lin_B(L, s, t, L->zero);
}

/* ---- at the beginning ----------------------------------------------------- */

/* What holds still is made for good. */
static void all_made(zni_lins *L, zni_lin *s)
{
    s->made = zni_tick(&L->counter);
    if (s->more != &L->none)
        s->more->made_D = s->more->made_B = s->made;
}

/* What a linear relation y = C q + D lambda + y0, p = B lambda needs once. At the
 * second order y0 must not move, and D makes a law on y. */
static zn_status make_plain(zni_lins *L, zni_lin *s)
{
    const zn_relation *r = s->a->relation;
    const bool first = s->family == ZN_FIRST_ORDER;
    zn_status st;

    s->moving = drifts(s);
    if (!straight(s) || (!first && (s->moving || zni_lin_varies(s)->D)))
        return ZN_OK;
    st = s->moving ? ZN_OK
                   : zni_lin_class(s)->output(r, zni_interaction_data(s->a), 0, L->zero,
                                              L->zero, zni_lin_y0_at(s));
    if (!st)
        st = zni_lin_class(s)->jac_q(r, zni_interaction_data(s->a), 0, s->q, L->zero, s->C);
    if (!st && s->more->D)
        st = zni_lin_class(s)->jac_lambda(r, zni_interaction_data(s->a), 0, s->q, L->zero,
                                          s->more->D);
    if (!st && s->more->B)
        st = zni_lin_class(s)->input_jac_lambda(r, zni_interaction_data(s->a), 0, s->q, L->zero,
                                                s->more->B);
    s->plain = st == ZN_OK;
    if (s->plain)
        all_made(L, s);
    return zni_lin_where(s, st);
}

/* The same, of one that is with what its columns touch. */
static zn_status make_of_columns(zni_lins *L, zni_lin *s, const zn_pattern *a,
                                 const double x[])
{
    const zn_status st = zni_lin_take_columns(L, s, a, x);

    s->plain = st == ZN_OK;
    all_made(L, s);
    return zni_lin_where(s, st);
}

/* ---- a block that is lent ----------------------------------------------------- */

/* Does nobody ask for its arrays before it acts? */
static bool may_be_lent(const zni_lins *L, const zni_lin *s)
{
    return L->lends && !L->recompute && s->family == ZN_SECOND_ORDER &&
           !zni_lin_varies(s)->D && !zni_lin_varies(s)->input &&
           !zni_lin_class(s)->commit && !s->a->partial &&
           !s->a->relation->seen && !s->a->law->type->always;
}

size_t zni_lin_bytes(const zni_lin *s)
{
    return (size_t)count(s, false) * sizeof(double);
}

void zni_lin_borrow(zni_lins *L, zni_lin *s)
{
    const zn_index size = count(s, false);

    memset(L->lent, 0,
           (size_t)size * sizeof *L->lent); /* classes may leave zeros out */
    place(L, s, L->lent, false);
}

void zni_lin_return(zni_lins *L, zni_lin *s)
{
    s->q = s->C = s->H = NULL;
    s->more = &L->none;
    s->from = (zni_sources){0};
    s->made = 0;
}

static void give_back(zni_lins *L, zni_lin *s)
{
    zni_heap_give(&L->heap, s->q, s->bytes);
    zni_lin_return(L, s);
    s->lent = true;
}

zn_status zni_lin_room(zni_lins *L, zni_lin *s)
{
    zn_status st = s->lent ? make_room(L, s, false) : ZN_OK;

    if (st || !s->lent)
        return st;
    s->lent = false;
    if (s->plain)
        st = make_plain(L, s);
    if (st)
        give_back(L, s);
    return st;
}

/* ---- all of it ---------------------------------------------------------------- */

/* The systems of the interaction, and where they are. */
static void find_systems(zni_lin *s)
{
    const zn_interaction *a = s->a;

    s->nds = (uint8_t)a->nds;
    s->family = (uint8_t)a->ds[0]->type->family;
    for (zn_index j = 0; j < a->nds; j++) {
        const zn_ds *ds = a->ds[j];
        const bool first = s->family == ZN_FIRST_ORDER;

        s->body[j] = (int32_t)ds->place;
        s->n[j] = (int32_t)zni_interaction_v_of(a, j);
        if (j)
            s->q_of_first = s->nq;
        s->nq += (int32_t)zni_interaction_q_of(a, j);
        s->qat[j] = (int32_t)(first ? ds->x_off : ds->q_off);
        s->vat[j] = (int32_t)ds->v_off;
    }
}

/* Zeros for multipliers and for whole states of the systems of one interaction, and room
 * for the state of one of them. */
static zn_status common_room(zni_lins *L, const zni_lin *s)
{
    zn_index most = 0, all = 0;
    zn_status st;

    for (zn_index j = 0; j < s->nds; j++) {
        const zn_index n = s->a->ds[j]->nq + s->a->ds[j]->nx;

        most = n > most ? n : most;
        all += n;
    }
    all = s->m > all ? s->m : all;
    st = zn_grow(L->ctx, &L->zero, &L->czero, all, sizeof *L->zero);
    if (!st)
        st = zn_grow(L->ctx, &L->rate, &L->crate, 2 * all, sizeof *L->rate);
    return st || !s->touch ? st
                           : zn_grow(L->ctx, &L->whole, &L->cwhole, most,
                                     sizeof *L->whole);
}

void zni_lin_describe(zni_lins *L, zni_lin *s, zn_interaction *a)
{
    memset(s, 0, sizeof *s);
    s->a = a;
    s->place = a->place;
    s->serial = a->serial;
    s->more = &L->none;
    s->m = a->size;
    s->off = (int32_t)a->off;
    find_systems(s);
}

static zn_status make_all(zni_lins *L, zni_lin *s, zn_interaction *a)
{
    const bool seen = a->relation->seen != NULL;
    const double *x;
    zn_pattern pattern;
    zn_status st;

    zni_lin_describe(L, s, a);
    s->turns = has_tangent(s);
    x = zni_lin_columns(L, s, &pattern);
    if (x)
        zni_lin_narrow(s, &pattern);
    if (seen)
        zni_lin_narrow_to_seen(s);
    s->lent = !x && may_be_lent(L, s) && !straight(s);
    st = s->lent ? zn_grow(L->ctx, &L->lent, &L->clent, count(s, false),
                           sizeof *L->lent)
                 : make_room(L, s, x || seen);
    if (!st && seen) {
        zni_lin_find_seen(s);
    } else if (!st && a->partial) {
        s->touch = zni_interaction_some(a) + 2;
        L->ntouch++;
    }
    if (!st)
        st = common_room(L, s);
    if (!st)
        st = x ? make_of_columns(L, s, &pattern, x) : make_plain(L, s);
    if (!st)
        st = zni_lin_note_row(L, s);
    if (!st && !x && s->plain && may_be_lent(L, s) && zni_lins_row(L, s->place))
        give_back(L, s); /* its outputs are those of the row */
    return st;
}

zn_status zni_lin_init(zni_lins *L, zn_interaction *a)
{
    zn_status st;

    if (!L->at[a->place])
        L->at[a->place] = zni_heap_take(&L->heap, sizeof **L->at);
    if (!L->at[a->place])
        return ZN_ENOMEM;
    st = make_all(L, L->at[a->place], a);
    if (st)
        zni_lin_fini(L, a->place);
    return st;
}
