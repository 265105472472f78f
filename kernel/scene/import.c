/* import.c - trees of bodies in frames of their parents, made into a scene
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/import.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/rotation.h>

/* ---- numbers ---- */

bool zni_import_reals(zni_reader *r, const zni_node *at, int least, int most,
                      double out[], int *n)
{
    const char *s;
    int k = 0;

    if (!at)
        return true;
    s = at->text + strspn(at->text, " ");
    while (*s) {
        char *end;
        const double x = strtod(s, &end);
        if (end == s || !isfinite(x) || (*end && *end != ' ') || k == most)
            break;
        out[k++] = x;
        s = end + strspn(end, " ");
    }
    if (*s || k < least) {
        char many[32] = "";
        if (least == most)
            snprintf(many, sizeof many, "%d", least);
        else
            snprintf(many, sizeof many, "%d to %d", least, most);
        zni_complain(r, at, "'%.60s': must be %s number%s", at->text, many,
                     most > 1 ? "s" : "");
        return false;
    }
    if (n)
        *n = k;
    return true;
}

void zni_pose_after(const double a[7], const double b[7], double out[7])
{
    double x[3], p[4];

    zn_rotate(a + 3, b, x);
    for (int i = 0; i < 3; i++)
        x[i] += a[i];
    zn_quaternion_product(a + 3, b + 3, p);
    memcpy(out, x, sizeof x);
    memcpy(out + 3, p, sizeof p);
    zn_quaternion_normalise(out + 3);
}

/* a, seen from b */
static void pose_in(const double b[7], const double a[7], double out[7])
{
    const double back[4] = {b[3], -b[4], -b[5], -b[6]};
    double x[3], p[4];

    for (int i = 0; i < 3; i++)
        x[i] = a[i] - b[i];
    zn_rotate_back(b + 3, x, out);
    zn_quaternion_product(back, a + 3, p);
    memcpy(out + 3, p, sizeof p);
    zn_quaternion_normalise(out + 3);
}

/* ---- what is not understood ---- */

void zni_import_skip(zni_import *im, const zni_node *at, const char *fmt, ...)
{
    zni_skipped new = {.file = at->file, .line = at->line, .count = 1};
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(new.what, sizeof new.what, fmt, ap);
    va_end(ap);
    for (zn_index i = 0; i < im->nskipped; i++)
        if (strcmp(im->skipped[i].what, new.what) == 0) {
            im->skipped[i].count++;
            return;
        }
    if (zn_grow(im->r->ctx, &im->skipped, &im->cskipped, im->nskipped + 1,
                sizeof *im->skipped))
        im->r->st = ZN_ENOMEM;
    else if (im->nskipped < 1000)
        im->skipped[im->nskipped++] = new;
}

void zni_import_attributes(zni_import *im, const zni_element *e,
                           const char *const known[])
{
    for (const zni_node *k = e->attr.first; k; k = k->next->next) {
        int i = 0;
        while (known[i] && strcmp(known[i], k->text))
            i++;
        if (!known[i])
            zni_import_skip(im, k, "attribute '%.30s' of <%.30s>", k->text,
                            e->name);
    }
}

void zni_import_children(zni_import *im, const zni_element *e)
{
    for (const zni_element *c = e->first; c; c = c->next)
        if (!c->seen)
            zni_import_skip(im, &c->attr, "<%.60s>", c->name);
}

static void tell_skipped(const zni_import *im)
{
    for (zn_index i = 0; i < im->nskipped; i++) {
        const zni_skipped *k = &im->skipped[i];
        char more[40] = "";
        if (k->count > 1)
            snprintf(more, sizeof more, ", and %td more", k->count - 1);
        if (k->line > 0)
            zn_log(im->r->ctx, ZN_LOG_WARN, "%s:%td: %s is ignored%s",
                   k->file ? k->file : im->r->file, k->line, k->what, more);
        else /* a file without lines */
            zn_log(im->r->ctx, ZN_LOG_WARN, "%s: %s is ignored%s", im->r->file,
                   k->what, more);
    }
}

/* ---- what is there ---- */

zn_index zni_import_part(zni_import *im, const zni_part *p)
{
    zni_reader *r = im->r;

    if (im->nparts >= ZNI_MOST) {
        zni_complain(r, p->at, "more than %d bodies", ZNI_MOST);
        return -1;
    }
    if (zn_grow(r->ctx, &im->part, &im->cparts, im->nparts + 1,
                sizeof *im->part)) {
        r->st = ZN_ENOMEM;
        return -1;
    }
    im->part[im->nparts] = *p;
    return im->nparts++;
}

bool zni_import_shape(zni_import *im, const zni_part_shape *s)
{
    zni_reader *r = im->r;

    if (zn_grow(r->ctx, &im->shape, &im->cshapes, im->nshapes + 1,
                sizeof *im->shape)) {
        r->st = ZN_ENOMEM;
        return false;
    }
    im->shape[im->nshapes++] = *s;
    return true;
}

bool zni_import_joint(zni_import *im, const zn_scene_joint *j, zn_index body1,
                      zn_index body2)
{
    zni_reader *r = im->r;

    if (zn_grow(r->ctx, &im->joint, &im->cjoints, im->njoints + 1,
                sizeof *im->joint) ||
        zn_grow(r->ctx, &im->bodies, &im->cbodies, im->njoints + 1,
                sizeof *im->bodies)) {
        r->st = ZN_ENOMEM;
        return false;
    }
    im->bodies[im->njoints][0] = body1;
    im->bodies[im->njoints][1] = body2;
    im->joint[im->njoints++] = *j;
    return true;
}

bool zni_import_meeting(zni_import *im, const zni_meeting *k)
{
    const zn_index own[] = {k->a, k->b};

    if (zn_grow(im->r->ctx, &im->meeting, &im->cmeetings, im->nmeetings + 1,
                sizeof *im->meeting)) {
        im->r->st = ZN_ENOMEM;
        return false;
    }
    im->meeting[im->nmeetings++] = *k;
    for (int i = 0; i < 2; i++) /* parts are numbered from -1 on */
        if (k->shapes)
            im->shape[own[i]].apart = im->nparts + 2 + own[i];
        else
            for (zn_index s = 0; s < im->nshapes; s++)
                if (im->shape[s].part == own[i] && !im->shape[s].apart)
                    im->shape[s].apart = own[i] + 2;
    return true;
}

/* Mass of a shape; what has the points of another one is not weighed again. */
static zn_status weigh(zni_import *im, const zn_scene_shape *s, double density,
                       zn_mass *out)
{
    zn_ctx *ctx = im->r->ctx;
    zn_shape *shape;
    zn_status st;

    for (zn_index i = 0; s->points && i < im->nweighed; i++) {
        const zni_weighed *k = &im->weighed[i];
        if (k->points == s->points && k->density == density &&
            strcmp(k->form, s->form) == 0) {
            *out = k->mass;
            return ZN_OK;
        }
    }
    st = zni_form_make(ctx, s, &shape);
    if (!st)
        st = zn_shape_mass(shape, density, out);
    zn_shape_free(shape);
    if (!st && s->points) {
        st = zn_grow(ctx, &im->weighed, &im->cweighed, im->nweighed + 1,
                     sizeof *im->weighed);
        if (!st)
            im->weighed[im->nweighed++] =
                (zni_weighed){s->form, s->points, density, *out};
    }
    return st;
}

bool zni_import_matter(zni_import *im, const zni_node *at, zn_index part,
                       const zn_scene_shape *s, double density, double mass)
{
    double pose[7];
    zn_mass of = {0};

    static const char *const without[] = {"plane", "height_field", NULL};

    if (part < 0 || zni_word_is_of(s->form, without) ||
        !(mass > 0 || density > 0))
        return true;
    if (zni_failed(im->r, at, weigh(im, s, mass > 0 ? 1 : density, &of)))
        return false;
    if (mass > 0) {
        for (int i = 0; i < 9; i++)
            of.inertia[i] *= mass / of.mass;
        of.mass = mass;
    }
    memcpy(pose, s->position, sizeof s->position);
    memcpy(pose + 3, s->orientation, sizeof s->orientation);
    zn_mass_add(&im->part[part].mass, &of, pose);
    return true;
}

const char *zni_import_colour(zni_reader *r, const double rgb[3])
{
    char text[8];
    const char *kept;
    int x[3];

    for (int i = 0; i < 3; i++)
        x[i] = (int)(255 * fmin(1, fmax(0, rgb[i])) + 0.5);
    snprintf(text, sizeof text, "#%02x%02x%02x", x[0] & 255, x[1] & 255,
             x[2] & 255);
    kept = zni_scene_keep(r->scene, text);
    if (!kept)
        r->st = ZN_ENOMEM;
    return kept;
}

/* ---- the scene of it ---- */

void zni_import_weld(zni_import *im)
{
    for (zn_index i = 0; i < im->nparts; i++) {
        zni_part *p = &im->part[i];
        p->owner = p->moves        ? i
                   : p->parent < 0 ? -1
                                   : im->part[p->parent].owner;
        if (p->owner >= 0 && p->owner != i && p->mass.mass > 0) {
            double pose[7];
            pose_in(im->part[p->owner].pose, p->pose, pose);
            zn_mass_add(&im->part[p->owner].mass, &p->mass, pose);
        }
    }
}

static zn_index owner_of(const zni_import *im, zn_index part)
{
    return part < 0 ? -1 : im->part[part].owner;
}

static const char world[] = "world";

static const char *name_of(const zni_import *im, zn_index owner)
{
    return owner < 0 ? world : im->part[owner].name;
}

static void add_bodies(zni_import *im)
{
    const zni_node start = {.line = 1, .column = 1};
    zni_reader *r = im->r;
    bool ground = false;

    for (zn_index i = 0; i < im->nshapes; i++)
        ground = ground || owner_of(im, im->shape[i].part) < 0;
    if (ground)
        zni_failed(
            r, &start,
            zn_scene_add_body(r->scene,
                              &(zn_scene_body){.name = world, .fixed = true}));
    for (zn_index i = 0; i < im->nparts && !r->st; i++) {
        const zni_part *p = &im->part[i];
        zn_scene_body b = {.name = p->name, .mass = p->mass.mass};
        if (p->owner != i)
            continue;
        memcpy(b.position, p->pose, sizeof b.position);
        memcpy(b.orientation, p->pose + 3, sizeof b.orientation);
        memcpy(b.centre, p->mass.centre, sizeof b.centre);
        memcpy(b.inertia, p->mass.inertia, sizeof b.inertia);
        if (!zni_mass_finite(&b))
            zni_complain(r, p->at,
                         "the mass of '%s' or its inertia is too large for a "
                         "number; are its units right?",
                         p->name);
        else if (!(b.mass > 0) || !(b.inertia[0] > 0))
            zni_complain(r, p->at,
                         "'%s' moves and has no %s: neither its own nor of "
                         "shapes or what is welded to it",
                         p->name, b.mass > 0 ? "inertia" : "mass");
        else
            zni_failed(r, p->at, zn_scene_add_body(r->scene, &b));
    }
}

/* Shapes of one group have one friction, and meet the same. */
static bool alike(const zni_part_shape *a, const zni_part_shape *b)
{
    return a->mu == b->mu && a->mu_s == b->mu_s && a->mu_r == b->mu_r &&
           a->condim == b->condim && a->type == b->type &&
           a->affinity == b->affinity && a->apart == b->apart;
}

static void say_group(const zni_part_shape *s, char out[ZN_WORD_MAX])
{
    char apart[24] = "", rolls[64] = "";

    if (s->apart)
        snprintf(apart, sizeof apart, " #%td", s->apart);
    if (s->condim != 3)
        snprintf(rolls, sizeof rolls, " condim=%d mu_s=%.9g mu_r=%.9g",
                 s->condim, s->mu_s, s->mu_r);
    if (s->type == 1 && s->affinity == 1)
        snprintf(out, ZN_WORD_MAX, "mu=%.9g%s%s", s->mu, rolls, apart);
    else
        snprintf(out, ZN_WORD_MAX, "mu=%.9g%s type=%ld affinity=%ld%s", s->mu,
                 rolls, s->type, s->affinity, apart);
}

/* The larger of what two shapes have, or what they were told. */
static void say_friction(const zni_part_shape *a, const zni_part_shape *b,
                         const zni_meeting *k, size_t room, char out[])
{
    const bool own = k && k->mu >= 0;
    const int condim = k && k->condim ? k->condim
                       : a->condim > b->condim ? a->condim : b->condim;
    int at = snprintf(out, room, "mu=%.17g",
                      condim == 1 ? 0 : own ? k->mu : fmax(a->mu, b->mu));

    if (condim > 3)
        at += snprintf(out + at, room - (size_t)at, " mu_s=%.17g",
                       own ? k->mu_s : fmax(a->mu_s, b->mu_s));
    if (condim > 4)
        snprintf(out + at, room - (size_t)at, " mu_r=%.17g",
                 own ? k->mu_r : fmax(a->mu_r, b->mu_r));
}

/* What two shapes were told, or their parts; NULL: nothing. */
static const zni_meeting *told(const zni_import *im, const zni_part_shape *a,
                               const zni_part_shape *b)
{
    const zni_meeting *found = NULL;

    for (zn_index i = 0; (a->apart || b->apart) && i < im->nmeetings; i++) {
        const zni_meeting *k = &im->meeting[i];
        const zn_index x = k->shapes ? a - im->shape : a->part;
        const zn_index y = k->shapes ? b - im->shape : b->part;
        if (((k->a == x && k->b == y) || (k->a == y && k->b == x)) &&
            (k->shapes || !found || !found->shapes))
            found = k;
    }
    return found;
}

static void add_law(zni_import *im, const zni_part_shape *a,
                    const zni_part_shape *b)
{
    const zni_meeting *k = told(im, a, b);
    const bool meet =
        k ? k->shapes : (a->type & b->affinity) || (b->type & a->affinity);
    char one[ZN_WORD_MAX], other[ZN_WORD_MAX], options[128];

    say_group(a, one);
    say_group(b, other);
    say_friction(a, b, k, sizeof options, options);
    if (zn_scene_add_law(im->r->scene,
                         &(zn_scene_law){one, other, meet ? NULL : "none",
                                         meet ? options : NULL}))
        zni_failed(im->r, &(zni_node){.line = 1, .column = 1}, ZN_ENOMEM);
}

/* The first shape of each group, by its numbers. */
static void add_laws(zni_import *im)
{
    enum { MOST = 200 };
    const zni_part_shape *first[MOST];
    zn_index n = 0;

    for (zn_index i = 0; i < im->nshapes; i++) {
        zn_index k = 0;
        while (k < n && !alike(first[k], &im->shape[i]))
            k++;
        if (k < n)
            continue;
        if (n == MOST) {
            zn_findings_add(&im->r->f,
                            "%s: more than %d different frictions and meetings",
                            im->r->file, MOST);
            return;
        }
        first[n++] = &im->shape[i];
    }
    for (zn_index i = 0; i < n; i++)
        for (zn_index k = 0; k <= i; k++)
            add_law(im, first[i], first[k]);
}

static void add_shapes(zni_import *im)
{
    zni_reader *r = im->r;

    for (zn_index i = 0; i < im->nshapes && !r->st; i++) {
        const zni_part_shape *from = &im->shape[i];
        const zn_index owner = owner_of(im, from->part);
        const double none[7] = {0, 0, 0, 1, 0, 0, 0};
        zn_scene_shape s = from->s;
        char group[ZN_WORD_MAX];
        double in[7], pose[7];
        zni_node start = {.line = 1, .column = 1};
        memcpy(pose, s.position, sizeof s.position);
        memcpy(pose + 3, s.orientation, sizeof s.orientation);
        if (from->part >= 0) {
            pose_in(owner < 0 ? none : im->part[owner].pose,
                    im->part[from->part].pose, in);
            zni_pose_after(in, pose, pose);
        }
        memcpy(s.position, pose, sizeof s.position);
        memcpy(s.orientation, pose + 3, sizeof s.orientation);
        say_group(from, group);
        s.group = group;
        zni_failed(r, from->part < 0 ? &start : im->part[from->part].at,
                   zn_scene_add_shape(r->scene, name_of(im, owner), &s));
    }
}

static void add_joints(zni_import *im)
{
    zni_reader *r = im->r;

    for (zn_index i = 0; i < im->njoints && !r->st; i++) {
        const zn_index a = owner_of(im, im->bodies[i][0]);
        const zn_index b = owner_of(im, im->bodies[i][1]);
        zn_scene_joint j = im->joint[i];
        if (a < 0 || a == b)
            continue; /* nothing moves there */
        j.body1 = name_of(im, a);
        j.body2 = b < 0 ? NULL : name_of(im, b);
        zni_failed(r, im->part[im->bodies[i][0]].at,
                   zn_scene_add_joint(r->scene, &j));
    }
}

void zni_import_end(zni_import *im)
{
    zni_reader *r = im->r;

    if (!r->f.count && !r->st)
        add_bodies(im);
    if (!r->f.count && !r->st)
        add_shapes(im);
    if (!r->f.count && !r->st)
        add_laws(im);
    if (!r->f.count && !r->st)
        add_joints(im);
    if (!r->st)
        tell_skipped(im);
}

void zni_import_fini(zni_import *im)
{
    zn_ctx *ctx = im->r->ctx;

    zn_free_array(ctx, im->part);
    zn_free_array(ctx, im->shape);
    zn_free_array(ctx, im->joint);
    zn_free_array(ctx, im->bodies);
    zn_free_array(ctx, im->meeting);
    zn_free_array(ctx, im->skipped);
    zn_free_array(ctx, im->weighed);
}
