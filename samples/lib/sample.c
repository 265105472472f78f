/* sample.c - what every sample shares: parameters, the run, the summary
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zeno/plugin.h>

#include "parts.h"
#include "solvers/core/typed_file.h"
#include "solvers/io/hdf5.h"
#include "tools/leave.h"

void(zn_must)(zn_ctx *ctx, zn_status st)
{
    if (!st)
        return;
    fflush(stdout);
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, zn_errmsg(ctx));
    exit(FAILED);
}

void zn_must_at(zn_ctx *ctx, zn_status st, const char *file, int line)
{
    const char *name = strrchr(file, '/');

    if (!st)
        return;
    fflush(stdout);
    fprintf(stderr, "%s: %s:%d: %s\n", program_invocation_short_name,
            name ? name + 1 : file, line, zn_errmsg(ctx));
    exit(FAILED);
}

/* ---- the object ---- */

static void sample_free(zn_sample *s)
{
    zn_ctx *ctx = s->ctx;

    zn_simulation_free(s->sim);
    zn_model_free(s->model);
    zn_osi_free(s->osi);
    zn_osi_free(s->more);
    zn_free_array(ctx, s->words);
    if (s->held)
        fclose(s->held);
    zn_free_array(ctx, s->args.set);
    zn_free_array(ctx, s->args.plugin);
    zn_free_array(ctx, s);
    zn_ctx_free(ctx);
}

/* A line on the terminal may hold the progress bar. */
static void clear_line(void)
{
    fflush(stdout);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

void zni_sample_die(zn_sample *s, int status, const char *fmt, ...)
{
    va_list ap;

    clear_line();
    fprintf(stderr, "%s: ", s->program);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    sample_free(s);
    exit(status);
}

static void leave_well(zn_sample *s)
{
    const bool lost = fflush(stdout) || ferror(stdout);

    sample_free(s);
    exit(lost ? FAILED : 0);
}

static void warn(void *user, zn_log_level level, const char *line)
{
    const zn_sample *s = user;

    (void)level;
    clear_line();
    fprintf(stderr, "%s: %s\n", s->program, line);
}

zn_sample *zn_sample_new(int argc, char **argv, const char *title,
                         const zn_option *table, void *params)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    zn_ctx *ctx;
    zn_sample *s;
    zn_status st;

    zni_stop_open_standard();
    zni_leave_at_once();
    /* after a write that failed HDF5 crashes where it closes at exit what is closed here */
    zni_hdf5_leave_open();
    st = zn_ctx_new(&ctx);

    if (!getenv("OPENBLAS_NUM_THREADS"))
        zn_blas_threads(1);
    if (st) {
        fprintf(stderr, "error: no context: %s\n", zn_status_name(st));
        exit(FAILED);
    }
    s = zn_alloc(ctx, 1, sizeof *s);
    if (!s) {
        fputs("error: no memory\n", stderr);
        exit(FAILED);
    }
    s->ctx = ctx;
    s->title = title;
    s->start = -1;
    s->program = slash ? slash + 1 : argc > 0 ? argv[0] : "sample";
    zn_option_defaults(zni_times_options, &s->times);
    zn_option_defaults(table, params);
    s->of[OF_SAMPLE] = (zni_settings_of){"sample", "", table, params};
    s->of[OF_TIMES] =
        (zni_settings_of){"time", "", zni_times_options, &s->times};
    s->of[OF_OSI] = (zni_settings_of){"integrator", "osi.", NULL, NULL};
    s->of[OF_MORE] = (zni_settings_of){"integrator", "osi2.", NULL, NULL};
    s->of[OF_SIMULATION] =
        (zni_settings_of){"simulation", "simulation.", NULL, NULL};
    s->of[OF_CLASS] = (zni_settings_of){"class", "simulation.", NULL, NULL};

    zni_arguments_read(s, argc, argv);
    /* zeno -g asks for it by the environment: it knows no sample's options */
    zn_ctx_guard(ctx, s->args.guard || getenv("ZENO_GUARD"));
    if (s->args.help) {
        zni_arguments_help(s);
        leave_well(s);
    }
    if (!s->args.quiet)
        zn_ctx_set_log(ctx, ZN_LOG_WARN, warn, s);
    st = zn_kernel_register(ctx);
    for (zn_index i = 0; !st && i < s->args.nplugin; i++)
        st = zn_plugin_load(ctx, s->args.plugin[i]);
    if (st)
        zni_sample_die(s, MISUSE, "%s", zn_errmsg(ctx));
    zni_settings_sample(s);
    return s;
}

/* Now that all defaults are known. */
static void settle(zn_sample *s)
{
    zni_settings_settle(s);
    if (s->args.list) {
        zni_list_print(s);
        leave_well(s);
    }
}

void zn_sample_defaults(zn_sample *s, double t0, double h, double T,
                        const char *osi, const char *options)
{
    const size_t n = options ? strlen(options) + 1 : 1;

    s->times.t0 = t0;
    s->times.h = h;
    s->times.T = T;
    snprintf(s->times.osi, sizeof s->times.osi, "%s", osi);
    s->words = zn_alloc(s->ctx, (zn_index)n, 1);
    if (!s->words)
        zni_sample_die(s, FAILED, "%s", zn_errmsg(s->ctx));
    if (options)
        memcpy(s->words, options, n);
    settle(s);
}

void zn_sample_integrator(zn_sample *s, const char *osi, const char *options)
{
    if (s->settled || s->more)
        zni_sample_die(s, FAILED, s->more ? "zn_sample_integrator: there is a second integrator"
                                          : "zn_sample_integrator comes before zn_sample_defaults");
    zni_settings_more(s, osi, options);
}

zn_ctx *zn_sample_ctx(zn_sample *s)
{
    return s->ctx;
}

zn_recorder *zn_sample_recorder(zn_sample *s)
{
    return s->recorder;
}

void zn_sample_film(zn_sample *s, zn_film *film)
{
    s->film = film;
}

/* ---- the simulation ---- */

static void must(zn_sample *s, zn_status st)
{
    if (st)
        zni_sample_die(s, FAILED, "%s", zn_errmsg(s->ctx));
}

/* A failure that the command line brought about. */
static void ask(zn_sample *s, zn_status st)
{
    if (st)
        zni_sample_die(s, MISUSE, "%s", zn_errmsg(s->ctx));
}

/* Can the report be written? Better known before a long run than after. Who reads a pipe would take
 * its closing for the end. */
static void try_report(zn_sample *s)
{
    const char *path = s->args.report;
    const bool new = path && access(path, F_OK) != 0;
    struct stat about;
    FILE *f;

    if (!path)
        return;
    if (!stat(path, &about) && S_ISFIFO(about.st_mode))
        f = s->held = zni_typed_file(path);
    else
        f = fopen(path, "a");
    if (!f)
        zni_sample_die(s, MISUSE, "--report '%s': cannot be made: %s", path,
                       zni_typed_words(path));
    if (!s->held)
        fclose(f);
    if (new)
        remove(path);
}

static void try_checkpoint(zn_sample *s)
{
    if (s->args.checkpoint && zn_checkpoint_try(s->sim, s->args.checkpoint))
        zni_sample_die(s, MISUSE, "--checkpoint: %s", zn_errmsg(s->ctx));
}

static void make_log(zn_sample *s)
{
    if (!s->args.events)
        return;
    if (!zn_option_find(s->of[OF_CLASS].table, "events"))
        zni_sample_die(s, MISUSE,
                       "--events: simulation '%s' knows no events; with --set "
                       "simulation=event-driven there are some",
                       s->times.simulation);
    ask(s, zn_simulation_set(s->sim, "events", s->args.events));
}

static void make_recorder(zn_sample *s)
{
    if (!s->args.output)
        return;
    if (s->args.restart && access(s->args.output, F_OK) == 0)
        zni_sample_die(s, MISUSE,
                       "--output '%s' exists: give another name, its rows "
                       "before the restart would be lost",
                       s->args.output);
    ask(s, zn_recorder_new(s->sim, s->args.output,
                           s->args.every ? s->args.every : 1, &s->recorder));
    must(s, zni_list_note(s));
}

/* What --check is for: nothing is run. */
static void check_and_leave(zn_sample *s)
{
    zn_index wrong = 0;

    must(s, zni_check_print(s, &wrong));
    if (wrong)
        zni_sample_die(s, FAILED,
                       "%td Jacobian%s not the derivative of %s "
                       "function",
                       wrong, wrong == 1 ? " is" : "s are",
                       wrong == 1 ? "its" : "their");
    leave_well(s);
}

zn_simulation *zn_sample_simulation(zn_sample *s, zn_model *m)
{
    s->model = m;
    if (!s->settled)
        settle(s);
    must(s, zn_model_seal(m));
    if (s->args.check)
        check_and_leave(s);
    must(s, zn_simulation_new_class(m, s->times.simulation, &s->sim));
    must(s, zn_simulation_add_osi(s->sim, s->osi));
    s->osi = NULL;
    if (s->more)
        must(s, zn_simulation_add_osi(s->sim, s->more));
    s->more = NULL;
    ask(s, zn_simulation_set_time(s->sim, s->times.t0, s->times.h, s->times.T));
    /* whoever wants a report wants to see the energies, too */
    if (s->args.report)
        must(s, zn_simulation_set(s->sim, "energy", "yes"));
    zni_settings_simulation(s);
    try_report(s);
    try_checkpoint(s);
    make_log(s);
    make_recorder(s);
    return s->sim;
}

/* ---- the run ---- */

/* Stops the run after --stop-after steps. */
static zn_status count_steps(void *user, const zn_simulation *sim)
{
    zn_sample *s = user;
    const zn_index step = zn_simulation_step_number(sim);

    if (s->start < 0)
        s->start = step;
    return step - s->start >= s->args.stop_after ? ZN_STOPPED : ZN_OK;
}

static zn_status observers(zn_sample *s)
{
    zn_status st = ZN_OK;

    if (s->args.checkpoint_every)
        st = zn_checkpoint_every(s->sim, s->args.checkpoint,
                                 s->args.checkpoint_every);
    if (!st && !s->args.quiet)
        st = zn_progress_show(s->sim, stderr);
    if (!st)
        st = zn_simulation_observe(s->sim, zni_stop_observe, NULL, NULL);
    if (!st)
        st = zn_simulation_observe(s->sim, zni_crash_observe, s, NULL);
    if (!st && s->args.stop_after)
        st = zn_simulation_observe(s->sim, count_steps, s, NULL);
    return st;
}

/* A sample that nobody changed starts; so what does not fit together in one that
 * was changed is the user's. ZN_STOPPED when an observer wants no more. */
static zn_status start(zn_sample *s)
{
    zn_status st;

    must(s, observers(s));
    zni_stop_listen();
    zni_crash_begin(s);
    st = s->args.restart ? zn_checkpoint_load(s->sim, s->args.restart)
                         : zn_simulation_init(s->sim);
    if (st && st != ZN_STOPPED) {
        zni_crash_end();
        const bool asked =
            s->args.nset &&
            (st == ZN_EINVAL || st == ZN_ENOENT || st == ZN_ENOTSUP);
        zni_sample_die(s, s->args.restart || asked ? MISUSE : FAILED, "%s",
                       zn_errmsg(s->ctx));
    }
    return st;
}

/* Say what failed; true if something did. */
static bool complain(const zn_sample *s, const char *words)
{
    clear_line();
    fprintf(stderr, "%s: %s\n", s->program, words);
    return true;
}

static bool write_report(zn_sample *s, const char *failure)
{
    const zn_report_extra extra = {s->title, failure, s->of[OF_SAMPLE].table,
                                   s->of[OF_SAMPLE].state};

    if (s->args.report && zn_report_write_with(s->sim, &extra, s->args.report))
        return complain(s, zn_errmsg(s->ctx));
    return false;
}

int zn_sample_run(zn_sample *s)
{
    char words[2048];
    bool bad = false;
    int signal;
    zn_status st;

    if (!s->sim)
        zni_sample_die(s, FAILED,
                       "zn_sample_run: there is no simulation to run; call "
                       "zn_sample_simulation(sample, model) before it");
    st = start(s);
    if (!st)
        st = zn_simulation_run(s->sim);
    zni_crash_end();
    if (st && st != ZN_STOPPED) {
        snprintf(words, sizeof words, "%s", zn_errmsg(s->ctx));
        bad = complain(s, words);
    }
    signal = st == ZN_STOPPED ? zni_stop_signal() : 0;
    if (signal) {
        snprintf(words, sizeof words, "stopped by signal %d (%s) at t = %g s",
                 signal, strsignal(signal), zn_simulation_time(s->sim));
        complain(s, words);
    }
    /* nothing of what was reached is lost, however it ended */
    if (zn_recorder_close(s->recorder))
        bad = complain(s, zn_errmsg(s->ctx));
    if (zn_film_close(s->film) && !bad) /* or that is what the run says */
        bad = complain(s, zn_errmsg(s->ctx));
    if (s->args.checkpoint && zn_checkpoint_save(s->sim, s->args.checkpoint))
        bad = complain(s, zn_errmsg(s->ctx));
    bad = write_report(s, signal || (st && st != ZN_STOPPED) ? words : NULL) || bad;
    clear_line();
    if (!s->args.quiet && zn_report_print(s->sim, stdout))
        bad = complain(s, zn_errmsg(s->ctx));
    sample_free(s);
    zni_stop_forget();
    /* as a shell says it of a program that a signal ended */
    return bad ? FAILED : signal ? 128 + signal : 0;
}
