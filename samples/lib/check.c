/* check.c - the table of --check: Jacobians against differences
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include <zeno/check.h>

#include "parts.h"

typedef struct table {
    zn_index rows;
} table;

static void print_row(void *user, const zn_jacobian_check *c)
{
    table *t = user;

    if (t->rows++ == 0)
        printf("%-10s %-20s %-14s %-12s %-9s %14s %14s %9s  %s\n", "object",
               "name", "Jacobian", "of", "entry", "given", "differenced",
               "error", "verdict");
    printf("%-10s %-20s %-14s %-5s by %-4s", c->what, c->name, c->jacobian,
           c->function, c->variable);
    if (c->compared)
        printf(" (%td,%td)%*s %14.7g %14.7g %9.1e", c->row, c->col, 4, "",
               c->given, c->differenced, c->error);
    else
        printf(" %-9s %14s %14s %9s", "", "", "", "");
    printf("  %s", c->agrees     ? "agrees"
                   : c->compared ? "WRONG"
                                 : "not compared");
    if (c->left_out)
        printf(" (%td states left out)", c->left_out);
    putchar('\n');
}

zn_status zni_check_print(zn_sample *s, zn_index *wrong)
{
    table t = {0};
    const zn_status st = zn_check_jacobians(
        s->model, &(zn_check_options){.t = s->times.t0}, print_row, &t, wrong);

    if (!st && t.rows == 0)
        printf(
            "no Jacobian is given by a function; where one is needed, finite "
            "differences are used\n");
    return st;
}
