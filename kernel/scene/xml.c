/* xml.c - an XML document as elements that know their lines
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/xml.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64, ATTRIBUTES = 256 };

typedef struct parser {
    zni_tree *tree;
    const char *file, *at, *end, *line_start;
    zn_index line;
    zn_findings *f;
    zn_status st; /* no memory */
    bool wrong;
    zni_element *open[DEEPEST];
    int depth;
} parser;

static void complain(parser *p, const char *fmt, ...) ZN_PRINTF(2, 3);

static void complain(parser *p, const char *fmt, ...)
{
    char words[256];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(words, sizeof words, fmt, ap);
    va_end(ap);
    zn_findings_add(p->f, "%s:%td:%td: %s", p->file, p->line,
                    p->at - p->line_start + 1, words);
    p->wrong = true;
}

/* ---- characters ---- */

static void step(parser *p)
{
    if (*p->at++ == '\n') {
        p->line++;
        p->line_start = p->at;
    }
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_blanks(parser *p)
{
    while (p->at < p->end && is_blank(*p->at))
        step(p);
}

static bool looking_at(const parser *p, const char *word)
{
    const size_t n = strlen(word);

    return (size_t)(p->end - p->at) >= n && memcmp(p->at, word, n) == 0;
}

/* Past the next `word`. */
static void skip_past(parser *p, const char *word, const char *what)
{
    while (p->at < p->end && !looking_at(p, word))
        step(p);
    if (p->at == p->end)
        complain(p, "the end of the file comes before that of %s", what);
    else
        for (size_t k = strlen(word); k > 0; k--)
            step(p);
}

static bool in_name(char c)
{
    const unsigned char u = (unsigned char)c;

    return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || u == '_' ||
           u == ':' || u == '-' || u == '.' || (u >= '0' && u <= '9') ||
           u >= 0x80;
}

static const char *name(parser *p)
{
    const char *from = p->at;
    char *out;

    while (p->at < p->end && in_name(*p->at))
        step(p);
    if (p->at == from || (*from >= '0' && *from <= '9') || *from == '-') {
        complain(p, "a name is missing here");
        return NULL;
    }
    out = zni_tree_take(p->tree, (size_t)(p->at - from) + 1);
    if (!out) {
        p->st = ZN_ENOMEM;
        return NULL;
    }
    memcpy(out, from, (size_t)(p->at - from));
    out[p->at - from] = 0;
    return out;
}

/* ---- values ---- */

/* UTF-8 of a character; 0: none may be written so. */
static size_t put_character(unsigned long c, char *out)
{
    if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return 0;
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    const size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t k = n - 1; k > 0; k--, c >>= 6)
        out[k] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)((n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0) | c);
    return n;
}

/* "&lt;", "&#65;", "&#x41;" */
static size_t reference(parser *p, char *out)
{
    static const struct {
        const char *text;
        char is;
    } known[] = {{"&lt;", '<'},
                 {"&gt;", '>'},
                 {"&amp;", '&'},
                 {"&quot;", '"'},
                 {"&apos;", '\''}};
    size_t n = 0;

    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (looking_at(p, known[k].text)) {
            p->at += strlen(known[k].text);
            *out = known[k].is;
            return 1;
        }
    if (looking_at(p, "&#")) {
        const bool hex = p->end - p->at > 2 && p->at[2] == 'x';
        const char *digit = p->at + 2 + hex, *s = digit;
        unsigned long c = 0;
        while (s < p->end && s - digit < 8 &&
               strchr(hex ? "0123456789abcdefABCDEF" : "0123456789", *s) &&
               *s) {
            const int v = *s <= '9' ? *s - '0' : (*s | 32) - 'a' + 10;
            c = c * (hex ? 16 : 10) + (unsigned long)v;
            s++;
        }
        if (s > digit && s < p->end && *s == ';')
            n = put_character(c, out);
        if (n)
            p->at = s + 1;
    }
    if (!n)
        complain(p, "'%.*s': there is no such character; a lone & is &amp;",
                 (int)(p->end - p->at < 10 ? p->end - p->at : 10), p->at);
    return n;
}

static const char *value(parser *p)
{
    const char quote = p->at < p->end ? *p->at : 0;
    const char *close;
    char *out;
    size_t n = 0;

    if (quote != '"' && quote != '\'') {
        complain(p, "the value of an attribute stands in quotes");
        return NULL;
    }
    close = memchr(p->at + 1, quote, (size_t)(p->end - p->at - 1));
    if (!close) {
        complain(p, "the end of the file comes before that of the value");
        return NULL;
    }
    out = zni_tree_take(p->tree, (size_t)(close - p->at));
    if (!out) {
        p->st = ZN_ENOMEM;
        return NULL;
    }
    step(p);
    while (p->at < close && !p->wrong) {
        if (*p->at == '<' || !*p->at)
            complain(p, "a value has no '%s'", *p->at ? "<" : "\\0");
        else if (*p->at == '&')
            n += reference(p, out + n);
        else {
            out[n++] = is_blank(*p->at) ? ' ' : *p->at;
            step(p);
        }
    }
    if (p->wrong)
        return NULL;
    out[n] = 0;
    step(p);
    return out;
}

/* ---- elements ---- */

static zni_node *scalar(parser *p, const char *text)
{
    zni_node *n = zni_tree_take(p->tree, sizeof *n);

    if (!n) {
        p->st = ZN_ENOMEM;
        return NULL;
    }
    *n = (zni_node){.kind = ZNI_SCALAR,
                    .quoted = true,
                    .text = text,
                    .line = p->line,
                    .column = p->at - p->line_start + 1};
    return n;
}

static void attribute(parser *p, zni_element *e)
{
    zni_node *key = scalar(p, ""), *n;

    if (!key || !(key->text = name(p)))
        return;
    if (zni_tree_get(&e->attr, key->text)) {
        complain(p, "<%s> has '%s' twice", e->name, key->text);
        return;
    }
    if (e->attr.n == ATTRIBUTES) {
        complain(p, "<%.40s> has more than %d attributes", e->name, ATTRIBUTES);
        return;
    }
    skip_blanks(p);
    if (p->at == p->end || *p->at != '=') {
        complain(p, "'%.40s' has no value", key->text);
        return;
    }
    step(p);
    skip_blanks(p);
    n = scalar(p, "");
    if (!n || !(n->text = value(p)))
        return;
    key->next = n;
    if (e->attr.last)
        e->attr.last->next = key;
    else
        e->attr.first = key;
    e->attr.last = n;
    e->attr.n++;
}

static void begin_element(parser *p, zni_element **root)
{
    zni_element *e = zni_tree_take(p->tree, sizeof *e);

    if (!e) {
        p->st = ZN_ENOMEM;
        return;
    }
    *e = (zni_element){.attr = {.kind = ZNI_MAP,
                                .line = p->line,
                                .column = p->at - p->line_start + 1}};
    step(p);
    e->name = name(p);
    if (!e->name)
        return;
    if (p->depth == DEEPEST || (!p->depth && *root)) {
        complain(p,
                 p->depth ? "deeper than %d levels"
                          : "a second element beside the first of all",
                 DEEPEST);
        return;
    }
    if (!p->depth)
        *root = e;
    else if (p->open[p->depth - 1]->last)
        p->open[p->depth - 1]->last->next = e;
    else
        p->open[p->depth - 1]->first = e;
    if (p->depth)
        p->open[p->depth - 1]->last = e;
    skip_blanks(p);
    while (!p->wrong && !p->st && p->at < p->end && *p->at != '>' &&
           *p->at != '/') {
        attribute(p, e);
        skip_blanks(p);
    }
    if (p->wrong || p->st)
        return;
    if (looking_at(p, "/>")) {
        p->at += 2;
    } else if (p->at < p->end && *p->at == '>') {
        p->at++;
        p->open[p->depth++] = e;
    } else
        complain(p, "<%.40s is not closed by >", e->name);
}

static void end_element(parser *p)
{
    const char *closed;

    p->at += 2;
    closed = name(p);
    if (!closed)
        return;
    if (!p->depth || strcmp(p->open[p->depth - 1]->name, closed) != 0) {
        complain(
            p, "</%.40s> closes %s%.40s%s", closed, p->depth ? "<" : "nothing",
            p->depth ? p->open[p->depth - 1]->name : "", p->depth ? ">" : "");
        return;
    }
    p->depth--;
    skip_blanks(p);
    if (p->at == p->end || *p->at != '>')
        complain(p, "</%.40s is not closed by >", closed);
    else
        p->at++;
}

static void next_piece(parser *p, zni_element **root)
{
    if (looking_at(p, "<!--"))
        skip_past(p, "-->", "a comment");
    else if (looking_at(p, "<?"))
        skip_past(p, "?>", "an instruction");
    else if (looking_at(p, "<![CDATA[") && p->depth)
        skip_past(p, "]]>", "CDATA");
    else if (looking_at(p, "<!"))
        complain(p, "document types and what they declare are not read");
    else if (looking_at(p, "</"))
        end_element(p);
    else if (*p->at == '<')
        begin_element(p, root);
    else if (p->depth || is_blank(*p->at))
        step(p);
    else
        complain(p, "no XML: it begins with <");
}

zn_status zni_xml_read(zni_tree *t, const char *file, const char text[],
                       size_t n, zn_findings *f, zni_element **root)
{
    parser p = {.tree = t,
                .file = file,
                .at = text,
                .end = text + n,
                .line_start = text,
                .line = 1,
                .f = f};

    *root = NULL;
    if (looking_at(&p, "\xef\xbb\xbf"))
        p.line_start = p.at += 3;
    while (p.at < p.end && !p.wrong && !p.st)
        next_piece(&p, root);
    if (!p.st && !p.wrong && p.depth)
        complain(&p, "<%.40s> of line %td is not closed",
                 p.open[p.depth - 1]->name, p.open[p.depth - 1]->attr.line);
    else if (!p.st && !p.wrong && !*root)
        complain(&p, "there is no element in it");
    if (p.wrong || p.st)
        *root = NULL;
    return p.st;
}
