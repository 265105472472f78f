/* read.c - a scene from a YAML file
 *
 * Everything that is wrong is found in one reading, as far as one fault does not
 * hide another. Parameters come first, whatever their place in the file; then bodies,
 * then what refers to them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read.h"

#include "kernel/output/h5_file.h"
#include "kernel/plugin/file.h"
#include "kernel/plugin/guess.h"
#include "kernel/scene/expression.h"
#include "kernel/scene/import.h"
#include "kernel/scene/read_hdf5.h"
#include "solvers/core/c_locale.h"

#include <stdio.h>
#include <string.h>

#include <zeno/osi.h>

const char *const zni_scene_keys[] = {
    "title",  "dimension", "parameters", "gravity", "laws", "bodies",
    "joints", "contacts",  "simulation", "plugins", NULL};

const char *const zni_simulation_keys[] = {"t0", "h", "T", "integrator", NULL};

/* ---- parameters ---- */

static bool good_name(const char *name)
{
    const char *const first = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";

    return *name && strchr(first, *name) && strlen(name) < ZN_WORD_MAX &&
           name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")] == 0;
}

/* The last --set of this name: its value, or NULL. */
static const char *set_value(const zni_reader *r, const char *name)
{
    const size_t n = strlen(name);

    for (zn_index i = r->nset; i-- > 0;)
        if (strncmp(r->set[i], name, n) == 0 && r->set[i][n] == '=')
            return r->set[i] + n + 1;
    return NULL;
}

static void add_parameter(zni_reader *r, zn_scene_parameter p)
{
    zn_scene *s = r->scene;

    if (zn_grow(r->ctx, &s->parameter, &s->parameter_room, s->nparameter + 1,
                sizeof *s->parameter)) {
        r->st = ZN_ENOMEM;
        return;
    }
    p.name = zni_scene_keep(s, p.name);
    p.unit = zni_scene_keep(s, p.unit);
    p.help = zni_scene_keep(s, p.help);
    if (!p.name || !p.unit || !p.help)
        r->st = ZN_ENOMEM;
    else
        s->parameter[s->nparameter++] = p;
}

bool zni_reader_parameter(zni_reader *r, const zni_node *at,
                          zn_scene_parameter p, double *out)
{
    const char *set = set_value(r, p.name);
    bool good;

    *out = p.value;
    if (!good_name(p.name))
        return true;
    for (zn_index k = 0; k < r->scene->nparameter; k++)
        if (strcmp(r->scene->parameter[k].name, p.name) == 0)
            return true;
    good = !set || zni_evaluate(r, at, set, &p.value);
    add_parameter(r, p);
    *out = p.value;
    return good;
}

static void read_parameter(zni_reader *r, const zni_node *key)
{
    static const char *const keys[] = {"value", "unit", "help", NULL};
    zn_scene_parameter p = {key->text, 0, "-", ""};
    const zni_node *n = key->next, *value = n;
    const char *set = set_value(r, key->text);
    bool good;

    if (!good_name(key->text)) {
        zni_complain(r, key,
                     "'%.40s' cannot be the name of a parameter: letters, "
                     "digits and _, at most 63",
                     key->text);
        return;
    }
    if (n->kind == ZNI_MAP) {
        value = zni_tree_get(n, "value");
        if (!zni_known(r, n, "parameter", keys) ||
            !zni_yaml_text(r, zni_tree_get(n, "unit"), &p.unit) ||
            !zni_yaml_text(r, zni_tree_get(n, "help"), &p.help))
            return;
        if (!value) {
            zni_complain(r, n, "parameter '%s' has no value", key->text);
            return;
        }
    }
    good = set ? zni_evaluate(r, key, set, &p.value)
               : zni_yaml_number(r, value, &p.value);
    add_parameter(r, p);
    (void)good; /* it is there, so that what uses it does not complain, too */
}

static void read_parameters(zni_reader *r, const zni_node *n)
{
    if (n->kind != ZNI_MAP) {
        zni_complain(r, n, "parameters must be a map, {mu: 0.3, a: 2*mu}");
        return;
    }
    for (const zni_node *k = n->first; k && !r->st; k = k->next->next)
        read_parameter(r, k);
}

/* Were all that were set parameters of the scene? */
static void check_set(zni_reader *r)
{
    for (zn_index i = 0; i < r->nset; i++) {
        const size_t n = strcspn(r->set[i], "=");
        zni_guess guess = {0};
        char name[ZN_WORD_MAX], words[160];
        bool found = false;
        snprintf(name, sizeof name, "%.*s", (int)n, r->set[i]);
        guess.wrong = name;
        for (zn_index k = 0; k < r->scene->nparameter; k++) {
            found = found || strcmp(r->scene->parameter[k].name, name) == 0;
            zni_guess_offer(&guess, r->scene->parameter[k].name);
        }
        zni_guess_words(&guess, words, sizeof words);
        if (!r->set[i][n])
            zn_findings_add(&r->f, "'%.64s' must be NAME=VALUE", r->set[i]);
        else if (!found)
            zn_findings_add(&r->f, "%s has no parameter '%s'%s", r->file, name,
                            words);
    }
}

/* ---- the sections ---- */

static void each_of(zni_reader *r, const zni_node *n, const char *what,
                    zni_make_fn *make)
{
    if (n->kind != ZNI_MAP) {
        zni_complain(r, n, "%s must be a map of names, this is %s", what,
                     zni_tree_kind(n));
        return;
    }
    for (const zni_node *k = n->first; k && !r->st; k = k->next->next)
        zni_each(r, k, k->next, make);
}

static void read_simulation(zni_reader *r, const zni_node *n)
{
    const zn_option *table = zn_simulation_options(NULL, NULL);
    const char *osi = NULL;
    const zn_type *type;
    double t[3] = {0, 1e-3, 1};
    char words[ZN_TEXT_MAX];
    bool good = true;

    if (n->kind != ZNI_MAP) {
        zni_complain(r, n, "simulation must be a map, {h: 1e-3, T: 2}");
        return;
    }
    good = zni_yaml_number(r, zni_tree_get(n, "t0"), &t[0]) && good;
    good = zni_yaml_positive(r, zni_tree_get(n, "h"), "h", &t[1]) && good;
    good = zni_yaml_number(r, zni_tree_get(n, "T"), &t[2]) && good;
    good = zni_yaml_text(r, zni_tree_get(n, "integrator"), &osi) && good;
    if (!good || zni_failed(r, n,
                            zn_type_find(r->ctx, ZN_KIND_OSI,
                                         osi ? osi : "moreau-jean", &type)))
        return;
    if (zni_yaml_options(r, n, zni_simulation_keys, "simulation", type->options,
                         table, words))
        zni_failed(
            r, n,
            zn_scene_set_simulation(r->scene, t[0], t[1], t[2], osi, words));
}

static void read_contacts(zni_reader *r, const zni_node *n)
{
    static const char *const none[] = {NULL};
    const zn_type *type;
    char words[ZN_TEXT_MAX];

    if (n->kind != ZNI_MAP)
        zni_complain(r, n, "contacts must be a map, {reach: 0.05}");
    else if (!zni_failed(
                 r, n,
                 zn_type_find(r->ctx, ZN_KIND_SOURCE, "collision", &type)) &&
             zni_yaml_options(r, n, none, "contacts", type->options, NULL,
                              words))
        zni_failed(r, n, zn_scene_set_contacts(r->scene, words));
}

static void read_plugins(zni_reader *r, const zni_node *n)
{
    const char *name = NULL;

    if (n->kind != ZNI_LIST) {
        zni_complain(r, n, "plugins must be a list of names");
        return;
    }
    for (const zni_node *k = n->first; k; k = k->next)
        if (zni_yaml_text(r, k, &name))
            zni_failed(r, k, zn_scene_add_plugin(r->scene, name));
}

/* ---- the whole ---- */

static void read_dimension(zni_reader *r, const zni_node *n)
{
    double x = 3;

    if (!zni_yaml_number(r, n, &x))
        return;
    if (x == 2 || x == 3)
        zni_failed(r, n, zn_scene_set_dimension(r->scene, (zn_index)x));
    else
        zni_complain(r, n, "dimension = %g, must be 2 or 3", x);
}

static void read_root(zni_reader *r, const zni_node *root)
{
    const zni_node *n;
    const char *title = NULL;
    double g[3] = {0};

    if (!root) {
        zn_findings_add(&r->f, "%s: there is nothing in it", r->file);
        return;
    }
    zni_known(r, root, "a scene", zni_scene_keys);
    if (root->kind != ZNI_MAP)
        return;
    if ((n = zni_tree_get(root, "parameters")))
        read_parameters(r, n);
    check_set(r);
    if ((n = zni_tree_get(root, "title")) && zni_yaml_text(r, n, &title))
        zni_failed(r, n, zn_scene_set_title(r->scene, title));
    if ((n = zni_tree_get(root, "dimension")))
        read_dimension(r, n);
    if ((n = zni_tree_get(root, "gravity")) && zni_yaml_place(r, n, g))
        zni_failed(r, n, zn_scene_set_gravity(r->scene, g));
    if ((n = zni_tree_get(root, "contacts")))
        read_contacts(r, n);
    if ((n = zni_tree_get(root, "simulation")))
        read_simulation(r, n);
    if ((n = zni_tree_get(root, "plugins")))
        read_plugins(r, n);
    if ((n = zni_tree_get(root, "laws")))
        zni_yaml_laws(r, n);
    if ((n = zni_tree_get(root, "bodies")))
        each_of(r, n, "bodies", zni_yaml_body);
    else
        zni_complain(r, root, "a scene needs bodies");
    if ((n = zni_tree_get(root, "joints")))
        each_of(r, n, "joints", zni_yaml_joint);
}

static zn_status read_yaml(zni_reader *r, zni_tree *tree, const char text[],
                           size_t n)
{
    zn_status st = zni_tree_read(tree, r->ctx, r->file, text, n, &r->f);

    if (!st && !r->f.count) {
        read_root(r, tree->root);
        st = r->st;
    }
    return st;
}

/* XML of others, told by its first element. */
static zn_status read_xml(zni_reader *r, zni_tree *tree, const char text[],
                          size_t n)
{
    zni_element *root;
    zn_status st = zni_xml_read(tree, r->file, text, n, &r->f, &root);

    if (!st && root) {
        if (strcmp(root->name, "robot") == 0)
            st = zni_read_urdf(r, root);
        else if (strcmp(root->name, "mujoco") == 0)
            st = zni_read_mjcf(r, tree, root);
        else
            zni_complain(r, &root->attr,
                         "<%.40s> is neither <robot> (URDF) nor <mujoco> "
                         "(MJCF)",
                         root->name);
        if (!st && !r->f.count)
            check_set(r); /* of actuators */
    }
    return st;
}

static bool is_hdf5(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".hdf5") == 0 || strcmp(dot, ".h5") == 0) &&
           zni_hdf5_is_file(path);
}

static bool is_xml(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".xml") == 0 || strcmp(dot, ".urdf") == 0 ||
                   strcmp(dot, ".mjcf") == 0);
}

/* Read by one of the readers, with what they share. */
typedef zn_status read_fn(zni_reader *r, zni_tree *tree, const char text[],
                          size_t n);

/* What its runner is told beside the file, as far as the scene depends on it. */
static void hdf5_parameters(zni_reader *r)
{
    const zni_node nowhere = {0};
    const zn_scene_parameter p = {
        "step", 5e-4, "s",
        "step it is run with: h, and what friction of joints is bounded by"};
    double step;

    if (zni_reader_parameter(r, &nowhere, p, &step) && !(step > 0))
        zn_findings_add(&r->f, "step = %g, must be > 0", step);
    check_set(r);
}

static zn_status read_hdf5(zni_reader *r, zni_tree *tree, const char text[],
                           size_t n)
{
    (void)tree;
    (void)text;
    (void)n;
    hdf5_parameters(r);
    return r->st || r->f.count ? r->st : zni_read_hdf5(r);
}

static zn_status read_as(zn_ctx *ctx, read_fn *how, const char *path,
                         const char text[], size_t n, zn_index nset,
                         const char *const set[], zn_scene **out)
{
    zni_reader *r = zn_alloc(ctx, 1, sizeof *r);
    zni_tree tree = {.ctx = ctx};
    zn_status st;

    *out = NULL;
    if (!r)
        return ZN_ENOMEM;
    *r = (zni_reader){.ctx = ctx, .file = path, .nset = nset, .set = set};
    zni_findings_init(&r->f, ctx);
    st = zn_scene_new(ctx, &r->scene);
    const zni_c_locale locale = zni_c_locale_set();
    if (!st)
        st = how(r, &tree, text, n);
    zni_c_locale_restore(locale);
    zni_tree_fini(&tree);
    zni_surface_files_free(r);
    if (!st)
        st = zni_findings_status(&r->f, path);
    if (st)
        zn_scene_free(r->scene);
    else
        *out = r->scene;
    zn_free_array(ctx, r);
    return st;
}

zn_status zn_scene_read_text(zn_ctx *ctx, const char *path, const char text[],
                             size_t n, zn_index nset, const char *const set[],
                             zn_scene **out)
{
    return read_as(ctx, is_xml(path) ? read_xml : read_yaml, path, text, n,
                   nset, set, out);
}

/* ---- the file ---- */

zn_status zn_scene_read(zn_ctx *ctx, const char *path, zn_index nset,
                        const char *const set[], zn_scene **out)
{
    unsigned char *text = NULL;
    uint64_t n = 0;
    zn_status st = zni_file_regular(ctx, path);

    *out = NULL;
    if (!st && is_hdf5(path))
        return read_as(ctx, read_hdf5, path, NULL, 0, nset, set, out);
    if (!st)
        st = zn_note(ctx, zni_file_read(ctx, path, ZNI_SCENE_MOST, &text, &n),
                     "'%s'", path);
    if (!st)
        st = zn_scene_read_text(ctx, path, (const char *)text, (size_t)n, nset, set,
                                out);
    zn_free_array(ctx, text);
    return st;
}
