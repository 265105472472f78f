/* solve-compare.c - many solvers on many files: a table and their profiles
 * SPDX-License-Identifier: Apache-2.0 */
#include "solve.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 4096 };

/* One line of the table. */
typedef struct row {
    const char *path;
    char name[2 * ZN_WORD_MAX]; /* "lcp/lemke" */
    bool solved;
    double seconds;
} row;

typedef struct table {
    row *row;
    size_t n, cap;
} table;

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

/* Between quotes, those inside doubled: so do CSV and gnuplot. */
static void put_quoted(FILE *out, char quote, const char *text)
{
    putc(quote, out);
    for (; *text; text++) {
        if (*text == quote)
            putc(quote, out);
        putc(*text, out);
    }
    putc(quote, out);
}

static void put_row(FILE *csv, const zn_ctx *ctx, const answer *a,
                    const char *solver)
{
    put_quoted(csv, '"', a->path);
    fprintf(csv, ",%s,%td,%td,%s,%s,", zn_problem_file_class(a->file),
            zn_problem_file_nz(a->file), zn_problem_file_contacts(a->file),
            solver, answer_outcome(a));
    if (isfinite(a->info.error))
        fprintf(csv, "%.3e", a->info.error);
    fprintf(csv, ",%td,%.6g,", a->info.iterations, a->seconds);
    put_quoted(csv, '"', a->status ? zn_errmsg(ctx) : "");
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

static zn_status run_file(zn_ctx *ctx, const request *r, const char *path,
                          FILE *csv, table *t)
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
            if (chosen(r->compare, solver->name))
                st = try(ctx, r, solver->name, &a, csv, t);
    }
    answer_free(ctx, &a);
    return st;
}

/* ---- the profiles -------------------------------------------------------- */

/* The part of a name that is the class: profiles are within one. */
static bool same_class(const row *a, const row *b)
{
    size_t n = strcspn(a->name, "/") + 1;

    return !strncmp(a->name, b->name, n);
}

/* Seconds of the fastest of the class on the file of this line; HUGE_VAL: no
 * solver of it solves the file. */
static double fastest(const table *t, const row *line)
{
    double best = HUGE_VAL;

    for (size_t k = 0; k < t->n; k++)
        if (t->row[k].path == line->path && t->row[k].solved &&
            same_class(&t->row[k], line) && t->row[k].seconds < best)
            best = t->row[k].seconds;
    return best;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The steps of one solver: share of the class's files solved within `factor`
 * times the best time (Dolan & More 2002). Files nobody solves do not count. */
static double put_profile(FILE *gp, const table *t, const row *solver,
                          double ratio[], double most)
{
    size_t files = 0, solved = 0;

    for (size_t k = 0; k < t->n; k++) {
        const row *line = &t->row[k];

        if (strcmp(line->name, solver->name) != 0)
            continue;
        double best = fastest(t, line);
        files += best < HUGE_VAL;
        if (line->solved)
            ratio[solved++] = best > 0 ? line->seconds / best : 1;
    }
    qsort(ratio, solved, sizeof *ratio, ascending);
    fprintf(gp, "1 0\n");
    for (size_t k = 0; k < solved; k++)
        fprintf(gp, "%.6g %.6g\n", ratio[k], (double)(k + 1) / (double)files);
    if (most > 0)
        fprintf(gp, "%.6g %.6g\n", most,
                files ? (double)solved / (double)files : 0);
    return solved ? ratio[solved - 1] : 1;
}

/* Is this the first line of its solver? */
static bool first_of(const table *t, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (!strcmp(t->row[j].name, t->row[k].name))
            return false;
    return true;
}

static void put_script(FILE *gp, const table *t, const char *name,
                       double ratio[])
{
    char picture[PATH];
    double most = 1;
    FILE *nowhere = fopen("/dev/null", "w");

    /* how far to the right */
    for (size_t k = 0; nowhere && k < t->n; k++)
        if (first_of(t, k))
            most = fmax(most, put_profile(nowhere, t, &t->row[k], ratio, 0));
    if (nowhere)
        fclose(nowhere);
    most *= 1.5;
    fprintf(gp, "# performance profiles, drawn by gnuplot\n"
                "set terminal pngcairo noenhanced size 1100,650 font ',11'\n"
                "set output ");
    snprintf(picture, sizeof picture, "%s.png", name);
    put_quoted(gp, '\'', picture);
    fprintf(gp,
            "\nset logscale x\nset xrange [1:%g]\nset yrange [0:1.02]\n"
            "set xlabel 'time / time of the fastest'\n"
            "set ylabel 'share of the problems solved'\n"
            "set key outside right\nset grid\n",
            most);
    for (size_t k = 0; k < t->n; k++)
        if (first_of(t, k)) {
            fprintf(gp, "$s%zu << END\n", k);
            put_profile(gp, t, &t->row[k], ratio, most);
            fprintf(gp, "END\n");
        }
    fprintf(gp, "plot ");
    for (size_t k = 0; k < t->n; k++)
        if (first_of(t, k))
            fprintf(gp, "%s$s%zu using 1:2 with steps lw 2 title '%s'",
                    k ? ", " : "", k, t->row[k].name);
    fprintf(gp, "\n");
}

/* Run gnuplot on the script; false if that fails. */
static bool draw(const char *script)
{
    pid_t child = fork();
    int status;

    if (child < 0)
        return false;
    if (child == 0) {
        execlp("gnuplot", "gnuplot", script, (char *)NULL);
        fprintf(stderr, "zeno-solve: gnuplot: %s\n", strerror(errno));
        _exit(127);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- both ---------------------------------------------------------------- */

static FILE *create(const char *name, const char *suffix, char path[],
                    size_t size)
{
    FILE *f = NULL;

    if (snprintf(path, size, "%s.%s", name, suffix) < (int)size)
        f = fopen(path, "w");
    if (!f)
        fprintf(stderr, "zeno-solve: cannot write '%s.%s': %s\n", name, suffix,
                strerror(errno));
    return f;
}

static int closed(FILE *f, const char *path)
{
    int bad = ferror(f);

    if (!fclose(f) && !bad)
        return SOLVED;
    fprintf(stderr, "zeno-solve: writing '%s' failed\n", path);
    return FAILED;
}

static int profile(const request *r, const table *t)
{
    double *ratio = calloc(t->n ? t->n : 1, sizeof *ratio);
    char path[PATH];
    FILE *gp = ratio ? create(r->output, "gp", path, sizeof path) : NULL;
    int status = FAILED;

    if (gp) {
        put_script(gp, t, r->output, ratio);
        status = closed(gp, path);
    }
    if (status == SOLVED && t->n && !draw(path)) {
        fprintf(stderr, "zeno-solve: no picture; '%s' would draw it\n", path);
        status = FAILED;
    }
    free(ratio);
    return status;
}

int compare(zn_ctx *ctx, const request *asked, char **paths, int count)
{
    request r = *asked;
    table t = {0};
    char path[PATH];
    int status = SOLVED, then;
    FILE *csv = create(r.output, "csv", path, sizeof path);

    if (!csv)
        return FAILED;
    if (r.time_limit <= 0)
        r.time_limit = 10; /* s; some methods take all subsets */
    r.history = false;
    fprintf(csv, "file,class,n,contacts,solver,outcome,error,iterations,"
                 "seconds,message\n");
    for (int k = 0; k < count; k++)
        if (run_file(ctx, &r, paths[k], csv, &t)) {
            fprintf(stderr, "zeno-solve: %s\n", zn_errmsg(ctx));
            status = FAILED;
        }
    then = closed(csv, path);
    status = then ? then : status;
    if (!t.n)
        fprintf(stderr, "zeno-solve: nothing to compare\n");
    then = t.n ? profile(&r, &t) : FAILED;
    status = then ? then : status;
    free(t.row);
    return status;
}
