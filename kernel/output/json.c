/* json.c - writes JSON (RFC 8259), for reports
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/json.h"

#include <math.h>
#include <string.h>

/* Bytes of the UTF-8 character at s, 0 if there is none (Unicode 15, table 3-7:
 * no overlong forms, no surrogates). */
static size_t utf8(const unsigned char *s)
{
    const unsigned char a = s[0], b = a ? s[1] : 0;
    size_t n;

    if (a < 0x80)
        return 1;
    if (a < 0xc2 || a > 0xf4 || (b & 0xc0) != 0x80)
        return 0;
    if ((a == 0xe0 && b < 0xa0) || (a == 0xed && b > 0x9f) ||
        (a == 0xf0 && b < 0x90) || (a == 0xf4 && b > 0x8f))
        return 0;
    n = a < 0xe0 ? 2 : a < 0xf0 ? 3 : 4;
    for (size_t i = 2; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

/* What is not UTF-8 becomes the replacement character. */
static void quoted(FILE *out, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    fputc('"', out);
    while (*s) {
        const size_t n = utf8(s);
        if (n == 0)
            fputs("\\ufffd", out);
        else if (*s == '"' || *s == '\\')
            fprintf(out, "\\%c", *s);
        else if (*s < 0x20 || *s == 0x7f)
            fprintf(out, "\\u%04x", *s);
        else
            fwrite(s, 1, n, out);
        s += n ? n : 1;
    }
    fputc('"', out);
}

/* Comma, new line, indent and key of the next member. */
static void member(zni_json *j, const char *key)
{
    if (j->some)
        fputc(',', j->out);
    if (j->depth)
        fprintf(j->out, "\n%*s", 2 * j->depth, "");
    j->some = true;
    if (!key)
        return;
    quoted(j->out, key);
    fputs(": ", j->out);
}

void zni_json_begin(zni_json *j, const char *key, char bracket)
{
    member(j, key);
    fputc(bracket, j->out);
    j->depth++;
    j->some = false;
}

void zni_json_end(zni_json *j, char bracket)
{
    j->depth--;
    if (j->some)
        fprintf(j->out, "\n%*s", 2 * j->depth, "");
    fputc(bracket, j->out);
    if (!j->depth)
        fputc('\n', j->out);
    j->some = true;
}

void zni_json_text(zni_json *j, const char *key, const char *text)
{
    member(j, key);
    quoted(j->out, text);
}

void zni_json_real(zni_json *j, const char *key, double x)
{
    member(j, key);
    if (isfinite(x))
        fprintf(j->out, "%.17g", x);
    else
        fputs("null", j->out);
}

void zni_json_index(zni_json *j, const char *key, zn_index n)
{
    member(j, key);
    fprintf(j->out, "%td", n);
}

void zni_json_bool(zni_json *j, const char *key, bool yes)
{
    member(j, key);
    fputs(yes ? "true" : "false", j->out);
}

void zni_json_null(zni_json *j, const char *key)
{
    member(j, key);
    fputs("null", j->out);
}

/* A number in the fewest digits that give it back. */
static void option_number(zni_json *j, const zn_option *o, const void *state,
                          const char *text)
{
    double x = 0;

    if (o->kind == ZN_OPTION_REAL)
        memcpy(&x, (const char *)state + o->offset, sizeof x);
    member(j, o->name);
    fputs(isfinite(x) ? text : "null", j->out);
}

void zni_json_options(zni_json *j, const char *key, const zn_option *table,
                      const void *state)
{
    char text[ZN_WORD_MAX];

    zni_json_begin(j, key, '{');
    for (const zn_option *o = table; o && o->kind != ZN_OPTION_END; o++) {
        zn_option_get(o, state, text, sizeof text);
        if (o->kind == ZN_OPTION_BOOL)
            zni_json_bool(j, o->name, strcmp(text, "yes") == 0);
        else if (o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT)
            option_number(j, o, state, text);
        else
            zni_json_text(j, o->name, text);
    }
    zni_json_end(j, '}');
}
