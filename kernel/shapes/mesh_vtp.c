/* mesh_vtp.c - triangles of a file of VTK's polygons, PolyData in XML
 *
 * One piece; polygons of more than three corners are cut from the first one; points with equal
 * numbers are one, as in STL.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/mesh.h"
#include "kernel/shapes/vtp.h"
#include "solvers/core/c_locale.h"

#include <expat.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS, CORNERS, ENDS, ARRAYS };

typedef struct reader {
    XML_Parser expat;
    zn_ctx *ctx;
    const char *name;
    zn_status st;
    zni_vtp_way way;
    char part[16]; /* Points, Polys, ... */
    zni_vtp_array array[ARRAYS];
    zni_vtp_text appended, *text; /* `text`: what goes on, or NULL */
    bool blanks; /* are part of it */
    bool begun;  /* the mark before what is appended is past */
    int pieces;
} reader;

static void complain(reader *r, const char *fmt, ...) ZN_PRINTF(2, 3);

static void complain(reader *r, const char *fmt, ...)
{
    char words[160];
    va_list ap;

    if (r->st)
        return;
    va_start(ap, fmt);
    vsnprintf(words, sizeof words, fmt, ap);
    va_end(ap);
    r->st =
        zn_fail(r->ctx, ZN_EINVAL, "%s:%llu: %s", r->name,
                (unsigned long long)XML_GetCurrentLineNumber(r->expat), words);
    XML_StopParser(r->expat, XML_FALSE);
}

static const char *of(const XML_Char *const given[], const char *key)
{
    for (int i = 0; given[i]; i += 2)
        if (strcmp(given[i], key) == 0)
            return given[i + 1];
    return "";
}

/* ---- elements ---- */

static void begin_file(reader *r, const XML_Char *const given[])
{
    const char *packed = of(given, "compressor");

    if (strcmp(of(given, "type"), "PolyData") != 0)
        complain(r, "a file of VTK of type '%.30s', must be PolyData",
                 of(given, "type"));
    r->way = (zni_vtp_way){strcmp(of(given, "byte_order"), "BigEndian") == 0,
                           strcmp(of(given, "header_type"), "UInt64") == 0,
                           strcmp(packed, "vtkZLibDataCompressor") == 0};
    if (*packed && !r->way.zlib)
        complain(r, "compressed by %.40s; there is vtkZLibDataCompressor",
                 packed);
}

static void begin_piece(reader *r, const XML_Char *const given[])
{
    if (++r->pieces > 1)
        complain(r, "a second piece; one is read");
    if (strtol(of(given, "NumberOfStrips"), NULL, 10) > 0)
        complain(r, "strips of triangles are not read; write polygons");
}

static zni_vtp_array *array_of(reader *r, const char *name)
{
    if (strcmp(r->part, "Points") == 0)
        return &r->array[POINTS];
    if (strcmp(r->part, "Polys") != 0)
        return NULL;
    return strcmp(name, "connectivity") == 0 ? &r->array[CORNERS]
           : strcmp(name, "offsets") == 0    ? &r->array[ENDS]
                                             : NULL;
}

static void begin_array(reader *r, const XML_Char *const given[])
{
    const char *format = of(given, "format");
    zni_vtp_array *a = array_of(r, of(given, "Name"));

    if (!a || a->there)
        return;
    a->there = true;
    a->ascii = strcmp(format, "ascii") == 0;
    a->appended = strcmp(format, "appended") == 0;
    a->offset = strtoull(of(given, "offset"), NULL, 10);
    snprintf(a->type, sizeof a->type, "%s", of(given, "type"));
    r->text = a->appended ? NULL : &a->text;
    r->blanks = a->ascii;
}

static void XMLCALL begin(void *user, const XML_Char *name,
                          const XML_Char **given)
{
    reader *r = user;

    if (r->st)
        return;
    r->text = NULL; /* what is in elements of an array is no number of it */
    if (strcmp(name, "VTKFile") == 0)
        begin_file(r, given);
    else if (strcmp(name, "Piece") == 0)
        begin_piece(r, given);
    else if (strcmp(name, "DataArray") == 0)
        begin_array(r, given);
    else if (strcmp(name, "AppendedData") == 0) {
        if (strcmp(of(given, "encoding"), "base64") != 0)
            complain(r, "appended data in '%.20s', must be base64",
                     of(given, "encoding"));
        r->text = &r->appended;
        r->blanks = false;
    } else
        snprintf(r->part, sizeof r->part, "%s", name);
}

static void XMLCALL end(void *user, const XML_Char *name)
{
    reader *r = user;

    if (strcmp(name, "DataArray") == 0 || strcmp(name, "AppendedData") == 0)
        r->text = NULL;
}

/* Text of an array, or what is appended after '_'. */
static void XMLCALL words(void *user, const XML_Char *s, int n)
{
    reader *r = user;
    zni_vtp_text *t = r->text;

    if (!t || r->st)
        return;
    r->st = zn_grow(r->ctx, &t->s, &t->room, t->n + n + 1, 1);
    for (int i = 0; !r->st && i < n; i++)
        if (t == &r->appended && !r->begun)
            r->begun = s[i] == '_';
        else if (r->blanks || !strchr(" \t\r\n", s[i]))
            t->s[t->n++] = s[i];
    if (r->st)
        XML_StopParser(r->expat, XML_FALSE);
}

static void XMLCALL doctype(void *user, const XML_Char *name,
                            const XML_Char *system, const XML_Char *public,
                            int inside)
{
    (void)name, (void)system, (void)public, (void)inside;
    complain(user, "document types and what they declare are not read");
}

static void parse(reader *r, size_t n, const char text[])
{
    r->expat = XML_ParserCreate(NULL);
    if (!r->expat) {
        r->st = ZN_ENOMEM;
        return;
    }
    XML_SetUserData(r->expat, r);
    XML_SetElementHandler(r->expat, begin, end);
    XML_SetCharacterDataHandler(r->expat, words);
    XML_SetStartDoctypeDeclHandler(r->expat, doctype);
    if (n > INT_MAX)
        complain(r, "%zu bytes, %d at most are read", n, INT_MAX);
    else if (XML_Parse(r->expat, text, (int)n, XML_TRUE) != XML_STATUS_OK) {
        const enum XML_Error code = XML_GetErrorCode(r->expat);
        if (code == XML_ERROR_NO_MEMORY && !r->st)
            r->st = ZN_ENOMEM;
        complain(r, "%s: is it XML?", XML_ErrorString(code));
    }
    XML_ParserFree(r->expat);
}

/* ---- triangles ---- */

static zn_status number(reader *r, int which, zn_index most, double **x,
                        zn_index *n)
{
    const zn_status st = zni_vtp_numbers(r->ctx, &r->array[which], &r->way,
                                         &r->appended, most, x, n);

    return st ? zn_note(r->ctx, st, "%s", r->name) : ZN_OK;
}

static zn_status polygon(reader *r, zni_soup *s, const double corner[],
                         zn_index n)
{
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < n; i++)
        if (!(corner[i] >= 0 && corner[i] < (double)s->nv))
            return zn_fail(r->ctx, ZN_EINVAL,
                           "%s: a polygon has point %g, there are 0 ... %td",
                           r->name, corner[i], s->nv - 1);
    for (zn_index i = 2; !st && i < n; i++)
        st = zni_soup_triangle(s, (zn_index)corner[0], (zn_index)corner[i - 1],
                               (zn_index)corner[i]);
    return st;
}

static zn_status gather(reader *r, zni_soup *s)
{
    double *x = NULL, *corner = NULL, *stop = NULL;
    zn_index n, nc = 0, ne = 0, from = 0;
    zn_status st = number(r, POINTS, 9 * (zn_index)ZNI_MESH_MOST, &x, &n);

    for (zn_index i = 0; !st && i + 3 <= n; i += 3)
        st = zni_soup_point(s, x + i);
    if (!st)
        st = number(r, CORNERS, 9 * (zn_index)ZNI_MESH_MOST, &corner, &nc);
    if (!st)
        st = number(r, ENDS, ZNI_MESH_MOST, &stop, &ne);
    for (zn_index i = 0; !st && i < ne; i++) {
        if (!(stop[i] >= (double)from && stop[i] <= (double)nc)) {
            st = zn_fail(r->ctx, ZN_EINVAL,
                         "%s: polygon %td ends at %g of %td corners", r->name,
                         i, stop[i], nc);
            break;
        }
        st = polygon(r, s, corner + from, (zn_index)stop[i] - from);
        from = (zn_index)stop[i];
    }
    zn_free_array(r->ctx, x);
    zn_free_array(r->ctx, corner);
    zn_free_array(r->ctx, stop);
    return st;
}

zn_status zni_vtp_read(zni_soup *s, const char *name, size_t n,
                       const char text[])
{
    const zni_c_locale locale = zni_c_locale_set();
    reader r = {.ctx = s->ctx,
                .name = name,
                .array = {{.what = "points"},
                          {.what = "corners of polygons"},
                          {.what = "ends of polygons"}}};

    parse(&r, n, text);
    if (!r.st)
        r.st = gather(&r, s);
    zni_c_locale_restore(locale);
    if (!r.st && s->nt == 0)
        r.st =
            zn_fail(s->ctx, ZN_EINVAL, "%s: there is no polygon in it", name);
    for (int k = 0; k < ARRAYS; k++)
        zn_free_array(s->ctx, r.array[k].text.s);
    zn_free_array(s->ctx, r.appended.s);
    return r.st ? r.st : zni_soup_weld(s);
}
