/* markup.h - text in XML and HTML
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_MARKUP_H
#define ZENO_TOOLS_MARKUP_H

#include <stdio.h>
#include <string.h>

/* As text or between double quotes: nothing in it is markup. */
static inline void put_markup(FILE *out, const char *s)
{
    for (; *s; s++)
        if (strchr("<>&\"\n", *s))
            fprintf(out, "&#%d;", *s);
        else
            fputc(*s, out);
}

#endif
