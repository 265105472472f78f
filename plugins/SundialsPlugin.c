/* SundialsPlugin.c - SUNDIALS' integrators for the smooth motion between events
 *
 *     cvode    y' = f(t, y)         BDF, or Adams' formulas: order and length vary
 *     arkode   y' = f(t, y)         explicit Runge and Kutta's, of order 2 to 8
 *     ida      0 = y' - f(t, y)     BDF
 *
 * as classes of zn_ode: steps one by one up to a limit, the solution in between from the
 * formulas themselves. Built where the library is; doc/ode.md. A. C. Hindmarsh et al., SUNDIALS:
 * suite of nonlinear and differential/algebraic equation solvers, ACM Trans. Math. Softw. 31
 * (2005) 363-396.
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <string.h>

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <zeno/ctx.h>
#include <zeno/ode.h>
#include <zeno/plugin.h>

enum { BDF = 0, ADAMS = 1 };

/* One of their integrators for n unknowns. Options first. */
typedef struct machine {
    int method;     /* cvode */
    zn_index order; /* arkode; cvode, ida: at most */
    zn_index n;
    int made_method; /* what `mem` was made with */
    zn_index made_order;
    SUNContext sun;
    void *mem;
    N_Vector y, rate, between;
    SUNMatrix A;
    SUNLinearSolver solver;
    const zn_ode_problem *p;
    zn_ode_info *info;
    zn_status failed; /* of f */
    double cut;       /* length that they would go on with */
} machine;

/* What differs between them. Results are theirs: negative is a failure. */
typedef struct library {
    int (*make)(machine *k);
    int (*restart)(machine *k, double t, double h, double left);
    int (*advance)(machine *k, double limit, double *t1);
    int (*next)(machine *k, double *h);
    int (*at)(const machine *k, double t);
    void (*drop)(void **mem);
} library;

/* ---- f ------------------------------------------------------------------------------ */

static int field(double t, N_Vector y, N_Vector f, void *user)
{
    machine *k = user;
    const zn_status st = k->p->field(k->p->user, t, N_VGetArrayPointer(y),
                                     N_VGetArrayPointer(f));

    k->info->evaluations++;
    if (st < 0)
        k->failed = st;
    return st < 0 ? -1 : st ? 1 : 0;
}

static int residual(double t, N_Vector y, N_Vector rate, N_Vector r, void *user)
{
    const int flag = field(t, y, r, user);

    N_VLinearSum(1, rate, -1, r, r);
    return flag;
}

/* What they would print: the status says it. */
static void silent(int code, const char *module, const char *function,
                   char *words, void *user)
{
    (void)code, (void)module, (void)function, (void)words, (void)user;
}

/* ---- cvode ---------------------------------------------------------------------------- */

static int cvode_make(machine *k)
{
    int flag;

    k->mem = CVodeCreate(k->method == ADAMS ? CV_ADAMS : CV_BDF, k->sun);
    if (!k->mem)
        return CV_MEM_FAIL;
    flag = CVodeInit(k->mem, field, 0, k->y);
    if (!flag)
        flag = CVodeSetErrHandlerFn(k->mem, silent, NULL);
    if (!flag)
        flag = CVodeSetUserData(k->mem, k);
    if (!flag)
        flag = CVodeSStolerances(k->mem, 1e-12, 1e-12);
    if (!flag)
        flag = CVodeSetMaxOrd(
            k->mem, k->method == ADAMS ? 12 : (int)fmin(5, (double)k->order));
    if (!flag)
        flag = CVodeSetLinearSolver(k->mem, k->solver, k->A);
    return flag;
}

/* At order one with a length of its own: that of the piece before is one of its order. */
static int cvode_restart(machine *k, double t, double h, double left)
{
    int flag = CVodeReInit(k->mem, t, k->y);

    (void)h, (void)left;
    if (!flag)
        flag = CVodeSStolerances(k->mem, k->p->rtol, k->p->atol);
    return flag ? flag
                : CVodeSetMaxStep(k->mem,
                                  isfinite(k->p->h_max) ? k->p->h_max : 0);
}

static int cvode_advance(machine *k, double limit, double *t1)
{
    const int flag = CVodeSetStopTime(k->mem, limit);

    return flag ? flag : CVode(k->mem, limit, k->y, t1, CV_ONE_STEP);
}

static int cvode_next(machine *k, double *h)
{
    return CVodeGetCurrentStep(k->mem, h);
}

static int cvode_at(const machine *k, double t)
{
    return CVodeGetDky(k->mem, t, 0, k->between);
}

static const library cvode = {cvode_make, cvode_restart, cvode_advance,
                              cvode_next, cvode_at,      CVodeFree};

/* ---- arkode --------------------------------------------------------------------------- */

static int arkode_make(machine *k)
{
    int flag;

    k->mem = ERKStepCreate(field, 0, k->y, k->sun);
    if (!k->mem)
        return ARK_MEM_FAIL;
    flag = ERKStepSetErrHandlerFn(k->mem, silent, NULL);
    if (!flag)
        flag = ERKStepSetUserData(k->mem, k);
    if (!flag)
        flag = ERKStepSetOrder(k->mem, (int)k->order);
    return flag ? flag : ERKStepSStolerances(k->mem, 1e-12, 1e-12);
}

static int arkode_restart(machine *k, double t, double h, double left)
{
    int flag = ERKStepReInit(k->mem, field, t, k->y);

    (void)left;
    if (!flag)
        flag = ERKStepSStolerances(k->mem, k->p->rtol, k->p->atol);
    if (!flag)
        flag =
            ERKStepSetMaxStep(k->mem, isfinite(k->p->h_max) ? k->p->h_max : 0);
    return flag ? flag : ERKStepSetInitStep(k->mem, h);
}

static int arkode_advance(machine *k, double limit, double *t1)
{
    const int flag = ERKStepSetStopTime(k->mem, limit);

    return flag ? flag : ERKStepEvolve(k->mem, limit, k->y, t1, ARK_ONE_STEP);
}

static int arkode_next(machine *k, double *h)
{
    return ERKStepGetCurrentStep(k->mem, h);
}

static int arkode_at(const machine *k, double t)
{
    return ERKStepGetDky(k->mem, t, 0, k->between);
}

static const library arkode = {arkode_make, arkode_restart, arkode_advance,
                               arkode_next, arkode_at,      ERKStepFree};

/* ---- ida ------------------------------------------------------------------------------- */

static int ida_make(machine *k)
{
    int flag;

    k->mem = IDACreate(k->sun);
    if (!k->mem)
        return IDA_MEM_FAIL;
    flag = IDAInit(k->mem, residual, 0, k->y, k->rate);
    if (!flag)
        flag = IDASetErrHandlerFn(k->mem, silent, NULL);
    if (!flag)
        flag = IDASetUserData(k->mem, k);
    if (!flag)
        flag = IDASStolerances(k->mem, 1e-12, 1e-12);
    if (!flag)
        flag = IDASetMaxOrd(k->mem, (int)fmin(5, (double)k->order));
    return flag ? flag : IDASetLinearSolver(k->mem, k->solver, k->A);
}

/* y changes by a thousand tolerances: what IDA begins with, half of one, is below rounding
 * where motion is stiff. */
static double ida_length(const machine *k, double left)
{
    const double *y = N_VGetArrayPointer(k->y),
                 *f = N_VGetArrayPointer(k->rate);
    double sum = 0;

    for (zn_index i = 0; i < k->n; i++) {
        const double e = f[i] / (k->p->atol + k->p->rtol * fabs(y[i]));
        sum += e * e;
    }
    sum = sqrt(sum / (double)k->n);
    return fmin(1e-3 * left, sum > 0 ? 1e3 / sum : left);
}

static int ida_restart(machine *k, double t, double h, double left)
{
    int flag = field(t, k->y, k->rate, k);

    (void)h;
    if (flag)
        return flag > 0 ? IDA_FIRST_RES_FAIL : IDA_RES_FAIL;
    flag = IDAReInit(k->mem, t, k->y, k->rate);
    if (!flag)
        flag = IDASStolerances(k->mem, k->p->rtol, k->p->atol);
    if (!flag)
        flag = IDASetInitStep(k->mem, ida_length(k, left));
    return flag
               ? flag
               : IDASetMaxStep(k->mem, isfinite(k->p->h_max) ? k->p->h_max : 0);
}

static int ida_advance(machine *k, double limit, double *t1)
{
    const int flag = IDASetStopTime(k->mem, limit);

    return flag ? flag
                : IDASolve(k->mem, limit, t1, k->y, k->rate, IDA_ONE_STEP);
}

static int ida_next(machine *k, double *h)
{
    return IDAGetCurrentStep(k->mem, h);
}

static int ida_at(const machine *k, double t)
{
    return IDAGetDky(k->mem, t, 0, k->between);
}

static const library ida = {ida_make, ida_restart, ida_advance,
                            ida_next, ida_at,      IDAFree};

/* ---- the class -------------------------------------------------------------------------- */

static void empty(machine *k, const library *l)
{
    if (k->mem)
        l->drop(&k->mem);
    if (k->solver)
        SUNLinSolFree(k->solver);
    if (k->A)
        SUNMatDestroy(k->A);
    if (k->between)
        N_VDestroy(k->between);
    if (k->rate)
        N_VDestroy(k->rate);
    if (k->y)
        N_VDestroy(k->y);
    k->solver = NULL;
    k->A = NULL;
    k->between = k->rate = k->y = NULL;
    k->n = 0;
}

static void release(machine *k, const library *l)
{
    empty(k, l);
    if (k->sun)
        SUNContext_Free(&k->sun);
}

static zn_status reserve(machine *k, zn_ctx *ctx, zn_index n, const library *l)
{
    if (k->mem && k->n == n && k->made_method == k->method &&
        k->made_order == k->order)
        return ZN_OK;
    empty(k, l);
    if (!k->sun && SUNContext_Create(NULL, &k->sun) != 0)
        return zn_fail(ctx, ZN_ENOMEM, "SUNDIALS: no context");
    k->y = N_VNew_Serial(n, k->sun);
    k->rate = N_VNew_Serial(n, k->sun);
    k->between = N_VNew_Serial(n, k->sun);
    k->A = SUNDenseMatrix(n, n, k->sun);
    k->solver = k->y && k->A ? SUNLinSol_Dense(k->y, k->A, k->sun) : NULL;
    if (!k->rate || !k->between || !k->solver)
        return zn_fail(ctx, ZN_ENOMEM, "SUNDIALS: no room for %td unknowns", n);
    N_VConst(0, k->y);
    N_VConst(0, k->rate);
    if (l->make(k) != 0)
        return zn_fail(ctx, ZN_ENOMEM,
                       "SUNDIALS: no integrator of %td unknowns", n);
    k->n = n;
    k->made_method = k->method;
    k->made_order = k->order;
    return ZN_OK;
}

static zn_status step(machine *k, const zn_ode_problem *p, double t,
                      const double y[], double limit, bool fresh, double *h,
                      double *t1, double y1[], zn_ode_info *info,
                      const library *l)
{
    const size_t bytes = (size_t)p->n * sizeof *y;
    int flag = 0;

    k->p = p;
    k->info = info;
    k->failed = ZN_OK;
    if (fresh) {
        memcpy(N_VGetArrayPointer(k->y), y, bytes);
        flag = l->restart(k, t, *h > 0 ? fmin(*h, limit - t) : 0, limit - t);
    }
    if (flag >= 0)
        flag = l->advance(k, limit, t1);
    if (flag < 0)
        return k->failed ? k->failed : ZN_UNSOLVED;
    if (*t1 - t <= 4 * DBL_EPSILON * fmax(fabs(t), fabs(limit)) && *t1 < limit)
        return ZN_UNSOLVED;
    memcpy(y1, N_VGetArrayPointer(k->y), bytes);
    /* what a limit has cut says little of what comes after it */
    if (l->next(k, &k->cut) == 0)
        *h = *t1 < limit ? k->cut : fmax(*h, k->cut);
    return ZN_OK;
}

static void at(const machine *k, double t, double y[], const library *l)
{
    if (l->at(k, t) != 0)
        N_VConst(NAN, k->between);
    memcpy(y, N_VGetArrayPointer(k->between), (size_t)k->n * sizeof *y);
}

/* A class of one of them, under its name. */
#define CLASS(lib, text)                                                       \
    static zn_status lib##_reserve(void *k, zn_ctx *ctx, zn_index n)           \
    {                                                                          \
        return reserve(k, ctx, n, &lib);                                       \
    }                                                                          \
    static void lib##_fini(void *k, zn_ctx *ctx)                               \
    {                                                                          \
        (void)ctx;                                                             \
        release(k, &lib);                                                      \
    }                                                                          \
    static zn_status lib##_step(void *k, const zn_ode_problem *p, double t,    \
                                const double y[], double limit, bool fresh,    \
                                double *h, double *t1, double y1[],            \
                                zn_ode_info *info)                             \
    {                                                                          \
        return step(k, p, t, y, limit, fresh, h, t1, y1, info, &lib);          \
    }                                                                          \
    static void lib##_between(const void *k, double t, double y[])             \
    {                                                                          \
        at(k, t, y, &lib);                                                     \
    }                                                                          \
    static const zn_ode_type lib##_type = {                                    \
        .type = {.size = sizeof lib##_type,                                    \
                 .kind = ZN_KIND_ODE,                                          \
                 .name = #lib,                                                 \
                 .summary = text,                                              \
                 .state_size = sizeof(machine),                                \
                 .options = lib##_options},                                    \
        .reserve = lib##_reserve,                                              \
        .fini = lib##_fini,                                                    \
        .step = lib##_step,                                                    \
        .at = lib##_between,                                                   \
    }

static const zn_option cvode_options[] = {
    ZN_OPT_CHOICE(machine, method, BDF, "bdf|adams",
                  "formulas: bdf for stiff motion"),
    ZN_OPT_INT(machine, order, 5, 1, 5, "-", "the highest of bdf"),
    ZN_OPT_END,
};
static const zn_option arkode_options[] = {
    ZN_OPT_INT(machine, order, 5, 2, 8, "-", "of the formulas"),
    ZN_OPT_END,
};
static const zn_option ida_options[] = {
    ZN_OPT_INT(machine, order, 5, 1, 5, "-", "the highest"),
    ZN_OPT_END,
};

CLASS(cvode, "SUNDIALS' CVODE: BDF or Adams, variable order");
CLASS(arkode, "SUNDIALS' ARKODE: explicit, of order 2 to 8");
CLASS(ida, "SUNDIALS' IDA: BDF, variable order");

static const zn_type *const types[] = {&cvode_type.type, &arkode_type.type,
                                       &ida_type.type, NULL};

ZN_PLUGIN(SundialsPlugin, .version = "0.1", .license = "Apache-2.0",
          .types = types);
