/* csv_field.h - a text as a field of a CSV file  A spreadsheet takes a text that begins with =, +, - or @ for a formula
 * and evaluates it, unless there is an apostrophe before it. So such a text, possibly behind apostrophes, is written
 * with one more apostrophe, which is removed when it is read: every text is read back as it was.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CSV_FIELD_H
#define ZENO_SOLVERS_CSV_FIELD_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Would the text be a formula without its leading apostrophes? */
static inline bool zni_csv_formula(const char *text)
{
    text += strspn(text, "'");
    return *text && strchr("=+-@", *text);
}

/* The text of a field that was written in this way. */
static inline char *zni_csv_text(char *field)
{
    return field + (*field == '\'' && zni_csv_formula(field));
}

/* Without quotes around the text; those in it are doubled. */
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

/* Always in quotes. ferror tells failures. */
static inline void zni_csv_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    zni_csv_letters(out, text);
    fputc('"', out);
}

/* In quotes if RFC 4180 requires them. */
static inline void zni_csv_field(FILE *out, const char *text)
{
    (strpbrk(text, ",\"\r\n") ? zni_csv_quoted : zni_csv_letters)(out, text);
}

#endif
