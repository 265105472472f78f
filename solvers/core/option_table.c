/* option_table.c - the values that an option allows; is a table of options valid?
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* whole numbers up to here are exact in a double */
#define WHOLE_MAX 9007199254740992.0

size_t zni_option_size(zn_option_kind kind)
{
    static const size_t sizes[] = {
        [ZN_OPTION_REAL] = sizeof(double), [ZN_OPTION_INT] = sizeof(zn_index),
        [ZN_OPTION_BOOL] = sizeof(bool),   [ZN_OPTION_CHOICE] = sizeof(int),
        [ZN_OPTION_WORD] = ZN_WORD_MAX,    [ZN_OPTION_TEXT] = ZN_TEXT_MAX,
    };
    const size_t k = (size_t)kind;

    return k < sizeof sizes / sizeof *sizes ? sizes[k] : 0;
}

bool zni_option_allows(const zn_option *o, double x)
{
    if (o->kind == ZN_OPTION_BOOL)
        return x == 0 || x == 1;
    return (o->kind == ZN_OPTION_REAL || (o->kind == ZN_OPTION_INT && x == floor(x))) &&
           isfinite(x) && x >= o->min && x <= o->max;
}

/* "must be [a whole number] in [min, max] unit"; an infinite end is left out */
static void number_range(const zn_option *o, char words[], size_t size)
{
    const char *what = o->kind == ZN_OPTION_INT ? "a whole number " : "";
    bool bare = !o->unit || strcmp(o->unit, "-") == 0;
    const char *gap = bare ? "" : " ", *unit = bare ? "" : o->unit;
    char min[32], max[32];

    zni_real_text(o->min, min, sizeof min);
    zni_real_text(o->max, max, sizeof max);
    if (isfinite(o->min) && isfinite(o->max))
        snprintf(words, size, "must be %sin [%s, %s]%s%s", what, min, max, gap,
                 unit);
    else if (isfinite(o->min))
        snprintf(words, size, "must be %s>= %s%s%s", what, min, gap, unit);
    else if (isfinite(o->max))
        snprintf(words, size, "must be %s<= %s%s%s", what, max, gap, unit);
    else
        snprintf(words, size, "must be a finite number");
}

void zni_option_range(const zn_option *o, char words[], size_t size)
{
    if (o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT)
        number_range(o, words, size);
    else if (o->kind == ZN_OPTION_BOOL)
        snprintf(words, size, "must be yes or no");
    else if (o->kind == ZN_OPTION_CHOICE)
        snprintf(words, size, "must be one of %s", o->choices);
    else
        snprintf(words, size, "must be a %s of less than %zu characters",
                 o->kind == ZN_OPTION_WORD ? "word" : "text", zni_option_size(o->kind));
}

/* ---- validity ----------------------------------------------------------- */

/* Names must be usable on a command line: name=value. */
static bool name_good(const char *name)
{
    const char *c = name;

    while (c && (zni_plain_letter(*c) || (*c >= 'A' && *c <= 'Z') || *c == '_' || *c == '-' ||
                 *c == '.'))
        c++;
    return c && c > name && *c == '\0';
}

/* Are the words of "a|b|c" not empty and not repeated? *count: their number */
static bool choices_good(const char *choices, int *count)
{
    const char *word = choices;

    for (*count = 0;; ++*count) {
        size_t n = strcspn(word, "|");
        if (n == 0)
            return false;
        for (const char *other = choices; other < word;) {
            size_t m = strcspn(other, "|");
            if (m == n && memcmp(other, word, n) == 0)
                return false;
            other += m + 1;
        }
        if (word[n] == '\0') {
            ++*count;
            return true;
        }
        word += n + 1;
    }
}

/* What is wrong with the default, the range or the choices, or NULL. */
static const char *value_fault(const zn_option *o)
{
    bool number = o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT;
    int count;

    if (number && !(o->min <= o->max))
        return "its range is empty";
    if (o->kind == ZN_OPTION_INT &&
        !(o->min >= -WHOLE_MAX && o->max <= WHOLE_MAX))
        return "its range goes beyond +-2^53";
    if ((number || o->kind == ZN_OPTION_BOOL) && !zni_option_allows(o, o->def))
        return "its default is not in its range";
    if (o->kind == ZN_OPTION_CHOICE) {
        if (!o->choices || !choices_good(o->choices, &count))
            return "its choices are empty or repeated";
        if (!(o->def >= 0 && o->def < count) || o->def != floor(o->def))
            return "its default is not one of its choices";
    }
    if (zni_option_spelled(o) && o->choices && strlen(o->choices) >= zni_option_size(o->kind))
        return "its default is too long";
    return NULL;
}

static const char *fault(const zn_option *table, const zn_option *o,
                         size_t state_size)
{
    const size_t bytes = zni_option_size(o->kind), align = zni_option_spelled(o) ? 1 : bytes;

    if (!bytes)
        return "its kind is unknown";
    if (zn_option_find(table, o->name) != o)
        return "it is there twice";
    if (!o->unit || !*o->unit || !o->help || !*o->help)
        return "it has no unit or no help";
    if (o->offset > state_size || bytes > state_size - o->offset)
        return "its field is outside the state";
    if (o->offset % align)
        return "its field is not aligned";
    return value_fault(o);
}

bool zni_option_table_bad(const zn_option *table, size_t state_size,
                          char words[], size_t size)
{
    for (const zn_option *o = table; o && o->kind != ZN_OPTION_END; o++) {
        if (!name_good(o->name)) {
            snprintf(words, size, "option %td has no good name", o - table);
            return true;
        }
        const char *what = fault(table, o, state_size);
        if (what) {
            snprintf(words, size, "option '%s': %s", o->name, what);
            return true;
        }
    }
    return false;
}
