/* solve-profile.c - performance profiles of the table that compare makes
 * SPDX-License-Identifier: Apache-2.0 */
#include "compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solvers/core/made_file.h"

/* ---- files --------------------------------------------------------------- */

/* Between single quotes, those inside doubled, as gnuplot has it. */
static void put_quoted(FILE *out, const char *text)
{
    putc('\'', out);
    for (; *text; text++) {
        if (*text == '\'')
            putc('\'', out);
        putc(*text, out);
    }
    putc('\'', out);
}

FILE *compare_create(const char *name, const char *suffix, char path[],
                     size_t size)
{
    FILE *f = NULL;

    if (snprintf(path, size, "%s.%s", name, suffix) < (int)size)
        f = zni_made_file(path);
    if (!f)
        fprintf(stderr, "zeno-solve: cannot write '%s.%s': %s\n", name, suffix,
                strerror(errno));
    return f;
}

int compare_closed(FILE *f, const char *path)
{
    int bad = ferror(f);

    if (!fclose(f) && !bad)
        return SOLVED;
    fprintf(stderr, "zeno-solve: writing '%s' failed\n", path);
    return FAILED;
}

/* ---- the script ---------------------------------------------------------- */

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

/* How far to the right the steps of a class go. */
static double furthest(const table *t, const row *class, double ratio[])
{
    FILE *nowhere = fopen("/dev/null", "w");
    double most = 1;

    for (size_t k = 0; nowhere && k < t->n; k++)
        if (same_class(&t->row[k], class) && first_of(t, k))
            most = fmax(most, put_profile(nowhere, t, &t->row[k], ratio, 0));
    if (nowhere)
        fclose(nowhere);
    return 1.5 * most;
}

/* The panel of the class of this line: its steps, then the command. */
static void put_panel(FILE *gp, const table *t, const row *class,
                      double ratio[])
{
    const double most = furthest(t, class, ratio);
    const int n = (int)strcspn(class->name, "/");
    size_t line = 0;

    for (size_t k = 0; k < t->n; k++)
        if (same_class(&t->row[k], class) && first_of(t, k)) {
            fprintf(gp, "$s%zu << END\n", k);
            put_profile(gp, t, &t->row[k], ratio, most);
            fprintf(gp, "END\n");
        }
    fprintf(gp, "set title '%.*s'\nset xrange [1:%g]\nplot ", n, class->name,
            most);
    for (size_t k = 0; k < t->n; k++)
        if (same_class(&t->row[k], class) && first_of(t, k)) {
            /* eight colours, then the next kind of line */
            fprintf(gp,
                    "%s$s%zu using 1:2 with steps lw 2 lt %zu dt %zu "
                    "title '%s'",
                    line ? ", " : "", k, line % 8 + 1, line / 8 + 1,
                    t->row[k].name + n + 1);
            line++;
        }
    fprintf(gp, "\n");
}

/* Is this the first line of its class? */
static bool first_of_class(const table *t, size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (same_class(&t->row[j], &t->row[k]))
            return false;
    return true;
}

static void put_script(FILE *gp, const table *t, const char *name,
                       double ratio[])
{
    char picture[COMPARE_PATH];
    int classes = 0;

    for (size_t k = 0; k < t->n; k++)
        classes += first_of_class(t, k);
    fprintf(gp,
            "# performance profiles, drawn by gnuplot\n"
            "set terminal pngcairo noenhanced size 1100,%d font ',11'\n"
            "set output ",
            150 + 450 * classes);
    snprintf(picture, sizeof picture, "%s.png", name);
    put_quoted(gp, picture);
    fprintf(gp,
            "\nset logscale x\nset yrange [0:1.02]\n"
            "set xlabel 'time / time of the fastest'\n"
            "set ylabel 'share of the problems solved'\n"
            "set key outside right\nset grid\nset rmargin 24\n"
            "set multiplot layout %d,1\n",
            classes);
    for (size_t k = 0; k < t->n; k++)
        if (first_of_class(t, k))
            put_panel(gp, t, &t->row[k], ratio);
    fprintf(gp, "unset multiplot\n");
}

/* ---- the picture --------------------------------------------------------- */

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

int compare_profile(const request *r, const table *t)
{
    double *ratio = calloc(t->n ? t->n : 1, sizeof *ratio);
    char path[COMPARE_PATH];
    FILE *gp =
        ratio ? compare_create(r->output, "gp", path, sizeof path) : NULL;
    int status = FAILED;

    if (gp) {
        put_script(gp, t, r->output, ratio);
        status = compare_closed(gp, path);
    }
    if (status == SOLVED && t->n && !draw(path)) {
        fprintf(stderr, "zeno-solve: no picture; '%s' would draw it\n", path);
        status = FAILED;
    }
    free(ratio);
    return status;
}
