/* auto.c - second-order cone problems: the default solver, a list of methods
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../strategy/list.h"
#include "../../strategy/short_cut.h"
#include "cone.h"

typedef struct autos {
    zni_list all;
    int sweeps; /* an option                                                   */
    bool warm;  /* the start is not zero                                       */
} autos;

static bool warm(const zni_turn *t)
{
    return ((const autos *)t->state)->warm;
}

static bool cold(const zni_turn *t)
{
    return !warm(t);
}

/* If the cones are weakly coupled some twenty sweeps solve the problem, for the cost of two or three interior point
 * steps. The first eight predict whether so few suffice: if eight sweeps reduce an error of 1 to e, four times as many
 * reduce it to e^4. */
static const char *const first_sweeps[] = {"max_iter", "8", NULL};
static const char *const more_sweeps[] = {"max_iter", "24", NULL};

static bool sweeps(const zni_turn *t)
{
    return cold(t) && ((const autos *)t->state)->sweeps;
}

static bool gain(const zni_turn *t)
{
    const double left = t->ended * t->ended;

    return t->before && sweeps(t) && left * left <= t->of->tol;
}

/* Each method has its own limit of iterations, so the work is bounded. */
static const zni_method methods[] = {
    {"newton-fb", "from a start Newton's steps are few", .suits = warm},
    {.name = "nsgs", .why = "a few sweeps, which may be enough", .suits = sweeps,
     .options = first_sweeps},
    {.name = "nsgs", .why = "they converge: some more", .suits = gain, .options = more_sweeps},
    {.name = "interior-point",
     .why = "few steps without a start, or a proof that there is no solution",
     .from = ZNI_FROM_START},
    {"newton-fb", "few factorisations, if it converges", .suits = cold},
    {.name = "nsgs", .why = "cone by cone"},
    {.name = "vi-extragradient", .why = "a monotone M, products alone"},
    {.name = "newton-fb", .why = "from the best point"},
    ZNI_LAST,
};

static const zni_portfolio what = {.class = &zni_soclcp_problem, .list = methods};

ZNI_LIST_ROOM(what)

/* the largest n for which M is checked for uncoupled cones */
enum { FEW = 16 };

/* If M is m I for each cone and couples none of them, the solution is the projection of -q / m onto the cones. false:
 * it is not, or n is too large; z is unchanged. */
static bool apart(const zn_soclcp *p, double z[], double w[], zn_solve_info *info)
{
    double full[FEW * FEW];
    const double *M = p->M->x;
    const zn_index n = p->n;

    if (n > FEW)
        return false;
    if (p->M->storage != ZN_DENSE) {
        zn_matrix_to_dense(p->M, full);
        M = full;
    }
    for (zn_index c = 0; c < p->ncones; c++)
        for (zn_index j = p->cone[c]; j < p->cone[c + 1]; j++) {
            const double m = M[p->cone[c] * (n + 1)];

            for (zn_index i = 0; i < n; i++)
                if (!(m > 0) || M[i + j * n] != (i == j ? m : 0))
                    return false;
        }
    for (zn_index c = 0; c < p->ncones; c++) {
        const zn_index lo = p->cone[c], hi = p->cone[c + 1];

        for (zn_index i = lo; i < hi; i++)
            z[i] = -p->q[i] / M[lo * (n + 1)];
        zni_soc_project(hi - lo, p->tau[c], z + lo);
    }
    zni_soclcp_dual(p, z, w);
    info->solver = "closed-form";
    info->iterations = 1;
    return true;
}

static bool near(void *state, const void *problem, double z[], double w[],
                 zn_solve_info *info)
{
    (void)state;
    return apart(problem, z, w, info);
}

static const char *why(const zn_solve_info *info)
{
    (void)info;
    return "M is m I for each cone: projections";
}

static const zni_short_cut cut = {&zni_soclcp_problem, near, why};

static zn_status solve(autos *s, zni_call call, const void *problem)
{
    const zn_index n = ((const zn_soclcp *)problem)->n;

    if (zni_short_cut_watched(&cut, s, problem, s->all.tol, call.z, call.w, call.mon, call.info))
        return ZN_OK;
    s->warm = false;
    for (zn_index i = 0; i < n && !s->warm; i++)
        s->warm = call.z[i] != 0;
    return zni_list_solve(s, call, &what, problem);
}

static const zn_option options[] = {
    ZNI_LIST_OPTIONS(1e-8),
    ZN_OPT_BOOL(autos, sweeps, 1, "begin with a few sweeps where nothing is known of z"),
    ZNI_BALANCE_OPTION(zni_list, balance),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_soclcp_auto, ZN_KIND_SOCLCP_SOLVER, "auto",
           "Newton, block Gauss-Seidel, projections", autos, options, solve, zni_list_fini,
           .init = init, .reserve = reserve, .near = near);
