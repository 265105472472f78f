/* mjcf_hfield.c - <hfield> of MJCF, whose elevations stand in the model
 *
 * Elevations become heights from 0 to size[2], whatever their units; the first row is that of the
 * largest y, as in a picture. What is under them is ground of a depth of its own here (zeno/shape.h), so
 * size[3] says nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/mjcf.h"
#include "kernel/shapes/mesh.h"

#include <math.h>
#include <string.h>

static const zni_element *find(const zni_mj *m, const char *name)
{
    const zni_element *e = m->assets ? m->assets->first : NULL;

    for (; e; e = e->next) {
        const zni_node *own = zni_tree_get(&e->attr, "name");
        if (strcmp(e->name, "hfield") == 0 && own &&
            strcmp(own->text, name) == 0)
            break;
    }
    return e;
}

/* Rows and columns; false: they are wrong, which is said. */
static bool grid_of(zni_mj *m, const zni_element *e, zn_index grid[2])
{
    static const char *const key[] = {"ncol", "nrow"};
    double n[2] = {0};

    for (int k = 0; k < 2; k++)
        if (!zni_import_reals(m->r, zni_tree_get(&e->attr, key[k]), 1, 1, &n[k],
                              NULL))
            return false;
    if (!(n[0] >= 2 && n[1] >= 2 && n[0] == floor(n[0]) &&
          n[1] == floor(n[1]) && 2 * n[0] * n[1] <= ZNI_MESH_MOST)) {
        zni_complain(m->r, &e->attr,
                     "nrow %g and ncol %g must be whole numbers >= 2, of two "
                     "triangles each, %d at most",
                     n[1], n[0], ZNI_MESH_MOST);
        return false;
    }
    grid[0] = (zn_index)n[0];
    grid[1] = (zn_index)n[1];
    return true;
}

/* From 0 to top, rows in the order of y. */
static void scale_up(const double given[], const zn_index grid[2], double top,
                     double out[])
{
    double least = INFINITY, most = -INFINITY;

    for (zn_index i = 0; i < grid[0] * grid[1]; i++) {
        least = fmin(least, given[i]);
        most = fmax(most, given[i]);
    }
    for (zn_index j = 0; j < grid[1]; j++)
        for (zn_index i = 0; i < grid[0]; i++) {
            const double x = given[i + (grid[1] - 1 - j) * grid[0]];
            out[i + j * grid[0]] =
                most > least ? top * ((x - least) / (most - least)) : 0;
        }
}

bool zni_mj_hfield(zni_mj *m, zni_mj_item i, zn_scene_shape *s)
{
    const zni_node *name = zni_mj_get(m, i, "hfield");
    const zni_element *e = name ? find(m, name->text) : NULL;
    const zni_node *list, *file;
    double size[4] = {0}, *x;
    zn_index n;

    if (!e) {
        zni_complain(m->r, name ? name : &i.e->attr,
                     "there is no hfield '%.60s'", name ? name->text : "");
        return false;
    }
    file = zni_tree_get(&e->attr, "file");
    list = zni_tree_get(&e->attr, "elevation");
    if (file) {
        zni_import_skip(&m->im, file, "<hfield> of a file, '%.40s',",
                        file->text);
        return false;
    }
    if (!grid_of(m, e, s->grid) ||
        !zni_import_reals(m->r, zni_tree_get(&e->attr, "size"), 4, 4, size,
                          NULL))
        return false;
    if (!(size[2] >= 0)) {
        zni_complain(m->r, zni_tree_get(&e->attr, "size"),
                     "elevation_z = %g, must be >= 0", size[2]);
        return false;
    }
    if (!list) /* level ground, whatever there is of it */
        s->grid[0] = s->grid[1] = 2;
    n = s->grid[0] * s->grid[1];
    x = zni_tree_take(m->tree, 2 * (size_t)n * sizeof *x);
    if (!x) {
        m->r->st = ZN_ENOMEM;
        return false;
    }
    memset(x, 0, 2 * (size_t)n * sizeof *x);
    if (!zni_import_reals(m->r, list, (int)n, (int)n, x, NULL))
        return false;
    scale_up(x, s->grid, size[2], x + n);
    s->form = "height_field";
    s->size[0] = 2 * size[0];
    s->size[1] = 2 * size[1];
    s->heights = x + n;
    return true;
}
