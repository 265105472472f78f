/* fuzz_plugin_table.c - any numbers and texts as the description of a plugin
 *
 * Numbers (edits.h) say what stands in the tables of a plugin with a solver and its
 * options. What is refused has words and leaves nothing; a solver that is taken can be made,
 * and all its options written and read, inside its state. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/solver.h>

#include "tests/fuzz/edits.h"
#include "tests/fuzz/replay.h"

enum { OPTIONS = 4, LARGEST = 1 << 20 };

static const char *const texts[] = {
    "none|some|all", "fuzzed", NULL,  "",     "-",      "one word", "lemke",
    "tol",           "a|",     "|a",  "a||b", "a|a",    "1",        "yes",
    "-1",            "nan",    "1e9", "x=y",  "\xff\xfe", "line\nbreak"};
static const double reals[] = {0,        1,   -1,  0.5,  1e9,     1e300,
                               INFINITY, NAN, 2.5, 1e16, -INFINITY};

static int64_t number(edits *e)
{
    int64_t n;

    return edits_next(e, &n) ? n : 0;
}

/* A number from `base` on; past the largest it goes on at the smallest. */
static int64_t number_from(edits *e, int64_t base)
{
    return (int64_t)((uint64_t)number(e) + (uint64_t)base);
}

static const char *text(edits *e)
{
    return texts[(uint64_t)number(e) % (sizeof texts / sizeof *texts)];
}

static double real(edits *e)
{
    return reals[(uint64_t)number(e) % (sizeof reals / sizeof *reals)];
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem, double z[],
                       double w[], zn_monitor *mon, zn_solve_info *info)
{
    (void)state, (void)ctx, (void)problem, (void)z, (void)w, (void)mon, (void)info;
    return ZN_UNSOLVED;
}

static void options(edits *e, zn_option table[])
{
    for (int k = 0; k < OPTIONS; k++) {
        zn_option *o = &table[k];

        o->kind = (zn_option_kind)number(e);
        o->name = text(e);
        o->offset = (size_t)number(e);
        o->def = real(e);
        o->min = real(e);
        o->max = real(e);
        o->choices = text(e);
        o->unit = text(e);
        o->help = text(e);
    }
    table[OPTIONS] = (zn_option)ZN_OPT_END;
}

/* Whatever its options take is inside the state, which a sanitizer guards. */
static void use(zn_ctx *ctx, const zn_solver_type *t)
{
    char value[ZN_TEXT_MAX];
    zn_solver *s;

    must(!zn_solver_new(ctx, "lcp", t->type.name, &s));
    for (const zn_option *o = t->type.options; o->kind != ZN_OPTION_END; o++) {
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            if (texts[k])
                (void)zn_solver_set(s, o->name, texts[k]);
        for (size_t k = 0; k < sizeof reals / sizeof *reals; k++)
            (void)zn_solver_set_real(s, o->name, reals[k]);
        must(!zn_solver_get(s, o->name, value, sizeof value));
    }
    zn_solver_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    edits e = {data, data + n};
    zn_option table[OPTIONS + 1];
    zn_symbol symbols[2] = {{0}};
    zn_solver_type t = {.type.size = sizeof t, .solve = solve};
    const zn_type *const types[] = {&t.type, NULL};
    zn_plugin p = {.size = sizeof p, .types = types, .build = ZN_PLUGIN_BUILD};
    zn_ctx *ctx;
    zn_status st;

    must(!zn_ctx_new(&ctx));
    p.name = text(&e);
    p.size += (size_t)number(&e);
    p.major = (int)number_from(&e, ZN_PLUGIN_MAJOR);
    p.minor = (int)number(&e);
    t.type.name = text(&e);
    t.type.size += (size_t)number(&e);
    t.type.kind = (zn_kind)number_from(&e, ZN_KIND_LCP_SOLVER);
    t.type.summary = text(&e);
    t.type.state_size = (size_t)number(&e);
    symbols[0].signature = text(&e);
    symbols[0].name = text(&e);
    symbols[0].rows = (zn_index)number(&e);
    symbols[0].cols = (zn_index)number(&e);
    p.symbols = symbols[0].name ? symbols : NULL;
    options(&e, table);
    t.type.options = table;
    zn_fail(ctx, ZN_EINVAL, "%s", "");
    st = zn_plugin_add(ctx, &p);
    must(!st ? zn_plugin_find(ctx, p.name) == &p
             : st < 0 && *zn_errmsg(ctx) && zn_plugin_find(ctx, p.name) != &p);
    if (!st && p.size >= offsetof(zn_plugin, symbols) && /* else it has no classes */
        t.type.kind == ZN_KIND_LCP_SOLVER && t.type.state_size <= LARGEST)
        use(ctx, &t);
    zn_ctx_free(ctx);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    const replay_how how = {edits_alphabet, sizeof edits_alphabet - 1, 2000};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder(&how, "tests/fuzz/plugin_table", "", &files);
    printf("%d files\n", files);
    return failed || files < 3;
}
#endif
