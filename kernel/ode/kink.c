/* kink.c - where f, or a derivative of it, jumps inside of an attempt of a step
 *
 * The polynomial of the step before obeys y' = f(t, y) beyond its end as well as it may, up to where
 * another f begins: from there on its defect grows at once. The place is bracketed by values of the
 * defect, each of which costs one call of f, where attempts of steps would cost all stages each.
 * W. H. Enright, K. R. Jackson, S. P. Norsett, P. G. Thomsen, Effective solution of discontinuous
 * IVPs using a Runge-Kutta formula pair with interpolants, Appl. Math. Comput. 27 (1988) 313-335.
 * doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/kink.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel/ode/norm.h"

/* By less than this factor defects differ from what they would grow like; */
static const double ALIKE = 4;
/* at the far end by more, or there is nothing to look for. */
static const double APART = 100;

/* Near enough is where the polynomial is off by this many tolerances at most between both sides of it. */
static const double NEAR = 0.003;

/* The step over it is four times as wide as it is known, and may miss so many tolerances. */
static const double OVER = 0.03;

/* Guesses are off by less than this share of their distance. */
static const double CUT = 1.0 / 32;
/* Guesses that have come too early are off by about so small a part of the bracket. */
static const double EARLY = 8;

/* A place that is not known to this part of the attempt is none, nor is one so near to its start. */
static const double SHARP = 1.0 / 64;

/* An instant s behind the end of the step before, y' - f of the polynomial there in tolerances per
 * unit of time, and that over what the defect of a smooth motion grows like, s (1 + s/before)^(degree - 1):
 * values and slopes at that end are right, and the others are zeros of it in that step. */
typedef struct look {
    double t, d, share;
    double off; /* how much too early or too late the polynomial may come by there */
} look;

/* What the defect of a smooth motion grows like at a way behind the step before; of a function of time that is a
 * polynomial through Chebyshev's points of that step, of that degree m, T_{m+1} - T_{m-1}, which is zero there: with
 * x = (r + 1/r)/2 T_m is (r^m + r^-m)/2. */
static double growth(const zni_kink_search *s, double way)
{
    const double x = 1 + 2 * way / s->before, root = sqrt(x * x - 1);
    double r = x + root, all = 1;

    if (!s->in_time)
        return way * pow(1 + way / s->before, s->degree - 1);
    for (int k = s->degree; k; k /= 2, r *= r)
        all *= k % 2 ? r : 1;
    return root * (all - 1 / all);
}

/* `value` is f there, NULL: it is asked for. `small` is what rounding makes of a defect. Of what the polynomial has
 * been off since t0, d at most in all of that time, it makes an instant by its slope: that of a jump that depends on
 * y. */
static zn_status look_at(const zni_kink_search *s, double t0, double t,
                         const double value[], double small, look *out)
{
    const double way = t - t0;
    double d;
    zn_status st = ZN_OK;

    s->go_on(s->state, t, s->y, s->slope);
    if (!value) {
        st = zni_ode_evaluate(s->p, t, s->y, s->f, s->info);
        value = s->f;
    }
    if (s->in_time)
        small = 8 * DBL_EPSILON * zni_ode_size(s->p, s->y, s->slope);
    for (zn_index i = 0; !st && i < s->p->n; i++)
        s->f[i] = value[i] - s->slope[i];
    d = st ? INFINITY : zni_ode_size(s->p, s->y, s->f);
    if (!isfinite(d))
        d = INFINITY;
    *out = (look){
        t, d, fmax(d, small) / growth(s, way),
        s->in_time ? 0 : way * d / fmax(zni_ode_size(s->p, s->y, s->slope), d)};
    return st == ZN_RETRY ? ZN_OK : st;
}

/* The last instant that looks smooth, and up to three that do not, the nearest first: with d = 0 there is
 * none. *differ: are there such? */
typedef struct bracket {
    look a, b, beyond, far;
    double guess; /* the last one of where it is */
    double worst; /* the largest d of those that look smooth */
    bool differ;
} bracket;

static bool differ(const bracket *o)
{
    return o->b.share > ALIKE * ALIKE * o->a.share;
}

/* x looks smooth. */
static void go_to(bracket *o, const look *x)
{
    o->a = *x;
    o->worst = fmax(o->worst, x->d);
}

/* Nearer from that side. */
static void shrink(bracket *o, const look *x)
{
    if (x->share > ALIKE * o->a.share) {
        o->far = o->beyond;
        o->beyond = o->b;
        o->b = *x;
    } else {
        go_to(o, x);
    }
}

/* Straight behind a kink the defect grows from zero: where it begins to, t as a straight line of the defect d through
 * the two nearest values, or a parabola through three; -INFINITY where it does not grow, as behind a jump of f. */
static double beginning(const bracket *o)
{
    const look *b = &o->b, *c = &o->beyond, *f = &o->far;
    const double slope = (c->t - b->t) / (c->d - b->d);
    double bend;

    if (!(c->d > b->d))
        return -INFINITY;
    if (!(f->d > c->d))
        return b->t - b->d * slope;
    bend = ((f->t - c->t) / (f->d - c->d) - slope) / (f->d - b->d);
    return b->t - b->d * (slope - bend * c->d);
}

/* The next value is taken on either side of that guess in turns, as far from it as guesses differ, but no
 * farther than a share of what is left; in the middle, or nearer where the guess comes a little too early, as the
 * last value has shown. */
static double place(bracket *o, int k)
{
    const double a = o->a.t, b = o->b.t, x = beginning(o);
    const double moved = fabs(x - o->guess);
    const double cut = fmin((b - x) * CUT, moved / 2);

    o->guess = x;
    if (!(x > a && x < b))
        return a + (b - a) / (k % 2 || a - x > b - a ? 2 : EARLY);
    if (k % 2 && x - cut > a)
        return x - cut;
    return x + cut < b ? x + cut : a + (b - a) / 2;
}

/* Of the ends of the attempt. */
static zn_status ends(const zni_kink_search *s, double t, double end,
                      double small, bracket *o)
{
    zn_status st = look_at(s, t, end, NULL, small, &o->b);

    if (!st)
        st = look_at(s, t, t + SHARP * (end - t), NULL, small, &o->a);
    o->worst = o->a.d;
    o->differ = o->b.share > APART * o->a.share;
    return st;
}

/* At the k-th known instant, if there is one. */
static zn_status look_known(const zni_kink_search *s, double t, int k,
                            double small, look *out)
{
    *out = (look){.d = 0};
    return k < s->known ? look_at(s, t, s->t[k], s->values + k * s->stride,
                                  small, out)
                        : ZN_OK;
}

/* Of what is known: between two neighbours; where all are alike, before the first of them. */
static zn_status neighbours(const zni_kink_search *s, double t, double small,
                            bracket *o)
{
    int k = 0;
    zn_status st = look_known(s, t, 0, small, &o->b);

    while (!st && !o->differ && ++k < s->known) {
        go_to(o, &o->b);
        st = look_known(s, t, k, small, &o->b);
        o->differ = differ(o);
    }
    if (!st && !o->differ) {
        k = 0;
        st = look_at(s, t, t + SHARP * (s->t[0] - t), NULL, small, &o->a);
        o->worst = o->a.d;
        if (!st)
            st = look_known(s, t, 0, small, &o->b);
        o->differ = differ(o);
    }
    if (!st)
        st = look_known(s, t, k + 1, small, &o->beyond);
    return st ? st : look_known(s, t, k + 2, small, &o->far);
}

/* Is it known well enough? */
static bool is_near(const bracket *o)
{
    const look *b = &o->b, *c = &o->beyond;
    const double w = b->t - o->a.t;

    return b->d * w <= NEAR &&
           !(c->d > b->d &&
             16 * w * w * (c->d - b->d) > OVER * (c->t - b->t));
}

zn_status zni_kink_find(const zni_kink_search *s, double t, double end,
                        zni_kink *found, double *defect)
{
    /* what is an error of a tenth of the tolerance in all of the attempt */
    const double small = 0.1 / (end - t);
    const double least = 8 * DBL_EPSILON * fmax(fabs(t), fabs(end));
    bracket o = {.guess = INFINITY};
    const look *a = &o.a, *b = &o.b;
    zn_status st = s->known ? neighbours(s, t, small, &o)
                            : ends(s, t, end, small, &o);

    *found = (zni_kink){0};
    if (st || !o.differ)
        return st;
    for (int k = 0;
         !st && differ(&o) && !is_near(&o) &&
         b->t - a->t > fmax(least, a->off / 4);
         k++) {
        look x;
        st = look_at(s, t, place(&o, k), NULL, small, &x);
        shrink(&o, &x);
    }
    if (!st && fmax(b->t - a->t, a->off) < SHARP * (end - t))
        *found = (zni_kink){fmax(t, a->t - fmax(2 * (b->t - a->t), a->off)),
                            b->t + fmax(b->t - a->t, a->off), end - t};
    if (defect)
        *defect = o.worst;
    return st;
}
