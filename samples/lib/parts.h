/* parts.h - the samples' library as its own files see it
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SAMPLES_PARTS_H
#define ZENO_SAMPLES_PARTS_H

#include <zeno/sample.h>

#include "kernel/plugin/guess.h"

/* Exit status of a run that failed, and of a bad command line. */
#define FAILED 1
#define MISUSE 2

/* The command line. Texts are argv's. */
typedef struct zni_arguments {
    bool        help, list, quiet, check, guard;
    const char *output, *report, *events, *checkpoint, *restart;
    zn_index    every, checkpoint_every, stop_after; /* 0: not given */
    zn_index    nset, nplugin;
    char      **set; /* nset times "name=value" */
    char      **plugin;
} zni_arguments;

/* The discretisation, with its option table. */
typedef struct zni_times {
    double t0, h, T;
    char   osi[ZN_WORD_MAX];
    char   simulation[ZN_WORD_MAX];
} zni_times;

/* Who has settings. The order is that of searching a bare name. */
enum { OF_SAMPLE, OF_TIMES, OF_OSI, OF_MORE, OF_SIMULATION, OF_CLASS, OWNERS };

typedef struct zni_settings_of {
    const char      *title;  /* in the list, and in words */
    const char      *prefix; /* "osi." also names them; "" for none */
    const zn_option *table;
    void            *state;  /* NULL: set by other means */
} zni_settings_of;

struct zn_sample {
    zn_ctx         *ctx;
    const char     *program; /* in words */
    const char     *title;
    zni_arguments   args;
    zni_times       times;
    char           *words;   /* defaults, "theta=0.5 newton_tol=1e-12" */
    const zn_option *default_osi; /* options of the integrator they are for */
    zni_settings_of of[OWNERS];
    bool            settled; /* times and integrator are known */
    zn_osi         *osi;     /* until the simulation has it */
    zn_osi         *more;    /* likewise; NULL: there is one integrator */
    zn_model       *model;
    zn_simulation  *sim;
    zn_recorder    *recorder;
    zn_film        *film;
    FILE           *held;    /* the pipe that the report goes to */
    bool            exit_seen; /* by what is done at exit */
    zn_index        start;   /* step where this run begins, -1 before */
};

/* ---- sample.c ---- */
/* Say it, free everything, leave with that status. */
_Noreturn void zni_sample_die(zn_sample *s, int status, const char *fmt, ...)
    ZN_PRINTF(3, 4);

/* ---- stop.c ---- */
/* Descriptors 0 to 2 stand for something from here on, were they closed. */
void zni_stop_open_standard(void);
/* SIGINT, SIGTERM, SIGHUP, SIGXCPU and SIGXFSZ stop the run; which one did, or 0. */
void zni_stop_listen(void);
/* They end the program again. */
void zni_stop_forget(void);
int zni_stop_signal(void);
zn_observer_fn zni_stop_observe;

/* ---- crash.c ---- */
/* From here to the end of the run a crash, an exit and a second signal say where, and
 * what is recorded goes to the file. The observer comes after that of the recorder. */
void zni_crash_begin(zn_sample *s);
void zni_crash_end(void);
zn_observer_fn zni_crash_observe;
/* For a handler: say where the run is, if it goes on for a second. */
void zni_crash_remind(void);
/* For a handler: say where the run is that does not stop, and end. */
void zni_crash_stop(int sig);

/* ---- arguments.c ---- */
void zni_arguments_read(zn_sample *s, int argc, char **argv);
void zni_arguments_help(const zn_sample *s);

/* Compare the Jacobians of the sealed model with differences, print the table;
 * how many are wrong. */
zn_status zni_check_print(zn_sample *s, zn_index *wrong);

/* ---- settings.c ---- */
extern const zn_option zni_times_options[];
/* An integrator beside the one that is chosen, with its options. */
void zni_settings_more(zn_sample *s, const char *osi, const char *words);
/* The --set arguments that name parameters of the sample. */
void zni_settings_sample(zn_sample *s);
/* Make the integrator, give everyone defaults and --set values; what belongs to
 * the simulation is only looked at. */
void zni_settings_settle(zn_sample *s);
/* The sample's default of an option, if it gave one. */
bool zni_settings_default(const zn_sample *s, int k, const char *name,
                          char value[ZN_WORD_MAX]);
/* The settings of the simulation, when there is one. */
void zni_settings_simulation(zn_sample *s);

/* ---- list.c ---- */
void zni_list_print(const zn_sample *s);
/* All of it as notes of the recorder. */
zn_status zni_list_note(const zn_sample *s);

#endif
