/* text.c - numbers from a text, with the line of whatever is wrong
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

zn_status zni_text_fail(zni_text *t, const char *fmt, ...)
{
    char words[512];
    va_list args;

    if (t->st)
        return t->st;
    va_start(args, fmt);
    vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    return t->st = zn_fail(t->ctx, ZN_EINVAL, "line %td: %s", t->line, words);
}

/* white space of the C locale, whatever the program's locale is */
static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* the last byte of \n, \r\n or \r */
static bool ends_line(const zni_text *t)
{
    return *t->at == '\n' ||
           (*t->at == '\r' && (t->at + 1 == t->end || t->at[1] != '\n'));
}

bool zni_text_blank(zni_text *t)
{
    for (; t->at < t->end && is_space(*t->at); t->at++)
        t->line += ends_line(t);
    return t->at < t->end;
}

bool zni_text_next(zni_text *t)
{
    while (zni_text_blank(t) && *t->at == '#')
        while (t->at < t->end && !ends_line(t))
            t->at++;
    return t->at < t->end;
}

/* ---- tokens -------------------------------------------------------------- */

static size_t token_length(const zni_text *t)
{
    const char *p = t->at;

    while (p < t->end && !is_space(*p))
        p++;
    return (size_t)(p - t->at);
}

/* The current token for a message: printable characters only, and cut if it is long. */
static const char *shown(const zni_text *t, char text[40])
{
    size_t n = token_length(t), k = 0;

    for (; k < n && k < 32; k++)
        text[k] = t->at[k] > ' ' && t->at[k] < 127 ? t->at[k] : '?';
    strcpy(text + k, k < n ? "..." : "");
    return text;
}

/* The token with the letter d of a Fortran exponent at that place: 1.5D-03. */
static bool fortran_token(const zni_text *t, size_t letter, double *x)
{
    const size_t n = token_length(t);
    char copy[64], *stop;

    if (n >= sizeof copy || (t->at[letter] != 'd' && t->at[letter] != 'D'))
        return false;
    memcpy(copy, t->at, n);
    copy[n] = '\0';
    copy[letter] = 'e';
    *x = strtod(copy, &stop);
    return stop == copy + n;
}

/* The token as a real number; false if not all of it is one. */
static bool real_token(const zni_text *t, double *x)
{
    char *stop;

    *x = strtod(t->at, &stop);
    return stop != t->at && (stop == t->at + token_length(t) ||
                             fortran_token(t, (size_t)(stop - t->at), x));
}

/* Some writers print the indices of sparse matrices as reals: 1e+06 is accepted as 1000000. */
static bool index_token(const zni_text *t, zn_index *out)
{
    const double exact = 9007199254740992; /* 2^53: beyond it not all integers are doubles */
    char *stop;
    double x;

    errno = 0;
    long long v = strtoll(t->at, &stop, 10);
    if (stop != t->at && stop == t->at + token_length(t) && !errno) {
        *out = (zn_index)v;
        return true;
    }
    if (!real_token(t, &x) || !(fabs(x) <= exact) || x != floor(x))
        return false;
    *out = (zn_index)x;
    return true;
}

static zn_status at_token(zni_text *t, const char *what)
{
    return t->st || zni_text_next(t) ? t->st : zni_text_fail(t, "%s: the file ends here", what);
}

/* ---- what readers ask for ------------------------------------------------ */

zn_status zni_text_index(zni_text *t, const char *what, zn_index lo,
                         zn_index hi, zn_index *out)
{
    char text[40];
    zn_index x = 0;

    *out = 0;
    if (at_token(t, what))
        return t->st;
    if (!index_token(t, &x))
        return zni_text_fail(t, "%s: '%s' is not a whole number", what,
                             shown(t, text));
    if (x < lo || x > hi)
        return hi == PTRDIFF_MAX
                   ? zni_text_fail(t, "%s = %td, must be >= %td", what, x, lo)
                   : zni_text_fail(t, "%s = %td, must be in [%td, %td]", what,
                                   x, lo, hi);
    *out = x;
    t->at += token_length(t);
    return ZN_OK;
}

void zni_text_same(zni_text *t, const char *what, zn_index x)
{
    zn_index there;

    zni_text_index(t, what, x, x, &there);
}

zn_status zni_text_room(zni_text *t, const char *what, zn_index n)
{
    /* a number is at least a digit and a blank, which the last one may lack */
    zn_index most = (t->end - t->at + 1) / 2;

    if (t->st || n <= most)
        return t->st;
    if (t->at == t->end)
        return zni_text_fail(t, "%s: the file ends here", what);
    return zni_text_fail(t,
                         "%s: %td numbers cannot stand in the %td bytes left",
                         what, n, (zn_index)(t->end - t->at));
}

zn_status zni_text_count(zni_text *t, const char *what, zn_index lo,
                         zn_index *out)
{
    zni_text_index(t, what, lo, PTRDIFF_MAX, out);
    if (zni_text_room(t, what, *out))
        *out = 0;
    return t->st;
}

zn_status zni_text_real(zni_text *t, const char *what, zn_index k,
                        bool infinite, double *x)
{
    char text[40];

    if (t->st)
        return t->st;
    if (!zni_text_next(t))
        return zni_text_fail(t, "%s(%td): the file ends here", what, k);
    if (!real_token(t, x))
        return zni_text_fail(t, "%s(%td): '%s' is not a number", what, k,
                             shown(t, text));
    if (isnan(*x) || (!infinite && isinf(*x)))
        return t->st = zn_fail(t->ctx, ZN_EDOM, "line %td: %s(%td) = %s", t->line, what,
                       k, shown(t, text));
    t->at += token_length(t);
    return ZN_OK;
}

void *zni_text_room_for(zni_text *t, zni_store *s, zn_index n, size_t elem)
{
    void *p = t->st ? NULL : zni_store_alloc(s, n, elem);

    if (!p && !t->st)
        t->st = ZN_ENOMEM;
    return p;
}

zn_status zni_text_vector(zni_text *t, zni_store *s, const char *what,
                          zn_index n, bool infinite, const double **out)
{
    double *x;

    zni_text_room(t, what, n);
    *out = x = zni_text_room_for(t, s, n, sizeof *x);
    for (zn_index k = 0; k < n && !t->st; k++)
        zni_text_real(t, what, k, infinite, &x[k]);
    return t->st;
}

zn_status zni_text_word(zni_text *t, const char *word)
{
    char text[40];

    if (at_token(t, word))
        return t->st;
    if (token_length(t) != strlen(word) ||
        strncmp(t->at, word, strlen(word)) != 0)
        return zni_text_fail(t, "'%s' where '%s' must be", shown(t, text),
                             word);
    t->at += strlen(word);
    return ZN_OK;
}

void zni_text_line(zni_text *t, char line[], size_t size)
{
    size_t k = 0;

    for (; t->at < t->end && !ends_line(t); t->at++)
        if (k + 1 < size)
            line[k++] = *t->at;
    line[k] = '\0';
    if (t->at < t->end) {
        t->at++;
        t->line++;
    }
}
