/* mesh_obj.c - triangles of a Wavefront OBJ file
 *
 * A face is f a b c ..., a corner a, a/t, a//n or a/t/n, of which a is the number of a point, from 1
 * or, if it is < 0, back from the last one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/lines.h"
#include "kernel/shapes/soup.h"

#include <stdlib.h>
#include <string.h>

static zn_status corner(const zni_soup *s, const zni_lines *l, char *word,
                        zn_index *out)
{
    char *end;
    long long k;

    word[strcspn(word, "/")] = 0;
    k = strtoll(word, &end, 10);
    if (end == word || *end)
        return zni_lines_fail(l, "'%s' is not the number of a point", word);
    if (k == 0 || k > s->nv || k < -(long long)s->nv)
        return zni_lines_fail(
            l, "there is no point %lld; so far there are %td, from 1", k,
            s->nv);
    *out = (zn_index)(k > 0 ? k - 1 : s->nv + k);
    return ZN_OK;
}

static zn_status face(zni_soup *s, zni_lines *l)
{
    zn_index first = 0, last = 0, next = 0, n = 0;
    char word[ZNI_LINE_WORD];
    zn_status st = ZN_OK;

    while (!st && zni_lines_word(l, word) && word[0] != '#') {
        st = corner(s, l, word, &next);
        if (st)
            break;
        if (n >= 2)
            st = zni_soup_triangle(s, first, last, next);
        if (st == ZN_EINVAL)
            return zni_lines_fail(l, "%s", zn_errmsg(s->ctx));
        if (n++ == 0)
            first = next;
        last = next;
    }
    if (!st && n < 3)
        st = zni_lines_fail(l, "a face of %td corners, must have three", n);
    return st;
}

static zn_status read_lines(zni_soup *s, zni_lines *l)
{
    char word[ZNI_LINE_WORD];
    double x[3];
    zn_status st = ZN_OK;

    while (!st && zni_lines_next(l)) {
        if (!zni_lines_word(l, word))
            continue;
        if (strcmp(word, "v") == 0) {
            st = zni_lines_point(l, x);
            if (!st)
                st = zni_soup_point(s, x);
        } else if (strcmp(word, "f") == 0) {
            st = face(s, l);
        }
    }
    return st;
}

zn_status zni_obj_read(zni_soup *s, const char *name, size_t n,
                       const char text[])
{
    zni_lines l;
    zn_status st;

    zni_lines_begin(&l, s->ctx, name, n, text);
    st = read_lines(s, &l);
    zni_lines_end(&l);
    if (!st && s->nt == 0)
        st = zn_fail(s->ctx, ZN_EINVAL,
                     "%s: there is no triangle in it; a mesh is a file OBJ "
                     "(lines 'v x y z' and 'f 1 2 3'), STL or VTP",
                     name);
    return st ? st : zni_soup_tidy(s);
}
