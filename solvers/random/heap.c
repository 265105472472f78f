/* heap.c - spheres poured one by one, each of which comes to rest on those that lie there
 * SPDX-License-Identifier: Apache-2.0 */
#include "contacts.h"

#include <math.h>
#include <string.h>

/* The model of Visscher & Bolsterli, Nature 239 (1972), with the local form of the rule of Bennett, J. Appl. Phys.
 * 43 (1972). A sphere falls at a random place and moves to the lowest position near where it lands at which three of
 * the earlier spheres and the walls hold it; if there is none, it falls off on the far side, in the end onto the
 * floor. It is held where its weight is a sum of pushes along the three normals. With others on top of it, that may
 * cease to be true: the heap is about to settle, and with little friction it does not stand. */

/* Radii are (1 - SPREAD) / 2 to (1 + SPREAD) / 2; the box is divided into vertical columns that are wider than the
 * largest sphere. */
static const double SPREAD = 0.2, COLUMN = 1.2;

/* Spheres that are closer than REACH to where one lands may hold it, and so may four walls and the floor: at most
 * NEAR - WALLS spheres fit there. */
static const double REACH = 1.9;
enum { WALLS = 5, NEAR = 150 + WALLS };

/* PUSH: the least push of a support, for a weight of 1; positions with less do not hold. ROUND: gaps, in diameters,
 * that Newton's method leaves, in at most STEPS steps (some five are needed). A sphere may fall off FALLS times on
 * its way down. One in two hundred does not come to rest, mostly at walls, and is dropped elsewhere, at most TRIES
 * times. */
static const double PUSH = 1e-3, ROUND = 1e-13;
enum { STEPS = 20, FALLS = 20, TRIES = 1000 };

/* Three normals with a smaller volume are in one plane. */
static const double FLAT = 1e-3;

/* a sphere around x, or the plane x'c = R */
typedef struct support {
    zn_index body; /* -1: a plane */
    double x[3], R;
} support;

typedef struct pouring {
    const zni_heap *h;
    double wide;           /* of the box, which begins at 0                 */
    zn_index cells;        /* along a side                                  */
    zn_index *last, *next; /* the last sphere of each column, and the one before each sphere */
    zn_index hit;          /* what the present sphere landed on, -1: the floor */
    support near[NEAR];
    zn_index count;
} pouring;

/* gap between a sphere of radius R at c and a support, whose normal is n */
static double gap(const support *s, const double c[3], double R, double n[3])
{
    double far = 0;

    if (s->body < 0) {
        memcpy(n, s->x, 3 * sizeof *n);
        return n[0] * c[0] + n[1] * c[1] + n[2] * c[2] - s->R - R;
    }
    for (int i = 0; i < 3; i++) {
        n[i] = c[i] - s->x[i];
        far += n[i] * n[i];
    }
    far = sqrt(far);
    for (int i = 0; i < 3; i++)
        n[i] /= far > 0 ? far : 1;
    return far - s->R - R;
}

static double volume(const double a[3], const double b[3], const double c[3])
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) +
           a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* solve A x = b, A by columns, by Cramer's rule; false: the columns of A are in one plane */
static bool three(const double A[9], const double b[3], double x[3])
{
    const double all = volume(A, A + 3, A + 6);

    x[0] = volume(b, A + 3, A + 6) / all;
    x[1] = volume(A, b, A + 6) / all;
    x[2] = volume(A, A + 3, b) / all;
    return fabs(all) > FLAT;
}

/* Can supports with these normals (columns) carry a sphere by pushing only? */
static bool holds(const double N[9])
{
    static const double up[3] = {0, 0, 1};
    double push[3];

    return three(N, up, push) && push[0] > PUSH && push[1] > PUSH &&
           push[2] > PUSH;
}

/* Find by Newton's method where a sphere of radius R touches the three supports from above; false: nowhere, or it is
 * not held there */
static bool rest(const pouring *k, const zn_index of[3], double R, double c[3])
{
    double spheres = 0;

    memset(c, 0, 3 * sizeof *c);
    for (int j = 0; j < 3; j++)
        if (k->near[of[j]].body >= 0) {
            spheres++;
            for (int i = 0; i < 3; i++)
                c[i] += (k->near[of[j]].x[i] - c[i]) / spheres;
        }
    c[2] += R;
    for (int step = 0; step < STEPS; step++) {
        double N[9], rows[9], g[3], dx[3], most = 0;

        for (int j = 0; j < 3; j++) {
            g[j] = -gap(k->near + of[j], c, R, N + 3 * j);
            most = fmax(most, fabs(g[j]));
            for (int i = 0; i < 3; i++)
                rows[j + 3 * i] = N[i + 3 * j];
        }
        if (most < ROUND)
            return holds(N);
        if (!three(rows, g, dx))
            return false;
        for (int i = 0; i < 3; i++)
            c[i] += dx[i];
    }
    return false;
}

static zn_index column(const pouring *k, double x)
{
    const zn_index c = (zn_index)(x / k->wide * (double)k->cells);

    return x < 0 ? 0 : c < k->cells ? c : k->cells - 1;
}

static support sphere(const pouring *k, zn_index b)
{
    const double *x = k->h->x + 3 * b;

    return (support){b, {x[0], x[1], x[2]}, k->h->R[b]};
}

static support plane(const pouring *k, int w)
{
    support s = {.body = -1, .R = w % 2 ? -k->wide : 0};

    s.x[w / 2] = w % 2 ? -1 : 1;
    return s;
}

/* call f for the spheres in the column of (x, y) and in those around it; false as soon as f is */
static bool around(pouring *k, double x, double y,
                   bool (*f)(pouring *k, zn_index b, double c[]), double c[])
{
    const zn_index i = column(k, x), j = column(k, y), n = k->cells;

    for (zn_index a = i > 0 ? i - 1 : 0; a <= i + 1 && a < n; a++)
        for (zn_index b = j > 0 ? j - 1 : 0; b <= j + 1 && b < n; b++) {
            for (zn_index s = k->last[a + n * b]; s >= 0; s = k->next[s])
                if (!f(k, s, c))
                    return false;
        }
    return true;
}

/* may b hold a sphere that lands at c? */
static bool add(pouring *k, zn_index b, double c[])
{
    const support s = sphere(k, b);
    double n[3];

    if (k->count < NEAR - WALLS && gap(&s, c, -s.R, n) < REACH)
        k->near[k->count++] = s;
    return true;
}

/* does a sphere at c, c[3] its radius, not overlap b? */
static bool apart(pouring *k, zn_index b, double c[])
{
    const support s = sphere(k, b);
    double n[3];

    return gap(&s, c, c[3], n) > -4 * ROUND;
}

/* raise c[2] to where sphere b stops a sphere that falls there */
static bool land(pouring *k, zn_index b, double c[])
{
    const double *x = k->h->x + 3 * b, R = c[3] + k->h->R[b],
                 far2 = (x[0] - c[0]) * (x[0] - c[0]) +
                        (x[1] - c[1]) * (x[1] - c[1]);

    if (far2 < R * R && x[2] + sqrt(R * R - far2) > c[2]) {
        c[2] = x[2] + sqrt(R * R - far2);
        k->hit = b;
    }
    return true;
}

/* is a sphere at c inside the box, without overlap? */
static bool unoccupied(pouring *k, double c[4])
{
    double n[3];

    for (int w = 0; w < WALLS; w++) {
        const support s = plane(k, w);

        if (gap(&s, c, c[3], n) < -4 * ROUND)
            return false;
    }
    return around(k, c[0], c[1], apart, c);
}

/* can a sphere of radius R touch both supports? */
static bool close(const support *s, const support *t, double R)
{
    double n[3];

    if (t->body < 0)
        return s->body < 0 || gap(t, s->x, s->R, n) < 2 * R;
    return s->body < 0 ? close(t, s, R) : gap(s, t->x, t->R, n) < 2 * R;
}

/* store the supports of sphere b */
static void settle(const pouring *k, zn_index b, const zn_index of[],
                   zn_index count)
{
    const zni_heap *h = k->h;

    h->held[b] = count;
    for (zn_index j = 0; j < count; j++) {
        h->below[ZNI_HELD * b + j] = k->near[of[j]].body;
        gap(k->near + of[j], h->x + 3 * b, h->R[b],
            h->normal + 3 * (ZNI_HELD * b + j));
    }
}

/* Move sphere b from where it lands to the lowest position near there; false: there is none. */
static bool roll(pouring *k, zn_index b, const double land[])
{
    const zni_heap *h = k->h;
    double *at = h->x + 3 * b, c[4] = {land[0], land[1], land[2], h->R[b]};
    zn_index of[3];
    bool found = false;

    k->count = 0;
    around(k, c[0], c[1], add, c);
    for (int w = 0; w < WALLS; w++)
        k->near[k->count++] = plane(k, w);
    memcpy(at, c, 3 * sizeof *at);
    of[0] = k->count - 1;
    if (k->hit < 0) {
        settle(k, b, of, 1);
        return true;
    }
    for (of[0] = 0; of[0] < k->count; of[0]++)
        for (of[1] = 0; of[1] < of[0]; of[1]++) {
            if (!close(k->near + of[0], k->near + of[1], c[3]))
                continue;
            for (of[2] = 0; of[2] < of[1]; of[2]++)
                if (close(k->near + of[0], k->near + of[2], c[3]) &&
                    close(k->near + of[1], k->near + of[2], c[3]) &&
                    rest(k, of, c[3], c) && c[2] < at[2] && unoccupied(k, c)) {
                    memcpy(at, c, 3 * sizeof *at);
                    settle(k, b, of, 3);
                    found = true;
                }
        }
    return found;
}

/* Let sphere b fall at (x, y). Where nothing holds it, it falls off on the far side of what it landed on. */
static bool place(pouring *k, zn_index b, double x, double y)
{
    const double R = k->h->R[b];
    double c[4] = {x, y, R, R};

    for (int fall = 0; fall < FALLS; fall++) {
        c[0] = fmax(R, fmin(k->wide - R, c[0]));
        c[1] = fmax(R, fmin(k->wide - R, c[1]));
        c[2] = R;
        k->hit = -1;
        around(k, c[0], c[1], land, c);
        if (roll(k, b, c))
            return true;
        const double *s = k->h->x + 3 * k->hit, out = R + k->h->R[k->hit],
                     far = hypot(c[0] - s[0], c[1] - s[1]);

        for (int i = 0; i < 2; i++)
            c[i] = s[i] + (c[i] - s[i]) / far * out * (1 + ROUND);
    }
    return false;
}

/* Let sphere b fall at a random place, and at others until it comes to rest; false: it does not. */
static bool pour(pouring *k, zn_index b, zni_random *r)
{
    const double R = k->h->R[b] = (1 + SPREAD * zni_random_sign(r)) / 2,
                 free = k->wide - 2 * R;
    bool rests = false;
    zn_index *last;

    for (int tries = 0; tries < TRIES && !rests; tries++) {
        const double x = R + free * zni_random_unit(r);

        rests = place(k, b, x, R + free * zni_random_unit(r));
    }
    last = k->last + column(k, k->h->x[3 * b]) +
           k->cells * column(k, k->h->x[3 * b + 1]);
    k->next[b] = *last;
    *last = b;
    return rests;
}

zn_status zni_heap_pour(zni_store *s, zn_index nb, zni_random *r, zni_heap *h)
{
    pouring k = {.h = h, .wide = fmax(2.5, cbrt((double)nb))};
    zn_index columns;

    k.cells = (zn_index)(k.wide / COLUMN);
    columns = k.cells * k.cells;
    h->x = zni_store_alloc(s, 3 * nb, sizeof *h->x);
    h->R = zni_store_alloc(s, nb, sizeof *h->R);
    h->normal = zni_store_alloc(s, 3 * ZNI_HELD * nb, sizeof *h->normal);
    h->below = zni_store_alloc(s, ZNI_HELD * nb, sizeof *h->below);
    h->held = zni_store_alloc(s, nb, sizeof *h->held);
    k.last = zni_store_alloc(s, columns, sizeof *k.last);
    k.next = zni_store_alloc(s, nb, sizeof *k.next);
    if (!h->x || !h->R || !h->normal || !h->below || !h->held || !k.last ||
        !k.next)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < columns; i++)
        k.last[i] = -1;
    for (zn_index b = 0; b < nb; b++)
        if (!pour(&k, b, r))
            return zn_fail(s->ctx, ZN_EINVAL,
                           "sphere %td of %td finds no place in %d falls: try "
                           "another seed",
                           b, nb, TRIES);
    return ZN_OK;
}
