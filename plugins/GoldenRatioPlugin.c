/* GoldenRatioPlugin.c - a method of your own, for any product of sets
 * SPDX-License-Identifier: Apache-2.0
 *
 * Variational inequalities by the golden ratio algorithm (Malitsky, Math. Program. 184,
 * 2020, algorithm 1): with F(z) monotone and its Lipschitz constant only locally known,
 *     y <- ((g - 1) z + y) / g,   z <- P_X(y - t F(z)),   1 < g <= (1 + sqrt 5) / 2,
 *     t <- min((1/g + 1/g^2) t, g theta / (4 t) |z - z'|^2 / |F(z) - F(z')|^2),
 * z' the point before, theta = g t / t'. One value of F and one projection a step, and
 * no step is tried twice. */
#include <zeno/plugin.h>
#include <zeno/set.h>
#include <zeno/vi.h>

#include <math.h>
#include <string.h>

typedef struct golden {
    double   tol, ratio;
    zn_index max_iter;
    zn_index n; /* room */
    double  *v; /* VECTORS n */
} golden;

/* CHECK: steps between two looks at the error, each of which costs two values of F */
enum { VECTORS = 5, CHECK = 10 };

static const zn_option options[] = {
    ZN_OPT_REAL(golden, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(golden, max_iter, 20000, 1, 1e9, "-", "steps before giving up"),
    ZN_OPT_REAL(golden, ratio, 1.5, 1.01, 1.618, "-", "g: 1.5 is the paper's"),
    ZN_OPT_END,
};

static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    golden *s = state;

    (void)nnz;
    if (n <= s->n)
        return ZN_OK;
    zn_free_array(ctx, s->v);
    s->n = 0;
    s->v = zn_alloc(ctx, VECTORS * n, sizeof *s->v);
    if (!s->v)
        return ZN_ENOMEM;
    s->n = n;
    return ZN_OK;
}

/* x = P_X(x), X known by a function, as a product of sets, or a box */
static zn_status project(const zn_vi *p, double x[])
{
    if (p->project)
        return p->project(p->user, x);
    for (zn_index k = 0, at = 0; k < p->ncones; at += p->cones[k++].size)
        zn_cone_project(&p->cones[k], x + at, x + at, p->work);
    for (zn_index i = 0; i < p->n && p->ncones == 0; i++)
        x[i] = fmin(p->ub ? p->ub[i] : INFINITY,
                    fmax(p->lb ? p->lb[i] : -INFINITY, x[i]));
    return ZN_OK;
}

/* |a - b|^2 */
static double apart(zn_index n, const double a[], const double b[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    golden *s = state;
    const zn_vi *p = problem;
    const zn_index n = p->n;
    const size_t bytes = (size_t)n * sizeof *z;
    const double g = s->ratio, grow = 1 / g + 1 / (g * g);
    double t = 1, theta = 1, error = -1;
    zn_status st = reserve(s, ctx, n, 0);

    if (st)
        return st;

    double *y = s->v, *old = y + n, *old_w = old + n, *work = old_w + n;

    st = project(p, z);
    if (!st)
        st = p->F(p->user, z, w);
    memcpy(y, z, bytes);
    for (info->iterations = 0; !st; info->iterations++) {
        if (info->iterations % CHECK == 0 || info->iterations == s->max_iter) {
            error = zn_vi_error(p, z, w, work);
            if (error <= s->tol)
                return ZN_OK;
        }
        if (info->iterations == s->max_iter) {
            info->outcome = ZN_ITERATION_LIMIT;
            return ZN_UNSOLVED;
        }
        if (zn_monitor_tick(mon, info->iterations, error))
            return ZN_UNSOLVED; /* the host knows why it stopped us */
        memcpy(old, z, bytes);
        memcpy(old_w, w, bytes);
        for (zn_index i = 0; i < n; i++) {
            y[i] = ((g - 1) * z[i] + y[i]) / g;
            z[i] = y[i] - t * w[i];
        }
        st = project(p, z);
        if (!st)
            st = p->F(p->user, z, w);
        if (!st) {
            const double dz = apart(n, z, old), dw = apart(n, w, old_w);
            const double next =
                dw > 0 ? fmin(grow * t, g * theta / (4 * t) * dz / dw)
                       : grow * t;

            theta = g * next / t;
            t = next;
        }
    }
    /* positive: F is not defined there */
    info->outcome = ZN_STALLED;
    return st < 0 ? st : ZN_UNSOLVED;
}

static void fini(void *state, zn_ctx *ctx)
{
    zn_free_array(ctx, ((golden *)state)->v);
}

/* `auto` asks it where extragradient, whose steps cost two values of F each, has failed */
static const zn_offer offer = {.after = "extragradient",
                               .why = "monotone F, one value of it a step"};

static const zn_solver_type golden_type = {
    .type = {.size = sizeof golden_type,
             .kind = ZN_KIND_VI_SOLVER,
             .name = "golden-ratio",
             .summary = "golden ratio algorithm, monotone F (Malitsky 2020)",
             .state_size = sizeof(golden),
             .options = options},
    .reserve = reserve,
    .solve = solve,
    .fini = fini,
    .offer = &offer,
};

static const zn_type *const types[] = {&golden_type.type, NULL};

ZN_PLUGIN(GoldenRatioPlugin, .version = "0.1", .license = "Apache-2.0",
          .types = types);
