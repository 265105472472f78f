/* mixing.c - where Newton's method converges slowly
 *
 * Its matrix knows nothing of how the rows of a contact turn under the impulse along them: an iteration
 * leaves some h |p| / (m r) of the error, and on a light body that spins and is hit hard all of it.
 * With g_k = u after iteration k, which began at u_k, and f_k = g_k - u_k the next one begins at
 *     g_k - sum_j gamma_j (g_(k-j+1) - g_(k-j)),   |f_k - sum_j gamma_j (f_(k-j+1) - f_(k-j))| least:
 * Anderson's mixture (J. ACM 12, 1965), the secant method of many unknowns. What is small enough is never
 * mixed, so that the end of a step is that of an iteration. doc/time-stepping.md
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/arm.h"
#include "kernel/model/vectors.h"
#include "kernel/simulation/simulation.h"

#include <math.h>
#include <string.h>

/* Right matrices take two to four iterations. DEPTH: directions in which a body that was hit turns. */
enum { FROM = 6, DEPTH = 3, KEPT = DEPTH + 1 };

/* Slow is what leaves half of the change before; more than twice of it is no end of a path. */
static const double slow = 0.25, away = 4;

typedef struct view {
    zn_index n;
    double *weight, *du, *f[KEPT], *g[KEPT]; /* newest first */
} view;

/* the numbers of a history */
static zn_index numbers(const zn_simulation *s)
{
    return (2 + 2 * KEPT) * (s->state.nv + s->state.nx) + 1;
}

static zn_status room(zn_simulation *s, view *v)
{
    zni_mixing *m = &s->mixing;
    const zn_index n = s->state.nv + s->state.nx;
    const zn_status st = zn_grow(s->ctx, &m->at, &m->cap_at, numbers(s), sizeof *m->at);

    if (st)
        return st;
    v->n = n;
    v->weight = m->at;
    v->du = m->at + n;
    for (int k = 0; k < KEPT; k++) { /* iteration i has the place i modulo KEPT */
        const zn_index place = (s->step.iteration + KEPT - k) % KEPT;
        v->f[k] = m->at + (2 + 2 * place) * n;
        v->g[k] = v->f[k] + n;
    }
    return ZN_OK;
}

/* Changes of all systems beside what each of them moves: without a unit. Those of a history are
 * measured alike. */
static void weigh(const zn_simulation *s, const view *v)
{
    for (zn_index k = 0; k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        const double scale = b->ds ? s->progress[k].scale : 0;
        const zni_arm arm = b->ds ? zni_arm_of(b->ds) : zni_no_arm();

        for (zn_index i = 0; b->ds && i < b->n; i++)
            v->weight[b->uoff + i] = scale > 0 ? zni_arm_moves(&arm, i, 1) / scale : 0;
    }
}

/* The last iteration; places of nobody stay zero. */
static void note(const zn_simulation *s, const view *v)
{
    zni_clear(v->n, v->f[0]);
    for (zn_index k = 0; k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        const zn_index at = b->uoff;
        const double *u;

        if (!b->ds)
            continue;
        u = zni_sim_unknown(s, b);
        for (zn_index i = 0; i < b->n; i++) {
            v->g[0][at + i] = u[i];
            v->f[0][at + i] = v->weight[at + i] * (u[i] - s->uprev[at + i]);
        }
    }
}

/* The sum over i of (a - a1)(b - b1), a1, b1 NULL: 0, whose bits the order of systems does not change: of
 * multiples of a power of two that all sums of 2^24 terms are numbers of. */
static double sum(zn_index n, const double a[], const double a1[], const double b[], const double b1[])
{
    double most = 0, total = 0, unit;
    int e;

    for (zn_index i = 0; i < n; i++)
        most = fmax(most, fabs((a[i] - (a1 ? a1[i] : 0)) * (b[i] - (b1 ? b1[i] : 0))));
    if (!(most > 0) || !isfinite(most))
        return most;
    frexp(most, &e);
    unit = ldexp(1, e - 28);
    for (zn_index i = 0; i < n; i++)
        total += rint((a[i] - (a1 ? a1[i] : 0)) * (b[i] - (b1 ? b1[i] : 0)) / unit);
    return total * unit;
}

/* A x = b of m rows, A symmetric and positive, in place; false: it is not */
static bool eliminate(int m, double A[DEPTH][DEPTH], double b[])
{
    for (int i = 0; i < m; i++) {
        if (!(A[i][i] > 0))
            return false;
        for (int r = i + 1; r < m; r++) {
            const double q = A[r][i] / A[i][i];

            for (int c = i; c < m; c++)
                A[r][c] -= q * A[i][c];
            b[r] -= q * b[i];
        }
    }
    for (int i = m - 1; i >= 0; i--) {
        for (int c = i + 1; c < m; c++)
            b[i] -= A[i][c] * b[c];
        b[i] /= A[i][i];
    }
    return true;
}

/* gamma (m). Columns that all but depend on others are held back at the accuracy of sum. */
static bool coefficients(const view *v, int m, double gamma[])
{
    double A[DEPTH][DEPTH], length[DEPTH];

    for (int i = 0; i < m; i++) {
        for (int j = 0; j <= i; j++)
            A[i][j] = A[j][i] = sum(v->n, v->f[i], v->f[i + 1], v->f[j], v->f[j + 1]);
        gamma[i] = sum(v->n, v->f[i], v->f[i + 1], v->f[0], NULL);
        length[i] = sqrt(A[i][i]);
        if (!(length[i] > 0) || !isfinite(length[i]))
            return false;
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++)
            A[i][j] /= length[i] * length[j];
        gamma[i] /= length[i];
        A[i][i] += 1e-8;
    }
    if (!eliminate(m, A, gamma))
        return false;
    for (int i = 0; i < m; i++)
        gamma[i] /= length[i];
    return true;
}

/* Do all integrators of what moves take another increment instead? */
static bool may(const zn_simulation *s)
{
    for (zn_index k = 0; k < s->nbody; k++) {
        const zn_osi_type *t = s->body[k].ds ? s->body[k].osi->type : NULL;

        if (t && !(ZN_HAS(zn_osi_type, t, updates_again) && t->updates_again))
            return false;
    }
    return true;
}

/* Where an integrator adds to the iterate it begins at the last one again. */
static zn_status move(zn_simulation *s, const view *v, int m, const double gamma[])
{
    zn_status st = ZN_OK;

    zni_copy(v->n, s->du, v->du);
    for (zn_index k = 0; !st && k < s->nbody; k++) {
        const zni_body *b = &s->body[k];
        const zn_index at = b->uoff;

        if (!b->ds)
            continue;
        for (zn_index i = at, end = at + b->n; i < end; i++)
            for (int j = 0; j < m; j++)
                s->du[i] -= gamma[j] * (v->g[j][i] - v->g[j + 1][i]);
        zni_copy(b->n, s->uprev + b->uoff, zni_sim_unknown(s, b));
        st = zni_sim_update_body(s, b);
    }
    zni_copy(v->n, v->du, s->du);
    return st;
}

zn_status zni_sim_mix(zn_simulation *s)
{
    zni_mixing *m = &s->mixing;
    const double last = m->size;
    double gamma[DEPTH];
    bool now;
    view v;
    zn_status st;

    const bool soon = s->step.iteration < FROM;

    if ((soon && m->cap_at >= numbers(s)) || !may(s))
        return ZN_OK;
    st = room(s, &v); /* in the first step, whichever comes to FROM */
    if (st || soon)
        return st;
    if (s->step.iteration == FROM)
        m->known = 0;
    if (!m->known)
        weigh(s, &v);
    note(s, &v);
    m->size = sum(v.n, v.f[0], NULL, v.f[0], NULL);
    now = m->known > 0 && m->size > slow * last;
    if (!isfinite(m->size) || (m->known > 0 && m->size > away * last)) {
        m->known = 0; /* begun again at the next one */
        return ZN_OK;
    }
    if (m->known < KEPT)
        m->known++;
    return now && coefficients(&v, m->known - 1, gamma) ? move(s, &v, m->known - 1, gamma) : ZN_OK;
}

void zni_mixing_fini(zn_ctx *ctx, zni_mixing *m)
{
    zn_free_array(ctx, m->at);
}
