/* read_options.c - keys of a scene that are options of a class
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/guess.h"
#include "kernel/scene/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a state that the table writes into. */
static size_t state_size(const zn_option *table)
{
    static const size_t field[] = {
        [ZN_OPTION_REAL] = sizeof(double), [ZN_OPTION_INT] = sizeof(zn_index),
        [ZN_OPTION_BOOL] = sizeof(bool),   [ZN_OPTION_CHOICE] = sizeof(int),
        [ZN_OPTION_WORD] = ZN_WORD_MAX,    [ZN_OPTION_TEXT] = ZN_TEXT_MAX};
    size_t size = 1;

    for (const zn_option *o = table; o && o->kind != ZN_OPTION_END; o++)
        if (o->offset + field[o->kind] > size)
            size = o->offset + field[o->kind];
    return size;
}

/* Would it be taken? */
static bool try_value(zni_reader *r, const zni_node *at, const char *what,
                      const zn_option *table, const char *name,
                      const char *value)
{
    void *scratch = zn_alloc(r->ctx, 1, state_size(table));
    zn_status st = ZN_ENOMEM;

    if (scratch) {
        zn_option_defaults(table, scratch);
        st = zn_option_set(r->ctx, what, table, scratch, name, value);
    }
    zn_free_array(r->ctx, scratch);
    return !zni_failed(r, at, st);
}

void zni_scene_number(double x, char out[ZN_WORD_MAX])
{
    snprintf(out, ZN_WORD_MAX, "%.15g", x);
    if (strtod(out, NULL) != x)
        snprintf(out, ZN_WORD_MAX, "%.17g", x);
}

/* The value as text; numbers may be expressions. */
static bool value_text(zni_reader *r, const zni_node *n, const zn_option *o,
                       char out[ZN_WORD_MAX])
{
    const char *word = NULL;
    double x;

    if (o && (o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT) &&
        n->kind == ZNI_SCALAR && strcmp(n->text, "inf") &&
        strcmp(n->text, "-inf")) {
        if (!zni_yaml_number(r, n, &x))
            return false;
        zni_scene_number(x, out);
        return true;
    }
    if (!zni_yaml_text(r, n, &word))
        return false;
    if (strlen(word) >= ZN_WORD_MAX || strpbrk(word, " ,=")) {
        zni_complain(r, n,
                     "'%.40s...': at most %d characters, and no blank, comma "
                     "or =",
                     word, ZN_WORD_MAX - 1);
        return false;
    }
    snprintf(out, ZN_WORD_MAX, "%s", word);
    return true;
}

static bool is_of(const char *const words[], const char *word)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

static void offer(zni_guess *g, const zn_option *table)
{
    for (const zn_option *o = table; o && o->kind != ZN_OPTION_END; o++)
        zni_guess_offer(g, o->name);
}

/* What others call what has another name here. */
static const char *called_here(const char *word)
{
    static const char *const name[][2] = {
        {"dt", "h"},  {"step", "h"},  {"timestep", "h"}, {"time_step", "h"},
        {"end", "T"}, {"t_end", "T"}, {"duration", "T"}, {"end_time", "T"}};

    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (strcmp(name[i][0], word) == 0)
            return name[i][1];
    return NULL;
}

static void unknown(zni_reader *r, const zni_node *key,
                    const char *const skip[], const char *what,
                    const zn_option *table, const zn_option *also)
{
    zni_guess guess = {.wrong = key->text};
    const char *here = called_here(key->text);
    char words[160];

    if (here && is_of(skip, here)) {
        zni_complain(r, key, "%s has no option '%.64s'; here it is called '%s'",
                     what, key->text, here);
        return;
    }
    for (int i = 0; skip[i]; i++)
        zni_guess_offer(&guess, skip[i]);
    offer(&guess, table);
    offer(&guess, also);
    zni_guess_words(&guess, words, sizeof words);
    zni_complain(r, key, "%s has no option '%.64s'%s%s", what, key->text, words,
                 guess.n ? "" : "; `zeno list' shows those there are");
}

bool zni_yaml_options(zni_reader *r, const zni_node *map,
                      const char *const skip[], const char *what,
                      const zn_option *table, const zn_option *also,
                      char words[ZN_TEXT_MAX])
{
    size_t used = 0;
    bool good = true;

    words[0] = 0;
    for (const zni_node *k = map->first; k; k = k->next->next) {
        const zn_option *in = table, *o = zn_option_find(table, k->text);
        const bool solver = also && strncmp(k->text, "solver.", 7) == 0;
        char value[ZN_WORD_MAX];
        if (is_of(skip, k->text))
            continue;
        if (!o)
            o = zn_option_find(in = also, k->text);
        if (!o && !solver) {
            unknown(r, k, skip, what, table, also);
            good = false;
            continue;
        }
        if (!value_text(r, k->next, o, value) ||
            (o && !try_value(r, k->next, what, in, k->text, value))) {
            good = false;
            continue;
        }
        used += (size_t)snprintf(words + used, ZN_TEXT_MAX - used, "%s%.64s=%s",
                                 used ? " " : "", k->text, value);
        if (used >= ZN_TEXT_MAX) {
            zni_complain(r, map, "too many options");
            return false;
        }
    }
    return good;
}
