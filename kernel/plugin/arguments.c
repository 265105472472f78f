/* arguments.c - the lists of arguments S1 to S19, and what a function was compiled with
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Those of zeno/operator.h by letters: d double, u unsigned, p pointer to double.
 * S9, S14, S15 are one list, S10 and S12, S13 and S19. */
static const char *const lists[] = {
    "",       "duupup", "dupup",   "duppup",  "uppup",    "upppup",  "dupppup",
    "dpup",   "dpppup", "upupup",  "upuppup", "updupup",  "upuppup", "dupuppup",
    "upupup", "upupup", "upup",    "dup",     "d",        "dupuppup"};
enum { LISTS = sizeof lists / sizeof *lists };

static const char *word(char letter)
{
    switch (letter) {
    case 'd': return "double";
    case 'u': return "unsigned";
    case 'p': return "double *";
    case 'f': return "float";
    case '*': return "pointer to no double";
    default: return "another type";
    }
}

/* "S6 (double, unsigned, ...)" or, if there is no such list, its arguments alone. */
static void words(const char *letters, int list, char text[], size_t room)
{
    size_t used = 0;

    for (int k = 1; k < LISTS && !list; k++)
        list = strcmp(lists[k], letters) == 0 ? k : 0;
    if (list)
        used = (size_t)snprintf(text, room, "S%d ", list);
    used += (size_t)snprintf(text + used, room - used, "(%s", *letters ? "" : "void");
    for (const char *c = letters; *c && used < room; c++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", c == letters ? "" : ", ",
                                 word(*c));
    if (used < room)
        snprintf(text + used, room - used, ")");
}

zn_status zni_arguments_check(zn_ctx *ctx, const char *origin, const char *declared,
                              const char *list)
{
    const int k = atoi(list + 1);
    char has[300], wanted[300];

    if (!declared || list[0] != 'S' || k < 1 || k >= LISTS)
        return ZN_OK;
    const size_t n = strlen(lists[k]), m = strlen(declared);
    const bool parameters = k < 15 || k == 19; /* at their end, not the result */
    if (strncmp(declared, lists[k], m) == 0 && (m == n || (parameters && m == n - 2)))
        return ZN_OK;
    words(declared, 0, has, sizeof has);
    words(lists[k], k, wanted, sizeof wanted);
    return zn_fail(ctx, ZN_EINVAL,
                   "%s was compiled with the arguments %s, but is called with %s; see the "
                   "table in zeno/operator.h",
                   origin, has, wanted);
}
