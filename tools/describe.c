/* describe.c - classes and their options in words
 * SPDX-License-Identifier: Apache-2.0 */
#include "describe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void print_bound(double bound)
{
    /* tables have no infinity; who means one writes a number like 1e300 */
    if (fabs(bound) >= 1e300)
        printf("%s", bound < 0 ? "-inf" : "inf");
    else
        printf("%g", bound);
}

static void print_range(const zn_option *o)
{
    if (o->kind == ZN_OPTION_CHOICE) {
        printf("%s", o->choices);
    } else if (o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT) {
        printf("[");
        print_bound(o->min);
        printf(", ");
        print_bound(o->max);
        printf("]");
        if (strcmp(o->unit, "-") != 0)
            printf(" %s", o->unit);
    } else if (o->kind == ZN_OPTION_BOOL) {
        printf("yes|no");
    } else {
        printf("a name");
    }
}

/* the name of the choice at position i of "a|b|c" */
static void print_choice(const char *choices, int i)
{
    for (; i > 0 && strchr(choices, '|'); i--)
        choices = strchr(choices, '|') + 1;
    printf("%.*s", (int)strcspn(choices, "|"), choices);
}

static void print_default(const zn_option *o)
{
    if (o->kind == ZN_OPTION_CHOICE)
        print_choice(o->choices, (int)o->def);
    else if (o->kind == ZN_OPTION_BOOL)
        printf("%s", o->def != 0 ? "yes" : "no");
    else if (o->kind == ZN_OPTION_WORD || o->kind == ZN_OPTION_TEXT)
        printf("%s", o->choices && *o->choices ? o->choices : "\"\"");
    else
        printf("%g", o->def);
}

void describe_options(const zn_option *o)
{
    for (; o && o->kind != ZN_OPTION_END; o++) {
        printf("      %s = ", o->name);
        print_default(o);
        printf("   ");
        print_range(o);
        printf("\n          %s\n", o->help);
    }
}

void describe_class(const zn_type *type, bool options)
{
    printf("  %-20s %s\n", type->name, type->summary);
    if (options)
        describe_options(type->options);
}
