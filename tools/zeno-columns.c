/* zeno-columns.c - a recorded HDF5 file or a film as CSV on standard output, for zeno plot
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "solvers/core/csv_field.h"
#include "tools/table.h"

/* name[unit] */
static void print_name(const column *c)
{
    char name[sizeof c->name + sizeof c->unit + 2];

    snprintf(name, sizeof name, c->unit[0] ? "%s[%s]" : "%s", c->name, c->unit);
    zni_csv_field(stdout, name);
}

static void print(const table *t)
{
    for (zn_index j = 0; j < t->columns; j++) {
        print_name(&t->column[j]);
        putchar(j + 1 < t->columns ? ',' : '\n');
    }
    for (zn_index i = 0; i < t->rows; i++)
        for (zn_index j = 0; j < t->columns; j++) {
            if (t->column[j].x)
                printf("%.17g", t->column[j].x[i]);
            else
                zni_csv_field(stdout, t->column[j].text[i]);
            putchar(j + 1 < t->columns ? ',' : '\n');
        }
}

int main(int argc, char **argv)
{
    table t, contacts;
    zn_ctx *ctx;

    if (argc != 2) {
        fputs("usage: zeno-columns FILE.h5\n", stderr);
        return 2;
    }
    zn_status st = zn_ctx_new(&ctx);
    if (st) {
        fprintf(stderr, "zeno plot: no context: %s\n", zn_status_name(st));
        return EXIT_FAILURE;
    }
    st = table_read(ctx, argv[1], &t, &contacts);
    if (st) {
        fprintf(stderr, "zeno plot: %s\n", zn_errmsg(ctx));
    } else {
        print(&t);
        table_free(&contacts);
        table_free(&t);
    }
    zn_ctx_free(ctx);
    return st || fflush(stdout) || ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
