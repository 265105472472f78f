/* schema_values.c - what the value of each key of a scene is, for the schema
 *
 * What the reader knows and `about` does not is there without words.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/schema.h"

#include <string.h>

typedef enum kind {
    ANY,
    NUMBER,
    RATE, /* a number, or 6 of a bushing */
    PAIR, /* lists of 2, 3, 4 numbers */
    VECTOR, /* of 3, in the plane of 2 */
    ABOUT,  /* of 3, in the plane a number */
    FOUR,
    FORCE, /* of 3, or of the plane, or "Plugin:symbol" */
    INERTIA,
    POINTS,
    ROWS, /* lists of numbers, of any length */
    WORD,
    YES_NO,
    TURN,
    COUNTS,
    SHAPE,
    SHAPES,
    NAMES, /* one or two words */
    OPTIONS
} kind;

static const struct {
    const char *key;
    kind kind;
    const char *words;
} about[] = {
    {"angle", NUMBER, "rad"},
    {"armature", NUMBER,
     "inertia that moves with the coordinate alone (kg m^2 or kg)"},
    {"axis", VECTOR, "direction, inertial frame, as seen at the beginning"},
    {"axis2", VECTOR, "gears: the second axis; rack: along its teeth; "
     "universal: the axis of the second body"},
    {"between", NAMES,
     "groups that the law is for, [a, b]; without it default"},
    {"birth", NUMBER, "it is there from then on (s)"},
    {"bodies", NAMES, "[first, second], or [one] for a joint with the world"},
    {"cells", PAIR, "of the grid of a height that is an expression"},
    {"centre", VECTOR, "centre of mass in the frame of the body (m)"},
    {"colour", WORD, "\"#rrggbb\", for pictures"},
    {"damping", RATE, "N s/m or N m s/rad; of a bushing a list of 6"},
    {"death", NUMBER, "it is there no more from then on (s)"},
    {"density", NUMBER,
     "kg/m^3, in the plane kg/m^2: mass, centre and inertia come from the "
     "shapes"},
    {"faces", ROWS, "of a mesh: numbers of points, from 0, seen from outside"},
    {"file", WORD, "beside the scene: OBJ, STL or VTP, or rows of heights"},
    {"dimension", NUMBER, "2: all is in the plane; 3"},
    {"fixed", YES_NO, "it never moves"},
    {"force", FORCE,
     "[x, y, z] besides gravity (N), each a number or an expression of t, or "
     "Plugin:symbol (S7, in the plane S2)"},
    {"friction", NUMBER, "dry friction along the coordinate (N or N m)"},
    {"gravity", VECTOR, "m/s^2"},
    {"group", WORD, "for laws"},
    {"h", NUMBER, "step (s)"},
    {"height", NUMBER, "an expression of x and y (m)"},
    {"heights", ROWS, "rows along x, the first of the least y (m)"},
    {"inertia", INERTIA,
     "[Ixx, Iyy, Izz] or with Ixy, Ixz, Iyz, in the plane Izz (kg m^2)"},
    {"integrator", WORD, "class of the integrator"},
    {"jumps", YES_NO,
     "what is prescribed is so from the first step on, not from the start"},
    {"length", NUMBER, "of the axis (m)"},
    {"mass", NUMBER, "kg; centre and inertia come from the shapes"},
    {"meet", YES_NO, "shapes of the bodies that it joins meet"},
    {"moment", FORCE,
     "[x, y, z], in the plane about z (N m), each a number or an expression of "
     "t, or Plugin:symbol (S7)"},
    {"motion", WORD, "the coordinate, an expression of t"},
    {"motor", WORD,
     "force or moment, an expression of t, y, u, or Plugin:symbol"},
    {"normal", VECTOR, "of a plane or a half plane"},
    {"options", OPTIONS, "of class newton-euler"},
    {"pitch", NUMBER, "m/rad"},
    {"point", VECTOR, "m, inertial frame, as seen at the beginning"},
    {"point2", VECTOR, "the other end, or a point of the second axis (m)"},
    {"points", POINTS, "of a hull, a mesh, a polygon or a segment (m)"},
    {"position", VECTOR, "m"},
    {"prescribed", OPTIONS,
     "velocities as expressions of t: vx, vy, vz (m/s, inertial frame), wx, wy, "
     "wz (rad/s, frame of the body)"},
    {"quaternion", FOUR, "scalar first"},
    {"radii", PAIR, "of pitch circles (m)"},
    {"radius", NUMBER, "m"},
    {"repeat", COUNTS, "{i: 10, j: 5}: as many, named name.0.0 to name.9.4"},
    {"rest", NUMBER, "where the spring has no force (m or rad)"},
    {"rotation", TURN, "{axis: [x, y, z], angle: rad}; in the plane the angle"},
    {"scale", NUMBER, "metres of a unit of the points of a mesh"},
    {"shape", SHAPE, "one shape"},
    {"shapes", SHAPES, "several"},
    {"spin", ABOUT,
     "angular velocity, inertial frame, in the plane about z (rad/s)"},
    {"stiffness", RATE, "N/m or N m/rad; of a bushing a list of 6"},
    {"stop_e", NUMBER, "restitution of the stops"},
    {"stops", PAIR, "[least, largest] of the coordinate"},
    {"strongest", NUMBER, "most force or moment of a motion (N or N m)"},
    {"T", NUMBER, "end (s)"},
    {"t0", NUMBER, "start (s)"},
    {"title", WORD, "one line"},
    {"top", NUMBER, "radius at the top (m)"},
    {"type", WORD, "class"},
    {"velocity", VECTOR, "of the centre of mass (m/s)"},
    {"when", NUMBER, "only where this is not 0"},
};

void zni_schema_number(zni_json *j)
{
    zni_json_begin(j, "type", '[');
    zni_json_text(j, NULL, "number");
    zni_json_text(j, NULL, "string");
    zni_json_end(j, ']');
}

void zni_schema_reference(zni_json *j, const char *key, const char *to)
{
    zni_json_begin(j, key, '{');
    zni_json_text(j, "$ref", to);
    zni_json_end(j, '}');
}

void zni_schema_list(zni_json *j, const char *of, zn_index least, zn_index most)
{
    zni_json_text(j, "type", "array");
    zni_schema_reference(j, "items", of);
    zni_json_index(j, "minItems", least);
    if (most)
        zni_json_index(j, "maxItems", most);
}

/* {"anyOf": [{list of so many}, number or word]} */
static void list_or_one(zni_json *j, zn_index least, zn_index most)
{
    zni_json_begin(j, "anyOf", '[');
    zni_json_begin(j, NULL, '{');
    zni_schema_list(j, "#/definitions/number", least, most);
    zni_json_end(j, '}');
    zni_schema_reference(j, NULL, "#/definitions/number");
    zni_json_end(j, ']');
}

/* {"anyOf": [{axis, angle}, number]} */
static void turn(zni_json *j)
{
    zni_json_begin(j, "anyOf", '[');
    zni_schema_reference(j, NULL, "#/definitions/turn");
    zni_schema_reference(j, NULL, "#/definitions/number");
    zni_json_end(j, ']');
}

/* {"anyOf": [number, {list of 6}]} */
static void rate(zni_json *j)
{
    zni_json_begin(j, "anyOf", '[');
    zni_schema_reference(j, NULL, "#/definitions/number");
    zni_json_begin(j, NULL, '{');
    zni_schema_list(j, "#/definitions/number", 6, 6);
    zni_json_end(j, '}');
    zni_json_end(j, ']');
}

static void rows(zni_json *j)
{
    zni_json_text(j, "type", "array");
    zni_json_begin(j, "items", '{');
    zni_schema_list(j, "#/definitions/number", 0, 0);
    zni_json_end(j, '}');
}

static void names(zni_json *j)
{
    zni_json_begin(j, "anyOf", '[');
    zni_json_begin(j, NULL, '{');
    zni_json_text(j, "type", "string");
    zni_json_end(j, '}');
    zni_json_begin(j, NULL, '{');
    zni_schema_list(j, "#/definitions/word", 1, 2);
    zni_json_end(j, '}');
    zni_json_end(j, ']');
}

/* beside $ref nothing counts in this draft */
void zni_schema_as(zni_json *j, const char *to)
{
    zni_json_begin(j, "allOf", '[');
    zni_schema_reference(j, NULL, to);
    zni_json_end(j, ']');
}

/* What a value of the kind must be, within its braces. */
static void say_kind(zni_json *j, kind k)
{
    static const char *const reference_of[] = {
        [NUMBER] = "#/definitions/number",  [WORD] = "#/definitions/word",
        [YES_NO] = "#/definitions/yes_no",
        [COUNTS] = "#/definitions/counts",  [SHAPE] = "#/definitions/shape",
        [OPTIONS] = "#/definitions/options"};

    if (k == PAIR || k == FOUR)
        zni_schema_list(j, "#/definitions/number", k == PAIR ? 2 : 4,
                        k == PAIR ? 2 : 4);
    else if (k == VECTOR)
        zni_schema_as(j, "#/definitions/vector");
    else if (k == ABOUT || k == FORCE || k == INERTIA)
        list_or_one(j, k == FORCE ? 2 : 3, k == INERTIA ? 6 : 3);
    else if (k == TURN)
        turn(j);
    else if (k == POINTS || k == SHAPES)
        zni_schema_list(j, k == POINTS ? "#/definitions/vector" : "#/definitions/shape", 0,
             0);
    else if (k == ROWS)
        rows(j);
    else if (k == NAMES)
        names(j);
    else if (k == RATE)
        rate(j);
    else if (k != ANY)
        zni_schema_as(j, reference_of[k]);
}

/* Which of `about` it is, -1: none. */
static int find(const char *key)
{
    const int n = sizeof about / sizeof *about;
    int i = 0;

    while (i < n && strcmp(about[i].key, key) != 0)
        i++;
    return i < n ? i : -1;
}

/* {"anyOf": [vector, {word}]}, or lists of 3 or of 6 numbers. */
static void either(zni_json *j, bool lists)
{
    zni_json_begin(j, "anyOf", '[');
    if (lists) {
        zni_json_begin(j, NULL, '{');
        zni_schema_list(j, "#/definitions/number", 6, 6);
        zni_json_end(j, '}');
    } else {
        zni_json_begin(j, NULL, '{');
        zni_json_text(j, "type", "string");
        zni_json_end(j, '}');
    }
    zni_schema_reference(j, NULL, "#/definitions/vector_in_space");
    zni_json_end(j, ']');
}

void zni_schema_in_space(zni_json *j, const char *key)
{
    const int i = find(key);
    const kind k = i < 0 ? ANY : about[i].kind;

    if (k == VECTOR || k == ABOUT)
        zni_schema_reference(j, key, "#/definitions/vector_in_space");
    else if (k == TURN)
        zni_schema_reference(j, key, "#/definitions/turn");
    else if (k == SHAPE)
        zni_schema_reference(j, key, "#/definitions/shape_in_space");
    else if (k == FORCE || k == INERTIA || k == POINTS || k == SHAPES) {
        zni_json_begin(j, key, '{');
        if (k == FORCE || k == INERTIA)
            either(j, k == INERTIA);
        else
            zni_schema_list(j,
                            k == POINTS ? "#/definitions/vector_in_space"
                                        : "#/definitions/shape_in_space",
                            0, 0);
        zni_json_end(j, '}');
    }
}

void zni_schema_property(zni_json *j, const char *key)
{
    const int i = find(key);

    zni_json_begin(j, key, '{');
    if (i >= 0) {
        zni_json_text(j, "description", about[i].words);
        say_kind(j, about[i].kind);
    }
    zni_json_end(j, '}');
}
