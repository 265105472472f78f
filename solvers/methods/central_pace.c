/* central_pace.c - which cones go on along the central path, and how fast
 * SPDX-License-Identifier: Apache-2.0 */
#include "central_pace.h"

#include <math.h>
#include <string.h>

#include "nt.h"

/* A path turns back where a few neighbours may hold in more than one way. Such places do not know of each other. But if
 * one of them takes m back for all cones, the path passes all earlier places again, and once more on the way down: with
 * n places 2^n times. So where m begins to grow, only those cones go on that change. The m of cone b grows at a pace of
 * 1 where the tangent changes the cone by more than PART of its largest change, elsewhere at a pace that is less in
 * proportion. All cones go on together, each from the m that it has then, in two cases: they are LEAD below where they
 * turned and the sign is the first one, or they are FAR above it and have not come back. That is allowed, as a point
 * with x o y = m w_b e in each cone is as good as one with m e. Where few bodies have many contacts, all contacts are
 * one such place and nothing is gained: so this is only for starts that are for piles. */
static const double PART = 0.3, LEAD = 0.3, FAR = 1.5;

/* h = Q' W (l \ pace m e): what x and y have to change by for log m to grow by 1 */
static void aim(zni_central *c)
{
    zni_ipm_state *a = &c->a;

    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        zn_index at = k->at, d = k->d;

        memset(a->g + at, 0, (size_t)d * sizeof *a->g);
        a->g[at] = c->pace[k - a->cones] * k->lift * c->m;
        zni_soc_quotient(d, a->l + at, a->g + at, a->g + at);
        zni_frame_in(d, a->f + at, a->g + at, a->h + at);
        for (zn_index i = at; i < at + d; i++)
            a->h[i] *= sqrt(a->lambda[i]);
    }
}

/* how much larger is the present log m of cone b than log m? */
static double above(const zni_central *c, zn_index b)
{
    return c->above[b] + (c->pace[b] - 1) * (c->tau - c->since);
}

void zni_central_set(zni_central *c)
{
    const zni_ipm *p = c->a.p;

    c->m = exp(c->tau) * p->velocity * p->reaction;
    c->a.blunt = c->width * exp(c->tau) * p->velocity;
    for (zn_index b = 0; b < c->a.ncones; b++)
        c->cones[b].lift = exp(above(c, b));
}

void zni_central_subtract(zni_central *c, bool going)
{
    zni_ipm_state *a = &c->a;
    const double rest = exp(c->tau - c->from);

    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        const double by = rest * k->lift * (going ? c->pace[k - a->cones] : 1);

        if (k == a->cones || k[-1].head != k->head)
            a->res[k->head] -= by * c->res[k->head];
        for (zn_index i = k->rest; i < k->rest + k->d - 1; i++)
            a->res[i] -= by * c->res[i];
    }
}

void zni_central_tangent(zni_central *c)
{
    zni_ipm_state *a = &c->a;

    memset(a->res, 0, (size_t)a->p->m * sizeof *a->res);
    zni_central_subtract(c, true);
    for (const zni_ipm_cone *k = a->cones; k < a->cones + a->ncones; k++) {
        const double tip = k->lift * a->blunt;

        a->res[k->head] += c->pace[k - a->cones] * k->tau * (tip / zni_ipm_slip(a, k, a->x + k->at)) * tip;
    }
    aim(c);
    zni_ipm_direction(a);
}

void zni_central_even(zni_central *c)
{
    c->since = c->tau;
    c->rate = 0;
    c->alone = false;
    for (zn_index b = 0; b < c->a.ncones; b++) {
        c->above[b] = 0;
        c->pace[b] = 1;
    }
}

/* Call this before the paces change: what cones have gained until now is kept. */
static void rebase(zni_central *c)
{
    for (zn_index b = 0; b < c->a.ncones; b++)
        c->above[b] = above(c, b);
    c->since = c->tau;
    c->rate = 0;
}

/* Only the cones that the tangent changes go on. Cones that share a head go at one pace. */
static void part(zni_central *c)
{
    const zni_ipm_state *a = &c->a;
    double top = 0;

    rebase(c);
    for (zn_index b = 0; b < a->ncones; b++) {
        const zni_ipm_cone *k = a->cones + b;
        double one = 0;

        zni_nt_apply(k->d, a->beta[b], a->w + k->at, a->dy + k->at, a->s);
        zni_nt_apply_inverse(k->d, a->beta[b], a->w + k->at, a->dx + k->at, a->t);
        for (zn_index i = 0; i < k->d; i++)
            one += a->s[i] * a->s[i] / a->octave + a->t[i] * a->t[i] * a->octave;
        c->pace[b] = sqrt(one / (c->m * k->lift));
        top = fmax(top, c->pace[b]);
    }
    for (zn_index b = 0, end; b < a->ncones; b = end) {
        double most = 0;

        for (end = b; end < a->ncones && a->cones[end].head == a->cones[b].head; end++)
            most = fmax(most, c->pace[end]);
        for (zn_index i = b; i < end; i++)
            c->pace[i] = fmin(1, most / (PART * top));
    }
    c->alone = true;
    c->turn = c->tau;
    zni_central_tangent(c);
}

/* All go on together. log m becomes the largest one of the cones. */
static void join(zni_central *c)
{
    double top = -INFINITY;

    rebase(c);
    for (zn_index b = 0; b < c->a.ncones; b++)
        top = fmax(top, c->above[b]);
    for (zn_index b = 0; b < c->a.ncones; b++) {
        c->above[b] -= top;
        c->pace[b] = 1;
    }
    c->tau = c->since = c->tau + top;
    c->alone = false;
    zni_central_set(c);
    zni_central_tangent(c);
}

void zni_central_choose(zni_central *c, int sign)
{
    if (sign != c->sign)
        c->rate = 0;
    if (c->parts && sign != c->first && c->sign == c->first)
        part(c);
    else if (c->alone && (c->tau > c->turn + FAR || (sign == c->first && c->tau <= c->turn - LEAD)))
        join(c);
    c->sign = sign;
}

