/* lanes.c - contacts in space that do not touch each other, four at a time
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

#include "../system/row3.h"
#include "slip.h"

#include <stddef.h>

/* The closed forms of contact.c and quartic.c, each operation on four contacts at once, in the
 * same order: the bits are those of zni_contact_advance, whatever registers the processor has.
 * Take-off and stick are told apart by selection; those that slide are gathered, four again, and
 * take the steps of slip.h from where they slid before. What is none of these, a slip that
 * they do not find, no friction at all, numbers near their limits, is left to
 * zni_contact_advance. */

enum {
    LANES = 4,
    SIZE = (int)((offsetof(zni_contact, size) - offsetof(zni_contact, mu)) /
                 sizeof(double)) /* behind mu, in numbers */
};

/* x where m, else y */
static ZNI_INTO_WIDE void choose(const zni_bits *m, const zni_lanes *x,
                                 const zni_lanes *y, zni_lanes *out)
{
    *out = (zni_lanes)((*m & (zni_bits)*x) | (~*m & (zni_bits)*y));
}

static ZNI_INTO_WIDE void size_of(const zni_lanes *x, zni_lanes *out)
{
    *out = (zni_lanes)((zni_bits)*x & 0x7fffffffffffffff);
}

static ZNI_INTO_WIDE bool any(const zni_bits *m)
{
    const zni_bits x = *m;

    return ((x[0] | x[1]) | (x[2] | x[3])) != 0;
}

/* number k of what begins at four places */
static ZNI_INTO_WIDE void gather(const double *const p[LANES], int k,
                                 zni_lanes *out)
{
    *out = (zni_lanes){p[0][k], p[1][k], p[2][k], p[3][k]};
}

/* of slip.h, of four contacts */
typedef struct slips {
    zni_lanes e0, e1, e2, A, B, C, D, E;
    zni_lanes slope, turn, bend, wind, half, den;
} slips;

typedef struct four {
    zni_lanes M[9], mu, q[3];
    const double *r[LANES]; /* of before                                    */
} four;

static ZNI_INTO_WIDE void length_of(const zni_lanes *x, const zni_lanes *y, zni_lanes *out)
{
    const zni_lanes square = *x * *x + *y * *y;

    for (int k = 0; k < LANES; k++)
        (*out)[k] = sqrt(square[k]);
}

/* the directions of before, where there are none those against q_T */
static ZNI_INTO_WIDE void directions(const four *f, zni_lanes *x, zni_lanes *y, zni_lanes *length)
{
    const zni_lanes q1 = -f->q[1], q2 = -f->q[2];
    zni_bits none;

    gather(f->r, 1, x);
    gather(f->r, 2, y);
    length_of(x, y, length);
    none = ~(*length > 0);
    if (!any(&none))
        return;
    choose(&none, &q1, x, x);
    choose(&none, &q2, y, y);
    length_of(x, y, length);
}

/* how far a step goes, and whether it may */
static ZNI_INTO_WIDE void reach(const slips *s, zni_lanes *far, zni_bits *may)
{
    zni_lanes size;

    size_of(&s->turn, far);
    size_of(&s->bend, &size);
    *far += size;
    size_of(&s->wind, &size);
    *far = *far * *far + size;
    size_of(&s->slope, &size);
    *may = (*far < ZNI_SLIP_FAR) & (size > ZNI_SLIP_LEAST);
}

/* zni_slip_on of four; *found: those that it finds */
static ZNI_INTO_WIDE void slide(const four *f, zni_lanes r[3], zni_bits *found)
{
    const zni_lanes *M = f->M, *q = f->q, mu = f->mu, n = -q[0];
    zni_lanes x, y, length, to[3], far, den = {0}, along;
    zni_bits go = (n > 0) & (mu != 0), there = {0}, m;
    slips s;

    ZNI_SLIP_COEFFICIENTS(&s, M, q, mu, n);
    directions(f, &x, &y, &length);
    for (int it = 0; it < ZNI_SLIP_STEPS && any(&go); it++) {
        ZNI_SLIP_STEP(&s, x, y, length);
        reach(&s, &far, &m);
        go &= m;
        to[0] = x;
        to[1] = y;
        to[2] = length;
        ZNI_SLIP_TURN(s.half, to, to + 1, to + 2);
        choose(&go, to, &x, &x);
        choose(&go, to + 1, &y, &y);
        choose(&go, to + 2, &length, &length);
        choose(&go, &s.den, &den, &den);
        m = go & (far < ZNI_SLIP_SWEPT);
        there |= m;
        go &= ~m;
    }
    ZNI_SLIP_REACTION(M, q, mu, n, x, y, length, den, r, &along);
    *found = there & (den > 1e-14 * (s.e0 * length)) & (s.e0 > 0) & (along <= 0) & (r[0] < INFINITY);
}

/* A batch, and room to make it whole fours. */
typedef struct batch {
    int n, nlate;
    const zni_contact *contact; /* n                                        */
    const double *r;            /* 3 n, of before                           */
    double q[3][ZNI_BATCH + LANES];
    double to[3][ZNI_BATCH + LANES];
    int late[ZNI_BATCH + LANES]; /* those that neither take off nor stick   */
} batch;

/* take-off and stick of four from k on */
static ZNI_INTO_WIDE void held(batch *b, int k)
{
    const double *inv[LANES], *mu_of[LANES];
    zni_lanes I[9], mu, size, q0, q1, q2, rn, r1, r2, none = {0};
    zni_bits off, stick;

    for (int e = 0; e < LANES; e++) {
        const zni_contact *c = b->contact + (k + e < b->n ? k + e : k);

        inv[e] = c->inv;
        mu_of[e] = &c->mu;
    }
    for (int e = 0; e < 9; e++)
        gather(inv, e, I + e);
    gather(mu_of, 0, &mu);
    gather(mu_of, SIZE, &size);
    zni_take4(b->q[0] + k, &q0);
    zni_take4(b->q[1] + k, &q1);
    zni_take4(b->q[2] + k, &q2);
    rn = -(I[0] * q0 + I[3] * q1 + I[6] * q2);
    r1 = -(I[1] * q0 + I[4] * q1 + I[7] * q2);
    r2 = -(I[2] * q0 + I[5] * q1 + I[8] * q2);
    off = q0 >= 0;
    stick = (size > 0) & (mu != 0) & (rn > 0) &
            (r1 * r1 + r2 * r2 <= mu * mu * rn * rn);
    choose(&off, &none, &rn, &rn);
    choose(&off, &none, &r1, &r1);
    choose(&off, &none, &r2, &r2);
    zni_put4(&rn, b->to[0] + k);
    zni_put4(&r1, b->to[1] + k);
    zni_put4(&r2, b->to[2] + k);
    stick |= off;
    for (int e = 0; e < LANES; e++) {
        b->late[b->nlate] = k + e;
        b->nlate += !stick[e];
    }
}

/* contact k of the batch, by itself */
static void alone(batch *b, int k)
{
    const double q[3] = {b->q[0][k], b->q[1][k], b->q[2][k]};
    double r[3] = {b->r[3 * k], b->r[3 * k + 1], b->r[3 * k + 2]};

    zni_contact_advance(b->contact + k, q, r);
    for (int i = 0; i < 3; i++)
        b->to[i][k] = r[i];
}

/* Four of those left over; the first one again where there are not four. */
static ZNI_INTO_WIDE void late(batch *b, int first)
{
    const double *M[LANES], *mu[LANES];
    int k[LANES];
    four f;
    zni_lanes r[3];
    zni_bits found;

    for (int e = 0; e < LANES; e++) {
        k[e] = b->late[first + e < b->nlate ? first + e : first];
        M[e] = b->contact[k[e]].M;
        mu[e] = &b->contact[k[e]].mu;
        f.r[e] = b->r + 3 * k[e];
    }
    for (int e = 0; e < 9; e++)
        gather(M, e, f.M + e);
    gather(mu, 0, &f.mu);
    for (int i = 0; i < 3; i++)
        f.q[i] = (zni_lanes){b->q[i][k[0]], b->q[i][k[1]], b->q[i][k[2]],
                             b->q[i][k[3]]};
    slide(&f, r, &found);
    for (int e = 0; e < LANES && first + e < b->nlate; e++) {
        if (!found[e])
            alone(b, k[e]);
        for (int i = 0; i < 3 && found[e]; i++)
            b->to[i][k[e]] = r[i][e];
    }
}

static ZNI_INTO_WIDE void solve(batch *b)
{
    for (int k = b->n; k % LANES; k++) /* to whole fours, which take off */
        b->q[0][k] = b->q[1][k] = b->q[2][k] = 0;
    b->nlate = 0;
    for (int k = 0; k < b->n; k += LANES)
        held(b, k);
    for (int k = 0; k < b->nlate; k += LANES)
        late(b, k);
}

/* what contacts changed, and their r */
static ZNI_INTO_WIDE void leave(const batch *b, double r[], double moved[])
{
    for (int k = 0; k < b->n; k++, r += 3, moved += 2) {
        const double r0 = b->to[0][k], r1 = b->to[1][k], r2 = b->to[2][k],
                     e0 = r0 - r[0], e1 = r1 - r[1], e2 = r2 - r[2];

        moved[0] = e0 * e0 + e1 * e1 + e2 * e2;
        moved[1] = r0 * r0 + r1 * r1 + r2 * r2;
        r[0] = r0;
        r[1] = r1;
        r[2] = r2;
    }
}

ZNI_WIDE void zni_contacts_visit(const zni_fc *c, const zni_contact contact[],
                                 zn_index first, zn_index n, double r[],
                                 double moved[])
{
    batch b;

    b.n = (int)n;
    b.contact = contact + first;
    b.r = r + 3 * first;
    for (int k = 0; k < b.n; k++) {
        double q[3];

        zni_alone3(c, first + k, r, q);
        for (int i = 0; i < 3; i++)
            b.q[i][k] = q[i];
    }
    solve(&b);
    leave(&b, r + 3 * first, moved + 2 * first);
}
