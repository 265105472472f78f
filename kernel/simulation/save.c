/* save.c - the one-step problems of a run, into files
 *
 * What a solver is asked is taken where it is asked, so that problem and start are those
 * of any formulation. An unsolved one is posed to it once more, to be written and not solved.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/simulation/simulation.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "solvers/core/c_locale.h"
#include "solvers/core/core.h"
#include "solvers/core/made_file.h"
#include "solvers/io/write.h"

/* NAME of NAME.h5 */
static int stem(const char *path)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');

    return (int)(dot && dot > (slash ? slash + 1 : path) ? dot - path
                                                         : (long)strlen(path));
}

/* NAME-STEP-COUNT and a suffix; NULL: that of NAME */
static zn_status make_name(const zn_simulation *s, const char *suffix,
                           char out[PATH_MAX])
{
    const char *path = s->opt.save_problems;
    const int n = stem(path);
    const char *own = path[n] ? path + n : ".dat";
    const int length =
        snprintf(out, PATH_MAX, "%.*s-%06td-%td%s", n, path, s->saving.step,
                 s->saving.count, suffix ? suffix : own);

    return length < PATH_MAX
               ? ZN_OK
               : zn_fail(s->ctx, ZN_EINVAL, "save_problems: the name is longer than %d",
                         PATH_MAX);
}

static zn_status write_start(const zn_simulation *s, const char *class,
                             zn_index n, const double z[])
{
    char path[PATH_MAX];
    zn_status st = make_name(s, ".start", path);
    FILE *f = st ? NULL : zni_made_file(path);
    bool bad = false;

    if (st)
        return st;
    if (f) {
        const zni_c_locale locale = zni_c_locale_set();

        fprintf(f, "# start of a problem of class %s, of the step to t = %.17g s\n",
                class, s->step.t1);
        for (zn_index i = 0; i < n; i++)
            fprintf(f, "%.17g\n", z[i]);
        zni_c_locale_restore(locale);
        bad = ferror(f);
    }
    if (!f || fclose(f) || bad)
        st = zn_fail(s->ctx, ZN_EIO, "start '%s': %s", path, strerror(errno));
    return st;
}

/* What fclib has no layout for is written as text. */
static zn_status write_both(const zn_simulation *s, const char *class,
                            const void *p, zn_index n, const double z[])
{
    char path[PATH_MAX];
    zn_status st = make_name(s, NULL, path);

    if (!st)
        st = zni_problem_file_write_with(s->ctx, path, class, p, zni_made_file);
    if (st == ZN_ENOTSUP) {
        st = make_name(s, ".dat", path);
        if (!st)
            st = zni_problem_file_write_with(s->ctx, path, class, p, zni_made_file);
    }
    return st ? st : write_start(s, class, n, z);
}

/* The start is kept until it is known whether there will be an answer. */
static zn_status keep(zn_simulation *s, zn_index n, const double z[])
{
    zni_saving *k = &s->saving;
    const zn_status st = zn_grow(s->ctx, &k->start, &k->cap_start, n, sizeof *z);

    if (!st)
        memcpy(k->start, z, (size_t)n * sizeof *z);
    return st;
}

static zn_status shown(void *user, const zn_problem_type *class, const void *p,
                       const double z[])
{
    zn_simulation *s = user;
    const char *name = class->type.name;
    const zn_index n = class->nz(p);

    return s->opt.save_which == ZNI_SAVE_UNSOLVED
               ? keep(s, n, z)
               : write_both(s, name, p, n, z);
}

/* the problem once more, with the start that was kept */
static zn_status shown_again(void *user, const zn_problem_type *class,
                             const void *p, const double z[])
{
    zn_simulation *s = user;

    (void)z;
    s->saving.written = write_both(s, class->type.name, p, class->nz(p),
                                   s->saving.start);
    return ZN_STOPPED;
}

/* before sweeps that need no matrix: what a solver would be asked, who is not */
static zn_status shown_ahead(void *user, const zn_problem_type *class, const void *p,
                             const double z[])
{
    zn_simulation *s = user;

    s->saving.written = shown(user, class, p, z);
    return ZN_STOPPED;
}

/* Posed to the solver, from 0 or from the start, to be seen by fn and not solved. */
static zn_status pose(zn_simulation *s, zni_problem *p, zni_tap_fn *fn, bool start)
{
    zni_saving *k = &s->saving;
    const zn_index n = p->active.n;
    zn_solve_info aside;
    zn_status st = zn_grow(s->ctx, &k->answer, &k->cap_answer, 2 * n,
                           sizeof *k->answer);

    if (st)
        return st;
    memset(k->answer, 0, (size_t)(2 * n) * sizeof *k->answer);
    if (start)
        zni_problem_start(p, k->answer);
    k->written = ZN_OK;
    zni_solver_tap(p->how.solver, fn, s);
    st = p->how.form->solve(p->how.form_state, s->ctx, &p->statement,
                            p->how.solver, k->answer, k->answer + n, &aside);
    zni_solver_tap(p->how.solver, NULL, NULL);
    return k->written ? k->written : st < 0 ? st : ZN_OK;
}

zn_status zni_save_begin(zn_simulation *s, zni_problem *p)
{
    zni_saving *k = &s->saving;
    const zn_index step = s->state.step + 1;

    k->count = step == k->step ? k->count + 1 : 1;
    k->step = step;
    k->on = step % s->opt.save_every == 0;
    if (k->on && p->product.ready) {
        const zn_status st = zni_problem_condense(p);

        return st ? st : pose(s, p, shown_ahead, true);
    }
    if (k->on)
        zni_solver_tap(p->how.solver, shown, s);
    return ZN_OK;
}

zn_status zni_save_end(zn_simulation *s, zni_problem *p, zn_status st)
{
    s->saving.on = false;
    zni_solver_tap(p->how.solver, NULL, NULL);
    if (st == ZN_UNSOLVED && s->opt.save_which == ZNI_SAVE_UNSOLVED) {
        const zn_status saved = pose(s, p, shown_again, false);

        st = saved ? saved : st;
    }
    return st;
}

void zni_save_fini(zn_simulation *s)
{
    zn_free_array(s->ctx, s->saving.start);
    zn_free_array(s->ctx, s->saving.answer);
}
