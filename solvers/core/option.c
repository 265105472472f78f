/* option.c - options of a class: defaults, text in, text out
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strtod_l: numbers do not depend on the locale */
#include <zeno/option.h>

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const zn_option *zn_option_find(const zn_option *table, const char *name)
{
    for (; table && table->kind != ZN_OPTION_END; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

static void store(const zn_option *o, void *state, double value)
{
    char *field = (char *)state + o->offset;

    switch (o->kind) {
    case ZN_OPTION_REAL:
        *(double *)(void *)field = value;
        break;
    case ZN_OPTION_INT:
        *(zn_index *)(void *)field = (zn_index)value;
        break;
    case ZN_OPTION_BOOL:
        *(bool *)field = value != 0;
        break;
    case ZN_OPTION_CHOICE:
        *(int *)(void *)field = (int)value;
        break;
    default:
        break;
    }
}

void zn_option_defaults(const zn_option *table, void *state)
{
    for (; table && table->kind != ZN_OPTION_END; table++) {
        if (table->kind == ZN_OPTION_WORD)
            snprintf((char *)state + table->offset, ZN_WORD_MAX, "%s",
                     table->choices ? table->choices : "");
        else
            store(table, state, table->def);
    }
}

/* "a, b, c" of the table's names */
static void list_names(const zn_option *table, char buf[], size_t size)
{
    size_t n = 0;

    buf[0] = 0;
    for (; table && table->kind != ZN_OPTION_END && n < size; table++)
        n += (size_t)snprintf(buf + n, size - n, "%s%s", n ? ", " : "",
                              table->name);
}

static zn_status unknown(zn_ctx *ctx, const char *owner, const zn_option *table,
                         const char *name)
{
    char names[1024];

    list_names(table, names, sizeof names);
    return zn_fail(ctx, ZN_ENOENT, "%s has no option '%s'; it has: %s", owner,
                   name, names[0] ? names : "none");
}

/* A real number in the C locale; false unless all of the text is one. */
static bool parse_real(const char *text, double *out)
{
    static const char digits[] = "0123456789+-.eEinfatyINFATYxXpPabcdfABCDF";
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char *end = NULL;

    if (!c)
        return false;
    if (*text && strspn(text, digits) == strlen(text))
        *out = strtod_l(text, &end, c);
    freelocale(c);
    return end && end != text && *end == 0;
}

/* Position of `word` in "a|b|c", or -1. */
static int choice_of(const char *choices, const char *word)
{
    const size_t n = strlen(word);
    int k = 0;

    for (const char *c = choices;; c++, k++) {
        const size_t len = strcspn(c, "|");
        if (len == n && strncmp(c, word, n) == 0)
            return k;
        c += len;
        if (!*c)
            return -1;
    }
}

static zn_status refuse(zn_ctx *ctx, const char *owner, const zn_option *o,
                        const char *value, const char *must)
{
    return zn_fail(ctx, ZN_EINVAL, "option '%s' of %s = '%s': must be %s",
                   o->name, owner, value, must);
}

static zn_status set_number(zn_ctx *ctx, const char *owner, const zn_option *o,
                            void *state, double x, const char *text)
{
    char must[160];
    const bool unit = o->unit && strcmp(o->unit, "-") != 0;

    if (o->kind == ZN_OPTION_INT && x != floor(x))
        return refuse(ctx, owner, o, text, "a whole number");
    if (!isfinite(x) || x < o->min || x > o->max) {
        snprintf(must, sizeof must, "in [%g, %g]%s%s", o->min, o->max,
                 unit ? " " : "", unit ? o->unit : "");
        return refuse(ctx, owner, o, text, must);
    }
    store(o, state, x);
    return ZN_OK;
}

static zn_status set_bool(zn_ctx *ctx, const char *owner, const zn_option *o,
                          void *state, const char *value)
{
    static const char *const words[] = {"no",  "yes", "false", "true",
                                        "off", "on",  "0",     "1"};

    for (int i = 0; i < 8; i++)
        if (strcmp(value, words[i]) == 0) {
            store(o, state, i % 2);
            return ZN_OK;
        }
    return refuse(ctx, owner, o, value, "yes or no");
}

zn_status zn_option_set(zn_ctx *ctx, const char *owner, const zn_option *table,
                        void *state, const char *name, const char *value)
{
    const zn_option *o = zn_option_find(table, name);
    char must[160];
    double x;
    int k;

    if (!o)
        return unknown(ctx, owner, table, name);
    switch (o->kind) {
    case ZN_OPTION_BOOL:
        return set_bool(ctx, owner, o, state, value);
    case ZN_OPTION_CHOICE:
        k = choice_of(o->choices, value);
        if (k < 0) {
            snprintf(must, sizeof must, "one of %s", o->choices);
            return refuse(ctx, owner, o, value, must);
        }
        store(o, state, k);
        return ZN_OK;
    case ZN_OPTION_WORD:
        if (strlen(value) >= ZN_WORD_MAX) {
            snprintf(must, sizeof must, "shorter than %d characters",
                     ZN_WORD_MAX);
            return refuse(ctx, owner, o, value, must);
        }
        memcpy((char *)state + o->offset, value, strlen(value) + 1);
        return ZN_OK;
    default:
        if (!parse_real(value, &x))
            return refuse(ctx, owner, o, value, "a number");
        return set_number(ctx, owner, o, state, x, value);
    }
}

zn_status zn_option_set_real(zn_ctx *ctx, const char *owner,
                             const zn_option *table, void *state,
                             const char *name, double value)
{
    const zn_option *o = zn_option_find(table, name);
    char text[40];

    if (!o)
        return unknown(ctx, owner, table, name);
    snprintf(text, sizeof text, "%.17g", value);
    if (o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT)
        return set_number(ctx, owner, o, state, value, text);
    if (o->kind == ZN_OPTION_BOOL && (value == 0 || value == 1)) {
        store(o, state, value);
        return ZN_OK;
    }
    return refuse(ctx, owner, o, text,
                  o->kind == ZN_OPTION_BOOL ? "0 or 1" : "given as text");
}

/* Shortest text that gives x again; "." whatever the locale. */
static void print_real(double x, char buf[], size_t size)
{
    double back = 0;
    char *comma;

    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buf, size, "%.*g", digits, x);
        comma = strchr(buf, ',');
        if (comma)
            *comma = '.';
        if (parse_real(buf, &back) && back == x)
            return;
    }
}

void zn_option_get(const zn_option *o, const void *state, char buf[],
                   size_t size)
{
    const char *field = (const char *)state + o->offset;
    const char *c = o->choices;
    double x;

    switch (o->kind) {
    case ZN_OPTION_REAL:
        memcpy(&x, field, sizeof x);
        print_real(x, buf, size);
        break;
    case ZN_OPTION_INT:
        snprintf(buf, size, "%td", *(const zn_index *)(const void *)field);
        break;
    case ZN_OPTION_BOOL:
        snprintf(buf, size, "%s", *(const bool *)field ? "yes" : "no");
        break;
    case ZN_OPTION_CHOICE:
        for (int k = *(const int *)(const void *)field; k > 0 && *c; k--)
            c += strcspn(c, "|") + 1;
        snprintf(buf, size, "%.*s", (int)strcspn(c, "|"), c);
        break;
    default:
        snprintf(buf, size, "%s", field);
    }
}
