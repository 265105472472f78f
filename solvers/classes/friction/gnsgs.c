/* gnsgs.c - Gauss-Seidel by contact with the velocities kept
 * SPDX-License-Identifier: Apache-2.0 */
#include "../../linalg/few.h"
#include "../../system/sizes.h"
#include "motion.h"

/* Sweeps without W: the velocity of a contact is computed from v, and its new reaction is applied to v at once,
 *     u_a = H_a'v + b_a,   r_a <- solution for u_a - W_aa r_a,   v += M^-1 H_a dr_a.
 * If M falls apart into small blocks, H is that of the problem and M^-1 has as many values as M, shared by all contacts
 * of a body; otherwise X = M^-1 H is stored. The cost of a contact is that of the entries of H_a and X_a, not of a row
 * of W. v is computed anew each time the error is, which removes the accumulated rounding errors. */
enum { CHECK = 20 };

static zn_status room(zn_ctx *ctx, zni_gnsgs_work *k, const zni_motion *g,
                      bool ordered, bool freezes)
{
    zn_index nc = g->nc + 1;
    zn_status st = zn_grow(ctx, &k->even, &k->cap_even, nc, sizeof *k->even);

    if (!st)
        st = zni_seidel_reserve(ctx, &k->turns, g->m + 1, nc, ordered, freezes);
    return st || !g->mass.apart || g->mass.bodies.single
               ? st
               : zn_grow(ctx, &k->push, &k->cap_push, g->n, sizeof *k->push);
}

zn_status zni_gnsgs_size(zn_ctx *ctx, zni_gnsgs_work *k, const zni_motion *g)
{
    const bool roomy = g->m <= ZNI_ROOMY;

    return room(ctx, k, g, roomy, roomy);
}

void zni_gnsgs_fini(zn_ctx *ctx, zni_gnsgs_work *k)
{
    zni_seidel_fini(ctx, &k->turns);
    ZNI_FREE(ctx, k->even, k->push, k->weight);
}

typedef struct run {
    zni_gnsgs_work *k;
    const zni_nsgs *opt;
    zni_motion *g;
    double *z; /* (v, r): r is the iterate, v belongs to it */
} run;

/* Do the columns of contact a have entries in the same rows? Mostly they do, unless the contact lies along the axes and
 * zeros are not stored. */
static bool even(const zni_by_columns *H, zn_index d, zn_index a)
{
    const zn_index *p = H->p + d * a, count = p[1] - p[0];

    for (zn_index e = 1; e < d; e++)
        if (p[e + 1] - p[e] != count ||
            memcmp(H->i + p[e], H->i + p[0], (size_t)count * sizeof *H->i))
            return false;
    return true;
}

/* u += (so many columns of H, the first of which is j)'v; they have entries in the same rows */
static inline void gather(const run *s, const zn_index columns, zn_index j, double u[])
{
    const zn_index *p = s->g->columns.p + j, *i = s->g->columns.i + p[0], count = p[1] - p[0];
    const double *v = s->z, *x = s->g->columns.x + p[0];
    double u0 = 0, u1 = 0, u2 = 0;

    for (zn_index k = 0; k < count; k++) {
        const double vi = v[i[k]];

        u0 += x[k] * vi;
        if (columns > 1)
            u1 += x[k + count] * vi;
        if (columns > 2)
            u2 += x[k + 2 * count] * vi;
    }
    u[0] += u0;
    if (columns > 1)
        u[1] += u1;
    if (columns > 2)
        u[2] += u2;
}

/* v += (block of M^-1) h for the block of row i, whose h becomes zero. Bodies have blocks of three rows or, if rotation
 * and translation are coupled, of six; `push` treats those of one row. */
static inline void move(const zni_bodies *M, zn_index i, double h[], double v[])
{
    const zn_index b = M->body[i], first = M->row[M->start[b]],
                   rows = M->start[b + 1] - M->start[b];
    const double *B = M->inv + M->at[first];

    if (rows == 3 && M->together) {
        double *to = v + first, *x = h + first;

        to[0] += B[0] * x[0] + B[3] * x[1] + B[6] * x[2];
        to[1] += B[1] * x[0] + B[4] * x[1] + B[7] * x[2];
        to[2] += B[2] * x[0] + B[5] * x[1] + B[8] * x[2];
        x[0] = x[1] = x[2] = 0;
    } else if (rows == 6 && M->together) {
        double *to = v + first, *x = h + first;
        zni_pair c, s[3] = {{0}};

        for (zn_index j = 0; j < 6; j++, B += 6) {
            zni_take2(B, &c);
            s[0] += c * x[j];
            zni_take2(B + 2, &c);
            s[1] += c * x[j];
            zni_take2(B + 4, &c);
            s[2] += c * x[j];
            x[j] = 0;
        }
        for (zn_index j = 0; j < 3; j++) {
            to[2 * j] += s[j][0];
            to[2 * j + 1] += s[j][1];
        }
    } else {
        for (zn_index l = M->start[b]; l < M->start[b + 1]; l++) {
            zni_bodies_add(M, M->row[l], h[M->row[l]], v);
            h[M->row[l]] = 0;
        }
    }
}

/* Apply x to row i: at once if its block of M has one row, else it is added to h. */
static inline void push(const zni_bodies *M, zn_index i, double x, double h[], double v[])
{
    const int32_t at = M->at[i];

    if (at < 0)
        v[i] += M->inv[-1 - at] * x;
    else
        h[i] += x;
}

/* v += M^-1 (the same columns) r */
static inline void scatter(const run *s, const zn_index columns, zn_index j, const double r[])
{
    const zni_bodies *M = &s->g->mass.bodies;
    const zn_index *p = s->g->columns.p + j, *i = s->g->columns.i + p[0], count = p[1] - p[0];
    const double *x = s->g->columns.x + p[0];
    double *v = s->z, *h = s->k->push;

    for (zn_index k = 0; k < count; k++) {
        double t = x[k] * r[0];

        if (columns > 1)
            t += x[k + count] * r[1];
        if (columns > 2)
            t += x[k + 2 * count] * r[2];
        if (M->single)
            v[i[k]] += M->inv[i[k]] * t;
        else
            push(M, i[k], t, h, v);
    }
    for (zn_index k = 0; k < count && !M->single; k++)
        if (h[i[k]] != 0)
            move(M, i[k], h, v);
}

static ZNI_INTO_WIDE zn_status solve(void *of, zn_index d, zn_index a, double r[])
{
    const run *s = of;
    const zni_motion *g = s->g;
    const zni_contact *c = &g->contact[a];
    double q[3];

    for (zn_index i = 0; i < d; i++)
        q[i] = g->p->b[d * a + i];
    if (s->k->even[a])
        gather(s, d, d * a, q);
    for (zn_index e = 0; e < d && !s->k->even[a]; e++)
        gather(s, 1, d * a + e, q + e);
    for (zn_index i = 0; i < d; i++)
        for (zn_index j = 0; j < d; j++)
            q[i] -= c->M[i + j * d] * r[j];
    zni_contact_solve(c, d, q, r);
    return ZN_OK;
}

static ZNI_INTO_WIDE void carry(void *of, zn_index d, zn_index a, const double old[], const double r[])
{
    const run *s = of;
    double change[3];
    bool any = false;

    for (zn_index i = 0; i < d; i++) {
        change[i] = r[i] - old[i];
        any |= change[i] != 0;
    }
    if (any && !s->g->mass.apart)
        zni_ways_scatter(&s->g->X, d, a, change, s->z);
    else if (any && s->k->even[a])
        scatter(s, d, d * a, change);
    else if (any)
        for (zn_index e = 0; e < d; e++)
            scatter(s, 1, d * a + e, change + e);
}

static void project(void *of, zn_index a, double r[])
{
    const zni_motion *g = ((const run *)of)->g;

    zn_friction_project(g->d, g->contact[a].mu, r, r);
}

static zn_status sweep(void *of, const zni_visiting *block, const zni_visits *v, double r[],
                       double u[], double all[2])
{
    zni_visiting one = *block;

    (void)of;
    (void)u;
    one.solve = solve;
    one.carry = carry;
    return zni_visit_contacts(&one, v, r, all);
}

/* compute v and u from the reactions */
static void renew(void *of, const double r[], double u[])
{
    const run *s = of;

    (void)r;
    zni_motion_move(s->g, s->z, u);
}

static double error(void *of, const double r[], const double u[])
{
    const run *s = of;

    (void)r;
    return zni_motion_error(s->g, s->z, u);
}

/* the weights of contacts for momentum: the sizes of their blocks, as in the error measure */
static zn_status weigh(zn_ctx *ctx, zni_gnsgs_work *k, const zni_motion *g)
{
    const zn_index d = g->d;
    const zn_status st =
        zn_grow(ctx, &k->weight, &k->cap_weight, g->nc + 1, sizeof *k->weight);

    for (zn_index a = 0; a < g->nc && !st; a++)
        k->weight[a] = zni_octave(zni_contact_mean(d, g->contact[a].M, d + 1));
    return st;
}

zn_status zni_gnsgs_run(zni_call call, zni_gnsgs_work *k, const zni_nsgs *opt, zni_motion *g)
{
    run s = {.k = k, .opt = opt, .g = g, .z = call.z};
    zni_in_turn f = {.n = g->m,
                     .nb = g->nc,
                     .block = {.of = &s, .d = g->d, .project = project, .carry = carry},
                     .renew = renew,
                     .error = error,
                     .pass = sweep,
                     .every = CHECK};
    const bool roomy = g->m <= ZNI_ROOMY;
    zn_status st = room(call.ctx, k, g, roomy || opt->order == ZNI_SHUFFLED,
                        roomy || opt->freeze > 0);

    if (!st && opt->accelerate >= ZNI_MOMENTUM)
        st = weigh(call.ctx, k, g);
    if (st)
        return st;
    f.weight = k->weight;
    for (zn_index a = 0; a < g->nc; a++)
        k->even[a] = even(&g->columns, g->d, a);
    if (g->mass.apart && !g->mass.bodies.single)
        memset(k->push, 0, (size_t)g->n * sizeof *k->push);
    return zni_seidel_run((zni_call){call.ctx, call.z + g->n, call.w, call.mon, call.info},
                          &k->turns, opt, &f);
}
