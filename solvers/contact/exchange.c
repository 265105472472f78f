/* exchange.c - Gauss-Seidel on contacts of bodies by their velocities, without W
 * SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include "../core/finite.h"
#include "../linalg/wide.h"
#include "../methods/seidel.h"
#include "../system/sizes.h"
#include "contact.h"
#include "measure.h"

/* Jean, The non-smooth contact dynamics method, CMAME 177 (1999); Dubois & Jean, The non smooth
 * contact dynamic method: recent LMGC90 software developments and application (2006), whose
 * "exchange local global" it is. Each contact is solved by its closed form (contact.h), the sweeps
 * are those of methods/seidel.c, first plain, then combined. */
enum { CHECK = 20, DEPTH = 4 };

zn_status zni_exchange_size(zn_ctx *ctx, zni_exchange *x, zn_index d, zn_index nc,
                            zn_index nb, zn_index nv)
{
    zn_status st = ZNI_GROW(ctx, ZNI_ARRAY(x, body, nb), ZNI_ARRAY(x, contact, nc), ZNI_BARE(x, block, d * d * nc),
                            ZNI_BARE(x, local, nc), ZNI_BARE(x, v, nv));

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
    ZNI_FREE(ctx, x->body, x->contact, x->X, x->block, x->local, x->v);
    if (x->turns)
        zni_seidel_fini(ctx, x->turns);
    zn_free_array(ctx, x->turns);
}

/* ---- one contact ------------------------------------------------------------------ */

/* Column k of H: d numbers in four lanes. All four are loaded at once where `more` numbers follow in
 * the array. Sums over the d rows are written out here and below, because loops of two or three passes
 * cost more than their bodies. */
static ZNI_INTO_WIDE void load_column(const zn_index d, const double *H, bool more, zni_lanes *h)
{
    if (more) {
        zni_take4(H, h);
        return;
    }
    *h = (zni_lanes){H[0], H[1], d == 3 ? H[2] : 0, 0};
}

/* sum += H v of a body with n velocities; `more`: numbers follow behind H */
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
        load_column(d, H, false, &h);
        *sum += h * v[k];
    }
}

/* u = q + H v */
static ZNI_INTO_WIDE void gather(const zni_exchange *x, const zn_index d, zn_index a, double u[3])
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
static ZNI_INTO_WIDE void add_block(const zn_index d, zn_index n, const double *H,
                                    const double *X, const double *M, bool more,
                                    zni_lanes column[3])
{
    zni_lanes h = {0};

    for (zn_index k = 0; k < n; k++, H += d) {
        load_column(d, H, more || k + 1 < n, &h);
        for (zn_index l = 0; l < d; l++)
            column[l] += h * (X ? X[k + l * n] : H[l] / M[k]);
    }
}

/* The diagonal block of a contact, symmetric to the bit, and its closed forms. */
static ZNI_INTO_WIDE void set_contact(const zni_exchange *x, const zn_index d, zn_index a)
{
    const zni_exchange_contact *c = &x->contact[a];
    const double *X = kept(x, a);
    double *W = x->block + d * d * a;
    zni_lanes column[3] = {{0}};
    zn_index at = 0;

    for (int j = 0; j < 2 && c->body[j] >= 0; j++) {
        const zni_exchange_body *b = &x->body[c->body[j]];

        add_block(d, b->n, c->H + at, X ? X + at : NULL, b->mass, j == 0 && c->body[1] >= 0, column);
        at += d * b->n;
    }
    for (zn_index l = 0; l < d; l++)
        for (zn_index i = l; i < d; i++)
            W[i + d * l] = W[l + d * i] = column[l][i];
    zni_contact_set(&x->local[a], d, c->mu, W);
}

ZNI_WIDE static void set_contacts(const zni_exchange *x)
{
    for (zn_index a = 0; a < x->nc; a++)
        if (x->d == 3)
            set_contact(x, 3, a);
        else
            set_contact(x, 2, a);
}

/* the size of a contact's block, as the error measure has it; 0: the contact cannot move */
static inline double size_of(const zni_exchange *x, zn_index a)
{
    return zni_contact_mean(x->d, x->local[a].M, x->d + 1);
}

bool zni_exchange_set(zni_exchange *x)
{
    set_contacts(x);
    for (zn_index a = 0; a < x->nc; a++) {
        const double mu = x->contact[a].mu;

        if (!(mu >= 0) || !isfinite(mu) || !(size_of(x, a) > 0))
            return false;
    }
    return zni_finite(x->d * x->d * x->nc, x->block) && zni_finite(x->d * x->nc, x->q);
}

/* ---- sweeps ------------------------------------------------------------------------ */

typedef struct run {
    const zni_exchange *x;
    double error; /* of the last point that was measured */
} run;

/* u - W_aa r_a is the velocity that the other contacts leave: the new r_a is its solution, and v
 * follows the change. */
static ZNI_INTO_WIDE void visit(const zni_exchange *x, const zn_index d, zn_index a,
                                double r[], double all[2])
{
    const zni_contact *c = &x->local[a];
    const double *W = c->M;
    double u[3], change[3] = {0};

    gather(x, d, a, u);
    for (zn_index i = 0; i < d; i++) {
        u[i] -= W[i] * r[0] + W[i + d] * r[1] + (d == 3 ? W[i + 2 * d] * r[2] : 0);
        change[i] = -r[i];
    }
    if (d == 3)
        zni_contact_advance(c, u, r);
    else
        zni_contact_solve(c, d, u, r);
    for (zn_index i = 0; i < d; i++)
        change[i] += r[i];
    all[0] += zni_dot(d, change, change);
    all[1] += zni_dot(d, r, r);
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
    (void)block, (void)v, (void)w;
    visit_all(((const run *)of)->x, z, all);
    return ZN_OK;
}

/* v of z alone, without the rounding that sweeps have accumulated in it */
ZNI_WIDE static void move(const zni_exchange *x, const double z[])
{
    memset(x->v, 0, (size_t)x->nv * sizeof *x->v);
    for (zn_index a = 0; a < x->nc; a++)
        scatter(x, x->d, a, z + x->d * a);
}

ZNI_WIDE static void velocities(const zni_exchange *x, zn_index a, double u[3])
{
    gather(x, x->d, a, u);
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

/* the error measure of the class at z, whose velocities are in v */
static double error(void *of, const double z[], const double w[])
{
    run *k = of;
    const zni_exchange *x = k->x;
    const zn_index d = x->d;
    zni_friction_sums s = {0};
    double own, data;

    (void)w;
    for (zn_index a = 0; a < x->nc; a++) {
        double u[3];

        velocities(x, a, u);
        zni_friction_add(&s, d, x->contact[a].mu, zni_octave(size_of(x, a)), x->q + d * a, z + d * a, u, u);
    }
    own = sqrt(s.r2);
    data = sqrt(s.q2);
    /* where u is hidden by the rounding of W z these sums say nothing */
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
    /* w holds the best point while the sweeps last */
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

    for (zn_index a = 0; a < x->nc; a++) /* the caller may have changed mu alone */
        x->local[a].mu = x->contact[a].mu;
    *info = (zn_solve_info){.solver = "nsgs"};
    st = zni_seidel_run((zni_call){ctx, z, w, mon, info}, x->turns, &how, &f);
    if (st < 0)
        return st;
    /* v is that of the point that is returned, which was measured last */
    info->error = s.error;
    for (zn_index a = 0; a < x->nc; a++) {
        double u[3];

        velocities(x, a, u);
        memcpy(w + x->d * a, u, (size_t)x->d * sizeof *w);
    }
    return info->error <= opt->tol ? ZN_OK : ZN_UNSOLVED;
}
