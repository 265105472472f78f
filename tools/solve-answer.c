/* solve-answer.c - one problem, one solver: starting point, run, solution file
 * SPDX-License-Identifier: Apache-2.0 */
#include "solve.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "solvers/core/typed_file.h"
#include "solvers/io/open.h"

/* ---- the starting point -------------------------------------------------- */

/* The next number, lines from a # on left out; 1: there is one, 0: the end, -1:
 * something else. */
static int next_number(FILE *f, double *x)
{
    int c;

    while ((c = getc(f)) != EOF) {
        if (c == '#') {
            while (c != '\n' && c != EOF)
                c = getc(f);
        } else if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
            ungetc(c, f);
            return fscanf(f, "%lf", x) == 1 ? 1 : -1;
        }
    }
    return 0;
}

/* z, and then w or nothing. */
static zn_status read_initial(zn_ctx *ctx, const char *path, zn_index nz,
                              zn_index nw, double z[], double w[])
{
    FILE *f = zni_open_to_read(path);
    zn_index n = 0;
    zn_status st = ZN_OK;
    double x = 0;
    int got;

    if (!f)
        return zn_fail(ctx, ZN_ENOENT, "starting point '%s': %s", path,
                       strerror(errno));
    while ((got = next_number(f, &x)) > 0 && n < nz + nw && isfinite(x)) {
        if (n < nz)
            z[n] = x;
        else
            w[n - nz] = x;
        n++;
    }
    if (got)
        st = zn_fail(ctx, ZN_EINVAL,
                     got < 0 ? "starting point '%s': number %td is none"
                     : isfinite(x)
                         ? "starting point '%s': more than %td numbers"
                         : "starting point '%s': number %td is not finite",
                     path, n);
    else if (n != nz && n != nz + nw)
        st = zn_fail(ctx, ZN_EINVAL,
                     "starting point '%s': %td numbers, must be %td (z) or %td "
                     "(z and w)",
                     path, n, nz, nz + nw);
    fclose(f);
    return st;
}

zn_status answer_prepare(zn_ctx *ctx, const request *r, answer *a)
{
    zn_index nz = zn_problem_file_nz(a->file), nw = zn_problem_file_nw(a->file);

    a->z = zn_alloc(ctx, nz, sizeof *a->z);
    a->w = zn_alloc(ctx, nw, sizeof *a->w);
    if (!a->z || !a->w)
        return ZN_ENOMEM;
    return r->initial ? read_initial(ctx, r->initial, nz, nw, a->z, a->w)
                      : ZN_OK;
}

/* ---- the run ------------------------------------------------------------- */

static zn_status set_one(zn_ctx *ctx, zn_solver *s, const char *pair)
{
    const char *equals = strchr(pair, '=');
    char name[ZN_WORD_MAX];
    int n = snprintf(name, sizeof name, "%.*s", (int)(equals - pair), pair);

    if (n >= (int)sizeof name)
        return zn_fail(ctx, ZN_ENOENT, "no option has a name as long as '%s'",
                       name);
    return zn_solver_set(s, name, equals + 1);
}

zn_status solver_prepare(zn_ctx *ctx, const request *r, const char *class,
                         const char *name, zn_solver **out)
{
    zn_status st = zn_solver_new(ctx, class, name, out);

    if (!st && r->tol)
        st = zn_solver_set(*out, "tol", r->tol);
    if (!st && r->max_iter)
        st = zn_solver_set(*out, "max_iter", r->max_iter);
    for (int k = 0; k < r->sets && !st; k++)
        st = set_one(ctx, *out, r->set[k]);
    if (!st)
        zn_solver_set_time_limit(*out, r->time_limit);
    return st;
}

/* An error that cannot be kept stops the solve rather than leave a gap. */
static bool remember(void *user, zn_index iteration, double error)
{
    history *h = user;

    (void)iteration;
    if (h->n == h->cap) {
        size_t cap = h->cap ? 2 * h->cap : 256;
        double *more = realloc(h->error, cap * sizeof *more);

        if (!more)
            return true;
        h->error = more;
        h->cap = cap;
    }
    h->error[h->n++] = error;
    return false;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* what was tried, one line each, apart from the JSON */
static void explain(void *user, const zn_attempt *a)
{
    (void)user;
    if (!a->applied) {
        fprintf(stderr, "zeno-solve: %s: does not apply%s%s\n", a->solver,
                a->why ? ": " : "", a->why ? a->why : "");
        return;
    }
    fprintf(stderr, "zeno-solve: %s", a->solver);
    if (a->why)
        fprintf(stderr, " (%s)", a->why);
    fprintf(stderr, ": %s after %td iterations", zn_outcome_name(a->outcome),
            a->iterations);
    if (a->error >= 0)
        fprintf(stderr, ", error %.3g", a->error);
    fprintf(stderr, ", %.3g s\n", a->seconds);
}

void answer_solve(const request *r, zn_solver *s, answer *a)
{
    if (r->history)
        zn_solver_set_callback(s, remember, &a->history);
    if (r->explain)
        zn_solver_set_explain(s, explain, NULL);
    double start = now();
    a->status = zn_solver_solve(s, zn_problem_file_problem(a->file), a->z, a->w,
                                &a->info);
    a->seconds = now() - start;
}

void answer_free(zn_ctx *ctx, answer *a)
{
    zn_problem_file_free(a->file);
    zn_free_array(ctx, a->z);
    zn_free_array(ctx, a->w);
    free(a->history.error);
}

const char *answer_outcome(const answer *a)
{
    if (a->status < 0)
        return "error";
    /* that a method is content with more than the tolerance, or was stopped by
     * our own callback, is no progress to who asked */
    if (a->info.outcome == ZN_INACCURATE || a->info.outcome == ZN_INTERRUPTED)
        return zn_outcome_name(ZN_STALLED);
    return zn_outcome_name(a->info.outcome);
}

/* ---- the solution in a file ---------------------------------------------- */

zn_status answer_save(zn_ctx *ctx, const answer *a, const char *path)
{
    FILE *f = zni_typed_file(path);
    zn_index nz = zn_problem_file_nz(a->file), nw = zn_problem_file_nw(a->file);

    if (!f)
        return zn_fail(ctx, ZN_EIO, "solution '%s': %s", path,
                       zni_typed_words(path));
    fprintf(f, "# %s, %s, error %g\n# z: %td numbers\n",
            zn_problem_file_class(a->file), answer_outcome(a), a->info.error,
            nz);
    for (zn_index i = 0; i < nz; i++)
        fprintf(f, "%.17g\n", a->z[i]);
    fprintf(f, "# w: %td numbers\n", nw);
    for (zn_index i = 0; i < nw; i++)
        fprintf(f, "%.17g\n", a->w[i]);
    int bad = ferror(f);
    if (fclose(f) || bad)
        return zn_fail(ctx, ZN_EIO, "solution '%s': writing failed", path);
    return ZN_OK;
}
