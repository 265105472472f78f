/* turned.c - pairs that may meet if a contact turns one of both
 *
 * Bodies that move side by side do not come nearer, until one of them meets something: a row of balls falls on the
 * ground. What is in a contact may go anywhere after it, no faster than before; whom it may reach so is announced
 * as it is now, and may be turned, too, and so on along the row. Not so where both close as they move: of such a
 * place the sweep has said that they pass each other, and the plane that stands for it would be met in the air.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/collision.h"

#include <string.h>

zn_status zni_turned_begin(zni_collision *c)
{
    const zn_index n = c->model->nds;
    const zn_status st = zn_grow(c->ctx, &c->met, &c->cmet, n, 1);

    if (!st && n)
        memset(c->met, 0, (size_t)n);
    c->napart = 0;
    return st;
}

void zni_turned_meet(zni_collision *c, const zni_attached *a, const zni_attached *b)
{
    c->met[a->ds->place] = 1;
    if (b->ds)
        c->met[b->ds->place] = 1;
}

zn_status zni_turned_apart(zni_collision *c, int i, int j)
{
    const zn_status st =
        zn_grow(c->ctx, &c->apart, &c->capart, c->napart + 1, sizeof *c->apart);

    if (!st)
        c->apart[c->napart++] = (zni_couple){i, j};
    return st;
}

/* Velocity of the point of a member that is at p. */
static void velocity(const zni_attached *m, const zn_view *at, const double p[3],
                     double out[3])
{
    const double *q = zn_state_q(at->state, m->ds);
    const double *v = zn_state_v(at->state, m->ds);
    double w[3] = {0, 0, v[2]}, d[3] = {p[0] - q[0], p[1] - q[1], 0}, turn[3];

    memcpy(out, v, 2 * sizeof *out);
    out[2] = 0;
    if (zn_ds_nq(m->ds) != 3) {
        d[2] = p[2] - q[2];
        out[2] = v[2];
        zn_rotate(q + 3, v + 3, w);
    }
    zni_cross(w, d, turn);
    zni_along(out, 1, turn, out);
}

void zni_turned_keep(const zni_attached *a, const zni_attached *b,
                     const zn_view *at, double horizon, zni_touches *out)
{
    const zn_index all = out->n;
    double v[3], u[3];

    out->n = 0;
    for (zn_index k = 0; k < all; k++) {
        zn_touch t;
        zni_touches_see(out, k, &t);
        velocity(a, at, t.p1, v);
        velocity(b, at, t.p2, u);
        zni_sub3(v, u, v);
        if (t.gap + horizon * zni_dot3(t.n, v) > 0)
            out->at[out->n++] = out->at[k];
    }
}

/* Whether a pair is looked at does not depend on the order of pairs, only when. */
zn_status zni_turned_find(zni_collision *c, const zn_view *at, zn_contacts *to)
{
    zn_status st = ZN_OK;
    bool more = true;

    while (!st && more) {
        more = false;
        for (zn_index k = 0; !st && k < c->napart; k++) {
            const zni_couple p = c->apart[k];
            bool found;
            if (!c->met[c->member[p.i].ds->place] &&
                !c->met[c->member[p.j].ds->place])
                continue;
            st = zni_collision_look(c, at, p, true, to, &found);
            c->apart[k--] = c->apart[--c->napart];
            more = more || found;
        }
    }
    return st;
}
