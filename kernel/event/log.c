/* log.c - events told: to a function of the user, and to a file of comma-separated lines
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/event/event.h"

#include "solvers/core/c_locale.h"
#include "solvers/core/csv_field.h"
#include "solvers/core/typed_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *zn_event_name(zn_event_what what)
{
    static const char *const name[] = {"impact",       "close", "open",
                                       "accumulation", "stick", "slide"};

    return name[what];
}

zn_status zn_simulation_on_event(zn_simulation *s, zn_event_record_fn *fn,
                                 void *user)
{
    return zn_simulation_on_event_owned(s, fn, user, NULL);
}

zn_status zn_simulation_on_event_owned(zn_simulation *s, zn_event_record_fn *fn,
                                       void *user, void (*drop)(void *user))
{
    zni_event_driven *e = s->kind_state;

    if (s->kind != &zni_simulation_event_driven)
        return zn_fail(
            s->ctx, ZN_ENOTSUP,
            "a simulation of class '%s' knows no events of contacts; "
            "class 'event-driven' does",
            s->kind->type.name);
    e->tell = fn;
    zni_keep(&e->tell_user, user, drop);
    return ZN_OK;
}

static zn_status failed(zni_event_driven *e, const char *what)
{
    return zn_fail(e->ctx, ZN_EIO, "log of events '%s': %s: %s", e->log_path,
                   what, zni_typed_words(e->log_path));
}

void zni_event_log_close(zni_event_driven *e)
{
    if (e->log)
        fclose(e->log);
    e->log = NULL;
}

zn_status zni_event_log_open(zni_event_driven *e)
{
    if (e->log && strcmp(e->log_path, e->events) == 0)
        return ZN_OK;
    zni_event_log_close(e);
    if (!e->events[0])
        return ZN_OK;
    memcpy(e->log_path, e->events, sizeof e->log_path);
    e->log = zni_typed_file(e->log_path);
    if (!e->log)
        return failed(e, "cannot be made");
    if (fputs("t,event,contact,row,rate_before,rate_after,value,energy,limit,"
              "error\n",
              e->log) < 0 ||
        fflush(e->log)) /* it is there before the first event, too */
        return failed(e, "cannot be written");
    return ZN_OK;
}

/* A line; the point of its numbers is one, whatever the locale. */
static bool put_line(FILE *out, const zn_event_record *r)
{
    const zni_c_locale locale = zni_c_locale_set();

    fprintf(out, "%.17g,%s,", r->t, zn_event_name(r->what));
    zni_csv_field(out, r->interaction->name);
    fprintf(out, ",%td,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", r->row,
            r->before, r->after, r->value, r->energy, r->limit, r->error);
    zni_c_locale_restore(locale);
    return fflush(out) == 0 && !ferror(out);
}

static zn_status say(zni_event_driven *e, const zn_event_record *r)
{
    if (e->tell)
        e->tell(e->tell_user.user, r);
    return !e->log || put_line(e->log, r) ? ZN_OK : failed(e, "cannot be written");
}

/* What a row tells where all that can happen to it happens in a step: its impacts accumulate, it is
 * hit, it closes and it opens. */
enum { OF_A_ROW = 4 };

zn_status zni_event_tell_reserve(zni_event_driven *e)
{
    return e->tell || e->log
               ? zn_grow(e->ctx, &e->told, &e->ctold, OF_A_ROW * e->ncontact,
                         sizeof *e->told)
               : ZN_OK;
}

/* ---- in order --------------------------------------------------------------------- */

/* At one instant accumulations come before impacts, then who closes, then who opens. */
static int stage(const zn_event_record *r)
{
    static const int at[] = {[ZN_EVENT_ACCUMULATION] = 0, [ZN_EVENT_IMPACT] = 1,
                             [ZN_EVENT_CLOSE] = 2,        [ZN_EVENT_STICK] = 2,
                             [ZN_EVENT_OPEN] = 3,         [ZN_EVENT_SLIDE] = 3};

    return at[r->what];
}

static int by_instant(const void *one, const void *other)
{
    const zni_told *a = one, *b = other;
    const zn_index key[][2] = {
        {a->turn, b->turn},           {a->pass, b->pass},
        {stage(&a->r), stage(&b->r)}, {a->serial, b->serial},
        {a->r.row, b->r.row},         {a->number, b->number}};

    if (a->r.t != b->r.t)
        return a->r.t < b->r.t ? -1 : 1;
    for (size_t i = 0; i < sizeof key / sizeof *key; i++)
        if (key[i][0] != key[i][1])
            return key[i][0] < key[i][1] ? -1 : 1;
    return 0;
}

zn_status zni_event_tell_all(zni_event_driven *e)
{
    zn_status st = ZN_OK;

    if (!e->whole && e->ntold)
        qsort(e->told, (size_t)e->ntold, sizeof *e->told, by_instant);
    for (zn_index i = 0; !st && i < e->ntold; i++)
        st = say(e, &e->told[i].r);
    e->ntold = 0;
    return st;
}

/* It waits until the step is over: that may fail, and others may come before it. */
zn_status zni_event_tell(zni_event_driven *e, zn_event_what what,
                         zn_index contact, zn_event_record *r)
{
    const zni_contact *o = &e->contact[contact];
    zn_status st;

    r->t = e->s->state.t;
    r->what = what;
    r->interaction = zni_lins_whose(&e->s->lins, o->place);
    r->row = o->row;
    if (!e->tell && !e->log)
        return ZN_OK;
    st = zn_grow(e->ctx, &e->told, &e->ctold, e->ntold + 1, sizeof *e->told);
    if (st)
        return st;
    e->told[e->ntold] = (zni_told){.r = *r,
                                   .turn = e->turn,
                                   .pass = e->pass,
                                   .serial = o->serial,
                                   .number = e->ntold};
    e->ntold++;
    return ZN_OK;
}
