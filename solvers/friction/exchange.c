/* exchange.c - Gauss-Seidel on contacts of bodies by their velocities, without W
 * SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include "../core/finite.h"
#include "../linalg/wide.h"
#include "../methods/sweep.h"

/* Jean, The non-smooth contact dynamics method, CMAME 177 (1999); Dubois & Jean, The
 * non smooth contact dynamic method: recent LMGC90 software developments and application (2006),
 * whose exchange local global it is. Sweeps go on as those of ../contact/sweep.c do: first
 * plain, which need no memory of points before, then combined. */
enum { CHECK = 20, DEPTH = 4 };

/* numbers of one side of a symmetric block */
static inline zn_index half(zn_index d)
{
    return d * (d + 1) / 2;
}

zn_status zni_exchange_size(zn_ctx *ctx, zni_exchange *x, zn_index d, zn_index nc,
                            zn_index nb, zn_index nv)
{
    zn_status st = zn_grow(ctx, &x->body, &x->cap_body, nb, sizeof *x->body);

    if (!st)
        st = zn_grow(ctx, &x->contact, &x->cap_contact, nc, sizeof *x->contact);
    if (!st)
        st = zni_room(ctx, &x->block, &x->cap_block, half(d) * nc, sizeof *x->block);
    if (!st)
        st = zni_room(ctx, &x->v, &x->cap_v, nv, sizeof *x->v);
    if (st)
        return st;
    x->d = d;
    x->nc = nc;
    x->nb = nb;
    x->nv = nv;
    return ZN_OK;
}

void zni_exchange_fini(zn_ctx *ctx, zni_exchange *x)
{
    zn_free_array(ctx, x->body);
    zn_free_array(ctx, x->contact);
    zn_free_array(ctx, x->block);
    zn_free_array(ctx, x->v);
    zni_anderson_fini(ctx, &x->combined);
}

/* ---- one contact ------------------------------------------------------------------ */

/* u = q + H v; d is known where this is called */
static ZNI_INTO_WIDE void gather(const zni_exchange *x, const zn_index d, zn_index a,
                                 double u[])
{
    const zni_exchange_contact *c = &x->contact[a];
    const double *H = c->H;
    double sum[4] = {0};

    for (int j = 0; j < 2 && c->body[j] >= 0; j++) {
        const zni_exchange_body *b = &x->body[c->body[j]];
        const double *v = x->v + b->first;

        for (zn_index k = 0; k < b->n; k++, H += d)
            for (zn_index i = 0; i < d; i++)
                sum[i] += H[i] * v[k];
    }
    for (zn_index i = 0; i < d; i++)
        u[i] = x->q[d * a + i] + sum[i];
}

/* v += M^-1 H'r */
static ZNI_INTO_WIDE void scatter(const zni_exchange *x, const zn_index d, zn_index a,
                                  const double r[])
{
    const zni_exchange_contact *c = &x->contact[a];
    const double *H = c->H, *X = c->X;

    for (int j = 0; j < 2 && c->body[j] >= 0; j++) {
        const zni_exchange_body *b = &x->body[c->body[j]];
        const zn_index n = b->n;
        double *v = x->v + b->first;

        for (zn_index i = 0; X && i < d; i++, X += n)
            for (zn_index k = 0; k < n; k++)
                v[k] += X[k] * r[i];
        for (zn_index k = 0; !X && k < n; k++, H += d) {
            double sum = 0;

            for (zn_index i = 0; i < d; i++)
                sum += H[i] * r[i];
            v[k] += sum / b->mass[k];
        }
    }
}

/* the own block, of which one side is kept */
static void keep(zni_exchange *x, zn_index a)
{
    const zni_exchange_contact *c = &x->contact[a];
    const zn_index d = x->d;
    const double *H = c->H, *X = c->X;
    double *W = x->block + half(d) * a;

    memset(W, 0, (size_t)half(d) * sizeof *W);
    for (int j = 0; j < 2 && c->body[j] >= 0; j++) {
        const zni_exchange_body *b = &x->body[c->body[j]];

        for (zn_index k = 0; k < b->n; k++, H += d) {
            double *to = W;

            for (zn_index l = 0; l < d; l++) {
                const double f = X ? X[k + l * b->n] : H[l] / b->mass[k];

                for (zn_index i = l; i < d; i++)
                    *to++ += H[i] * f;
            }
        }
        if (X)
            X += d * b->n;
    }
}

/* M, d x d, of one side */
static inline void unfold(const zn_index d, const double W[], double M[])
{
    for (zn_index l = 0; l < d; l++)
        for (zn_index i = l; i < d; i++)
            M[i + d * l] = M[l + d * i] = *W++;
}

/* the mean size of the diagonal, as the error measure has it; 0: there is none */
static inline double size_of(const zn_index d, const double W[])
{
    double sum = 0;

    for (zn_index l = 0; l < d; W += d - l, l++)
        sum += fabs(*W);
    return sum / (double)d;
}

bool zni_exchange_set(zni_exchange *x)
{
    for (zn_index a = 0; a < x->nc; a++) {
        const double mu = x->contact[a].mu;

        keep(x, a);
        if (!(mu >= 0) || !isfinite(mu) || !(size_of(x->d, x->block + half(x->d) * a) > 0))
            return false;
    }
    return zni_finite(half(x->d) * x->nc, x->block) && zni_finite(x->d * x->nc, x->q);
}

/* ---- sweeps ------------------------------------------------------------------------ */

typedef struct run {
    zn_ctx *ctx;
    zni_exchange *x;
    const zni_exchanging *opt;
    zn_index made;
    double error; /* of the last point that was looked at */
} run;

/* squares, of all contacts */
typedef struct progress {
    double moved, size;
} progress;

/* q - W_aa r_a makes of u what the other contacts leave; r_a of that, and v follows it */
static ZNI_INTO_WIDE void visit(const zni_exchange *x, const zn_index d, zn_index a,
                                double r[], progress *p)
{
    zni_contact c;
    double M[9], u[4], change[3];
    bool still = true;

    gather(x, d, a, u);
    unfold(d, x->block + half(d) * a, M);
    for (zn_index i = 0; i < d; i++)
        for (zn_index j = 0; j < d; j++)
            u[i] -= M[i + d * j] * r[j];
    for (zn_index i = 0; i < d; i++)
        change[i] = -r[i];
    if (u[0] >= 0) {
        for (zn_index i = 0; i < d; i++)
            r[i] = 0;
    } else {
        zni_contact_set(&c, d, x->contact[a].mu, M);
        zni_contact_solve(&c, d, u, r);
    }
    for (zn_index i = 0; i < d; i++) {
        change[i] += r[i];
        still = still && change[i] == 0;
        p->moved += change[i] * change[i];
        p->size += r[i] * r[i];
    }
    if (!still)
        scatter(x, d, a, change);
}

ZNI_WIDE static void visit_all_of_space(const zni_exchange *x, double z[], progress *p)
{
    for (zn_index a = 0; a < x->nc; a++)
        visit(x, 3, a, z + 3 * a, p);
}

ZNI_WIDE static void visit_all_of_the_plane(const zni_exchange *x, double z[],
                                            progress *p)
{
    for (zn_index a = 0; a < x->nc; a++)
        visit(x, 2, a, z + 2 * a, p);
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
static void admit(const zni_exchange *x, double z[])
{
    for (zn_index a = 0; a < x->nc; a++, z += x->d)
        if (!(z[0] >= 0 && zni_tangent(x->d, z) <= x->contact[a].mu * z[0]))
            zn_friction_project(x->d, x->contact[a].mu, z, z);
}

/* The next point to sweep from. */
static zn_status prepare(run *s, double z[])
{
    zni_exchange *x = s->x;
    const zn_index made = s->made++;
    zn_status st = ZN_OK;

    if (made < s->opt->plain)
        return ZN_OK;
    if (made == s->opt->plain) {
        st = zni_anderson_begin(s->ctx, &x->combined, x->d * x->nc, DEPTH);
        if (st)
            return st;
    } else {
        zni_anderson_next(&x->combined, z);
        admit(x, z);
        move(x, z);
    }
    zni_anderson_from(&x->combined, z);
    return ZN_OK;
}

static zn_status sweep(void *of, double z[], double w[], double *change)
{
    run *s = of;
    progress p = {0};
    const zn_status st = prepare(s, z);

    (void)w;
    if (st)
        return st;
    if (s->x->d == 3)
        visit_all_of_space(s->x, z, &p);
    else
        visit_all_of_the_plane(s->x, z, &p);
    *change = p.size > 0 ? sqrt(p.moved / p.size) : sqrt(p.moved);
    return ZN_OK;
}

/* The error measure of the class, v and u made afresh. */
static double look(void *of, const double z[], double w[])
{
    run *k = of;
    const zni_exchange *x = k->x;
    const zn_index d = x->d;
    zni_friction_sums s = {0};

    (void)w;
    move(x, z);
    for (zn_index a = 0; a < x->nc; a++) {
        double u[4];

        velocities(x, a, u);
        zni_friction_add(&s, d, x->contact[a].mu,
                         zni_octave(size_of(d, x->block + half(d) * a)), x->q + d * a,
                         z + d * a, u);
    }
    k->error = zni_friction_hidden(&s) ? INFINITY : zni_friction_measure(&s);
    return k->error;
}

zn_status zni_exchange_run(zn_ctx *ctx, zni_exchange *x, const zni_exchanging *opt,
                           double z[], double w[], zn_monitor *mon,
                           zn_solve_info *info)
{
    run s = {.ctx = ctx, .x = x, .opt = opt};
    const zn_index n = x->d * x->nc;
    const zni_swept swept = {.of = &s, .n = n, .sweep = sweep, .look = look};
    const zni_sweeping how = {.tol = opt->tol,
                              .max_iter = opt->max_iter,
                              .every = CHECK,
                              .first = true,
                              .patience = opt->patience};
    zn_status st;

    *info = (zn_solve_info){.solver = "nsgs"};
    admit(x, z);
    /* w is where the best point is kept while it lasts */
    st = zni_sweeps(&swept, &how, w, z, w, mon, info);
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
