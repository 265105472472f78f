/* table-film.c - a film as two tables: a row per frame, and a row per contact
 *
 * The columns of bodies have the names and units that they have in a recording of a scene.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include "tools/table.h"

typedef struct named {
    const char *name, *unit;
} named;

/* Columns of `n` names, from `width` numbers a row. */
static zn_status spread(table *t, const char *prefix, int n,
                        const named names[], const double *x, zn_index width)
{
    char name[256];

    for (int j = 0; j < n; j++) {
        column *c;
        snprintf(name, sizeof name, "%s%s", prefix, names[j].name);
        c = table_add(t, name, names[j].unit, false);
        if (!c)
            return ZN_ENOMEM;
        for (zn_index i = 0; i < t->rows; i++)
            c->x[i] = x[width * i + j];
    }
    return ZN_OK;
}

static zn_status bodies(table *t, const zn_film_data *d)
{
    static const named pose[] = {{"x", "m"},  {"y", "m"},  {"z", "m"},
                                 {"p0", "-"}, {"p1", "-"}, {"p2", "-"},
                                 {"p3", "-"}},
                       rate[] = {{"vx", "m/s"},   {"vy", "m/s"},
                                 {"vz", "m/s"},   {"wx", "rad/s"},
                                 {"wy", "rad/s"}, {"wz", "rad/s"}};
    zn_status st = ZN_OK;

    for (zn_index b = 0; !st && b < d->nbody; b++) {
        const zn_index k = d->moving[b];
        char prefix[200];
        if (k < 0)
            continue;
        snprintf(prefix, sizeof prefix, "%s.", d->body[b]);
        st = spread(t, prefix, 7, pose, d->pose + 7 * k, 7 * d->nmoving);
        if (!st)
            st =
                spread(t, prefix, 6, rate, d->velocity + 6 * k, 6 * d->nmoving);
        for (zn_index f = 0; !st && d->life && f < t->rows; f++)
            for (zn_index j = t->columns - 13;
                 j < t->columns && !zn_film_there(d, b, f); j++)
                t->column[j].x[f] = NAN;
    }
    return st;
}

static zn_status joints(table *t, const zn_film_data *d)
{
    static const named value[ZN_FILM_JOINT] = {{"Px", "m"},
                                               {"Py", "m"},
                                               {"Pz", "m"},
                                               {"impulse_x", "N s"},
                                               {"impulse_y", "N s"},
                                               {"impulse_z", "N s"},
                                               {"Fx", "N"},
                                               {"Fy", "N"},
                                               {"Fz", "N"},
                                               {"angular_x", "N m s"},
                                               {"angular_y", "N m s"},
                                               {"angular_z", "N m s"},
                                               {"Mx", "N m"},
                                               {"My", "N m"},
                                               {"Mz", "N m"}};
    zn_status st = ZN_OK;

    for (zn_index i = 0; !st && i < d->njoint; i++) {
        char prefix[200];
        snprintf(prefix, sizeof prefix, "%s.", d->joint_name[i]);
        st = spread(t, prefix, ZN_FILM_JOINT, value,
                    d->joint + ZN_FILM_JOINT * i, ZN_FILM_JOINT * d->njoint);
    }
    return st;
}

static zn_status frames(table *t, const zn_film_data *d)
{
    static const named time[] = {{"t", "s"}},
                       energy[] = {{"energy.kinetic", "J"},
                                   {"energy.potential", "J"},
                                   {"energy.contact_work", "J"}},
                       solver[] = {{"solver.newton", "-"},
                                   {"solver.iterations", "-"},
                                   {"solver.error", "-"},
                                   {"solver.rows", "-"},
                                   {"solver.least_gap", "m"}};
    zn_status st = spread(t, "", 1, time, d->t, 1);
    column *c;

    if (!st)
        st = bodies(t, d);
    if (!st)
        st = joints(t, d);
    if (!st)
        st = spread(t, "", ZN_FILM_ENERGY, energy, d->energy, ZN_FILM_ENERGY);
    if (!st)
        st = spread(t, "", ZN_FILM_SOLVER, solver, d->solver, ZN_FILM_SOLVER);
    c = st ? NULL : table_add(t, "contacts", "-", false);
    for (zn_index k = 0; c && k < d->nframe; k++)
        c->x[k] = (double)(d->contact_end[k] - (k ? d->contact_end[k - 1] : 0));
    return st ? st : c ? ZN_OK : ZN_ENOMEM;
}

static zn_status contacts(table *t, const zn_film_data *d)
{
    static const named value[ZN_FILM_CONTACT] = {
        {"P1x", "m"},         {"P1y", "m"},         {"P1z", "m"},
        {"P2x", "m"},         {"P2y", "m"},         {"P2z", "m"},
        {"nx", "-"},          {"ny", "-"},          {"nz", "-"},
        {"gap", "m"},         {"impulse_x", "N s"}, {"impulse_y", "N s"},
        {"impulse_z", "N s"}, {"force_x", "N"},     {"force_y", "N"},
        {"force_z", "N"},     {"u_n", "m/s"},       {"u_t1", "m/s"},
        {"u_t2", "m/s"},      {"status", "-"}};
    column *c = table_add(t, "contact.t", "s", false);

    for (zn_index f = 0, i = 0; c && f < d->nframe; f++)
        for (; i < d->contact_end[f]; i++)
            c->x[i] = d->t[f];
    for (int b = 0; c && b < 2; b++) {
        c = table_add(t, b ? "contact.body2" : "contact.body1", "", true);
        for (zn_index i = 0; c && i < t->rows; i++) {
            const zn_index k = d->contact_body[2 * i + b];
            c->text[i] = k >= 0 ? d->body[k] : "";
        }
    }
    return c ? spread(t, "contact.", ZN_FILM_CONTACT, value, d->contact,
                      ZN_FILM_CONTACT)
             : ZN_ENOMEM;
}

zn_status table_film(table *t, table *c, const char *path)
{
    zn_status st = zn_film_read(t->ctx, path, &t->film);
    const zn_film_data *d = t->film;

    if (st)
        return st;
    t->rows = d->nframe;
    c->rows = d->nframe ? d->contact_end[d->nframe - 1] : 0;
    st = frames(t, d);
    return st ? st : contacts(c, d);
}
