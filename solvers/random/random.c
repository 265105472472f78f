/* random.c - a random problem by the name of its class
 * SPDX-License-Identifier: Apache-2.0 */
#include "random.h"

#include <string.h>

#include <zeno/random_problem.h>

#include "../core/classes.h"
#include "../core/core.h"
#include "../io/file.h"

#define MAKER(name, kind, text) extern const zni_random_maker zni_random_##name;
#define LISTED(name, kind, text) &zni_random_##name,

ZNI_DRAWN_CLASSES(MAKER)

/* all of them, ended by NULL */
static const zni_random_maker *const makers[] = {ZNI_DRAWN_CLASSES(LISTED) NULL};

static zn_status find(zn_ctx *ctx, const char *name,
                      const zni_random_maker **out)
{
    const zni_problem_format *format;
    char list[512] = "";

    *out = NULL;
    if (zni_format_find(ctx, name, &format))
        format = NULL; /* the list below says which classes there are */
    for (const zni_random_maker *const *m = makers; *m; m++) {
        if (format && strcmp((*m)->class, format->class) == 0) {
            *out = *m;
            return ZN_OK;
        }
        zni_list_add(list, sizeof list, (*m)->class);
    }
    return zn_fail(ctx, ZN_ENOENT,
                   "no random problems of class '%s'; there are: %s", name,
                   list);
}

const zn_option *zn_problem_random_options(zn_ctx *ctx, const char *name)
{
    const zni_random_maker *m;

    return find(ctx, name, &m) ? NULL : m->options;
}

const char *zn_problem_random_class(zn_index i)
{
    const zn_index known = sizeof makers / sizeof makers[0] - 1;

    return i >= 0 && i < known ? makers[i]->class : NULL;
}

/* In classes with faces, w has one more number for each face. */
static zn_status make_as(zni_draws by, const zni_random_maker *m, zni_random_result *out)
{
    const zn_index n = m->rows ? m->rows(by.o) : by.o->n;
    char *p = out->problem;

    if (!p)
        return ZN_ENOMEM;
    if (!m->draw || by.o->family)
        return m->make(by, out);
    return zni_random_affine(by, n, n + by.o->faces, m->draw, out, (void *)(p + m->M),
                             (void *)(p + m->q));
}

static zn_status make(zn_problem_file *f, const zni_random_maker *m,
                      const zni_random_options *o)
{
    zni_random r = {(uint64_t)o->seed};
    zni_random_result made = {.problem = zni_store_alloc(&f->store, 1, m->size)};
    const zn_status st = make_as((zni_draws){&f->store, o, &r}, m, &made);

    if (st)
        return st;
    f->problem = made.problem;
    f->known_z = made.z;
    f->known_w = made.w;
    return zni_problem_file_complete(f);
}

zn_status zn_problem_random(zn_ctx *ctx, const char *name, const char *options,
                            zn_problem_file **out)
{
    const zni_random_maker *m;
    zni_random_options o = {0};
    zn_problem_file *f = NULL;
    char owner[ZN_WORD_MAX];
    zn_status st = find(ctx, name, &m);

    *out = NULL;
    if (!st) {
        zn_option_defaults(m->options, &o);
        snprintf(owner, sizeof owner, "random %.40s", m->class);
        st = zn_option_set_words(ctx, owner, m->options, &o, options ? options : "");
    }
    if (!st)
        st = zni_problem_file_new(ctx, m->class, &f);
    if (!st)
        st = make(f, m, &o);
    if (st)
        zn_problem_file_free(f);
    else
        *out = f;
    return zn_note(ctx, st, "random problem '%s'", name);
}

bool zn_problem_file_known(const zn_problem_file *f, const double **z,
                           const double **w)
{
    if (!f->known_z)
        return false;
    *z = f->known_z;
    *w = f->known_w;
    return true;
}
