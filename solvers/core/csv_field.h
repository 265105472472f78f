/* csv_field.h - a text as a field of a CSV file
 *
 * A spreadsheet takes a text that begins with =, +, - or @ for a formula and obeys it; behind an
 * apostrophe it is a text to it. So such a text is written with one more apostrophe than it begins
 * with, and loses it when it is read: every text comes back.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CSV_FIELD_H
#define ZENO_SOLVERS_CSV_FIELD_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Would it be one, without the apostrophes that it begins with? */
static inline bool zni_csv_formula(const char *text)
{
    text += strspn(text, "'");
    return *text && strchr("=+-@", *text);
}

/* The text of a field that was written so. */
static inline char *zni_csv_text(char *field)
{
    return field + (*field == '\'' && zni_csv_formula(field));
}

/* Without quotes around it; those in it are doubled. */
static inline void zni_csv_letters(FILE *out, const char *text)
{
    if (zni_csv_formula(text))
        fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
}

/* Always in quotes. What fails is found by ferror. */
static inline void zni_csv_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    zni_csv_letters(out, text);
    fputc('"', out);
}

/* In quotes where RFC 4180 asks for them. */
static inline void zni_csv_field(FILE *out, const char *text)
{
    (strpbrk(text, ",\"\r\n") ? zni_csv_quoted : zni_csv_letters)(out, text);
}

#endif
