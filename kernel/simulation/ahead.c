/* ahead.c - a solver and its options that are set before anything says which class of problems
 * there will be: is there such a solver at all?
 *
 * Where nothing touches, the formulation cannot be chosen, and with it the class that the solver is
 * of. What no solver of any class would take is said at the start all the same, not when the first
 * contact closes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/plugin/guess.h"
#include "kernel/simulation/simulation.h"

#include <stdio.h>
#include <string.h>

static bool of_solvers(int kind)
{
    return kind != ZN_KIND_SET && (kind < ZN_KIND_DS || kind >= ZN_KIND_OWN);
}

/* The i-th class of all solvers, in the order of kinds; NULL past the end. */
static const zn_type *solver_at(const zn_ctx *ctx, zn_index i)
{
    for (int kind = 1; kind < ZN_KIND_MAX; kind++)
        for (zn_index k = 0; of_solvers(kind); k++) {
            const zn_type *t = zn_type_at(ctx, (zn_kind)kind, k);
            if (!t)
                break;
            if (i-- == 0)
                return t;
        }
    return NULL;
}

/* Would a solver of that class take the settings first ... end - 1? */
static zn_status takes(const zn_simulation *s, const zn_type *t, zn_index first,
                       zn_index end)
{
    void *state = zn_alloc(s->ctx, (zn_index)t->state_size + 1, 1);
    zn_status st = state ? ZN_OK : ZN_ENOMEM;
    char owner[ZN_WORD_MAX + 16];

    if (st)
        return st;
    snprintf(owner, sizeof owner, "solver '%s'", t->name);
    zn_option_defaults(t->options, state);
    for (zn_index i = first; !st && i < end; i++)
        st = zn_option_set(s->ctx, owner, t->options, state,
                           s->settings.at[i].name, s->settings.at[i].value);
    zn_free_array(s->ctx, state);
    return st;
}

/* Solvers of one name may be of several classes: one has to take all that is set. */
static zn_status named(const zn_simulation *s, const char *name)
{
    zn_status st = ZN_ENOENT;
    zni_guess guess = {.wrong = name};
    bool any = false;
    char words[256];
    const zn_type *t;

    for (zn_index i = 0; st && st != ZN_ENOMEM && (t = solver_at(s->ctx, i)); i++)
        if (strcmp(t->name, name) == 0) {
            any = true;
            st = takes(s, t, 0, s->settings.n);
        } else {
            zni_guess_offer(&guess, t->name);
        }
    if (any)
        return st;
    zni_guess_words(&guess, words, sizeof words);
    return zn_fail(s->ctx, ZN_ENOENT,
                   "solver = '%s': no solver of any class of problems has that "
                   "name (zeno list)%s",
                   name, words);
}

/* Which solver it will be is open: each setting has to be one of some solver. */
static zn_status open(const zn_simulation *s)
{
    zn_status st = ZN_OK;

    for (zn_index k = 0; !st && k < s->settings.n; k++) {
        const char *name = s->settings.at[k].name;
        const zn_type *t;
        bool any = false;

        st = ZN_ENOENT;
        for (zn_index i = 0; st && st != ZN_ENOMEM && (t = solver_at(s->ctx, i)); i++)
            if (zn_option_find(t->options, name)) {
                any = true;
                st = takes(s, t, k, k + 1);
            }
        if (!any)
            return zn_fail(s->ctx, ZN_ENOENT,
                           "solver option '%s': no solver has an option of that "
                           "name (zeno list)",
                           name);
    }
    return st;
}

zn_status zni_sim_check_ahead(zn_simulation *s)
{
    const zn_status st = s->settings.seen                        ? ZN_OK
                         : strcmp(s->opt.solver, "auto") == 0 ? open(s)
                                                              : named(s, s->opt.solver);

    s->settings.seen = !st;
    return st;
}
