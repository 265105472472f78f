/* solve.h - what the files of zeno-solve share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_SOLVE_H
#define ZENO_TOOLS_SOLVE_H

#include <stdio.h>

#include <zeno/problem_file.h>
#include <zeno/solver.h>

/* what the command returns */
enum { SOLVED = 0, NOT_SOLVED = 1, BAD_USAGE = 2, FAILED = 3 };

/* ---- what is asked ------------------------------------------------------- */

typedef struct request {
    const char *class;    /* NULL: from the file                             */
    const char *random;   /* "class name=value ..." instead of a file         */
    const char *solver;
    const char *tol;      /* NULL: the solver's default                      */
    const char *max_iter; /* likewise                                        */
    double time_limit;    /* s, 0: none                                      */
    char **plugin;        /* modules with classes of their own                */
    int plugins;
    char **set;           /* "option=value"                                  */
    int sets;
    const char *initial;  /* file with a starting point                      */
    const char *solution; /* file to write the solution to                   */
    const char *write;    /* file to write the problem to                    */
    const char *compare;  /* "all" or "a,b,c"                                */
    const char *output;   /* compare: files without suffix                   */
    bool history, no_solution, quiet, explain;
} request;

/* ---- one solve ----------------------------------------------------------- */

/* Errors by iteration, as the methods estimate them. */
typedef struct history {
    double *error;
    size_t n, cap;
} history;

/* A problem, its solution and what it took. */
typedef struct answer {
    const char *path;
    zn_problem_file *file; /* NULL: it could not be read                      */
    double *z, *w;
    zn_status status;
    zn_solve_info info;
    double seconds;
    history history;
} answer;

/* Room for z and w, and the starting point; status is kept in a->status. */
zn_status answer_prepare(zn_ctx *ctx, const request *r, answer *a);

/* A solver with the settings of the request. */
zn_status solver_prepare(zn_ctx *ctx, const request *r, const char *class,
                         const char *name, zn_solver **out);

/* Solve from z as it is, and measure the time. */
void answer_solve(const request *r, zn_solver *s, answer *a);

void answer_free(zn_ctx *ctx, answer *a);

/* The word for the outcome: one of ok, iteration_limit, time_limit, ray,
 * infeasible, stalled, error. */
const char *answer_outcome(const answer *a);

/* ---- output -------------------------------------------------------------- */

/* One JSON object on a line of its own. */
void answer_json(FILE *out, const zn_ctx *ctx, const request *r,
                 const answer *a);

/* z, then w, as text that --initial reads. */
zn_status answer_save(zn_ctx *ctx, const answer *a, const char *path);

/* Many solvers on many files; the exit status. */
int compare(zn_ctx *ctx, const request *r, char **paths, int count);

#endif
