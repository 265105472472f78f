/* mjcf_mesh.c - <mesh> of MJCF: of a file, or of points in the model
 *
 * Meshes touch as their hulls do there, and here, so nobody asks for the faces of points.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/mjcf.h"
#include "kernel/shapes/mesh.h"

#include <stdio.h>
#include <string.h>

/* Its name, or its file's without folder and suffix. */
static bool is_named(const zni_element *e, const char *name)
{
    const zni_node *own = zni_tree_get(&e->attr, "name");
    const zni_node *file = zni_tree_get(&e->attr, "file");
    const char *slash = file ? strrchr(file->text, '/') : NULL;
    const char *from = slash ? slash + 1 : file ? file->text : "";
    const size_t n = strcspn(from, ".");

    if (own)
        return strcmp(own->text, name) == 0;
    return file && strlen(name) == n && strncmp(from, name, n) == 0;
}

static const zni_element *find(const zni_mj *m, const char *name)
{
    const zni_element *e = m->assets ? m->assets->first : NULL;

    while (e && !(strcmp(e->name, "mesh") == 0 && is_named(e, name)))
        e = e->next;
    return e;
}

static bool of_file(zni_mj *m, const zni_node *file, const double scale[3], zn_scene_shape *s)
{
    const zn_mesh_data *d;
    char path[ZN_TEXT_MAX];

    snprintf(path, sizeof path, "%.200s%s%.200s", m->folder,
             *m->folder && m->folder[strlen(m->folder) - 1] != '/' ? "/" : "",
             file->text);
    d = zni_surface_mesh(m->r, file, path, scale);
    if (!d)
        return false;
    s->points = d->points;
    s->npoint = d->nv;
    return true;
}

/* How many words there are in a list of numbers, and what is no number is said by who reads it. */
static size_t words(const char *s)
{
    size_t n = 0;

    for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
        s += strcspn(s, " ");
        n++;
    }
    return n;
}

static bool of_points(zni_mj *m, const zni_node *list, const double scale[3], zn_scene_shape *s)
{
    const size_t n = words(list->text);
    double *x;

    if (n < 12 || n % 3 || n / 3 > ZNI_MESH_MOST) {
        zni_complain(m->r, list, "%zu numbers: a mesh has 3 of each point, of which there are 4 to %d", n,
                     ZNI_MESH_MOST);
        return false;
    }
    x = zni_tree_take(m->tree, n * sizeof *x);
    if (!x) {
        m->r->st = ZN_ENOMEM;
        return false;
    }
    if (!zni_import_reals(m->r, list, (int)n, (int)n, x, NULL))
        return false;
    for (size_t k = 0; k < n; k++)
        x[k] *= scale[k % 3];
    s->points = x;
    s->npoint = (zn_index)(n / 3);
    return true;
}

bool zni_mj_mesh(zni_mj *m, zni_mj_item i, zn_scene_shape *s)
{
    const zni_node *name = zni_mj_get(m, i, "mesh"), *file, *list;
    const zni_element *e = name ? find(m, name->text) : NULL;
    double scale[3] = {1, 1, 1};

    if (!name) {
        zni_complain(m->r, &i.e->attr, "a mesh needs the name of one, mesh=");
        return false;
    }
    file = e ? zni_tree_get(&e->attr, "file") : NULL;
    list = e ? zni_tree_get(&e->attr, "vertex") : NULL;
    if (!file && !list) {
        zni_complain(m->r, name, "there is no mesh '%.60s' with a file or vertex=", name->text);
        return false;
    }
    s->form = "hull";
    if (!zni_import_reals(m->r, zni_tree_get(&e->attr, "scale"), 3, 3, scale, NULL))
        return false;
    return file ? of_file(m, file, scale, s) : of_points(m, list, scale, s);
}
