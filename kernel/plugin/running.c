/* running.c - where are we? The user's function that is being called, in words
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/running.h"

#include <math.h>

/* Texts are put together by hand: this is for handlers of signals, where printf may
 * wait for a lock that the interrupted code holds. */
typedef struct text {
    char *at, *end;
} text;

static void say(text *w, const char *words)
{
    while (*words && w->at < w->end)
        *w->at++ = *words++;
}

static void say_digits(text *w, int64_t n, int least)
{
    char digits[24];
    int k = 24;

    digits[--k] = 0;
    for (; n > 0 || least > 0; n /= 10, least--)
        digits[--k] = (char)('0' + n % 10);
    say(w, digits + k);
}

/* t with at most 9 decimals, and an exponent where it is large or small. */
static void say_time(text *w, double t)
{
    int e = 0;

    if (t < 0)
        say(w, "-");
    t = fabs(t);
    if (t != 0 && (t < 1e-4 || t >= 1e6)) {
        for (; t >= 10 && e < 400; e++)
            t /= 10;
        for (; t < 1 && e > -400; e--)
            t *= 10;
    }
    say_digits(w, (int64_t)t, 1);
    say(w, ".");
    say_digits(w, (int64_t)((t - (double)(int64_t)t) * 1e9), 9);
    while (w->at < w->end && w->at[-1] == '0')
        w->at--;
    if (w->at[-1] == '.')
        w->at--;
    if (e) {
        say(w, e < 0 ? "e-" : "e");
        say_digits(w, e < 0 ? -e : e, 1);
    }
}

bool zn_operator_running(char words[], size_t size)
{
    const zni_frame *f = zni_running;
    text w = {words, words + (size ? size - 1 : 0)};

    if (f) {
        say(&w, zni_operator_slot(f->op)->name);
        say(&w, " of ");
        say(&w, zni_operator_owner(f->op)->kind->what);
        say(&w, " '");
        say(&w, zni_operator_owner(f->op)->name);
        say(&w, "' (");
        say(&w, zn_operator_origin(f->op));
        say(&w, ")");
        if (!isnan(f->t)) {
            say(&w, " at t = ");
            say_time(&w, f->t);
        }
    }
    if (size)
        *w.at = 0;
    return f != NULL;
}
