/* settings.c - name=value: whose it is, and handing it over
 *
 * A bare name is looked for in the sample, the times, the integrators, the simulation
 * and its class, in this order; "osi.", "osi2.", "simulation." and "solver." say who is
 * meant.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "parts.h"

const zn_option zni_times_options[] = {
    ZN_OPT_REAL(zni_times, t0, 0, -INFINITY, INFINITY, "s", "start"),
    ZN_OPT_REAL(zni_times, h, 1e-3, 0, INFINITY, "s", "step"),
    ZN_OPT_REAL(zni_times, T, 1, -INFINITY, INFINITY, "s", "end"),
    ZN_OPT_WORD(zni_times, osi, "moreau-jean", "integrator"),
    ZN_OPT_WORD(zni_times, simulation, "time-stepping", "class of simulation"),
    ZN_OPT_END,
};

static const char solver_prefix[] = "solver.";

/* One setting, cut in two. */
typedef struct setting {
    char name[ZN_WORD_MAX];
    const char *value;
} setting;

/* text is "name=value" of `length` characters. */
static bool cut(const char *text, size_t length, setting *out)
{
    const char *eq = memchr(text, '=', length);
    const size_t n = eq ? (size_t)(eq - text) : 0;

    if (!n || n >= sizeof out->name)
        return false;
    memcpy(out->name, text, n);
    out->name[n] = 0;
    out->value = eq + 1;
    return true;
}

static setting cut_argument(zn_sample *s, const char *text)
{
    setting out;

    if (!cut(text, strlen(text), &out))
        zni_sample_die(s, MISUSE,
                       "--set '%s': must be NAME=VALUE, e.g. --set h=1e-3; "
                       "--list shows the names",
                       text);
    return out;
}

/* Whose is it, if the integrator has these options? OWNERS: nobody's. *bare is
 * the name without prefix. */
static int owner_with(const zn_sample *s, const zn_option *osi,
                      const char *name, const char **bare)
{
    for (int k = 0; k < OWNERS; k++) {
        const size_t n = strlen(s->of[k].prefix);
        *bare = name;
        if (n && strncmp(name, s->of[k].prefix, n) == 0)
            *bare = name + n;
        if (zn_option_find(k == OF_OSI ? osi : s->of[k].table, *bare))
            return k;
    }
    *bare = name;
    return OWNERS;
}

static int owner(const zn_sample *s, const char *name, const char **bare)
{
    return owner_with(s, s->of[OF_OSI].table, name, bare);
}

static bool of_solver(const char *name)
{
    return strncmp(name, solver_prefix, sizeof solver_prefix - 1) == 0;
}

static zn_status give(zn_sample *s, int k, const char *name, const char *value)
{
    const zni_settings_of *of = &s->of[k];

    if (k == OF_SIMULATION || k == OF_CLASS)
        return zn_simulation_set(s->sim, name, value);
    return zn_option_set(s->ctx, of->title, of->table, of->state, name, value);
}

/* "; did you mean 'theta'?" of the options of owners from..to, or "" */
static void near(const zn_sample *s, int from, int to, const char *name,
                 char words[256])
{
    zni_guess guess = {.wrong = name};

    for (int k = from; k <= to; k++)
        for (const zn_option *o = s->of[k].table; o && o->kind != ZN_OPTION_END;
             o++)
            zni_guess_offer(&guess, o->name);
    zni_guess_words(&guess, words, 256);
}

static _Noreturn void unknown(zn_sample *s, const char *name)
{
    char words[256];

    near(s, 0, OWNERS - 1, name, words);
    zni_sample_die(s, MISUSE, "there is no parameter '%s'%s%s --list shows all",
                   name, words, *words ? "" : ";");
}

/* The --set arguments of owners from..to. */
static void give_arguments(zn_sample *s, int from, int to)
{
    for (zn_index i = 0; i < s->args.nset; i++) {
        const setting set = cut_argument(s, s->args.set[i]);
        const char *bare;
        const int k = owner(s, set.name, &bare);
        if (k >= from && k <= to && give(s, k, bare, set.value))
            zni_sample_die(s, MISUSE, "--set %s: %s", s->args.set[i],
                           zn_errmsg(s->ctx));
    }
}

void zni_settings_sample(zn_sample *s)
{
    give_arguments(s, OF_SAMPLE, OF_SAMPLE);
}

/* ---- the integrator ---- */

/* The last "osi=..." or "simulation=..." of the command line. */
static bool choose(zn_sample *s, const char *what)
{
    const char *bare;
    bool chosen = false;

    for (zn_index i = 0; i < s->args.nset; i++) {
        const setting set = cut_argument(s, s->args.set[i]);
        if (owner(s, set.name, &bare) != OF_TIMES || strcmp(bare, what))
            continue;
        if (give(s, OF_TIMES, bare, set.value))
            zni_sample_die(s, MISUSE, "--set %s: %s", s->args.set[i],
                           zn_errmsg(s->ctx));
        chosen = true;
    }
    return chosen;
}

/* Whose options are given from here on. */
static void is_of(zn_sample *s, int k, zn_osi *osi)
{
    const zn_type *type = &zn_osi_class(osi)->type;

    s->of[k].title = type->name;
    s->of[k].table = type->options;
    s->of[k].state = zn_osi_state(osi);
}

static void make_osi(zn_sample *s)
{
    const zn_type *type;
    zn_status st = zn_type_find(s->ctx, ZN_KIND_OSI, s->times.osi, &type);
    bool chosen;

    if (st)
        zni_sample_die(s, FAILED, "%s", zn_errmsg(s->ctx));
    s->default_osi = type->options;
    chosen = choose(s, "osi");
    st = zn_osi_new(s->ctx, s->times.osi, &s->osi);
    if (st)
        zni_sample_die(s, chosen ? MISUSE : FAILED, "integrator: %s",
                       zn_errmsg(s->ctx));
    is_of(s, OF_OSI, s->osi);
}

static void find_class(zn_sample *s)
{
    const bool chosen = choose(s, "simulation");
    const zn_type *type;

    if (zn_type_find(s->ctx, ZN_KIND_SIMULATION, s->times.simulation, &type))
        zni_sample_die(s, chosen ? MISUSE : FAILED, "simulation: %s",
                       zn_errmsg(s->ctx));
    s->of[OF_CLASS].title = type->name;
    s->of[OF_CLASS].table = type->options;
}

/* ---- defaults of the sample ---- */

/* Take the next "name=value" from *words into buf; false at the end. */
static bool next_word(const char **words, char buf[2 * ZN_WORD_MAX])
{
    const char *w = *words ? *words + strspn(*words, " ,") : "";
    const size_t n = strcspn(w, " ,");

    snprintf(buf, 2 * ZN_WORD_MAX, "%.*s", (int)n, w);
    *words = w + n;
    return n > 0;
}

void zni_settings_more(zn_sample *s, const char *osi, const char *words)
{
    char word[2 * ZN_WORD_MAX];
    setting set;

    if (zn_osi_new(s->ctx, osi, &s->more))
        zni_sample_die(s, FAILED, "second integrator: %s", zn_errmsg(s->ctx));
    is_of(s, OF_MORE, s->more);
    while (next_word(&words, word))
        if (!cut(word, strlen(word), &set))
            zni_sample_die(s, FAILED, "second integrator, '%s': must be name=value", word);
        else if (give(s, OF_MORE, set.name, set.value))
            zni_sample_die(s, FAILED, "second integrator, '%s': %s", word, zn_errmsg(s->ctx));
}

bool zni_settings_default(const zn_sample *s, int k, const char *name,
                          char value[ZN_WORD_MAX])
{
    const char *words = s->words, *bare;
    char word[2 * ZN_WORD_MAX];
    bool found = false;
    setting set;

    while (next_word(&words, word))
        if (cut(word, strlen(word), &set) && owner(s, set.name, &bare) == k &&
            strcmp(bare, name) == 0) {
            snprintf(value, ZN_WORD_MAX, "%s", set.value);
            found = true;
        }
    return found;
}

/* The sample's words for owner k. Those for its integrator do not concern
 * another one that the user took, though an option may have the same name. */
static void give_words(zn_sample *s, int k)
{
    const bool theirs = s->default_osi == s->of[OF_OSI].table;
    const char *words = s->words, *bare;
    char word[2 * ZN_WORD_MAX];
    setting set;

    while (next_word(&words, word)) {
        int to;
        if (!cut(word, strlen(word), &set))
            zni_sample_die(s, FAILED, "default '%s': must be name=value", word);
        if (of_solver(set.name))
            continue;
        to = owner_with(s, s->default_osi, set.name, &bare);
        if (to != OF_OSI && to != OF_SIMULATION && to != OF_CLASS) {
            char guess[256];
            near(s, OF_OSI, OWNERS - 1, set.name, guess);
            zni_sample_die(s, FAILED,
                           "default '%s': neither the integrator nor the "
                           "simulation has such an option%s",
                           word, guess);
        }
        if (to == k && (k != OF_OSI || theirs) && give(s, k, bare, set.value))
            zni_sample_die(s, FAILED, "default '%s': %s", word,
                           zn_errmsg(s->ctx));
    }
}

/* The sample's words for the solver. */
static void give_solver_words(zn_sample *s)
{
    const char *words = s->words;
    char word[2 * ZN_WORD_MAX];
    setting set;

    while (next_word(&words, word))
        if (cut(word, strlen(word), &set) && of_solver(set.name) &&
            zn_simulation_solver_set(
                s->sim, set.name + sizeof solver_prefix - 1, set.value))
            zni_sample_die(s, FAILED, "default '%s': %s", word,
                           zn_errmsg(s->ctx));
}

/* ---- both steps ---- */

void zni_settings_settle(zn_sample *s)
{
    s->settled = true;
    s->of[OF_SIMULATION].table = zn_simulation_options(NULL, NULL);
    find_class(s);
    make_osi(s);
    give_words(s, OF_OSI);
    if (s->args.list)
        return;
    for (zn_index i = 0; i < s->args.nset; i++) {
        const setting set = cut_argument(s, s->args.set[i]);
        const char *bare;
        if (owner(s, set.name, &bare) == OWNERS && !of_solver(set.name))
            unknown(s, set.name);
    }
    give_arguments(s, OF_TIMES, OF_MORE);
}

void zni_settings_simulation(zn_sample *s)
{
    give_words(s, OF_SIMULATION);
    give_words(s, OF_CLASS);
    give_solver_words(s);
    give_arguments(s, OF_SIMULATION, OF_CLASS);
    for (zn_index i = 0; i < s->args.nset; i++) {
        const setting set = cut_argument(s, s->args.set[i]);
        if (of_solver(set.name) &&
            zn_simulation_solver_set(
                s->sim, set.name + sizeof solver_prefix - 1, set.value))
            zni_sample_die(s, MISUSE, "--set %s: %s", s->args.set[i],
                           zn_errmsg(s->ctx));
    }
}
