/* newton.c - semismooth Newton with the Jordan algebra of second-order cones
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../box/box.h"
#include "../../methods/newton.h"
#include "cone.h"

#include <string.h>

/* Phi(z, M z + q) = 0, Phi the Fischer-Burmeister functions of all cones, of
 * (s z, w) with s the mean diagonal of M, so that units of z do not count:
 *     (s Jz + Jw M) d = -Phi,
 * damped as all are (../methods/newton.c), steepest descent when d is no descent
 * (Fukushima, Luo & Tseng 2002; Pan & Chen, Comput. Optim.
 * Appl. 45, 2010). A singular matrix is moved off by a small multiple of its own
 * sign, as a proximal term would. */
typedef struct newton {
    double tol;
    zn_index max_iter;
    zni_box_work lin;
    zni_csc csc;  /* M, sparse                                      */
    double *v;    /* VECTORS n, then 3 d                            */
    double *J;    /* Jz and Jw of all cones                         */
    zn_index *at; /* first value of each cone's block in J          */
    zn_index *of; /* n: the cone of a row                           */
    double *Hx;   /* values of the Newton matrix                    */
    zn_index *Hp, *Hi;
    zn_index cap_v, cap_J, cap_at, cap_of, cap_Hx, cap_Hp, cap_Hi;
} newton;

enum { VECTORS = ZNI_DAMPED + 6, HALVINGS = 30, SOON = 15, GUESS = 16 };

typedef struct run {
    zn_ctx *ctx;
    newton *s;
    const zn_soclcp *p;
    double unit; /* s above */
    zn_matrix H;
    double *x, *phi, *grad, *dz, *one, *size; /* n each */
    double *Jw, *work;
} run;

/* ---- memory ----------------------------------------------------------------- */

static zn_status grow(newton *s, zn_ctx *ctx, zn_index n, zn_index ncones,
                      zn_index widest, zn_index blocks)
{
    zn_status st =
        zn_grow(ctx, &s->v, &s->cap_v, VECTORS * n + 3 * widest, sizeof *s->v);

    if (!st)
        st = zn_grow(ctx, &s->J, &s->cap_J, 2 * blocks, sizeof *s->J);
    if (!st)
        st = zn_grow(ctx, &s->at, &s->cap_at, ncones, sizeof *s->at);
    if (!st)
        st = zn_grow(ctx, &s->of, &s->cap_of, n, sizeof *s->of);
    return st ? st : zn_grow(ctx, &s->Hp, &s->cap_Hp, n + 1, sizeof *s->Hp);
}

static zn_status grow_H(newton *s, zn_ctx *ctx, zn_index nnz, bool sparse)
{
    zn_status st = zn_grow(ctx, &s->Hx, &s->cap_Hx, nnz, sizeof *s->Hx);

    if (!st && sparse)
        st = zn_grow(ctx, &s->Hi, &s->cap_Hi, nnz, sizeof *s->Hi);
    return st;
}

/* as in nsgs.c, cones are taken to be of ordinary size */
static zn_status reserve(void *state, zn_ctx *ctx, zn_index n, zn_index nnz)
{
    newton *s = state;
    bool dense = nnz >= n * n, both = n <= 64;
    zn_index d = dense || n < GUESS ? n : GUESS;
    zn_index most = dense || (nnz + n) * d > n * n ? n * n : (nnz + n) * d;
    zn_status st = grow(s, ctx, n, n, d, n * d);

    if (!st)
        st = zni_box_reserve(ctx, &s->lin, n, most);
    if (!st && (!dense || both))
        st = zni_csc_reserve(ctx, &s->csc, n, nnz);
    return st ? st : grow_H(s, ctx, most, !dense || both);
}

/* pattern of blockdiag + blockdiag M: whole blocks of rows per column; the
 * diagonal is stored in csc. NULL rows: count only */
static zn_index pattern(const newton *s, const zn_soclcp *p, zn_index Hp[],
                        zn_index Hi[])
{
    const zni_csc *c = &s->csc;
    zn_index nnz = 0;

    for (zn_index j = 0; j < p->n; j++) {
        zn_index last = -1;

        Hp[j] = nnz;
        for (zn_index e = c->p[j]; e < c->p[j + 1]; e++) {
            zn_index k = s->of[c->i[e]];

            if (k == last)
                continue;
            for (zn_index i = p->cone[k]; i < p->cone[k + 1]; i++, nnz++)
                if (Hi)
                    Hi[nnz] = i;
            last = k;
        }
    }
    Hp[p->n] = nnz;
    return nnz;
}

static zn_index width(const zn_soclcp *p, zn_index c)
{
    return p->cone[c + 1] - p->cone[c];
}

static zn_status begin(run *a, zn_ctx *ctx)
{
    newton *s = a->s;
    const zn_soclcp *p = a->p;
    zn_index n = p->n, blocks = 0;
    bool sparse = p->M->storage != ZN_DENSE, fresh;
    zn_status st;

    for (zn_index c = 0; c < p->ncones; c++)
        blocks += width(p, c) * width(p, c);
    st = grow(s, ctx, n, p->ncones, zni_soclcp_widest(p), blocks);
    if (st)
        return st;
    blocks = 0;
    for (zn_index c = 0; c < p->ncones; c++) {
        s->at[c] = blocks;
        blocks += width(p, c) * width(p, c);
        for (zn_index i = p->cone[c]; i < p->cone[c + 1]; i++)
            s->of[i] = c;
    }
    a->Jw = s->J + blocks;
    if (sparse)
        st = zni_csc_set(ctx, &s->csc, p->M, &fresh);
    if (st)
        return st;
    zn_index nnz = sparse ? pattern(s, p, s->Hp, NULL) : n * n;

    st = grow_H(s, ctx, nnz, sparse);
    if (st)
        return st;
    a->H = (zn_matrix){.rows = n, .cols = n, .x = s->Hx};
    if (sparse) {
        pattern(s, p, s->Hp, s->Hi);
        a->H.storage = ZN_CSC;
        a->H.p = s->Hp;
        a->H.i = s->Hi;
    }
    return ZN_OK;
}

/* ---- function and matrix ------------------------------------------------------ */

static double value(run *a, const double z[], const double w[], bool derive)
{
    const zn_soclcp *p = a->p;
    double sum = 0;

    for (zn_index i = 0; i < p->n; i++)
        a->x[i] = a->unit * z[i];
    for (zn_index c = 0; c < p->ncones; c++) {
        zn_index i = p->cone[c];

        zni_soc_phi(p->cone[c + 1] - i, p->tau[c], 0, a->x + i, w + i,
                    a->phi + i, derive ? a->s->J + a->s->at[c] : NULL,
                    a->Jw + a->s->at[c], a->work);
    }
    for (zn_index i = 0; i < p->n; i++)
        sum += 0.5 * a->phi[i] * a->phi[i];
    return sum;
}

/* column of the cone's block: out += m Jw(:, l) */
static void add(const run *a, zn_index c, zn_index l, double m, double out[])
{
    zn_index d = a->p->cone[c + 1] - a->p->cone[c];
    const double *J = a->Jw + a->s->at[c] + l * d;

    for (zn_index i = 0; i < d; i++)
        out[i] += m * J[i];
}

static void add_own(const run *a, zn_index c, zn_index l, double out[])
{
    zn_index d = a->p->cone[c + 1] - a->p->cone[c];
    const double *J = a->s->J + a->s->at[c] + l * d;

    for (zn_index i = 0; i < d; i++)
        out[i] += a->unit * J[i];
}

/* H = unit Jz + Jw M */
static void assemble(run *a)
{
    const newton *s = a->s;
    const zn_soclcp *p = a->p;
    const zni_csc *m = &s->csc;
    zn_index n = p->n;
    bool sparse = p->M->storage != ZN_DENSE;

    memset(s->Hx, 0, (size_t)(sparse ? s->Hp[n] : n * n) * sizeof *s->Hx);
    for (zn_index j = 0; j < n && !sparse; j++) {
        zn_index c = s->of[j];

        for (zn_index i = 0; i < n; i++)
            add(a, s->of[i], i - p->cone[s->of[i]], p->M->x[i + j * n],
                s->Hx + j * n + p->cone[s->of[i]]);
        add_own(a, c, j - p->cone[c], s->Hx + j * n + p->cone[c]);
    }
    for (zn_index j = 0; j < n && sparse; j++) {
        zn_index last = -1, at = s->Hp[j];

        for (zn_index e = m->p[j]; e < m->p[j + 1]; e++) {
            zn_index c = s->of[m->i[e]];

            if (c != last) {
                if (last >= 0)
                    at += p->cone[last + 1] - p->cone[last];
                if (c == s->of[j])
                    add_own(a, c, j - p->cone[c], s->Hx + at);
                last = c;
            }
            add(a, c, m->i[e] - p->cone[c], m->x[e], s->Hx + at);
        }
    }
}

static zn_status linearise(void *of, const double z[], const double w[],
                           double *m)
{
    run *a = of;

    *m = value(a, z, w, true);
    assemble(a);
    zn_matrix_mul_t(&a->H, 1, a->phi, 0, a->grad);
    return ZN_OK;
}

static double merit(void *of, const double z[], const double w[])
{
    return value(of, z, w, false);
}

static zn_status newton_direction(run *a, double d[])
{
    zn_index n = a->p->n;
    zni_box box = {.n = n, .M = &a->H};
    zn_status st = zni_box_begin(a->ctx, &a->s->lin, &box);

    if (st)
        return st;
    st = ZN_ESINGULAR;
    for (double off = 0; st == ZN_ESINGULAR && off < 0.1;
         off = off > 0 ? 100 * off : 1e-9) {
        for (zn_index i = 0; i < n; i++) {
            a->dz[i] = -off * a->unit;
            a->one[i] = 1;
        }
        st = zni_box_factor_mixed(a->ctx, &a->s->lin, &box, a->dz, a->one);
    }
    for (zn_index i = 0; i < n && !st; i++)
        d[i] = -a->phi[i];
    if (!st)
        zni_box_solve_mixed(&a->s->lin, d);
    return st;
}

/* Newton's, then the steepest, in units of z; both have to descend */
static zn_status direction(void *of, int k, const double z[], const double w[],
                           double d[], double *slope)
{
    run *a = of;
    zn_status st = ZN_OK;

    (void)z;
    (void)w;
    if (k == 0) {
        st = newton_direction(a, d);
    } else {
        for (zn_index i = 0; i < a->p->n; i++)
            d[i] = -a->grad[i] / (a->unit * a->unit);
    }
    *slope = 0;
    for (zn_index i = 0; i < a->p->n && !st; i++)
        *slope += a->grad[i] * d[i];
    return !st && !(*slope < 0) ? ZN_ESINGULAR : st;
}

static void mul(void *of, const double d[], double md[])
{
    zn_matrix_mul(((run *)of)->p->M, 1, d, 0, md);
}

static zn_status evaluate(void *of, const double z[], double w[])
{
    zni_soclcp_dual(((run *)of)->p, z, w);
    return ZN_OK;
}

static double error(void *of, const double z[], const double w[])
{
    run *a = of;

    return zni_soclcp_residual(a->p, a->size, z, w, a->x);
}

/* ---- the solver ----------------------------------------------------------------- */

static void cut(run *a)
{
    zn_index n = a->p->n;
    double **parts[] = {&a->x,  &a->phi,  &a->grad, &a->dz,
                        &a->one, &a->size, &a->work};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = a->s->v + ((zn_index)i + ZNI_DAMPED) * n;
    zni_soclcp_sizes(a->p, a->size);
    a->unit = zni_soclcp_size(a->p, a->x);
}

static zn_status solve(void *state, zn_ctx *ctx, const void *problem,
                       double z[], double w[], zn_monitor *mon,
                       zn_solve_info *info)
{
    newton *s = state;
    const zn_soclcp *p = problem;
    run a = {.ctx = ctx, .s = s, .p = p};
    const zni_semismooth f = {.of = &a,
                              .n = p->n,
                              .linearise = linearise,
                              .merit = merit,
                              .directions = 2,
                              .direction = direction,
                              .mul = mul,
                              .evaluate = evaluate,
                              .error = error};
    const zni_damping damping = {.tol = s->tol,
                                 .max_iter = s->max_iter,
                                 .halvings = HALVINGS,
                                 .soon = SOON};
    zn_status st = begin(&a, ctx);

    if (st)
        return st;
    cut(&a);
    evaluate(&a, z, w);
    return zni_damped_newton(&f, &damping, s->v, z, w, mon, info);
}

static void fini(void *state, zn_ctx *ctx)
{
    newton *s = state;

    zni_box_fini(ctx, &s->lin);
    zni_csc_fini(ctx, &s->csc);
    zn_free_array(ctx, s->v);
    zn_free_array(ctx, s->J);
    zn_free_array(ctx, s->at);
    zn_free_array(ctx, s->of);
    zn_free_array(ctx, s->Hx);
    zn_free_array(ctx, s->Hp);
    zn_free_array(ctx, s->Hi);
}

static const zn_option options[] = {
    ZN_OPT_REAL(newton, tol, 1e-8, 0, 1, "-", "error that counts as solved"),
    ZN_OPT_INT(newton, max_iter, 200, 1, 1e6, "-",
               "Newton steps before giving up"),
    ZN_OPT_END,
};

ZNI_SOLVER(zni_soclcp_newton_fb, ZN_KIND_SOCLCP_SOLVER, "newton-fb",
           "semismooth Newton on Fischer-Burmeister (Fukushima 2002)", newton,
           options, .reserve = reserve, .solve = solve, .fini = fini);
