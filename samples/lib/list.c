/* list.c - the parameters of a sample: as a list, and as notes of a recording
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parts.h"

/* One row, as if alone in a table, for its default. */
typedef union field {
    double real;
    zn_index whole;
    bool truth;
    int choice;
    char text[ZN_TEXT_MAX];
} field;

static void default_text(const zn_option *o, char buf[], size_t size)
{
    zn_option table[2] = {*o, ZN_OPT_END};
    field at = {0};

    table[0].offset = 0;
    zn_option_defaults(table, &at);
    zn_option_get(table, &at, buf, size);
}

/* What values are allowed: ", in [0, 1]". */
static void range_text(const zn_option *o, char buf[], size_t size)
{
    const bool number = o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT;
    const bool low = number && isfinite(o->min);
    const bool high = number && isfinite(o->max);

    if (low && high)
        snprintf(buf, size, ", in [%g, %g]", o->min, o->max);
    else if (low || high)
        snprintf(buf, size, ", %s %g",
                 low ? ">=" : "<=", low ? o->min : o->max);
    else if (o->kind == ZN_OPTION_CHOICE)
        snprintf(buf, size, ": %s", o->choices);
    else if (o->kind == ZN_OPTION_BOOL)
        snprintf(buf, size, ": yes|no");
    else
        buf[0] = 0;
}

static void print_classes(const zn_sample *s, zn_kind kind)
{
    const zn_type *t;

    for (zn_index i = 0; (t = zn_type_at(s->ctx, kind, i)); i++)
        printf("%s%s", i ? "|" : ": ", t->name);
}

/* The parameters of the sample may have been set by now, so their defaults are
 * those of the table; the others' are those that the sample gave. */
static void print_group(const zn_sample *s, int k)
{
    const zni_settings_of *of = &s->of[k];
    const bool fresh = k == OF_SAMPLE || !of->state;
    char value[ZN_WORD_MAX], range[512];

    if (!of->table || of->table->kind == ZN_OPTION_END)
        return;
    printf("\n%s\n", of->title);
    for (const zn_option *o = of->table; o->kind != ZN_OPTION_END; o++) {
        if (fresh && !zni_settings_default(s, k, o->name, value))
            default_text(o, value, sizeof value);
        else if (!fresh)
            zn_option_get(o, of->state, value, sizeof value);
        range_text(o, range, sizeof range);
        printf("  %-18s %-14s %-6s %s%s", o->name, *value ? value : "\"\"",
               o->unit ? o->unit : "-", o->help, range);
        if (k == OF_TIMES && strcmp(o->name, "osi") == 0)
            print_classes(s, ZN_KIND_OSI);
        if (k == OF_TIMES && strcmp(o->name, "simulation") == 0)
            print_classes(s, ZN_KIND_SIMULATION);
        putchar('\n');
    }
}

void zni_list_print(const zn_sample *s)
{
    printf("%s - %s\n", s->program, s->title);
    printf("  %-18s %-14s %-6s %s\n", "name", "default", "unit", "meaning");
    for (int k = 0; k < OWNERS; k++)
        print_group(s, k);
    printf("\nsolver\n  solver.NAME sets an option of the solver in use, e.g. "
           "solver.max_iter=100;\n  'zeno list' shows solvers and their "
           "options\n");
}

/* ---- notes ---- */

zn_status zni_list_note(const zn_sample *s)
{
    zn_status st = zn_recorder_note(s->recorder, "sample", s->title);
    char key[2 * ZN_WORD_MAX], value[ZN_TEXT_MAX];

    for (int k = 0; k < OWNERS; k++) {
        const zni_settings_of *of = &s->of[k];
        const void *state = of->state;
        if (k == OF_SIMULATION)
            zn_simulation_options(s->sim, &state);
        if (k == OF_CLASS)
            state = zn_simulation_class_state(s->sim);
        for (const zn_option *o = of->table;
             !st && o && o->kind != ZN_OPTION_END; o++) {
            zn_option_get(o, state, value, sizeof value);
            snprintf(key, sizeof key, "%s%s", of->prefix, o->name);
            st = zn_recorder_note(s->recorder, key, value);
        }
    }
    return st;
}
