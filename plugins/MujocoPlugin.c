/* MujocoPlugin.c - where two shapes touch, as MuJoCo's library says
 *
 * The class "mujoco" of narrow phases, for second opinions on gaps of both signs: of each pair
 * of shapes a model of two bodies is made, whose margin is the reach. Between what is round or
 * has many corners MuJoCo works by iteration, here to 1e-12, and finds one contact. Built where libmujoco
 * is; doc/shapes.md. E. Todorov, T. Erez, Y. Tassa, MuJoCo: a physics engine for model-based
 * control, IROS 2012.
 * SPDX-License-Identifier: Apache-2.0 */
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include <zeno/ctx.h>
#include <zeno/narrow.h>
#include <zeno/plugin.h>
#include <zeno/rotation.h>

/* Two shapes: the base stands in the world, the other one is free. */
typedef struct couple {
    const zn_shape *base, *other;
    mjModel *m;
    mjData *d;
} couple;

typedef struct machine {
    couple *of;
    zn_index n, cap;
} machine;

enum { KINDS = 6 };
static const char *const kinds[KINDS] = {"plane",   "sphere",   "box",
                                         "capsule", "cylinder", "hull"};

static bool is(const zn_shape *s, const char *kind)
{
    return strcmp(zn_shape_kind(s), kind) == 0;
}

static bool known(const zn_shape *s)
{
    for (int i = 0; i < KINDS; i++)
        if (is(s, kinds[i]))
            return true;
    return false;
}

static bool meets(const void *k, const zn_shape *a, const zn_shape *b)
{
    (void)k;
    return known(a) && known(b) && !(is(a, "plane") && is(b, "plane"));
}

/* ---- a model of two shapes -------------------------------------------------------- */

typedef struct text {
    zn_ctx *ctx;
    char *p;
    size_t n, cap;
    zn_status st;
} text;

static void say(text *t, const char *format, ...)
{
    char line[256];
    va_list list;

    va_start(list, format);
    const size_t n = (size_t)vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (t->n + n + 1 > t->cap && !t->st) {
        const size_t cap = 2 * (t->cap + n) + 1024;
        char *more = zn_alloc(t->ctx, (zn_index)cap, 1);
        if (more && t->n)
            memcpy(more, t->p, t->n);
        zn_free_array(t->ctx, t->p);
        t->p = more;
        t->cap = cap;
        t->st = more ? ZN_OK : ZN_ENOMEM;
    }
    if (t->st)
        return;
    memcpy(t->p + t->n, line, n + 1);
    t->n += n;
}

/* The corners of its faces are those of the hull, most of them more than once. */
static void say_points(text *t, const zn_shape *s, const char *name)
{
    double x[3];

    say(t, "<asset><mesh name='%s' vertex='", name);
    for (zn_index f = 0; f < zn_shape_face_count(s); f++)
        for (zn_index k = 0; k < zn_shape_face(s, f, k, x); k++)
            say(t, "%.17g %.17g %.17g ", x[0], x[1], x[2]);
    say(t, "'/></asset>");
}

static void say_geom(text *t, const zn_shape *s, const char *name)
{
    double lo[3], hi[3];

    zn_shape_bounds(s, lo, hi);
    if (is(s, "plane"))
        say(t, "<geom type='plane' size='0 0 1'/>");
    else if (is(s, "sphere"))
        say(t, "<geom type='sphere' size='%.17g'/>", hi[0]);
    else if (is(s, "box"))
        say(t, "<geom type='box' size='%.17g %.17g %.17g'/>", hi[0], hi[1],
            hi[2]);
    else if (is(s, "hull"))
        say(t, "<geom type='mesh' mesh='%s'/>", name);
    else
        say(t, "<geom type='%s' size='%.17g %.17g'/>", zn_shape_kind(s), hi[0],
            is(s, "capsule") ? hi[2] - hi[0] : hi[2]);
}

static void say_model(text *t, const couple *c)
{
    say(t, "<mujoco><option mpr_tolerance='1e-12' mpr_iterations='1000'/>"
           "<size nconmax='200'/>");
    if (is(c->base, "hull"))
        say_points(t, c->base, "a");
    if (is(c->other, "hull"))
        say_points(t, c->other, "b");
    say(t, "<worldbody>");
    say_geom(t, c->base, "a");
    say(t, "<body><freejoint/>");
    say_geom(t, c->other, "b");
    say(t, "</body></worldbody></mujoco>");
}

static zn_status compile(zn_ctx *ctx, const text *t, couple *c)
{
    char words[256] = "";
    mjVFS *files = zn_alloc(ctx, 1, sizeof *files);

    if (!files)
        return ZN_ENOMEM;
    mj_defaultVFS(files);
    if (mj_makeEmptyFileVFS(files, "pair.xml", (int)t->n) == 0) {
        memcpy(files->filedata[mj_findFileVFS(files, "pair.xml")], t->p, t->n);
        c->m = mj_loadXML("pair.xml", files, words, sizeof words);
    }
    mj_deleteVFS(files);
    zn_free_array(ctx, files);
    if (!c->m)
        return zn_fail(ctx, ZN_EINVAL,
                       "MuJoCo makes no model of a %s and a %s: %s",
                       zn_shape_kind(c->base), zn_shape_kind(c->other), words);
    c->d = mj_makeData(c->m);
    return c->d ? ZN_OK : ZN_ENOMEM;
}

/* Both write and read numbers as this thread's locale has them, with commas maybe, which XML
 * has not. */
static zn_status make(zn_ctx *ctx, const zn_shape *base, const zn_shape *other,
                      couple *out)
{
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const locale_t before = c ? uselocale(c) : (locale_t)0;
    text t = {.ctx = ctx};

    *out = (couple){.base = base, .other = other};
    say_model(&t, out);
    const zn_status st = t.st ? t.st : compile(ctx, &t, out);
    zn_free_array(ctx, t.p);
    if (c) {
        uselocale(before);
        freelocale(c);
    }
    return st;
}

static void drop(couple *c)
{
    if (c->d)
        mj_deleteData(c->d);
    if (c->m)
        mj_deleteModel(c->m);
}

static zn_status find(machine *m, zn_ctx *ctx, const zn_shape *base,
                      const zn_shape *other, couple *out)
{
    for (zn_index i = 0; i < m->n; i++)
        if (m->of[i].base == base && m->of[i].other == other) {
            *out = m->of[i];
            return ZN_OK;
        }
    if (m->n == m->cap) {
        const zn_index cap = 2 * m->cap + 8;
        couple *more = zn_alloc(ctx, cap, sizeof *more);
        if (!more)
            return ZN_ENOMEM;
        if (m->n)
            memcpy(more, m->of, (size_t)m->n * sizeof *more);
        zn_free_array(ctx, m->of);
        m->of = more;
        m->cap = cap;
    }
    const zn_status st = make(ctx, base, other, out);
    if (st)
        drop(out);
    else
        m->of[m->n++] = *out;
    return st;
}

/* ---- contacts ---------------------------------------------------------------------- */

/* The other one as the base sees it. */
static void put(const couple *c, const double base[7], const double other[7],
                double reach)
{
    const double back[4] = {base[3], -base[4], -base[5], -base[6]};
    double d[3];

    for (int i = 0; i < 3; i++)
        d[i] = other[i] - base[i];
    zn_rotate_back(base + 3, d, c->d->qpos);
    zn_quaternion_product(back, other + 3, c->d->qpos + 3);
    for (int i = 0; i < c->m->ngeom; i++)
        c->m->geom_margin[i] = reach;
    mj_kinematics(c->m, c->d);
    mj_collision(c->m, c->d);
}

/* `into`: the sign that makes MuJoCo's normal, from its first to its second, ours. */
static void take(const mjContact *c, const double base[7], double into,
                 uint32_t number, zn_touch *t)
{
    double x[3];

    *t = (zn_touch){.gap = c->dist, .f1 = number, .f2 = number};
    zn_rotate(base + 3, c->frame, t->n);
    zn_rotate(base + 3, c->pos, x);
    for (int i = 0; i < 3; i++) {
        t->n[i] *= into;
        t->p1[i] = t->c1[i] = base[i] + x[i] + c->dist / 2 * t->n[i];
        t->p2[i] = t->c2[i] = base[i] + x[i] - c->dist / 2 * t->n[i];
    }
}

static zn_status touch(void *k, zn_ctx *ctx, const zn_shape *a,
                       const double pose_a[7], const zn_shape *b,
                       const double pose_b[7], double reach, zn_touch out[],
                       zn_index *n)
{
    const bool swap = is(b, "plane"); /* which stands in the world */
    const double *base = swap ? pose_b : pose_a;
    couple c;
    const zn_status st = find(k, ctx, swap ? b : a, swap ? a : b, &c);

    *n = 0;
    if (st)
        return st;
    put(&c, base, swap ? pose_a : pose_b, reach);
    for (int i = 0; i < c.d->ncon && *n < ZN_TOUCH_MOST; i++) {
        const mjContact *t = &c.d->contact[i];
        /* geometry 0 is that of the base */
        const bool from_a = (t->geom1 == 0) != swap;
        take(t, base, from_a ? -1 : 1, (uint32_t)i, &out[(*n)++]);
    }
    return ZN_OK;
}

static void fini(void *k, zn_ctx *ctx)
{
    machine *m = k;

    for (zn_index i = 0; i < m->n; i++)
        drop(&m->of[i]);
    zn_free_array(ctx, m->of);
}

static const zn_narrow_type mujoco = {
    .type = {.size = sizeof mujoco,
             .kind = ZN_KIND_NARROW,
             .name = "mujoco",
             .summary = "gaps as MuJoCo's library finds them",
             .state_size = sizeof(machine)},
    .meets = meets,
    .touch = touch,
    .fini = fini,
};

static const zn_type *const types[] = {&mujoco.type, NULL};
ZN_PLUGIN(MujocoPlugin, .version = "0.1", .license = "Apache-2.0",
          .types = types);
