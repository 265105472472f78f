/* option_table.c - what an option allows; is a table of options sound
 * SPDX-License-Identifier: Apache-2.0 */
#include "core.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* whole numbers up to here are exact in a double */
#define WHOLE_MAX 9007199254740992.0

bool zni_option_allows(const zn_option *o, double x)
{
    if (!isfinite(x))
        return false;
    switch (o->kind) {
    case ZN_OPTION_REAL:
        return x >= o->min && x <= o->max;
    case ZN_OPTION_INT:
        return x >= o->min && x <= o->max && x == floor(x);
    case ZN_OPTION_BOOL:
        return x == 0 || x == 1;
    case ZN_OPTION_CHOICE:
    case ZN_OPTION_WORD:
    case ZN_OPTION_TEXT:
    case ZN_OPTION_END:
        break;
    }
    return false;
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
    switch (o->kind) {
    case ZN_OPTION_REAL:
    case ZN_OPTION_INT:
        number_range(o, words, size);
        break;
    case ZN_OPTION_BOOL:
        snprintf(words, size, "must be yes or no");
        break;
    case ZN_OPTION_CHOICE:
        snprintf(words, size, "must be one of %s", o->choices);
        break;
    case ZN_OPTION_WORD:
        snprintf(words, size, "must be a word of less than %d characters",
                 ZN_WORD_MAX);
        break;
    case ZN_OPTION_TEXT:
        snprintf(words, size, "must be a text of less than %d characters",
                 ZN_TEXT_MAX);
        break;
    case ZN_OPTION_END:
        words[0] = '\0';
        break;
    }
}

/* ---- soundness ---------------------------------------------------------- */

/* Size of the field, or 0 for a kind that is none. */
static size_t field_size(zn_option_kind kind)
{
    switch (kind) {
    case ZN_OPTION_REAL:
        return sizeof(double);
    case ZN_OPTION_INT:
        return sizeof(zn_index);
    case ZN_OPTION_BOOL:
        return sizeof(bool);
    case ZN_OPTION_CHOICE:
        return sizeof(int);
    case ZN_OPTION_WORD:
        return ZN_WORD_MAX;
    case ZN_OPTION_TEXT:
        return ZN_TEXT_MAX;
    case ZN_OPTION_END:
        break;
    }
    return 0;
}

/* Names are typed on a command line: name=value. */
static bool name_good(const char *name)
{
    const char *c = name;

    while (c && (zni_plain_letter(*c) || (*c >= 'A' && *c <= 'Z') || *c == '_' || *c == '-' ||
                 *c == '.'))
        c++;
    return c && c > name && *c == '\0';
}

/* Are the words of "a|b|c" names, without repetition? *count them. */
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

/* The fault in default, range or choices, or NULL. */
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
    if (o->kind == ZN_OPTION_WORD && o->choices &&
        strlen(o->choices) >= ZN_WORD_MAX)
        return "its default is too long";
    if (o->kind == ZN_OPTION_TEXT && o->choices &&
        strlen(o->choices) >= ZN_TEXT_MAX)
        return "its default is too long";
    return NULL;
}

static const char *fault(const zn_option *table, const zn_option *o,
                         size_t state_size)
{
    size_t bytes = field_size(o->kind);
    const bool text = o->kind == ZN_OPTION_WORD || o->kind == ZN_OPTION_TEXT;
    size_t align = text ? 1 : bytes;

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
