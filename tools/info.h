/* info.h - zeno info: what is in a file, in a few lines
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_INFO_H
#define ZENO_TOOLS_INFO_H

#include <zeno/film.h>

#include "tools/table.h"

/* Title, bodies, frames, contacts, energy of a film; it has a frame at least. */
void info_film(const zn_film_data *d);

/* Rows, and of each column name, unit, first, last, least and largest value. */
void info_table(const table *t);

/* The texts that a file of HDF5 says of itself (attributes of its root). */
void info_notes(const char *path);

#endif
