/* gradient.c - accelerated and spectral projected gradients, matrix-free and threaded
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../core/pool.h"
#include "friction.h"

/* For fixed s = mu ||u_T||, u = W r + q and r solve
 *     min f(r) = r'W r / 2 + (q + s)'r over r in K,   s in the normals,
 * where W is symmetric and positive semi-definite; the first steps have s = 0. s is
 * updated whenever f has been minimised to a fraction of the present error, so that the limit is the
 * solution of the whole problem. Steps are scaled by contact with E_a = 1 / tr W_aa, rounded to a power
 * of two; that does not change the cones.
 *
 * apgd  y between the last two points, g the gradient there,
 *           r+ = P(y - E g / L),   y+ = r+ + b (r+ - r),   L >= the curvature met,
 *       with b, which restarts when g'(r+ - r) > 0 (Nesterov 1983; O'Donoghue &
 *       Candes, Found. Comput. Math. 15, 2015; for contacts Mazhar, Heyn, Negrut &
 *       Tasora, ACM Trans. Graph. 34, 2015).
 * spg   d = P(r - t E g) - r, a full step or, if f were above its last MEMORY values, to
 *       the minimum of f along d; t is one of the two lengths of Barzilai & Borwein (Birgin,
 *       Martinez & Raydan, SIAM J. Optim. 10, 2000), the second where it is
 *       below half of the first (Dai & Fletcher, Numer. Math. 100, 2005).
 *
 * Both cost one product with W for each step. A thread works on chunks of CHUNK contacts, and the sums of
 * chunks are added in their order: the bits do not depend on the number of threads. */
enum { CHUNK = 512, SUMS = 4, MEMORY = 10, FRESH = 50 };

/* s is updated when the error with s fixed is less than this part of the whole error */
static const double HELD = 0.5;

typedef struct run {
    const zni_fc *c;
    zni_pool *pool;
    double *r, *u, *s;       /* the point, W r + q, the shift (nc of n)    */
    double *rt, *ut;         /* apgd: the next point; spg: d and W d       */
    double *y, *uy;          /* apgd: where the gradient is taken          */
    double *best, *zero;
    double step;             /* 1 / L, or t                                */
    double by;               /* b, or the part of d                        */
    double *part;            /* SUMS a chunk                               */
    double sum[SUMS];
    zn_index threads;
    void (*each)(struct run *k, zn_index a, double sum[]);
} run;

static void chunk(void *arg, zn_index me)
{
    run *k = arg;
    const zn_index n = (k->c->nc + CHUNK - 1) / CHUNK;
    const zn_index end = zni_pool_share(n, k->threads, me + 1);

    for (zn_index i = zni_pool_share(n, k->threads, me); i < end; i++) {
        zn_index last = (i + 1) * CHUNK < k->c->nc ? (i + 1) * CHUNK : k->c->nc;
        double *sum = k->part + SUMS * i;

        memset(sum, 0, SUMS * sizeof *sum);
        for (zn_index a = i * CHUNK; a < last; a++)
            k->each(k, a, sum);
    }
}

/* f at all contacts; its sums into k->sum */
static void over(run *k, void (*f)(run *k, zn_index a, double sum[]))
{
    const zn_index n = (k->c->nc + CHUNK - 1) / CHUNK;

    k->each = f;
    if (k->threads > 1)
        zni_pool_run(k->pool, chunk, k);
    else
        chunk(k, 0);
    memset(k->sum, 0, sizeof k->sum);
    for (zn_index i = 0; i < SUMS * n; i++)
        k->sum[i % SUMS] += k->part[i];
}

/* ---- for one contact --------------------------------------------------------- */

/* out = P(x - step E (u + s e_N)) */
static inline void descend(const run *k, zn_index a, const double x[],
                           const double u[], double out[])
{
    const zni_fc *c = k->c;
    const double step = k->step / c->size[a];

    for (zn_index i = c->d * a; i < c->d * (a + 1); i++)
        out[i] = x[i] - step * u[i];
    out[c->d * a] -= step * k->s[a];
    zni_cone_project(c->d, c->mu[a], out + c->d * a, out + c->d * a, NULL);
}

/* sums: squares of the natural residuals, with the present shift and with s */
static void measure(run *k, zn_index a, double sum[])
{
    const zni_fc *c = k->c;
    const zn_index d = c->d;
    const double *r = k->r + d * a, *u = k->u + d * a, size = c->size[a];
    double f[ZNI_DMAX];

    sum[0] += size * zni_fc_natural(c, a, 1 / size, r, u, f);
    sum[1] += size * zni_fc_natural_of(c, a, 1 / size, k->s[a], r, u, f);
}

/* u = W r + q, and the same */
static void velocity(run *k, zn_index a, double sum[])
{
    zni_fc_row(k->c, a, k->r, k->u + k->c->d * a);
    measure(k, a, sum);
}

static void renew(run *k, zn_index a, double sum[])
{
    (void)sum;
    k->s[a] = k->c->law->shift(k->c, a, k->u + k->c->d * a, NULL);
}

/* ---- accelerated -------------------------------------------------------------- */

static void forward(run *k, zn_index a, double sum[])
{
    (void)sum;
    descend(k, a, k->y, k->uy, k->rt);
}

/* ut = W rt + q; sums: e'W e and e'E^-1 e of e = rt - y, g'(rt - r) */
static void arrive(run *k, zn_index a, double sum[])
{
    const zni_fc *c = k->c;
    double size = c->size[a], g = k->s[a];

    zni_fc_row(c, a, k->rt, k->ut + c->d * a);
    for (zn_index i = c->d * a; i < c->d * (a + 1); i++, g = 0) {
        double e = k->rt[i] - k->y[i];

        sum[0] += e * (k->ut[i] - k->uy[i]);
        sum[1] += size * e * e;
        sum[2] += (k->uy[i] + g) * (k->rt[i] - k->r[i]);
    }
}

/* y from rt and r; then r = rt */
static void lead(run *k, zn_index a, double sum[])
{
    const zn_index d = k->c->d;

    (void)sum;
    for (zn_index i = d * a; i < d * (a + 1); i++) {
        k->y[i] = k->rt[i] + k->by * (k->rt[i] - k->r[i]);
        k->uy[i] = k->ut[i] + k->by * (k->ut[i] - k->u[i]);
    }
    memcpy(k->r + d * a, k->rt + d * a, (size_t)d * sizeof *k->r);
    memcpy(k->u + d * a, k->ut + d * a, (size_t)d * sizeof *k->u);
}

/* 1 / ||E^1/2 W E^1/2||_inf, a step that is short enough for any curvature */
static double shortest(const zni_fc *c)
{
    const zn_index d = c->d;
    double most = 0;

    for (zn_index a = 0; a < c->nc; a++) {
        double row[ZNI_DMAX] = {0};

        for (zn_index l = c->p[a]; l < c->p[a + 1]; l++)
            for (zn_index e = 0; e < d * d; e++)
                row[e % d] += fabs(c->x[d * d * l + e]) /
                              sqrt(c->size[a] * c->size[c->i[l]]);
        for (zn_index i = 0; i < d; i++)
            most = fmax(most, row[i]);
    }
    return most > 0 ? 1 / most : 1;
}

/* One step. anew: s has been updated. Near the solution e'W e is rounding, no curvature: steps are never shorter than
 * `least`. */
static void accelerated(run *k, double least, double *theta, bool anew)
{
    double next;

    if (anew) {
        *theta = 1;
        k->by = 0;
        memcpy(k->y, k->r, (size_t)k->c->n * sizeof *k->y);
        memcpy(k->uy, k->u, (size_t)k->c->n * sizeof *k->uy);
    }
    for (;;) {
        over(k, forward);
        over(k, arrive);
        if (k->step == least || !(k->step * k->sum[0] > k->sum[1]))
            break;
        /* from the curvature found, and at most half of the last */
        k->step = fmax(least, fmin(k->step / 2, k->sum[1] / k->sum[0]));
    }
    if (k->sum[2] > 0)
        *theta = 1;
    next = (1 + sqrt(1 + 4 * *theta * *theta)) / 2;
    k->by = k->sum[2] > 0 ? 0 : (*theta - 1) / next;
    *theta = next;
    over(k, lead);
    /* the curvature elsewhere may be less */
    k->step *= 1.02;
}

/* ---- spectral ------------------------------------------------------------------ */

static void towards(run *k, zn_index a, double sum[])
{
    const zn_index d = k->c->d;

    (void)sum;
    descend(k, a, k->r, k->u, k->rt);
    for (zn_index i = d * a; i < d * (a + 1); i++)
        k->rt[i] -= k->r[i];
}

/* ut = W d; sums: g'd, d'W d, d'E^-1 d, (W d)'E (W d) */
static void curve(run *k, zn_index a, double sum[])
{
    zni_fc own = *k->c;
    double size = own.size[a], g = k->s[a];

    own.q = k->zero;
    zni_fc_row(&own, a, k->rt, k->ut + own.d * a);
    for (zn_index i = own.d * a; i < own.d * (a + 1); i++, g = 0) {
        double e = k->rt[i], We = k->ut[i];

        sum[0] += (k->u[i] + g) * e;
        sum[1] += e * We;
        sum[2] += size * e * e;
        sum[3] += We * We / size;
    }
}

static void go(run *k, zn_index a, double sum[])
{
    (void)sum;
    for (zn_index i = k->c->d * a; i < k->c->d * (a + 1); i++) {
        k->r[i] += k->by * k->rt[i];
        k->u[i] += k->by * k->ut[i];
    }
}

typedef struct values {
    double f[MEMORY]; /* relative to where s was updated */
    zn_index n;
} values;

static void spectral(run *k, values *h, bool anew)
{
    double f, most, gd, dWd;

    if (anew) {
        h->n = 1;
        h->f[0] = 0;
    }
    over(k, towards);
    over(k, curve);
    /* a projected step has g'd <= - d'E^-1 d / t; near the solution g and d are nearly orthogonal, and rounding would
     * hide that */
    gd = fmin(k->sum[0], -k->sum[2] / k->step);
    dWd = k->sum[1];
    f = most = h->f[(h->n - 1) % MEMORY];
    for (zn_index i = 0; i < MEMORY && i < h->n; i++)
        most = fmax(most, h->f[i]);
    k->by = 1;
    if (f + gd + dWd / 2 > most + 1e-4 * gd && dWd > 0)
        k->by = fmin(1, fmax(0, -gd / dWd));
    h->f[h->n++ % MEMORY] = f + k->by * (gd + k->by * dWd / 2);
    if (dWd > 0 && k->sum[3] > 0) {
        double one = k->sum[2] / dWd, two = dWd / k->sum[3];

        k->step = two < 0.5 * one ? two : one;
    }
    over(k, go);
}

/* ---- both ----------------------------------------------------------------------- */

/* The error at r; u is computed from r every FRESH steps, and before the error is trusted to be within tol. */
static double look(run *k, zn_index it, double tol)
{
    double err;

    over(k, it % FRESH ? measure : velocity);
    err = zni_fc_error(k->c, k->r, k->u);
    if (it % FRESH == 0 || err > tol)
        return err;
    over(k, velocity);
    return zni_fc_error(k->c, k->r, k->u);
}

/* threads that share the contacts */
static zn_status workers(zn_ctx *ctx, zni_pool **pool, const zni_gradient *opt, run *k)
{
    const zn_index chunks = (k->c->nc + CHUNK - 1) / CHUNK,
                   most = opt->threads > 0 ? opt->threads : zni_pool_cores();
    zn_status st = ZN_OK;

    k->threads = most < chunks ? most : chunks;
    if (k->threads > 1)
        st = zni_pool_ready(ctx, k->threads, pool);
    k->pool = *pool;
    return st;
}

/* room, threads and the start in its cones */
static zn_status begin(zn_ctx *ctx, zni_work *work, zni_pool **pool, const zni_gradient *opt, run *k)
{
    const zni_fc *c = k->c;
    const zn_index n = c->n;
    zn_status st = zni_work_room(ctx, work, n);

    if (!st)
        st = workers(ctx, pool, opt, k);
    if (st)
        return st;
    if (!zni_fc_symmetric(c, 1e-3))
        return zn_fail(ctx, ZN_EINVAL, "M is not symmetric");
    k->s = work->v;
    k->rt = k->s + n;
    k->ut = k->rt + n;
    k->y = k->ut + n;
    k->uy = k->y + n;
    k->best = k->uy + n;
    k->zero = k->best + n;
    k->part = k->zero + n; /* fewer than n */
    memset(k->s, 0, (size_t)n * sizeof *k->s);
    memset(k->zero, 0, (size_t)n * sizeof *k->zero);
    zni_fc_project(c, k->r);
    memcpy(k->best, k->r, (size_t)n * sizeof *k->best);
    return ZN_OK;
}

zn_status zni_gradient_run(zni_call call, zni_work *work, zni_pool **pool, const zni_gradient *opt, const zni_fc *c)
{
    run k = {.c = c, .r = call.z, .u = call.w, .step = 1};
    const size_t bytes = (size_t)c->n * sizeof *call.z;
    double theta = 1, err, least = INFINITY, little;
    values h = {{0}, 1};
    bool anew = true;
    const zn_status st = begin(call.ctx, work, pool, opt, &k);

    if (st)
        return st;
    little = shortest(c);
    for (call.info->iterations = 0;; call.info->iterations++) {
        err = look(&k, call.info->iterations, opt->tol);
        zni_note_best(err, &least, c->n, call.z, k.best);
        call.info->outcome = ZN_STALLED;
        if (least <= opt->tol || isnan(err) ||
            !zni_goes_on(call.mon, opt->max_iter, err, NULL, NULL, call.info))
            break;
        if (k.sum[1] <= HELD * HELD * k.sum[0]) {
            over(&k, renew);
            anew = true;
        }
        if (opt->fast)
            accelerated(&k, little, &theta, anew);
        else
            spectral(&k, &h, anew);
        anew = false;
    }
    memcpy(call.z, k.best, bytes);
    zni_fc_mul(c, call.z, c->q, call.w);
    return least <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
