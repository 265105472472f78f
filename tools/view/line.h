/* line.h - the command line of zeno view
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_VIEW_LINE_H
#define ZENO_TOOLS_VIEW_LINE_H

#include <stdbool.h>

enum { FAILED = 1, MISUSE = 2 };

/* What is asked for; NULL: nothing. Numbers of the page stay as they were typed. */
typedef struct wish {
    const char *film, *page, *png;
    long frames, width, height, wait;
    const char *time, *turn, *tilt, *away;
    bool bare_of_contacts, glass;
} wish;

/* Over what is there. Ends the program if a word is wrong. */
void view_read_line(int argc, char **argv, wish *w);

_Noreturn void view_fail(int status, const char *words, const char *about);

#endif
