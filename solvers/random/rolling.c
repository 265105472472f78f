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
static void make_part(const zni_random_options *o, zni_random *r, zn_index m,
                      double most, double rr[], double u[])
{
    const bool border = happens(r, o->degenerate);
    const bool moves = happens(r, 0.5);
    const double size = moves || border ? most : most * zni_random_unit(r);
    const double speed = moves && !border ? zni_random_size(r) : 0;

    zni_random_direction(r, m, rr);
    for (zn_index i = 0; i < m; i++) {
        u[i] = -speed * rr[i];
        rr[i] *= size;
    }
}

static void make_contact(const zni_random_options *o, zni_random *r,
                         double rr[], double u[])
{
    const zn_index m = (o->d - 1) / 2;
    const bool border = happens(r, o->degenerate);

    if (happens(r, 0.25)) {
        zni_random_vector(r, o->d, u);
        u[0] = border ? 0 : zni_random_size(r);
        memset(rr, 0, (size_t)o->d * sizeof *rr);
        return;
    }
    rr[0] = zni_random_size(r);
    u[0] = 0;
    make_part(o, r, m, o->mu * rr[0], rr + 1, u + 1);
    make_part(o, r, m, o->mu_r * rr[0], rr + 1 + m, u + 1 + m);
    if (o->d == 6)
        make_part(o, r, 1, o->mu_s * rr[0], rr + 5, u + 5);
}

static zn_status make_law(zni_store *s, const zni_random_options *o,
                          zni_random *r, zni_drawn *p, double rr[], double u[])
{
    if (o->d == 4)
        return zn_fail(s->ctx, ZN_EINVAL, "d = 4, must be 3, 5 or 6");
    p->mu = zni_random_same(s, o->contacts, o->mu);
    p->mu_r = zni_random_same(s, 2 * o->contacts, o->mu_r);
    if (!p->mu || !p->mu_r)
        return ZN_ENOMEM;
    for (zn_index a = 0; a < o->contacts; a++) {
        p->mu_r[o->contacts + a] = o->mu_s;
        make_contact(o, r, rr + o->d * a, u + o->d * a);
    }
    return ZN_OK;
}

static zn_status make(zni_store *s, const zni_random_options *o, zni_random *r,
                      zni_random_result *out)
{
    zni_drawn c = {.kept = false};
    const zn_status st = zni_drawn_scene(s, o, r, make_law, &c, out);

    *(zn_rolling_friction *)out->problem =
        (zn_rolling_friction){o->d, c.nc, c.W, c.q, c.mu, c.mu_r};
    return st;
}

static zn_status make_global(zni_store *s, const zni_random_options *o,
                             zni_random *r, zni_random_result *out)
{
    zni_drawn c = {.kept = true};
    const zn_status st = zni_drawn_scene(s, o, r, make_law, &c, out);

    *(zn_global_rolling_friction *)out->problem =
        (zn_global_rolling_friction){o->d, c.nc, c.n, c.M, c.H, c.q, c.b, c.mu, c.mu_r};
    return st;
}

const zni_random_maker zni_random_rolling = {
    "rolling-friction", options, .size = sizeof(zn_rolling_friction), .make = make};
const zni_random_maker zni_random_global_rolling = {
    "global-rolling-friction", options, .size = sizeof(zn_global_rolling_friction), .make = make_global};
