/* lines.c - words of a text, line by line, whatever its bytes are
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/lines.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void zni_lines_begin(zni_lines *l, zn_ctx *ctx, const char *name, size_t n,
                     const char text[])
{
    *l = (zni_lines){.ctx = ctx,
                     .name = name,
                     .at = text,
                     .stop = text,
                     .end = text + n,
                     .apart = ""};
    l->locale = zni_c_locale_set();
}

void zni_lines_end(zni_lines *l)
{
    zni_c_locale_restore(l->locale);
}

static bool is_blank(const zni_lines *l, char c)
{
    return c == ' ' || c == '\t' || (c >= '\v' && c <= '\r') ||
           (c && strchr(l->apart, c));
}

bool zni_lines_next(zni_lines *l)
{
    l->at = l->line ? l->stop + (l->stop < l->end) : l->stop;
    if (l->at >= l->end)
        return false;
    l->line++;
    for (l->stop = l->at; l->stop < l->end && *l->stop != '\n';)
        l->stop++;
    return true;
}

/* Past the backslash that ends the line, into the next one. */
static bool go_on(zni_lines *l)
{
    const char *p = l->at;

    if (*p++ != '\\')
        return false;
    while (p < l->stop && is_blank(l, *p))
        p++;
    return p == l->stop && zni_lines_next(l);
}

bool zni_lines_word(zni_lines *l, char word[ZNI_LINE_WORD])
{
    size_t n = 0;

    do
        while (l->at < l->stop && is_blank(l, *l->at))
            l->at++;
    while (l->at < l->stop && go_on(l));
    for (; l->at < l->stop && !is_blank(l, *l->at); l->at++)
        if (n + 1 < ZNI_LINE_WORD)
            word[n++] = *l->at > ' ' && *l->at < 127 ? *l->at : '?';
    word[n] = 0;
    return n > 0;
}

zn_status zni_lines_fail(const zni_lines *l, const char *fmt, ...)
{
    char words[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(words, sizeof words, fmt, ap);
    va_end(ap);
    return zn_fail(l->ctx, ZN_EINVAL, "%s:%td: %s", l->name, l->line, words);
}

zn_status zni_lines_real(const zni_lines *l, const char *word, double *out)
{
    char *end;

    *out = strtod(word, &end);
    if (end == word || *end || strlen(word) + 1 == ZNI_LINE_WORD)
        return zni_lines_fail(l, "'%s' is not a number", word);
    if (!isfinite(*out))
        return zni_lines_fail(l, "'%s' is not finite", word);
    return ZN_OK;
}

zn_status zni_lines_point(zni_lines *l, double x[3])
{
    char word[ZNI_LINE_WORD];
    zn_status st = ZN_OK;

    for (int i = 0; !st && i < 3; i++)
        st = zni_lines_word(l, word)
                 ? zni_lines_real(l, word, &x[i])
                 : zni_lines_fail(l, "a point has %d numbers, must have three",
                                  i);
    return st;
}
