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
    zn_index steps;      /* 0: all of them; else so many, and more of newton-min where
                            that costs less than pivots                       */
    zni_box_work newton;
    zni_sor_work sor;
    zni_pivots pivots;
    zni_branch branch;
    zni_warm warm;
    zn_index refused;  /* sets that zni_box_near has just tried in vain, which are not tried
                          again                                              */
    bool pivots_first; /* from z = lo, where nothing is known: sets of the start are not asked */
    bool exact;        /* the first sweeps go on to rounding: signs are looked at then      */
    const zni_box *box; /* the problem under way                            */
    zni_store store;
    zni_box_proximal proximal; /* where all of a list has failed */
    zni_again again; /* larger dense problems with the matrix of the last one */
} zni_attempts;

/* cao-ferris from a vertex, 100 pivots for each row or m->steps; cao-ferris from the best point so far, from a vertex
 * if that fails; newton-min undamped, left at the first set that comes again; the same of a full M as long as pivots,
 * which come after it, would cost more; newton-min, of sparse problems as long as pivots would cost more; newton-fb;
 * psor with a little regularisation, SWEEPS at the most; a few plain sweeps of psor where nothing is known of z; a tree
 * of choices of sides, of up to ZNI_BRANCH_MAX rows; equality rows that contradict each other; proximal points;
 * zni_try_first_sets of a sparse M; cao-ferris from a vertex where its pivots cost less than ZNI_COST_STEPS that factor
 * all of a sparse M */
typedef zn_status zni_attempt(zni_turn *t);
zni_attempt zni_try_cao_ferris, zni_try_path, zni_try_active_sets, zni_try_first_sets,
    zni_try_newton_min, zni_try_newton_fb, zni_try_psor, zni_try_few_sweeps, zni_try_branch,
    zni_try_equalities, zni_try_proximal, zni_try_priced_sets, zni_try_cheap_pivots;
bool zni_has_equalities(const zni_turn *t);
/* Is nothing known of z (n)? */
static inline bool zni_cold(zn_index n, const double z[])
{
    zn_index i = 0;

    while (i < n && z[i] == 0)
        i++;
    return i == n;
}

/* those that come last in most lists */
#define ZNI_PSOR {"psor", "products alone, regularised", .run = zni_try_psor}
#define ZNI_BRANCH                                                                                 \
    {"branch", "few rows: choices of sides, refuted or found by linear programs",                  \
     .run = zni_try_branch}
/* first of sparse ones */
#define ZNI_FEW_SWEEPS                                                                             \
    {"psor", "a few sweeps cost less than to order one set", .run = zni_try_few_sweeps,            \
     .is = ZNI_ASIDE}
/* after what would solve it at once */
#define ZNI_EQUALITIES                                                                             \
    {"contradiction", "do the equations contradict each other?", .run = zni_try_equalities,        \
     .suits = zni_has_equalities, .is = ZNI_PROVES}
/* before methods whose steps factor all of a sparse M */
#define ZNI_CHEAP_PIVOTS                                                                           \
    {"cao-ferris", "pivots cost less than the steps of those that factor all of M",                \
     .run = zni_try_cheap_pivots}
#define ZNI_NEWTON_FB {"newton-fb", "descends where the sets cycle", .run = zni_try_newton_fb}

/* Rows up to which a dense dictionary is made. Pivots are about as many as rows and
 * change n^2 numbers each: that is ten seconds and 70 MB here, a quarter of an hour and
 * 1 GB at four times as many. */
enum { ZNI_DENSE_PIVOTS = 2000 };

/* The solution when M is dense and triangular; false: it is not, or a diagonal
 * entry is not positive. */
bool zni_box_substitute(const zni_box *b, double z[], double w[]);

/* What zni_attempts_solve would answer with first, for the operation `near`: one row by
 * its closed form, a triangular matrix by substitution, few rows by the active set of z
 * and a few after it, if `sets`. Units do not matter. */
bool zni_box_near(zni_attempts *s, const zni_box *b, bool sets, double z[],
                  double w[], zn_solve_info *info);

zn_status zni_attempts_reserve(zni_attempts *s, zn_ctx *ctx, const zn_problem_type *class,
                               zn_index n, zn_index nnz);
void zni_attempts_fini(zni_attempts *s, zn_ctx *ctx);

/* Triangular problems are substituted, small dense ones start with the active set of
 * z and a few after it (zni_box_warm), unless pivots_first. Then the list, each method from the
 * best point so far. A point whose residual is rounding of M z (inaccurate) is the
 * end. If none succeeds the set of the best point is solved once more, then proximal points are tried from the
 * start. class: whose guests are asked, too; NULL: nobody's. */
zn_status zni_attempts_solve(zni_attempts *s, zn_ctx *ctx, const zni_method list[],
                             const zn_problem_type *class, const void *problem, const zni_box *b,
                             double z[], double w[], zn_monitor *mon, zn_solve_info *info);

/* The options of all of them: of a T with `tools`, so many Newton steps. */
#define ZNI_BOX_OPTIONS(T, steps, help)                                                            \
    ZNI_LIMITS_IN(T, tools, 1e-10, steps, 1e6, help), ZNI_GUESTS_OPTION(T, tools.store.guests)

/* The descriptor zni_<class>_auto of a file with `reserve`, `solve`, `near`, `fini`. */
#define ZNI_BOX_AUTO(class, KIND, about, T, table)                             \
    ZNI_SOLVER(zni_##class##_auto, ZN_KIND_##KIND##_SOLVER, "auto", about, T,  \
               table, .init = zni_##class##_init, .reserve = reserve,          \
               .solve = solve, .fini = fini, .near = near)

#endif
