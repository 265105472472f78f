/* sweep.c - do two shapes that are apart meet before a horizon?
 *
 * Each body goes on with its velocity and its rate of turning. As long as they are d apart, and no
 * point of one comes closer to the other faster than w, nothing can happen for d/w; so time
 * advances by that until they touch or the horizon is reached (conservative advancement:
 * B. Mirtich, Impulse-based dynamic simulation of rigid body systems, 1996). Grazing passes
 * take many such steps: where they have used them up they count as touching.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/collision.h"

#include <math.h>
#include <string.h>

enum { MOST = 50 };

/* touching: as near as this, times the size of the smaller one */
static const double NEAR = 1e-4;

/* Where a member is after time t: its body turned about its centre of mass. */
static void moved(const zni_attached *m, const zn_view *at, double t,
                  zni_pose *out)
{
    zni_pose body;

    *out = m->at;
    if (!m->ds)
        return;
    zni_body_pose(m->ds, at, t, &body);
    zni_pose_compose(&body, &m->in_body, out);
}

/* No point of one comes closer to the other faster. */
static double closing(const zni_attached *a, const zni_attached *b,
                      const zn_view *at)
{
    double v[3], u[3] = {0}, d[3], w;

    zni_body_speeds(a->ds, at, v, &w);
    if (b->ds)
        zni_body_speeds(b->ds, at, u, &w);
    zni_sub3(v, u, d);
    /* speed has the one of the centre in it, and that of turning */
    return sqrt(zni_dot3(d, d)) + (a->speed - sqrt(zni_dot3(v, v))) +
           (b->speed - sqrt(zni_dot3(u, u)));
}

static double least_gap(const zni_touches *t)
{
    double gap = INFINITY;

    for (zn_index i = 0; i < t->n; i++)
        gap = fmin(gap, t->at[i].gap);
    return gap;
}

zn_status zni_sweep(zni_collision *c, const zni_attached *a, const zni_attached *b,
                    const zn_view *at, double horizon, double size,
                    zni_touches *out, zni_pose *pa, zni_pose *pb)
{
    const double w = closing(a, b, at);
    double t = 0, gap = INFINITY;
    zn_status st;

    for (int k = 0; k < MOST; k++) {
        moved(a, at, t, pa);
        moved(b, at, t, pb);
        out->reach = (horizon - t) * w + NEAR * size;
        st = zni_collision_touch(c, a->shape, pa, b->shape, pb, out);
        if (st)
            return st;
        gap = least_gap(out);
        if (gap <= NEAR * size)
            break;
        t += gap / w;
        if (!(t < horizon)) {
            out->n = 0;
            return ZN_OK;
        }
    }
    /* of the places those that touch then */
    out->reach = fmax(gap, 0) + c->reach * size;
    return zni_collision_touch_all(c, a->shape, pa, b->shape, pb, out);
}
