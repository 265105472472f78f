/* csv_field.h - a text as a field of a CSV file
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CSV_FIELD_H
#define ZENO_SOLVERS_CSV_FIELD_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* In quotes where RFC 4180 asks for them. What fails is found by ferror. */
static inline void zni_csv_field(FILE *out, const char *text)
{
    const bool quote = strpbrk(text, ",\"\r\n") != NULL;

    if (quote)
        fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    if (quote)
        fputc('"', out);
}

#endif
