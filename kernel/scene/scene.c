/* scene.c - scenes by calls: bodies, shapes, laws, joints, as data
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/scene.h"
#include "kernel/scene/formula.h"
#include "solvers/core/core.h"
#include "solvers/core/printed.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <zeno/plugin.h>
#include <zeno/rotation.h>

zn_status zn_scene_new(zn_ctx *ctx, zn_scene **out)
{
    zn_scene *s = zn_alloc(ctx, 1, sizeof *s);
    const zn_status st = s ? zn_kernel_register(ctx) : ZN_ENOMEM;

    *out = NULL;
    if (st) {
        zn_free_array(ctx, s);
        return st;
    }
    s->ctx = ctx;
    zni_scene_name(s);
    s->title = "";
    s->osi = "moreau-jean";
    s->said = "";
    s->meeting = "";
    s->least = INFINITY;
    s->times[1] = 1e-3;
    s->times[2] = 1;
    zni_scene_write_options(s);
    *out = s;
    return ZN_OK;
}

void zn_scene_free(zn_scene *s)
{
    zn_ctx *ctx;

    if (!s)
        return;
    ctx = s->ctx;
    for (zn_index i = 0; i < s->ntext; i++)
        zn_free_array(ctx, s->text[i]);
    zni_geometry_free(s);
    zni_names_fini(ctx, &s->body_names);
    zn_free_array(ctx, s->text);
    zn_free_array(ctx, s->body);
    zn_free_array(ctx, s->shape);
    zn_free_array(ctx, s->group);
    zn_free_array(ctx, s->law);
    zn_free_array(ctx, s->joint);
    zn_free_array(ctx, s->plugin);
    zn_free_array(ctx, s->parameter);
    zn_free_array(ctx, s);
}

const char *zni_scene_keep(zn_scene *s, const char *text)
{
    const size_t n = text ? strlen(text) + 1 : 0;
    char *copy;

    if (!text ||
        zn_grow(s->ctx, &s->text, &s->text_room, s->ntext + 1, sizeof *s->text))
        return NULL;
    copy = zn_alloc(s->ctx, (zn_index)n, 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, n);
    s->text[s->ntext++] = copy;
    return copy;
}

/* Replace *word by a copy; an absent one stays absent. */
static zn_status keep(zn_scene *s, const char **word)
{
    if (!*word)
        return ZN_OK;
    *word = zni_scene_keep(s, *word);
    return *word ? ZN_OK : ZN_ENOMEM;
}

/* ---- checks ---- */

static zn_status check_reals(zn_ctx *ctx, const char *what, int n,
                             const double x[])
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return zn_fail(ctx, ZN_EINVAL,
                           "%s: component %d is %g, must be "
                           "finite",
                           what, i, x[i]);
    return ZN_OK;
}

/* All zeros become the identity. */
static zn_status check_turn(zn_ctx *ctx, double p[4])
{
    double length;

    if (p[0] == 0 && p[1] == 0 && p[2] == 0 && p[3] == 0)
        p[0] = 1;
    length = zn_quaternion_length(p);
    if (!(fabs(length - 1) <= 1e-6))
        return zn_fail(ctx, ZN_EINVAL,
                       "the quaternion (%g, %g, %g, %g) has length %.9g, must "
                       "be 1",
                       p[0], p[1], p[2], p[3], length);
    if (fabs(length - 1) > 1e-15) /* else what was written would change */
        zn_quaternion_normalise(p);
    return ZN_OK;
}

static zn_status check_name(zn_ctx *ctx, const char *name)
{
    if (!name || !*name)
        return zn_fail(ctx, ZN_EINVAL, "it has no name");
    if (strlen(name) >= ZN_WORD_MAX)
        return zn_fail(ctx, ZN_EINVAL,
                       "a name of %zu characters, at most %d are allowed",
                       strlen(name), ZN_WORD_MAX - 1);
    return zni_check_printed(ctx, name);
}

/* ---- bodies ---- */

const char *const zni_prescribed[] = {"vx", "vy", "vz", "wx", "wy", "wz", NULL};

static zn_status check_prescribed(zn_ctx *ctx, const zn_scene_body *b)
{
    zn_status st = ZN_OK;

    for (int i = 0; !st && i < 6; i++) {
        st = zni_formula_check(ctx, zni_prescribed[i], b->prescribed[i], false);
        if (!st && b->prescribed[i] && b->fixed)
            st = zn_fail(ctx, ZN_EINVAL,
                         "it is fixed, and its velocity %s is prescribed; one "
                         "that moves has a mass",
                         zni_prescribed[i]);
    }
    return st;
}

static zn_status check_body(const zn_scene *s, zn_scene_body *b)
{
    zn_ctx *ctx = s->ctx;
    const struct {
        const char *what;
        int n;
        const double *x;
    } all[] = {{"position", 3, b->position}, {"velocity", 3, b->velocity},
               {"spin", 3, b->spin},         {"centre", 3, b->centre},
               {"inertia", 9, b->inertia},   {"force", 3, b->force},
               {"moment", 3, b->moment},     {"orientation", 4, b->orientation},
               {"mass", 1, &b->mass},        {"density", 1, &b->density}};
    zn_status st = check_name(ctx, b->name);

    for (size_t i = 0; !st && i < sizeof all / sizeof *all; i++)
        st = check_reals(ctx, all[i].what, all[i].n, all[i].x);
    if (!st)
        st = check_turn(ctx, b->orientation);
    if (!st && b->mass < 0)
        st = zn_fail(ctx, ZN_EINVAL, "mass = %g, must be > 0", b->mass);
    if (!st && b->density < 0)
        st = zn_fail(ctx, ZN_EINVAL, "density = %g, must be > 0", b->density);
    if (!st && b->density > 0 && b->mass > 0)
        st = zn_fail(ctx, ZN_EINVAL,
                     "mass = %g and density = %g: give one of them", b->mass,
                     b->density);
    if (!st && b->born)
        st = check_reals(ctx, "birth", 1, &b->birth);
    if (!st && b->dies)
        st = check_reals(ctx, "death", 1, &b->death);
    if (!st && b->born && b->dies && !(b->birth < b->death))
        st = zn_fail(ctx, ZN_EINVAL,
                     "birth = %g s and death = %g s: it must die later",
                     b->birth, b->death);
    if (!st)
        st = zni_scene_check_forces(s, b);
    return st ? st : check_prescribed(ctx, b);
}

zn_status zn_scene_add_body_sized(zn_scene *s, const zn_scene_body *b,
                                  size_t size)
{
    zni_scene_body new = {0};
    zn_scene_body *g = &new.given;
    zn_status st;

    zni_copy_sized(b, size, g, sizeof *g);
    st = zni_plane_body(s, g);
    if (!st)
        st = check_body(s, g);

    if (!st && zni_scene_find(s, b->name) >= 0)
        st = zn_fail(s->ctx, ZN_EEXIST, "there is another body of that name");
    if (!st)
        st = zn_grow(s->ctx, &s->body, &s->body_room, s->nbody + 1,
                     sizeof *s->body);
    if (!st)
        st = zni_names_reserve(s->ctx, &s->body_names);
    if (!st)
        st = keep(s, &g->name);
    if (!st)
        st = keep(s, &g->f_ext);
    if (!st)
        st = keep(s, &g->m_ext);
    if (!st)
        st = keep(s, &g->options);
    for (int i = 0; !st && i < 6; i++)
        st = keep(s, &g->prescribed[i]);
    for (int i = 0; !st && i < 3; i++) {
        st = keep(s, &g->force_at[i]);
        if (!st)
            st = keep(s, &g->moment_at[i]);
    }
    if (st)
        return zn_note(s->ctx, st, "body '%s'", b->name ? b->name : "");
    zni_mass_find(&new);
    s->body[s->nbody++] = new;
    zni_names_put(&s->body_names, (void *)(uintptr_t)s->nbody);
    return ZN_OK;
}

/* ---- shapes ---- */

/* Number of a group, a new one if need be; -1: no memory. */
static zn_index group_of(zn_scene *s, const char *name)
{
    if (!name)
        name = "default";
    for (zn_index i = 0; i < s->ngroup; i++)
        if (strcmp(s->group[i], name) == 0)
            return i;
    if (zn_grow(s->ctx, &s->group, &s->group_room, s->ngroup + 1,
                sizeof *s->group))
        return -1;
    s->group[s->ngroup] = zni_scene_keep(s, name);
    return s->group[s->ngroup] ? s->ngroup++ : -1;
}

zn_status zn_scene_add_shape_sized(zn_scene *s, const char *body,
                                   const zn_scene_shape *shape, size_t size)
{
    const zn_index k = zni_scene_find(s, body);
    zni_scene_shape new = {.body = k};
    zni_scene_body *b = k >= 0 ? &s->body[k] : NULL;
    zn_mass matter = b ? b->matter : (zn_mass){0};
    double least;
    zn_status st;

    if (!b)
        return zn_fail(s->ctx, ZN_ENOENT, "there is no body '%s'",
                       body ? body : "");
    zni_copy_sized(shape, size, &new.s, sizeof new.s);
    st = check_reals(s->ctx, "position", 3, new.s.position);
    if (!st)
        st = zni_plane_shape(s, &new.s);
    if (!st)
        st = check_turn(s->ctx, new.s.orientation);
    if (!st)
        st = zni_geometry_keep(s, &new.s, &new.geometry);
    if (!st)
        st = zni_matter_add(s->ctx, &matter, &new.s, new.geometry,
                            zni_mass_of_shapes(&b->given), &least);
    if (!st && zni_form_find(new.s.form)->endless && !b->b.fixed)
        st = zn_fail(s->ctx, ZN_EINVAL,
                     "a %s has no end and cannot move; make the body "
                     "fixed, or take a %s",
                     new.s.form, s->flat ? "rectangle" : "box");
    if (!st)
        st = zn_grow(s->ctx, &s->shape, &s->shape_room, s->nshape + 1,
                     sizeof *s->shape);
    if (!st)
        st = keep(s, &new.s.form);
    if (!st)
        st = keep(s, &new.s.colour);
    if (!st)
        new.group = group_of(s, shape->group);
    if (!st && new.group < 0)
        st = ZN_ENOMEM;
    if (st)
        return zn_note(s->ctx, st, "body '%s'", body);
    new.s.group = s->group[new.group];
    new.number = b->shapes++;
    s->shape[s->nshape++] = new;
    b->matter = matter;
    zni_mass_find(b);
    if (!b->b.fixed && least > 0 && least < s->least) {
        s->least = least;
        zni_scene_write_options(s);
    }
    return ZN_OK;
}

void zni_scene_place(const zn_scene_body *b, const zn_scene_shape *s,
                     double out[7])
{
    for (int i = 0; i < 3; i++)
        out[i] = s->position[i] - (b->fixed ? 0 : b->centre[i]);
    memcpy(out + 3, s->orientation, 4 * sizeof *out);
    if (!b->fixed)
        return;
    zn_rotate(b->orientation, out, out);
    for (int i = 0; i < 3; i++)
        out[i] += b->position[i];
    zn_quaternion_product(b->orientation, out + 3, out + 3);
}

/* ---- laws ---- */

/* Would the class take these options? */
static zn_status try_law(zn_ctx *ctx, const zni_scene_law *law)
{
    char name[ZN_WORD_MAX], value[ZN_TEXT_MAX];
    const char *words = law->options;
    zn_law *trial;
    zn_status st = zn_law_new(ctx, law->cls, &trial);

    while (!st && zni_word_next(&words, name, value))
        st = zn_law_set(trial, name, value);
    if (!st && *words)
        st = zn_fail(ctx, ZN_EINVAL, "options '%s': must be name=value ...",
                     law->options);
    zn_law_free(trial);
    return st;
}

static zn_status add_law(zn_scene *s, const zn_scene_law *law)
{
    const char *options = law->options ? law->options : "";
    const bool rolling = strstr(options, "mu_r=") || strstr(options, "mu_s=");
    zni_scene_law new = {.cls = law->cls  ? law->cls
                                : rolling ? "rolling-friction"
                                          : "newton-impact-friction",
                         .chosen = law->cls != NULL,
                         .options = options};
    const bool none = strcmp(new.cls, "none") == 0;
    const zn_index g1 = group_of(s, law->group1), g2 = group_of(s, law->group2);
    zn_status st = g1 < 0 || g2 < 0 ? ZN_ENOMEM : ZN_OK;

    new.group[0] = g1 < g2 ? g1 : g2;
    new.group[1] = g1 < g2 ? g2 : g1;
    if (!st && !none)
        st = try_law(s->ctx, &new);
    if (!st)
        st =
            zn_grow(s->ctx, &s->law, &s->law_room, s->nlaw + 1, sizeof *s->law);
    if (!st)
        st = keep(s, &new.cls);
    if (!st)
        st = keep(s, &new.options);
    if (st)
        return zn_note(s->ctx, st, "law between '%s' and '%s'",
                       law->group1 ? law->group1 : "default",
                       law->group2 ? law->group2 : "default");
    s->law[s->nlaw++] = new;
    return ZN_OK;
}

zn_status zn_scene_add_law_sized(zn_scene *s, const zn_scene_law *law,
                                 size_t size)
{
    zn_scene_law whole;

    zni_copy_sized(law, size, &whole, sizeof whole);
    return add_law(s, &whole);
}

/* The last that was said of a pair. */
static const zni_scene_law *said(const zn_scene *s, zn_index g1, zn_index g2)
{
    const zn_index a = g1 < g2 ? g1 : g2, b = g1 < g2 ? g2 : g1;

    for (zn_index i = s->nlaw; i-- > 0;)
        if (s->law[i].group[0] == a && s->law[i].group[1] == b)
            return &s->law[i];
    return NULL;
}

bool zni_scene_law_said(const zn_scene *s, zn_index g1, zn_index g2)
{
    return said(s, g1, g2) != NULL;
}

const zni_scene_law *zni_scene_law_of(const zn_scene *s, zn_index g1,
                                      zn_index g2)
{
    const zni_scene_law *law = said(s, g1, g2);

    return law && strcmp(law->cls, "none") ? law : NULL;
}

/* ---- joints ---- */

/* A joint is seen where both bodies begin: they come together, but for fixed ones. */
static zn_status check_births(const zn_scene *s, const zn_scene_joint *j)
{
    const zn_scene_body *a = &s->body[zni_scene_find(s, j->body1)].b;
    const zn_scene_body *b = &s->body[zni_scene_find(s, j->body2)].b;
    const bool same = a->born == b->born && (!a->born || a->birth == b->birth);

    return a->fixed || b->fixed || same
               ? ZN_OK
               : zn_fail(s->ctx, ZN_EINVAL,
                         "'%s' and '%s' come at different times: bodies of a "
                         "joint must have the same birth",
                         j->body1, j->body2);
}

/* One of them, or the only one beside the world, must move. */
static zn_status check_moves(zn_scene *s, const zn_scene_joint *j)
{
    const zn_scene_body *a = &s->body[zni_scene_find(s, j->body1)].b;
    const zn_scene_body *b = j->body2 ? &s->body[zni_scene_find(s, j->body2)].b : a;

    if (!a->fixed || !b->fixed)
        return ZN_OK;
    return j->body2 ? zn_fail(s->ctx, ZN_EINVAL,
                              "none of its bodies moves: '%s' and '%s' are fixed; one must not be", j->body1, j->body2)
                    : zn_fail(s->ctx, ZN_EINVAL, "its body does not move: '%s' is fixed, as the world is", j->body1);
}

static zn_status check_joint(zn_scene *s, const zn_scene_joint *j)
{
    const zn_type *type;
    zn_status st = check_name(s->ctx, j->name);

    for (zn_index i = 0; !st && i < s->njoint; i++)
        if (strcmp(s->joint[i].name, j->name) == 0)
            st = zn_fail(s->ctx, ZN_EEXIST,
                         "there is another joint of that "
                         "name");
    if (!st && !(j->cls && (strcmp(j->cls, "spring") == 0 ||
                            strcmp(j->cls, "bushing") == 0)))
        st =
            zn_type_find(s->ctx, ZN_KIND_RELATION, j->cls ? j->cls : "", &type);
    if (!st)
        st = zni_plane_check_joint(s, j);
    if (!st && (!j->body1 || zni_scene_find(s, j->body1) < 0))
        st = zn_fail(s->ctx, ZN_ENOENT, "there is no body '%s'",
                     j->body1 ? j->body1 : "");
    if (!st && j->body2 && zni_scene_find(s, j->body2) < 0)
        st = zn_fail(s->ctx, ZN_ENOENT, "there is no body '%s'", j->body2);
    if (!st && j->body2)
        st = check_births(s, j);
    if (!st && j->body2 && strcmp(j->body1, j->body2) == 0)
        st = zn_fail(s->ctx, ZN_EINVAL, "both bodies are '%s'", j->body1);
    if (!st)
        st = check_moves(s, j);
    if (!st)
        st = check_reals(s->ctx, "point", 3, j->point);
    if (!st)
        st = check_reals(s->ctx, "axis", 3, j->axis);
    if (!st && j->stopped && !(j->stop[0] < j->stop[1]))
        st = zn_fail(s->ctx, ZN_EINVAL,
                     "stops %g and %g: the first must be less", j->stop[0],
                     j->stop[1]);
    if (!st && !(j->friction >= 0))
        st = zn_fail(s->ctx, ZN_EINVAL, "friction = %g, must be >= 0",
                     j->friction);
    if (!st && !(j->stop_e >= 0 && j->stop_e <= 1))
        st = zn_fail(s->ctx, ZN_EINVAL,
                     "restitution of the stops = %g, must be in [0, 1]",
                     j->stop_e);
    if (!st && !(j->armature >= 0 && j->armature < INFINITY))
        st = zn_fail(s->ctx, ZN_EINVAL, "armature = %g, must be >= 0",
                     j->armature);
    if (!st && !(j->strongest >= 0))
        st = zn_fail(s->ctx, ZN_EINVAL, "strongest = %g, must be >= 0",
                     j->strongest);
    if (!st)
        st = check_reals(s->ctx, "stiffness, damping and rest", 3,
                         (const double[]){j->stiffness, j->damping, j->rest});
    if (!st)
        st = check_reals(s->ctx, "stiffness", 6, j->stiffnesses);
    if (!st)
        st = check_reals(s->ctx, "damping", 6, j->dampings);
    return st ? st : zni_scene_check_motor(s->ctx, j);
}

zn_status zn_scene_add_joint_sized(zn_scene *s, const zn_scene_joint *j,
                                   size_t size)
{
    zn_scene_joint new;
    zn_status st;

    zni_copy_sized(j, size, &new, sizeof new);
    st = check_joint(s, &new);
    if (!st)
        st = zn_grow(s->ctx, &s->joint, &s->joint_room, s->njoint + 1,
                     sizeof *s->joint);
    if (!st)
        st = keep(s, &new.name);
    if (!st)
        st = keep(s, &new.cls);
    if (!st)
        st = keep(s, &new.body1);
    if (!st)
        st = keep(s, &new.body2);
    if (!st)
        st = keep(s, &new.motor);
    if (!st)
        st = keep(s, &new.motion);
    if (st)
        return zn_note(s->ctx, st, "joint '%s'", j->name ? j->name : "");
    s->joint[s->njoint++] = new;
    return ZN_OK;
}

/* ---- the rest ---- */

zn_status zn_scene_add_plugin(zn_scene *s, const char *name)
{
    zn_status st = zn_grow(s->ctx, &s->plugin, &s->plugin_room, s->nplugin + 1,
                           sizeof *s->plugin);

    if (!st)
        st = keep(s, &name);
    if (!st)
        s->plugin[s->nplugin++] = name;
    return st;
}

zn_status zn_scene_set_gravity(zn_scene *s, const double g[3])
{
    zn_status st = check_reals(s->ctx, "gravity", 3, g);

    if (!st)
        st = zni_plane_vector(s, "gravity", g);
    if (!st)
        memcpy(s->gravity, g, sizeof s->gravity);
    return st;
}

zn_status zn_scene_set_title(zn_scene *s, const char *title)
{
    const zn_status st = keep(s, &title);

    if (!st && title)
        s->title = title;
    return st;
}

zn_status zn_scene_set_contacts(zn_scene *s, const char *options)
{
    zn_status st = ZN_OK;

    if (options && strlen(options) >= ZN_TEXT_MAX)
        st = zn_fail(s->ctx, ZN_EINVAL, "too many options of contacts");
    if (!st)
        st = keep(s, &options);
    if (!st && options)
        s->meeting = options;
    return st;
}

zn_status zn_scene_set_simulation(zn_scene *s, double t0, double h, double T,
                                  const char *osi, const char *options)
{
    const double times[3] = {t0, h, T};
    zn_status st = check_reals(s->ctx, "t0, h, T", 3, times);

    if (!st && (h <= 0 || T < t0))
        st = zn_fail(s->ctx, ZN_EINVAL,
                     "t0 = %g, h = %g, T = %g: must be h > 0 and T >= t0", t0,
                     h, T);
    if (!st)
        st = keep(s, &osi);
    if (!st && options && strlen(options) >= ZN_TEXT_MAX)
        st = zn_fail(s->ctx, ZN_EINVAL, "too many options");
    if (!st)
        st = keep(s, &options);
    if (st)
        return st;
    memcpy(s->times, times, sizeof times);
    if (osi)
        s->osi = osi;
    if (options)
        s->said = options;
    zni_scene_write_options(s);
    return ZN_OK;
}
