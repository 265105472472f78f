/* urdf.c - robots in URDF (wiki.ros.org/urdf/XML), as far as they are bodies, shapes, joints
 *
 * The first link is fixed to the world, unless a floating joint says otherwise. A link has the
 * frame of its joint; rpy are turns about the fixed axes x, y, z, in this order.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/urdf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/rotation.h>

/* Friction of shapes where the file says none. */
#define FRICTION 0.5

enum { MOST = 10000 }; /* links and joints */

const zni_element *zni_urdf_child(const zni_element *e, const char *name)
{
    for (zni_element *c = e->first; c; c = c->next)
        if (strcmp(c->name, name) == 0) {
            c->seen = true;
            return c;
        }
    return NULL;
}

static const zni_node *attribute(const zni_element *e, const char *name)
{
    return e ? zni_tree_get(&e->attr, name) : NULL;
}

/* The text of an attribute that must be there. */
const char *zni_urdf_must(robot *u, const zni_element *e, const char *name)
{
    const zni_node *n = attribute(e, name);

    if (!n || !*n->text)
        zni_complain(u->r, n ? n : &e->attr, "<%.40s> needs its %s", e->name,
                     name);
    return n && *n->text ? n->text : NULL;
}

/* The same of a child: <parent link="base"/>. */
static const char *must_of(robot *u, const zni_element *e, const char *tag,
                           const char *name)
{
    const zni_element *c = zni_urdf_child(e, tag);

    if (!c)
        zni_complain(u->r, &e->attr, "<%.40s> needs its <%s>", e->name, tag);
    return c ? zni_urdf_must(u, c, name) : NULL;
}

bool zni_urdf_one(robot *u, const zni_element *e, const char *name, double *out)
{
    return zni_import_reals(u->r, attribute(e, name), 1, 1, out, NULL);
}

/* <origin xyz rpy/> */
static bool origin(robot *u, const zni_element *of, double pose[7])
{
    const zni_element *e = zni_urdf_child(of, "origin");
    double rpy[3] = {0}, q[3][4];

    memset(pose, 0, 7 * sizeof *pose);
    pose[3] = 1;
    if (!e)
        return true;
    if (!zni_import_reals(u->r, attribute(e, "xyz"), 3, 3, pose, NULL) ||
        !zni_import_reals(u->r, attribute(e, "rpy"), 3, 3, rpy, NULL))
        return false;
    for (int i = 0; i < 3; i++) {
        double w[3] = {0};
        w[i] = rpy[i];
        zn_quaternion_exp(w, q[i]);
    }
    zn_quaternion_product(q[2], q[1], pose + 3);
    zn_quaternion_product(pose + 3, q[0], pose + 3);
    return true;
}

/* ---- links ---- */

/* The file that is meant: beside the robot, or beside its folder, as packages have it; NULL: there is
 * none. */
static const char *mesh_file(robot *u, const char *name, char room[ZN_TEXT_MAX])
{
    const char *const schemes[] = {"package://", "model://", "file://"};

    for (int k = 0; k < 3; k++) {
        const size_t n = strlen(schemes[k]);
        if (strncmp(name, schemes[k], n) != 0)
            continue;
        name += n;
        if (k < 2 && strchr(name, '/'))
            name = strchr(name, '/') + 1; /* of the package */
        break;
    }
    if (zni_surface_there(u->r, name))
        return name;
    snprintf(room, ZN_TEXT_MAX, "../%.*s", ZN_TEXT_MAX - 4, name);
    return zni_surface_there(u->r, room) ? room : NULL;
}

static bool mesh(robot *u, const zni_element *e, zn_scene_shape *s)
{
    static const char *const known[] = {".stl", ".STL", ".obj", ".OBJ", ".vtp"};
    const char *name = zni_urdf_must(u, e, "filename"), *file;
    const char *dot = name ? strrchr(name, '.') : NULL;
    double scale[3] = {1, 1, 1};
    char room[ZN_TEXT_MAX];
    const zn_mesh_data *d;
    int k = 0;

    if (!name ||
        !zni_import_reals(u->r, attribute(e, "scale"), 3, 3, scale, NULL))
        return false;
    while (dot && k < 5 && strcmp(known[k], dot) != 0)
        k++;
    if (!dot || k == 5) {
        zni_import_skip(&u->im, &e->attr,
                        "a <mesh> that is not STL, OBJ or VTP, '%.40s',", name);
        return false;
    }
    file = mesh_file(u, name, room);
    if (!file) {
        zni_import_skip(&u->im, &e->attr, "<mesh> '%.60s', which is not there,",
                        name);
        return false;
    }
    d = zni_surface_mesh(u->r, attribute(e, "filename"), file, scale);
    if (!d)
        return false;
    s->form = "mesh";
    s->points = d->points;
    s->npoint = d->nv;
    s->triangles = d->corner;
    s->ntriangle = d->nt;
    return true;
}

static bool geometry(robot *u, const zni_element *e, zn_scene_shape *s)
{
    const zni_element *g = zni_urdf_child(e, "geometry"), *f;
    bool good = true;

    if (!g || !(f = g->first)) {
        zni_complain(u->r, &e->attr, "<%.40s> needs its <geometry>", e->name);
        return false;
    }
    if (strcmp(f->name, "box") == 0) {
        s->form = "box";
        good =
            zni_urdf_must(u, f, "size") &&
            zni_import_reals(u->r, attribute(f, "size"), 3, 3, s->size, NULL);
    } else if (strcmp(f->name, "sphere") == 0) {
        s->form = "sphere";
        good = zni_urdf_must(u, f, "radius") &&
               zni_urdf_one(u, f, "radius", &s->size[0]);
    } else if (strcmp(f->name, "cylinder") == 0 ||
               strcmp(f->name, "capsule") == 0) {
        s->form = f->name;
        good = zni_urdf_must(u, f, "radius") && zni_urdf_must(u, f, "length") &&
               zni_urdf_one(u, f, "radius", &s->size[0]) &&
               zni_urdf_one(u, f, "length", &s->size[1]);
    } else if (strcmp(f->name, "mesh") == 0) {
        good = mesh(u, f, s);
    } else {
        zni_import_skip(&u->im, &f->attr, "<%.40s> of <%.40s>", f->name,
                        e->name);
        return false;
    }
    return good;
}

/* The colour of the first visual that says one by itself. */
static const char *colour(robot *u, const zni_element *link)
{
    for (zni_element *c = link->first; c; c = c->next) {
        const zni_element *m, *of;
        double rgba[4] = {0};
        if (strcmp(c->name, "visual") != 0)
            continue;
        c->seen = true; /* shapes are those that collide */
        m = zni_urdf_child(c, "material");
        of = m ? zni_urdf_child(m, "color") : NULL;
        if (of &&
            zni_import_reals(u->r, attribute(of, "rgba"), 3, 4, rgba, NULL))
            return zni_import_colour(u->r, rgba);
    }
    return NULL;
}

static double friction(robot *u, const zni_element *link)
{
    const zni_element *c = zni_urdf_child(link, "contact");
    const zni_element *f = c ? zni_urdf_child(c, "lateral_friction") : NULL;
    double mu = FRICTION;

    if (f && zni_urdf_one(u, f, "value", &mu) && !(mu >= 0))
        zni_complain(u->r, &f->attr, "friction %g, must be >= 0", mu);
    if (c)
        zni_import_children(&u->im, c);
    return mu;
}

static void inertial(robot *u, const zni_element *link, zn_mass *out)
{
    static const char *const name[] = {"ixx", "iyy", "izz",
                                       "ixy", "ixz", "iyz"};
    const zni_element *e = zni_urdf_child(link, "inertial");
    const zni_element *m = e ? zni_urdf_child(e, "mass") : NULL;
    const zni_element *i = e ? zni_urdf_child(e, "inertia") : NULL;
    double pose[7], x[6] = {0};
    zn_mass part = {0};

    if (!e || !origin(u, e, pose) || !m ||
        !zni_urdf_one(u, m, "value", &part.mass))
        return;
    for (int k = 0; i && k < 6; k++)
        if (!zni_urdf_one(u, i, name[k], &x[k]))
            return;
    if (!(part.mass > 0))
        return; /* of no matter */
    for (int k = 0; k < 3; k++)
        part.inertia[4 * k] = x[k];
    part.inertia[1] = part.inertia[3] = x[3];
    part.inertia[2] = part.inertia[6] = x[4];
    part.inertia[5] = part.inertia[7] = x[5];
    zn_mass_add(out, &part, pose);
}

static void shapes(robot *u, const zni_element *link, zn_index part)
{
    const double mu = friction(u, link);
    const char *paint = colour(u, link);

    for (zni_element *c = link->first; c; c = c->next) {
        zni_part_shape s = {.part = part, .mu = mu, .condim = 3, .type = 1,
                            .affinity = 1};
        double pose[7];
        if (strcmp(c->name, "collision") != 0)
            continue;
        c->seen = true;
        if (!origin(u, c, pose) || !geometry(u, c, &s.s))
            continue;
        memcpy(s.s.position, pose, sizeof s.s.position);
        memcpy(s.s.orientation, pose + 3, sizeof s.s.orientation);
        s.s.colour = paint;
        zni_import_shape(&u->im, &s);
        zni_import_children(&u->im, c);
    }
}

/* ---- the tree ---- */

static zn_index find_link(robot *u, const zni_element *at, const char *name)
{
    for (zn_index i = 0; i < u->nlink; i++)
        if (strcmp(u->link[i].name, name) == 0)
            return i;
    zni_complain(u->r, &at->attr, "there is no link '%.60s'", name);
    return -1;
}

static bool add_link(robot *u, robot_link *l, zn_index parent,
                     const double pose[7], bool moves)
{
    zni_part p = {
        .name = l->name, .at = &l->e->attr, .parent = parent, .moves = moves};

    memcpy(p.pose, pose, sizeof p.pose);
    inertial(u, l->e, &p.mass);
    l->part = zni_import_part(&u->im, &p);
    if (l->part < 0)
        return false;
    shapes(u, l->e, l->part);
    zni_import_children(&u->im, l->e);
    return true;
}

/* Numbers of a joint that moves along or about one axis. */
static void dynamics(robot *u, const zni_element *e, const char *type,
                     double start, zn_scene_joint *j)
{
    const zni_element *limit = zni_urdf_child(e, "limit"),
                      *d = zni_urdf_child(e, "dynamics");

    if (d) {
        zni_urdf_one(u, d, "damping", &j->damping);
        zni_urdf_one(u, d, "friction", &j->friction);
    }
    if (limit && strcmp(type, "continuous") != 0) {
        zni_urdf_one(u, limit, "lower", &j->stop[0]);
        zni_urdf_one(u, limit, "upper", &j->stop[1]);
        j->stopped = j->stop[0] < j->stop[1];
        j->stop[0] -= start; /* coordinates are 0 at first here */
        j->stop[1] -= start;
        /* an angle is known up to a turn */
        if (j->stopped && strcmp(type, "revolute") == 0 &&
            (j->stop[0] <= -3.1415 || j->stop[1] >= 3.1415)) {
            zni_import_skip(&u->im, &limit->attr,
                            "<limit> of half a turn or more");
            j->stopped = false;
        }
    }
    if (limit)
        zni_import_attributes(&u->im, limit,
                              (const char *const[]){"lower", "upper", NULL});
}

static bool axis_of(robot *u, const zni_element *e, double axis[3])
{
    const zni_element *a = zni_urdf_child(e, "axis");

    axis[0] = 1;
    axis[1] = axis[2] = 0;
    if (!zni_import_reals(u->r, attribute(a, "xyz"), 3, 3, axis, NULL))
        return false;
    if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0) {
        zni_complain(u->r, &a->attr, "the axis (0, 0, 0) has no direction");
        return false;
    }
    return true;
}

/* Turn or move a pose to where the joint begins. */
static bool begin_at(robot *u, const robot_joint *k, double pose[7])
{
    double axis[3], l, q[4];

    if (k->start == 0)
        return true;
    if (!axis_of(u, k->e, axis))
        return false;
    l = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (int i = 0; i < 3; i++)
        axis[i] *= k->start / l;
    if (strcmp(k->type, "prismatic") == 0) {
        zn_rotate(pose + 3, axis, axis);
        for (int i = 0; i < 3; i++)
            pose[i] += axis[i];
        return true;
    }
    zn_quaternion_exp(axis, q);
    zn_quaternion_product(pose + 3, q, pose + 3);
    return true;
}

static void add_joint(robot *u, const robot_joint *k)
{
    const zn_index parent = u->link[k->parent].part,
                   part = u->link[k->child].part;
    static const struct {
        const char *type, *cls;
    } known[] = {{"revolute", "revolute"},
                 {"continuous", "revolute"},
                 {"prismatic", "prismatic"},
                 {"planar", "planar"}};
    const double *pose = u->im.part[part].pose;
    zn_scene_joint j = {.name = k->name};
    double axis[3];

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].type, k->type) == 0)
            j.cls = known[i].cls;
    if (!j.cls)
        return;
    if (!axis_of(u, k->e, axis))
        return;
    zn_rotate(pose + 3, axis, j.axis);
    memcpy(j.point, pose, sizeof j.point);
    if (strcmp(j.cls, "planar") != 0)
        dynamics(u, k->e, k->type, k->start, &j);
    zni_import_joint(&u->im, &j, part, parent);
}

/* What hangs on links that have a place, and so on until nothing is left. */
static void descend(robot *u)
{
    const zni_reader *r = u->r;

    for (bool more = true; more;) {
        more = false;
        for (zn_index i = 0; i < u->njoint && !r->st && !r->f.count; i++) {
            robot_joint *k = &u->joint[i];
            const zn_index parent = u->link[k->parent].part;
            double pose[7];
            if (k->done || parent < 0 || !origin(u, k->e, pose) ||
                !begin_at(u, k, pose))
                continue;
            k->done = more = true;
            zni_pose_after(u->im.part[parent].pose, pose, pose);
            if (!add_link(u, &u->link[k->child], parent, pose,
                          strcmp(k->type, "fixed") != 0))
                return;
            add_joint(u, k);
            zni_import_children(&u->im, k->e);
        }
    }
    for (zn_index i = 0; i < u->njoint && !r->f.count; i++)
        if (!u->joint[i].done)
            zni_complain(u->r, &u->joint[i].e->attr,
                         "joint '%.60s' hangs on nothing: links in a circle",
                         u->joint[i].name);
}

static bool known_type(robot *u, const zni_element *e, const char *type)
{
    static const char *const types[] = {"revolute", "continuous", "prismatic",
                                        "planar",   "fixed",      "floating"};

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i], type) == 0)
            return true;
    zni_complain(u->r, &e->attr,
                 "there is no joint '%.40s'; there are revolute, continuous, "
                 "prismatic, planar, fixed, floating",
                 type);
    return false;
}

static void read_links(robot *u)
{
    for (zni_element *c = u->top->first; c; c = c->next) {
        if (strcmp(c->name, "link") != 0)
            continue;
        c->seen = true;
        u->link[u->nlink] = (robot_link){.e = c, .part = -1};
        if ((u->link[u->nlink].name = zni_urdf_must(u, c, "name")))
            u->nlink++;
    }
}

static void read_joints(robot *u)
{
    for (zni_element *c = u->top->first; c; c = c->next) {
        robot_joint *k = &u->joint[u->njoint];
        const char *parent, *hung;
        if (strcmp(c->name, "joint") != 0)
            continue;
        c->seen = true;
        k->e = c;
        k->name = zni_urdf_must(u, c, "name");
        k->type = zni_urdf_must(u, c, "type");
        parent = must_of(u, c, "parent", "link");
        hung = must_of(u, c, "child", "link");
        if (!k->name || !k->type || !parent || !hung ||
            !known_type(u, c, k->type))
            continue;
        k->parent = find_link(u, c, parent);
        k->child = find_link(u, c, hung);
        if (k->parent < 0 || k->child < 0)
            continue;
        if (u->link[k->child].hangs)
            zni_complain(u->r, &c->attr, "link '%.60s' has two parents", hung);
        u->link[k->child].hangs = true;
        u->njoint++;
    }
}

/* Links that a joint joins do not meet, the fixed one and those on it neither: by bits, as
 * bodies that stand meet all others. */
static void part_neighbours(robot *u)
{
    enum { STANDS = 2, ON_IT = 1, OTHERS = 3 };

    for (zn_index i = 0; i < u->im.nshapes; i++) {
        zni_part_shape *s = &u->im.shape[i];
        const zn_index owner = u->im.part[s->part].owner;
        const zn_index below = owner < 0 ? -1 : u->im.part[owner].parent;
        s->type = s->affinity = owner < 0 ? STANDS
                                : below >= 0 && u->im.part[below].owner < 0
                                    ? ON_IT
                                    : OTHERS;
    }
}

static void read_robot(robot *u)
{
    const double none[7] = {0, 0, 0, 1, 0, 0, 0};
    const zni_reader *r = u->r;

    read_links(u);
    read_joints(u);
    if (!r->f.count)
        zni_urdf_mimics(u);
    for (zn_index i = 0; i < u->nlink && !r->st && !r->f.count; i++)
        if (!u->link[i].hangs)
            add_link(u, &u->link[i], -1, none, false);
    if (!r->f.count && !r->st && !u->im.nparts)
        zni_complain(u->r, &u->top->attr,
                     "a robot needs links, one of which hangs on no other");
    if (!r->f.count && !r->st)
        descend(u);
    if (!r->f.count && !r->st) {
        zni_import_children(&u->im, u->top);
        zni_import_weld(&u->im);
        zni_urdf_couple(u);
        part_neighbours(u);
        zni_import_end(&u->im);
    }
}

zn_status zni_read_urdf(zni_reader *r, const zni_element *top)
{
    const double gravity[3] = {0, 0, -9.81};
    const zni_node *title = attribute(top, "name");
    robot u = {.im = {.r = r}, .r = r, .top = top};
    zn_index count = 1;

    for (const zni_element *c = top->first; c; c = c->next)
        count++;
    u.link = zn_alloc(r->ctx, count, sizeof *u.link);
    u.joint = zn_alloc(r->ctx, count, sizeof *u.joint);
    if (!u.link || !u.joint || zn_scene_set_gravity(r->scene, gravity) ||
        (title && zn_scene_set_title(r->scene, title->text)) ||
        zn_scene_set_simulation(r->scene, 0, 1e-3, 5, NULL, NULL))
        r->st = ZN_ENOMEM;
    else if (count > MOST)
        zni_complain(r, &top->attr, "more than %d links and joints", MOST);
    else
        read_robot(&u);
    zn_free_array(r->ctx, u.link);
    zn_free_array(r->ctx, u.joint);
    zni_import_fini(&u.im);
    return r->st;
}
