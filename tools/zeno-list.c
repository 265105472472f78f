/* zeno-list.c - what `zeno list` prints: classes and options, from the registry
 * SPDX-License-Identifier: Apache-2.0 */
#include "describe.h"
#include "operators.h"
#include "plugin-trial.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/plugin.h>

#include "kernel/plugin/guess.h"

static void usage(FILE *out)
{
    fputs(
        "zeno list - classes and their options\n"
        "\n"
        "  zeno list                    every class, one line each\n"
        "  zeno list WORD...            options and operators of the classes of "
        "that\n"
        "                               name, or kind: system, relation, law,\n"
        "                               integrator, simulation, solver, ...\n"
        "  zeno list -p PLUGIN [...]    load a plugin first, and say what it\n"
        "                               describes\n"
        "  zeno list --all              every class with its options\n",
        out);
}

/* ---- the registry -------------------------------------------------------- */

/* Is this class asked for by its name or its kind? "lcp" is short for "lcp solver",
 * "law" and "laws" for "nonsmooth law". */
static bool wanted(const zn_ctx *ctx, const zn_type *type, const char *word)
{
    const char *kind = zn_kind_name(ctx, type->kind), *last;
    size_t n;

    if (!word || strcmp(type->name, word) == 0)
        return true;
    n = strlen(word);
    if (n > 1 && word[n - 1] == 's')
        n--;
    last = strrchr(kind, ' ') ? strrchr(kind, ' ') + 1 : kind;
    return (strncmp(kind, word, n) == 0 && (kind[n] == 0 || kind[n] == ' ')) ||
           (strncmp(last, word, n) == 0 && last[n] == 0);
}

/* Print the classes asked for (all if word is NULL), under their kinds; the
 * number of them comes back. */
static int print_kind(const zn_ctx *ctx, zn_kind kind, const char *word,
                      bool options)
{
    const zn_type *type;
    int found = 0;

    for (zn_index i = 0; (type = zn_type_at(ctx, kind, i)); i++) {
        if (!wanted(ctx, type, word))
            continue;
        if (found++ == 0)
            printf("%s\n", zn_kind_name(ctx, kind));
        describe_class(type, options);
        if (options)
            describe_operators(type);
    }
    return found;
}

/* Models first, then solvers. */
static int print_classes(const zn_ctx *ctx, const char *word, bool options)
{
    int found = 0;

    for (int kind = ZN_KIND_DS; kind <= ZN_KIND_MAX; kind++)
        found += print_kind(ctx, (zn_kind)kind, word, options);
    for (int kind = 1; kind < ZN_KIND_DS; kind++)
        found += print_kind(ctx, (zn_kind)kind, word, options);
    return found;
}

static void print_plugin(const zn_ctx *ctx, const char *name)
{
    const char *base = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    char bare[256];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(base, "."), base);

    const zn_plugin *p = zn_plugin_find(ctx, bare);
    if (!p) {
        printf("plugin %s loads; it does not describe its symbols\n", bare);
        return;
    }
    printf("plugin %s %s, %s\n", p->name, p->version ? p->version : "",
           p->license ? p->license : "no license named");
    for (const zn_symbol *s = p->symbols; s && s->name; s++)
        printf("  %-20s %-4s %s\n", s->name, s->signature, s->help);
}

/* ---- main ------------------------------------------------------------------ */

static int failed(const zn_ctx *ctx)
{
    fprintf(stderr, "zeno list: %s\n", zn_errmsg(ctx));
    return EXIT_FAILURE;
}

/* One name once: a class may be of several kinds. */
static void offer(zni_guess *g, const char *name)
{
    for (int k = 0; name && k < g->n; k++)
        if (strcmp(g->name[k], name) == 0)
            return;
    if (name)
        zni_guess_offer(g, name);
}

/* Words for a name that no class and no kind has: the nearest. */
static int unknown(const zn_ctx *ctx, const char *word)
{
    zni_guess guess = {.wrong = word};
    char near[256];

    for (int kind = 1; kind <= ZN_KIND_MAX; kind++) {
        const zn_type *type;
        offer(&guess, zn_kind_name(ctx, (zn_kind)kind));
        for (zn_index i = 0; (type = zn_type_at(ctx, (zn_kind)kind, i)); i++)
            offer(&guess, type->name);
    }
    zni_guess_words(&guess, near, sizeof near);
    fprintf(stderr,
            "zeno list: no class or kind is named '%s'%s%s `zeno list' prints "
            "those there are\n",
            word, near, near[0] ? "" : ";");
    return EXIT_FAILURE;
}

/* Classes that had that name once, by the names they have. */
static int print_renamed(zn_ctx *ctx, const char *word)
{
    int found = 0;

    for (int kind = 1; kind <= ZN_KIND_MAX; kind++) {
        const zn_type *type;

        if (zn_type_find(ctx, (zn_kind)kind, word, &type))
            continue;
        printf("%s is the %s '%s' now\n", word,
               zn_kind_name(ctx, (zn_kind)kind), type->name);
        found += print_kind(ctx, (zn_kind)kind, type->name, true);
    }
    return found;
}

static int list(zn_ctx *ctx, int argc, char **argv)
{
    bool all = false, words = false;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--all") == 0) {
            all = true;
        } else if (strcmp(argv[i], "-p") == 0) {
            if (++i == argc) {
                fputs("zeno list: -p wants the name of a plugin\n", stderr);
                return 2;
            }
            if (try_plugin(ctx, argv[i]))
                return failed(ctx);
            print_plugin(ctx, argv[i]);
            words = true;
        } else if (argv[i][0] == '-') {
            fprintf(stderr,
                    "zeno list: unknown option '%s' (zeno list --help)\n",
                    argv[i]);
            return 2;
        } else {
            words = true;
            if (!print_classes(ctx, argv[i], true) &&
                !print_renamed(ctx, argv[i]))
                return unknown(ctx, argv[i]);
        }
    }
    if (all || !words)
        print_classes(ctx, NULL, all);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) {
            usage(stdout);
            return EXIT_SUCCESS;
        }

    zn_ctx *ctx;
    const zn_status st = zn_ctx_new(&ctx);
    if (st) {
        fprintf(stderr, "zeno list: no context: %s\n", zn_status_name(st));
        return EXIT_FAILURE;
    }
    int status =
        zn_kernel_register(ctx) ? failed(ctx) : list(ctx, argc - 1, argv + 1);
    zn_ctx_free(ctx);

    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "zeno list: cannot write: %s\n", strerror(errno));
        return EXIT_FAILURE;
    }
    return status;
}
