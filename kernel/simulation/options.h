/* options.h - what a simulation is told
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SIMULATION_OPTIONS_H
#define ZENO_KERNEL_SIMULATION_OPTIONS_H

#include <zeno/option.h>

/* the default of `recompute`; `make recompute-check` builds with true */
#ifndef ZNI_RECOMPUTE
#define ZNI_RECOMPUTE false
#endif

/* What to do when a solver or Newton's method fails: "stop|retry|shorten|accept"
 * and "stop|shorten|accept". */
enum { ZNI_STOP = 0, ZNI_RETRY = 1, ZNI_SHORTEN = 2, ZNI_ACCEPT = 3 };
enum { ZNI_NEWTON_STOP = 0, ZNI_NEWTON_SHORTEN = 1, ZNI_NEWTON_ACCEPT = 2 };
enum {
    ZNI_CHECK_BOTH = 0,
    ZNI_CHECK_RESIDUAL = 1,
    ZNI_CHECK_INCREMENT = 2,
    ZNI_CHECK_LAGGED = 3, /* residual along the rows of the iteration, absolute */
};

enum {
    ZNI_PROJECT_JOINTS = 0, /* direct, of what holds bodies together */
    ZNI_PROJECT_NEVER = 1,
    ZNI_PROJECT_DIRECT = 2,
    ZNI_PROJECT_COMBINED = 3,
    ZNI_PROJECT_SIMULTANEOUS = 4,
};
/* Where a run begins: where the systems are put, or at the admissible position nearest to it. */
enum { ZNI_START_KEEP = 0, ZNI_START_PROJECT = 1 };
enum { ZNI_RESERVE_AUTO = 0, ZNI_RESERVE_ALL = 1, ZNI_RESERVE_ACTIVE = 2 };
enum { ZNI_ACTIVE_EACH = 0, ZNI_ACTIVE_FIRST = 1 };
enum { ZNI_ROWS_ALL = 0, ZNI_ROWS_ACTIVE = 1 };
/* The contacts that a combined projection begins a step with, and where its later
 * passes begin. */
enum { ZNI_COMBINED_NONE = 0, ZNI_COMBINED_CLOSED = 1, ZNI_COMBINED_FREE = 2 };
enum { ZNI_PASSES_ANEW = 0, ZNI_PASSES_CONTINUE = 1 };
enum { ZNI_PROJECTION_STOP = 0, ZNI_PROJECTION_ACCEPT = 1 };
enum { ZNI_METRIC_MASS = 0, ZNI_METRIC_IDENTITY = 1, ZNI_METRIC_COORDINATES = 2 };

/* Options, filled through the table. */
typedef struct zni_sim_options {
    char     formulation[ZN_WORD_MAX];
    char     solver[ZN_WORD_MAX];
    double   solver_tol;
    double   solver_time; /* s, of one call; 0: no limit */
    double   newton_tol;
    zn_index newton_max_iter;
    int      newton_check;
    int      on_solver_failure;
    double   accept_tol;
    int      on_newton_failure;
    double   min_step;
    int      storage;
    int      reserve;
    bool     warm_start;
    bool     energy;
    bool     recompute;
    int      start_positions;
    int      projection;
    int      projection_metric;
    int      activation;
    int      projection_rows;
    bool     projection_open;
    int      combined_start;
    int      combined_passes;
    double   projection_tol;
    zn_index projection_max_iter;
    int      on_projection_failure;
    char     save_failed[ZN_TEXT_MAX];
    char     save_problems[ZN_TEXT_MAX];
    zn_index save_every;
    int      save_which;
} zni_sim_options;

enum { ZNI_SAVE_ALL = 0, ZNI_SAVE_UNSOLVED = 1 };

/* A solver option set by the user before the solver exists. */
typedef struct zni_setting {
    char name[ZN_WORD_MAX], value[ZN_WORD_MAX];
} zni_setting;

typedef struct zni_settings {
    zni_setting *at;
    zn_index     n, cap;
    bool         seen; /* they were looked at before there was a problem, ahead.c */
} zni_settings;

#endif
