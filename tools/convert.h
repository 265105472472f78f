/* convert.h - films for other programs
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_CONVERT_H
#define ZENO_TOOLS_CONVERT_H

#include <stdio.h>
#include <zeno/film.h>

/* Triangles of a shape in its frame: 3 n corners, each with position and normal. */
typedef struct triangles {
    zn_index n, room; /* numbers in v */
    float   *v;       /* 6 a corner; freed by free() */
} triangles;

/* Of shape i of a film. False without memory, or if it is no shape that there is. Planes
 * are squares of `extent`. */
bool make_triangles(const zn_film_data *d, zn_index i, double extent,
                    triangles *out);

/* One more corner; false without memory. */
bool add_corner(triangles *t, const double x[3], const double n[3]);

/* convert-flat.c: is it a form of the plane? Those are drawn as slabs. */
bool is_flat(const char *form);
bool make_slab(const zn_film_data *d, zn_index i, triangles *out);
/* How many points shape i has, 0 in a film without any; *first is the number of the first. */
zn_index film_points(const zn_film_data *d, zn_index i, zn_index *first);
/* Four times as far as anything goes along x or y, and 4 at least (m). */
double film_extent(const zn_film_data *d);

/* Say it with the reason of the system, and end. */
_Noreturn void fail_file(const char *path);

/* convert-file.c: the file that was named is written under another name, and takes its own in
 * end_named, whole: if the program ends before, also by a signal but SIGKILL, what was there stays and nothing is
 * left. Links, pipes that are read and devices are written to. They end the program where they cannot. */
FILE *create_named(const char *path);
void end_named(void);

/* The film that is read, which no file beside the one that was named replaces; the name is kept. */
void keep_film(const char *path);
/* A file beside the one that was named. A file of that name goes; links, pipes and devices are
 * refused, and so is the film, which ends the program. */
FILE *create_beside(const char *path);

/* Each writes a whole film; they end the program where they cannot. */
void write_csv(const zn_film_data *d, const char *path);
void write_gltf(const zn_film_data *d, const char *path);
void write_vtk(const zn_film_data *d, const char *path);
void write_siconos(const zn_film_data *d, const char *path);

#endif
