/* portfolio.h - methods in an order, the first that is good enough answers
 *
 * What every solver made of methods does: run one after the other, each from the best
 * point so far (or each from the start), keep the best, say why it ended, and tell
 * whoever asks what was tried (zn_solver_set_explain).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_PORTFOLIO_H
#define ZENO_SOLVERS_PORTFOLIO_H

#include <zeno/solver.h>

typedef struct zni_portfolio zni_portfolio;

/* Tell of one method that was run since then, and why; nothing if nobody asks. */
void zni_portfolio_tell(zn_monitor *mon, zn_status st,
                        const zn_solve_info *info, double since,
                        const char *why);

/* The time, if somebody asks. */
double zni_clock_if_told(const zn_monitor *mon);

/* One method: as zn_solver_type.solve, z and w in place, info->solver its name, and
 * info->error the error it has left. ZN_EINVAL or ZN_ESINGULAR: it does not apply. */
typedef zn_status zni_way_fn(const zni_portfolio *p, int i, zn_ctx *ctx,
                             double z[], double w[], zn_monitor *mon,
                             zn_solve_info *info);

/* What `infeasible` and `ray` are worth. */
typedef enum zni_proofs {
    ZNI_DOUBTED, /* methods err: another one may solve it                     */
    ZNI_SHOWN,   /* proved, by the z and w that come back with it             */
    ZNI_TOLD     /* proved, and the best point comes back                     */
} zni_proofs;

struct zni_portfolio {
    zni_way_fn *run;
    /* optional: why a method is where it is, for explanations */
    const char *(*why)(const zni_portfolio *p, int i);

    /* Of a list whose methods look at each other; each is optional.
     * Is method i one for the problem and what was before? z, where the last one ended, becomes
     * the point that it begins from; in place of `fresh`. */
    zn_status (*next)(const zni_portfolio *p, int i, zn_ctx *ctx, double z[], double w[],
                      zn_monitor *mon, bool *skip);
    /* Method i left z, its outcome and error, and that was no answer; before it is known whether it is
     * the best. An error made INFINITY: its point does not count. */
    zn_status (*left)(const zni_portfolio *p, int i, zn_ctx *ctx, const double z[],
                      zn_solve_info *info);
    /* room for `best`, nz numbers, once a method has left something; there is none before */
    zn_status (*room)(zni_portfolio *p, zn_ctx *ctx);
    /* w of z, and of z what is before `from`: they are not kept with the best */
    void (*outputs)(const zni_portfolio *p, double z[], double w[]);

    void       *state; /* of whose methods these are                          */
    const void *data;  /* for run                                             */
    int         first, count; /* the methods first .. count - 1               */
    zn_index    nz, nw;
    zn_index    from;  /* the nz numbers of a point are those of z from this one on */
    double     *best;  /* ZNI_PORTFOLIO(nz, nw), unless there is `room`       */
    double     *given; /* nz: the start; NULL: behind best                    */
    /* which outcomes leave no point in another method; an interruption and the end of
     * the time always do */
    bool inaccurate;   /* double precision has nothing better                 */
    zni_proofs proofs;
    bool latest;       /* the last outcome counts, in place of the first      */
    bool nested;       /* run tells of its methods itself                     */
    unsigned fresh;    /* bit i: method i begins at the start, not at the best */
};

#define ZNI_ALL_FRESH (~0u)

/* The start, for run. */
static inline const double *zni_portfolio_start(const zni_portfolio *p)
{
    return p->given ? p->given : p->best + p->nz + p->nw;
}

#define ZNI_PORTFOLIO(nz, nw) (2 * (nz) + (nw))

/* If none succeeds the best point comes back with the outcome of who was stopped, or infeasible or
 * ray if one says so, else that of the first that applied; if none applied, the last one's
 * failure. info->iterations is the sum of all. What a method says that does not apply is no
 * message of those that do. */
zn_status zni_portfolio_run(const zni_portfolio *p, zn_ctx *ctx, double z[],
                            double w[], zn_monitor *mon, zn_solve_info *info);

#endif
