/* attempts.h - the methods that `auto` of LCP, MLCP and relay share
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_BOX_ATTEMPTS_H
#define ZN_BOX_ATTEMPTS_H

#include "../strategy/portfolio.h"
#include "branch.h"
#include "front.h"
#include "path.h"
#include "sor.h"

/* First member of the state of an "auto": what the methods share. */
typedef struct zni_attempts {
    zni_front front;
    double tol;
    zn_index max_iter;   /* Newton steps of each method, at most              */
    zn_index steps;      /* 0: all of them; else so many, and more of newton-min if that costs less than pivots */
    zni_box_work newton;
    zni_sor_work sor;
    zni_pivots pivots;
    zni_branch branch;
    zni_warm warm;
    zn_index refused;  /* sets that zni_box_near has just tried in vain, and that are not tried again */
    bool pivots_first; /* cold start, z = lo: the active set of the start is not tried         */
    bool exact;        /* the first sweeps go on to rounding, since signs are examined afterwards */
    const zni_box *box; /* the present problem                              */
    zni_store store;
    zni_box_proximal proximal; /* used if the whole list has failed */
    zni_again again; /* larger dense problems with the matrix of the last one */
} zni_attempts;

/* `kind` of first_sets: they are given up at the first singular block */
enum { ZNI_REGULAR = 1 };

/* The methods that lists are made of:
 *   cao_ferris, path   cao-ferris from a vertex, with m->steps or 100 pivots for each row; from the best point so far,
 *                      and from a vertex if that fails
 *   active_sets        newton-min undamped, which gives up at the first set that comes again
 *   first_sets         the same for a full M, as long as pivots, which come next, would cost more
 *   newton_min         newton-min; of sparse problems as long as pivots would cost more
 *   newton_fb          newton-fb
 *   psor, few_sweeps   at most SWEEPS sweeps with a little regularisation; a few plain sweeps from a cold start
 *   branch             a tree of choices of sides, of up to ZNI_BRANCH_MAX rows
 *   equalities         do equality rows contradict each other?
 *   proximal           proximal points
 *   priced_sets        first_sets for a sparse M
 *   cheap_pivots       cao-ferris from a vertex of a sparse M, if pivots cost less than ZNI_COST_STEPS factorisations
 */
typedef zn_status zni_attempt(zni_turn *t);
zni_attempt zni_try_cao_ferris, zni_try_path, zni_try_active_sets, zni_try_first_sets,
    zni_try_newton_min, zni_try_newton_fb, zni_try_psor, zni_try_few_sweeps, zni_try_branch,
    zni_try_equalities, zni_try_proximal, zni_try_priced_sets, zni_try_cheap_pivots;
bool zni_has_equalities(const zni_turn *t);
/* a cold start: are all n numbers of z zero? */
static inline bool zni_cold(zn_index n, const double z[])
{
    zn_index i = 0;

    while (i < n && z[i] == 0)
        i++;
    return i == n;
}

/* the last methods of most lists */
#define ZNI_PSOR {"psor", "needs products only; regularised", .run = zni_try_psor}
#define ZNI_BRANCH                                                                                 \
    {"branch", "few rows: a tree of choices of sides, by linear programs",                         \
     .run = zni_try_branch}
/* the first method of sparse lists */
#define ZNI_FEW_SWEEPS                                                                             \
    {"psor", "a few sweeps cost less than ordering one active set", .run = zni_try_few_sweeps,     \
     .is = ZNI_ASIDE}
/* placed behind the methods that would solve the problem at once */
#define ZNI_EQUALITIES                                                                             \
    {"contradiction", "do the equations contradict each other?", .run = zni_try_equalities,        \
     .suits = zni_has_equalities, .is = ZNI_PROVES}
/* placed before methods whose steps factor all of a sparse M */
#define ZNI_CHEAP_PIVOTS                                                                           \
    {"cao-ferris", "pivots cost less than steps that factor all of M",                             \
     .run = zni_try_cheap_pivots}
#define ZNI_NEWTON_FB {"newton-fb", "descends where active sets cycle", .run = zni_try_newton_fb}

/* Largest number of rows for a dense dictionary. There are about as many pivots as rows, and each changes n^2
 * numbers: ten seconds and 70 MB at this size, a quarter of an hour and 1 GB for four times as many rows. */
enum { ZNI_DENSE_PIVOTS = 2000 };

/* The solution if M is dense and triangular; false: it is not, or a diagonal entry is not positive. */
bool zni_box_substitute(const zni_box *b, double z[], double w[]);

/* The answer that zni_attempts_solve would find first, for the operation `near`: one row in closed form, a
 * triangular matrix by substitution, few rows by the active set of z and a few after it (if `sets`). Units do not
 * matter. */
bool zni_box_near(zni_attempts *s, const zni_box *b, bool sets, double z[],
                  double w[], zn_solve_info *info);

zn_status zni_attempts_reserve(zni_attempts *s, zn_ctx *ctx, const zn_problem_type *class,
                               zn_index n, zn_index nnz);
void zni_attempts_fini(zni_attempts *s, zn_ctx *ctx);

/* Triangular problems are solved by substitution; small dense ones start with the active set of z and a few after it
 * (zni_box_warm), unless pivots_first. Then follows the list, each method from the best point so far. A point whose
 * residual is rounding of M z (inaccurate) is the end. If none succeeds, the active set of the best point is solved
 * once more, and then proximal points are tried from the start. class: its solvers of plugins are asked, too; NULL:
 * none. */
zn_status zni_attempts_solve(zni_attempts *s, zni_call call, const zni_method list[],
                             const zn_problem_type *class, const void *problem, const zni_box *b);

/* The options common to these solvers, for a state T with `tools`, and their number of Newton steps. */
#define ZNI_BOX_OPTIONS(T, steps, help)                                                            \
    ZNI_LIMITS_IN(T, tools, 1e-10, steps, 1e6, help), ZNI_GUESTS_OPTION(T, tools.store.guests)

/* The descriptor zni_<class>_auto of a file with `reserve`, `solve`, `near`, `fini`. */
#define ZNI_BOX_AUTO(class, KIND, about, T, table)                                                 \
    ZNI_SOLVER(zni_##class##_auto, ZN_KIND_##KIND##_SOLVER, "auto", about, T, table, solve, fini,  \
               .init = zni_##class##_init, .reserve = reserve, .near = near)

#endif
