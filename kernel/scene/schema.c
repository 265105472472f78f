/* schema.c - the JSON schema of scene files, from the tables of the reader
 *
 * Draft 7 (json-schema.org). Where a number is wanted, a text may hold an expression of it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/schema.h"
#include "kernel/scene/read.h"
#include "solvers/core/c_locale.h"

#include <stdlib.h>
#include <string.h>

#include <zeno/law.h>
#include <zeno/osi.h>
#include <zeno/plugin.h>

/* ---- options of classes ---- */

static void choice(zni_json *j, const char *word, size_t n)
{
    char text[ZN_WORD_MAX], *end;
    double x;

    snprintf(text, sizeof text, "%.*s", (int)n, word);
    zni_json_text(j, NULL, text);
    x = strtod(text, &end);
    if (n && !*end)
        zni_json_real(j, NULL, x);
    /* words that YAML 1.1 reads as truth */
    if (!strcmp(text, "yes") || !strcmp(text, "on"))
        zni_json_bool(j, NULL, true);
    if (!strcmp(text, "no") || !strcmp(text, "off"))
        zni_json_bool(j, NULL, false);
}

static void option(zni_json *j, const zn_option *o)
{
    const char *c = o->choices;

    zni_json_begin(j, o->name, '{');
    zni_json_text(j, "description", o->help ? o->help : "");
    if (o->kind == ZN_OPTION_REAL || o->kind == ZN_OPTION_INT)
        zni_schema_number(j);
    else if (o->kind == ZN_OPTION_BOOL)
        zni_schema_as(j, "#/definitions/yes_no");
    else if (o->kind == ZN_OPTION_CHOICE) {
        zni_json_begin(j, "enum", '[');
        for (size_t n; c && *c; c += n + (c[n] == '|')) {
            n = strcspn(c, "|");
            choice(j, c, n);
        }
        zni_json_end(j, ']');
    }
    zni_json_end(j, '}');
}

static void table(zni_json *j, const zn_option *of, const zn_option *but,
                  const char *const own[])
{
    for (const zn_option *o = of; o && o->kind != ZN_OPTION_END; o++)
        if (!zni_word_is_of(o->name, own) && !(but && zn_option_find(but, o->name)))
            option(j, o);
}

/* A map whose key `which` names a class, with the keys `own` and the options of the class;
 * without it the class is `usual`. A class of a plugin has any. */
typedef struct choose {
    zn_kind kind;
    const char *which, *usual, *also_usual;
    const char *const *own;
    const zn_option *also; /* options that all of them have */
} choose;

static void constant(zni_json *j, const char *key, const char *value)
{
    zni_json_begin(j, key, '{');
    zni_json_text(j, "const", value);
    zni_json_end(j, '}');
}

static void require(zni_json *j, const char *key)
{
    zni_json_begin(j, "required", '[');
    zni_json_text(j, NULL, key);
    zni_json_end(j, ']');
}

static void one_class(zni_json *j, const choose *c, const zn_type *t)
{
    const bool usual = !strcmp(t->name, c->usual) ||
                       (c->also_usual && !strcmp(t->name, c->also_usual));

    zni_json_begin(j, NULL, '{');
    zni_json_text(j, "type", "object");
    zni_json_begin(j, "properties", '{');
    for (int i = 0; c->own[i]; i++)
        if (strcmp(c->own[i], c->which))
            zni_schema_property(j, c->own[i]);
    constant(j, c->which, t->name);
    table(j, t->options, NULL, c->own);
    table(j, c->also, t->options, c->own);
    zni_json_end(j, '}');
    if (c->also) {
        zni_json_begin(j, "patternProperties", '{');
        zni_json_begin(j, "^solver\\.", '{');
        zni_json_end(j, '}');
        zni_json_end(j, '}');
    }
    if (!usual)
        require(j, c->which);
    zni_json_bool(j, "additionalProperties", false);
    zni_json_end(j, '}');
}

static void classes(zni_json *j, const char *key, zn_ctx *ctx, const choose *c)
{
    zni_json_begin(j, key, '{');
    zni_json_begin(j, "anyOf", '[');
    for (zn_index i = 0; zn_type_at(ctx, c->kind, i); i++)
        one_class(j, c, zn_type_at(ctx, c->kind, i));
    if (c->kind == ZN_KIND_LAW)
        one_class(j, c, &(zn_type){.name = "none"});
    zni_json_begin(j, NULL, '{'); /* of a plugin */
    zni_json_text(j, "type", "object");
    zni_json_begin(j, "properties", '{');
    zni_json_begin(j, c->which, '{');
    zni_json_text(j, "type", "string");
    zni_json_begin(j, "not", '{');
    zni_json_begin(j, "enum", '[');
    for (zn_index i = 0; zn_type_at(ctx, c->kind, i); i++)
        zni_json_text(j, NULL, zn_type_at(ctx, c->kind, i)->name);
    zni_json_text(j, NULL, "none");
    zni_json_end(j, ']');
    zni_json_end(j, '}');
    zni_json_end(j, '}');
    zni_json_end(j, '}');
    require(j, c->which);
    zni_json_end(j, '}');
    zni_json_end(j, ']');
    zni_json_end(j, '}');
}

/* ---- shapes, bodies, joints ---- */

static bool of_form(const zni_form *f, const char *key)
{
    bool is = false;

    for (size_t i = 0; i < sizeof f->must / sizeof *f->must; i++)
        is = is || (f->must[i] && !strcmp(f->must[i], key));
    for (size_t i = 0; i < sizeof f->may / sizeof *f->may; i++)
        is = is || (f->may[i] && !strcmp(f->may[i], key));
    return is;
}

/* Is it a key of the size of some form? */
static bool of_some_form(const char *key)
{
    bool some = false;

    for (size_t k = 0; zni_form_at(k); k++)
        some = some || of_form(zni_form_at(k), key);
    return some;
}

/* Key size, if the form has one. */
static void sizes(zni_json *j, int n)
{
    if (n == 0)
        return;
    zni_json_begin(j, "size", '{');
    zni_json_text(j, "description",
                  n == 2 ? "along x and y (m)" : "lengths of the edges (m)");
    zni_schema_list(j, "#/definitions/number", n, n);
    zni_json_end(j, '}');
}

static void one_form(zni_json *j, const zni_form *f)
{
    zni_json_begin(j, NULL, '{');
    zni_json_text(j, "type", "object");
    zni_json_begin(j, "properties", '{');
    for (int i = 0; zni_shape_keys[i]; i++)
        if (!strcmp(zni_shape_keys[i], "type"))
            constant(j, "type", f->name);
        else if (!strcmp(zni_shape_keys[i], "size"))
            sizes(j, f->sizes);
        else if (of_form(f, zni_shape_keys[i]) ||
                 !of_some_form(zni_shape_keys[i]))
            zni_schema_property(j, zni_shape_keys[i]);
    zni_json_end(j, '}');
    zni_json_begin(j, "required", '[');
    zni_json_text(j, NULL, "type");
    for (int i = 0; i < 2; i++)
        if (f->must[i])
            zni_json_text(j, NULL, f->must[i]);
    zni_json_end(j, ']');
    zni_json_bool(j, "additionalProperties", false);
    zni_json_end(j, '}');
}

static void shapes(zni_json *j)
{
    zni_json_begin(j, "shape", '{');
    zni_json_begin(j, "anyOf", '[');
    for (size_t k = 0; zni_form_at(k); k++)
        one_form(j, zni_form_at(k));
    zni_json_end(j, ']');
    zni_json_end(j, '}');
}

static void properties(zni_json *j, const char *const keys[], const char *but)
{
    zni_json_text(j, "type", "object");
    zni_json_bool(j, "additionalProperties", false);
    zni_json_begin(j, "properties", '{');
    for (int i = 0; keys[i]; i++)
        if (!but || strcmp(keys[i], but))
            zni_schema_property(j, keys[i]);
    if (!but)
        zni_json_end(j, '}');
}

/* if: that type; then: these keys, of all scenes or of those in space. */
static void needs(zni_json *j, const char *type, bool space)
{
    zni_json_begin(j, NULL, '{');
    zni_json_begin(j, "if", '{');
    zni_json_begin(j, "properties", '{');
    constant(j, "type", type);
    zni_json_end(j, '}');
    zni_json_end(j, '}');
    zni_json_begin(j, "then", '{');
    zni_json_begin(j, "required", '[');
    for (const zni_need *n = zni_joint_needs; n->type; n++)
        if (!strcmp(n->type, type) && n->space == space)
            zni_json_text(j, NULL, n->key);
    zni_json_end(j, ']');
    zni_json_end(j, '}');
    zni_json_end(j, '}');
}

static void all_needs(zni_json *j, bool space)
{
    zni_json_begin(j, "allOf", '[');
    for (int i = 0; zni_joint_types[i]; i++)
        needs(j, zni_joint_types[i], space);
    zni_json_end(j, ']');
}

static void joints(zni_json *j)
{
    zni_json_begin(j, "joint", '{');
    properties(j, zni_joint_keys, "type");
    zni_json_begin(j, "type", '{');
    zni_json_begin(j, "enum", '[');
    for (int i = 0; zni_joint_types[i]; i++)
        zni_json_text(j, NULL, zni_joint_types[i]);
    zni_json_end(j, ']');
    zni_json_end(j, '}');
    zni_json_end(j, '}');
    zni_json_begin(j, "required", '[');
    zni_json_text(j, NULL, "type");
    zni_json_text(j, NULL, "bodies");
    zni_json_end(j, ']');
    all_needs(j, false);
    zni_json_end(j, '}');
}

/* Whatever is narrower in space: of a body, a shape, a joint, under a name. */
static void in_space(zni_json *j, const char *name, const char *const keys[])
{
    zni_json_begin(j, name, '{');
    zni_json_begin(j, "properties", '{');
    for (int i = 0; keys[i]; i++)
        zni_schema_in_space(j, keys[i]);
    zni_json_end(j, '}');
    if (keys == zni_joint_keys)
        all_needs(j, true);
    zni_json_end(j, '}');
}

/* ---- definitions ---- */

static void one_type(zni_json *j, const char *key, const char *first,
                     const char *second, const char *third)
{
    zni_json_begin(j, key, '{');
    zni_json_begin(j, "type", '[');
    zni_json_text(j, NULL, first);
    zni_json_text(j, NULL, second);
    if (third)
        zni_json_text(j, NULL, third);
    zni_json_end(j, ']');
    zni_json_end(j, '}');
}

static void small_ones(zni_json *j)
{
    static const char *const turn[] = {"axis", "angle", NULL};

    one_type(j, "number", "number", "string", NULL);
    one_type(j, "word", "string", "number", "boolean");
    zni_json_begin(j, "vector", '{');
    zni_schema_list(j, "#/definitions/number", 2, 3);
    zni_json_end(j, '}');
    zni_json_begin(j, "yes_no", '{');
    zni_json_begin(j, "enum", '[');
    zni_json_bool(j, NULL, true);
    zni_json_bool(j, NULL, false);
    for (int i = 0; i < 4; i++)
        zni_json_text(j, NULL,
                      (const char *[]){"yes", "no", "true", "false"}[i]);
    zni_json_end(j, ']');
    zni_json_end(j, '}');
    zni_json_begin(j, "turn", '{');
    properties(j, turn, NULL);
    zni_json_end(j, '}');
    zni_json_begin(j, "counts", '{');
    zni_json_text(j, "type", "object");
    zni_schema_reference(j, "additionalProperties", "#/definitions/number");
    zni_json_index(j, "maxProperties", ZNI_LOOPS);
    zni_json_end(j, '}');
}

static void parameters(zni_json *j)
{
    zni_json_begin(j, "parameter", '{');
    zni_json_begin(j, "anyOf", '[');
    zni_schema_reference(j, NULL, "#/definitions/number");
    zni_json_begin(j, NULL, '{');
    zni_json_text(j, "type", "object");
    zni_json_begin(j, "properties", '{');
    zni_schema_reference(j, "value", "#/definitions/number");
    zni_schema_reference(j, "unit", "#/definitions/word");
    zni_schema_reference(j, "help", "#/definitions/word");
    zni_json_end(j, '}');
    require(j, "value");
    zni_json_bool(j, "additionalProperties", false);
    zni_json_end(j, '}');
    zni_json_end(j, ']');
    zni_json_end(j, '}');
}

/* A map of the options of one class. */
static void only_options(zni_json *j, const char *key, const zn_type *of)
{
    static const char *const none[] = {NULL};

    zni_json_begin(j, key, '{');
    zni_json_text(j, "type", "object");
    zni_json_bool(j, "additionalProperties", false);
    zni_json_begin(j, "properties", '{');
    table(j, of->options, NULL, none);
    zni_json_end(j, '}');
    zni_json_end(j, '}');
}

static zn_status definitions(zni_json *j, zn_ctx *ctx)
{
    const choose laws = {
        ZN_KIND_LAW,        "type",       "newton-impact-friction",
        "rolling-friction", zni_law_keys, NULL};
    const choose simulation = {
        ZN_KIND_OSI, "integrator",        "moreau-jean",
        NULL,        zni_simulation_keys, zn_simulation_options(NULL, NULL)};
    const zn_type *body, *source;
    zn_status st = zn_type_find(ctx, ZN_KIND_DS, "newton-euler", &body);

    if (!st)
        st = zn_type_find(ctx, ZN_KIND_SOURCE, "collision", &source);
    if (st)
        return st;
    zni_json_begin(j, "definitions", '{');
    small_ones(j);
    parameters(j);
    only_options(j, "options", body);
    only_options(j, "contacts", source);
    classes(j, "law", ctx, &laws);
    classes(j, "simulation", ctx, &simulation);
    shapes(j);
    zni_json_begin(j, "body", '{');
    properties(j, zni_body_keys, NULL);
    zni_json_end(j, '}');
    joints(j);
    zni_json_begin(j, "vector_in_space", '{');
    zni_schema_list(j, "#/definitions/number", 3, 3);
    zni_json_end(j, '}');
    in_space(j, "body_in_space", zni_body_keys);
    in_space(j, "shape_in_space", zni_shape_keys);
    in_space(j, "joint_in_space", zni_joint_keys);
    zni_json_end(j, '}');
    return ZN_OK;
}

/* ---- the whole ---- */

static void map_of(zni_json *j, const char *key, const char *what,
                   const char *names_are)
{
    zni_json_begin(j, key, '{');
    zni_json_text(j, "type", "object");
    zni_schema_reference(j, "additionalProperties", what);
    if (names_are) {
        zni_json_begin(j, "propertyNames", '{');
        zni_json_text(j, "pattern", names_are);
        zni_json_end(j, '}');
    }
    zni_json_end(j, '}');
}

/* if: in the plane; else: all that is narrower in space. */
static void dimensions(zni_json *j)
{
    zni_json_begin(j, "if", '{');
    zni_json_begin(j, "properties", '{');
    zni_json_begin(j, "dimension", '{');
    zni_json_index(j, "const", 2);
    zni_json_end(j, '}');
    zni_json_end(j, '}');
    require(j, "dimension");
    zni_json_end(j, '}');
    zni_json_begin(j, "else", '{');
    zni_json_begin(j, "properties", '{');
    zni_schema_in_space(j, "gravity");
    map_of(j, "bodies", "#/definitions/body_in_space", NULL);
    map_of(j, "joints", "#/definitions/joint_in_space", NULL);
    zni_json_end(j, '}');
    zni_json_end(j, '}');
}

static void top(zni_json *j, const char *key)
{
    if (!strcmp(key, "bodies"))
        map_of(j, key, "#/definitions/body", NULL);
    else if (!strcmp(key, "joints"))
        map_of(j, key, "#/definitions/joint", NULL);
    else if (!strcmp(key, "parameters"))
        map_of(j, key, "#/definitions/parameter",
               "^[A-Za-z_][A-Za-z_0-9]{0,62}$");
    else if (!strcmp(key, "simulation") || !strcmp(key, "contacts"))
        zni_schema_reference(j, key,
                  *key == 's' ? "#/definitions/simulation"
                              : "#/definitions/contacts");
    else if (!strcmp(key, "laws")) {
        zni_json_begin(j, key, '{');
        zni_json_begin(j, "anyOf", '[');
        zni_schema_reference(j, NULL, "#/definitions/law");
        zni_json_begin(j, NULL, '{');
        zni_schema_list(j, "#/definitions/law", 0, 0);
        zni_json_end(j, '}');
        zni_json_end(j, ']');
        zni_json_end(j, '}');
    } else if (!strcmp(key, "plugins")) {
        zni_json_begin(j, key, '{');
        zni_schema_list(j, "#/definitions/word", 0, 0);
        zni_json_end(j, '}');
    } else
        zni_schema_property(j, key);
}

zn_status zn_scene_schema(zn_ctx *ctx, FILE *out)
{
    zni_json j = {.out = out};
    zn_status st = zn_kernel_register(ctx);

    if (st)
        return st;
    const zni_c_locale locale = zni_c_locale_set();
    zni_json_begin(&j, NULL, '{');
    zni_json_text(&j, "$schema", "http://json-schema.org/draft-07/schema#");
    zni_json_text(&j, "title", "a scene of Zeno");
    zni_json_text(&j, "type", "object");
    zni_json_begin(&j, "properties", '{');
    for (int i = 0; zni_scene_keys[i]; i++)
        top(&j, zni_scene_keys[i]);
    zni_json_end(&j, '}');
    require(&j, "bodies");
    dimensions(&j);
    zni_json_bool(&j, "additionalProperties", false);
    st = definitions(&j, ctx);
    zni_json_end(&j, '}');
    zni_c_locale_restore(locale);
    fputc('\n', out);
    return st ? st
           : fflush(out) || ferror(out)
               ? zn_fail(ctx, ZN_EIO, "the schema cannot be written")
               : ZN_OK;
}
