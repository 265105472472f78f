/* zeno-compare.c - zeno compare: two recordings or films, column by column
 *
 * A value differs where |a - b| > abs + rel s, s being the largest magnitude in the two columns,
 * so that what rel means does not depend on units, nor on where a column goes through zero.
 * SPDX-License-Identifier: Apache-2.0 */
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/table.h"

enum { SAME, DIFFERENT, MISUSE };

typedef struct request {
    const char *path[2];
    double abs, rel;
    const char *columns, *by;
    bool common, quiet;
} request;

/* Rows of the two tables that stand beside each other. */
typedef struct pairing {
    zn_index n, *row[2];
} pairing;

/* What was found, in all. */
typedef struct account {
    zn_ctx *ctx;
    const request *r;
    zn_index compared, different;
    double largest; /* of the size of its column, within the tolerance, too */
    char largest_in[256];
} account;

static void usage(FILE *out)
{
    fputs("zeno compare - do two runs agree?\n"
          "\n"
          "  zeno compare [options] A B    recordings (.csv, .h5) or films\n"
          "\n"
          "Columns are matched by their names, rows by their order. A value "
          "differs\n"
          "if |a - b| > X + Y s, where s is the largest magnitude in its "
          "column.\n"
          "\n"
          "  --abs X          X, in the unit of the column (0)\n"
          "  --rel Y          Y (0)\n"
          "  --columns A,B*   only these; * and ? stand for any letters\n"
          "  --common         only rows and columns that both have\n"
          "  --by COLUMN      rows are matched where this column agrees\n"
          "  --quiet          say nothing\n"
          "\n"
          "The exit status is 0 if they agree, 1 if not, 2 if that cannot be "
          "told.\n",
          out);
}

static _Noreturn void fail(const char *words)
{
    fprintf(stderr, "zeno compare: %s\n", words);
    exit(MISUSE);
}

/* ---- the command line ---- */

static double tolerance(const char *name, const char *text)
{
    char words[128], *end;
    const double x = strtod(text, &end);

    if (end > text && !*end && x >= 0)
        return x;
    snprintf(words, sizeof words, "%s '%.40s': must be a number >= 0", name,
             text);
    fail(words);
}

static void parse(int argc, char **argv, request *r)
{
    int paths = 0;
    char words[128];

    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        const bool more = i + 1 < argc;
        if (strcmp(a, "--help") == 0 || strcmp(a, "-h") == 0) {
            usage(stdout);
            exit(0);
        } else if (strcmp(a, "--abs") == 0 && more)
            r->abs = tolerance(a, argv[++i]);
        else if (strcmp(a, "--rel") == 0 && more)
            r->rel = tolerance(a, argv[++i]);
        else if (strcmp(a, "--columns") == 0 && more)
            r->columns = argv[++i];
        else if (strcmp(a, "--by") == 0 && more)
            r->by = argv[++i];
        else if (strcmp(a, "--common") == 0)
            r->common = true;
        else if (strcmp(a, "--quiet") == 0 || strcmp(a, "-q") == 0)
            r->quiet = true;
        else if (a[0] == '-' || paths == 2) {
            snprintf(words, sizeof words,
                     "'%.60s': no such option, or its value is missing "
                     "(zeno compare --help)",
                     a);
            fail(words);
        } else
            r->path[paths++] = a;
    }
    if (paths < 2)
        fail("two files are wanted: zeno compare A B");
}

/* Is it one of those of --columns? */
static bool wanted(const request *r, const char *name)
{
    const char *p = r->columns;
    char pattern[256];

    while (p) {
        const size_t n = strcspn(p, ",");
        snprintf(pattern, sizeof pattern, "%.*s", (int)n, p);
        if (fnmatch(pattern, name, 0) == 0)
            return true;
        p = p[n] ? p + n + 1 : NULL;
    }
    return !r->columns;
}

/* ---- columns by name ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const column *const *)a)->name,
                  (*(const column *const *)b)->name);
}

/* The columns of a table in the order of their names. */
static const column **sorted(const table *t)
{
    const column **list = zn_alloc(t->ctx, t->columns + 1, sizeof *list);

    if (!list)
        fail(zn_errmsg(t->ctx));
    for (zn_index i = 0; i < t->columns; i++)
        list[i] = &t->column[i];
    if (t->columns)
        qsort(list, (size_t)t->columns, sizeof *list, by_name);
    return list;
}

static const column *find(const table *t, const column *const *list,
                          const char *name)
{
    zn_index low = 0, high = t->columns;

    while (low < high) {
        const zn_index mid = (low + high) / 2;
        const int c = strcmp(list[mid]->name, name);
        if (c == 0)
            return list[mid];
        if (c < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return NULL;
}

/* Columns of a that b has not. */
static void tell_lonely(account *all, const table *a, const table *b,
                        const char *path)
{
    const column **list = sorted(b);

    for (zn_index i = 0; i < a->columns; i++) {
        const char *name = a->column[i].name;
        if (!wanted(all->r, name) || find(b, list, name))
            continue;
        all->compared++;
        all->different++;
        if (!all->r->quiet)
            printf("%s: only in '%s'\n", name, path);
    }
    zn_free_array(a->ctx, list);
}

/* ---- rows ---- */

static void pair_add(zn_ctx *ctx, pairing *p, zn_index *room, zn_index i,
                     zn_index j)
{
    zn_index other = *room;

    if (zn_grow(ctx, &p->row[0], room, p->n + 1, sizeof *p->row[0]) ||
        zn_grow(ctx, &p->row[1], &other, p->n + 1, sizeof *p->row[1]))
        fail(zn_errmsg(ctx));
    p->row[0][p->n] = i;
    p->row[1][p->n++] = j;
}

static bool rises(const table *t, const column *c)
{
    for (zn_index i = 1; i < t->rows; i++)
        if (!(c->x[i] >= c->x[i - 1]))
            return false;
    return true;
}

/* Rows where a column that rises has the same value, but for its last digits. */
static void pair_by(const request *r, const table *a, const table *b,
                    pairing *p)
{
    const column **la = sorted(a), **lb = sorted(b);
    const column *ca = find(a, la, r->by), *cb = find(b, lb, r->by);
    zn_index room = 0, i = 0, j = 0;
    char words[320];

    if (!ca || !cb || !ca->x || !cb->x || !rises(a, ca) || !rises(b, cb)) {
        snprintf(words, sizeof words,
                 "--by %.200s: both files must have a column of that name, of "
                 "numbers that do not fall",
                 r->by);
        fail(words);
    }
    while (i < a->rows && j < b->rows) {
        const double x = ca->x[i], y = cb->x[j];
        if (fabs(x - y) <= 1e-9 * fmax(fabs(x), fabs(y)))
            pair_add(a->ctx, p, &room, i++, j++);
        else if (x < y)
            i++;
        else
            j++;
    }
    zn_free_array(a->ctx, la);
    zn_free_array(b->ctx, lb);
}

static void pair_rows(const request *r, const table *a, const table *b,
                      pairing *p)
{
    zn_index room = 0;

    if (r->by)
        pair_by(r, a, b, p);
    else
        for (zn_index i = 0; i < a->rows && i < b->rows; i++)
            pair_add(a->ctx, p, &room, i, i);
}

/* Contacts of frames that are beside each other, in their order. */
static void pair_contacts(const table *a, const table *b, const pairing *frames,
                          pairing *p)
{
    const zn_film_data *da = a->film, *db = b->film;
    zn_index room = 0;

    for (zn_index k = 0; k < frames->n; k++) {
        const zn_index fa = frames->row[0][k], fb = frames->row[1][k];
        zn_index i = fa ? da->contact_end[fa - 1] : 0;
        zn_index j = fb ? db->contact_end[fb - 1] : 0;
        while (i < da->contact_end[fa] && j < db->contact_end[fb])
            pair_add(a->ctx, p, &room, i++, j++);
    }
}

/* ---- two columns ---- */

typedef struct finding {
    zn_index first, worst, count; /* of pairs */
    double largest, size;
} finding;

static double size_of(const column *c, const pairing *p, int side)
{
    double s = 0;

    for (zn_index k = 0; k < p->n; k++) {
        const double x = fabs(c->x[p->row[side][k]]);
        if (isfinite(x) && x > s)
            s = x;
    }
    return s;
}

/* |a - b|; 0 of what is equal, NaN too; infinite of a number and none. */
static double apart(double a, double b)
{
    if (a == b || (isnan(a) && isnan(b)))
        return 0;
    return isfinite(a) && isfinite(b) ? fabs(a - b) : HUGE_VAL;
}

static finding match(const request *r, const pairing *p, const column *a,
                     const column *b)
{
    finding f = {.first = -1};

    if (a->x && b->x)
        f.size = fmax(size_of(a, p, 0), size_of(b, p, 1));
    for (zn_index k = 0; k < p->n; k++) {
        const zn_index i = p->row[0][k], j = p->row[1][k];
        double d;
        if (a->x && b->x)
            d = apart(a->x[i], b->x[j]);
        else
            d = a->text && b->text && strcmp(a->text[i], b->text[j]) == 0
                    ? 0
                    : HUGE_VAL;
        if (d > f.largest) {
            f.largest = d;
            f.worst = k;
        }
        if (d > r->abs + r->rel * f.size) {
            f.first = f.first < 0 ? k : f.first;
            f.count++;
        }
    }
    return f;
}

static void put_value(const column *c, zn_index row)
{
    if (c->x)
        printf("%.17g", c->x[row]);
    else
        printf("'%s'", c->text[row]);
}

/* "row 3 (t = 0.002)"; rows count from 1, without the head. */
static void put_row(const table *t, zn_index row)
{
    printf("row %td", row + 1);
    if (t->columns && t->column[0].x)
        printf(" (%s = %g)", t->column[0].name, t->column[0].x[row]);
}

static void tell(const table *ta, const pairing *p, const column *a,
                 const column *b, const finding *f)
{
    const zn_index first = p->row[0][f->first];

    printf("%s%s%s%s: %td of %td differ", a->name, a->unit[0] ? " [" : "",
           a->unit, a->unit[0] ? "]" : "", f->count, p->n);
    if (isfinite(f->largest)) {
        printf(", by %.3g at most", f->largest);
        if (f->size > 0)
            printf(", %.3g of its size", f->largest / f->size);
        printf(", in ");
        put_row(ta, p->row[0][f->worst]);
    }
    printf("; first in ");
    put_row(ta, first);
    printf(": ");
    put_value(a, first);
    printf(" and ");
    put_value(b, p->row[1][f->first]);
    putchar('\n');
}

static void one(account *all, const table *ta, const pairing *p,
                const column *a, const column *b)
{
    const finding f = match(all->r, p, a, b);
    const double of_size = f.largest > 0 ? f.largest / f.size : 0;

    all->compared++;
    if (strcmp(a->unit, b->unit) != 0) {
        all->different++;
        if (!all->r->quiet)
            printf("%s: in [%s] and in [%s]\n", a->name, a->unit, b->unit);
        return;
    }
    if (of_size > all->largest) {
        all->largest = of_size;
        snprintf(all->largest_in, sizeof all->largest_in, "%s", a->name);
    }
    if (f.first < 0)
        return;
    all->different++;
    if (!all->r->quiet)
        tell(ta, p, a, b, &f);
}

/* ---- two tables ---- */

static void compare(account *all, const table *a, const table *b,
                    const pairing *p)
{
    const column **list = sorted(b);

    for (zn_index i = 0; i < a->columns; i++) {
        const column *other = find(b, list, a->column[i].name);
        if (other && wanted(all->r, other->name))
            one(all, a, p, &a->column[i], other);
    }
    zn_free_array(a->ctx, list);
    if (all->r->common)
        return;
    tell_lonely(all, a, b, all->r->path[0]);
    tell_lonely(all, b, a, all->r->path[1]);
}

static void pairing_free(zn_ctx *ctx, pairing *p)
{
    zn_free_array(ctx, p->row[0]);
    zn_free_array(ctx, p->row[1]);
}

static int conclude(const account *all, const table *a, const table *b,
                    const pairing *rows)
{
    const bool uneven = !all->r->common && !all->r->by && a->rows != b->rows;

    if (!all->compared && !all->different)
        fail("there is no column to compare");
    if ((all->r->common || all->r->by) && !rows->n && (a->rows || b->rows))
        fail("they have no row in common");
    if (!a->rows && !b->rows)
        fail("neither has a row, there is nothing to compare");
    if (!all->r->quiet) {
        if (uneven)
            printf("rows: %td and %td\n", a->rows, b->rows);
        printf("%td of %td columns differ, in %td rows", all->different,
               all->compared, rows->n);
        if (!all->different && all->largest > 0)
            printf("; at most by %.3g of its size, %s", all->largest,
                   all->largest_in);
        putchar('\n');
    }
    return all->different || uneven ? DIFFERENT : SAME;
}

int main(int argc, char **argv)
{
    request r = {.columns = NULL};
    table t[2], contacts[2];
    pairing rows = {0}, met = {0};
    account all = {.r = &r};
    int status;

    parse(argc, argv, &r);
    const zn_status st = zn_ctx_new(&all.ctx);
    if (st) {
        fprintf(stderr, "zeno compare: no context: %s\n", zn_status_name(st));
        return MISUSE;
    }
    for (int k = 0; k < 2; k++)
        if (table_read(all.ctx, r.path[k], &t[k], &contacts[k]))
            fail(zn_errmsg(all.ctx));
    pair_rows(&r, &t[0], &t[1], &rows);
    compare(&all, &t[0], &t[1], &rows);
    if (t[0].film && t[1].film) {
        pair_contacts(&t[0], &t[1], &rows, &met);
        compare(&all, &contacts[0], &contacts[1], &met);
    }
    status = conclude(&all, &t[0], &t[1], &rows);
    pairing_free(all.ctx, &rows);
    pairing_free(all.ctx, &met);
    for (int k = 0; k < 2; k++) {
        table_free(&contacts[k]);
        table_free(&t[k]);
    }
    zn_ctx_free(all.ctx);
    return fflush(stdout) || ferror(stdout) ? MISUSE : status;
}
