/* detect.c - finds the class of a problem file, and reads the file as that class
 * SPDX-License-Identifier: Apache-2.0 */
#include "file.h"

#include <string.h>

#include "../core/classes.h"
#include "../core/core.h"

#define FORMAT(name, kind, text) extern const zni_problem_format zni_##name##_format;
#define LISTED(name, kind, text) &zni_##name##_format,

ZNI_CLASSES(FORMAT)

const zni_problem_format *const zni_problem_formats[] = {ZNI_CLASSES(LISTED) NULL};

/* ---- by a word ----------------------------------------------------------- */

/* ASCII only, as the names of classes are */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool part_of_word(char c)
{
    return zni_plain_letter(lower(c));
}

static bool same(const char *word, const char *text, size_t n)
{
    size_t k = 0;

    while (k < n && word[k] && word[k] == lower(text[k]))
        k++;
    return k == n && !word[k];
}

/* The format whose class or alternative word equals the n characters, or NULL. */
static const zni_problem_format *named(const char *text, size_t n)
{
    for (const zni_problem_format *const *f = zni_problem_formats; *f; f++) {
        if (same((*f)->class, text, n))
            return *f;
        for (int k = 0; k < ZNI_WORDS && (*f)->words[k]; k++)
            if (same((*f)->words[k], text, n))
                return *f;
    }
    return NULL;
}

zn_status zni_format_find(zn_ctx *ctx, const char *name,
                          const zni_problem_format **out)
{
    char list[512] = "";

    *out = named(name, strlen(name));
    if (*out)
        return ZN_OK;
    for (const zni_problem_format *const *f = zni_problem_formats; *f; f++)
        zni_list_add(list, sizeof list, (*f)->class);
    return zn_fail(ctx, ZN_ENOENT,
                   "no files are known for a class '%s'; there are: %s", name,
                   list);
}

/* ---- by the text --------------------------------------------------------- */

/* what follows a problem in its text, comments apart */
typedef enum rest {
    NOTHING,
    FLAG,   /* a single 0 or 1, which older writers appended     */
    NUMBERS /* more: then it is no problem of this class         */
} rest;

/* Is `word`, one of those that strtod reads as a number, at t, in upper or lower case? */
static bool at_word(const zni_text *t, const char *word)
{
    const char *p = t->at;

    for (; *word && p < t->end && lower(*p) == *word; word++)
        p++;
    return !*word && (p == t->end || !part_of_word(*p));
}

static bool at_number(const zni_text *t)
{
    const bool plus = *t->at == '+' && t->end - t->at > 1;
    const zni_text from = {.at = t->at + plus, .end = t->end};
    const char c = *from.at;

    return (c == '-' && !plus) || c == '.' || (c >= '0' && c <= '9') || at_word(&from, "inf") ||
           at_word(&from, "infinity") || at_word(&from, "nan");
}

/* Does the header of a sparse matrix follow? Then the problem goes on, although the header looks like a comment.
 * In a comment that begins with '#' it does not count. */
static bool matrix_follows(zni_text t)
{
    static const char head[] = "nzmax:";
    bool remark = false;

    for (; t.end - t.at >= (zn_index)strlen(head); t.at++) {
        remark = *t.at == '#' || (remark && *t.at != '\n');
        if (!remark && strncmp(t.at, head, strlen(head)) == 0)
            return true;
    }
    return false;
}

static rest behind(zni_text t)
{
    const char *flag;

    if (matrix_follows(t))
        return NUMBERS;
    if (!zni_text_blank(&t) || !at_number(&t))
        return NOTHING;
    flag = t.at;
    t.at++;
    if ((*flag != '0' && *flag != '1') ||
        (t.at < t.end && (part_of_word(*t.at) || strchr(".+-", *t.at))))
        return NUMBERS;
    return zni_text_blank(&t) && at_number(&t) ? NUMBERS : FLAG;
}

static zn_status read_as(zni_text t, const zni_problem_format *format, zni_store *store,
                         const void **problem, rest *left)
{
    void *p = zni_store_alloc(store, 1, format->size);
    zn_status st = p ? zni_fields_read(&t, store, format->fields, p) : ZN_ENOMEM;

    *problem = p;
    if (!st && format->read)
        st = format->read(&t, store, p);
    *left = st ? NOTHING : behind(t);
    return st;
}

/* Refuses a text that does not begin with a number, as every problem does. */
static zn_status begins(zni_text t)
{
    if (!zni_text_next(&t))
        return zn_fail(t.ctx, ZN_EINVAL, "the file is empty");
    if (t.end - t.at > 1 && !memcmp(t.at, "\x1F\x8B", 2))
        return zn_fail(t.ctx, ZN_EINVAL, "the file is compressed: unpack it with gunzip");
    if (!strchr("+-.0123456789", *t.at) || !*t.at)
        return zn_fail(t.ctx, ZN_EINVAL,
                       "no problem file: it does not begin with a number");
    return ZN_OK;
}

/* Can a text whose class is not named be a problem of this class? */
static zn_status try_format(zni_text t, const zni_problem_format *format, bool *fits)
{
    zni_store store = {.ctx = t.ctx};
    const void *problem;
    rest left;
    zn_status st = read_as(t, format, &store, &problem, &left);

    *fits = !st && (left != NUMBERS || format->tail) &&
            (!format->likely || format->likely(problem));
    zni_store_free(&store);
    return st;
}

/* The only class that reads the text to its end, or to a trailing 0 or 1. If there are several the text is ambiguous
 * and refused: which class is meant must not depend on that number. */
static zn_status from_text(zni_text t, const zni_problem_format **out)
{
    char list[512] = "";
    int fits = 0;
    zn_status st = begins(t);

    if (st)
        return st;
    for (const zni_problem_format *const *f = zni_problem_formats; *f; f++) {
        bool fit;

        if (try_format(t, *f, &fit) == ZN_ENOMEM)
            return ZN_ENOMEM;
        if (!fit)
            continue;
        zni_list_add(list, sizeof list, (*f)->class);
        *out = *f;
        fits++;
    }
    if (fits == 1)
        return ZN_OK;
    if (fits)
        return zn_fail(t.ctx, ZN_EINVAL,
                       "the class is not clear, it could be: %s; name it",
                       list);
    return zn_fail(t.ctx, ZN_EINVAL,
                   "no class reads this file to its end; name the class to see "
                   "what is wrong");
}

static zn_status read_problem(zn_problem_file *f, zni_text t)
{
    rest left;

    return zn_note(t.ctx, read_as(t, f->format, &f->store, &f->problem, &left), "as %s",
                   f->format->class);
}

/* ---- by the path --------------------------------------------------------- */

/* The text as the class that the n characters name; ZN_EINVAL: they name none, or it does not read the text. *first:
 * the first class that was named */
static zn_status read_named(zn_problem_file *f, const char *name, size_t n, zni_text t,
                            const zni_problem_format **first)
{
    zn_status st = ZN_EINVAL;

    f->format = named(name, n);
    if (!f->format)
        return st;
    *first = *first ? *first : f->format;
    st = read_problem(f, t);
    if (st)
        zni_store_free(&f->store);
    return st == ZN_ENOMEM || !st ? st : ZN_EINVAL;
}

/* The text as the first class that reads it of those named by words of the file name, in their order, and by the
 * folder; if none of them does, the words say what is wrong with it as the first. *first is NULL if there are none. */
static zn_status from_path(zn_problem_file *f, const char *path, zni_text t, const zni_problem_format **first)
{
    const char *slash = strrchr(path, '/'), *folder = slash, *word = slash ? slash + 1 : path;
    zn_status st = ZN_EINVAL;

    *first = NULL;
    for (const char *end; *word && st == ZN_EINVAL; word = *end ? end + 1 : end) {
        for (end = word; part_of_word(*end);)
            end++;
        st = read_named(f, word, (size_t)(end - word), t, first);
    }
    while (folder && folder > path && folder[-1] != '/')
        folder--;
    if (folder && st == ZN_EINVAL)
        st = read_named(f, folder, (size_t)(slash - folder), t, first);
    if (!*first || st != ZN_EINVAL)
        return st;
    f->format = *first;
    return read_problem(f, t);
}

zn_status zni_read_text(zn_problem_file *f, const char *path, const char *text,
                        zn_index length)
{
    /* skip the byte order mark that some editors put in front of UTF-8 */
    const zn_index mark = length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    const zni_text t = {.ctx = f->store.ctx, .at = text + mark, .end = text + length, .line = 1};
    const zni_problem_format *first = NULL;
    zn_status st = ZN_OK;

    if (!f->format && path) {
        st = from_path(f, path, t, &first);
        if (first)
            return st;
    }
    if (!f->format)
        st = from_text(t, &f->format);
    return st ? st : read_problem(f, t);
}
