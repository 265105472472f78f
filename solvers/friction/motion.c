/* motion.c - a global friction problem as its solvers need it: M factorised, H
 * by contact
 * SPDX-License-Identifier: Apache-2.0 */
#include "motion.h"

/* ---- M ------------------------------------------------------------------- */

zn_status zni_mass_set(zn_ctx *ctx, zni_mass *s, const zn_matrix *M)
{
    bool fresh;
    zn_status st;

    s->dense = M->storage == ZN_DENSE;
    if (s->dense) {
        st = zni_lu_size(ctx, &s->lu, M->rows);
        if (st)
            return st;
        zn_matrix_to_dense(M, s->lu.a);
        st = zni_lu_factor(&s->lu);
    } else {
        st = zni_csc_set(ctx, &s->csc, M, &fresh);
        if (!st)
            st = zni_slu_reserve(ctx, &s->slu, M->rows);
        if (!st && (fresh || !s->analysed)) {
            s->analysed = false;
            st = zni_csc_mirror(ctx, &s->csc);
            if (!st)
                st = zni_slu_pattern(ctx, &s->slu, &s->csc);
            s->analysed = !st;
        }
        if (!st)
            st = zni_slu_factor(ctx, &s->slu, &s->csc, s->csc.x,
                                zni_csc_symmetric(&s->csc));
    }
    return st == ZN_ESINGULAR ? zn_fail(ctx, ZN_EINVAL, "M is singular") : st;
}

void zni_mass_solve(zni_mass *s, double x[])
{
    if (s->dense)
        zni_lu_solve(&s->lu, x);
    else
        zni_slu_solve(&s->slu, x);
}

void zni_mass_fini(zn_ctx *ctx, zni_mass *s)
{
    zni_lu_fini(ctx, &s->lu);
    zni_csc_fini(ctx, &s->csc);
    zni_slu_fini(ctx, &s->slu);
}

/* ---- by contact ---------------------------------------------------------- */

static zn_status room(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index blocks)
{
    zn_status st = zn_grow(ctx, &s->i, &s->cap_i, blocks, sizeof *s->i);

    return st ? st : zn_grow(ctx, &s->x, &s->cap_x, d * blocks, sizeof *s->x);
}

/* the d columns of a contact, merged by their rows; `at` after the last block */
static zn_index merge(zni_ways *s, const zn_matrix *H, zn_index d, zn_index a,
                      zn_index at)
{
    zn_index next[3];

    for (zn_index e = 0; e < d; e++)
        next[e] = H->p[d * a + e];
    for (;; at++) {
        zn_index row = H->rows;

        for (zn_index e = 0; e < d; e++)
            if (next[e] < H->p[d * a + e + 1] && H->i[next[e]] < row)
                row = H->i[next[e]];
        if (row == H->rows)
            return at;
        s->i[at] = row;
        for (zn_index e = 0; e < d; e++) {
            bool here = next[e] < H->p[d * a + e + 1] && H->i[next[e]] == row;

            s->x[d * at + e] = here ? H->x[next[e]++] : 0;
        }
    }
}

/* rows of d dense columns (leading dimension n) that are not zero */
static zn_index sift(zni_ways *s, zn_index n, zn_index d, const double x[],
                     zn_index at)
{
    for (zn_index i = 0; i < n; i++) {
        bool any = false;

        for (zn_index e = 0; e < d && !any; e++)
            any = x[i + e * n] != 0;
        if (!any)
            continue;
        s->i[at] = i;
        for (zn_index e = 0; e < d; e++)
            s->x[d * at + e] = x[i + e * n];
        at++;
    }
    return at;
}

/* Block rows, walked row by row so that rows ascend in each contact: count, and
 * (fill) place. next: nc numbers, the place after the last block of a contact. */
static void walk(zni_ways *s, zn_index d, zn_index nc, const zn_matrix *H,
                 zn_index next[], zn_index last[], bool fill)
{
    for (zn_index a = 0; a < nc; a++)
        last[a] = -1;
    for (zn_index R = 0; R < H->nbr; R++)
        for (zn_index i = H->ro[R]; i < H->ro[R + 1]; i++)
            for (zn_index k = H->p[R]; k < H->p[R + 1]; k++) {
                zn_index b = H->i[k], rows = H->ro[R + 1] - H->ro[R];
                const double *x = H->x + H->bp[k] + i - H->ro[R];

                for (zn_index j = H->co[b]; j < H->co[b + 1]; j++, x += rows) {
                    zn_index a = j / d;

                    if (last[a] != i) {
                        last[a] = i;
                        next[a]++;
                        if (fill) {
                            s->i[next[a] - 1] = i;
                            memset(s->x + d * (next[a] - 1), 0,
                                   (size_t)d * sizeof *s->x);
                        }
                    }
                    if (fill)
                        s->x[d * (next[a] - 1) + j % d] = *x;
                }
            }
}

static zn_status from_blocks(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index nc,
                             const zn_matrix *H)
{
    zn_index *next = s->p + nc + 1, *last = next + nc;
    zn_status st;

    memset(next, 0, (size_t)nc * sizeof *next);
    walk(s, d, nc, H, next, last, false);
    s->p[0] = 0;
    for (zn_index a = 0; a < nc; a++) {
        s->p[a + 1] = s->p[a] + next[a];
        next[a] = s->p[a];
    }
    st = room(ctx, s, d, s->p[nc]);
    if (!st)
        walk(s, d, nc, H, next, last, true);
    return st;
}

zn_status zni_ways_set(zn_ctx *ctx, zni_ways *s, zn_index d, zn_index nc,
                       const zn_matrix *H)
{
    zn_index at = 0;
    zn_status st = zn_grow(ctx, &s->p, &s->cap_p, 3 * nc + 1, sizeof *s->p);

    if (!st)
        s->p[0] = 0;
    if (!st && nc > 0 && H->storage == ZN_BSR)
        return from_blocks(ctx, s, d, nc, H);
    for (zn_index a = 0; a < nc && !st; a++) {
        zn_index most =
            H->storage == ZN_CSC ? H->p[d * (a + 1)] - H->p[d * a] : H->rows;

        st = room(ctx, s, d, at + most);
        if (st)
            break;
        at = H->storage == ZN_CSC
                 ? merge(s, H, d, a, at)
                 : sift(s, H->rows, d, H->x + d * a * H->rows, at);
        s->p[a + 1] = at;
    }
    return st;
}

void zni_ways_fini(zn_ctx *ctx, zni_ways *s)
{
    zn_free_array(ctx, s->p);
    zn_free_array(ctx, s->i);
    zn_free_array(ctx, s->x);
}

void zni_ways_gather(const zni_ways *s, zn_index d, zn_index a,
                     const double v[], double u[])
{
    double sum[3] = {0, 0, 0};

    for (zn_index k = s->p[a]; k < s->p[a + 1]; k++)
        for (zn_index e = 0; e < d; e++)
            sum[e] += s->x[d * k + e] * v[s->i[k]];
    for (zn_index e = 0; e < d; e++)
        u[e] = sum[e];
}

void zni_ways_scatter(const zni_ways *s, zn_index d, zn_index a,
                      const double r[], double v[])
{
    for (zn_index k = s->p[a]; k < s->p[a + 1]; k++)
        for (zn_index e = 0; e < d; e++)
            v[s->i[k]] += s->x[d * k + e] * r[e];
}

/* ---- the problem --------------------------------------------------------- */

/* M^-1 H contact by contact: its block W_aa and, if kept, X */
static zn_status blocks(zn_ctx *ctx, zni_motion *g, bool keep)
{
    zn_index n = g->n, d = g->d, at = 0;
    double *x = g->v, trace = 0;
    zn_status st = ZN_OK;

    if (keep)
        st = zn_grow(ctx, &g->X.p, &g->X.cap_p, g->nc + 1, sizeof *g->X.p);
    if (!st && keep)
        g->X.p[0] = 0;
    for (zn_index a = 0; a < g->nc && !st; a++) {
        double W[9];

        memset(x, 0, (size_t)(n * d) * sizeof *x);
        for (zn_index e = 0; e < d; e++) {
            double *xe = x + n * e;

            for (zn_index k = g->H.p[a]; k < g->H.p[a + 1]; k++)
                xe[g->H.i[k]] = g->H.x[d * k + e];
            zni_mass_solve(&g->mass, xe);
            zni_ways_gather(&g->H, d, a, xe, W + d * e);
            trace += W[e + d * e];
        }
        zni_contact_set(&g->contact[a], d, g->p->mu[a], W);
        if (!keep)
            continue;
        st = room(ctx, &g->X, d, at + n);
        if (st)
            return st;
        at = sift(&g->X, n, d, x, at);
        g->X.p[a + 1] = at;
    }
    g->scale = g->m > 0 && trace > 0 ? trace / (double)g->m : 1;
    return st;
}

zn_status zni_motion_set(zn_ctx *ctx, zni_motion *g,
                         const zn_global_friction *p, bool keep)
{
    zn_index n = p->n, m = p->d * p->nc;
    zn_status st =
        zn_grow(ctx, &g->v, &g->cap_v, 3 * n + 2 * m + 1, sizeof *g->v);

    g->d = p->d;
    g->nc = p->nc;
    g->n = n;
    g->m = m;
    g->p = p;
    if (!st)
        st = zn_grow(ctx, &g->contact, &g->cap_contact, p->nc + 1,
                     sizeof *g->contact);
    if (!st)
        st = zni_mass_set(ctx, &g->mass, p->M);
    if (!st)
        st = zni_ways_set(ctx, &g->H, p->d, p->nc, p->H);
    return st ? st : blocks(ctx, g, keep);
}

void zni_motion_fini(zn_ctx *ctx, zni_motion *g)
{
    zni_mass_fini(ctx, &g->mass);
    zni_ways_fini(ctx, &g->H);
    zni_ways_fini(ctx, &g->X);
    zn_free_array(ctx, g->contact);
    zn_free_array(ctx, g->v);
}

void zni_motion_move(zni_motion *g, double z[], double u[])
{
    zn_index d = g->d;
    double *r = z + g->n;

    memcpy(z, g->p->q, (size_t)g->n * sizeof *z);
    for (zn_index a = 0; a < g->nc; a++)
        zni_ways_scatter(&g->H, d, a, r + d * a, z);
    zni_mass_solve(&g->mass, z);
    for (zn_index a = 0; a < g->nc; a++) {
        zni_ways_gather(&g->H, d, a, z, u + d * a);
        for (zn_index e = d * a; e < d * (a + 1); e++)
            u[e] += g->p->b[e];
    }
}

double zni_motion_error(zni_motion *g, const double z[], const double u[])
{
    return zn_global_friction_error(g->p, z, u, g->v);
}
