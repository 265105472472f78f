/* exchange.c - Gauss-Seidel on contacts of bodies by their velocities, without W
 * SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include "../core/finite.h"
#include "../linalg/wide.h"
#include "../methods/seidel.h"
#include "contact.h"
#include "measure.h"

/* Jean, The non-smooth contact dynamics method, CMAME 177 (1999); Dubois & Jean, The
 * non smooth contact dynamic method: recent LMGC90 software developments and application (2006),
 * whose exchange local global it is. The sweeps are those of methods/seidel.c: first plain, then
 * combined. */
enum { CHECK = 20, DEPTH = 4 };

/* numbers of one side of a symmetric block */
static inline zn_index half(zn_index d)
{
    return d * (d + 1) / 2;
}

zn_status zni_exchange_size(zn_ctx *ctx, zni_exchange *x, zn_index d, zn_index nc,
                            zn_index nb, zn_index nv)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(x, body, nb), ZNI_ARRAY(x, contact, nc),
                            ZNI_BARE(x, block, half(d) * nc), ZNI_BARE(x, v, nv));

    if (!st && !x->turns)
        st = (x->turns = zn_alloc(ctx, 1, sizeof *x->turns)) ? ZN_OK : ZN_ENOMEM;
    if (st)
        return st;
    x->d = d;
    x->nc = nc;
    x->nv = nv;
    x->kept = false;
    return ZN_OK;
}

zn_status zni_exchange_keep(zn_ctx *ctx, zni_exchange *x)
{
    const zn_status st = zn_grow(ctx, &x->X, &x->cap_X, x->nc, sizeof *x->X);

    for (zn_index a = 0; !st && a < x->nc; a++)
        x->X[a] = NULL;
    x->kept = !st;
    return st;
}

zn_status zni_exchange_combine(zn_ctx *ctx, zni_exchange *x)
{
    return zni_anderson_reserve(ctx, &x->turns->acceleration, x->d * x->nc, DEPTH);
}

/* M^-1 H' of a contact, or NULL */
static inline const double *kept(const zni_exchange *x, zn_index a)
{
    return x->kept ? x->X[a] : NULL;
}

void zni_exchange_fini(zn_ctx *ctx, zni_exchange *x)
{
    ZNI_FREE(ctx, x->body, x->contact, x->X, x->block, x->v);
    if (x->turns)
        zni_seidel_fini(ctx, x->turns);
    zn_free_array(ctx, x->turns);
}

/* ---- one contact ------------------------------------------------------------------ */

/* Column k of H, d numbers of four, where `more` of them are behind it. Sums over the rows are
 * written out here and below: loops of two or three cost more than what is in them. */
static ZNI_INTO_WIDE void take(const zn_index d, const double *H, bool more, zni_lanes *h)
{
    if (more) {
        zni_take4(H, h);
        return;
    }
    *h = (zni_lanes){H[0], H[1], d == 3 ? H[2] : 0, 0};
}

/* sum += H v of n unknowns; `more`: there are numbers behind H */
static ZNI_INTO_WIDE void add_rows(const zn_index d, zn_index n, const double *H,
                                   const double *v, bool more, zni_lanes *sum)
{
    const zn_index whole = more ? n : n - 1;
    zni_lanes h = {0};
    zn_index k = 0;

    for (; k < whole; k++, H += d) {
        zni_take4(H, &h);
        *sum += h * v[k];
    }
    if (k < n) {
        take(d, H, false, &h);
        *sum += h * v[k];
    }
}

/* u = q + H v, of whose four the first d count; d is known where this is called */
static ZNI_INTO_WIDE void gather(const zni_exchange *x, const zn_index d, zn_index a,
                                 double u[4])
{
    const zni_exchange_contact *c = &x->contact[a];
    const zni_exchange_body *b = &x->body[c->body[0]];
    const double *q = x->q + d * a;
    zni_lanes sum = {0};

    add_rows(d, b->n, c->H, x->v + b->first, c->body[1] >= 0, &sum);
    if (c->body[1] >= 0) {
        const double *H = c->H + d * b->n;

        b = &x->body[c->body[1]];
        add_rows(d, b->n, H, x->v + b->first, false, &sum);
    }
    u[0] = q[0] + sum[0];
    u[1] = q[1] + sum[1];
    if (d == 3)
        u[2] = q[2] + sum[2];
}

/* v += X r, n unknowns */
static ZNI_INTO_WIDE void add_columns(const zn_index d, zn_index n, const double *X,
                                      const double r[], double *v)
{
    for (zn_index k = 0; k < n; k++) {
        double sum = X[k] * r[0] + X[k + n] * r[1];

        if (d == 3)
            sum += X[k + 2 * n] * r[2];
        v[k] += sum;
    }
}

/* v += M^-1 H'r, M diagonal */
static ZNI_INTO_WIDE void add_divided(const zn_index d, zn_index n, const double *H,
                                      const double *M, const double r[], double *v)
{
    const double r0 = r[0], r1 = r[1], r2 = d == 3 ? r[2] : 0;

    for (zn_index k = 0; k < n; k++, H += d) {
        double sum = H[0] * r0 + H[1] * r1;

        if (d == 3)
            sum += H[2] * r2;
        v[k] += sum / M[k];
    }
}

/* v += M^-1 H'r */
static ZNI_INTO_WIDE void scatter(const zni_exchange *x, const zn_index d, zn_index a,
                                  const double r[])
{
    const zni_exchange_contact *c = &x->contact[a];
    const double *X = kept(x, a);
    zn_index at = 0;

    for (int j = 0; j < 2 && c->body[j] >= 0; j++) {
        const zni_exchange_body *b = &x->body[c->body[j]];

        if (X)
            add_columns(d, b->n, X + at, r, x->v + b->first);
        else
            add_divided(d, b->n, c->H + at, b->mass, r, x->v + b->first);
        at += d * b->n;
    }
}

/* columns += H M^-1 H' of one body, by X or by its diagonal M */
static ZNI_INTO_WIDE void add_own(const zn_index d, zn_index n, const double *H,
                                  const double *X, const double *M, bool more,
                                  zni_lanes column[3])
{
    zni_lanes a = column[0], b = column[1], c = column[2], h = {0}, f;

    for (zn_index k = 0; k < n; k++, H += d) {
        take(d, H, more || k + 1 < n, &h);
        if (X)
            f = (zni_lanes){X[k], X[k + n], d == 3 ? X[k + 2 * n] : 0, 0};
        else
            f = h / M[k];
        a += h * f[0];
        b += h * f[1];
        if (d == 3)
            c += h * f[2];
    }
    column[0] = a;
    column[1] = b;
    column[2] = c;
}

/* the own block, of which one side is kept */
static ZNI_INTO_WIDE void keep(const zni_exchange *x, const zn_index d, zn_index a)
{
    const zni_exchange_contact *c = &x->contact[a];
    const double *X = kept(x, a);
    double *W = x->block + half(d) * a;
    zni_lanes column[3] = {{0}};
    zn_index at = 0;

    for (int j = 0; j < 2 && c->body[j] >= 0; j++) {
        const zni_exchange_body *b = &x->body[c->body[j]];

        add_own(d, b->n, c->H + at, X ? X + at : NULL, b->mass,
                j == 0 && c->body[1] >= 0, column);
        at += d * b->n;
    }
    for (zn_index l = 0; l < d; l++)
        for (zn_index i = l; i < d; i++)
            *W++ = column[l][i];
}

ZNI_WIDE static void keep_all(const zni_exchange *x)
{
    for (zn_index a = 0; a < x->nc; a++)
        if (x->d == 3)
            keep(x, 3, a);
        else
            keep(x, 2, a);
}

/* M, d x d, of one side */
static inline void unfold(const zn_index d, const double W[], double M[])
{
    for (zn_index l = 0; l < d; l++)
        for (zn_index i = l; i < d; i++)
            M[i + d * l] = M[l + d * i] = *W++;
}

/* W_aa r */
static inline void own(const zn_index d, const double W[], const double r[], double u[])
{
    if (d == 2) {
        u[0] = W[0] * r[0] + W[1] * r[1];
        u[1] = W[1] * r[0] + W[2] * r[1];
        return;
    }
    u[0] = W[0] * r[0] + W[1] * r[1] + W[2] * r[2];
    u[1] = W[1] * r[0] + W[3] * r[1] + W[4] * r[2];
    u[2] = W[2] * r[0] + W[4] * r[1] + W[5] * r[2];
}

/* A pivot that is this part of its diagonal or less is none: digits of r are lost. */
static const double PIVOT = 1e-6;

/* r of a contact that does not slide, W_aa r = -q by W = L D L'; false: friction does not hold
 * it, or the pivots do not say */
static inline bool sticks(const zn_index d, const double W[], double mu, const double q[],
                          double r[])
{
    const double one = 1 / W[0], l1 = W[1] * one, y1 = -q[1] + l1 * q[0];
    const double D1 = (d == 2 ? W[2] : W[3]) - l1 * W[1];
    double rn, rt1, rt2 = 0;

    if (!(W[0] > 0) || !(D1 > PIVOT * (d == 2 ? W[2] : W[3])))
        return false;
    if (d == 2) {
        rt1 = y1 / D1;
    } else {
        const double l2 = W[2] * one, e = W[4] - l2 * W[1], l3 = e / D1;
        const double D2 = W[5] - l2 * W[2] - l3 * e;

        if (!(D2 > PIVOT * W[5]))
            return false;
        rt2 = (-q[2] + l2 * q[0] - l3 * y1) / D2;
        rt1 = y1 / D1 - l3 * rt2;
    }
    rn = -q[0] * one - l1 * rt1;
    if (d == 3)
        rn -= W[2] * one * rt2;
    if (!(rn > 0 && rt1 * rt1 + rt2 * rt2 <= mu * mu * rn * rn))
        return false;
    r[0] = rn;
    r[1] = rt1;
    r[d - 1] = d == 3 ? rt2 : rt1;
    return true;
}

/* r of a contact that slides: what has no closed form goes on from r. Its inverse is not
 * asked for, as if there were none. */
static void slide(const zn_index d, const double W[], double mu, const double q[],
                  double r[])
{
    double M[9];
    zni_contact c = {.M = M, .mu = mu};

    unfold(d, W, M);
    for (zn_index i = 0; i < d * d; i++)
        c.size = fmin(c.size, -fabs(M[i]));
    if (d == 3)
        zni_contact_advance(&c, q, r);
    else
        zni_contact_solve(&c, d, q, r);
}

/* the mean size of the diagonal, as the error measure has it; 0: there is none */
static inline double size_of(const zn_index d, const double W[])
{
    const double sum = fabs(W[0]) + fabs(W[d]);

    return d == 2 ? sum / 2 : (sum + fabs(W[5])) / 3;
}

bool zni_exchange_set(zni_exchange *x)
{
    keep_all(x);
    for (zn_index a = 0; a < x->nc; a++) {
        const double mu = x->contact[a].mu;

        if (!(mu >= 0) || !isfinite(mu) || !(size_of(x->d, x->block + half(x->d) * a) > 0))
            return false;
    }
    return zni_finite(half(x->d) * x->nc, x->block) && zni_finite(x->d * x->nc, x->q);
}

/* ---- sweeps ------------------------------------------------------------------------ */

typedef struct run {
    const zni_exchange *x;
    double error; /* of the last point that was looked at */
} run;

/* u - W_aa r_a is what the other contacts leave; r_a of that, and v follows it */
static ZNI_INTO_WIDE void visit(const zni_exchange *x, const zn_index d, zn_index a,
                                double r[], double all[2])
{
    const double *W = x->block + half(d) * a, mu = x->contact[a].mu;
    double u[4], change[4], old[3], off;

    gather(x, d, a, u);
    own(d, W, r, change);
    u[0] -= change[0];
    u[1] -= change[1];
    if (d == 3)
        u[2] -= change[2];
    memcpy(old, r, (size_t)d * sizeof *r);
    if (u[0] >= 0)
        r[0] = r[1] = r[d - 1] = 0;
    else if (!sticks(d, W, mu, u, r))
        slide(d, W, mu, u, r);
    change[0] = r[0] - old[0];
    change[1] = r[1] - old[1];
    change[2] = d == 3 ? r[2] - old[2] : 0;
    off = change[0] * change[0] + change[1] * change[1] + change[2] * change[2];
    all[0] += off;
    all[1] += r[0] * r[0] + r[1] * r[1] + (d == 3 ? r[2] * r[2] : 0);
    if (change[0] != 0 || change[1] != 0 || change[2] != 0)
        scatter(x, d, a, change);
}

ZNI_WIDE static void visit_all(const zni_exchange *x, double z[], double all[2])
{
    if (x->d == 3)
        for (zn_index a = 0; a < x->nc; a++)
            visit(x, 3, a, z + 3 * a, all);
    else
        for (zn_index a = 0; a < x->nc; a++)
            visit(x, 2, a, z + 2 * a, all);
}

static zn_status pass(void *of, const zni_visiting *block, const zni_visits *v, double z[],
                      double w[], double all[2])
{
    const zni_exchange *x = ((const run *)of)->x;

    (void)block, (void)v, (void)w;
    visit_all(x, z, all);
    return ZN_OK;
}

/* v of z alone, without what sweeps left of rounding */
ZNI_WIDE static void move(const zni_exchange *x, const double z[])
{
    memset(x->v, 0, (size_t)x->nv * sizeof *x->v);
    for (zn_index a = 0; a < x->nc; a++)
        if (x->d == 3)
            scatter(x, 3, a, z + 3 * a);
        else
            scatter(x, 2, a, z + 2 * a);
}

ZNI_WIDE static void velocities(const zni_exchange *x, zn_index a, double u[])
{
    if (x->d == 3)
        gather(x, 3, a, u);
    else
        gather(x, 2, a, u);
}

/* each r into its cone */
static void admit(void *of, double z[])
{
    const zni_exchange *x = ((const run *)of)->x;

    for (zn_index a = 0; a < x->nc; a++, z += x->d)
        if (!(z[0] >= 0 && zni_tangent(x->d, z) <= x->contact[a].mu * z[0]))
            zn_friction_project(x->d, x->contact[a].mu, z, z);
}

static void renew(void *of, const double z[], double w[])
{
    (void)w;
    move(((const run *)of)->x, z);
}

/* The error measure of the class, of the v that is there. */
static double error(void *of, const double z[], const double w[])
{
    run *k = of;
    const zni_exchange *x = k->x;
    const zn_index d = x->d;
    zni_friction_sums s = {0};
    double own, data;

    (void)w;
    for (zn_index a = 0; a < x->nc; a++) {
        double u[4];

        const double size = zni_octave(size_of(d, x->block + half(d) * a));
        const double mu = x->contact[a].mu;

        velocities(x, a, u);
        if (d == 3)
            zni_friction_add(&s, 3, mu, size, x->q + 3 * a, z + 3 * a, u, u);
        else
            zni_friction_add(&s, 2, mu, size, x->q + 2 * a, z + 2 * a, u, u);
    }
    own = sqrt(s.r2);
    data = sqrt(s.q2);
    /* does u drown in the rounding of M z? Then the measure of these sums is none */
    k->error = zni_hides(own, data) ? INFINITY : zni_friction_measure(&s, own, data);
    return k->error;
}

zn_status zni_exchange_run(zn_ctx *ctx, zni_exchange *x, const zni_exchanging *opt,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    run s = {.x = x};
    const zni_nsgs how = {.tol = opt->tol,
                          .max_iter = opt->max_iter,
                          .omega = 1,
                          .accelerate = ZNI_COMBINED,
                          .depth = DEPTH,
                          .plain = opt->plain,
                          .patience = opt->patience};
    /* w is where the best point is kept while it lasts */
    const zni_in_turn f = {.n = x->d * x->nc,
                           .nb = x->nc,
                           .block = {.of = &s, .d = x->d},
                           .renew = renew,
                           .error = error,
                           .pass = pass,
                           .admit = admit,
                           .carries = true,
                           .best = w,
                           .every = CHECK,
                           .first = true};
    zn_status st;

    *info = (zn_solve_info){.solver = "nsgs"};
    st = zni_seidel_run(ctx, x->turns, &how, &f, z, w, mon, info);
    if (st < 0)
        return st;
    /* v is that of the point that comes back, which was looked at last */
    info->error = s.error;
    for (zn_index a = 0; a < x->nc; a++) {
        double u[4];

        velocities(x, a, u);
        memcpy(w + x->d * a, u, (size_t)x->d * sizeof *w);
    }
    return info->error <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
