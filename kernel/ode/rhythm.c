/* rhythm.c - kinks that come again, as those of the forces of a machine that turns
 *
 * Where p kinks, and as many before them, have come at the same distances, as far as these are known, the next one is
 * foretold: a step ends there, and another one goes over it, as if it had been found. If there is none, that was all
 * that it has cost; what is before it is found as ever. One of several is looked for: where it is tells the period
 * better, the more of them have gone by, and if it is not where it was due, nothing is known any more. doc/ode.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/rhythm.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Foretold in succession at most. The next one is looked for: one of 13, so that each of a period has its turn. */
enum { UNSEEN = 12 };

/* ---- how they came ----------------------------------------------------------------------- */

/* Of that one, and the one before it by p. */
static double lag(const zni_rhythm *o, zn_index k, zn_index p)
{
    return o->beat[k].at - o->beat[k - p].at;
}

static double doubt(const zni_rhythm *o, zn_index k, zn_index p)
{
    return o->beat[k].half + o->beat[k - p].half;
}

/* A period is believed after so many kinks, or twice as many for each that was none, but all that are remembered are
 * enough: several in succession may be at the same distances by chance, as those of one tooth. */
enum { FEW = 7 };

static zn_index enough(const zni_rhythm *o, zn_index p)
{
    const zn_index few = FEW << o->wrong;
    const zn_index least = few < ZNI_BEATS ? few : ZNI_BEATS;

    return 2 * p + 1 > least ? 2 * p + 1 : least;
}

/* Have so many of them come each p behind another one by the same time? */
static bool repeats(const zni_rhythm *o, zn_index p)
{
    const zn_index last = o->n - 1, first = o->n - enough(o, p) + p;
    const double T = lag(o, last, p), off = doubt(o, last, p);
    bool so = true;

    for (zn_index k = last - 1; so && k >= first; k--)
        so = fabs(lag(o, k, p) - T) <= off + doubt(o, k, p);
    return so;
}

/* The last p are a period of their own from here on. */
static void keep(zni_rhythm *o, zn_index p)
{
    o->period = lag(o, o->n - 1, 2 * p) / 2;
    o->off = doubt(o, o->n - 1, 2 * p) / 2;
    memmove(o->beat, o->beat + o->n - p, (size_t)p * sizeof *o->beat);
    o->n = p;
    o->turn = 0;
    o->unseen = 0;
}

static void learn(zni_rhythm *o)
{
    zn_index p = 1;

    while (enough(o, p) <= o->n && !repeats(o, p))
        p++;
    if (enough(o, p) <= o->n)
        keep(o, p);
}

static zni_beat middle(const zni_kink *kink)
{
    const double half = (kink->to - kink->from) / 2, at = kink->from + half;

    return (zni_beat){.at = at, .half = half + 8 * DBL_EPSILON * fabs(at)};
}

static void add(zni_rhythm *o, const zni_kink *kink)
{
    if (o->n == ZNI_BEATS)
        memmove(o->beat, o->beat + 1, (size_t)--o->n * sizeof *o->beat);
    o->beat[o->n++] = middle(kink);
    learn(o);
}

/* ---- how they come again ------------------------------------------------------------------- */

/* Where the next one is due. */
static zni_kink due(const zni_rhythm *o)
{
    const zni_beat *b = &o->beat[o->turn];
    const double periods = b->since + 1;
    const double at = b->at + periods * o->period,
                 half = b->half + periods * o->off;

    return (zni_kink){at - half, at + half, b->length};
}

/* It was looked for, and is there. */
static void meet(zni_rhythm *o, const zni_kink *kink)
{
    zni_beat *b = &o->beat[o->turn];
    const zni_beat now = middle(kink);
    const double periods = b->since + 1, off = (b->half + now.half) / periods;

    if (off < o->off) {
        o->period = (now.at - b->at) / periods;
        o->off = off;
    }
    *b = now;
}

void zni_rhythm_pass(zni_rhythm *o, const zni_kink *kink)
{
    const zni_kink next = o->period > 0 ? due(o) : (zni_kink){0};

    if (o->period > 0 && !(kink->from <= next.to && next.from <= kink->to)) {
        o->n = 0;
        o->period = 0;
        o->wrong += o->wrong < 2;
    }
    if (!(o->period > 0)) {
        add(o, kink);
        return;
    }
    if (kink->from == next.from && kink->to == next.to) {
        o->beat[o->turn].since++;
        o->unseen++;
    } else {
        meet(o, kink);
        o->unseen = 0;
    }
    o->turn = (o->turn + 1) % o->n;
}

void zni_rhythm_behind(zni_rhythm *o, double t, double length)
{
    const zn_index before = o->period > 0 ? o->turn + o->n : o->n;
    zni_beat *last = o->n ? &o->beat[(before - 1) % o->n] : NULL;

    if (last && !(last->length > 0) && t >= last->at)
        last->length = length;
}

void zni_rhythm_check(zni_rhythm *o)
{
    const bool so = o->n >= 0 && o->n <= ZNI_BEATS && o->turn >= 0 &&
                    (o->turn == 0 || o->turn < o->n) && o->wrong >= 0 &&
                    o->wrong <= 2 && !(o->period > 0 && o->n == 0);

    if (!so)
        *o = (zni_rhythm){0};
}

bool zni_rhythm_foretells(const zni_rhythm *o, zni_kink *next)
{
    const bool so = o->period > 0 && o->unseen < UNSEEN;

    *next = so ? due(o) : (zni_kink){0};
    return so;
}
