/* linearisation.h - an interaction linearised, whatever uses it
 * SPDX-License-Identifier: Apache-2.0
 *
 *     y = h(t, q, lambda),   C = dh/dq,  H = C T(q),  D = dh/dlambda
 *     g(t, q, lambda),       B = dg/dlambda,  K = dg/dq;   or the input H' lambda
 *
 * One per interaction of a simulation, with the versions of its blocks. One-step
 * problems of any level take from it what they need; each says where. */
#ifndef ZENO_KERNEL_LINEARISATION_H
#define ZENO_KERNEL_LINEARISATION_H

#include "kernel/model/model.h"
#include "kernel/model/version.h"
#include "kernel/osi/body.h"
#include "kernel/osnsp/order.h"
#include "solvers/linalg/few.h"

/* When what a relation is evaluated at last became another. */
typedef struct zni_sources {
    zni_version time;  /* t */
    zni_version point; /* q, v or lambda */
    double      t;
} zni_sources;

/* What few linearisations have: D, an input of their own, a y0 that moves; and when it was
 * made. */
typedef struct zni_more {
    double     *B; /* nu x m; NULL: H' */
    double     *D; /* m x m; NULL: 0 */
    double     *K; /* nu x nq; NULL: 0 */
    double     *g; /* nu */
    zni_version made_B, made_D, made_K, made_y0;
} zni_more;

/* The arrays share one block, `q` is its start. Those of the systems are stacked. Where the
 * block is lent there are none but while outputs are made: contacts that are far want none of
 * their own.
 *
 * If the interaction is with some unknowns of its systems, or the relation is plain and
 * its C is stored in columns, most of them empty, only these unknowns are here: n, nu,
 * nq count them, and `touch` tells which of the systems' they are. In the first
 * case they are what the relation is evaluated at. doc/kept-blocks.md */
typedef struct zni_lin {
    /* what every step looks at, whether there is contact or not */
    zn_interaction         *a;      /* NULL: empty place */
    zn_index                m;      /* rows */
    int32_t                 off;    /* in y, lambda */
    int32_t                 place;  /* of the interaction */
    uint8_t                 nds;
    uint8_t                 family; /* zn_family */
    bool                    plain;  /* y = C q + D lambda + y0, u = C v, input
                                       B lambda, all constant */
    bool                    moving; /* but for y0, which depends on time */
    bool                    turns;  /* H is not C */
    bool                    lent;   /* its block, until it acts the first time */
    const zn_index         *touch;  /* nu, each within its system; NULL: all */
    double                 *C;      /* m x nq; NULL: the relation knows H */
    int32_t                 n[2];   /* unknowns of the systems */
    int32_t                 qat[2], vat[2]; /* where they are in the state */
    int32_t                 body[2]; /* places of the systems */
    int32_t                 nq;     /* stacked size of q, */
    int32_t                 q_of_first; /* and of what is of the first, if there is a second one */
    double                 *H;      /* m x nu; C itself when T = I */

    zn_index                serial; /* of the interaction */
    zni_sources             from;
    zni_version             made;    /* C was, and H */
    zni_more               *more;    /* in the block, or that of all which have none */
    size_t                  bytes;   /* of the block */
    double                 *q;       /* nq, where the relation is evaluated */
} zni_lin;

/* The class of its relation, and what varies with what. */
static inline const zn_relation_type *zni_lin_class(const zni_lin *s)
{
    return s->a->relation->type;
}

static inline const zn_relation_variability *zni_lin_varies(const zni_lin *s)
{
    return &s->a->relation->varies;
}

/* Where those of system j begin: among the unknowns, and in the stacked state. */
static inline zn_index zni_lin_uo(const zni_lin *s, zn_index j)
{
    return j ? s->n[0] : 0;
}

static inline zn_index zni_lin_qo(const zni_lin *s, zn_index j)
{
    return j ? s->q_of_first : 0;
}

/* Stacked size of v. */
static inline zn_index zni_lin_nu(const zni_lin *s)
{
    return (zn_index)s->n[0] + s->n[1];
}

/* Behind C: m, y at q = 0 of a relation that may be plain. */
static inline double *zni_lin_y0_at(const zni_lin *s)
{
    return s->C + s->m * s->nq;
}

/* What a plain relation of one row, of bodies with few unknowns, needs for its outputs
 * y = y0 + C q, u = C v. Many interactions have the same. */
enum { ZNI_ROW_MOST = 6 };
typedef struct zni_shape {
    int32_t       users; /* of one without: less the next such shape */
    unsigned char n[2];  /* unknowns of the systems */
    double        y0, C[ZNI_ROW_MOST];
} zni_shape;

/* Such a row: by place, one behind the other. Of a contact that never acted it is all there is. */
typedef struct zni_row {
    int32_t         shape;          /* from 1 on; 0: no such relation */
    int32_t         off;            /* in y */
    int32_t         qat[2], vat[2]; /* in the state */
    int32_t         body[2];        /* places of the systems; the second -1: none */
    zn_interaction *alone;          /* that contact; NULL: it has a linearisation */
    zn_index        serial;         /* its */
} zni_row;

/* Linearisations for a while, of interactions that have their row only: nobody has as many of
 * them in hand. */
enum { ZNI_SPARE = 8 };
typedef struct zni_spare {
    zni_lin  lin[ZNI_SPARE];
    zni_lin  empty; /* of places without an interaction */
    unsigned turn;
} zni_spare;

/* The point of a system that interactions with some of its unknowns take theirs from.
 * While it is held the next one with the same question need not ask again. */
typedef struct zni_whole {
    bool        held, known;
    const void *problem;
    zn_index    body;
    int         level;
    double      e;
} zni_whole;

/* Those of a simulation, by place of the interaction, and its counter. */
typedef struct zni_lins {
    zn_ctx     *ctx;
    zni_lin   **at;     /* NULL: none, or it is `alone` in its row */
    zn_index    n, cap;
    zni_spare  *spare;
    zni_row    *row;    /* by place, once there is one */
    zn_index    nrow, crow;
    zni_shape  *shape;
    zn_index    nshape, cshape;
    int32_t     unused; /* a shape that nobody has, from 1 on; 0: none */
    double     *zero;   /* as many as the longest multipliers or stacked state */
    double     *rate;   /* twice as many: stacked q', inputs or dh/dt, or q and v, while one is looked at */
    zn_index    czero, crate;
    zni_order   order; /* of those at places */
    zni_heap    heap;  /* their blocks, and those of members of problems */
    zni_counter counter;
    zni_version parameters; /* z, u, data may have been written: every step, every search */
    zni_version set;        /* an interaction came, went or was made anew */
    zn_index    ntouch;     /* of them with `touch` */
    bool        fresh;      /* whoever looks at a block asks for it to be made first */
    bool        lends;      /* interactions get a block when they act, */
    bool        alone;      /* and some of them all but their row, in the problem of the step */
    double     *lent;       /* the block of one that has none, while its outputs are made */
    zn_index    clent;
    double     *whole;      /* state of one system, where only part is stacked */
    zn_index    cwhole;
    zni_whole   of;         /* what is in it */
    zni_more    none;       /* nothing */
    bool        recompute;  /* make what holds again, and compare */
    double     *scratch;    /* for that */
    zn_index    nscratch, cscratch;
    unsigned char *redundant; /* ny: left out, others say the same; redundant.c */
    zn_index    nredundant, credundant;
} zni_lins;

/* ---- linearise.c ---- */

/* That of an interaction, at its place; and it goes. */
zn_status zni_lin_init(zni_lins *L, zn_interaction *a);
void zni_lin_fini(zni_lins *L, zn_index k);
/* A block of its own, if it has none yet. */
zn_status zni_lin_room(zni_lins *L, zni_lin *s);
/* The block that is lent, and back. */
void zni_lin_borrow(zni_lins *L, zni_lin *s);
void zni_lin_return(zni_lins *L, zni_lin *s);
/* What is there of it but its row goes; what interaction and systems say of it; and bytes of its
 * block. */
void zni_lin_drop(zni_lins *L, zn_index k);
void zni_lin_describe(zni_lins *L, zni_lin *s, zn_interaction *a);
size_t zni_lin_bytes(const zni_lin *s);

/* Room for those of n places. */
zn_status zni_lins_reserve(zni_lins *L, zn_index n);
void zni_lins_fini(zni_lins *L);

/* What is evaluated from here on is at that time; and at another (t, s->q, lambda). */
static inline void zni_lin_at_time(zni_lins *L, zni_lin *s, double t)
{
    if (s->from.time && s->from.t == t)
        return;
    s->from.time = zni_tick(&L->counter);
    s->from.t = t;
}

static inline void zni_lin_moved(zni_lins *L, zni_lin *s, double t)
{
    zni_lin_at_time(L, s, t);
    s->from.point = zni_tick(&L->counter);
}

/* C and H; D; B and K; y0 of a plain relation: made unless they hold. */
zn_status zni_lin_C(zni_lins *L, zni_lin *s, double t, const double lambda[]);
zn_status zni_lin_D(zni_lins *L, zni_lin *s, double t, const double lambda[]);
zn_status zni_lin_B(zni_lins *L, zni_lin *s, double t, const double lambda[]);
zn_status zni_lin_y0(zni_lins *L, zni_lin *s, double t);
/* While it is held, points of systems are asked for once: the iterate does not move. */
static inline void zni_lins_hold(zni_lins *L, bool hold)
{
    if (L->ntouch) /* else nobody asks for whole points */
        L->of = (zni_whole){.held = hold};
}
/* All of a plain relation made again and compared, if that was asked for. */
zn_status zni_lin_check_plain(zni_lins *L, zni_lin *s);
/* In scratch is what n kept numbers would be if they were made now: the same? */
zn_status zni_lins_compare(const zni_lins *L, zn_index n, const double kept[],
                           const char *what, const char *whose);
/* Room to do that, when it will be asked for. */
zn_status zni_lins_scratch(zni_lins *L, zn_index n);

/* ---- touched.c ---- */
/* The values of C in columns, if that is the way to keep it; NULL: it is not. */
const double *zni_lin_columns(const zni_lins *L, const zni_lin *s, zn_pattern *pattern);
/* Sizes of what these columns touch only, or of what the relation sees, of the systems or of those
 * of their unknowns that its ends name. */
void zni_lin_narrow(zni_lin *s, const zn_pattern *a);
void zni_lin_narrow_to_seen(zni_lin *s);
/* Which unknowns these are: of columns with C and y0, of what it sees. */
zn_status zni_lin_take_columns(zni_lins *L, zni_lin *s, const zn_pattern *a, const double x[]);
void zni_lin_find_seen(zni_lin *s);

/* ---- alone.c ---- */
/* What its outputs take is copied to where those of others are, if that is little. */
zn_status zni_lin_note_row(zni_lins *L, const zni_lin *s);
/* The row goes. */
void zni_lin_drop_row(zni_lins *L, zn_index k);
/* What has a row, and lends its block, keeps nothing else; and back: it keeps a linearisation. */
void zni_lin_leave_alone(zni_lins *L, zn_index k);
zn_status zni_lin_keep(zni_lins *L, zn_index k);
/* That of a place that has none of its own: one for a while, or an empty one. */
zni_lin *zni_lin_spare(const zni_lins *L, zn_index k);

/* ---- output.c ---- */

/* Stack the systems' parts of q, or x. */
void zni_lin_gather(const zni_lin *s, const zn_state *state, double q[]);
/* y and its velocity at (t, state), into state->y; the multipliers are those of
 * that level. */
zn_status zni_lin_output(zni_lins *L, zni_lin *s, zn_level level,
                         zn_state *state);
/* The same where that is a sum of constants. */
void zni_lin_plain_output(const zni_lin *s, zn_state *state);

/* Is it, of one that keeps its arrays? */
static inline bool zni_lin_sums(const zni_lin *s)
{
    return s->plain && s->family != ZN_FIRST_ORDER && !s->lent;
}

/* A status of a relation, with whose it is. */
static inline zn_status zni_lin_where(const zni_lin *s, zn_status st)
{
    return st ? zn_note(zni_interaction_model(s->a)->ctx, st, "interaction '%s'", s->a->name)
              : ZN_OK;
}

/* Unknown d of system j, among all of that system. */
static inline zn_index zni_lin_unknown(const zni_lin *s, zn_index j, zn_index d)
{
    return s->touch ? s->touch[zni_lin_uo(s, j) + d] : d;
}

/* Which of that system's unknowns they are; NULL: all, in their order. */
static inline const zn_index *zni_lin_touched(const zni_lin *s, zn_index j)
{
    return s->touch ? s->touch + zni_lin_uo(s, j) : NULL;
}

/* Of a state vector of system j, where q' = v, what is stacked. */
static inline void zni_lin_take(const zni_lin *s, zn_index j, const double x[],
                                double out[])
{
    const zn_index *touch = zni_lin_touched(s, j);

    for (zn_index d = 0; d < s->n[j]; d++)
        out[d] = x[touch ? touch[d] : d];
}

/* y = y + A x, x a state vector of system j and A (m x n) the columns of what is
 * stacked of it */
static inline void zni_lin_see(const zni_lin *s, zn_index j, const double A[],
                               const double x[], double y[])
{
    if (!s->touch) {
        zni_add_mul(s->m, s->n[j], A, x, y);
        return;
    }
    for (zn_index d = 0; d < s->n[j]; d++, A += s->m) {
        const double f = x[zni_lin_unknown(s, j, d)];

        if (f != 0)
            zni_add_scaled(s->m, f, A, y);
    }
}

/* How large what enters row h of the relation is where it was evaluated, and h' in the step: row_sizes.c */
double zni_lin_row_size(const zni_lin *s, zn_index row);
double zni_lin_row_speed(const zni_lin *s, const zn_step *step, zn_index row);

/* The row of the interaction at a place; NULL: there is none. */
static inline const zni_row *zni_lins_row(const zni_lins *L, zn_index place)
{
    return place < L->nrow && L->row[place].shape ? &L->row[place] : NULL;
}

/* The same, if there is nothing else. */
static inline const zni_row *zni_lins_alone(const zni_lins *L, zn_index place)
{
    return place < L->nrow && L->row[place].alone ? &L->row[place] : NULL;
}

/* The linearisation at a place; of one that is alone in its row for a while only. */
static inline zni_lin *zni_lins_at(const zni_lins *L, zn_index place)
{
    return L->at[place] ? L->at[place] : zni_lin_spare(L, place);
}

/* The interaction at a place, or NULL; its serial, from when it came. */
static inline zn_interaction *zni_lins_whose(const zni_lins *L, zn_index place)
{
    const zni_row *r = zni_lins_alone(L, place);

    return L->at[place] ? L->at[place]->a : r ? r->alone : NULL;
}

static inline zn_index zni_lins_serial(const zni_lins *L, zn_index place)
{
    return L->at[place]       ? L->at[place]->serial
           : place < L->nrow ? L->row[place].serial
                             : 0;
}

/* Nothing could be made of it, but its rows of before are still there: those of that serial. */
static inline void zni_lins_remember(zni_lins *L, zn_index place, zn_index serial)
{
    if (!L->at[place] && place < L->nrow)
        L->row[place].serial = serial;
    else if (L->at[place] || (L->at[place] = zni_heap_take(&L->heap, sizeof **L->at)))
        L->at[place]->serial = serial;
}

/* Where its rows are in y and lambda. @return how many, also when the model has lost it */
static inline zn_index zni_lins_span(const zni_lins *L, zn_index place, zn_index *off)
{
    const zni_row *r = zni_lins_alone(L, place);

    *off = L->at[place] ? L->at[place]->off : r ? r->off : 0;
    return L->at[place] ? L->at[place]->m : r != NULL;
}

static inline const zni_shape *zni_lins_shape(const zni_lins *L, const zni_row *r)
{
    return &L->shape[r->shape - 1];
}

/* y and u of a row; false: there is none. */
static inline bool zni_row_output(const zni_lins *L, const zni_row *r, zn_state *state)
{
    const zni_shape *s;
    const double *C;
    double y, u = 0;

    if (!r)
        return false;
    s = zni_lins_shape(L, r);
    C = s->C;
    y = s->y0;
    for (int j = 0; j < 2; C += s->n[j++]) {
        const double *q = state->q + r->qat[j], *v = state->v + r->vat[j];

        for (int d = 0; d < s->n[j]; d++) {
            y += C[d] * q[d];
            u += C[d] * v[d];
        }
    }
    state->y[0][r->off] = y;
    state->y[1][r->off] = u;
    return true;
}

#endif
