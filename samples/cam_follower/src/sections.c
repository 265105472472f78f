/* sections.c - Poincare sections of a motion that is driven with a period
 * SPDX-License-Identifier: Apache-2.0 */
#include "sections.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct sections {
    zn_ctx *ctx;
    const zn_interaction *contact;
    double period;
    FILE *strobe, *impact;
    bool begun;
    double t, y, u; /* at the last step */
} sections;

/* Slower than this a contact is closed, not an impact (m/s). */
static const double AT_REST = 1e-9;

static zn_status look(void *user, const zn_simulation *sim)
{
    sections *s = user;
    const double t = zn_simulation_time(sim);
    const double y = zn_simulation_y(sim, s->contact, 0)[0];
    const double u = zn_simulation_y(sim, s->contact, 1)[0];
    const double impulse =
        zn_simulation_p(sim, zn_interaction_ds(s->contact, 0))[0];
    const double turn = floor(t / s->period) * s->period;
    int written = 0;

    /* between two steps the motion is taken as straight */
    if (s->begun && s->t < turn) {
        const double a = (turn - s->t) / (t - s->t);
        written = fprintf(s->strobe, "%.17g,%.17g,%.17g\n", turn,
                          s->y + a * (y - s->y), s->u + a * (u - s->u));
    }
    if (s->begun && impulse > 0 && s->u < -AT_REST && written >= 0)
        written = fprintf(s->impact, "%.17g,%.17g,%.17g,%.17g\n", t,
                          (t - turn) / s->period, s->u, u);
    s->begun = true;
    s->t = t;
    s->y = y;
    s->u = u;
    return written < 0
               ? zn_fail(s->ctx, ZN_EIO, "a section: %s", strerror(errno))
               : ZN_OK;
}

static void drop(void *user)
{
    sections *s = user;
    if (s->strobe)
        fclose(s->strobe);
    if (s->impact)
        fclose(s->impact);
    zn_free_array(s->ctx, s);
}

static zn_status open_section(zn_ctx *ctx, const char *name, const char *which,
                              const char *columns, FILE **out)
{
    char path[256];

    snprintf(path, sizeof path, "%.200s-%s.csv", name, which);
    *out = fopen(path, "w");
    if (!*out || fputs(columns, *out) < 0)
        return zn_fail(ctx, ZN_EIO, "'%s' cannot be written: %s", path,
                       strerror(errno));
    return ZN_OK;
}

zn_status sections_write(zn_simulation *sim, const zn_interaction *contact,
                         double period, const char *name)
{
    zn_ctx *ctx = zn_simulation_ctx(sim);
    sections *s = zn_alloc(ctx, 1, sizeof *s);
    zn_status st;

    if (!s)
        return ZN_ENOMEM;
    s->ctx = ctx;
    s->contact = contact;
    s->period = period;
    st = open_section(ctx, name, "strobe", "t[s],gap[m],gap_rate[m/s]\n",
                      &s->strobe);
    if (!st)
        st = open_section(ctx, name, "impact",
                          "t[s],turn[-],before[m/s],after[m/s]\n", &s->impact);
    if (!st)
        st = zn_simulation_observe(sim, look, s, drop);
    if (st)
        drop(s);
    return st;
}
