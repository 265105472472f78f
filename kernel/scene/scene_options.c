/* scene_options.c - options of the simulation that scenes begin with (doc/scenes.md)
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"
#include "solvers/core/c_locale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/plugin.h>

/* Up to which error scenes accept what no solver brings further. */
static const double ACCEPT_TOL = 1e-3;

/* What was said of an option, the last time. @return was it said? */
static bool said(const zn_scene *s, const char *option, char value[ZN_TEXT_MAX])
{
    const char *words = s->said;
    char name[ZN_WORD_MAX], other[ZN_TEXT_MAX];
    bool any = false;

    while (zni_word_next(&words, name, other))
        if (strcmp(name, option) == 0) {
            strcpy(value, other);
            any = true;
        }
    return any;
}

/* What is accepted is no less than ten times what is asked for. */
static double accept_tol(const zn_scene *s)
{
    char tol[ZN_TEXT_MAX];

    return fmax(ACCEPT_TOL, said(s, "solver_tol", tol) ? 10 * strtod(tol, NULL) : 0);
}

/* Bodies touch from a ten thousandth of the smallest on, if the integrator has that option. */
static void write_threshold(const zn_scene *s, char out[ZN_WORD_MAX])
{
    const zn_type *osi = zn_type_at(s->ctx, ZN_KIND_OSI, 0);
    char length[ZN_WORD_MAX];

    for (zn_index i = 1; osi && strcmp(osi->name, s->osi) != 0; i++)
        osi = zn_type_at(s->ctx, ZN_KIND_OSI, i);
    if (!osi || !(s->least < INFINITY) || !zn_option_find(osi->options, "threshold"))
        return;
    zni_scene_number(1e-4 * s->least, length);
    snprintf(out, ZN_WORD_MAX, " threshold=%.40s", length);
}

/* Piles are hyperstatic: the last digits of their impulses cost most of the time and mean nothing. With them, what
 * rests does so within some error and not exactly on the other; a contact that counted as open for that would fall
 * for a step, and bodies would sink by some g h^2. So there is a threshold. */
void zni_scene_write_options(zn_scene *s)
{
    const zni_c_locale locale = zni_c_locale_set();
    char touch[ZN_WORD_MAX] = "", accept[ZN_WORD_MAX] = "", policy[ZN_TEXT_MAX];

    /* the last digits of large piles may be missing; who says what is to be done then means it */
    if (!said(s, "on_solver_failure", policy))
        snprintf(accept, sizeof accept, " on_solver_failure=accept accept_tol=%g",
                 accept_tol(s));
    write_threshold(s, touch);
    snprintf(s->options, sizeof s->options, "solver_tol=1e-6%s%s %s", accept,
             touch, s->said);
    zni_c_locale_restore(locale);
}
