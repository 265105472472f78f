/* arguments.c - the command line that all samples share
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "solvers/core/same_place.h"

/* What follows an option. */
typedef enum needs { NOTHING, TEXT, COUNT, LIST } needs;

typedef struct argument {
    const char *name;
    const char *brief; /* one letter, or NULL */
    needs needs;
    size_t offset; /* in zni_arguments; of LIST, of its length */
    size_t items;  /* LIST: offset of the array */
    const char *value, *help;
} argument;

#define AT(field) offsetof(zni_arguments, field)

static const argument arguments[] = {
    {"--list", NULL, NOTHING, AT(list), 0, "",
     "list the parameters: name, default, unit, meaning"},
    {"--set", NULL, LIST, AT(nset), AT(set), "NAME=VALUE",
     "set one of them; as often as needed"},
    {"--output", "-o", TEXT, AT(output), 0, "FILE.csv|.h5", "record the run"},
    {"--every", NULL, COUNT, AT(every), 0, "N",
     "record every N-th step, and the first and last"},
    {"--report", NULL, TEXT, AT(report), 0, "FILE.json",
     "write cost, errors, energy and options in force"},
    {"--events", NULL, TEXT, AT(events), 0, "FILE.csv",
     "write the events of an event-driven simulation"},
    {"--checkpoint", NULL, TEXT, AT(checkpoint), 0, "FILE",
     "save the state at the end, however it ends"},
    {"--checkpoint-every", NULL, COUNT, AT(checkpoint_every), 0, "N",
     "and after every N-th step"},
    {"--restart", NULL, TEXT, AT(restart), 0, "FILE", "go on from a checkpoint"},
    {"--stop-after", NULL, COUNT, AT(stop_after), 0, "N", "make N steps only"},
    {"--plugin", NULL, LIST, AT(nplugin), AT(plugin), "NAME",
     "load a plugin that brings integrators or solvers"},
    {"--check", NULL, NOTHING, AT(check), 0, "",
     "compare the Jacobians with differences of their functions"},
    {"--guard", NULL, NOTHING, AT(guard), 0, "",
     "watch that the model's functions write only into their results"},
    {"--quiet", "-q", NOTHING, AT(quiet), 0, "", "no progress, no summary"},
    {"--help", "-h", NOTHING, AT(help), 0, "", "this text"},
};

#define ARGUMENTS ((int)(sizeof arguments / sizeof *arguments))

void zni_arguments_help(const zn_sample *s)
{
    printf("%s - %s\n\n", s->program, s->title);
    for (int i = 0; i < ARGUMENTS; i++) {
        const argument *a = &arguments[i];
        char names[64];
        snprintf(names, sizeof names, "%s%s%s", a->brief ? a->brief : "",
                 a->brief ? ", " : "", a->name);
        printf("  %s %-*s  %s\n", names, 30 - (int)strlen(names), a->value,
               a->help);
    }
    printf("\nFor example: %s --set h=1e-4 --output run.csv\n", s->program);
}

static zn_index count(zn_sample *s, const argument *a, const char *text)
{
    char *end;
    long long n;

    errno = 0;
    n = strtoll(text, &end, 10);
    if (end == text || *end || errno || n < 1)
        zni_sample_die(s, MISUSE, "%s '%s': must be a whole number >= 1",
                       a->name, text);
    return (zn_index)n;
}

static void store(zn_sample *s, const argument *a, char *text)
{
    char *args = (char *)&s->args;
    void *field = args + a->offset;

    switch (a->needs) {
    case NOTHING:
        *(bool *)field = true;
        break;
    case TEXT:
        if (!*text)
            zni_sample_die(s, MISUSE, "%s: the name is empty, give %s", a->name,
                           a->value);
        *(const char **)field = text;
        break;
    case COUNT:
        *(zn_index *)field = count(s, a, text);
        break;
    case LIST:
        (*(char ***)(void *)(args + a->items))[(*(zn_index *)field)++] = text;
        break;
    }
}

static bool is(const char *name, const char *text, size_t n)
{
    return name && strlen(name) == n && strncmp(name, text, n) == 0;
}

static const argument *find(zn_sample *s, const char *text, size_t n)
{
    zni_guess guess = {0};
    char word[64], words[256];

    for (int i = 0; i < ARGUMENTS; i++)
        if (is(arguments[i].name, text, n) || is(arguments[i].brief, text, n))
            return &arguments[i];
    if (text[0] != '-')
        zni_sample_die(s, MISUSE,
                       "'%s': arguments begin with --, see %s --help", text,
                       s->program);
    snprintf(word, sizeof word, "%.*s", (int)n, text);
    guess.wrong = word;
    for (int i = 0; i < ARGUMENTS; i++)
        zni_guess_offer(&guess, arguments[i].name);
    zni_guess_words(&guess, words, sizeof words);
    zni_sample_die(s, MISUSE, "no argument '%s'%s%s --help shows all", word,
                   words, *words ? "" : ";");
}

/* What one option writes another one must not write over. A checkpoint may take the place of that
 * from which the run goes on. */
static void check_files(zn_sample *s)
{
    const zni_arguments *a = &s->args;
    const struct {
        const char *option, *path;
    } file[] = {{"--output", a->output},
                {"--report", a->report},
                {"--events", a->events},
                {"--restart", a->restart},
                {"--checkpoint", a->checkpoint}};
    enum { FILES = sizeof file / sizeof *file };

    for (int i = 0; i < FILES; i++)
        for (int k = i + 1; k < FILES; k++)
            if (file[i].path && file[k].path &&
                !(file[i].path == a->restart && file[k].path == a->checkpoint) &&
                zni_same_place(file[i].path, file[k].path))
                zni_sample_die(s, MISUSE, "%s and %s are one file, '%s': give two",
                               file[i].option, file[k].option, file[k].path);
}

static void check(zn_sample *s)
{
    check_files(s);
    if (s->args.checkpoint_every && !s->args.checkpoint)
        zni_sample_die(s, MISUSE,
                       "--checkpoint-every needs a file: --checkpoint FILE");
    if (s->args.every && !s->args.output)
        zni_sample_die(s, MISUSE,
                       "--every needs a file: --output FILE.csv or FILE.h5");
}

/* Both "--output FILE" and "--output=FILE". */
void zni_arguments_read(zn_sample *s, int argc, char **argv)
{
    s->args.set = zn_alloc(s->ctx, argc, sizeof *s->args.set);
    s->args.plugin = zn_alloc(s->ctx, argc, sizeof *s->args.plugin);
    if (!s->args.set || !s->args.plugin)
        zni_sample_die(s, FAILED, "%s", zn_errmsg(s->ctx));
    for (int i = 1; i < argc; i++) {
        const size_t n = strcspn(argv[i], "=");
        const argument *a = find(s, argv[i], n);
        char *value = argv[i][n] ? argv[i] + n + 1 : NULL;
        if (a->needs == NOTHING && value)
            zni_sample_die(s, MISUSE, "%s takes no value", a->name);
        if (a->needs != NOTHING && !value && ++i < argc)
            value = argv[i];
        if (a->needs != NOTHING && !value)
            zni_sample_die(s, MISUSE, "%s needs a value: %s %s", a->name,
                           a->name, a->value);
        store(s, a, value);
    }
    check(s);
}
