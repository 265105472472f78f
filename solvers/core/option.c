/* option.c - options: defaults, from text, to text
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "c_locale.h"

const zn_option *zn_option_find(const zn_option *table, const char *name)
{
    for (; table && name && table->kind != ZN_OPTION_END; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

/* ---- fields ------------------------------------------------------------- */

/* Sets the field of o to x, which is allowed, or is the index of a choice. */
static void put(const zn_option *o, void *state, double x)
{
    void *field = (char *)state + o->offset;

    if (o->kind == ZN_OPTION_REAL)
        *(double *)field = x;
    else if (o->kind == ZN_OPTION_INT)
        *(zn_index *)field = (zn_index)x;
    else if (o->kind == ZN_OPTION_BOOL)
        *(bool *)field = x != 0;
    else if (o->kind == ZN_OPTION_CHOICE)
        *(int *)field = (int)x;
}

/* The same for a string that is short enough; the rest of the field is zero. */
static void put_word(const zn_option *o, void *state, const char *word)
{
    const size_t room = zni_option_size(o->kind);
    char *field = (char *)state + o->offset;

    memset(field, 0, room);
    memcpy(field, word, strnlen(word, room - 1));
}

void zn_option_defaults(const zn_option *table, void *state)
{
    for (; table && table->kind != ZN_OPTION_END; table++)
        if (zni_option_spelled(table))
            put_word(table, state, table->choices ? table->choices : "");
        else
            put(table, state, table->def);
}

/* ---- faults ------------------------------------------------------------- */

static zn_status unknown(zn_ctx *ctx, const char *owner, const zn_option *table,
                         const char *name)
{
    char known[ZNI_FACT / 2] = "";

    for (; table && table->kind != ZN_OPTION_END; table++)
        zni_list_add(known, sizeof known, table->name);
    if (!known[0])
        return zn_fail(ctx, ZN_ENOENT, "%s has no option '%s', it has none",
                       owner, name);
    return zn_fail(ctx, ZN_ENOENT, "%s has no option '%s'; it has: %s", owner,
                   name, known);
}

/* why: "" or what is wrong with the value; the message then says what is allowed. */
static zn_status refuse(zn_ctx *ctx, const char *owner, const zn_option *o,
                        const char *value, const char *why)
{
    char range[ZNI_FACT / 2];

    zni_option_range(o, range, sizeof range);
    return zn_fail(ctx, ZN_EINVAL, "option '%s' of %s = %.200s: %s%s", o->name,
                   owner, value, why, range);
}

/* ---- from text ---------------------------------------------------------- */

/* The whole of text as a number. */
static bool number(const char *text, double *x)
{
    const zni_c_locale locale = zni_c_locale_set();
    char *end;

    *x = strtod(text, &end);
    zni_c_locale_restore(locale);
    return end != text && *end == '\0' && !isspace((unsigned char)*text);
}

static const char *const truths[] = {"no", "yes", "false", "true", "0", "1"};

static bool truth(const char *text, double *x)
{
    for (int i = 0; i < 6; i++)
        if (strcmp(text, truths[i]) == 0) {
            *x = i % 2;
            return true;
        }
    return false;
}

/* Position of text in "a|b|c". */
static bool position(const char *choices, const char *text, double *x)
{
    size_t length = strlen(text);

    for (int i = 0;; i++) {
        size_t n = strcspn(choices, "|");
        if (n == length && memcmp(choices, text, n) == 0) {
            *x = i;
            return true;
        }
        if (choices[n] == '\0')
            return false;
        choices += n + 1;
    }
}

/* The same; if "no" and "yes" are among the choices, "false", "0", "true" and "1" are accepted for them, so that a
 * boolean option may get a third value later. */
static bool choice(const char *choices, const char *text, double *x)
{
    double i;

    return position(choices, text, x) ||
           (truth(text, &i) && position(choices, truths[(int)i], x));
}

zn_status zn_option_set(zn_ctx *ctx, const char *owner, const zn_option *table,
                        void *state, const char *name, const char *value)
{
    const zn_option *o = zn_option_find(table, name);
    bool good = false;
    double x = 0;

    if (!name || !value)
        return zn_fail(ctx, ZN_EINVAL, "%s: option without a name or a value",
                       owner);
    if (!o)
        return unknown(ctx, owner, table, name);

    if (zni_option_spelled(o)) {
        good = strlen(value) < zni_option_size(o->kind);
    } else if (o->kind == ZN_OPTION_BOOL) {
        good = truth(value, &x);
    } else if (o->kind == ZN_OPTION_CHOICE) {
        good = choice(o->choices, value, &x);
    } else {
        if (!number(value, &x))
            return refuse(ctx, owner, o, value,
                          strchr(value, ',')
                              ? "is not a number (decimals come after a "
                                "point); "
                              : "is not a number; ");
        good = zni_option_allows(o, x);
    }
    if (!good)
        return refuse(ctx, owner, o, value, "");
    if (zni_option_spelled(o))
        put_word(o, state, value);
    else
        put(o, state, x);
    return ZN_OK;
}

zn_status zn_option_set_words(zn_ctx *ctx, const char *owner,
                              const zn_option *table, void *state,
                              const char *words)
{
    static const char gap[] = " ,\t\n";
    char word[2 * ZN_WORD_MAX], *eq;

    for (words += strspn(words, gap); *words; words += strspn(words, gap)) {
        const size_t n = strcspn(words, gap);
        zn_status st;
        if (n >= sizeof word)
            return zn_fail(ctx, ZN_EINVAL, "%s: option '%.30s...' is too long",
                           owner, words);
        memcpy(word, words, n);
        word[n] = 0;
        words += n;
        eq = strchr(word, '=');
        if (!eq || eq == word)
            return zn_fail(ctx, ZN_EINVAL,
                           "%s: '%s' is not of the form option=value", owner,
                           word);
        *eq = 0;
        st = zn_option_set(ctx, owner, table, state, word, eq + 1);
        if (st)
            return st;
    }
    return ZN_OK;
}

zn_status zn_option_set_real(zn_ctx *ctx, const char *owner,
                             const zn_option *table, void *state,
                             const char *name, double value)
{
    const zn_option *o = zn_option_find(table, name);
    char text[32];

    if (!name)
        return zn_fail(ctx, ZN_EINVAL, "%s: option without a name", owner);
    if (!o)
        return unknown(ctx, owner, table, name);
    if (!zni_option_allows(o, value)) {
        zni_real_text(value, text, sizeof text);
        return refuse(ctx, owner, o, text, "");
    }
    put(o, state, value);
    return ZN_OK;
}

/* ---- to text ------------------------------------------------------------ */

void zn_option_get(const zn_option *o, const void *state, char buf[],
                   size_t size)
{
    const void *field = (const char *)state + o->offset;
    const char *word = o->choices;

    if (size == 0)
        return;
    buf[0] = '\0';
    if (o->kind == ZN_OPTION_REAL) {
        zni_real_text(*(const double *)field, buf, size);
    } else if (o->kind == ZN_OPTION_INT) {
        snprintf(buf, size, "%td", *(const zn_index *)field);
    } else if (o->kind == ZN_OPTION_BOOL) {
        snprintf(buf, size, "%s", *(const bool *)field ? "yes" : "no");
    } else if (o->kind == ZN_OPTION_CHOICE) {
        for (int i = *(const int *)field; i > 0 && strchr(word, '|'); i--)
            word = strchr(word, '|') + 1;
        snprintf(buf, size, "%.*s", (int)strcspn(word, "|"), word);
    } else if (zni_option_spelled(o)) {
        snprintf(buf, size, "%.*s", (int)zni_option_size(o->kind) - 1, (const char *)field);
    }
}

zn_status zn_option_read(zn_ctx *ctx, const char *owner, const zn_option *table,
                         const void *state, const char *name, char buf[],
                         size_t size)
{
    const zn_option *o = zn_option_find(table, name);

    if (!o)
        return unknown(ctx, owner, table, name ? name : "");
    zn_option_get(o, state, buf, size);
    return ZN_OK;
}

void zni_real_text(double x, char text[], size_t size)
{
    const zni_c_locale locale = zni_c_locale_set();
    char digits[32];

    for (int precision = 6; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, x);
        if (strtod(digits, NULL) == x || isnan(x))
            break;
    }
    zni_c_locale_restore(locale);
    snprintf(text, size, "%s", digits);
}

void zni_list_add(char words[], size_t size, const char *text)
{
    size_t used = strlen(words);

    snprintf(words + used, size - used, "%s%s", used ? ", " : "", text);
}
