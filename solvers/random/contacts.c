/* contacts.c - a random scene of bodies that touch: W = H' M^-1 H as in mechanics, symmetric and positive
 * semi-definite, and singular if there are many contacts
 * SPDX-License-Identifier: Apache-2.0 */
#include "contacts.h"

#include <string.h>

#include <math.h>

#include "../linalg/pieces.h"
#include "../linalg/starts.h"

/* ---- bodies that spin ---------------------------------------------------------------- */

/* The derivative of the gyroscopic term Omega x I Omega in a step is not symmetric: M = diag(m, I + S) with S_ij =
 * sqrt(I_i I_j) s_ij, s skew. For each body, I + S is stored (3 x 3), and behind all of them their inverses. */
enum { TURNS = 9 };

static void spin(const double I[], const double s[3], double M[], double K[])
{
    double det = 0;

    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            const double sign = i == j ? 0 : (j - i + 3) % 3 == 1 ? -1 : 1;

            M[i + 3 * j] = i == j ? I[i] : sign * s[3 - i - j] * sqrt(I[i] * I[j]);
        }
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            const int a = (i + 1) % 3, b = (i + 2) % 3, e = (j + 1) % 3, f = (j + 2) % 3;

            /* the cofactor of (j, i); its sign follows from the cyclic order of the rows */
            K[i + 3 * j] = M[e + 3 * a] * M[f + 3 * b] - M[e + 3 * b] * M[f + 3 * a];
        }
    for (int i = 0; i < 3; i++)
        det += M[3 * i] * K[i];
    for (int k = 0; k < TURNS; k++)
        K[k] /= det;
}

zn_status zni_scene_spin(zni_draws by, zni_scene *c)
{
    if (!(by.o->spin > 0))
        return ZN_OK;
    c->moment = zni_store_alloc(by.s, 2 * TURNS * c->nb, sizeof *c->moment);
    if (!c->moment)
        return ZN_ENOMEM;
    for (zn_index b = 0; b < c->nb; b++) {
        double about[3];

        for (int i = 0; i < 3; i++)
            about[i] = by.o->spin * zni_random_sign(by.r);
        spin(c->mass + ZNI_BODY * b + 3, about, c->moment + TURNS * b, c->moment + TURNS * (c->nb + b));
    }
    return ZN_OK;
}

/* component k of M^-1 g of a body, where g is a column of H */
static double response(const zni_scene *c, zn_index body, zn_index k, const double g[])
{
    const double *K = c->moment + TURNS * (c->nb + body);
    double sum = 0;

    if (k < 3)
        return g[k] / c->mass[ZNI_BODY * body + k];
    for (int i = 0; i < 3; i++)
        sum += K[k - 3 + 3 * i] * g[3 + i];
    return sum;
}

static const double *block(const zni_scene *c, zn_index side)
{
    return c->H + side * ZNI_BODY * c->d;
}

/* ---- global ---------------------------------------------------------------------- */

/* diagonal, but for the rotational blocks of spinning bodies */
static zn_status masses(zni_store *s, const zni_scene *c, zn_matrix *M)
{
    const zn_index n = ZNI_BODY * c->nb;
    zni_entries e;

    if (zni_entries_new(s, (3 + TURNS) * c->nb, &e))
        return ZN_ENOMEM;
    for (zn_index j = 0; j < n; j++) {
        const zn_index k = j % ZNI_BODY, turn = j - k + 3;
        const double *S = c->moment && k >= 3 ? c->moment + TURNS * (j / ZNI_BODY) + 3 * (k - 3) : NULL;

        for (zn_index l = 0; l < (S ? 3 : 1); l++)
            zni_entry(&e, S ? turn + l : j, j, S ? S[l] : c->mass[j]);
    }
    return zni_compress(s, n, n, &e, M);
}

zn_status zni_scene_global(zni_store *s, const zni_scene *c, zn_matrix **M,
                           zn_matrix **H)
{
    const zn_index n = ZNI_BODY * c->nb;
    zni_entries e;
    zn_status st = zni_entries_new(s, 2 * c->nc * ZNI_BODY * c->d, &e);

    *M = zni_store_alloc(s, 1, sizeof **M);
    *H = zni_store_alloc(s, 1, sizeof **H);
    if (st || !*M || !*H)
        return ZN_ENOMEM;
    for (zn_index side = 0; side < 2 * c->nc; side++)
        for (zn_index k = 0; k < ZNI_BODY * c->d && c->body[side] >= 0; k++)
            zni_entry(&e, ZNI_BODY * c->body[side] + k % ZNI_BODY,
                      c->d * (side / 2) + k / ZNI_BODY, block(c, side)[k]);
    st = masses(s, c, *M);
    return st ? st : zni_compress(s, n, c->d * c->nc, &e, *H);
}

/* ---- condensed -------------------------------------------------------------------- */

/* The sides of contacts at each body in order: first[b] .. first[b + 1] - 1. */
static zn_status sides_by_body(zni_store *s, const zni_scene *c,
                               zn_index **first, zn_index **side)
{
    zn_index *p = zni_store_alloc(s, c->nb + 2, sizeof *p);
    zn_index *at = zni_store_alloc(s, 2 * c->nc, sizeof *at);
    zn_index *body = zni_store_alloc(s, 2 * c->nc, sizeof *body);

    *first = p;
    *side = at;
    if (!p || !at || !body)
        return ZN_ENOMEM;
    for (zn_index k = 0; k < 2 * c->nc; k++)
        body[k] = c->body[k] < 0 ? c->nb : c->body[k]; /* the ground is the last body */
    zni_lists_turn(2 * c->nc, NULL, body, c->nb + 1, p, at);
    return ZN_OK;
}

/* Add H_s' M^-1 H_t of two sides at the same body. */
static void add_product(const zni_scene *c, zn_index s, zn_index t, double w[])
{
    const double *h = block(c, s), *g = block(c, t);
    const double *mass = c->mass + ZNI_BODY * c->body[s];

    for (zn_index j = 0; j < c->d; j++)
        for (zn_index i = 0; i < c->d; i++)
            for (zn_index k = 0; k < ZNI_BODY; k++)
                w[i + j * c->d] +=
                    c->moment ? h[k + i * ZNI_BODY] * response(c, c->body[s], k, g + j * ZNI_BODY)
                              : h[k + i * ZNI_BODY] * g[k + j * ZNI_BODY] / mass[k];
}

/* The contacts that share a body with contact a, which is among them, in rising order; last[b]: the contact (plus
 * one) for which b was added last. */
static zn_index neighbours(const zni_scene *c, const zn_index first[],
                           const zn_index side[], zn_index a, zn_index last[],
                           zn_index out[])
{
    zn_index n = 0;

    for (zn_index s = 2 * a; s < 2 * a + 2; s++) {
        if (c->body[s] < 0)
            continue;
        for (zn_index k = first[c->body[s]]; k < first[c->body[s] + 1]; k++) {
            const zn_index b = side[k] / 2;
            zn_index at = n;
            if (last[b] == a + 1)
                continue;
            last[b] = a + 1;
            for (; at > 0 && out[at - 1] > b; at--)
                out[at] = out[at - 1];
            out[at] = b;
            n++;
        }
    }
    return n;
}

static void fill_row(const zni_scene *c, zn_index a, zn_index n,
                     const zn_index near[], double x[])
{
    const zn_index dd = c->d * c->d;

    for (zn_index k = 0; k < n; k++)
        for (zn_index s = 2 * a; s < 2 * a + 2; s++)
            for (zn_index t = 2 * near[k]; t < 2 * near[k] + 2; t++)
                if (c->body[s] >= 0 && c->body[s] == c->body[t])
                    add_product(c, s, t, x + k * dd);
}

zn_status zni_scene_condensed(zni_store *s, const zni_scene *c, zn_matrix **W)
{
    const zn_index nc = c->nc, dd = c->d * c->d;
    zn_index *first, *side, *i = NULL, *bp;
    zn_index *p = zni_store_alloc(s, nc + 1, sizeof *p);
    zn_index *at = zni_store_alloc(s, nc + 1, sizeof *at);
    zn_index *last = zni_store_alloc(s, nc, sizeof *last);
    zn_index *near = zni_store_alloc(s, nc, sizeof *near);
    double *x;
    zn_status st = sides_by_body(s, c, &first, &side);

    *W = zni_store_alloc(s, 1, sizeof **W);
    if (st || !p || !at || !last || !near || !*W)
        return ZN_ENOMEM;
    for (zn_index a = 0; a < nc; a++) {
        p[a + 1] = p[a] + neighbours(c, first, side, a, last, near);
        at[a + 1] = c->d * (a + 1);
    }
    i = zni_store_alloc(s, p[nc], sizeof *i);
    bp = zni_store_alloc(s, p[nc], sizeof *bp);
    x = zni_store_alloc(s, p[nc] * dd, sizeof *x);
    if (!i || !bp || !x)
        return ZN_ENOMEM;
    for (zn_index a = 0; a < nc; a++)
        last[a] = 0;
    for (zn_index a = 0; a < nc; a++) {
        const zn_index n = neighbours(c, first, side, a, last, i + p[a]);
        fill_row(c, a, n, i + p[a], x + p[a] * dd);
    }
    for (zn_index k = 0; k < p[nc]; k++)
        bp[k] = k * dd;
    **W = zni_view_blocks(nc, at, p, i, bp, x);
    return ZN_OK;
}

/* ---- with a solution ---------------------------------------------------------------- */

static zn_status random_scene(zni_draws by, zni_scene *c)
{
    const zn_index d = by.o->d, nc = by.o->contacts, nb = by.o->bodies ? by.o->bodies : nc;

    *c = (zni_scene){.d = d, .nc = nc, .nb = nb};
    c->body = zni_store_alloc(by.s, 2 * nc, sizeof *c->body);
    c->H = zni_store_alloc(by.s, 2 * nc * ZNI_BODY * d, sizeof *c->H);
    c->mass = zni_store_alloc(by.s, ZNI_BODY * nb, sizeof *c->mass);
    if (!c->body || !c->H || !c->mass)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < ZNI_BODY * nb; i++) {
        const double decades = by.o->spread * zni_random_sign(by.r) / 2;
        c->mass[i] = zni_random_size(by.r) * (by.o->spread > 0 ? pow(10, decades) : 1);
    }
    for (zn_index a = 0; a < nc; a++) {
        const zn_index near = a % nb, reach = nb < 10 ? nb : 10;
        const zn_index other = (near + zni_random_below(by.r, reach)) % nb;
        c->body[2 * a] = near;
        c->body[2 * a + 1] = other == near ? -1 : other;
    }
    zni_random_vector(by.r, 2 * nc * ZNI_BODY * d, c->H);
    return zni_scene_spin(by, c);
}

static zn_status condensed(zni_draws by, const zni_scene *c, zni_law_maker *law, zni_drawn *p,
                           zni_random_result *out)
{
    const zn_index m = c->d * c->nc;
    zn_status st = zni_random_solution(by.s, m, m, out);

    if (!st)
        st = zni_scene_condensed(by.s, c, &p->W);
    if (!st)
        st = law(by, p, out->z, out->w);
    return st ? st : zni_random_rest(by.s, p->W, out->z, out->w, &p->q);
}

/* Draw v, too, and set q = M v - H r and b = u - H'v, so that z = (v, r) is a solution. */
static zn_status global(zni_draws by, const zni_scene *c, zni_law_maker *law, zni_drawn *p,
                        zni_random_result *out)
{
    const zn_index m = c->d * c->nc;
    zn_status st;

    p->n = ZNI_BODY * c->nb;
    st = zni_random_solution(by.s, p->n + m, m, out);
    p->q = zni_store_alloc(by.s, p->n, sizeof *p->q);
    p->b = zni_store_alloc(by.s, m, sizeof *p->b);
    if (!p->q || !p->b)
        st = ZN_ENOMEM;
    if (!st)
        st = zni_scene_global(by.s, c, &p->M, &p->H);
    if (st)
        return st;
    zni_random_vector(by.r, p->n, out->z);
    st = law(by, p, out->z + p->n, out->w);
    zn_matrix_mul(p->M, 1, out->z, 0, p->q);
    zn_matrix_mul(p->H, -1, out->z + p->n, 1, p->q);
    memcpy(p->b, out->w, (size_t)m * sizeof *p->b);
    zn_matrix_mul_t(p->H, -1, out->z, 1, p->b);
    return st;
}

zn_status zni_drawn_scene(zni_draws by, zni_law_maker *law, zni_drawn *p, zni_random_result *out)
{
    zni_scene c;
    const zn_status st = random_scene(by, &c);

    p->nc = by.o->contacts;
    return st ? st : (p->kept ? global : condensed)(by, &c, law, p, out);
}
