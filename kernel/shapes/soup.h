/* soup.h - triangles on their way from a file
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SOUP_H
#define ZENO_KERNEL_SOUP_H

#include <zeno/surface.h>

/* Bytes that a file of triangles, or of heights, has at most. */
#define ZNI_SURFACE_BYTES ((uint64_t)1 << 29)

typedef struct zni_soup {
    zn_ctx   *ctx;
    double   *v;   /* 3 x nv */
    zn_index  nv, cv;
    zn_index *tri; /* 3 x nt */
    zn_index  nt, ct;
} zni_soup;

/* soup.c */
zn_status zni_soup_point(zni_soup *s, const double x[3]);
/* Of the points a, b, c, which are there; refused beyond the million. */
zn_status zni_soup_triangle(zni_soup *s, zn_index a, zn_index b, zn_index c);
/* Points with equal numbers become one; triangles with two corners in one point go. */
zn_status zni_soup_weld(zni_soup *s);
/* Points that no triangle has go. */
zn_status zni_soup_tidy(zni_soup *s);

/* mesh_obj.c, mesh_stl.c, mesh_vtp.c */
zn_status zni_obj_read(zni_soup *s, const char *name, size_t n,
                       const char text[]);
zn_status zni_stl_read(zni_soup *s, const char *name, size_t n,
                       const char text[]);
zn_status zni_vtp_read(zni_soup *s, const char *name, size_t n,
                       const char text[]);
/* Triangles of a binary file of that size; -1: it is none. */
zn_index zni_stl_count(size_t n, const char bytes[]);
zn_status zni_stl_read_binary(zni_soup *s, const char *name, zn_index count,
                              const char bytes[]);

#endif
