/* read_values.c - numbers, vectors, words and repetitions of a scene
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/guess.h"
#include "kernel/scene/expression.h"
#include "kernel/scene/read.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <zeno/rotation.h>

/* ---- findings ---- */

void zni_complain(zni_reader *r, const zni_node *at, const char *fmt, ...)
{
    char words[512];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(words, sizeof words, fmt, ap);
    va_end(ap);
    zn_findings_add(&r->f, "%s:%td:%td: %s", at->file ? at->file : r->file,
                    at->line, at->column, words);
}

bool zni_failed(zni_reader *r, const zni_node *at, zn_status st)
{
    if (st == ZN_ENOMEM)
        r->st = st;
    else if (st)
        zni_complain(r, at, "%s", zn_errmsg(r->ctx));
    return st != ZN_OK;
}

static void unknown_key(zni_reader *r, const zni_node *key, const char *what,
                        const char *const keys[])
{
    zni_guess guess = {.wrong = key->text};
    char words[160], list[256] = "";

    for (int k = 0; keys[k]; k++) {
        zni_guess_offer(&guess, keys[k]);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s",
                 k ? ", " : "", keys[k]);
    }
    zni_guess_words(&guess, words, sizeof words);
    const zni_node *value = key->next;
    const bool alone = value->kind == ZNI_SCALAR && !*value->text;
    zni_complain(r, key, "%s has no key '%.64s'%s%s%s%s", what, key->text,
                 words, guess.n ? "" : "; there are ", guess.n ? "" : list,
                 alone ? "; if this is part of a text with a comma, put the "
                         "text in quotes"
                       : "");
}

bool zni_known(zni_reader *r, const zni_node *map, const char *what,
               const char *const keys[])
{
    if (map->kind != ZNI_MAP) {
        zni_complain(r, map, "%s must be a map (key: value), this is %s", what,
                     zni_tree_kind(map));
        return false;
    }
    for (const zni_node *k = map->first; k; k = k->next->next) {
        int i = 0;
        while (keys[i] && strcmp(keys[i], k->text))
            i++;
        if (!keys[i])
            unknown_key(r, k, what, keys);
    }
    return true;
}

/* ---- numbers ---- */

/* Loops stand before parameters. */
static bool lookup(void *user, const char *name, size_t n, double *out)
{
    const zni_reader *r = user;
    const zn_scene *s = r->scene;

    for (int k = 0; k < r->nloop; k++)
        if (strlen(r->loop[k].name) == n &&
            strncmp(r->loop[k].name, name, n) == 0) {
            *out = r->loop[k].value;
            return true;
        }
    for (zn_index k = 0; k < s->nparameter; k++)
        if (strlen(s->parameter[k].name) == n &&
            strncmp(s->parameter[k].name, name, n) == 0) {
            *out = s->parameter[k].value;
            return true;
        }
    return false;
}

bool zni_evaluate(zni_reader *r, const zni_node *at, const char *text,
                  double *out)
{
    zni_expression e = {.lookup = lookup, .user = r};
    zni_guess guess = {.wrong = e.name};
    char words[160] = "";
    zni_node place = *at;

    if (zni_expression_value(&e, text, out))
        return true;
    if (e.unknown) {
        for (zn_index k = 0; k < r->scene->nparameter; k++)
            zni_guess_offer(&guess, r->scene->parameter[k].name);
        for (int k = 0; k < r->nloop; k++)
            zni_guess_offer(&guess, r->loop[k].name);
        zni_guess_words(&guess, words, sizeof words);
    }
    if (text == at->text && !at->quoted)
        place.column += (zn_index)e.at;
    zni_complain(r, &place, "'%.80s': %s%s", text, e.words, words);
    return false;
}

/* The text of an expression in which all names but the free ones have their values. */
static bool bind_names(zni_reader *r, const zni_node *n, const char *const free[],
                       char out[ZN_TEXT_MAX])
{
    const zni_expression e = {.lookup = lookup, .user = r};

    if (zni_expression_bind(&e, n->text, free, ZN_TEXT_MAX, out))
        return true;
    zni_complain(r, n, "an expression of more than %d characters",
                 ZN_TEXT_MAX - 1);
    return false;
}

bool zni_yaml_formula(zni_reader *r, const zni_node *n,
                      const char *const free[], char text[ZN_TEXT_MAX],
                      const char **out)
{
    if (!zni_yaml_text(r, n, out) || !n)
        return !n;
    if (strchr(n->text, ':'))
        return true; /* a symbol of a plugin */
    *out = text;
    return bind_names(r, n, free, text);
}

bool zni_yaml_of_time(zni_reader *r, const zni_node *n)
{
    zni_expression e = {.lookup = lookup, .user = r};
    double x;

    return n && n->kind == ZNI_SCALAR && !zni_expression_value(&e, n->text, &x) &&
           e.unknown && strcmp(e.name, "t") == 0;
}

bool zni_yaml_number(zni_reader *r, const zni_node *n, double *out)
{
    if (!n)
        return true;
    if (n->kind != ZNI_SCALAR) {
        zni_complain(r, n, "must be one number, this is %s", zni_tree_kind(n));
        return false;
    }
    if (!*n->text) {
        zni_complain(r, n, "a number is missing here");
        return false;
    }
    return zni_evaluate(r, n, n->text, out);
}

bool zni_yaml_positive(zni_reader *r, const zni_node *n, const char *what,
                       double *out)
{
    double x = 1;

    if (!zni_yaml_number(r, n, &x))
        return false;
    if (n && !(x > 0)) {
        zni_complain(r, n, "%s = %g, must be > 0", what, x);
        return false;
    }
    if (n)
        *out = x;
    return true;
}

/* mod(i, 2) without quotes is two items of a list. */
static bool calls(const zni_node *list)
{
    for (const zni_node *k = list->first; k; k = k->next)
        if (k->kind == ZNI_SCALAR && strchr(k->text, '('))
            return true;
    return false;
}

static void not_so_many(zni_reader *r, const zni_node *n, int size)
{
    const bool list = n->kind == ZNI_LIST;
    char of[32] = "";

    if (list)
        snprintf(of, sizeof of, " of %td", (zn_index)n->n);
    zni_complain(r, n, "must be a list of %d numbers, [%s], this is %s%s%s",
                 size,
                 size == 2   ? "a, b"
                 : size == 3 ? "x, y, z"
                             : "...",
                 zni_tree_kind(n), of,
                 list && n->n > size && calls(n)
                     ? "; an expression with a comma stands in quotes"
                     : "");
}

bool zni_yaml_vector(zni_reader *r, const zni_node *n, int size, double out[])
{
    bool good = true;
    int i = 0;

    if (!n)
        return true;
    if (n->kind != ZNI_LIST || n->n != size) {
        not_so_many(r, n, size);
        return false;
    }
    for (const zni_node *k = n->first; k; k = k->next)
        good = zni_yaml_number(r, k, &out[i++]) && good;
    return good;
}

bool zni_yaml_place(zni_reader *r, const zni_node *n, double out[3])
{
    return zni_yaml_vector(r, n, r->scene->flat ? 2 : 3, out);
}

bool zni_yaml_about(zni_reader *r, const zni_node *n, double out[3])
{
    return r->scene->flat ? zni_yaml_number(r, n, &out[2])
                          : zni_yaml_vector(r, n, 3, out);
}

/* ---- words ---- */

bool zni_yaml_bool(zni_reader *r, const zni_node *n, bool *out)
{
    static const char *const word[] = {"no", "yes", "false", "true"};

    if (!n)
        return true;
    for (int k = 0; n->kind == ZNI_SCALAR && k < 4; k++)
        if (strcmp(n->text, word[k]) == 0) {
            *out = k % 2;
            return true;
        }
    zni_complain(r, n, "must be yes or no");
    return false;
}

bool zni_yaml_text(zni_reader *r, const zni_node *n, const char **out)
{
    if (!n)
        return true;
    if (n->kind != ZNI_SCALAR || !*n->text) {
        zni_complain(r, n, "must be a word, this is %s",
                     n->kind == ZNI_SCALAR ? "empty; # begins a comment, so "
                                             "colours stand in quotes"
                                           : zni_tree_kind(n));
        return false;
    }
    *out = n->text;
    return true;
}

bool zni_yaml_name(zni_reader *r, const zni_node *n, char out[ZN_WORD_MAX])
{
    const char *p = NULL, *end;
    char part[ZN_WORD_MAX];
    size_t used = 0;
    double x;

    if (!zni_yaml_text(r, n, &p) || !p)
        return false;
    while (*p) {
        const size_t plain = strcspn(p, "(");
        if (used + plain >= ZN_WORD_MAX)
            break;
        memcpy(out + used, p, plain);
        used += plain;
        p += plain;
        if (!*p)
            break;
        end = strchr(p, ')');
        for (const char *q = end; q && *q == ')'; q++)
            end = q; /* parentheses in parentheses end together */
        if (!end || (size_t)(end - p) >= sizeof part) {
            zni_complain(r, n, "'%.80s': a ) is missing", n->text);
            return false;
        }
        snprintf(part, sizeof part, "%.*s", (int)(end - p + 1), p);
        if (!zni_evaluate(r, n, part, &x))
            return false;
        used += (size_t)snprintf(out + used, ZN_WORD_MAX - used, "%.0f", x);
        p = end + 1;
    }
    if (used >= ZN_WORD_MAX) {
        zni_complain(r, n, "a name of more than %d characters",
                     ZN_WORD_MAX - 1);
        return false;
    }
    out[used] = 0;
    return true;
}

/* ---- orientations ---- */

void zni_mind_degrees(zni_reader *r, const zni_node *n, double angle)
{
    if (r->degrees || !n || n->kind != ZNI_SCALAR ||
        fabs(angle) <= 2 * acos(-1) * (1 + 1e-9) ||
        n->text[strspn(n->text, "+-.0123456789eE")])
        return;
    r->degrees = true;
    zn_log(r->ctx, ZN_LOG_WARN,
           "%s:%td:%td: %s rad is more than a turn: angles are in radians, "
           "degrees are written %s*deg",
           n->file ? n->file : r->file, n->line, n->column, n->text, n->text);
}

static bool read_axis_angle(zni_reader *r, const zni_node *n, double p[4])
{
    static const char *const keys[] = {"axis", "angle", NULL};
    double axis[3] = {0, 0, 1}, angle = 0, l, w[3];

    if (!zni_known(r, n, "rotation", keys) ||
        !zni_yaml_vector(r, zni_tree_get(n, "axis"), 3, axis) ||
        !zni_yaml_number(r, zni_tree_get(n, "angle"), &angle))
        return false;
    l = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (!(l > 0)) {
        zni_complain(r, n, "the axis (0, 0, 0) has no direction");
        return false;
    }
    for (int i = 0; i < 3; i++)
        w[i] = angle * axis[i] / l;
    zni_mind_degrees(r, zni_tree_get(n, "angle"), angle);
    zn_quaternion_exp(w, p);
    return true;
}

bool zni_turn_along(zni_reader *r, const zni_node *at, const double z[3],
                    double p[4])
{
    const double l = sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);

    if (!(l > 0)) {
        zni_complain(r, at, "the direction (0, 0, 0) is none");
        return false;
    }
    p[0] = 1 + z[2] / l;
    p[1] = p[0] > 1e-9 ? -z[1] / l : 1;
    p[2] = z[0] / l;
    p[3] = 0;
    zn_quaternion_normalise(p);
    return true;
}

bool zni_yaml_turn(zni_reader *r, const zni_node *map, double p[4],
                   double *angle)
{
    const zni_node *turn = zni_tree_get(map, "rotation");
    const zni_node *q = zni_tree_get(map, "quaternion");
    double length;

    if (turn && q) {
        zni_complain(r, q, "rotation and quaternion: give one of them");
        return false;
    }
    if (r->scene->flat && q) {
        zni_complain(r, q, "in the plane, give rotation: an angle (rad)");
        return false;
    }
    if (r->scene->flat) {
        if (!zni_yaml_number(r, turn, angle))
            return false;
        zni_mind_degrees(r, turn, *angle);
        return true;
    }
    if (turn)
        return read_axis_angle(r, turn, p);
    if (!zni_yaml_vector(r, q, 4, p))
        return false;
    length = zn_quaternion_length(p);
    if (q && !(fabs(length - 1) <= 1e-6)) {
        zni_complain(r, q,
                     "the quaternion has length %.9g, must be 1 (scalar "
                     "first); rotation: {axis: ..., angle: ...} is always fine",
                     length);
        return false;
    }
    return true;
}

/* ---- repetitions ---- */

static bool read_counts(zni_reader *r, const zni_node *n, zn_index count[])
{
    double total = 1, x = 0;

    if (n->kind != ZNI_MAP || n->n < 1 || n->n > ZNI_LOOPS) {
        zni_complain(r, n,
                     "repeat must be a map of 1 to 3 counts, {i: 10, j: 5}");
        return false;
    }
    for (const zni_node *k = n->first; k; k = k->next->next) {
        if (!zni_yaml_number(r, k->next, &x))
            return false;
        if (!(x >= 0 && x <= ZNI_MOST && x == floor(x))) {
            zni_complain(r, k->next,
                         "%s = %g, must be a whole number from 0 to %d",
                         k->text, x, ZNI_MOST);
            return false;
        }
        total *= x;
        r->loop[r->nloop].name = k->text;
        count[r->nloop++] = (zn_index)x;
    }
    if (total + (double)r->made > ZNI_MOST) {
        zni_complain(r, n, "repeat makes %.0f things, a scene has at most %d",
                     total + (double)r->made, ZNI_MOST);
        return false;
    }
    r->made += (zn_index)total;
    return true;
}

static bool wanted(zni_reader *r, const zni_node *item)
{
    double x = 1;

    return zni_yaml_number(r, zni_tree_get(item, "when"), &x) && x != 0;
}

void zni_each(zni_reader *r, const zni_node *name, const zni_node *item,
              zni_make_fn *make)
{
    const zni_node *repeat = zni_tree_get(item, "repeat");
    const zn_index before = r->f.count;
    zn_index count[ZNI_LOOPS] = {1, 1, 1}, total;
    char full[ZN_WORD_MAX + 64];

    r->nloop = 0;
    if (repeat && !read_counts(r, repeat, count)) {
        r->nloop = 0;
        return;
    }
    total = count[0] * count[1] * count[2];
    /* one turn that goes wrong says enough */
    for (zn_index k = 0; k < total && !r->st && r->f.count == before; k++) {
        zn_index rest = k;
        int used = snprintf(full, sizeof full, "%.63s", name->text);
        for (int l = r->nloop; l-- > 0; rest /= count[l])
            r->loop[l].value = (double)(rest % count[l]);
        for (int l = 0; l < r->nloop; l++)
            used += snprintf(full + used, sizeof full - (size_t)used, ".%.0f",
                             r->loop[l].value);
        if (wanted(r, item))
            make(r, item, full);
    }
    r->nloop = 0;
}
