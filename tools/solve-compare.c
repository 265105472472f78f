/* solve-compare.c - many solvers on many files: the table of what they do
 * SPDX-License-Identifier: Apache-2.0 */
#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solvers/core/csv_field.h"

static row *add_row(table *t)
{
    if (t->n == t->cap) {
        size_t cap = t->cap ? 2 * t->cap : 64;
        row *more = realloc(t->row, cap * sizeof *more);

        if (!more)
            return NULL;
        t->row = more;
        t->cap = cap;
    }
    return &t->row[t->n++];
}

/* ---- the table ----------------------------------------------------------- */

static void put_row(FILE *csv, const zn_ctx *ctx, const answer *a,
                    const char *solver)
{
    zni_csv_quoted(csv, a->path);
    fprintf(csv, ",%s,%td,%td,%s,%s,", zn_problem_file_class(a->file),
            zn_problem_file_nz(a->file), zn_problem_file_contacts(a->file),
            solver, answer_outcome(a));
    if (isfinite(a->info.error))
        fprintf(csv, "%.3e", a->info.error);
    fprintf(csv, ",%td,%.6g,", a->info.iterations, a->seconds);
    zni_csv_quoted(csv, a->status ? zn_errmsg(ctx) : "");
    putc('\n', csv);
    fflush(csv); /* to be looked at while the rest runs */
}

/* Is the name one of "a,b,c"? */
static bool chosen(const char *which, const char *name)
{
    size_t n = strlen(name);

    if (!strcmp(which, "all"))
        return true;
    for (const char *p = which; p; p = strchr(p, ',')) {
        p += *p == ',';
        if (!strncmp(p, name, n) && (p[n] == '\0' || p[n] == ','))
            return true;
    }
    return false;
}

/* The shortest of some runs from the same start; short ones are repeated, the
 * first of them pays for memory that a solver keeps. */
static zn_status best_of(zn_ctx *ctx, const request *r, zn_solver *s, answer *a)
{
    const double enough = 0.05; /* s */
    double spent = 0, best = HUGE_VAL;
    zn_index nz = zn_problem_file_nz(a->file), nw = zn_problem_file_nw(a->file);
    double *start = zn_alloc(ctx, nz + nw, sizeof *start);

    if (!start)
        return ZN_ENOMEM;
    memcpy(start, a->z, (size_t)nz * sizeof *start);
    memcpy(start + nz, a->w, (size_t)nw * sizeof *start);
    for (int k = 0; k < 5 && spent < enough; k++) {
        memcpy(a->z, start, (size_t)nz * sizeof *start);
        memcpy(a->w, start + nz, (size_t)nw * sizeof *start);
        a->info = (zn_solve_info){.error = NAN};
        answer_solve(r, s, a);
        spent += a->seconds;
        best = a->seconds < best ? a->seconds : best;
        if (a->status < 0)
            break;
    }
    a->seconds = best;
    memcpy(a->z, start, (size_t)nz * sizeof *start);
    memcpy(a->w, start + nz, (size_t)nw * sizeof *start);
    zn_free_array(ctx, start);
    return ZN_OK;
}

/* One solver on one problem. That it does not apply to these data, or has no
 * such option, is a line of the table. */
static zn_status try(zn_ctx *ctx, const request *r, const char *name, answer *a,
                     FILE *csv, table *t)
{
    const char *class = zn_problem_file_class(a->file);
    zn_solver *s = NULL;
    row *line = NULL;
    zn_status st = ZN_OK;

    a->info = (zn_solve_info){.error = NAN};
    a->seconds = 0;
    a->status = solver_prepare(ctx, r, class, name, &s);
    if (!a->status)
        st = best_of(ctx, r, s, a);
    zn_solver_free(s);
    if (!st)
        line = add_row(t);
    if (!line)
        return zn_fail(ctx, ZN_ENOMEM, "no memory for the table");
    line->path = a->path;
    snprintf(line->name, sizeof line->name, "%s/%s", class, name);
    line->solved = a->status == ZN_OK;
    line->seconds = a->seconds;
    put_row(csv, ctx, a, name);
    return ZN_OK;
}

/* How far it is: a line that is written over on a terminal, else one per file. */
typedef struct progress {
    bool on, terminal;
    int file, files;
} progress;

static void tell(const progress *p, const char *path, const char *solver)
{
    const char *slash = strrchr(path, '/');

    if (!p->on || (!p->terminal && solver))
        return;
    fprintf(stderr, "%s[%d/%d] %s%s%s%s", p->terminal ? "\r\033[K" : "",
            p->file + 1, p->files, slash ? slash + 1 : path, solver ? ": " : "",
            solver ? solver : "", p->terminal ? "" : "\n");
    fflush(stderr);
}

static void clear(const progress *p)
{
    if (p->on && p->terminal)
        fputs("\r\033[K", stderr);
}

static zn_status run_file(zn_ctx *ctx, const request *r, const char *path,
                          FILE *csv, table *t, const progress *p)
{
    answer a = {.path = path};
    const zn_type *class, *solver;
    zn_status st = zn_problem_file_read(ctx, path, r->class, &a.file);

    if (!st)
        st = answer_prepare(ctx, r, &a);
    if (!st)
        st = zn_type_find(ctx, ZN_KIND_PROBLEM, zn_problem_file_class(a.file),
                          &class);
    if (!st) {
        zn_kind kind = ((const zn_problem_type *)class)->solver_kind;

        for (zn_index i = 0; !st && (solver = zn_type_at(ctx, kind, i)); i++)
            if (chosen(r->compare, solver->name)) {
                tell(p, path, solver->name);
                st = try(ctx, r, solver->name, &a, csv, t);
            }
    }
    answer_free(ctx, &a);
    return st;
}

/* ---- both ---------------------------------------------------------------- */

/* Has each solver that was asked for a line? Says which has none. */
static bool all_ran(const char *which, const table *t)
{
    bool all = true;

    for (const char *p = which; strcmp(which, "all") && *p;) {
        size_t n = strcspn(p, ","), k = 0;

        for (; k < t->n; k++) {
            const char *name = strchr(t->row[k].name, '/') + 1;

            if (strlen(name) == n && !strncmp(name, p, n))
                break;
        }
        if (k == t->n) {
            fprintf(stderr,
                    "zeno-solve: no solver '%.*s' for any of these files "
                    "(zeno-solve --list)\n",
                    (int)n, p);
            all = false;
        }
        p += n + (p[n] == ',');
    }
    return all;
}

int compare(zn_ctx *ctx, const request *asked, char **paths, int count)
{
    request r = *asked;
    table t = {0};
    progress p = {!r.quiet, isatty(STDERR_FILENO), 0, count};
    char path[COMPARE_PATH];
    int status = SOLVED, then;
    FILE *csv = compare_create(r.output, "csv", path, sizeof path);

    if (!csv)
        return FAILED;
    if (r.time_limit <= 0)
        r.time_limit = 10; /* s; some methods take all subsets */
    r.history = false;
    fprintf(csv, "file,class,n,contacts,solver,outcome,error,iterations,"
                 "seconds,message\n");
    for (p.file = 0; p.file < count; p.file++) {
        tell(&p, paths[p.file], NULL);
        if (run_file(ctx, &r, paths[p.file], csv, &t, &p)) {
            clear(&p);
            fprintf(stderr, "zeno-solve: %s\n", zn_errmsg(ctx));
            status = FAILED;
        }
    }
    clear(&p);
    if (status == SOLVED && !all_ran(r.compare, &t))
        status = FAILED;
    then = compare_closed(csv, path);
    status = then ? then : status;
    if (!t.n)
        fprintf(stderr, "zeno-solve: nothing to compare\n");
    then = t.n ? compare_profile(&r, &t) : FAILED;
    status = then ? then : status;
    if (status == SOLVED && !r.quiet)
        fprintf(stderr, "wrote %s.csv, %s.gp and %s.png\n", r.output, r.output, r.output);
    free(t.row);
    return status;
}
