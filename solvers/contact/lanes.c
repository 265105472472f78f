/* lanes.c - contacts in space that do not touch each other, four at a time
 * SPDX-License-Identifier: Apache-2.0 */
#include "contact.h"

#include "row3.h"
#include "slip.h"

#include <stddef.h>

/* The closed forms of contact.c and quartic.c, each operation on four contacts at once, in the
 * same order: the bits are those of zni_contact_advance, whatever registers the processor has.
 * Take-off and stick are told apart by selection; those that slide are gathered, four again, and
 * take Newton's steps on the angle from where they slid before. What is none of these, a slip that
 * Newton's steps do not find, no friction at all, numbers near their limits, is left to
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

/* of quartic.c, of four contacts */
typedef struct slips {
    zni_lanes e0, e1, e2, A, B, C, D, E, size, scale;
    zni_lanes x, y; /* the direction                                        */
} slips;

typedef struct four {
    zni_lanes M[9], mu, bound, q[3]; /* bound: max |M_ij|                   */
    const double *r[LANES];          /* of before                           */
} four;

static ZNI_INTO_WIDE void directed(const four *f, slips *s)
{
    const zni_lanes *M = f->M, *q = f->q, mu = f->mu, n = -q[0];
    zni_lanes a, b, c, d, e, q1, q2;

    ZNI_SLIP_COEFFICIENTS(s, M, q, mu, n);
    size_of(&s->A, &a);
    size_of(&s->B, &b);
    size_of(&s->C, &c);
    size_of(&s->D, &d);
    size_of(&s->E, &e);
    s->size = a + b + c + d + e;
    size_of(&s->e1, &a);
    size_of(&s->e2, &b);
    size_of(&q[1], &q1);
    size_of(&q[2], &q2);
    s->scale = n * f->bound * (1 + mu) + (s->e0 + a + b) * (q1 + q2);
}

/* Newton's steps on the angle, of those that go; *reached: they got there */
static ZNI_INTO_WIDE void polish(slips *s, const zni_bits *of, zni_bits *reached)
{
    const zni_lanes twice = 2 * (s->B - s->A), small = 2e-16 * s->size;
    zni_lanes x = s->x, y = s->y;
    zni_bits go = *of, there = {0};

    for (int it = 0; it < 8 && any(&go); it++) {
        const zni_lanes g = (s->A * x + s->C * y + s->E) * x + (s->B * y + s->D) * y,
                        slope = twice * x * y + s->C * (x * x - y * y) +
                                s->D * x - s->E * y,
                        curve = twice * (x * x - y * y) - 4 * s->C * x * y -
                                s->D * y - s->E * x,
                        over = 1 / slope;
        zni_lanes turn = -g * over, length, bend, less, h, hh, half, sine, at;
        zni_bits m;

        size_of(&g, &length);
        m = length <= small;
        there |= go & m;
        go &= ~m & (slope != 0);
        size_of(&turn, &length);
        go &= length < 0.5;
        bend = turn * over * curve / 2;
        size_of(&bend, &length);
        less = turn - bend * turn;
        m = length < 0.25;
        choose(&m, &less, &turn, &turn);
        h = turn / 2;
        hh = h * h;
        half = (1 - hh) * (1 + hh * hh);
        m = go & ~(hh < 0x1p-17);
        if (any(&m)) {
            less = 1 / (1 + hh);
            choose(&m, &less, &half, &half);
        }
        sine = 2 * h * half;
        at = x - sine * (y + h * x);
        less = y + sine * (x - h * y);
        choose(&go, &at, &x, &x);
        choose(&go, &less, &y, &y);
        size_of(&turn, &at);
        size_of(&bend, &length);
        m = at + length < ZNI_SLIP_SWEPT;
        there |= go & m;
        go &= ~m;
    }
    s->x = x;
    s->y = y;
    *reached = there;
}

/* Where each begins: the direction of before if it slid, else r_T, or against q_T. *go: those
 * that have one */
static ZNI_INTO_WIDE void near(const four *f, slips *s, zni_bits *go)
{
    zni_lanes r0, r1, r2, most, over, x, y, off, length;
    zni_bits slid;

    gather(f->r, 0, &r0);
    gather(f->r, 1, &r1);
    gather(f->r, 2, &r2);
    most = f->mu * r0;
    over = 1 / most;
    x = r1 * over;
    y = r2 * over;
    off = x * x + y * y - 1;
    size_of(&off, &length);
    slid = (most > 0) & (length < 1e-8);
    s->x = x * (1 - off / 2);
    s->y = y * (1 - off / 2);
    *go = slid;
    slid = ~slid;
    if (!any(&slid))
        return;
    for (int k = 0; k < LANES; k++) {
        double a = r1[k], b = r2[k], norm;

        if (!slid[k])
            continue;
        if (a == 0 && b == 0) {
            a = -f->q[1][k];
            b = -f->q[2][k];
        }
        norm = sqrt(a * a + b * b);
        s->x[k] = a / norm;
        s->y[k] = b / norm;
        (*go)[k] = norm > 0 ? -1 : 0;
    }
}

/* of quartic.c: the reactions of four that slide; those found */
static ZNI_INTO_WIDE void slide(const four *f, zni_lanes r[3], zni_bits *found)
{
    const zni_lanes *M = f->M, *q = f->q;
    slips s;
    const zni_lanes coarse = ZNI_SLIP_ACROSS + (zni_lanes){0}, fine = 1e-14 + (zni_lanes){0};
    zni_lanes den, rho, u1, u2, along, across, noise, q1, q2, most;
    zni_bits go, there;

    directed(f, &s);
    near(f, &s, &go);
    go &= (s.scale > 1e-250) & (s.scale < 1e250) & ~(s.size <= 1e-13 * s.scale) &
          (M[0] > 0) & (f->mu != 0);
    polish(&s, &go, &there);
    choose(&there, &coarse, &fine, &most);
    den = s.e0 + s.e1 * s.x + s.e2 * s.y;
    r[0] = -q[0] / den;
    rho = f->mu * r[0];
    r[1] = rho * s.x;
    r[2] = rho * s.y;
    u1 = M[1] * r[0] + M[4] * r[1] + M[7] * r[2] + q[1];
    u2 = M[2] * r[0] + M[5] * r[1] + M[8] * r[2] + q[2];
    along = u1 * s.x + u2 * s.y;
    across = u2 * s.x - u1 * s.y;
    size_of(&across, &across);
    size_of(&q[1], &q1);
    size_of(&q[2], &q2);
    noise = q1 + q2 + f->bound * (r[0] + 2 * rho);
    *found = go & (den > 1e-14 * s.e0) & (r[0] < INFINITY) & (along <= 0) &
             (across <= most * noise);
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
    gather(mu, SIZE, &f.bound);
    size_of(&f.bound, &f.bound);
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
