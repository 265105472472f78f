/* cloud.c - points in a tree of bounds: what is farthest along a direction, what lies in a plane
 *
 * The points are halved along the longest side of their bounds, by number, so the tree is as deep as the
 * logarithm of that, whatever they are.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/cloud.h"
#include "kernel/shapes/halve.h"

#include <math.h>

/* Of the parts 2^31 points have at most: each is halved, until it has few. */
enum { FEW = 8, DEEP = 64 };

static void bound(const zni_cloud *c, zni_cloud_part *at)
{
    for (int i = 0; i < 3; i++) {
        at->lo[i] = INFINITY;
        at->hi[i] = -INFINITY;
        for (int k = at->first; k < at->first + at->n; k++) {
            at->lo[i] = fmin(at->lo[i], c->p[3 * c->order[k] + i]);
            at->hi[i] = fmax(at->hi[i], c->p[3 * c->order[k] + i]);
        }
    }
}

static void halve(zni_cloud *c, double key[], const zni_cloud_part *at)
{
    int axis = 0;

    for (int i = 1; i < 3; i++)
        if (at->hi[i] - at->lo[i] > at->hi[axis] - at->lo[axis])
            axis = i;
    for (int k = at->first; k < at->first + at->n; k++)
        key[c->order[k]] = c->p[3 * c->order[k] + axis];
    zni_halve(c->order, key, at->first, at->first + at->n - 1,
              at->first + at->n / 2);
}

zn_status zni_cloud_make(zn_ctx *ctx, int n, const double p[], zni_cloud *out)
{
    double *key = zn_alloc(ctx, n, sizeof *key);

    *out = (zni_cloud){.p = p};
    out->order = zn_alloc(ctx, n, sizeof *out->order);
    /* as many parts as points at most: a part that is halved has more than FEW */
    out->part = zn_alloc(ctx, n + 1, sizeof *out->part);
    if (!key || !out->order || !out->part) {
        zn_free_array(ctx, key);
        return ZN_ENOMEM;
    }
    for (int k = 0; k < n; k++)
        out->order[k] = k;
    out->part[0].n = n;
    for (int i = 0, parts = 1; i < parts; i++) {
        zni_cloud_part *at = &out->part[i];
        bound(out, at);
        if (at->n <= FEW)
            continue;
        halve(out, key, at);
        at->next = parts;
        out->part[parts++] =
            (zni_cloud_part){.first = at->first, .n = at->n / 2};
        out->part[parts++] = (zni_cloud_part){.first = at->first + at->n / 2,
                                              .n = at->n - at->n / 2};
    }
    zn_free_array(ctx, key);
    return ZN_OK;
}

void zni_cloud_free(zn_ctx *ctx, zni_cloud *c)
{
    zn_free_array(ctx, c->order);
    zn_free_array(ctx, c->part);
    *c = (zni_cloud){0};
}

/* How far a part goes along m, at most. */
static double most(const zni_cloud_part *at, const double m[3])
{
    double out = 0;

    for (int i = 0; i < 3; i++)
        out += m[i] * (m[i] > 0 ? at->hi[i] : at->lo[i]);
    return out;
}

/* A part that is still to be looked at. */
typedef struct waiting {
    int part;
    double most;
} waiting;

int zni_cloud_farthest(const zni_cloud *c, const double m[3])
{
    waiting stack[DEEP];
    int n = 0, best = -1;
    double far = -INFINITY;

    stack[n++] = (waiting){0, INFINITY};
    while (n) {
        const waiting k = stack[--n];
        const zni_cloud_part *at = &c->part[k.part];
        if (k.most < far)
            continue;
        if (at->next) {
            /* the farther half first */
            const int next = at->next;
            const double a = most(&c->part[next], m),
                         b = most(&c->part[next + 1], m);
            stack[n++] = a > b ? (waiting){next + 1, b} : (waiting){next, a};
            stack[n++] = a > b ? (waiting){next, a} : (waiting){next + 1, b};
            continue;
        }
        for (int i = at->first; i < at->first + at->n; i++) {
            const double x = zni_dot3(m, c->p + 3 * c->order[i]);
            if (x > far || (x == far && c->order[i] < best)) {
                far = x;
                best = c->order[i];
            }
        }
    }
    return best;
}

int zni_cloud_in_plane(const zni_cloud *c, const double m[3], double d,
                       double tol, int out[])
{
    const double back[3] = {-m[0], -m[1], -m[2]};
    int stack[DEEP], n = 0, found = 0;

    stack[n++] = 0;
    while (n) {
        const zni_cloud_part *at = &c->part[stack[--n]];
        /* a little more, for the rounding of the bounds */
        if (most(at, m) < d - 2 * tol || most(at, back) < -d - 2 * tol)
            continue;
        if (at->next) {
            stack[n++] = at->next;
            stack[n++] = at->next + 1;
            continue;
        }
        for (int k = at->first; k < at->first + at->n; k++) {
            const int i = c->order[k];
            if (fabs(zni_dot3(m, c->p + 3 * i) - d) <= tol)
                out[found++] = i;
        }
    }
    return found;
}
