/* test_by_sets.c - the semismooth equation of a product of sets, and factors of matrices in cells
 * SPDX-License-Identifier: Apache-2.0 */
#include "lcp_test.h"

#include <zeno/generic_mechanical.h>
#include <zeno/ncp.h>
#include <zeno/soclcp.h>
#include <zeno/vi.h>

#include "solvers/core/monitor.h"
#include "solvers/linalg/cells.h"
#include "solvers/methods/by_sets.h"

/* ---- the equation ------------------------------------------------------------ */

/* Two sets of two rows, phi_a = C_a w_a + E_a z_a, so A = C_a and B = E_a. `factor` keeps
 * what it was given; the direction is d = -phi. */
typedef struct toy {
    zni_by_sets sets;
    const double *C, *E; /* 4 each of both                              */
    int factored, regular; /* calls, and the one from which there are factors */
    double B[8];
    double ab[16], phi[4];
} toy;

static void map(const void *of, zn_index a, const double w[], const double z[], double phi[],
                double A[], double B[])
{
    const toy *t = of;

    for (int i = 0; i < 2; i++) {
        phi[i] = 0;
        for (int j = 0; j < 2; j++)
            phi[i] += t->C[4 * a + i + 2 * j] * w[j] + t->E[4 * a + i + 2 * j] * z[j];
    }
    if (!A)
        return;
    memcpy(A, t->C + 4 * a, 4 * sizeof *A);
    memcpy(B, t->E + 4 * a, 4 * sizeof *B);
}

static zn_status factor(void *of)
{
    toy *t = of;

    for (int a = 0; a < 2; a++)
        memcpy(t->B + 4 * a, t->sets.B ? t->sets.B + 4 * a : t->ab + 8 * a + 4,
               4 * sizeof *t->B);
    return t->factored++ < t->regular ? ZN_ESINGULAR : ZN_OK;
}

static void keep(void *of, double b[])
{
    (void)of;
    (void)b;
}

static const double C[] = {1, 2, 0, 1, 3, 0, 1, 1}, E[] = {2, 0, 1, 1, 1, 1, 0, 4};
static const double Z[] = {1, -1, 0.5, 2}, W[] = {3, 1, -2, 1};
/* phi_1 = (3 + 2 - 1, 6 + 1 - 1), phi_2 = (-6 + 1 + 0.5, 1 + 0.5 + 8) */
static const double PHI[] = {4, 6, -4.5, 9.5};

static toy make(void)
{
    return (toy){.sets = {.n = 4, .nb = 2, .d = 2, .map = map, .factor = factor, .solve = keep,
                          .unit = 1},
                 .C = C,
                 .E = E};
}

static void place(toy *t)
{
    t->sets.A = t->ab;
    t->sets.phi = t->phi;
}

START_TEST(the_merit_is_half_of_the_square)
{
    static const zn_index ro[] = {0, 2, 4};
    const double rho[] = {0.5, 4};
    toy t = make();
    double half = 0, energy = 0;

    place(&t);
    for (int i = 0; i < 4; i++) {
        half += PHI[i] * PHI[i] / 2;
        energy += PHI[i] * PHI[i] / rho[i / 2] / 2;
    }
    ck_assert_double_eq(zni_by_sets_value(&t.sets, Z, W, true), half);
    ck_assert_mem_eq(t.phi, PHI, sizeof PHI);
    for (int a = 0; a < 2; a++) {
        ck_assert_mem_eq(t.ab + 8 * a, C + 4 * a, 4 * sizeof *C);
        ck_assert_mem_eq(t.ab + 8 * a + 4, E + 4 * a, 4 * sizeof *E);
    }
    t.sets.rho = rho;
    ck_assert_double_eq(zni_by_sets_value(&t.sets, Z, W, false), half);
    t.sets.energy = true;
    ck_assert_double_eq(zni_by_sets_value(&t.sets, Z, W, false), energy);
    /* sets of any sizes; A and B apart */
    t.sets.d = 0;
    t.sets.ro = ro;
    t.sets.B = t.ab + 8;
    ck_assert_double_eq(zni_by_sets_value(&t.sets, Z, W, true), energy);
    ck_assert_mem_eq(t.ab, C, sizeof C);
    ck_assert_mem_eq(t.ab + 8, E, sizeof E);
}
END_TEST

/* B + size E A by columns, E = turn / rho */
static void check_B(const toy *t, const double size[4])
{
    for (int a = 0; a < 2; a++)
        for (int i = 0; i < 4; i++)
            ck_assert_double_eq_tol(t->B[4 * a + i],
                                    E[4 * a + i] + size[2 * a + i / 2] * C[4 * a + i], 1e-12);
}

START_TEST(a_singular_matrix_has_a_term_that_grows)
{
    for (int regular = 0; regular < 4; regular++) {
        const double size = regular == 0 ? 0 : regular == 1 ? 1e-10 : 1e-7;
        const double all[] = {size, size, size, size};
        toy t = make();
        double d[4], m, slope;

        place(&t);
        t.regular = regular;
        ck_assert(!zni_by_sets_linearise(&t, Z, W, &m));
        ck_assert_int_eq(zni_by_sets_direction(&t, 0, Z, W, d, &slope),
                         regular < 3 ? ZN_OK : ZN_ESINGULAR);
        ck_assert_int_eq(t.factored, regular < 3 ? regular + 1 : 3);
        ck_assert_double_eq(slope, -2 * m);
        for (int i = 0; i < 4 && regular < 3; i++)
            ck_assert_double_eq(d[i], -PHI[i]);
        if (regular < 3)
            check_B(&t, all);
    }
}
END_TEST

/* what is no number is no direction */
static void broken(void *of, double b[])
{
    if (((toy *)of)->factored < 2)
        b[3] = NAN;
}

START_TEST(a_direction_without_numbers_is_tried_again)
{
    toy t = make();
    double d[4], m, slope;

    place(&t);
    t.sets.solve = broken;
    ck_assert(!zni_by_sets_linearise(&t, Z, W, &m));
    ck_assert_int_eq(zni_by_sets_direction(&t, 0, Z, W, d, &slope), ZN_OK);
    ck_assert_int_eq(t.factored, 2);
}
END_TEST

/* alpha + reg of 1 / rho by set, times turn by row; the second direction has a hundred times
 * reg, at most 1, and the next step a tenth of that */
START_TEST(terms_count_by_set_and_by_row)
{
    const double rho[] = {0.5, 4}, turn[] = {1, 3, 1, 0.25};
    const double reg = 1e-3, alpha = 0.25;
    double d[4], m, slope, w[] = {1, 1, 1, 1};
    const double ref[] = {0, 1, 0.5, 0};
    toy t = make();

    place(&t);
    t.sets.rho = rho;
    t.sets.turn = turn;
    t.sets.reg = reg;
    t.sets.alpha = alpha;
    for (int step = 0; step < 2; step++) {
        double now = step == 0 ? reg : 100 * reg / 10;

        ck_assert(!zni_by_sets_linearise(&t, Z, W, &m));
        for (int kth = 0; kth < 2 - step; kth++, now *= 100) {
            double size[4];

            for (int i = 0; i < 4; i++)
                size[i] = (alpha + now) / rho[i / 2] * turn[i];
            zni_by_sets_merit(&t, W, Z); /* a trial leaves its own phi */
            ck_assert(!zni_by_sets_direction(&t, kth, Z, W, d, &slope));
            check_B(&t, size);
            if (kth > 0)
                ck_assert_double_eq(d[0], -PHI[0]);
        }
    }
    zni_by_sets_pull(&t.sets, Z, ref, w);
    for (int i = 0; i < 4; i++)
        ck_assert_double_eq_tol(w[i], 1 + alpha / rho[i / 2] * turn[i] * (Z[i] - ref[i]), 1e-15);
    t.sets.now = 0.5;
    zni_by_sets_stronger(&t.sets);
    ck_assert_double_eq(t.sets.now, 1);
}
END_TEST

/* the root of the merit over that at the start, not below 1e-6 */
START_TEST(a_term_fades_as_the_residual_does)
{
    const double z[] = {1e-3, -1e-3, 0.5e-3, 2e-3}, w[] = {3e-3, 1e-3, -2e-3, 1e-3},
                 none[4] = {0};
    toy t = make();
    double m;

    place(&t);
    t.sets.reg = 1e-2;
    t.sets.fade = true;
    ck_assert(!zni_by_sets_linearise(&t, Z, W, &m));
    ck_assert_double_eq(t.sets.now, 1e-2);
    ck_assert(!zni_by_sets_linearise(&t, z, w, &m));
    ck_assert_double_eq_tol(t.sets.now, 1e-3, 1e-18); /* no quicker than by ten */
    ck_assert(!zni_by_sets_linearise(&t, z, w, &m));
    ck_assert(!zni_by_sets_linearise(&t, z, w, &m));
    ck_assert_double_eq_tol(t.sets.now, 1e-5, 1e-18);
    for (int i = 0; i < 3; i++)
        ck_assert(!zni_by_sets_linearise(&t, none, none, &m));
    ck_assert_double_eq(t.sets.now, 1e-6);
}
END_TEST

/* ---- cells -------------------------------------------------------------------------- */

enum { N = 6, PARTS = 3 };
static const zn_index RO[] = {0, 1, 4, 6};

/* M, of which the cell of the last part's rows and the first's columns is empty */
static void fill(double M[N * N])
{
    rng g = {5};

    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            M[i + j * N] = i == j ? 8 : i >= 4 && j < 1 ? 0 : uniform(&g, -1, 1);
}

/* the same by columns, without zeros and without M_22 */
typedef struct columns {
    zn_index p[N + 1], i[N * N];
    double x[N * N];
    zn_matrix A;
} columns;

static void store(columns *c, double M[N * N])
{
    zn_index at = 0;

    M[2 + 2 * N] = 0;
    for (int j = 0; j < N; j++) {
        c->p[j] = at;
        for (int i = 0; i < N; i++)
            if (M[i + j * N] != 0) {
                c->i[at] = i;
                c->x[at++] = M[i + j * N];
            }
    }
    c->p[N] = at;
    c->A = (zn_matrix){
        .storage = ZN_CSC, .rows = N, .cols = N, .x = c->x, .p = c->p, .i = c->i};
}

/* A and B of the parts, one behind the other, and both as whole matrices */
static void parts(double ab[], double A[N * N], double B[N * N])
{
    rng g = {9};

    memset(A, 0, N * N * sizeof *A);
    memset(B, 0, N * N * sizeof *B);
    for (int a = 0; a < PARTS; a++)
        for (int which = 0; which < 2; which++)
            for (zn_index j = RO[a]; j < RO[a + 1]; j++)
                for (zn_index i = RO[a]; i < RO[a + 1]; i++) {
                    *ab = uniform(&g, -1, 1) + (i == j);
                    (which ? B : A)[i + j * N] = *ab++;
                }
}

/* b = J x */
static void times(const double J[], const double x[], double b[])
{
    for (int i = 0; i < N; i++) {
        b[i] = 0;
        for (int j = 0; j < N; j++)
            b[i] += J[i + j * N] * x[j];
    }
}

/* Dense or sparse, what is solved is (A M + B) x = b, and (M + D + add) x = b. */
START_TEST(cells_are_the_matrix_they_were_made_of)
{
    const double x[] = {1, -2, 3, 0.5, -1, 2};
    double ab[2 * (1 + 9 + 4)], A[N * N], B[N * N];
    zn_ctx *ctx = context();
    zni_cells c = {0};
    zni_cell_lu lu = {0};

    parts(ab, A, B);
    for (int round = 0; round < 4; round++) {
        double M[N * N], J[N * N] = {0}, b[N], y[N], D[14], *to = D;
        columns s;
        const zn_matrix dense = zn_matrix_dense(N, N, M);

        fill(M);
        store(&s, M);
        ck_assert(!zni_cells_cut(ctx, &c, N, PARTS, RO));
        ck_assert(!zni_cells_set(ctx, &c, round % 2 ? &s.A : &dense));
        ck_assert_int_eq(c.nblocks, round % 2 ? 8 : 9);
        ck_assert(!zni_cell_lu_set(ctx, &lu, &c, true));
        zni_cell_lu_linear(&lu, &c, ab);
        ck_assert(!zni_cell_lu_factor(ctx, &lu, &c, false));
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++) {
                J[i + j * N] = B[i + j * N];
                for (int k = 0; k < N; k++)
                    J[i + j * N] += A[i + k * N] * M[k + j * N];
            }
        times(J, x, b);
        zni_cell_lu_solve(&lu, b);
        for (int i = 0; i < N; i++)
            ck_assert_double_eq_tol(b[i], x[i], 1e-12); /* kappa below 100 */

        for (int a = 0; a < PARTS; a++)
            for (zn_index j = RO[a]; j < RO[a + 1]; j++)
                for (zn_index i = RO[a]; i < RO[a + 1]; i++)
                    *to++ = B[i + j * N];
        zni_cell_lu_sum(&lu, &c, D, 0.75);
        for (int i = 0; i < N * N; i++)
            J[i] = M[i] + B[i] + (i % (N + 1) == 0 ? 0.75 : 0);
        const zn_matrix view = zni_cells_matrix(&c, lu.j);

        times(J, x, b);
        zn_matrix_mul(&view, 1, x, 0, y);
        for (int i = 0; i < N; i++)
            ck_assert_double_eq_tol(y[i], b[i], 1e-14 * 64);
        ck_assert(!zni_cell_lu_factor(ctx, &lu, &c, false));
        zni_cell_lu_solve(&lu, b);
        for (int i = 0; i < N; i++)
            ck_assert_double_eq_tol(b[i], x[i], 1e-12);
    }
    zni_cell_lu_fini(ctx, &lu);
    zni_cells_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* other parts of the same pattern are other cells */
START_TEST(parts_that_move_are_followed)
{
    static const zn_index other[] = {0, 3, 4, 6};
    double M[N * N];
    columns s;
    zn_ctx *ctx = context();
    zni_cells c = {0};

    fill(M);
    store(&s, M);
    for (int round = 0; round < 4; round++) {
        const zn_index *ro = round % 2 ? other : RO;
        double sum = 0;

        ck_assert(!zni_cells_cut(ctx, &c, N, PARTS, ro));
        ck_assert(!zni_cells_set(ctx, &c, &s.A));
        for (int a = 0; a < PARTS; a++) {
            const zn_index d = ro[a + 1] - ro[a];
            const double *D = c.x + c.bp[c.diag[a]];

            for (zn_index j = 0; j < d; j++)
                for (zn_index i = 0; i < d; i++)
                    sum += fabs(D[i + j * d] - M[ro[a] + i + (ro[a] + j) * N]);
        }
        ck_assert_double_eq(sum, 0);
    }
    zni_cells_fini(ctx, &c);
    zn_ctx_free(ctx);
}
END_TEST

/* A tridiagonal M in parts of three: of M + D the sparse factors have the entries of both, of
 * A M + B whole cells. One after the other, and other parts, in the same memory. */
START_TEST(a_sum_is_factored_without_the_zeros_of_cells)
{
    enum { ROWS = 300, D = 3 };
    zn_ctx *ctx = context();
    zn_index *p = indices(ROWS + 1), *i = indices(3 * ROWS), *ro = indices(ROWS + 1), at = 0;
    double *x = reals(3 * ROWS), *blocks = reals(2 * D * ROWS), *b = reals(ROWS), *y = reals(ROWS);
    const zn_matrix A = {
        .storage = ZN_CSC, .rows = ROWS, .cols = ROWS, .x = x, .p = p, .i = i};
    zni_cells c = {0};
    zni_cell_lu lu = {0};

    for (zn_index j = 0; j < ROWS; j++) {
        p[j] = at;
        for (zn_index r = j > 0 ? j - 1 : 0; r <= j + 1 && r < ROWS; r++) {
            i[at] = r;
            x[at++] = r == j ? 4 : -1;
        }
    }
    p[ROWS] = at;
    for (int round = 0; round < 6; round++) {
        const bool whole = round % 2;
        const zn_index d = round < 3 ? D : 2, nu = ROWS / d;

        for (zn_index a = 0; a <= nu; a++)
            ro[a] = d * a;
        ck_assert(!zni_cells_cut(ctx, &c, ROWS, nu, ro));
        ck_assert(!zni_cells_set(ctx, &c, &A));
        ck_assert(!zni_cell_lu_set(ctx, &lu, &c, whole));
        ck_assert(!lu.square.dense);
        /* cells on the diagonal, and one entry or a cell on either side */
        ck_assert_int_eq(lu.square.csc.nnz, nu * d * d + 2 * (nu - 1) * (whole ? d * d : 1));
        /* A: the identity; B and D: an eighth everywhere */
        for (zn_index k = 0; k < 2 * d * ROWS; k++) {
            const zn_index e = k % (2 * d * d);

            blocks[k] = whole && e < d * d ? e % (d + 1) == 0 : 0.125;
        }
        if (whole)
            zni_cell_lu_linear(&lu, &c, blocks);
        else
            zni_cell_lu_sum(&lu, &c, blocks, 0);
        ck_assert(!zni_cell_lu_factor(ctx, &lu, &c, false));
        for (zn_index r = 0; r < ROWS; r++) {
            const zn_index first = r / d * d;

            y[r] = (double)(r % 7) - 3;
            b[r] = 4 * y[r];
            b[r] -= r > 0 ? (double)((r - 1) % 7) - 3 : 0;
            b[r] -= r + 1 < ROWS ? (double)((r + 1) % 7) - 3 : 0;
            for (zn_index k = first; k < first + d; k++)
                b[r] += 0.125 * ((double)(k % 7) - 3);
        }
        zni_cell_lu_solve(&lu, b);
        for (zn_index r = 0; r < ROWS; r++)
            ck_assert_double_eq_tol(b[r], y[r], 1e-13); /* kappa below 4 */
    }
    zni_cell_lu_fini(ctx, &lu);
    zni_cells_fini(ctx, &c);
    free(p);
    free(i);
    free(ro);
    free(x);
    free(blocks);
    free(b);
    free(y);
    zn_ctx_free(ctx);
}
END_TEST

/* ---- the time of factors ---------------------------------------------------------------- */

/* A wide sparse matrix: neither factored nor analysed when the time is over. */
START_TEST(factors_of_cells_that_do_not_fit_are_not_begun)
{
    enum { ROWS = 900, SIDE = 30 };
    zn_ctx *ctx = context();
    zn_index *p = indices(ROWS + 1), *i = indices(5 * ROWS), *ro = indices(ROWS + 1), at = 0;
    double *x = reals(5 * ROWS);
    const zn_matrix A = {
        .storage = ZN_CSC, .rows = ROWS, .cols = ROWS, .x = x, .p = p, .i = i};
    zn_monitor late = {.end = zni_clock()}, early = {.end = zni_clock() + 1000};
    zni_cells c = {0};
    zni_cell_lu lu = {0};

    /* the five-point Laplacian of a square */
    for (zn_index j = 0; j < ROWS; j++) {
        const zn_index near[] = {-SIDE, -1, 0, 1, SIDE};

        p[j] = at;
        ro[j + 1] = j + 1;
        for (int k = 0; k < 5; k++) {
            const zn_index r = j + near[k];

            if (r < 0 || r >= ROWS || (k == 1 && j % SIDE == 0) || (k == 3 && r % SIDE == 0))
                continue;
            i[at] = r;
            x[at++] = k == 2 ? 4 : -1;
        }
    }
    p[ROWS] = at;
    ck_assert(!zni_cells_cut(ctx, &c, ROWS, ROWS, ro));
    ck_assert(!zni_cells_set(ctx, &c, &A));
    ck_assert(!zni_cell_lu_set(ctx, &lu, &c, true));
    ck_assert(!lu.square.dense);
    ck_assert_int_eq(zni_cell_lu_affords(ctx, &lu, &c, NULL), ZN_OK);
    ck_assert_int_eq(zni_cell_lu_affords(ctx, &lu, &c, &late), ZN_UNSOLVED);
    ck_assert(!lu.square.slu.klu_ready);
    ck_assert_int_eq(zni_cell_lu_affords(ctx, &lu, &c, &early), ZN_OK);
    ck_assert(lu.square.slu.klu_ready);
    zni_cell_lu_fini(ctx, &lu);
    zni_cells_fini(ctx, &c);
    free(p);
    free(i);
    free(ro);
    free(x);
    zn_ctx_free(ctx);
}
END_TEST

/* Whose matrix is dense, 3 on the diagonal, less 1 / 2001 everywhere: a factorisation counts 5.3e9
 * operations, more than two seconds as zni_affords has it. What comes before takes a fifth of one. */
enum { MANY = 2001 };
static const double LIMIT = 1;

static zn_status linear(void *user, const double z[], double F[])
{
    double sum = 0;

    (void)user;
    for (int i = 0; i < MANY; i++)
        sum += z[i];
    for (int i = 0; i < MANY; i++)
        F[i] = 3 * z[i] - sum / MANY - 1;
    return ZN_OK;
}

static zn_status slope(void *user, const double z[], double x[])
{
    (void)z;
    memcpy(x, user, (size_t)MANY * MANY * sizeof *x);
    return ZN_OK;
}

static void not_begun(zn_ctx *ctx, const char *kind, const char *name, const void *p)
{
    zn_solver *s;
    zn_solve_info info = {0};
    double *z = reals(MANY), *w = reals(MANY);

    ck_assert_int_eq(zn_solver_new(ctx, kind, name, &s), ZN_OK);
    zn_solver_set_time_limit(s, LIMIT);
    ck_assert_int_eq(zn_solver_solve(s, p, z, w, &info), ZN_UNSOLVED);
    ck_assert_msg(info.outcome == ZN_TIME_LIMIT && info.iterations == 0,
                  "%s %s: outcome %d after %td steps", kind, name, (int)info.outcome,
                  info.iterations);
    zn_solver_free(s);
    free(z);
    free(w);
}

START_TEST(no_newton_and_no_interior_point_begins_what_does_not_fit)
{
    zn_ctx *ctx = context();
    double *M = reals(MANY * MANY), *q = reals(MANY), *tau = reals(MANY);
    zn_index *at = indices(MANY + 1);
    unsigned char *kind = calloc(MANY, sizeof *kind);
    const zn_matrix A = zn_matrix_dense(MANY, MANY, M);

    for (int i = 0; i < MANY * MANY; i++)
        M[i] = (i % (MANY + 1) == 0 ? 3 : 0) - 1.0 / MANY;
    for (int i = 0; i < MANY; i++) {
        q[i] = -1;
        tau[i] = 1;
        at[i + 1] = i + 1;
        kind[i] = ZN_GENERIC_UNILATERAL;
    }
    const zn_soclcp cones = {.n = MANY, .M = &A, .q = q, .ncones = MANY, .cone = at, .tau = tau};
    const zn_generic mechanical = {
        .n = MANY, .M = &A, .q = q, .nb = MANY, .start = at, .kind = kind};
    const zn_ncp ncp = {.n = MANY, .F = linear, .jacobian = slope, .user = M};
    const zn_vi vi = {.n = MANY, .F = linear, .jacobian = slope, .user = M};

    not_begun(ctx, "soclcp", "newton-fb", &cones);
    not_begun(ctx, "soclcp", "interior-point", &cones);
    not_begun(ctx, "generic-mechanical", "newton", &mechanical);
    not_begun(ctx, "ncp", "newton-fb", &ncp);
    not_begun(ctx, "ncp", "newton-min", &ncp);
    not_begun(ctx, "vi", "box-newton", &vi);
    free(M);
    free(q);
    free(tau);
    free(at);
    free(kind);
    zn_ctx_free(ctx);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("equations by sets");
    TCase *tc = tcase_create("by sets");

    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, the_merit_is_half_of_the_square);
    tcase_add_test(tc, a_singular_matrix_has_a_term_that_grows);
    tcase_add_test(tc, a_direction_without_numbers_is_tried_again);
    tcase_add_test(tc, terms_count_by_set_and_by_row);
    tcase_add_test(tc, a_term_fades_as_the_residual_does);
    tcase_add_test(tc, cells_are_the_matrix_they_were_made_of);
    tcase_add_test(tc, parts_that_move_are_followed);
    tcase_add_test(tc, a_sum_is_factored_without_the_zeros_of_cells);
    tcase_add_test(tc, factors_of_cells_that_do_not_fit_are_not_begun);
    tcase_add_test(tc, no_newton_and_no_interior_point_begins_what_does_not_fit);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
