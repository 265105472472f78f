/* guess.c - what a mistyped name may have meant
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/guess.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Names longer than this are not compared. */
#define LONGEST 64

static size_t least(size_t a, size_t b, size_t c)
{
    const size_t ab = a < b ? a : b;

    return ab < c ? ab : c;
}

/* Characters to insert, delete, change, or swap with a neighbour, to make b of
 * a (Damerau 1964, in the restricted form); case does not count. */
static size_t distance(const char *a, const char *b)
{
    const size_t na = strlen(a), nb = strlen(b);
    size_t row[3][LONGEST + 1];

    for (size_t j = 0; j <= nb; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t *now = row[i % 3];
        const size_t *last = row[(i - 1) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            const int x = tolower((unsigned char)a[i - 1]);
            const int y = tolower((unsigned char)b[j - 1]);
            now[j] = least(last[j] + 1, now[j - 1] + 1, last[j - 1] + (x != y));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                a[i - 2] == b[j - 1] && before[j - 2] + 1 < now[j])
                now[j] = before[j - 2] + 1;
        }
    }
    return row[na % 3][nb];
}

void zni_guess_offer(zni_guess *g, const char *name)
{
    const size_t n = strlen(g->wrong), m = strlen(name);
    size_t d;

    if (n > LONGEST || m > LONGEST || !n)
        return;
    d = distance(g->wrong, name);
    /* a beginning counts as near, however much is missing */
    if (n >= 2 && strncmp(name, g->wrong, n) == 0)
        d = 1;
    /* all letters changed is no guess, unless one was struck twice: ee for e */
    if (d > 1 + n / 3 || (d >= m && strncmp(name, g->wrong, m)))
        return;
    if (g->n && d > g->distance)
        return;
    if (d < g->distance)
        g->n = 0;
    for (int k = 0; k < g->n; k++) /* of several classes it may be */
        if (strcmp(g->name[k], name) == 0)
            return;
    g->distance = d;
    if (g->n < 3)
        g->name[g->n++] = name;
}

void zni_guess_words(const zni_guess *g, char words[], size_t size)
{
    size_t used = 0;

    words[0] = 0;
    for (int k = 0; k < g->n && used < size; k++)
        used += (size_t)snprintf(words + used, size - used, "%s'%s'",
                                 k == 0          ? "; did you mean "
                                 : k == g->n - 1 ? " or "
                                                 : ", ",
                                 g->name[k]);
    if (g->n && used < size)
        snprintf(words + used, size - used, "?");
}
