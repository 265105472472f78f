/* portfolio.h - solvers made of methods in a list, of which the first that succeeds gives the answer
 *
 * Such a solver is a table of methods (when each applies to a problem, from which point it begins, what runs it, why
 * it stands at its place) and the operations of its class. The runner tries one method after the other; keeps the
 * best point, the start, and the end of early methods; counts what they cost; determines the final outcome; and
 * reports what was tried to whoever asks (zn_solver_set_explain). Solvers of plugins that offer themselves to `auto`
 * (zn_offer) have their turns in between.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_PORTFOLIO_H
#define ZENO_SOLVERS_PORTFOLIO_H

#include "../core/solver_type.h"
#include "effort.h"
#include "guests.h"

typedef struct zni_portfolio zni_portfolio;
typedef struct zni_method zni_method;
typedef struct zni_turn zni_turn;

/* The turn of a method; z and w are changed in place, as in zn_solver_type.solve. */
struct zni_turn {
    const zni_portfolio *of;
    const zni_method *m;
    void *state;         /* of the solver                                         */
    const void *problem; /* of the class                                          */
    zn_ctx *ctx;
    double *z, *w;
    zn_monitor *mon;
    zn_solve_info *info; /* solver: its name; error: INFINITY unless it sets it   */
    const zni_method *before; /* the last method that ended without an answer; NULL: none */
    double ended, least;      /* error of that one at its end; smallest error so far */
};

/* The call of a method in a list. */
static inline zni_call zni_call_of(const zni_turn *t)
{
    return (zni_call){t->ctx, t->z, t->w, t->mon, t->info};
}

/* The point from which a method begins. */
typedef enum zni_from {
    ZNI_FROM_BEST,
    ZNI_FROM_START,
    ZNI_FROM_EARLY, /* end of the last method with ZNI_EARLY                      */
    ZNI_FROM_LAST   /* end of the method before it                                */
} zni_from;

/* Properties of a method; a class may add bits from ZNI_OWN on. */
enum {
    ZNI_EARLY = 1,    /* others may begin where it ended (ZNI_FROM_EARLY)         */
    ZNI_BORDERS = 2,  /* it ends at the borders of cones: its end is the start of others only if its error is at most
                       * `near`, and never replaces an early one */
    ZNI_DOUBTED = 4,  /* its claim that there is no solution does not count as a proof      */
    ZNI_ASIDE = 8,    /* a cheap attempt: if it fails, neither its point nor its outcome counts */
    ZNI_LATE = 16,    /* tried only if the methods before it fail; it and those after it share a limit of effort */
    ZNI_APART = 32,   /* the central path, or what completes it: it has an effort of its own */
    ZNI_PROVES = 64,  /* its claim that there is no solution is a proof, whatever `proofs` says of others */
    ZNI_ENDS = 128,  /* if it fails the methods behind it are not tried */
    ZNI_ANEW = 256,  /* with ZNI_APART: the effort is filled again, whatever others have left of it */
    ZNI_OWN = 512
};

/* One method. ZN_EINVAL or ZN_ESINGULAR from `run`: it does not apply. */
struct zni_method {
    const char *name; /* of its solver                                             */
    const char *why;  /* reason for its place in the list                          */
    zn_status (*run)(zni_turn *t);  /* NULL: the solver of that name (list.h)      */
    bool (*suits)(const zni_turn *t); /* does it suit the problem, after the methods before it? NULL: yes */
    zni_from from;
    unsigned is;
    int kind;       /* parameters for methods that have them: variant,           */
    double reg;     /* regularisation or first proximal term,                      */
    zn_index steps; /* limit of steps; 0: none of its own                          */
    double (*each)(const zni_turn *t); /* operations of an iteration beside factors; NULL: 0    */
    const char *const *options; /* options of the solver of that name: name, value, ..., NULL */
};

/* the end of a list */
#define ZNI_LAST {.name = NULL}

/* The meaning of `infeasible` and `ray`. */
typedef enum zni_proofs {
    ZNI_DOUBTFUL, /* not certain: another method may solve the problem             */
    ZNI_SHOWN,    /* proved by the z and w that are returned with it              */
    ZNI_TOLD      /* proved, and the best point is returned                        */
} zni_proofs;

/* Memory of a list, kept from problem to problem; all zero at first. */
typedef struct zni_store {
    double *start, *best, *early; /* points                                        */
    zn_index cap_start, cap_best, cap_early;
    zn_solver *named[ZNI_NAMED]; /* solvers of methods without `run`, by their place in the list */
    zni_guests guests;
} zni_store;

struct zni_portfolio {
    const zni_method *before; /* NULL or methods that are tried before the list      */
    const zni_method *list;  /* ends with no name; if count is not 0, only its first `count` */
    const zni_method *last;   /* NULL or methods that are tried if all have ended without an answer and were not
                               * stopped. They work in place on the point that would be returned, and change it only
                               * if they improve it. Their outcome counts only if it is solved */
    int count;
    void *state;
    const void *problem;
    const zn_problem_type *class;
    double tol;
    zni_store *store;
    zni_effort *effort; /* NULL: late methods have no limit of effort              */
    zn_index nz, nw;
    zn_index from; /* the nz numbers of a point begin at z + from                   */
    double near;   /* largest error for ZNI_BORDERS                                 */

    /* All of these are optional. Replaces `suits` */
    zn_status (*admits)(zni_turn *t, bool *skip);
    /* called before `run`; any status but ZN_OK is how the method ends */
    zn_status (*prepare)(zni_turn *t);
    /* judges the end of a method, and sets the error */
    zn_status (*judge)(zni_turn *t, zn_status st);
    /* computes w, and what of z is before `from`, which are not stored with the best point */
    void (*outputs)(const zni_portfolio *p, double z[], double w[]);
    /* converts z and w between the form of the methods (in) and that of the problem of the class, for solvers of
     * plugins */
    void (*across)(const zni_portfolio *p, double z[], double w[], bool in);

    /* outcomes after which no other method is tried; an interruption and the end of the time always are */
    bool inaccurate; /* inaccurate: there is nothing better in double precision     */
    zni_proofs proofs;
    bool latest; /* the last outcome is reported, in place of the first             */
    bool nested; /* its methods report themselves                                   */
};

/* If no method succeeds, the best point is returned, with the outcome of the method that was stopped; else
 * infeasible or ray, if a method says so; else that of the first method that applied; if none applied, with the
 * failure of the last one. info->iterations is the sum of all. Messages of methods that do not apply are not passed
 * on if others apply. */
zn_status zni_portfolio_run(const zni_portfolio *p, zn_ctx *ctx, double z[],
                            double w[], zn_monitor *mon, zn_solve_info *info);

/* The status of a method by the error measure of its class: an answer that the method calls solved is not always
 * accurate enough. */
zn_status zni_portfolio_judged(zni_turn *t, zn_status st, double error);

/* Allocate for points of nz and nw numbers, and in solvers of plugins for nz rows with nnz values. */
zn_status zni_store_reserve(zni_store *s, zn_ctx *ctx, const zn_problem_type *class, zn_index nz,
                            zn_index nw, zn_index nnz);
void zni_store_fini(zni_store *s, zn_ctx *ctx);

/* Report one method that has run since that time, and why it was; nothing if nobody asks. */
void zni_portfolio_tell(zn_monitor *mon, zn_status st,
                        const zn_solve_info *info, double since,
                        const char *why);

/* The time, if somebody asks for reports. */
double zni_clock_if_told(const zn_monitor *mon);

#endif
