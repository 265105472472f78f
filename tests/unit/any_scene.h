/* any_scene.h - scenes at random, as text: bodies of all shapes that fall on a ground, joined at random
 * SPDX-License-Identifier: Apache-2.0
 *
 * Up to six bodies, one shape or two each, some born later, with Coulomb's, rolling and spinning friction; up to two
 * joints of any type with stops, dry friction, springs and armatures, springs and bushings between them, in
 * time steps of three lengths, with four projections. The numbers are in units of 2^length m, 2^mass
 * kg and 2^time s, so that the same seed says the same motion in others. */
#ifndef ZENO_TEST_ANY_SCENE_H
#define ZENO_TEST_ANY_SCENE_H

#include <stdarg.h>
#include <stdint.h>

#include "tests/unit/scene_text.h"

enum { SCENE_BODIES = 6, SCENE_PARTS = SCENE_BODIES + 2 };

typedef struct any_scene {
    uint64_t seed;
    int length, mass, time; /* powers of two of the units */
    int n, njoint;          /* parts: what is fixed first */
    bool later[SCENE_BODIES]; /* born so: without joints */
    double at[SCENE_BODIES][3];
    char part[SCENE_PARTS][2048], joint[2][1024], rest[512];
    char *to;
    size_t left;
} any_scene;

/* ---- numbers -------------------------------------------------------------------------- */

static inline double between(any_scene *s, double low, double high)
{
    s->seed = s->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(s->seed >> 33) * 0x1p-31;
}

/* Once in so many */
static inline bool once_in(any_scene *s, double many)
{
    return between(s, 0, many) < 1;
}

static inline int choice(any_scene *s, int n)
{
    return (int)between(s, 0, n - 1e-9);
}

/* A number with units m^l kg^m s^t */
static inline double in(const any_scene *s, double value, int l, int m, int t)
{
    return ldexp(value, -(l * s->length + m * s->mass + t * s->time));
}

__attribute__((format(printf, 2, 3))) static inline void
put(any_scene *s, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(s->to, s->left, format, args);
    va_end(args);
    ck_assert(n >= 0 && (size_t)n < s->left);
    s->to += n;
    s->left -= (size_t)n;
}

static inline void begin_part(any_scene *s, char *to, size_t room)
{
    s->to = to;
    s->left = room;
}

/* ", key: value" between two, in such units */
static inline void put_one(any_scene *s, const char *key, double low, double high,
                           int l, int m, int t)
{
    put(s, ", %s: %.17g", key, in(s, between(s, low, high), l, m, t));
}

static inline void put_three(any_scene *s, const char *key, const double x[3],
                             int l, int m, int t)
{
    put(s, ", %s: [%.17g, %.17g, %.17g]", key, in(s, x[0], l, m, t),
        in(s, x[1], l, m, t), in(s, x[2], l, m, t));
}

static inline void put_any_three(any_scene *s, const char *key, double low,
                                 double high, int l, int m, int t)
{
    const double x = between(s, low, high), y = between(s, low, high);

    put_three(s, key, (double[]){x, y, between(s, low, high)}, l, m, t);
}

/* ---- bodies --------------------------------------------------------------------------- */

static inline void put_shape(any_scene *s, bool aside)
{
    static const char *const of_length[] = {"capsule", "cylinder", "cone"};
    const int kind = choice(s, 7);

    switch (kind) {
    case 0:
        put(s, "{type: sphere");
        put_one(s, "radius", .05, .2, 1, 0, 0);
        break;
    case 1:
    case 2:
    case 3:
        put(s, "{type: %s", of_length[kind - 1]);
        put_one(s, "radius", .05, .15, 1, 0, 0);
        put_one(s, "length", .1, .3, 1, 0, 0);
        break;
    case 4:
        put(s, "{type: hull, points: [");
        for (int k = 0; k < 7; k++)
            put(s, "%s[%.17g, %.17g, %.17g]", k ? ", " : "",
                in(s, between(s, -.2, .2), 1, 0, 0),
                in(s, between(s, -.2, .2), 1, 0, 0),
                in(s, between(s, -.2, .2), 1, 0, 0));
        put(s, "]");
        break;
    default:
        put(s, "{type: box");
        put_any_three(s, "size", .1, .4, 1, 0, 0);
    }
    if (aside)
        put_any_three(s, "position", -.15, .15, 1, 0, 0);
    put(s, "}");
}

static inline void put_turn(any_scene *s)
{
    put(s, ", rotation: {angle: %.17g", between(s, -3, 3));
    put_any_three(s, "axis", .1, 1, 0, 0, 0);
    put(s, "}");
}

static inline void put_body(any_scene *s, int k)
{
    begin_part(s, s->part[s->n], sizeof s->part[0]);
    for (int i = 0; i < 3; i++)
        s->at[k][i] = between(s, -.6, .6) + (i == 2 ? 1 + .45 * k : 0);
    put(s, "  b%d: {density: %.17g", k, in(s, between(s, 300, 3000), -3, 1, 0));
    put_three(s, "position", s->at[k], 1, 0, 0);
    put_turn(s);
    put_any_three(s, "velocity", -2, 2, 1, 0, -1);
    put_any_three(s, "spin", -5, 5, 0, 0, -1);
    s->later[k] = once_in(s, 6);
    if (s->later[k])
        put_one(s, "birth", .01, .2, 0, 0, 1);
    if (once_in(s, 3)) {
        put(s, ", shapes: [");
        put_shape(s, false);
        put(s, ", ");
        put_shape(s, true);
        put(s, "]}\n");
    } else {
        put(s, ", shape: ");
        put_shape(s, false);
        put(s, "}\n");
    }
    s->n++;
}

static inline void put_fixed(any_scene *s)
{
    begin_part(s, s->part[s->n++], sizeof s->part[0]);
    put(s, "  ground: {fixed: yes, shape: {type: plane}}\n");
    begin_part(s, s->part[s->n++], sizeof s->part[0]);
    put(s, "  slope: {fixed: yes");
    put_any_three(s, "position", -.5, .5, 1, 0, 0);
    put_turn(s);
    put(s, ", shape: {type: box");
    put_any_three(s, "size", .3, 1, 1, 0, 0);
    put(s, "}}\n");
}

/* ---- joints --------------------------------------------------------------------------- */

static inline void put_along(any_scene *s, bool turns)
{
    const int l = turns ? 0 : 1, f = turns ? 2 : 1, k = turns ? 2 : 0;

    if (once_in(s, 2))
        put(s, ", stops: [%.17g, %.17g], stop_e: %.17g",
            in(s, between(s, -.3, -.05), l, 0, 0),
            in(s, between(s, .05, .3), l, 0, 0), between(s, 0, .8));
    if (once_in(s, 2))
        put_one(s, "friction", 0, 3, f, 1, -2);
    if (once_in(s, 2)) {
        put_one(s, "stiffness", 0, 30, k, 1, -2);
        put_one(s, "damping", 0, 1, k, 1, -1);
    }
    if (once_in(s, 4))
        put_one(s, "armature", 0, .1, k, 1, 0);
}

static inline void put_bushing(any_scene *s)
{
    const double k = between(s, 500, 5000), c = between(s, 0, 50);

    put(s, ", stiffness: [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g]",
        in(s, k, 0, 1, -2), in(s, k, 0, 1, -2), in(s, 2 * k, 0, 1, -2),
        in(s, k / 99, 2, 1, -2), in(s, k / 99, 2, 1, -2), in(s, k / 50, 2, 1, -2));
    put(s, ", damping: [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g]",
        in(s, c, 0, 1, -1), in(s, c, 0, 1, -1), in(s, c, 0, 1, -1),
        in(s, c / 99, 2, 1, -1), in(s, c / 99, 2, 1, -1), in(s, c / 50, 2, 1, -1));
}

static inline void put_joint(any_scene *s, int bodies)
{
    static const char *const types[] = {
        "spherical", "revolute",      "universal",      "cylindrical",
        "prismatic", "fixed",         "planar",         "screw",
        "rod",       "point-on-line", "point-on-plane", "spring",
        "bushing"};
    const int type = choice(s, (int)(sizeof types / sizeof *types));
    const int one = choice(s, bodies), two = choice(s, bodies);
    const char *name = types[type];
    double point[3];

    if (s->later[one] || s->later[two])
        return;
    begin_part(s, s->joint[s->njoint], sizeof s->joint[0]);
    put(s, "  j%d: {type: %s, bodies: [b%d", s->njoint, name, one);
    put(s, two != one ? ", b%d]" : "]", two);
    for (int i = 0; i < 3; i++)
        point[i] = s->at[one][i] + between(s, -.2, .2);
    put_three(s, "point", point, 1, 0, 0);
    if (strcmp(name, "rod") == 0 || strcmp(name, "spring") == 0) {
        for (int i = 0; i < 3; i++)
            point[i] = s->at[two][i] + between(s, -.1, .1) + (one == two && i == 2);
        put_three(s, "point2", point, 1, 0, 0);
    } else if (strcmp(name, "universal") == 0) {
        put(s, ", axis: [1, 0, 0], axis2: [0, 1, 0]");
    } else if (strcmp(name, "spherical") && strcmp(name, "fixed") && strcmp(name, "bushing")) {
        put_any_three(s, "axis", .1, 1, 0, 0, 0);
    }
    if (strcmp(name, "screw") == 0)
        put_one(s, "pitch", .01, .1, 1, 0, 0);
    if (strcmp(name, "spring") == 0) {
        put_one(s, "stiffness", 10, 2000, 0, 1, -2);
        put_one(s, "damping", 0, 5, 0, 1, -1);
    }
    if (strcmp(name, "bushing") == 0)
        put_bushing(s);
    if (strcmp(name, "revolute") == 0)
        put_along(s, true);
    if (strcmp(name, "prismatic") == 0 || strcmp(name, "cylindrical") == 0)
        put_along(s, false);
    put(s, "}\n");
    s->njoint++;
}

/* ---- the whole ------------------------------------------------------------------------ */

static inline void put_rest(any_scene *s)
{
    static const char *const ways[] = {"", ", projection: direct",
                                       ", projection: combined",
                                       ", projection: simultaneous"};
    static const double steps[] = {1e-3, 2e-3, 5e-3};
    const double h = steps[choice(s, 3)];

    begin_part(s, s->rest, sizeof s->rest);
    put(s, "gravity: [0, 0, %.17g]\nlaws: [{mu: %.17g", in(s, -9.81, 1, 0, -2),
        between(s, 0, .8));
    if (once_in(s, 2))
        put_one(s, "e", 0, .9, 0, 0, 0);
    if (once_in(s, 4))
        put_one(s, "mu_r", 0, .02, 1, 0, 0);
    if (once_in(s, 6))
        put_one(s, "mu_s", 0, .02, 1, 0, 0);
    put(s, "}]\nsimulation: {h: %.17g, T: %.17g%s%s", in(s, h, 0, 0, 1),
        in(s, .5, 0, 0, 1), ways[choice(s, 4)], once_in(s, 4) ? ", theta: 1" : "");
    if (once_in(s, 3))
        put(s, ", solver_tol: 1e-10");
    put(s, "}\n");
}

static inline void make_scene(any_scene *s, int seed, int length, int mass, int time)
{
    int bodies;

    *s = (any_scene){.seed = (uint64_t)seed * 7919 + 17,
                     .length = length,
                     .mass = mass,
                     .time = time};
    between(s, 0, 1);
    put_fixed(s);
    bodies = 1 + choice(s, SCENE_BODIES);
    for (int k = 0; k < bodies; k++)
        put_body(s, k);
    for (int k = choice(s, 3); k > 0; k--)
        put_joint(s, bodies);
    put_rest(s);
}

/* Its text, with part order[k] as the k-th body; order NULL: as they are. */
static inline void write_scene(const any_scene *s, const int order[], char *to, size_t room)
{
    size_t n = (size_t)snprintf(to, room, "%sbodies:\n", s->rest);

    for (int k = 0; k < s->n; k++)
        n += (size_t)snprintf(to + n, room - n, "%s", s->part[order ? order[k] : k]);
    for (int k = 0; k < s->njoint; k++)
        n += (size_t)snprintf(to + n, room - n, "%s%s", k ? "" : "joints:\n", s->joint[k]);
    ck_assert(n < room);
}

#endif
