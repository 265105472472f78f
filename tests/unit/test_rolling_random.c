/* test_rolling_random.c - random families of rolling friction problems
 * SPDX-License-Identifier: Apache-2.0 */
#include "rolling_test.h"

/* contacts between bodies; fewer bodies, more redundant contacts */
typedef struct kin {
    const char *name;
    zn_index d, nc, bodies;
    double mu, mur, length;
    const char *slow; /* who may fail, in spaces */
} kin;

/* Where contacts are redundant or friction is high a single method need not end;
 * auto, which tries several, must, and nobody may end with a wrong answer. */
#define SOME " nsgs newton admm central-path "
#define HIGH " nsgs newton admm prox central-path "
static const kin families[] = {
    {"plane, one contact", 3, 1, 1, 0.5, 0.3, 1, ""},
    {"space, one contact", 5, 1, 1, 0.5, 0.3, 1, ""},
    {"plane, one contact per body", 3, 8, 8, 0.5, 0.3, 1, " admm "},
    {"plane, redundant", 3, 12, 4, 0.5, 0.3, 1, SOME},
    {"space, one contact per body", 5, 8, 8, 0.5, 0.3, 1, " admm "},
    {"space, lengths of 1 cm", 5, 8, 8, 0.5, 0.3, 1e-2, " admm "},
    {"space, lengths of 100 m", 5, 8, 8, 0.5, 0.3, 1e2, " admm "},
    {"space, some redundancy", 5, 20, 12, 0.5, 0.3, 1, SOME},
    {"space, redundant", 5, 16, 4, 0.5, 0.3, 1, SOME},
    {"space, redundant, no friction", 5, 16, 5, 0, 0.3, 1, SOME},
    /* blocks of size 4, by which reactions are measured: 1.2e-9 is what the last
     * digits of r give interior points on one of the ten */
    {"space, redundant, no rolling friction", 5, 16, 5, 0.5, 0, 1,
     SOME " interior-point "},
    {"space, neither", 5, 12, 10, 0, 0, 1, ""},
    {"plane, one contact, much friction", 3, 1, 1, 3, 3, 1, HIGH},
    {"space, one contact, much friction", 5, 1, 1, 3, 3, 1, HIGH},
    {"plane, high friction", 3, 8, 6, 2, 1, 1, HIGH},
    {"space, high friction", 5, 8, 8, 2, 1, 1, HIGH},
    {"spin, one contact", 6, 1, 1, 0.5, 0.3, 1, ""},
    {"spin, one contact per body", 6, 8, 8, 0.5, 0.3, 1, " admm "},
    {"spin, lengths of 1 cm", 6, 8, 8, 0.5, 0.3, 1e-2, " admm "},
    {"spin, some redundancy", 6, 20, 12, 0.5, 0.3, 1, SOME},
    {"spin, redundant", 6, 16, 5, 0.5, 0.3, 1, SOME " interior-point "},
    {"spin, neither", 6, 12, 10, 0, 0, 1, ""},
    {"spin, high friction", 6, 8, 8, 2, 1, 1, HIGH},
};
enum { NFAMILIES = sizeof families / sizeof families[0], ROUNDS = 10 };

static bool excused(const kin *f, const char *name)
{
    char token[64];

    snprintf(token, sizeof token, " %s ", name);
    return strstr(f->slow, token) != NULL;
}

START_TEST(every_solver_solves_what_it_is_made_for)
{
    const kin *f = &families[_i];
    rng g = {(uint64_t)(3000 + _i)};
    zn_ctx *ctx = context();
    const zn_type *t;

    printf("%s: seed %d\n", f->name, 3000 + _i);
    for (int k = 0; k < test_rounds(ROUNDS); k++) {
        rollers c;
        stored blocks;
        double *z, *w;

        rollers_random(&c, &g, f->d, f->nc, f->bodies, f->mu, f->mur,
                       f->length);
        blocks = to_blocks(c.d, c.nc, c.M);
        c.p.M = k % 2 ? &blocks.m : &c.A;
        z = reals(c.n);
        w = reals(c.n);
        /* the solution it was made with is one */
        ck_assert_double_le(naive_rolling(&c, c.r), 1e-13);
        for (zn_index i = 0; (t = zn_type_at(ctx, ZN_KIND_ROLLING_SOLVER, i));
             i++) {
            zn_status st;

            /* who may fail makes all of its steps: in every third round, full and in blocks in turn */
            if (k % 3 && excused(f, t->name))
                continue;
            memset(z, 0, (size_t)c.n * sizeof *z);
            st = run_once(ctx, "rolling-friction", t->name, 1e-9, &c.p, z, w,
                          NULL);
            if (st == ZN_UNSOLVED && excused(f, t->name))
                continue;
            ck_assert_msg(st == ZN_OK, "%s, round %d, %s: %s", f->name, k,
                          t->name, zn_errmsg(ctx));
            ck_assert_msg(naive_rolling(&c, z) <= 1.0001e-9,
                          "%s, round %d, %s: error %g", f->name, k, t->name,
                          naive_rolling(&c, z));
            /* little friction, no redundancy: one solution */
            for (zn_index e = 0;
                 e < c.n && f->nc == f->bodies && f->mu < 1 && f->length == 1;
                 e++)
                ck_assert_msg(fabs(w[e] - c.u[e]) <= 1e-5,
                              "%s, round %d, %s: u(%td) = %.9g, known %.9g",
                              f->name, k, t->name, e, w[e], c.u[e]);
        }
        free(z);
        free(w);
        stored_free(&blocks);
        rollers_free(&c);
    }
    zn_ctx_free(ctx);
}
END_TEST

/* ---- many contacts ---------------------------------------------------------- */

/* A tower of bodies with 6 velocities of unit mass, contact a between bodies a
 * and a - 1: block tridiagonal, stored as blocks; q for a known solution. */
typedef struct tower {
    stored M;
    double *q, *mu, *mur, *r, *u;
} tower;

enum { D = 5, V = 6, DD = D * D, DV = D * V };

/* x += s A'B, both V x D */
static void add_product(double s, const double A[], const double B[],
                        double x[])
{
    for (int j = 0; j < D; j++)
        for (int i = 0; i < D; i++)
            for (int k = 0; k < V; k++)
                x[i + D * j] += s * A[k + V * i] * B[k + V * j];
}

static void tower_new(tower *c, rng *g, zn_index nc)
{
    /* at the body of the contact, and at the one before */
    double *here = reals(DV * nc), *before = reals(DV * nc);
    zn_index k = 0;

    *c = (tower){.q = reals(D * nc),
                 .mu = reals(nc),
                 .mur = reals(nc),
                 .r = reals(D * nc),
                 .u = reals(D * nc)};
    c->M = (stored){.x = reals(3 * DD * nc),
                    .p = indices(nc + 1),
                    .i = indices(3 * nc),
                    .ro = indices(nc + 1),
                    .bp = indices(3 * nc)};
    for (zn_index i = 0; i < DV * nc; i++) {
        here[i] = uniform(g, -1, 1);
        before[i] = i < DV ? 0 : uniform(g, -1, 1);
    }
    for (zn_index a = 0; a < nc; a++) {
        c->mu[a] = uniform(g, 0.2, 0.6);
        c->mur[a] = uniform(g, 0.05, 0.2);
        state(g, D, c->mu[a], c->mur[a], 0, c->r + D * a, c->u + D * a);
        c->M.ro[a + 1] = D * (a + 1);
        for (zn_index b = a > 0 ? a - 1 : 0; b <= a + 1 && b < nc; b++, k++) {
            double *x = c->M.x + DD * k;

            c->M.i[k] = b;
            c->M.bp[k] = DD * k;
            if (a == b) {
                add_product(1, here + DV * a, here + DV * a, x);
                add_product(1, before + DV * a, before + DV * a, x);
            } else if (b < a) {
                add_product(1, before + DV * a, here + DV * b, x);
            } else {
                add_product(1, here + DV * a, before + DV * b, x);
            }
        }
        c->M.p[a + 1] = k;
    }
    c->M.m = (zn_matrix){.storage = ZN_BSR,
                         .rows = D * nc,
                         .cols = D * nc,
                         .x = c->M.x,
                         .p = c->M.p,
                         .i = c->M.i,
                         .nbr = nc,
                         .nbc = nc,
                         .ro = c->M.ro,
                         .co = c->M.ro,
                         .bp = c->M.bp};
    memcpy(c->q, c->u, (size_t)(D * nc) * sizeof *c->q);
    zn_matrix_mul(&c->M.m, -1, c->r, 1, c->q);
    free(here);
    free(before);
}

static void tower_free(tower *c)
{
    stored_free(&c->M);
    free(c->q);
    free(c->mu);
    free(c->mur);
    free(c->r);
    free(c->u);
}

START_TEST(five_hundred_contacts)
{
    enum { NC = 500 };
    static const char *const names[] = {"auto", "newton", "prox"};
    rng g = {91};
    tower c;
    double *z = reals(D * NC), *w = reals(D * NC), *work = reals(2 * D * NC);
    zn_rolling_friction p;
    zn_solve_info info;
    zn_ctx *ctx = context();

    tower_new(&c, &g, NC);
    p = (zn_rolling_friction){D, NC, &c.M.m, c.q, c.mu, c.mur};
    ck_assert_double_le(zn_rolling_friction_error(&p, c.r, c.u, work), 1e-13);
    for (int s = 0; s < 3; s++) {
        memset(z, 0, D * NC * sizeof *z);
        ck_assert_msg(run_once(ctx, "rolling-friction", names[s], 1e-8, &p, z,
                               w, &info) == ZN_OK,
                      "%s: %s", names[s], zn_errmsg(ctx));
        ck_assert_double_le(zn_rolling_friction_error(&p, z, w, work), 1e-8);
        printf("tower: %s (%s), %td iterations\n", names[s], info.solver,
               info.iterations);
    }
    /* a warm start is recognised */
    ck_assert_int_eq(
        run_once(ctx, "rolling-friction", "auto", 1e-8, &p, z, w, &info),
        ZN_OK);
    ck_assert_int_eq(info.iterations, 0);
    tower_free(&c);
    free(z);
    free(w);
    free(work);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rolling friction, random");
    TCase *tc = tcase_create("random");

    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_solver_solves_what_it_is_made_for, 0,
                        NFAMILIES);
    tcase_add_test(tc, five_hundred_contacts);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
