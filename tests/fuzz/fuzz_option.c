/* fuzz_option.c - any text as the value of an option of any type
 *
 * An input is NAME=VALUE, as after --set or in a scene. What is refused has words and
 * leaves the value; what is taken is in range, and reading it and setting that again
 * gives the same. With clang:
 *     clang -fsanitize=fuzzer,address,undefined -DZN_FUZZ_ONLY ...
 * In make check the corpus and cut and changed copies of it are replayed.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/option.h>

#include "tests/fuzz/replay.h"

typedef struct all {
    double real, share;
    zn_index count;
    bool flag;
    int choice;
    char word[ZN_WORD_MAX];
    char text[ZN_TEXT_MAX];
} all;

static const zn_option table[] = {
    ZN_OPT_REAL(all, real, 1, -INFINITY, INFINITY, "m", "any number"),
    ZN_OPT_REAL(all, share, 0.5, 0, 1, "-", "between 0 and 1"),
    ZN_OPT_INT(all, count, 7, -3, 1e9, "-", "a whole number"),
    ZN_OPT_BOOL(all, flag, true, "yes or no"),
    ZN_OPT_CHOICE(all, choice, 1, "none|first|second", "one of them"),
    ZN_OPT_WORD(all, word, "auto", "a word"),
    ZN_OPT_TEXT(all, text, "", "a text"),
    ZN_OPT_END,
};

static void in_range(const all *s)
{
    must(!(s->share < 0 || s->share > 1) && s->share == s->share);
    must(s->count >= -3 && s->count <= 1000000000);
    must(s->choice >= 0 && s->choice <= 2);
    must(memchr(s->word, 0, sizeof s->word) && memchr(s->text, 0, sizeof s->text));
}

/* What is read may be set again, and is the same then. */
static void again(zn_ctx *ctx, const char *name, const all *s)
{
    char once[sizeof s->text + 64], twice[sizeof once];
    all other;

    zn_option_defaults(table, &other);
    must(!zn_option_read(ctx, "it", table, s, name, once, sizeof once));
    must(!zn_option_set(ctx, "it", table, &other, name, once));
    must(!zn_option_read(ctx, "it", table, &other, name, twice, sizeof twice));
    must(strcmp(once, twice) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static zn_ctx *ctx;
    char *text = malloc(n + 1), *value;
    all s = {0}, before;
    zn_status st;

    if (!ctx)
        must(!zn_ctx_new(&ctx));
    must(text != NULL);
    memcpy(text, data, n);
    text[n] = 0;
    value = strchr(text, '=');
    if (value)
        *value++ = 0;
    zn_option_defaults(table, &s);
    before = s;
    zn_fail(ctx, ZN_EINVAL, "%s", "");
    st = zn_option_set(ctx, "it", table, &s, text, value ? value : "");
    in_range(&s);
    if (st)
        must(st < 0 && *zn_errmsg(ctx) && memcmp(&s, &before, sizeof s) == 0);
    else
        again(ctx, text, &s);
    free(text);
    return 0;
}

#ifndef ZN_FUZZ_ONLY
int main(int argc, char **argv)
{
    static const char alphabet[] = "0123456789-+.e_xXpPaintfyesocrd| =\t\n\0\377";
    const replay_how how = {alphabet, sizeof alphabet - 1, 2000};
    int files = 0, failed = 0;

    for (int k = 1; k < argc; k++)
        failed |= replay_file(&how, argv[k]);
    if (argc > 1)
        return failed;
    failed |= replay_folder(&how, "tests/fuzz/option", "", &files);
    printf("%d files\n", files);
    return failed || files < 7;
}
#endif
