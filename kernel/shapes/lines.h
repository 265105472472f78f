/* lines.h - words of a text, line by line, whatever its bytes are
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_LINES_H
#define ZENO_KERNEL_LINES_H

#include <zeno/ctx.h>

#include "solvers/core/c_locale.h"

enum { ZNI_LINE_WORD = 64 };

/* A line that ends in a backslash goes on in the next one. */
typedef struct zni_lines {
    zn_ctx     *ctx;
    const char *name, *at, *end, *stop; /* `stop`: end of the line */
    zn_index    line;                   /* from 1 */
    const char *apart; /* what stands between words, beside blanks */
    zni_c_locale locale;
} zni_lines;

void zni_lines_begin(zni_lines *l, zn_ctx *ctx, const char *name, size_t n,
                     const char text[]);
void zni_lines_end(zni_lines *l);
/* Go to the next line; false at the end. */
bool zni_lines_next(zni_lines *l);
/* The next word of the line; false if there is none. One that is longer is cut. */
bool zni_lines_word(zni_lines *l, char word[ZNI_LINE_WORD]);
/* "name:line: what" */
zn_status zni_lines_fail(const zni_lines *l, const char *fmt, ...)
    ZN_PRINTF(2, 3);
/* A finite number that is all of the word. */
zn_status zni_lines_real(const zni_lines *l, const char *word, double *out);
/* The coordinates that stand next on the line. */
zn_status zni_lines_point(zni_lines *l, double x[3]);

#endif
