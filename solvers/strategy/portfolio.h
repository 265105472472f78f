/* portfolio.h - methods in a list, the first that is good enough answers
 *
 * What every solver made of methods is: a table of them (when each is one for a problem, where it
 * begins, what runs it, why it stands where it does) and what is special about its class. The runner asks
 * one after the other, keeps the best point, the start and where early ones ended, counts what they cost, says why it
 * ended, and tells whoever asks what was tried (zn_solver_set_explain). Solvers of plugins that offer themselves to
 * `auto` (zn_offer) have their turns in between.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_PORTFOLIO_H
#define ZENO_SOLVERS_PORTFOLIO_H

#include "../core/solver_type.h"
#include "effort.h"
#include "guests.h"

typedef struct zni_portfolio zni_portfolio;
typedef struct zni_method zni_method;
typedef struct zni_turn zni_turn;

/* A method at its turn; z and w in place, as zn_solver_type.solve. */
struct zni_turn {
    const zni_portfolio *of;
    const zni_method *m;
    void *state;         /* of whose methods these are                            */
    const void *problem; /* of the class                                          */
    zn_ctx *ctx;
    double *z, *w;
    zn_monitor *mon;
    zn_solve_info *info; /* solver: its name; error: INFINITY unless it sets it   */
    const zni_method *before; /* the last that has ended without an answer; NULL: none */
    double ended, least;      /* error where that ended, the least so far           */
};

/* The point that a method begins from. */
typedef enum zni_from {
    ZNI_FROM_BEST,
    ZNI_FROM_START,
    ZNI_FROM_EARLY, /* that of the last ZNI_EARLY                                 */
    ZNI_FROM_LAST   /* where the one before it ended                              */
} zni_from;

/* What a method is; a class may add bits from ZNI_OWN on. */
enum {
    ZNI_EARLY = 1,    /* a method may begin where it ended                        */
    ZNI_BORDERS = 2,  /* it ends at the borders of cones: a point to go on from only within `near`,
                       * and none for others to begin early                       */
    ZNI_DOUBTED = 4,  /* that there is no solution, as it may say, does not count as proved */
    ZNI_ASIDE = 8,    /* a look that costs little: neither its point nor how it failed counts */
    ZNI_LATE = 16,    /* tried only where what comes before fails, whose steps are few: it and those
                       * after it share what is left of the effort (effort.h)     */
    ZNI_APART = 32,   /* the path of interior points, or what ends it: apart from them */
    ZNI_PROVES = 64,  /* that there is no solution, as it may say, is a proof whatever others are worth */
    ZNI_OWN = 128
};

/* One method: ZN_EINVAL or ZN_ESINGULAR: it does not apply. */
struct zni_method {
    const char *name; /* of its solver                                             */
    const char *why;  /* it stands where it does                                   */
    zn_status (*run)(zni_turn *t);  /* NULL: the solver of that name (list.h)      */
    bool (*suits)(const zni_turn *t); /* is it one for the problem and what was before? NULL: yes */
    zni_from from;
    unsigned is;
    int kind;       /* numbers of those that take them: which of its kinds,      */
    double reg;     /* its regularisation, a first term,                           */
    zn_index steps; /* most of it; 0: as many as there may be                      */
    double (*each)(const zni_turn *t); /* operations of an iteration beside factors; NULL: none */
    const char *const *options; /* of the solver of that name: name, value, ..., NULL */
};

/* what a list ends with */
#define ZNI_LAST {.name = NULL}

/* What `infeasible` and `ray` are worth. */
typedef enum zni_proofs {
    ZNI_DOUBTFUL, /* methods err: another one may solve it                         */
    ZNI_SHOWN,    /* proved, by the z and w that come back with it                */
    ZNI_TOLD      /* proved, and the best point comes back                         */
} zni_proofs;

/* What a list keeps from problem to problem: first in no state, zero at first. */
typedef struct zni_store {
    double *start, *best, *early; /* points                                        */
    zn_index cap_start, cap_best, cap_early;
    zn_solver *named[ZNI_NAMED]; /* of methods without `run`, by their place        */
    zni_guests guests;
} zni_store;

struct zni_portfolio {
    const zni_method *before; /* NULL or what is looked at before the list           */
    const zni_method *list;  /* ends with no name; `count` of it, if that is not 0   */
    const zni_method *last;   /* NULL or what comes where all have ended without an answer, unless they
                               * were stopped: in place on what would come back, which stays unless it is
                               * better. Of it the outcome counts only if it is solved */
    int count;
    void *state;
    const void *problem;
    const zn_problem_type *class;
    double tol;
    zni_store *store;
    zni_effort *effort; /* NULL: late methods are not bound                        */
    zn_index nz, nw;
    zn_index from; /* the nz numbers of a point are those of z from this one on     */
    double near;   /* of ZNI_BORDERS                                                */

    /* Each is optional. In place of `suits`, for who has more to ask. */
    zn_status (*admits)(zni_turn *t, bool *skip);
    /* before `run`; what is not ZN_OK is how the method ends */
    zn_status (*prepare)(zni_turn *t);
    /* the verdict on what it ended with: sets the error */
    zn_status (*judge)(zni_turn *t, zn_status st);
    /* w of z, and of z what is before `from`: they are not kept with the best */
    void (*outputs)(const zni_portfolio *p, double z[], double w[]);
    /* z and w as the problem of the class has them, for who knows no other; in: as the methods do */
    void (*across)(const zni_portfolio *p, double z[], double w[], bool in);

    /* which outcomes leave no point in another method; an interruption and the end of
     * the time always do */
    bool inaccurate; /* double precision has nothing better                         */
    zni_proofs proofs;
    bool latest; /* the last outcome counts, in place of the first                  */
    bool nested; /* its methods tell themselves                                     */
};

/* If none succeeds the best point comes back with the outcome of who was stopped, or infeasible or
 * ray if one says so, else that of the first that applied; if none applied, the last one's
 * failure. info->iterations is the sum of all. What a method says that does not apply is no
 * message of those that do. */
zn_status zni_portfolio_run(const zni_portfolio *p, zn_ctx *ctx, double z[],
                            double w[], zn_monitor *mon, zn_solve_info *info);

/* What a method's end is by the error of its class: what one calls solved is not always near enough. */
zn_status zni_portfolio_judged(zni_turn *t, zn_status st, double error);

/* Room ahead for points of nz and nw numbers, and in solvers of plugins for nz rows with nnz values. */
zn_status zni_store_reserve(zni_store *s, zn_ctx *ctx, const zn_problem_type *class, zn_index nz,
                            zn_index nw, zn_index nnz);
void zni_store_fini(zni_store *s, zn_ctx *ctx);

/* Tell of one method that was run since then, and why; nothing if nobody asks. */
void zni_portfolio_tell(zn_monitor *mon, zn_status st,
                        const zn_solve_info *info, double since,
                        const char *why);

/* The time, if somebody asks. */
double zni_clock_if_told(const zn_monitor *mon);

#endif
