/* mjcf.c - models in MJCF (mujoco.readthedocs.io, XML reference), as far as they are bodies,
 * geoms and joints
 *
 * Angles are degrees unless the compiler says otherwise. Defaults are those of nested classes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/mjcf.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/rotation.h>

/* ---- attributes and their defaults ---- */

static const zni_element *first_of(const zni_element *e, const char *name)
{
    for (zni_element *c = e ? e->first : NULL; c; c = c->next)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

const zni_node *zni_mj_get(const zni_mj *m, zni_mj_item i, const char *name)
{
    const zni_node *n = zni_tree_get(&i.e->attr, name);

    for (zn_index k = i.class; !n && k >= 0; k = m->class[k].parent) {
        const zni_element *c = m->class[k].e ? m->class[k].e->first : NULL;
        for (; c; c = c->next) { /* the last one counts */
            const zni_node *said = strcmp(c->name, i.e->name) == 0
                                       ? zni_tree_get(&c->attr, name)
                                       : NULL;
            n = said ? said : n;
        }
    }
    return n;
}

bool zni_mj_reals(zni_mj *m, zni_mj_item i, const char *name, int least,
                  int most, double out[], int *n)
{
    return zni_import_reals(m->r, zni_mj_get(m, i, name), least, most, out, n);
}

bool zni_mj_is(const zni_mj *m, zni_mj_item i, const char *name,
               const char *value)
{
    const zni_node *n = zni_mj_get(m, i, name);

    return n && strcmp(n->text, value) == 0;
}

const char *zni_mj_name(zni_mj *m, zni_mj_item i, const char *what)
{
    const zni_node *n = zni_tree_get(&i.e->attr, "name");
    char name[ZN_WORD_MAX];
    const char *kept;

    if (n && *n->text)
        return n->text;
    snprintf(name, sizeof name, "%s#%td", what, m->unnamed++);
    kept = zni_scene_keep(m->r->scene, name);
    if (!kept)
        m->r->st = ZN_ENOMEM;
    return kept ? kept : "";
}

zn_index zni_mj_find_class(zni_mj *m, const zni_node *name)
{
    for (zn_index k = 0; k < m->nclass; k++)
        if (strcmp(m->class[k].name, name->text) == 0)
            return k;
    zni_complain(m->r, name, "there is no default class '%.60s'", name->text);
    return 0;
}

zni_mj_item zni_mj_in_class(zni_mj *m, const zni_element *e, zn_index class)
{
    const zni_node *own = zni_tree_get(&e->attr, "class");

    return (zni_mj_item){e, own ? zni_mj_find_class(m, own) : class};
}

/* Elements that have defaults which are read. */
static const char *const *known_default(const char *name)
{
    return strcmp(name, "geom") == 0    ? zni_mj_geom_known
           : strcmp(name, "joint") == 0 ? zni_mj_joint_known
           : strcmp(name, "pair") == 0  ? zni_mj_pair_known
           : zni_mj_is_actuator(name)   ? zni_mj_actuator_known
                                        : NULL;
}

static void read_class(zni_mj *m, zni_element *e, zn_index parent)
{
    const zni_node *name = zni_tree_get(&e->attr, "class");
    zn_index k = 0;

    e->seen = true;
    if (m->nclass == ZNI_MJ_CLASSES) {
        zni_complain(m->r, &e->attr, "more than %d default classes",
                     ZNI_MJ_CLASSES);
        return;
    }
    if (parent >= 0 && !name) {
        zni_complain(m->r, &e->attr, "a default within one needs its class");
        return;
    }
    if (parent < 0 && m->class[0].e) {
        zni_complain(m->r, &e->attr,
                     "a second <default> outside of others; put both into one");
        return;
    }
    k = parent < 0 ? 0 : m->nclass++;
    m->class[k] = (zni_mj_class){name ? name->text : "main", parent, e};
    for (zni_element *c = e->first; c; c = c->next) {
        if (strcmp(c->name, "default") == 0)
            read_class(m, c, k);
        const char *const *known = known_default(c->name);
        if (!known)
            continue;
        c->seen = true;
        zni_import_attributes(&m->im, c, known);
    }
    zni_import_children(&m->im, e);
}

/* ---- places ---- */

static bool turn_euler(zni_mj *m, const double a[3], double p[4])
{
    p[0] = 1;
    p[1] = p[2] = p[3] = 0;
    for (int i = 0; i < 3; i++) {
        const char c = m->sequence[i];
        double w[3] = {0}, q[4];
        w[tolower((unsigned char)c) - 'x'] = a[i] * m->angle;
        zn_quaternion_exp(w, q);
        if (c >= 'x')
            zn_quaternion_product(p, q, p);
        else
            zn_quaternion_product(q, p, p);
    }
    return true;
}

static bool turn_axes(zni_mj *m, const zni_node *at, const double a[6],
                      double p[4])
{
    const double *x = a, *y = a + 3;
    double R[9], xx = 0, xy = 0, yy = 0;

    for (int i = 0; i < 3; i++) {
        xx += x[i] * x[i];
        xy += x[i] * y[i];
    }
    for (int i = 0; i < 3 && xx > 0; i++) {
        R[i] = x[i] / sqrt(xx);
        R[3 + i] = y[i] - xy / xx * x[i];
        yy += R[3 + i] * R[3 + i];
    }
    if (!(yy > 0)) {
        zni_complain(m->r, at, "two axes that span no plane");
        return false;
    }
    for (int i = 0; i < 3; i++)
        R[3 + i] /= sqrt(yy);
    for (int i = 0; i < 3; i++)
        R[6 + i] = R[(i + 1) % 3] * R[3 + (i + 2) % 3] -
                   R[(i + 2) % 3] * R[3 + (i + 1) % 3];
    zn_rotation_quaternion(R, p);
    return true;
}

static bool turn_axis_angle(zni_mj *m, const zni_node *at, const double a[4],
                            double p[4])
{
    const double l = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    double w[3];

    if (!(l > 0)) {
        zni_complain(m->r, at, "the axis (0, 0, 0) has no direction");
        return false;
    }
    for (int i = 0; i < 3; i++)
        w[i] = a[i] / l * a[3] * m->angle;
    zn_quaternion_exp(w, p);
    return true;
}

bool zni_mj_pose(zni_mj *m, zni_mj_item i, double pose[7])
{
    static const struct {
        const char *key;
        int n;
    } ways[] = {{"quat", 4},
                {"axisangle", 4},
                {"euler", 3},
                {"xyaxes", 6},
                {"zaxis", 3}};
    double a[6] = {0}, *p = pose + 3;

    memset(pose, 0, 7 * sizeof *pose);
    *p = 1;
    if (!zni_mj_reals(m, i, "pos", 3, 3, pose, NULL))
        return false;
    for (int k = 0; k < 5; k++) {
        const zni_node *at = zni_mj_get(m, i, ways[k].key);
        if (!at)
            continue;
        if (!zni_import_reals(m->r, at, ways[k].n, ways[k].n, a, NULL))
            return false;
        if (k == 0) {
            memcpy(p, a, 4 * sizeof *p);
            if (zn_quaternion_length(p) > 0)
                zn_quaternion_normalise(p);
            else
                zni_complain(m->r, at, "the quaternion 0 is no rotation");
            return zn_quaternion_length(p) > 0;
        }
        return k == 1   ? turn_axis_angle(m, at, a, p)
               : k == 2 ? turn_euler(m, a, p)
               : k == 3 ? turn_axes(m, at, a, p)
                        : zni_turn_along(m->r, at, a, p);
    }
    return true;
}

/* ---- bodies ---- */

static void inertial(zni_mj *m, zni_mj_item i, zn_mass *out)
{
    double pose[7], x[6] = {0};
    zn_mass part = {0};

    if (!zni_mj_pose(m, i, pose) ||
        !zni_mj_reals(m, i, "mass", 1, 1, &part.mass, NULL) ||
        !zni_mj_reals(m, i, "diaginertia", 3, 3, x, NULL) ||
        !zni_mj_reals(m, i, "fullinertia", 6, 6, x, NULL))
        return;
    if (!(part.mass > 0)) {
        zni_complain(m->r, &i.e->attr, "mass = %g, must be > 0", part.mass);
        return;
    }
    for (int k = 0; k < 3; k++)
        part.inertia[4 * k] = x[k];
    part.inertia[1] = part.inertia[3] = x[3];
    part.inertia[2] = part.inertia[6] = x[4];
    part.inertia[5] = part.inertia[7] = x[5];
    zn_mass_add(out, &part, pose);
}

/* Where elements are read: class of their defaults, part (-1: the world), and the frame they are in,
 * as seen from the part, and from the world. */
typedef struct place {
    zn_index class, part;
    double in[7], pose[7];
} place;

static void contents(zni_mj *m, const zni_element *e, const place *at);

static const double here[7] = {0, 0, 0, 1, 0, 0, 0};

static const char *const pose_known[] = {"name",   "pos",       "quat",
                                         "euler",  "axisangle", "xyaxes",
                                         "zaxis",  "childclass", NULL};

/* The class that elements within this one have. */
static zn_index class_within(zni_mj *m, const zni_element *e, zn_index class)
{
    const zni_node *childclass = zni_tree_get(&e->attr, "childclass");

    return childclass ? zni_mj_find_class(m, childclass) : class;
}

static void add_joint(zni_mj *m, const zn_scene_joint *j, zn_index part,
                      zn_index parent)
{
    if (zn_grow(m->r->ctx, &m->ref, &m->cref, m->im.njoints + 1,
                sizeof *m->ref))
        m->r->st = ZN_ENOMEM;
    else if (zni_import_joint(&m->im, j, part, parent))
        m->ref[m->im.njoints - 1] = m->start;
}

static void read_body(zni_mj *m, const zni_element *e, const place *around)
{
    place in = {.class = class_within(m, e, around->class)};
    const zni_mj_item body = {e, in.class};
    zni_part p = {.at = &e->attr, .parent = around->part};
    zn_scene_joint j = {0};
    bool add = false;

    zni_import_attributes(&m->im, e, pose_known);
    if (!zni_mj_pose(m, (zni_mj_item){e, -1}, p.pose))
        return;
    zni_pose_after(around->pose, p.pose, p.pose);
    p.name = zni_mj_name(m, body, "body");
    p.moves = zni_mj_joints(m, body, p.pose, &j, &add);
    in.part = zni_import_part(&m->im, &p);
    if (in.part < 0)
        return;
    if (add)
        add_joint(m, &j, in.part, p.parent);
    memcpy(in.in, here, sizeof in.in);
    memcpy(in.pose, p.pose, sizeof in.pose);
    m->weighs = m->from_geoms || (m->from_own && !first_of(e, "inertial"));
    contents(m, e, &in);
}

/* <frame>: a place for what is within, and no body. */
static void read_frame(zni_mj *m, const zni_element *e, const place *around)
{
    place in = *around;
    double pose[7];

    zni_import_attributes(&m->im, e, pose_known);
    if (!zni_mj_pose(m, (zni_mj_item){e, -1}, pose))
        return;
    in.class = class_within(m, e, around->class);
    zni_pose_after(around->in, pose, in.in);
    zni_pose_after(around->pose, pose, in.pose);
    contents(m, e, &in);
}

/* Geoms, inertia, frames and bodies of a body, of the world, or of a frame. */
static void contents(zni_mj *m, const zni_element *e, const place *at)
{
    const bool weighs = m->weighs;
    zni_element *own = NULL;

    for (zni_element *c = e->first; c && !m->r->st; c = c->next) {
        const bool inertia = strcmp(c->name, "inertial") == 0 && !own &&
                             at->part >= 0 && strcmp(e->name, "body") == 0;
        if (inertia) {
            own = c;
            if (!m->from_geoms)
                inertial(m, (zni_mj_item){c, -1}, &m->im.part[at->part].mass);
        } else if (strcmp(c->name, "geom") == 0)
            zni_mj_geom(m, zni_mj_in_class(m, c, at->class), at->part, at->in,
                        weighs);
        else if (strcmp(c->name, "frame") == 0)
            read_frame(m, c, at);
        else if (strcmp(c->name, "body") == 0)
            read_body(m, c, at);
        else
            continue;
        c->seen = true;
        m->weighs = weighs; /* another body had its own */
    }
    zni_import_children(&m->im, e);
}

/* ---- the rest ---- */

static void read_compiler(zni_mj *m, const zni_element *e)
{
    static const char *const known[] = {
        "angle",   "eulerseq", "inertiafromgeom", "autolimits", "coordinate",
        "meshdir", "assetdir", NULL};
    const zni_node *folder = zni_tree_get(&e->attr, "meshdir");
    const zni_node *geoms = zni_tree_get(&e->attr, "inertiafromgeom");
    const zni_mj_item i = {e, -1};
    const zni_node *n = zni_tree_get(&e->attr, "eulerseq");

    zni_import_attributes(&m->im, e, known);
    if (zni_tree_get(&e->attr, "angle"))
        m->angle = zni_mj_is(m, i, "angle", "radian") ? 1 : acos(-1) / 180;
    if (!folder)
        folder = zni_tree_get(&e->attr, "assetdir");
    if (folder)
        m->folder = folder->text;
    if (zni_mj_is(m, i, "coordinate", "global"))
        zni_complain(m->r, &e->attr, "global coordinates are not read");
    if (geoms) {
        m->from_geoms = strcmp(geoms->text, "true") == 0;
        m->from_own = strcmp(geoms->text, "false") != 0;
    }
    if (zni_tree_get(&e->attr, "autolimits"))
        m->limits_by_range = !zni_mj_is(m, i, "autolimits", "false");
    if (n && (strlen(n->text) != 3 || strspn(n->text, "xyzXYZ") != 3))
        zni_complain(m->r, n, "'%.20s': must be three of x, y, z, X, Y, Z",
                     n->text);
    else if (n)
        m->sequence = n->text;
}

static void read_option(zni_mj *m, const zni_element *e, double *h,
                        double gravity[3])
{
    zni_import_attributes(&m->im, e,
                          (const char *const[]){"timestep", "gravity", NULL});
    zni_import_reals(m->r, zni_tree_get(&e->attr, "gravity"), 3, 3, gravity,
                     NULL);
    if (zni_import_reals(m->r, zni_tree_get(&e->attr, "timestep"), 1, 1, h,
                         NULL) &&
        !(*h > 0))
        zni_complain(m->r, &e->attr, "timestep = %g, must be > 0", *h);
    zni_import_children(&m->im, e);
}

/* ---- meshes and height fields ---- */

/* <asset>: meshes and height fields, which geoms name. */
static void read_assets(zni_mj *m, const zni_element *e)
{
    static const char *const of_mesh[] = {"name", "class", "file", "scale",
                                          "vertex", "face", NULL};
    static const char *const of_field[] = {
        "name", "nrow", "ncol", "size", "elevation", "file", NULL};

    m->assets = e;
    for (zni_element *c = e->first; c; c = c->next) {
        const bool field = strcmp(c->name, "hfield") == 0;
        if (!field && strcmp(c->name, "mesh") != 0)
            continue;
        c->seen = true;
        zni_import_attributes(&m->im, c, field ? of_field : of_mesh);
    }
    zni_import_children(&m->im, e);
}

static void read_all(zni_mj *m, const zni_element *top)
{
    const place world = {
        .part = -1, .in = {0, 0, 0, 1, 0, 0, 0}, .pose = {0, 0, 0, 1, 0, 0, 0}};
    double h = 2e-3, gravity[3] = {0, 0, -9.81};
    static const char *const order[] = {"compiler", "option",    "default",
                                        "asset",    "worldbody", "actuator",
                                        "tendon",   "equality",  "contact"};

    for (int k = 0; k < 9; k++)
        for (zni_element *c = top->first; c && !m->r->st; c = c->next) {
            if (strcmp(c->name, order[k]) != 0)
                continue;
            c->seen = true;
            if (k == 0)
                read_compiler(m, c);
            else if (k == 1)
                read_option(m, c, &h, gravity);
            else if (k == 2)
                read_class(m, c, -1);
            else if (k == 3)
                read_assets(m, c);
            else if (k == 4)
                contents(m, c, &world);
            else if (!m->r->f.count && k == 5)
                zni_mj_actuators(m, c);
            else if (!m->r->f.count && k == 6)
                zni_mj_tendons(m, c);
            else if (!m->r->f.count && k == 7)
                zni_mj_equality(m, c);
            else if (!m->r->f.count)
                zni_mj_contact(m, c);
        }
    zni_import_children(&m->im, top);
    if (m->r->f.count || m->r->st)
        return;
    if (!zni_failed(m->r, &top->attr,
                    zn_scene_set_gravity(m->r->scene, gravity)) &&
        !zni_failed(
            m->r, &top->attr,
            zn_scene_set_simulation(m->r->scene, 0, h, 5, NULL, NULL))) {
        zni_import_weld(&m->im);
        zni_mj_couple(m);
        zni_import_end(&m->im);
    }
}

zn_status zni_read_mjcf(zni_reader *r, zni_tree *tree, zni_element *top)
{
    const zni_node *title = zni_tree_get(&top->attr, "model");
    zni_mj m = {.im = {.r = r},
                .r = r,
                .tree = tree,
                .angle = acos(-1) / 180,
                .sequence = "xyz",
                .folder = "",
                .limits_by_range = true,
                .from_own = true,
                .weighs = true,
                .nclass = 1};

    zni_mj_include(r, tree, top);
    if (r->st || r->f.count)
        return r->st;

    m.class = zn_alloc(r->ctx, ZNI_MJ_CLASSES, sizeof *m.class);
    if (!m.class || (title && zn_scene_set_title(r->scene, title->text))) {
        r->st = ZN_ENOMEM;
    } else {
        m.class[0] = (zni_mj_class){"main", -1, NULL};
        read_all(&m, top);
    }
    zn_free_array(r->ctx, m.class);
    zn_free_array(r->ctx, m.ref);
    zni_import_fini(&m.im);
    return r->st;
}
