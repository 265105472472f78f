/* xml.c - an XML document as elements that know their lines
 *
 * Expat reads and checks it. Attributes have places of their own, which it does not tell: they
 * are looked up in the text of their tag.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/xml.h"

#include <expat.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ATTRIBUTES = 256 };

typedef struct place {
    zn_index line, column;
} place;

typedef struct reader {
    XML_Parser expat;
    zni_tree *tree;
    const char *file, *text;
    zn_findings *f;
    zn_status st; /* no memory */
    bool wrong;
    zni_element *root, *open[ZNI_XML_DEEPEST];
    int depth;
} reader;

static place here(const reader *r)
{
    return (place){(zn_index)XML_GetCurrentLineNumber(r->expat),
                   (zn_index)XML_GetCurrentColumnNumber(r->expat) + 1};
}

/* Said once; the rest is not read. */
static void complain(reader *r, const char *fmt, ...) ZN_PRINTF(2, 3);

static void complain(reader *r, const char *fmt, ...)
{
    const place at = here(r);
    char words[256];
    va_list ap;

    if (r->wrong || r->st)
        return;
    va_start(ap, fmt);
    vsnprintf(words, sizeof words, fmt, ap);
    va_end(ap);
    zn_findings_add(r->f, "%s:%td:%td: %s", r->file, at.line, at.column, words);
    r->wrong = true;
    XML_StopParser(r->expat, XML_FALSE);
}

static void *take(reader *r, size_t n)
{
    void *p = zni_tree_take(r->tree, n);

    if (!p && !r->st) {
        r->st = ZN_ENOMEM;
        XML_StopParser(r->expat, XML_FALSE);
    }
    return p;
}

static const char *copy(reader *r, const char *text)
{
    const size_t n = strlen(text) + 1;
    char *out = take(r, n);

    return out ? memcpy(out, text, n) : NULL;
}

/* ---- where attributes stand ---- */

typedef struct cursor {
    const char *at, *end;
    place is;
} cursor;

static void step(cursor *c)
{
    if (*c->at++ == '\n') {
        c->is.line++;
        c->is.column = 1;
    } else
        c->is.column++;
}

static void skip(cursor *c, const char *these, bool while_in)
{
    while (c->at < c->end && (*c->at && strchr(these, *c->at)) == while_in)
        step(c);
}

/* The place of the next attribute in a tag; past its value. */
static place next_attribute(cursor *c)
{
    place found;
    char quote[2] = "";

    skip(c, " \t\r\n", true);
    found = c->is;
    skip(c, "\"'", false);
    if (c->at < c->end) {
        quote[0] = *c->at;
        step(c);
        skip(c, quote, false);
    }
    if (c->at < c->end)
        step(c);
    return found;
}

static cursor in_tag(const reader *r)
{
    const XML_Index at = XML_GetCurrentByteIndex(r->expat);
    cursor c = {r->text + at, r->text + at, here(r)};

    c.end += XML_GetCurrentByteCount(r->expat);
    skip(&c, " \t\r\n", false);
    return c;
}

/* ---- elements ---- */

static zni_node *scalar(reader *r, const char *text, place at)
{
    zni_node *n = take(r, sizeof *n);

    if (n)
        *n = (zni_node){.kind = ZNI_SCALAR,
                        .quoted = true,
                        .text = copy(r, text),
                        .file = r->file,
                        .line = at.line,
                        .column = at.column};
    return n && n->text ? n : NULL;
}

static bool attributes(reader *r, zni_element *e, const XML_Char *const given[])
{
    cursor c = in_tag(r);

    for (int i = 0; given[i]; i += 2) {
        const place at = next_attribute(&c);
        zni_node *key = scalar(r, given[i], at);
        zni_node *value = key ? scalar(r, given[i + 1], at) : NULL;
        if (!value)
            return false;
        if (i / 2 == ATTRIBUTES) {
            complain(r, "<%.40s> has more than %d attributes", e->name,
                     ATTRIBUTES);
            return false;
        }
        key->next = value;
        if (e->attr.last)
            e->attr.last->next = key;
        else
            e->attr.first = key;
        e->attr.last = value;
        e->attr.n++;
    }
    return true;
}

static void XMLCALL begin(void *user, const XML_Char *name,
                          const XML_Char **given)
{
    reader *r = user;
    zni_element *up = r->depth ? r->open[r->depth - 1] : NULL, *e;
    const place at = here(r);

    if (r->wrong || r->st)
        return;
    if (r->depth == ZNI_XML_DEEPEST) {
        complain(r, "deeper than %d levels", ZNI_XML_DEEPEST);
        return;
    }
    e = take(r, sizeof *e);
    if (!e)
        return;
    *e = (zni_element){.attr = {.kind = ZNI_MAP,
                                .file = r->file,
                                .line = at.line,
                                .column = at.column}};
    e->name = copy(r, name);
    if (!e->name || !attributes(r, e, given))
        return;
    if (!up)
        r->root = e;
    else if (up->last)
        up->last->next = e;
    else
        up->first = e;
    if (up)
        up->last = e;
    r->open[r->depth++] = e;
}

static void XMLCALL end(void *user, const XML_Char *name)
{
    reader *r = user;

    (void)name;
    if (!r->wrong && !r->st)
        r->depth--;
}

static void XMLCALL doctype(void *user, const XML_Char *name,
                            const XML_Char *system, const XML_Char *public,
                            int inside)
{
    (void)name, (void)system, (void)public, (void)inside;
    complain(user, "document types and what they declare are not read");
}

/* What expat says, and which element is open. */
static void failed(reader *r)
{
    const enum XML_Error code = XML_GetErrorCode(r->expat);
    const zni_element *e = r->depth ? r->open[r->depth - 1] : NULL;

    if (code == XML_ERROR_NO_MEMORY)
        r->st = ZN_ENOMEM;
    else if (e)
        complain(r, "%s, in <%.40s> of line %td", XML_ErrorString(code),
                 e->name, e->attr.line);
    else
        complain(r, "%s: is it XML?", XML_ErrorString(code));
}

zn_status zni_xml_read(zni_tree *t, const char *file, const char text[],
                       size_t n, zn_findings *f, zni_element **root)
{
    reader r = {.tree = t, .file = file, .text = text, .f = f};

    *root = NULL;
    r.expat = XML_ParserCreate(NULL);
    if (!r.expat)
        return ZN_ENOMEM;
    XML_SetUserData(r.expat, &r);
    XML_SetElementHandler(r.expat, begin, end);
    XML_SetStartDoctypeDeclHandler(r.expat, doctype);
    if (n > INT_MAX)
        complain(&r, "%zu bytes, %d at most are read", n, INT_MAX);
    else if (XML_Parse(r.expat, text, (int)n, XML_TRUE) != XML_STATUS_OK)
        failed(&r);
    XML_ParserFree(r.expat);
    if (!r.wrong && !r.st)
        *root = r.root;
    return r.st;
}
