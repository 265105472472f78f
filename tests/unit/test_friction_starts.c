/* test_friction_starts.c - contacts that hold each other: what other paths and other starts solve
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_test.h"

/* Few bodies with many contacts between them at random, whose answer is made first, as those of
 * test_planar_paths.c: contacts in space, and with rolling friction in the plane and in space. */
enum { SEEDS = 4, MOST = 100 };

typedef struct kind {
    const char *class_name;
    zn_index d, most, dof; /* of a contact, contacts, of a body */
    uint64_t seeds[SEEDS]; /* all else leaves them unsolved; 0: none */
} kind;

static const kind kinds[] = {
    {"friction", 3, 33, 6, {1021, 1931, 2354}},
    {"rolling-friction", 3, 30, 3, {27, 29, 53, 88}},
    {"rolling-friction", 5, 18, 6, {33, 310, 319}},
    {"friction", 2, 15, 3, {2052, 4000, 4549, 9800}},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* M = H' H of contacts between two bodies, or one and the ground */
static void rows(rollers *c, rng *g, zn_index dof, zn_index bodies, double spread)
{
    double *size = reals(bodies); /* the root of 1 / mass */

    c->dof = dof * bodies;
    c->H = reals(c->dof * c->n);
    for (zn_index b = 0; b < bodies; b++)
        size[b] = pow(10, uniform(g, -spread / 4, spread / 4));
    for (zn_index a = 0; a < c->nc; a++)
        for (int side = 0; side < (uniform(g, 0, 1) < 0.3 ? 1 : 2); side++) {
            const zn_index b = (zn_index)integer(g, 0, (double)bodies - 1);

            for (zn_index k = dof * b; k < dof * (b + 1); k++)
                for (zn_index i = c->d * a; i < c->d * (a + 1); i++)
                    c->H[k + c->dof * i] += (1 - 2 * side) * size[b] * uniform(g, -1.7, 1.7);
        }
    free(size);
    for (zn_index j = 0; j < c->n; j++)
        for (zn_index i = 0; i < c->n; i++)
            for (zn_index k = 0; k < c->dof; k++)
                c->M[i + j * c->n] += c->H[k + c->dof * i] * c->H[k + c->dof * j];
}

/* r and u of a contact with so many discs: it is open, or each of them holds or gives way */
static void planted(rng *g, const rollers *c, zn_index a, int discs)
{
    const zn_index m = (c->d - 1) / discs;
    const double what = uniform(g, 0, 1), load = 0.01 - log(uniform(g, 1e-3, 1));
    const double part[2] = {c->mu[a], c->mur[a]};
    double *r = c->r + c->d * a, *u = c->u + c->d * a;

    if (what < 0.25)
        u[0] = load;
    else
        r[0] = load;
    for (int k = 0; k < discs; k++) {
        double *rk = r + 1 + k * m, *uk = u + 1 + k * m;

        direction(g, m, 1, rk);
        for (zn_index i = 0; i < m; i++)
            uk[i] = -rk[i];

        const bool holds = uniform(g, 0, 1) < 0.57 && r[0] > 0;
        const double speed = holds ? 0 : uniform(g, 0, 2);
        const double pull = part[k] * r[0] * (holds ? uniform(g, 0, 1) : 1);

        for (zn_index i = 0; i < m; i++) {
            rk[i] *= pull;
            uk[i] *= speed;
        }
    }
}

static void tangle(rollers *c, const kind *k, uint64_t seed)
{
    static const double mus[] = {0, 0.1, 0.3, 0.5, 0.8, 1, 2}, spreads[] = {0, 2, 6};
    static const double a_body[] = {1, 2, 4};
    const int discs = strcmp(k->class_name, "friction") ? 2 : 1;
    rng g = {seed};
    const bool alike = uniform(&g, 0, 1) < 0.5;
    const zn_index nc = (zn_index)integer(&g, (double)(k->most / 3), (double)k->most);
    const zn_index bodies = 1 + (zn_index)((double)nc / a_body[(int)integer(&g, 0, 2)]);

    rollers_new(c, k->d, nc);
    rows(c, &g, k->dof, bodies, spreads[(int)integer(&g, 0, 2)]);
    for (zn_index a = 0; a < nc; a++) {
        c->mu[a] = alike ? 2 : mus[(int)integer(&g, 0, 6)];
        c->mur[a] = alike ? 1 : mus[(int)integer(&g, 0, 6)];
        planted(&g, c, a, discs);
    }
    for (zn_index i = 0; i < c->n; i++) {
        c->q[i] = c->u[i];
        for (zn_index j = 0; j < c->n; j++)
            c->q[i] -= c->M[i + j * c->n] * c->r[j];
    }
}

/* by code of the tests' own */
static double off(const kind *k, const rollers *c, const double r[])
{
    contacts f = {.d = c->d, .nc = c->nc, .n = c->n, .M = c->M, .q = c->q, .mu = c->mu};

    return strcmp(k->class_name, "friction") ? naive_rolling(c, r) : naive_friction(&f, r);
}

/* M and q times powers of two: *left of the law, and r in the units that it had before. */
static zn_status answer(zn_ctx *ctx, const kind *k, uint64_t seed, double by_M, double by_q,
                        double *left, double r[], zn_solve_info *info)
{
    rollers c;
    zn_status st;

    tangle(&c, k, seed);
    ck_assert_double_le(off(k, &c, c.r), 1e-12);
    for (zn_index i = 0; i < c.n * c.n; i++)
        c.M[i] *= by_M;
    for (zn_index i = 0; i < c.n; i++)
        c.q[i] *= by_q;

    double *z = reals(c.n), *w = reals(c.n);
    const zn_friction f = {c.d, c.nc, &c.A, c.q, c.mu};
    const zn_rolling_friction p = {c.d, c.nc, &c.A, c.q, c.mu, c.mur};

    st = strcmp(k->class_name, "friction")
             ? run_once(ctx, k->class_name, "auto", 1e-8, &p, z, w, info)
             : run_once(ctx, k->class_name, "auto", 1e-8, &f, z, w, info);
    *left = off(k, &c, z);
    for (zn_index i = 0; i < c.n; i++)
        r[i] = z[i] * (by_M / by_q);
    free(z);
    free(w);
    rollers_free(&c);
    return st;
}

START_TEST(what_holds_itself_is_solved)
{
    const kind *k = &kinds[_i];
    zn_ctx *ctx = context();

    for (int i = 0; i < SEEDS && k->seeds[i]; i++) {
        zn_solve_info info, other;
        double left, r[MOST] = {0}, s[MOST] = {0};

        ck_assert_msg(!answer(ctx, k, k->seeds[i], 1, 1, &left, r, &info), "%s, d = %td, seed %d: %s",
                      k->class_name, k->d, (int)k->seeds[i], zn_errmsg(ctx));
        ck_assert_double_le(left, 1.0001e-8);
        /* and in other units by the same steps */
        ck_assert_int_eq(answer(ctx, k, k->seeds[i], 0x1p20, 0x1p-40, &left, s, &other), ZN_OK);
        ck_assert_int_eq(other.iterations, info.iterations);
        ck_assert_mem_eq(r, s, sizeof r);
    }
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("friction from other starts");
    TCase *tc = tcase_create("core");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, what_holds_itself_is_solved, 0, KINDS);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
