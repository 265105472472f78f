/* write.c - a scene as the text that reads back as the same scene, to the bit
 *
 * Expressions, parameters and repetitions have become numbers by then.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/read.h"
#include "solvers/core/c_locale.h"

#include <stdlib.h>
#include <string.h>

/* Where keys go: lines of their own, or one after the other in braces. */
typedef struct place {
    FILE *out;
    const char *before, *after;
    bool flat; /* the scene is of the plane */
} place;

/* ---- values ---- */

/* The character at *text, which goes on behind it. A byte that is no UTF-8 stands for itself, as
 * in Latin 1. */
static unsigned long character(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    const int n = *s < 0xc2   ? 1
                  : *s < 0xe0 ? 2
                  : *s < 0xf0 ? 3
                  : *s < 0xf5 ? 4
                              : 1;
    unsigned long c = n == 1 ? *s : *s & (0xffu >> (n + 1));
    int k = 1;

    for (; k < n && (s[k] & 0xc0) == 0x80; k++)
        c = c << 6 | (s[k] & 0x3f);
    if (k < n || (n == 3 && (c < 0x800 || (c >= 0xd800 && c < 0xe000))) ||
        (n == 4 && (c < 0x10000 || c > 0x10ffff))) {
        *text += 1;
        return *s;
    }
    *text += n;
    return c;
}

/* Is it one that YAML takes for the end of a line, for none, or not at all? */
static bool escaped(unsigned long c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa1) || c == 0x2028 || c == 0x2029 ||
           c == 0xfeff || c == 0xfffe || c == 0xffff;
}

static void put_text(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text) {
        const char *from = text;
        const unsigned long c = character(&text);
        if (escaped(c) || (c > 0x7f && text - from == 1))
            fprintf(out, c < 0x100 ? "\\x%02lx" : "\\u%04lx", c);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", (int)c);
        else
            fwrite(from, 1, (size_t)(text - from), out);
    }
    fputc('"', out);
}

/* As few digits as give back the same double. */
static void put_real(FILE *out, double x)
{
    char text[40];
    int digits = 15;

    do
        snprintf(text, sizeof text, "%.*g", digits, x);
    while (strtod(text, NULL) != x && digits++ < 17);
    fputs(text, out);
}

static void put_vector(FILE *out, int n, const double x[])
{
    fputc('[', out);
    for (int i = 0; i < n; i++) {
        fputs(i ? ", " : "", out);
        put_real(out, x[i]);
    }
    fputc(']', out);
}

static void list(place p, const char *key, int n, const double x[])
{
    fprintf(p.out, "%s%s: ", p.before, key);
    put_vector(p.out, n, x);
    fputs(p.after, p.out);
}

static void real(place p, const char *key, double x)
{
    fprintf(p.out, "%s%s: ", p.before, key);
    put_real(p.out, x);
    fputs(p.after, p.out);
}

static void word(place p, const char *key, const char *text)
{
    if (!text)
        return;
    fprintf(p.out, "%s%s: ", p.before, key);
    put_text(p.out, text);
    fputs(p.after, p.out);
}

/* ---- what is not as it is without being said ---- */

static bool some(const double x[], int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] != 0)
            return true;
    return false;
}

static void some_list(place p, const char *key, int n, const double x[])
{
    if (some(x, n))
        list(p, key, n, x);
}

static void some_real(place p, const char *key, double x)
{
    if (x != 0)
        real(p, key, x);
}

/* A vector, or what turns, of a scene in space or in the plane. */
static void some_place(place p, const char *key, const double x[3])
{
    some_list(p, key, p.flat ? 2 : 3, x);
}

static void some_about(place p, const char *key, const double x[3])
{
    if (p.flat)
        some_real(p, key, x[2]);
    else
        some_list(p, key, 3, x);
}

static void turn(place p, const double q[4], double angle)
{
    if (p.flat)
        some_real(p, "rotation", angle);
    else if (q[0] != 1 || some(q + 1, 3))
        list(p, "quaternion", 4, q);
}

/* "name=value ..." as keys; of those that are said twice, the last. */
static void options(place p, const char *words)
{
    char name[ZN_WORD_MAX], later[ZN_WORD_MAX], value[ZN_TEXT_MAX],
        other[ZN_TEXT_MAX];

    while (words && zni_word_next(&words, name, value)) {
        const char *rest = words;
        bool again = false;
        while (zni_word_next(&rest, later, other))
            again = again || strcmp(later, name) == 0;
        if (again)
            continue;
        fprintf(p.out, "%s%s: ", p.before, name);
        if (value[strspn(value, "0123456789+-.e")])
            put_text(p.out, value);
        else
            put_real(p.out, strtod(value, NULL));
        fputs(p.after, p.out);
    }
}

/* ---- laws, shapes, bodies ---- */

static void put_laws(FILE *out, const zn_scene *s)
{
    const place flow = {out, ", ", "", s->flat};

    if (s->nlaw)
        fputs("laws:\n", out);
    for (zn_index i = 0; i < s->nlaw; i++) {
        const zni_scene_law *law = &s->law[i];
        fputs("  - {between: [", out);
        put_text(out, s->group[law->group[0]]);
        fputs(", ", out);
        put_text(out, s->group[law->group[1]]);
        fprintf(out, "], type: %s", law->cls);
        options(flow, law->options);
        fputs("}\n", out);
    }
}

static void put_points(place p, const zn_scene_shape *s)
{
    fprintf(p.out, "%spoints: [", p.before);
    for (zn_index i = 0; i < s->npoint; i++) {
        fputs(i ? ", " : "", p.out);
        put_vector(p.out, p.flat ? 2 : 3, s->points + 3 * i);
    }
    fprintf(p.out, "]%s", p.after);
}

static void put_faces(place p, const zn_scene_shape *s)
{
    fprintf(p.out, "%sfaces: [", p.before);
    for (zn_index i = 0; i < s->ntriangle; i++) {
        const zn_index *at = s->triangles + 3 * i;
        fprintf(p.out, "%s[%td, %td, %td]", i ? ", " : "", at[0], at[1], at[2]);
    }
    fprintf(p.out, "]%s", p.after);
}

static void put_heights(place p, const zn_scene_shape *s)
{
    fprintf(p.out, "%sheights: [", p.before);
    for (zn_index i = 0; i < s->grid[1]; i++) {
        fputs(i ? ", " : "", p.out);
        put_vector(p.out, (int)s->grid[0], s->heights + i * s->grid[0]);
    }
    fprintf(p.out, "]%s", p.after);
}

/* One of the keys that say sizes of a form; the direction of a plane is in its turn. */
static void put_size(place p, const zni_form *f, const zn_scene_shape *s,
                     const char *key)
{
    if (!key)
        return;
    if (strcmp(key, "radius") == 0)
        real(p, key, s->size[0]);
    else if (strcmp(key, "length") == 0)
        real(p, key, s->size[1]);
    else if (strcmp(key, "top") == 0)
        some_real(p, key, s->size[2]);
    else if (strcmp(key, "size") == 0)
        list(p, key, f->sizes, s->size);
    else if (strcmp(key, "points") == 0)
        put_points(p, s);
    else if (strcmp(key, "faces") == 0)
        put_faces(p, s);
    else if (strcmp(key, "heights") == 0)
        put_heights(p, s);
}

static void put_shape(FILE *out, const zn_scene_shape *s)
{
    const zni_form *f = zni_form_find(s->form);
    const place flow = {out, ", ", "", f && f->flat};

    fprintf(out, "      - {type: %s", s->form);
    for (size_t i = 0; f && i < sizeof f->must / sizeof *f->must; i++)
        put_size(flow, f, s, f->must[i]);
    for (size_t i = 0; f && i < sizeof f->may / sizeof *f->may; i++)
        put_size(flow, f, s, f->may[i]);
    some_place(flow, "position", s->position);
    turn(flow, s->orientation, s->angle);
    if (strcmp(s->group, "default") != 0)
        word(flow, "group", s->group);
    word(flow, "colour", s->colour);
    fputs("}\n", out);
}

/* n numbers, those that move as expressions; where none does, as numbers are. */
static void put_force(place p, const char *key, int n, const double x[],
                      const char *const at[])
{
    bool moves = false;

    for (int i = 0; i < n; i++)
        moves = moves || at[i];
    if (!moves && !some(x, n))
        return;
    fprintf(p.out, "%s%s: %s", p.before, key, n > 1 ? "[" : "");
    for (int i = 0; i < n; i++) {
        fputs(i ? ", " : "", p.out);
        if (at[i])
            put_text(p.out, at[i]);
        else
            put_real(p.out, x[i]);
    }
    fprintf(p.out, "%s%s", n > 1 ? "]" : "", p.after);
}

static void put_prescribed(FILE *out, const zn_scene_body *b)
{
    place next = {out, "", "", false};

    for (int i = 0; i < 6; i++) {
        if (!b->prescribed[i])
            continue;
        if (!*next.before)
            fputs("    prescribed: {", out);
        word(next, zni_prescribed[i], b->prescribed[i]);
        next.before = ", ";
    }
    if (*next.before)
        fputs("}\n", out);
}

static void put_body(FILE *out, bool flat, const zn_scene_body *b)
{
    const double I[6] = {b->inertia[0], b->inertia[4], b->inertia[8],
                         b->inertia[1], b->inertia[2], b->inertia[5]};
    const place block = {out, "    ", "\n", flat}, flow = {out, ", ", "", flat};

    fputs("  ", out);
    put_text(out, b->name);
    fprintf(out, ":\n    fixed: %s\n", b->fixed ? "yes" : "no");
    some_place(block, "position", b->position);
    turn(block, b->orientation, b->angle);
    some_place(block, "velocity", b->velocity);
    some_about(block, "spin", b->spin);
    some_real(block, "density", b->density);
    some_real(block, "mass", b->mass);
    some_place(block, "centre", b->centre);
    if (flat)
        some_real(block, "inertia", b->inertia[8]);
    else
        some_list(block, "inertia", 6, I);
    if (b->f_ext)
        word(block, "force", b->f_ext);
    else
        put_force(block, "force", flat ? 2 : 3, b->force, b->force_at);
    if (b->m_ext)
        word(block, "moment", b->m_ext);
    else if (flat)
        put_force(block, "moment", 1, b->moment + 2, b->moment_at + 2);
    else
        put_force(block, "moment", 3, b->moment, b->moment_at);
    if (b->born)
        real(block, "birth", b->birth);
    if (b->dies)
        real(block, "death", b->death);
    if (b->options && *b->options) {
        place first = flow;
        fputs("    options: {", out);
        first.before = "";
        first.after = ", ";
        options(first, b->options);
        fputs("}\n", out);
    }
    put_prescribed(out, b);
    if (b->jumps)
        fputs("    jumps: yes\n", out);
}

static zn_status put_bodies(FILE *out, const zn_scene *s)
{
    zn_index *first = zn_alloc(s->ctx, s->nbody, sizeof *first);
    zn_index *next = zn_alloc(s->ctx, s->nshape, sizeof *next);

    fputs("bodies:\n", out);
    for (zn_index i = 0; first && i < s->nbody; i++)
        first[i] = -1;
    for (zn_index i = s->nshape - 1; first && next && i >= 0; i--) {
        next[i] = first[s->shape[i].body];
        first[s->shape[i].body] = i;
    }
    for (zn_index i = 0; first && next && i < s->nbody; i++) {
        put_body(out, s->flat, &s->body[i].given);
        if (first[i] >= 0)
            fputs("    shapes:\n", out);
        for (zn_index k = first[i]; k >= 0; k = next[k])
            put_shape(out, &s->shape[k].s);
    }
    const zn_status st = first && next ? ZN_OK : ZN_ENOMEM;
    zn_free_array(s->ctx, first);
    zn_free_array(s->ctx, next);
    return st;
}

/* ---- joints ---- */

static bool needed(bool flat, const char *type, const char *key)
{
    for (const zni_need *n = zni_joint_needs; n->type; n++)
        if (strcmp(n->type, type) == 0 && strcmp(n->key, key) == 0 &&
            !(n->space && flat))
            return true;
    return false;
}

static void put_joint(FILE *out, bool flat, const zn_scene_joint *j)
{
    const place flow = {out, ", ", "", flat};
    const int dim = flat ? 2 : 3;
    const struct {
        const char *key;
        int n;
        const double *x;
        bool always;
    } lists[] = {
        {"point", dim, j->point, false},   {"axis", dim, j->axis, false},
        {"point2", dim, j->point2, false}, {"axis2", dim, j->axis2, false},
        {"radii", 2, j->radius, false},  {"stops", 2, j->stop, j->stopped}};

    fputs("  ", out);
    put_text(out, j->name);
    fprintf(out, ": {type: %s, bodies: [", j->cls);
    put_text(out, j->body1);
    if (j->body2) {
        fputs(", ", out);
        put_text(out, j->body2);
    }
    fputc(']', out);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i].always || needed(flat, j->cls, lists[i].key) ||
            (i < 5 && some(lists[i].x, lists[i].n)))
            list(flow, lists[i].key, lists[i].n, lists[i].x);
    if (j->pitch != 0 || needed(flat, j->cls, "pitch"))
        real(flow, "pitch", j->pitch);
    some_real(flow, "stop_e", j->stop_e);
    some_real(flow, "friction", j->friction);
    if (strcmp(j->cls, "bushing") == 0) {
        list(flow, "stiffness", 6, j->stiffnesses);
        list(flow, "damping", 6, j->dampings);
    }
    some_real(flow, "stiffness", j->stiffness);
    some_real(flow, "damping", j->damping);
    some_real(flow, "armature", j->armature);
    if (j->resting)
        real(flow, "rest", j->rest);
    word(flow, "motor", j->motor);
    word(flow, "motion", j->motion);
    some_real(flow, "strongest", j->strongest);
    fprintf(out, "%s}\n", j->meet ? ", meet: yes" : "");
}

/* ---- the whole ---- */

static zn_status put_scene(FILE *out, const zn_scene *s)
{
    const place block = {out, "", "\n", s->flat},
                inner = {out, "  ", "\n", s->flat};
    zn_status st;

    if (*s->title)
        word(block, "title", s->title);
    if (s->flat)
        fputs("dimension: 2\n", out);
    list(block, "gravity", s->flat ? 2 : 3, s->gravity);
    if (s->nplugin)
        fputs("plugins:\n", out);
    for (zn_index i = 0; i < s->nplugin; i++) {
        fputs("  - ", out);
        put_text(out, s->plugin[i]);
        fputc('\n', out);
    }
    put_laws(out, s);
    st = put_bodies(out, s);
    if (s->njoint)
        fputs("joints:\n", out);
    for (zn_index i = 0; i < s->njoint; i++)
        put_joint(out, s->flat, &s->joint[i]);
    if (*s->meeting)
        fputs("contacts:\n", out);
    options(inner, s->meeting);
    fputs("simulation:\n", out);
    real(inner, "t0", s->times[0]);
    real(inner, "h", s->times[1]);
    real(inner, "T", s->times[2]);
    word(inner, "integrator", s->osi);
    options(inner, s->options);
    return st;
}

zn_status zn_scene_write(const zn_scene *s, FILE *out)
{
    const zni_c_locale locale = zni_c_locale_set();
    const zn_status st = put_scene(out, s);

    zni_c_locale_restore(locale);
    if (st)
        return st;
    return fflush(out) || ferror(out)
               ? zn_fail(s->ctx, ZN_EIO, "the scene cannot be written")
               : ZN_OK;
}
