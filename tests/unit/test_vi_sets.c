/* test_vi_sets.c - variational inequalities of which little is known: no Jacobian, any set
 * SPDX-License-Identifier: Apache-2.0 */
#include "vi_test.h"

/* F(z) = M z + q + c z^3 row by row, M of half the rank or less and perhaps with a skew part that is much larger:
 * monotone maps, flat in directions at solutions or along which projections turn in circles. A solution is drawn
 * first. */
enum { MOST = 20, SEEDS = 120 };

typedef struct cubic {
    zn_index n;
    double M[MOST * MOST], q[MOST], c[MOST], radius;
    bool outside; /* F was asked where it is not defined */
} cubic;

typedef enum shape { BOX, BALL, CONES, SHAPES } shape;

static zn_status value(void *user, const double z[], double out[])
{
    cubic *k = user;
    double square = 0;

    for (zn_index i = 0; i < k->n; i++) {
        out[i] = k->q[i] + k->c[i] * z[i] * z[i] * z[i];
        for (zn_index j = 0; j < k->n; j++)
            out[i] += k->M[i + j * k->n] * z[j];
        square += z[i] * z[i];
    }
    k->outside = k->outside || (k->radius > 0 && sqrt(square) > k->radius * (1 + 1e-12));
    return ZN_OK;
}

static zn_status ball(void *user, double x[])
{
    const cubic *k = user;
    double square = 0;

    for (zn_index i = 0; i < k->n; i++)
        square += x[i] * x[i];
    for (zn_index i = 0; i < k->n && square > k->radius * k->radius; i++)
        x[i] *= k->radius / sqrt(square);
    return ZN_OK;
}

static void make_map(rng *g, cubic *k)
{
    const zn_index n = k->n, rank = 1 + (zn_index)integer(g, 0, (double)n / 2);
    const double skew = uniform(g, 0, 1) < 0.5 ? 0 : exp2(integer(g, -2, 6)),
                 cubes = uniform(g, 0, 1) < 0.5 ? 0 : exp2(integer(g, 0, 8));
    double B[MOST * MOST];

    for (zn_index i = 0; i < n * rank; i++)
        B[i] = uniform(g, -1, 1);
    for (zn_index i = 0; i < n; i++) {
        k->c[i] = cubes * uniform(g, 0, 1);
        for (zn_index j = 0; j < n; j++) {
            k->M[i + j * n] = 0;
            for (zn_index r = 0; r < rank; r++)
                k->M[i + j * n] += B[i * rank + r] * B[j * rank + r];
        }
    }
    for (zn_index i = 0; i < n; i++)
        for (zn_index j = 0; j < i && uniform(g, 0, 1) < 0.7; j++) {
            const double s = skew * uniform(g, -1, 1);

            k->M[i + j * n] += s;
            k->M[j + i * n] -= s;
        }
}

/* a bound on one side, z on it with w, or 0 */
static void in_box(rng *g, zn_index n, double lb[], double z[], double w[])
{
    for (zn_index i = 0; i < n; i++) {
        lb[i] = uniform(g, -1, 1);

        const bool on = lb[i] > 0 || uniform(g, 0, 1) < 0.5;

        z[i] = on ? lb[i] : 0;
        w[i] = on ? uniform(g, 0, 1) : 0;
    }
}

/* on the sphere, -w outward or 0 */
static void on_ball(rng *g, cubic *k, double z[], double w[])
{
    const double force = uniform(g, 0, 1) < 0.5 ? 0 : 2;
    double square = 0;

    for (zn_index i = 0; i < k->n; i++) {
        z[i] = uniform(g, -1, 1);
        square += z[i] * z[i];
    }
    k->radius = sqrt(square);
    for (zn_index i = 0; i < k->n; i++)
        w[i] = -force * z[i];
}

/* cones of two rows |z_1| <= z_0, a last one of one: on a border each, or one of both is 0 */
static zn_index in_cones(rng *g, zn_index n, zn_cone cones[], double z[], double w[])
{
    static const double tau = 1;
    zn_index k = 0;

    for (zn_index i = 0; i < n; i += 2, k++) {
        const double what = uniform(g, 0, 1), side = uniform(g, 0, 1) < 0.5 ? -1 : 1;
        const bool one = i + 1 == n;

        cones[k] = one ? (zn_cone){zn_set_orthant(), 1, 0, NULL}
                       : (zn_cone){zn_set_second_order_cone(), 2, 1, &tau};
        z[i] = what < 0.6 ? uniform(g, 0.1, 2) : 0;
        w[i] = what > 0.3 && !(one && what < 0.6) ? uniform(g, 0.1, 2) : 0;
        if (one)
            continue;
        z[i + 1] = side * z[i];
        w[i + 1] = -side * w[i];
    }
    return k;
}

/* |z - P(z - F)|, of code that no solver calls, over the largest |F_i| at P(0) as the measure has it */
static double natural(const zn_vi *p, const double z[])
{
    double F[MOST], x[MOST], work[4 * MOST], off = 0;

    p->F(p->user, z, F);
    for (zn_index i = 0; i < p->n; i++)
        x[i] = z[i] - F[i];
    if (p->project)
        p->project(p->user, x);
    for (zn_index c = 0, at = 0; c < p->ncones; at += p->cones[c++].size)
        zn_cone_project(&p->cones[c], x + at, x + at, work);
    for (zn_index i = 0; i < p->n; i++) {
        x[i] = p->lb && x[i] < p->lb[i] ? p->lb[i] : x[i];
        off = fmax(off, fabs(z[i] - x[i]));
    }
    return off;
}

START_TEST(nothing_has_to_be_known_but_values_and_a_projection)
{
    zn_ctx *ctx = context();
    zn_solver *s;

    ck_assert(!zn_solver_new(ctx, "vi", "auto", &s));
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        rng g = {seed};
        cubic k = {.n = (zn_index)integer(&g, 1, MOST)};
        double z0[MOST], w0[MOST], lb[MOST], z[MOST] = {0}, w[MOST], work[4 * MOST];
        zn_cone cones[MOST];
        zn_vi p = {.n = k.n, .F = value, .user = &k, .work = work};

        make_map(&g, &k);
        if (_i == BOX) {
            in_box(&g, k.n, lb, z0, w0);
            p.lb = lb;
        } else if (_i == BALL) {
            on_ball(&g, &k, z0, w0);
            p.project = ball;
        } else {
            p.ncones = in_cones(&g, k.n, cones, z0, w0);
            p.cones = cones;
        }
        value(&k, z0, k.q); /* q is 0 yet */
        for (zn_index i = 0; i < k.n; i++)
            k.q[i] = w0[i] - k.q[i];
        k.outside = false;
        ck_assert_msg(!zn_vi_solve(s, &p, z, w, NULL), "seed %d: %s", (int)seed, zn_errmsg(ctx));
        ck_assert_msg(!k.outside, "seed %d: F was asked outside", (int)seed);
        /* 1e-8 of F at P(0), whose rows are less than 20 times 64 + 10 and, of 256, cubes of 3 */
        ck_assert_double_le(natural(&p, z), 1e-8 * 9000);
    }
    zn_solver_free(s);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("vi, any set");
    TCase *tc = tcase_create("sets");

    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, nothing_has_to_be_known_but_values_and_a_projection, 0, SHAPES);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
