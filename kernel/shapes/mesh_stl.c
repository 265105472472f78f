/* mesh_stl.c - triangles of an STL file, text or binary
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/lines.h"
#include "kernel/shapes/mesh.h"
#include "kernel/shapes/soup.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { HEAD = 84, EACH = 50 }; /* bytes before the triangles, and of one */

/* ---- text ------------------------------------------------------------------------------ */

/* One line; `n`: corners of the facet so far, -1: none has begun. */
static zn_status read_line(zni_soup *s, zni_lines *l, int *n)
{
    char word[ZNI_LINE_WORD];
    double x[3];
    zn_status st = ZN_OK;

    if (!zni_lines_word(l, word))
        return ZN_OK;
    if (strcasecmp(word, "facet") == 0) {
        if (*n >= 0)
            return zni_lines_fail(l, "the facet before has not ended");
        *n = 0;
    } else if (strcasecmp(word, "vertex") == 0) {
        if (*n < 0 || ++*n > 3)
            return zni_lines_fail(l, *n < 0 ? "a vertex outside of a facet"
                                            : "a facet of four corners");
        st = zni_lines_point(l, x);
        return st ? st : zni_soup_point(s, x);
    } else if (strcasecmp(word, "endfacet") == 0) {
        if (*n != 3)
            return zni_lines_fail(l, "a facet of %d corners, must have three",
                                  *n < 0 ? 0 : *n);
        *n = -1;
        st = zni_soup_triangle(s, s->nv - 3, s->nv - 2, s->nv - 1);
        if (st == ZN_EINVAL)
            st = zni_lines_fail(l, "%s", zn_errmsg(s->ctx));
    }
    return st;
}

zn_status zni_stl_read(zni_soup *s, const char *name, size_t n,
                       const char text[])
{
    zn_status st = ZN_OK;
    int corners = -1;
    zni_lines l;

    zni_lines_begin(&l, s->ctx, name, n, text);
    while (!st && zni_lines_next(&l))
        st = read_line(s, &l, &corners);
    if (!st && corners >= 0)
        st = zni_lines_fail(&l, "the file ends within a facet");
    zni_lines_end(&l);
    if (!st && s->nt == 0)
        st = zn_fail(s->ctx, ZN_EINVAL, "%s: there is no facet in it", name);
    return st ? st : zni_soup_weld(s);
}

/* ---- binary ------------------------------------------------------------------------------ */

/* Little-endian, on any machine. */
static uint32_t word_at(const char *p)
{
    uint32_t u = 0;

    for (int i = 3; i >= 0; i--)
        u = u << 8 | (unsigned char)p[i];
    return u;
}

zn_index zni_stl_count(size_t n, const char bytes[])
{
    uint32_t count;

    if (n < HEAD)
        return -1;
    count = word_at(bytes + HEAD - 4);
    return n == HEAD + EACH * (uint64_t)count ? (zn_index)count : -1;
}

static zn_status read_point(zni_soup *s, const char *name, zn_index t,
                            const char *p)
{
    float f[3];
    double x[3];

    for (int i = 0; i < 3; i++) {
        const uint32_t u = word_at(p + 4 * i);
        memcpy(&f[i], &u, sizeof u);
        x[i] = (double)f[i];
        if (!isfinite(x[i]))
            return zn_fail(s->ctx, ZN_EINVAL,
                           "%s: a corner of triangle %td has a coordinate %g, "
                           "must be finite",
                           name, t, x[i]);
    }
    return zni_soup_point(s, x);
}

zn_status zni_stl_read_binary(zni_soup *s, const char *name, zn_index count,
                              const char bytes[])
{
    zn_status st = ZN_OK;

    if (count < 1 || count > ZNI_MESH_MOST)
        return zn_fail(s->ctx, ZN_EINVAL, "%s: %td triangles, must be 1 ... %d",
                       name, count, ZNI_MESH_MOST);
    for (zn_index t = 0; !st && t < count; t++) {
        /* a normal, which the corners have, too, and three corners */
        const char *p = bytes + HEAD + EACH * t + 12;
        for (int k = 0; !st && k < 3; k++)
            st = read_point(s, name, t, p + 12 * k);
        if (!st)
            st = zni_soup_triangle(s, s->nv - 3, s->nv - 2, s->nv - 1);
    }
    return st ? st : zni_soup_weld(s);
}
