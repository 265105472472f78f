/* progress.c - how far a long run is
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <zeno/output.h>

#include "kernel/output/clock.h"
#include "solvers/core/c_locale.h"

/* Seconds before the first sign, and between signs. */
#define FIRST       1.0
#define ON_TERMINAL 0.2
#define AS_LINES    5.0

#define BAR 12

typedef struct progress {
    zn_ctx *ctx;
    FILE *out;
    bool terminal;
    bool begun, shown;
    zn_index from; /* step and time of the first call */
    double t;
    double start;  /* clock then (s) */
    double next;   /* clock of the next sign (s) */
    zn_index steps, iterations; /* of the run, at the last sign */
} progress;

/* "1:02:03" or "2:03" */
static void clock_text(double seconds, char buf[], size_t size)
{
    const long long s = (long long)(seconds < 1e15 ? seconds + 0.5 : 1e15);

    if (s >= 3600)
        snprintf(buf, size, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60,
                 s % 60);
    else
        snprintf(buf, size, "%lld:%02lld", s / 60, s % 60);
}

/* Contacts at work, iterations of the solver a step since the last sign, how deep the contacts
 * of the last step are. */
static void say_contacts(progress *p, const zn_simulation *s, char buf[],
                         size_t size)
{
    const zn_step_info *step = zn_simulation_step_info(s);
    zn_run_info run;

    zn_simulation_run_info(s, &run);
    const zn_index steps = run.steps - p->steps;
    const zn_index iterations = run.solver_iterations - p->iterations;
    p->steps = run.steps;
    p->iterations = run.solver_iterations;
    buf[0] = 0;
    if (run.solves && steps > 0)
        snprintf(buf, size, "  %td active, %.3g iterations, %.2g m deep",
                 step->active, (double)iterations / (double)steps,
                 step->worst_gap < 0 ? -step->worst_gap : 0.0);
}

/* Columns of the terminal; a line that breaks could not be written over. */
static size_t width(FILE *out)
{
    struct winsize w;

    return ioctl(fileno(out), TIOCGWINSZ, &w) == 0 && w.ws_col > 0 ? w.ws_col
                                                                   : 80;
}

/* The cursor stays at the start of the line, so what comes next writes over. */
static void show(progress *p, const zn_simulation *s, double elapsed)
{
    const zn_index step = zn_simulation_step_number(s);
    const double t = zn_simulation_time(s), t0 = zn_simulation_t0(s);
    const double T = zn_simulation_end(s);
    const double rate = (double)(step - p->from) / elapsed;
    const double done = T > t0 ? (t - t0) / (T - t0) : 1;
    const double part = done < 1 ? done : 1;
    const int full = (int)(part * BAR);
    const zni_c_locale locale = zni_c_locale_set();
    char left[32] = "?", contacts[120], line[400] = "";

    if (t > p->t)
        clock_text((T - t) * elapsed / (t - p->t), left, sizeof left);
    say_contacts(p, s, contacts, sizeof contacts);
    if (p->terminal)
        snprintf(line, sizeof line, "[%.*s%.*s] ", full, "============",
                 BAR - full, "            ");
    snprintf(line + strlen(line), sizeof line - strlen(line),
             "%3.0f%%  t = %.5g s  %.3g steps/s  %s left%s", 100 * part,
             zn_simulation_time(s), rate, left, contacts);
    if (p->terminal)
        fprintf(p->out, "\r%.*s\033[K\r", (int)width(p->out) - 1, line);
    else
        fprintf(p->out, "%s\n", line);
    fflush(p->out);
    zni_c_locale_restore(locale);
}

static void wipe(progress *p)
{
    if (p->terminal && p->shown) {
        fputs("\r\033[K", p->out);
        fflush(p->out);
    }
    p->shown = false;
}

static zn_status observe(void *user, const zn_simulation *s)
{
    progress *p = user;
    const double t = zni_clock();

    if (!p->begun) {
        p->begun = true;
        p->from = zn_simulation_step_number(s);
        p->t = zn_simulation_time(s);
        p->start = t;
        p->next = t + (p->terminal ? FIRST : AS_LINES);
        return ZN_OK;
    }
    if (zn_simulation_done(s)) {
        wipe(p);
    } else if (t >= p->next) {
        show(p, s, t - p->start);
        p->shown = true;
        p->next = t + (p->terminal ? ON_TERMINAL : AS_LINES);
    }
    return ZN_OK;
}

static void drop(void *user)
{
    progress *p = user;

    wipe(p);
    zn_free_array(p->ctx, p);
}

zn_status zn_progress_show(zn_simulation *s, FILE *out)
{
    zn_ctx *ctx = zn_simulation_ctx(s);
    progress *p = zn_alloc(ctx, 1, sizeof *p);
    zn_status st;

    if (!p)
        return ZN_ENOMEM;
    p->ctx = ctx;
    p->out = out;
    p->terminal = isatty(fileno(out)) == 1;
    st = zn_simulation_observe(s, observe, p, drop);
    if (st)
        zn_free_array(ctx, p);
    return st;
}
