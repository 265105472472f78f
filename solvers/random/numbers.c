/* numbers.c - random numbers, vectors, and pairs that complement each other
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "../core/hash.h"
#include "random.h"

static uint64_t next(zni_random *r)
{
    return zni_hash_mix(r->state += ZNI_GOLDEN);
}

double zni_random_unit(zni_random *r)
{
    return (double)(next(r) >> 11) * 0x1p-53;
}

double zni_random_sign(zni_random *r)
{
    return 2 * zni_random_unit(r) - 1;
}

zn_index zni_random_below(zni_random *r, zn_index n)
{
    return (zn_index)(zni_random_unit(r) * (double)n);
}

double zni_random_size(zni_random *r)
{
    return 0.1 + zni_random_unit(r);
}

void zni_random_vector(zni_random *r, zn_index n, double x[])
{
    for (zn_index i = 0; i < n; i++)
        x[i] = zni_random_sign(r);
}

/* one of 60 points of a cube in eight dimensions is inside the ball, but one of 10^20 in forty */
enum { BALL = 8 };

/* A point of the cube; in many dimensions, where points are hardly ever inside a ball, the sum of four points, which
 * has no preferred direction. */
static void point(zni_random *r, zn_index n, double x[])
{
    zni_random_vector(r, n, x);
    for (int more = 0; n > BALL && more < 3; more++)
        for (zn_index i = 0; i < n; i++)
            x[i] += zni_random_sign(r);
}

/* A point inside the ball, not too close to its centre, divided by its length. No sine or cosine is used, since
 * their last bit may depend on the machine. */
void zni_random_direction(zni_random *r, zn_index n, double x[])
{
    double s = 0;

    while (s < 0.01 || (s > 1 && n <= BALL)) {
        point(r, n, x);
        s = 0;
        for (zn_index i = 0; i < n; i++)
            s += x[i] * x[i];
    }
    for (zn_index i = 0; i < n; i++)
        x[i] /= sqrt(s);
}

void zni_random_pair(zni_draws by, double *z, double *w)
{
    const bool both = zni_random_unit(by.r) < by.o->degenerate;
    const bool active = zni_random_unit(by.r) < 0.5;
    const double size = zni_random_size(by.r);

    *z = both || !active ? 0 : size;
    *w = both || active ? 0 : size;
}

/* One of: z = 0 and w in its cone; w = 0 and z in its cone; both on the border and opposite. A degenerate one is on
 * the border while the other is zero. */
void zni_random_cone(zni_draws by, zn_index m, double a, double z[], double w[])
{
    enum { W_ONLY, Z_ONLY, BOTH };
    const bool border = zni_random_unit(by.r) < by.o->degenerate;
    const double inside = border ? 1 : zni_random_unit(by.r);
    const zn_index which = zni_random_below(by.r, border || m == 1 ? BOTH : 3);
    const double zs = zni_random_size(by.r), ws = zni_random_size(by.r);
    double e[ZNI_RANDOM_CONE];

    memset(z, 0, (size_t)m * sizeof *z);
    memset(w, 0, (size_t)m * sizeof *w);
    if (m > 1)
        zni_random_direction(by.r, m - 1, e);
    z[0] = which == W_ONLY ? 0 : zs;
    w[0] = which == W_ONLY ? ws : which == BOTH ? a * ws : 0;
    for (zn_index i = 1; i < m; i++) {
        const double d = e[i - 1];
        if (which == W_ONLY)
            w[i] = a > 0 ? inside * ws / a * d : ws * d;
        else
            z[i] = (which == BOTH ? 1 : inside) * a * zs * d;
        if (which == BOTH)
            w[i] = -ws * d;
    }
}
