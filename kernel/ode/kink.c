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

#include "kernel/ode/norm.h"

/* By less than this factor defects differ from what they would grow like; */
static const double ALIKE = 4;
/* at the far end by more, or there is nothing to look for. */
static const double APART = 100;

/* Near enough is where the polynomial is off by this many tolerances at most between both sides of it. */
static const double NEAR = 0.01;

/* Guesses are off by less than this share of their distance. */
static const double CUT = 1.0 / 64;

/* A place that is not known to this part of the attempt is none, nor is one so near to its start. */
static const double SHARP = 1.0 / 64;

/* An instant s behind the end of the step before, y' - f of the polynomial there in tolerances per
 * unit of time, and that over what the defect of a smooth motion grows like, s (1 + s/before)^(degree - 1):
 * values and slopes at that end are right, and the others are zeros of it in that step. */
typedef struct look {
    double t, d, share;
    double off; /* how much too early or too late the polynomial may come by there */
} look;

/* What the defect of a smooth motion grows like at a way behind the step before; of a function of time that is a polynomial
 * through Chebyshev's points of that step, of that degree m, T_{m+1} - T_{m-1}, which is zero there. */
static double growth(const zni_kink_search *s, double way)
{
    const double theta = acosh(1 + 2 * way / s->before);

    return s->in_time ? 2 * sinh(theta) * sinh(s->degree * theta)
                      : way * pow(1 + way / s->before, s->degree - 1);
}

/* `small` is what rounding makes of a defect. Of what the polynomial has been off since t0, d at most in
 * all of that time, it makes an instant by its slope: that of a jump that depends on y. */
static zn_status look_at(const zni_kink_search *s, double t0, double t,
                         double small, look *out)
{
    const double way = t - t0;
    double d;
    zn_status st;

    s->go_on(s->state, t, s->y, s->slope);
    st = zni_ode_evaluate(s->p, t, s->y, s->f, s->info);
    if (s->in_time)
        small = 8 * DBL_EPSILON * zni_ode_size(s->p, s->y, s->slope);
    for (zn_index i = 0; !st && i < s->p->n; i++)
        s->f[i] -= s->slope[i];
    d = st ? INFINITY : zni_ode_size(s->p, s->y, s->f);
    if (!isfinite(d))
        d = INFINITY;
    *out = (look){
        t, d, fmax(d, small) / growth(s, way),
        s->in_time ? 0 : way * d / fmax(zni_ode_size(s->p, s->y, s->slope), d)};
    return st == ZN_RETRY ? ZN_OK : st;
}

/* Straight behind a kink the defect grows from zero: where it begins to is guessed from its last two
 * values there, at b and `beyond`, and the next one is taken on either side of that in turns, by a share of what is
 * left; in the middle where the defect is not like that, as behind a jump of f. */
static double place(const look *a, const look *b, const look *beyond, int k)
{
    const double start = b->t - b->d * (beyond->t - b->t) / (beyond->d - b->d);
    const double cut = (b->t - start) * CUT;
    const double x = k % 2 ? start + cut : start - cut;

    return beyond->d > b->d && x > a->t && x < b->t ? x
                                                    : a->t + (b->t - a->t) / 2;
}

zn_status zni_kink_find(const zni_kink_search *s, double t, double end,
                        zni_kink *found)
{
    /* what is an error of a tenth of the tolerance in all of the attempt */
    const double small = 0.1 / (end - t);
    const double least = 8 * DBL_EPSILON * fmax(fabs(t), fabs(end));
    look a, b, beyond = {.d = 0};
    zn_status st = look_at(s, t, end, small, &b);

    *found = (zni_kink){0};
    if (!st)
        st = look_at(s, t, t + SHARP * (end - t), small, &a);
    if (st || !(b.share > APART * a.share))
        return st;
    for (int k = 0;
         !st && b.share > ALIKE * ALIKE * a.share &&
         b.d * (b.t - a.t) > NEAR && b.t - a.t > fmax(least, a.off / 4);
         k++) {
        look x;
        st = look_at(s, t, place(&a, &b, &beyond, k), small, &x);
        if (x.share > ALIKE * a.share) {
            beyond = b;
            b = x;
        } else {
            a = x;
        }
    }
    if (!st && fmax(b.t - a.t, a.off) < SHARP * (end - t))
        *found = (zni_kink){fmax(t, a.t - fmax(2 * (b.t - a.t), a.off)),
                            b.t + fmax(b.t - a.t, a.off), end - t};
    return st;
}
