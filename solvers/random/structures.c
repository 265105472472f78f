/* structures.c - bodies at rest on each other: stacks, walls, arches, wedges,
 * chains, piles, heaps
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "contacts.h"

/* Every structure is built twice: the first time to count its contacts, the second time to store them. */
typedef struct builder {
    zni_scene *c;
    const zni_random_options *o;
    zni_random r;
    double *at;  /* 3 nb: centres                                           */
    double grain; /* size of a body, for its moment of inertia               */
    zni_heap heap;
    zn_index count;
    bool make;
} builder;

/* out = a x b */
static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* scale x to length 1 */
static void unit(double x[3])
{
    const double size = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);

    for (int i = 0; i < 3; i++)
        x[i] /= size;
}

/* Two unit vectors orthogonal to n and to each other. */
static void across(const double n[3], double s[3], double t[3])
{
    int k = fabs(n[0]) < 0.6 ? 0 : 1;

    /* s = e_k - n n_k, t = n x s */
    for (int i = 0; i < 3; i++)
        s[i] = (i == k) - n[i] * n[k];
    unit(s);
    cross(n, s, t);
}

/* column of H: the velocity of body b at the point p in direction e */
static void column(const builder *k, zn_index b, const double p[3],
                   const double e[3], double sign, double h[])
{
    double a[3];

    for (int i = 0; i < 3; i++) {
        a[i] = p[i] - k->at[3 * b + i];
        h[i] = sign * e[i];
    }
    cross(a, e, h + 3);
    for (int i = 3; i < 6; i++)
        h[i] *= sign;
}

/* Add a contact at p, with the normal n from body b, or the ground (-1), into body a. */
static void touch(builder *k, zn_index a, zn_index b, const double p[3],
                  const double n[3])
{
    zni_scene *c = k->c;
    double frame[3][3];
    zn_index i = k->count++;

    if (!k->make)
        return;
    memcpy(frame[0], n, sizeof frame[0]);
    across(n, frame[1], frame[2]);
    c->body[2 * i] = a;
    c->body[2 * i + 1] = b;
    for (zn_index e = 0; e < c->d; e++) {
        double *h = c->H + (2 * i * c->d + e) * ZNI_BODY;

        column(k, a, p, frame[e], 1, h);
        if (b >= 0)
            column(k, b, p, frame[e], -1, h + c->d * ZNI_BODY);
    }
}

static void place(builder *k, zn_index b, double x, double y, double z,
                  double mass)
{
    k->at[3 * b] = x;
    k->at[3 * b + 1] = y;
    k->at[3 * b + 2] = z;
    for (int i = 0; i < ZNI_BODY; i++)
        k->c->mass[ZNI_BODY * b + i] =
            i < 3 ? mass : mass * k->grain * k->grain / 6;
}

/* mass of body b, which grows by `spread` decades from the first to the last */
static double heavier(const builder *k, zn_index b)
{
    zn_index last = k->c->nb > 1 ? k->c->nb - 1 : 1;

    return pow(10, k->o->spread * (double)b / (double)last);
}

/* contacts at the four corners of a horizontal rectangle, with body a above body b */
static void bed(builder *k, zn_index a, zn_index b, double x0, double x1,
                double z)
{
    static const double up[3] = {0, 0, 1};

    for (int i = 0; i < 4; i++) {
        const double p[3] = {i % 2 ? x1 : x0, i / 2 ? 0.5 : -0.5, z};

        touch(k, a, b, p, up);
    }
}

/* cubes on top of each other */
static void stack(builder *k)
{
    for (zn_index b = 0; b < k->c->nb; b++) {
        place(k, b, 0, 0, (double)b + 0.5, heavier(k, b));
        bed(k, b, b - 1, -0.5, 0.5, (double)b);
    }
}

/* bricks of 2 x 1 x 1 in running bond, twice as many courses as bricks in one */
static void wall(builder *k)
{
    zn_index nb = k->c->nb, wide = (zn_index)ceil(sqrt((double)nb / 2));

    k->grain = 1.5;
    for (zn_index b = 0; b < nb; b++) {
        zn_index course = b / wide, i = b % wide;
        double x = 2 * (double)i + (double)(course % 2), z = (double)course;

        place(k, b, x, 0, z + 0.5, heavier(k, b));
        if (course == 0)
            bed(k, b, -1, x - 1, x + 1, z);
        for (zn_index j = i + course % 2 - 1;
             course > 0 && j <= i + course % 2; j++) {
            zn_index below = (course - 1) * wide + j;
            double xb = 2 * (double)j + (double)((course - 1) % 2);

            if (j >= 0 && j < wide)
                bed(k, b, below, fmax(x, xb) - 1, fmin(x, xb) + 1, z);
        }
    }
}

/* A semicircular arch of radius 1 and thickness `slope`, of equal voussoirs; it stands if the thickness is above
 * 0.1075 (Heyman) and there is enough friction. */
static void arch(builder *k)
{
    zn_index nb = k->c->nb;
    double turn = acos(-1) / (double)nb, half = k->o->slope / 2;

    k->grain = 2 * half;
    for (zn_index b = 0; b <= nb; b++) {
        double phi = turn * (double)b, mid = phi + turn / 2;
        const double n[3] = {-sin(phi), 0, cos(phi)}, back[3] = {-n[0], 0, -n[2]};

        if (b < nb)
            place(k, b, cos(mid), 0, sin(mid), heavier(k, b));
        for (int i = 0; i < 4; i++) {
            double r = 1 + (i % 2 ? half : -half);
            const double p[3] = {r * cos(phi), i / 2 ? half : -half,
                                 r * sin(phi)};

            if (b < nb)
                touch(k, b, b - 1, p, n);
            else
                touch(k, nb - 1, -1, p, back);
        }
    }
}

/* blocks on top of each other between two walls that lean by `slope` from the vertical */
static void wedge(builder *k)
{
    double s = k->o->slope, size = sqrt(1 + s * s);

    for (zn_index b = 0; b < k->c->nb; b++) {
        double z = (double)b, half = 0.5 + s * z;

        place(k, b, 0, 0, z + 0.5, heavier(k, b));
        if (b > 0)
            bed(k, b, b - 1, 0.5 - half, half - 0.5, z);
        for (int i = 0; i < 8; i++) {
            double side = i % 2 ? 1 : -1, up = i / 4 ? 1 : 0;
            const double p[3] = {side * (half + s * up), i / 2 % 2 ? 0.5 : -0.5,
                                 z + up};
            const double n[3] = {-side / size, 0, s / size};

            touch(k, b, -1, p, n);
        }
    }
}

/* Links of length 1 along a catenary of parameter c = `slope` times their number, with its ends hooked to the
 * ground. They touch at the hooks p(s), where s is the length from the lowest point,
 *       p = (c asinh(s / c), 0, sqrt(c^2 + s^2)),
 * and carry the load w sqrt(c^2 + s^2) if w is the weight of a link. The centre of a link is where the tangents at
 * its hooks meet, so that it is in equilibrium. */
static void chain(builder *k)
{
    const zn_index nb = k->c->nb;
    const double c = fmax(k->o->slope, 0.01) * (double)nb;
    double x0 = 0, z0 = 0, s0 = 0;

    for (zn_index b = 0; b <= nb; b++) {
        const double s = (double)b - (double)nb / 2, length = hypot(c, s);
        const double x = c * asinh(s / c), p[3] = {x, 0, length};
        const double back[3] = {-c / length, 0, -s / length};
        const double on[3] = {-back[0], 0, -back[2]};

        if (b > 0) {
            const double at = s * x - s0 * x0 - c * (length - z0);

            place(k, b - 1, at, 0, z0 + s0 / c * (at - x0), heavier(k, b - 1));
        }
        if (b < nb)
            touch(k, b, b - 1, p, back);
        else
            touch(k, nb - 1, -1, p, on);
        x0 = x;
        z0 = length;
        s0 = s;
    }
}

/* Grains near the points of a cubic grid in a box. Neighbours that are close touch at one to three points off the
 * line of their centres, as corners do. */
static void grains_touch(builder *k, zn_index a, zn_index b)
{
    double n[3], p[3], s[3], t[3], far = 0, turn[3];
    zn_index points = 1 + zni_random_below(&k->r, 3);

    for (int i = 0; i < 3; i++) {
        n[i] = k->at[3 * a + i] - k->at[3 * b + i];
        far += n[i] * n[i];
    }
    if (far > 1.5)
        return;
    for (int i = 0; i < 3; i++)
        n[i] = n[i] / sqrt(far) + 0.3 * zni_random_sign(&k->r);
    unit(n);
    across(n, s, t);
    for (zn_index j = 0; j < points; j++) {
        for (int i = 0; i < 2; i++)
            turn[i] = 0.3 * zni_random_sign(&k->r);
        for (int i = 0; i < 3; i++)
            p[i] = (k->at[3 * a + i] + k->at[3 * b + i]) / 2 + turn[0] * s[i] +
                   turn[1] * t[i];
        touch(k, a, b, p, n);
    }
}

/* contacts with the floor and the four walls */
static void box_touch(builder *k, zn_index b, zn_index wide, const zn_index x[3])
{
    for (int i = 0; i < 3; i++)
        for (int side = 0; side < (i == 2 ? 1 : 2); side++) {
            double n[3] = {0}, p[3];

            if (x[i] != (side ? wide - 1 : 0))
                continue;
            n[i] = side ? -1 : 1;
            for (int j = 0; j < 3; j++)
                p[j] = k->at[3 * b + j] + 0.2 * zni_random_sign(&k->r) -
                       0.5 * n[j];
            touch(k, b, -1, p, n);
        }
}

static void pile(builder *k)
{
    zn_index nb = k->c->nb, wide = (zn_index)ceil(cbrt((double)nb));

    for (zn_index b = 0; b < nb; b++) {
        const zn_index x[3] = {b % wide, b / wide % wide, b / wide / wide};
        double size = 0.7 + 0.6 * zni_random_unit(&k->r), jitter[3];

        for (int i = 0; i < 3; i++)
            jitter[i] = (double)x[i] + 0.2 * zni_random_sign(&k->r);
        place(k, b, jitter[0], jitter[1], jitter[2],
              size * size * size *
                  pow(10, k->o->spread * zni_random_sign(&k->r) / 2));
        box_touch(k, b, wide, x);
        for (zn_index dz = -1; dz <= 0; dz++)
            for (zn_index dy = -1; dy <= (dz ? 1 : 0); dy++)
                for (zn_index dx = -1; dx <= (dz || dy ? 1 : -1); dx++) {
                    const zn_index y[3] = {x[0] + dx, x[1] + dy, x[2] + dz};

                    if (y[0] >= 0 && y[0] < wide && y[1] >= 0 && y[1] < wide &&
                        y[2] >= 0)
                        grains_touch(k, b,
                                     y[0] + wide * (y[1] + wide * y[2]));
                }
    }
}

/* spheres poured into a box, each held by three others or the ground */
static void heap(builder *k)
{
    const zni_heap *h = &k->heap;

    for (zn_index b = 0; b < k->c->nb; b++) {
        const double R = h->R[b], *x = h->x + 3 * b;

        k->grain = sqrt(2.4) * R; /* 2 m R^2 / 5 as that of a cube */
        place(k, b, x[0], x[1], x[2], 8 * R * R * R * heavier(k, b));
        for (zn_index j = ZNI_HELD * b; j < ZNI_HELD * b + h->held[b]; j++) {
            const double *n = h->normal + 3 * j;
            const double p[3] = {x[0] - R * n[0], x[1] - R * n[1],
                                 x[2] - R * n[2]};

            touch(k, b, h->below[j], p, n);
        }
    }
}

typedef void structure(builder *k);
static structure *const structures[] = {stack, wall,  arch, wedge,
                                      pile,  chain, heap};
enum { HEAP = 7 };

zn_status zni_scene_structure(zni_draws by, zn_index d, zni_scene *c)
{
    const zn_index nb = by.o->bodies ? by.o->bodies : 20;
    builder k = {.c = c, .o = by.o, .grain = 1};
    zn_status st = ZN_OK;

    *c = (zni_scene){.d = d, .nb = nb};
    c->mass = zni_store_alloc(by.s, ZNI_BODY * nb, sizeof *c->mass);
    k.at = zni_store_alloc(by.s, 3 * nb, sizeof *k.at);
    if (!c->mass || !k.at)
        return ZN_ENOMEM;
    if (by.o->structure == HEAP)
        st = zni_heap_pour(by.s, nb, by.r, &k.heap);
    if (st)
        return st;
    for (int pass = 0; pass < 2; pass++) {
        k.r = *by.r;
        k.count = 0;
        k.make = pass == 1;
        if (k.make) {
            c->body = zni_store_alloc(by.s, 2 * c->nc, sizeof *c->body);
            c->H =
                zni_store_alloc(by.s, 2 * c->nc * ZNI_BODY * d, sizeof *c->H);
            if (!c->body || !c->H)
                return ZN_ENOMEM;
        }
        structures[by.o->structure - 1](&k);
        c->nc = k.count;
    }
    *by.r = k.r;
    return zni_scene_spin(by, c);
}

/* the velocities after a step of 5 ms of free fall from rest */
void zni_scene_falls(const zni_scene *c, double v[])
{
    memset(v, 0, (size_t)(ZNI_BODY * c->nb) * sizeof *v);
    for (zn_index b = 0; b < c->nb; b++)
        v[ZNI_BODY * b + 2] = -9.81 * 5e-3;
}
