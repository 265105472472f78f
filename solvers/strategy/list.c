/* list.c - `auto` where it is one list and little else; methods that are solvers of the class, by their names
 * SPDX-License-Identifier: Apache-2.0 */
#include "list.h"

#include <string.h>

/* the first method of the list with the same solver */
static int first(const zni_method list[], int k)
{
    for (int i = 0; i < k; i++)
        if (list[i].options == list[k].options && !strcmp(list[i].name, list[k].name))
            return i;
    return k;
}

zn_status zni_named_init(zni_store *s, zn_ctx *ctx, const char *problem, const zni_method list[])
{
    zn_status st = ZN_OK;

    for (int k = 0; list[k].name && !st; k++) {
        if (list[k].run || first(list, k) < k)
            continue;
        st = zn_solver_new(ctx, problem, list[k].name, &s->named[k]);
        for (const char *const *o = list[k].options; o && *o && !st; o += 2)
            st = zn_solver_set(s->named[k], o[0], o[1]);
    }
    return st;
}

zn_status zni_named_reserve(zni_store *s, zn_ctx *ctx, const zn_problem_type *class, zn_index n,
                            zn_index nnz)
{
    zn_status st = zni_store_reserve(s, ctx, class, n, n, nnz);

    for (int k = 0; k < ZNI_NAMED && !st; k++)
        if (s->named[k])
            st = zn_solver_reserve(s->named[k], n, nnz);
    return st;
}

zn_status zni_named_run(zni_turn *t)
{
    const zni_method *list = t->of->list;
    zn_solver *s = t->of->store->named[first(list, (int)(t->m - list))];
    const zn_status st = zn_solver_set_real(s, "tol", t->of->tol);

    return st ? st : zn_solver_solve_inner(s, t->problem, t->z, t->w, t->mon, t->info);
}

zn_status zni_list_init(void *state, zn_ctx *ctx, const zni_portfolio *what)
{
    return zni_named_init(&((zni_list *)state)->store, ctx, what->class->type.name, what->list);
}

zn_status zni_list_reserve(void *state, zn_ctx *ctx, const zni_portfolio *what, zn_index n,
                           zn_index nnz)
{
    return zni_named_reserve(&((zni_list *)state)->store, ctx, what->class, n, nnz);
}

zn_status zni_list_solve(void *state, zni_call call, const zni_portfolio *what, const void *problem)
{
    zni_list *s = state;
    zni_portfolio all = *what;

    all.state = s;
    all.problem = problem;
    all.tol = s->tol;
    all.store = &s->store;
    all.nz = what->class->nz(problem);
    all.nw = what->class->nw(problem);
    return zni_portfolio_run(&all, call.ctx, call.z, call.w, call.mon, call.info);
}

void zni_list_fini(void *state, zn_ctx *ctx)
{
    zni_list *s = state;

    zni_store_fini(&s->store, ctx);
}
