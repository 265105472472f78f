/* surface.c - surfaces from files: which kind, and rows of heights
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/surface.h>

#include <string.h>
#include <strings.h>

#include "kernel/plugin/file.h"
#include "kernel/shapes/lines.h"
#include "kernel/shapes/mesh.h"
#include "kernel/shapes/soup.h"

/* ---- meshes ------------------------------------------------------------------------------- */

void zn_mesh_data_free(zn_ctx *ctx, zn_mesh_data *d)
{
    zn_free_array(ctx, d->points);
    zn_free_array(ctx, d->corner);
    *d = (zn_mesh_data){0};
}

/* Does it begin with that, after blanks? */
static bool begins(size_t n, const char text[], const char *with)
{
    const size_t size = strlen(with);

    while (n > 0 && strchr(" \t\r\n", *text) && *text) {
        text++;
        n--;
    }
    return n >= size && strncasecmp(text, with, size) == 0;
}

zn_status zn_mesh_read_text(zn_ctx *ctx, const char *name, size_t n,
                            const char text[], zn_mesh_data *out)
{
    const zn_index binary = zni_stl_count(n, text);
    zni_soup s = {.ctx = ctx};
    zn_status st;

    *out = (zn_mesh_data){0};
    if (binary >= 0)
        st = zni_stl_read_binary(&s, name, binary, text);
    else if (begins(n, text, "solid"))
        st = zni_stl_read(&s, name, n, text);
    else if (begins(n, text, "<"))
        st = zni_vtp_read(&s, name, n, text);
    else
        st = zni_obj_read(&s, name, n, text);
    if (!st && s.nt == 0)
        st = zn_fail(ctx, ZN_EINVAL,
                     "%s: all its triangles have two corners in one point",
                     name);
    *out = (zn_mesh_data){s.nv, s.v, s.nt, s.tri};
    if (st)
        zn_mesh_data_free(ctx, out);
    return st;
}

/* ---- heights ------------------------------------------------------------------------------ */

void zn_height_data_free(zn_ctx *ctx, zn_height_data *d)
{
    zn_free_array(ctx, d->height);
    *d = (zn_height_data){0};
}

/* One line: none, or as many heights as the first one has. */
static zn_status read_row(zni_lines *l, zn_height_data *d, zn_index *room)
{
    char word[ZNI_LINE_WORD];
    zn_index n = 0;
    double z;

    while (zni_lines_word(l, word) && word[0] != '#') {
        zn_status st = zni_lines_real(l, word, &z);
        const zn_index at = d->nx * d->ny + n++;
        if (!st && at >= ZNI_MESH_MOST)
            st = zni_lines_fail(l, "more than %d heights", ZNI_MESH_MOST);
        if (!st)
            st = zn_grow(l->ctx, &d->height, room, at + 1, sizeof *d->height);
        if (st)
            return st;
        d->height[at] = z;
    }
    if (n && d->ny && n != d->nx)
        return zni_lines_fail(l, "a row of %td heights, those before have %td",
                              n, d->nx);
    if (n) {
        d->nx = n;
        d->ny++;
    }
    return ZN_OK;
}

static zn_status check_grid(zn_ctx *ctx, const char *name,
                            const zn_height_data *d)
{
    if (d->nx >= 2 && d->ny >= 2 &&
        2 * (d->nx - 1) * (d->ny - 1) <= ZNI_MESH_MOST)
        return ZN_OK;
    return zn_fail(ctx, ZN_EINVAL,
                   "%s: %td x %td heights, must be 2 x 2 or more, and %d "
                   "triangles at most",
                   name, d->nx, d->ny, ZNI_MESH_MOST);
}

zn_status zn_height_read_text(zn_ctx *ctx, const char *name, size_t n,
                              const char text[], zn_height_data *out)
{
    zn_index room = 0;
    zni_lines l;
    zn_status st = ZN_OK;

    *out = (zn_height_data){0};
    zni_lines_begin(&l, ctx, name, n, text);
    l.apart = ",;";
    while (!st && zni_lines_next(&l))
        st = read_row(&l, out, &room);
    zni_lines_end(&l);
    if (!st)
        st = check_grid(ctx, name, out);
    if (st)
        zn_height_data_free(ctx, out);
    return st;
}

/* ---- files ---------------------------------------------------------------------------------- */

zn_status zn_mesh_read(zn_ctx *ctx, const char *path, zn_mesh_data *out)
{
    unsigned char *bytes;
    uint64_t n;
    zn_status st =
        zn_note(ctx, zni_file_read(ctx, path, ZNI_SURFACE_BYTES, &bytes, &n),
                "'%s'", path);

    *out = (zn_mesh_data){0};
    if (!st)
        st = zn_mesh_read_text(ctx, path, (size_t)n, (const char *)bytes, out);
    zn_free_array(ctx, bytes);
    return st;
}

zn_status zn_height_read(zn_ctx *ctx, const char *path, zn_height_data *out)
{
    unsigned char *bytes;
    uint64_t n;
    zn_status st =
        zn_note(ctx, zni_file_read(ctx, path, ZNI_SURFACE_BYTES, &bytes, &n),
                "'%s'", path);

    *out = (zn_height_data){0};
    if (!st)
        st =
            zn_height_read_text(ctx, path, (size_t)n, (const char *)bytes, out);
    zn_free_array(ctx, bytes);
    return st;
}
