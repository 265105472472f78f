/* rolling.c - random rolling friction problems, condensed and global
 *
 * Each contact takes off or carries a load; if it does, it sticks or slips, and independently rolls or does not.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include <zeno/rolling_friction.h>

#include "contacts.h"

static const zn_option options[] = {
    ZNI_RANDOM_SEED,
    ZNI_RANDOM(INT, d, 5, 3, 6, "-", "components of a contact, 3, 5 or 6"),
    ZNI_RANDOM_SCENE,
    ZNI_RANDOM(REAL, mu_r, 0.2, 0, 1e6, "-", "rolling friction"),
    ZNI_RANDOM(REAL, mu_s, 0.1, 0, 1e6, "-", "spinning friction, d = 6"),
    ZNI_RANDOM_DEGENERATE("share of contacts that are about to touch, and of "
                          "parts that are about to move"),
    ZN_OPT_END,
};

static bool happens(zni_random *r, double share)
{
    return zni_random_unit(r) < share;
}

/* The m components of sliding or rolling, with the limit `most`: at rest, or moving. */
static void make_part(zni_draws by, zn_index m, double most, double rr[], double u[])
{
    const bool border = happens(by.r, by.o->degenerate);
    const bool moves = happens(by.r, 0.5);
    const double size = moves || border ? most : most * zni_random_unit(by.r);
    const double speed = moves && !border ? zni_random_size(by.r) : 0;

    zni_random_direction(by.r, m, rr);
    for (zn_index i = 0; i < m; i++) {
        u[i] = -speed * rr[i];
        rr[i] *= size;
    }
}

static void make_contact(zni_draws by, double rr[], double u[])
{
    const zn_index m = (by.o->d - 1) / 2;
    const bool border = happens(by.r, by.o->degenerate);

    if (happens(by.r, 0.25)) {
        zni_random_vector(by.r, by.o->d, u);
        u[0] = border ? 0 : zni_random_size(by.r);
        memset(rr, 0, (size_t)by.o->d * sizeof *rr);
        return;
    }
    rr[0] = zni_random_size(by.r);
    u[0] = 0;
    make_part(by, m, by.o->mu * rr[0], rr + 1, u + 1);
    make_part(by, m, by.o->mu_r * rr[0], rr + 1 + m, u + 1 + m);
    if (by.o->d == 6)
        make_part(by, 1, by.o->mu_s * rr[0], rr + 5, u + 5);
}

static zn_status make_law(zni_draws by, zni_drawn *p, double rr[], double u[])
{
    if (by.o->d == 4)
        return zn_fail(by.s->ctx, ZN_EINVAL, "d = 4, must be 3, 5 or 6");
    p->mu = zni_random_same(by.s, by.o->contacts, by.o->mu);
    p->mu_r = zni_random_same(by.s, 2 * by.o->contacts, by.o->mu_r);
    if (!p->mu || !p->mu_r)
        return ZN_ENOMEM;
    for (zn_index a = 0; a < by.o->contacts; a++) {
        p->mu_r[by.o->contacts + a] = by.o->mu_s;
        make_contact(by, rr + by.o->d * a, u + by.o->d * a);
    }
    return ZN_OK;
}

static zn_status make(zni_draws by, zni_random_result *out)
{
    zni_drawn c = {.kept = false};
    const zn_status st = zni_drawn_scene(by, make_law, &c, out);

    *(zn_rolling_friction *)out->problem =
        (zn_rolling_friction){by.o->d, c.nc, c.W, c.q, c.mu, c.mu_r};
    return st;
}

static zn_status make_global(zni_draws by, zni_random_result *out)
{
    zni_drawn c = {.kept = true};
    const zn_status st = zni_drawn_scene(by, make_law, &c, out);

    *(zn_global_rolling_friction *)out->problem =
        (zn_global_rolling_friction){by.o->d, c.nc, c.n, c.M, c.H, c.q, c.b, c.mu, c.mu_r};
    return st;
}

const zni_random_maker zni_random_rolling = {
    "rolling-friction", options, .size = sizeof(zn_rolling_friction), .make = make};
const zni_random_maker zni_random_global_rolling = {
    "global-rolling-friction", options, .size = sizeof(zn_global_rolling_friction), .make = make_global};
