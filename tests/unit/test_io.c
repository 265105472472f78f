/* test_io.c - problem files: layouts, round trips, failures
 * SPDX-License-Identifier: Apache-2.0 */
#include "io_test.h"
#include "tests/unit/comma.h"

#include <zeno/multiple_impact.h>
#include <zeno/plasticity.h>

/* ---- layouts, by hand ---------------------------------------------------- */

START_TEST(a_dense_matrix_is_by_columns_and_comments_may_follow)
{
    zn_problem_file *f = parse("lcp", "2\n0\n2\n2\n2\t2\n1 2\n3 4\n-5\n-6\n"
                                      "Cottle, Pang & Stone, 4.4.23\n");
    const zn_lcp *p = zn_problem_file_problem(f);

    ck_assert_str_eq(zn_problem_file_class(f), "lcp");
    ck_assert_int_eq(zn_problem_file_nz(f), 2);
    ck_assert_int_eq(zn_problem_file_nw(f), 2);
    ck_assert_int_eq(zn_problem_file_contacts(f), 0);
    ck_assert(zn_matrix_get(p->M, 1, 0) == 2);
    ck_assert(zn_matrix_get(p->M, 0, 1) == 3);
    ck_assert(p->q[0] == -5 && p->q[1] == -6);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(lines_and_exponents_of_other_programs_are_read)
{
    /* remarks in front and between, lines and the mark of Windows, Fortran's exponents */
    zn_problem_file *f = parse("lcp", "\xEF\xBB\xBF# a remark: 7 8\r\n2\r\n0 2 2\r\n2 2\r\n"
                                      "1.D+00 2d0 # by columns\r\n"
                                      "0.3D+01 40.D-1\r\n-5 -6.0E0");
    const zn_lcp *p = zn_problem_file_problem(f);

    for (int k = 0; k < 4; k++)
        ck_assert(zn_matrix_get(p->M, k % 2, k / 2) == k + 1);
    ck_assert(p->q[0] == -5 && p->q[1] == -6);
    zn_problem_file_free(f);
    ck_assert_int_eq(zn_problem_file_parse(ctx, "1 0 1 1 1 1 1DD0 1", 18, "lcp",
                                           &f),
                     ZN_EINVAL);
    ck_assert_msg(strstr(zn_errmsg(ctx), "'1DD0' is not a number"), "%s",
                  zn_errmsg(ctx));
}
END_TEST

START_TEST(block_rows_keep_their_blocks)
{
    /* rows cut 2 + 1; block (0,1) before (0,0) in the list; (1,0) not stored */
    zn_problem_file *f = parse("lcp", "3 1 3 3 3 2 2  2 3  2 3  3 3\n"
                                      "0 2 3  1 0 1\n"
                                      "0 7 8\n1 1 2 3 4\n2 9\n-1 -2 -3\n");
    const zn_matrix *M = ((const zn_lcp *)zn_problem_file_problem(f))->M;
    const double dense[] = {1, 2, 0, 3, 4, 0, 7, 8, 9};
    const zn_matrix D = zn_matrix_dense(3, 3, dense);

    ck_assert_int_eq(M->storage, ZN_BSR);
    ck_assert_int_eq(zn_matrix_nnz(M), 7);
    same_matrix(&D, M);
    zn_problem_file_free(f);
}
END_TEST

/* M = [1.5 2; 0 3] in each sparse layout */
static const char *const sparse[] = {
    "1\nmade by hand\ntriplet: 2-by-2, nzmax: 9 nnz: 4\n"
    "  1 1 : 3\n  0 0 : 1\n  0 1 : 2\n 0 0 : 0.5\n",
    "2\nmade by hand\n2-by-2, nzmax: 3 nnz: 3, 1-norm: 5\n"
    "    col 0 : locations 0 to 0\n      0 : 1.5\n"
    "    col 1 : locations 1 to 2\n      1 : 3\n      0 : 2\n",
    "3\nmade by hand\ncsr: 2-by-2, nzmax: 3 nnz: 3, 1-norm: 5\n"
    "    row 0 : locations 0 to 1\n      0 : 1.5\n      1 : 2\n"
    "    row 1 : locations 2 to 2\n      1 : 3\n",
    /* blank lines, a remark without words, lines that end as on old machines */
    "1\n\n \nby hand\n\n\t\ntriplet: 2-by-2, nzmax: 9 nnz: 3\n"
    "  1 1 : 3\n\n  0 0 : 1.5\n  0 1 : 2\n",
    "1\n\ntriplet: 2-by-2, nzmax: 9 nnz: 3\n 1 1 : 3\n 0 0 : 1.5\n 0 1 : 2\n",
    "1\rby hand\rtriplet: 2-by-2, nzmax: 3 nnz: 3\r"
    "  1 1 : 3 # remark\r  0 0 : 1.5\r  0 1 : 2\r",
};
enum { SPARSE = sizeof sparse / sizeof sparse[0] };

START_TEST(sparse_layouts_become_sorted_columns)
{
    char text[400];
    const double dense[] = {1.5, 0, 2, 3};
    const zn_matrix D = zn_matrix_dense(2, 2, dense);

    snprintf(text, sizeof text, "2\n2\n2\n2\n%s\n-1 -1\n", sparse[_i]);
    zn_problem_file *f = parse("lcp", text);
    const zn_matrix *M = ((const zn_lcp *)zn_problem_file_problem(f))->M;

    ck_assert_int_eq(M->storage, ZN_CSC);
    ck_assert_int_eq(zn_matrix_nnz(M), 3); /* (0,0) twice: added up */
    same_matrix(&D, M);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(half_a_matrix_is_mirrored)
{
    zn_problem_file *f =
        parse("lcp", "2 2 2 2 4\nhalf\ntriplet: 2-by-2, nzmax: 3 nnz: 3\n"
                     "0 0 : 4\n1 0 : -1\n1 1 : 5\n 1 1\n");
    const double dense[] = {4, -1, -1, 5};
    const zn_matrix D = zn_matrix_dense(2, 2, dense);

    same_matrix(&D, ((const zn_lcp *)zn_problem_file_problem(f))->M);
    zn_problem_file_free(f);
}
END_TEST

/* one equality, two complementarities: A = 2, B = [3 4; 5 6], C = [7 8],
 * D = [9; 10], a = 11, b = [12; 13] */
#define PIECES "2  3 4 5 6  7 8  9 10  11 12 13\n"
/* the same rows, the equality in the middle: v1, u, v2; by columns */
#define MARKED "0 1 2 3\n1 0 1\n0 3 3 3 3\n3 7 5  9 2 10  4 8 6\n 12 11 13\n"

START_TEST(mixed_problems_come_as_one_matrix_or_as_pieces)
{
    zn_problem_file *f = parse("mlcp", "1 0 1 2\n" MARKED);
    const zn_mlcp *p = zn_problem_file_problem(f);

    ck_assert_int_eq(p->n, 3);
    ck_assert(!p->eq[0] && p->eq[1] && !p->eq[2]);
    ck_assert(zn_matrix_get(p->M, 1, 2) == 8 && p->q[1] == 11);
    zn_problem_file_free(f);

    f = parse("mlcp", "0 1 1 2\n" PIECES);
    p = zn_problem_file_problem(f);
    ck_assert(p->eq[0] && !p->eq[1] && !p->eq[2]);
    ck_assert(zn_matrix_get(p->M, 0, 2) == 8);  /* C */
    ck_assert(zn_matrix_get(p->M, 2, 0) == 10); /* D */
    ck_assert(zn_matrix_get(p->M, 1, 2) == 4);  /* B by rows */
    ck_assert(p->q[0] == 11 && p->q[2] == 13);
    zn_problem_file_free(f);

    /* both, which agree in spite of the order */
    f = parse("mlcp", "1 1 1 2\n" MARKED PIECES);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(mixed_problems_of_the_older_layout_are_read)
{
    /* n = 1, m = 2, rows: A, B, C, D by rows, a, b; what siconos 4.4 reads from it
     * (mixedLinearComplementarity_newFromFileOld) */
    static const char text[] =
        "1 2 3 1.5 2 3 4.5 5 6 7 8 9 -1 -2 -3 11 12 13";
    static const double M[9] = {1.5, 8, 9, 6, 2, 4.5, 7, 3, 5};
    zn_problem_file *f = parse("mlcp", text);
    const zn_mlcp *p = zn_problem_file_problem(f);

    for (int k = 0; k < 9; k++)
        ck_assert(zn_matrix_get(p->M, k % 3, k / 3) == M[k]);
    for (int k = 0; k < 3; k++)
        ck_assert(p->q[k] == -1 - k && p->eq[k] == (k == 0));
    zn_problem_file_free(f);
    found_as("a.dat", text, "mlcp");
    found_as("a.dat", "1 1 2 1.5 2 3 4.5 -5 -6", "mlcp");
}
END_TEST

START_TEST(a_bound_may_be_infinite)
{
    zn_problem_file *f =
        parse("relay", "2 0 2 2 2 2 1 0 0 1 -1 -1  -inf 0  1 INF");
    const zn_relay *p = zn_problem_file_problem(f);

    ck_assert(isinf(p->lb[0]) && p->lb[0] < 0 && isinf(p->ub[1]));
    zn_problem_file_free(f);
}
END_TEST

START_TEST(a_plasticity_problem_may_lack_its_model)
{
#define POINT "0 3 3 3 3\n1 0 0 0 1 0 0 0 1\n-1 1 3\n"
    zn_problem_file *f = parse("plasticity", "3 1 2\n" POINT ".5\n");
    const zn_plasticity *p = zn_problem_file_problem(f);

    ck_assert_int_eq(p->model, ZN_VON_MISES);
    ck_assert(p->sigma_y[0] == 0.5 && !p->eta);
    ck_assert_str_eq(zn_problem_file_part(f, 0)->name, "r");
    zn_problem_file_free(f);
    f = parse("plasticity", "3 1 1\n" POINT ".5 .25\n");
    p = zn_problem_file_problem(f);
    ck_assert_int_eq(p->model, ZN_DRUCKER_PRAGER);
    ck_assert(p->eta[0] == 0.5 && p->theta[0] == 0.25);
    zn_problem_file_free(f);
    f = parse("plasticity", "3 1\n" POINT ".5 .25\n");
    p = zn_problem_file_problem(f);
    ck_assert_int_eq(p->model, ZN_DRUCKER_PRAGER);
    ck_assert(p->M->storage == ZN_DENSE && p->theta[0] == 0.25);
    zn_problem_file_free(f);
}
END_TEST

/* that text is a contact with rolling friction in the plane, or one in space and a
 * number that some writers leave behind */
START_TEST(plasticity_is_not_guessed_from_the_text)
{
    char path[64];
    FILE *out;
    zn_problem_file *f;

    temporary(path, ".dat");
    out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fputs("3 1\n" POINT ".5 0\n", out);
    fclose(out);
    ck_assert_int_eq(zn_problem_file_read(ctx, path, NULL, &f), ZN_EINVAL);
    ck_assert_msg(
        strstr(zn_errmsg(ctx),
               "could be: friction, rolling-friction, plasticity; name it"),
        "%s", zn_errmsg(ctx));
    ck_assert_int_eq(zn_problem_file_read(ctx, path, "plasticity", &f), ZN_OK);
    ck_assert_str_eq(zn_problem_file_class(f), "plasticity");
    zn_problem_file_free(f);
    unlink(path);
#undef POINT
}
END_TEST

START_TEST(the_pieces_of_a_solution_have_the_names_of_the_class)
{
    zn_problem_file *f = parse("fc2d", "2 1 0 2 2 2 2  2 0 0 2  -1 0.5  0.25");
    const zn_solution_part *r = zn_problem_file_part(f, 0);
    const zn_solution_part *u = zn_problem_file_part(f, 1);

    ck_assert_str_eq(zn_problem_file_class(f), "friction");
    ck_assert_int_eq(zn_problem_file_contacts(f), 1);
    ck_assert_str_eq(r->name, "r");
    ck_assert(!r->in_w && r->start == 0 && r->length == 2);
    ck_assert_str_eq(u->name, "u");
    ck_assert(u->in_w && u->length == 2);
    ck_assert_ptr_null(zn_problem_file_part(f, 2));
    ck_assert_ptr_null(zn_problem_file_part(f, -1));
    zn_problem_file_free(f);
}
END_TEST

/* ---- there and back ------------------------------------------------------ */

/* numbers that six digits do not hold */
static const double odd[9] = {
    1. / 3, -2e-300, 0, 7e300, 1 + 0x1p-52, -0.1, 1e-17, -3, 12345678.87654321};

/* the same 3 x 3 values in each storage */
static zn_matrix stored(zn_storage storage)
{
    static const zn_index p3[] = {0, 3, 6, 9},
                          i3[] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
    static const zn_index cut[] = {0, 1, 3}, pb[] = {0, 2, 4},
                          ib[] = {0, 1, 0, 1};
    static const zn_index bp[] = {0, 1, 3, 5};
    /* blocks by columns: 1x1, 1x2, 2x1, 2x2 */
    static double x[9];
    static const int from[9] = {0, 3, 6, 1, 2, 4, 5, 7, 8};

    for (int k = 0; k < 9; k++)
        x[k] = odd[from[k]];
    if (storage == ZN_DENSE)
        return zn_matrix_dense(3, 3, odd);
    if (storage == ZN_CSC)
        return (zn_matrix){.storage = ZN_CSC,
                           .rows = 3,
                           .cols = 3,
                           .x = odd,
                           .p = p3,
                           .i = i3};
    return (zn_matrix){.storage = ZN_BSR,
                       .rows = 3,
                       .cols = 3,
                       .x = x,
                       .p = pb,
                       .i = ib,
                       .nbr = 2,
                       .nbc = 2,
                       .ro = cut,
                       .co = cut,
                       .bp = bp};
}

static zn_problem_file *there_and_back(const char *class, const void *p)
{
    char path[64];
    zn_problem_file *f;

    temporary(path, ".dat");
    ck_assert_msg(!zn_problem_file_write(ctx, path, class, p), "%s",
                  zn_errmsg(ctx));
    ck_assert_msg(!zn_problem_file_read(ctx, path, class, &f), "%s",
                  zn_errmsg(ctx));
    unlink(path);
    return f;
}

START_TEST(what_is_written_reads_back_bit_by_bit)
{
    const zn_matrix M = stored((zn_storage)_i);
    const double q[] = {odd[4], odd[5], odd[8]}, lb[] = {-1, -INFINITY, 0};
    const double ub[] = {1. / 3, 2, INFINITY};
    const unsigned char eq[] = {0, 1, 0};
    const zn_lcp lcp = {3, &M, q};
    const zn_mlcp mlcp = {3, &M, q, eq};
    const zn_relay relay = {3, &M, q, lb, ub};
    const double mu[] = {0.7};
    const zn_friction friction = {3, 1, &M, q, mu};
    zn_problem_file *f = there_and_back("lcp", &lcp);
    const zn_lcp *p = zn_problem_file_problem(f);

    ck_assert_int_eq(p->M->storage, M.storage);
    same_matrix(&M, p->M);
    same_reals(q, p->q, 3);
    zn_problem_file_free(f);

    f = there_and_back("mlcp", &mlcp);
    const zn_mlcp *m = zn_problem_file_problem(f);
    ck_assert(!memcmp(m->eq, eq, sizeof eq));
    same_matrix(&M, m->M);
    zn_problem_file_free(f);

    f = there_and_back("relay", &relay);
    const zn_relay *r = zn_problem_file_problem(f);
    same_reals(lb, r->lb, 3);
    same_reals(ub, r->ub, 3);
    zn_problem_file_free(f);

    f = there_and_back("friction", &friction);
    const zn_friction *c = zn_problem_file_problem(f);
    ck_assert(c->d == 3 && c->nc == 1 && c->mu[0] == 0.7);
    same_matrix(&M, c->M);
    zn_problem_file_free(f);
}
END_TEST

/* Springs beside an equality, and rigid contacts. */
START_TEST(a_multiple_impact_reads_back)
{
    const double x[] = {2, -1, 0, -1, 2, -1, 0, -1, 2},
                 q[] = {-1. / 3, 0, 1e-300};
    const zn_matrix M = zn_matrix_dense(3, 3, x);
    const double K = _i ? INFINITY : 1. / 3;
    const zn_compliance of[] = {{K, 1, 0.5}, {0, 0, 0}, {K, 1.5, 0.1}};
    const unsigned char eq[] = {0, 1, 0};
    const zn_multiple_impact p = {3, &M, q, of, eq, NULL};
    const zn_compliance rigid[] = {of[0], of[2], of[0]};
    const zn_multiple_impact all = {3, &M, q, rigid, NULL, NULL};
    zn_problem_file *f = there_and_back("multiple-impact", _i ? &all : &p);
    const zn_multiple_impact *back = zn_problem_file_problem(f);

    same_matrix(&M, back->M);
    same_reals(q, back->q, 3);
    for (int i = 0; i < 3; i++) {
        const zn_compliance *c = &(_i ? rigid : of)[i];
        ck_assert_int_eq(back->eq[i], _i ? 0 : eq[i]);
        ck_assert(back->of[i].K == c->K);
        ck_assert(back->eq[i] ||
                  (back->of[i].eta == c->eta && back->of[i].e == c->e));
    }
    ck_assert_str_eq(zn_problem_file_part(f, 0)->name, "P");
    zn_problem_file_free(f);
}
END_TEST

START_TEST(friction_of_an_impact_reads_back)
{
    const double x[] = {2, -1, -1, 2}, q[] = {-1, 0}, mu[] = {1. / 3, -1};
    const zn_matrix M = zn_matrix_dense(2, 2, x);
    /* what a tangent has of it does not matter */
    const zn_compliance of[] = {{5, 1, 0.5}, {_i ? 0 : 5, 1, 0.5}};
    const zn_multiple_impact p = {2, &M, q, of, NULL, mu};
    zn_problem_file *f = there_and_back("multiple-impact", &p);
    const zn_multiple_impact *back = zn_problem_file_problem(f);

    same_reals(mu, back->mu, 2);
    ck_assert(back->of[0].K == 5 && !back->eq[0] && !back->eq[1]);
    zn_problem_file_free(f);
}
END_TEST

/* `inf` behind what another class reads is a number too: the class is clear. */
START_TEST(rigid_contacts_are_known_by_their_text)
{
    const double x[] = {2, -1, -1, 2}, q[] = {-1, 0};
    const zn_matrix M = zn_matrix_dense(2, 2, x);
    const zn_compliance of[] = {{INFINITY, 1, 0.5}, {INFINITY, 1.5, 0.1}};
    const zn_multiple_impact p = {2, &M, q, of, NULL, NULL};
    char path[64];
    zn_problem_file *f;

    temporary(path, ".dat");
    ck_assert_msg(!zn_problem_file_write(ctx, path, "multiple-impact", &p),
                  "%s", zn_errmsg(ctx));
    ck_assert_msg(!zn_problem_file_read(ctx, path, NULL, &f), "%s",
                  zn_errmsg(ctx));
    ck_assert_str_eq(zn_problem_file_class(f), "multiple-impact");
    zn_problem_file_free(f);
    unlink(path);
}
END_TEST

START_TEST(marks_of_any_pattern_survive)
{
    const double x[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, q[] = {1, 2, 3};
    const zn_matrix M = zn_matrix_dense(3, 3, x);

    for (int bits = 0; bits < 8; bits++) {
        unsigned char eq[3] = {bits & 1, bits >> 1 & 1, bits >> 2 & 1};
        const zn_mlcp p = {3, &M, q, eq};
        zn_problem_file *f = there_and_back("mlcp", &p);
        const zn_mlcp *back = zn_problem_file_problem(f);

        ck_assert(!memcmp(back->eq, eq, sizeof eq));
        zn_problem_file_free(f);
    }
}
END_TEST

START_TEST(a_mixed_problem_may_have_more_equations_than_unknowns)
{
    /* u - v = 0; w = u + v - 1 and the equation -u - v + 1 = 0: M alone has the
     * unpaired row last and all of q; with the pieces q is short, and of M's
     * rows the second is the one that the pieces do not have */
    zn_problem_file *f = parse("mlcp", "1 0 1 1 0 1 2 0 1\n"
                                       "0 3 2 3 2 1 1 -1 -1 1 -1 0 -1 1\n");
    const zn_mlcp *p = zn_problem_file_problem(f), *back;

    ck_assert(p->n == 2 && p->M->rows == 3 && p->q[2] == 1);
    ck_assert(p->eq[0] && !p->eq[1]);
    zn_problem_file *again = there_and_back("mlcp", p);
    back = zn_problem_file_problem(again);
    same_matrix(p->M, back->M);
    same_reals(p->q, back->q, 3);
    zn_problem_file_free(again);
    zn_problem_file_free(f);

    f = parse("mlcp", "1 1 1 1 0 1 2 0 1\n"
                      "0 3 2 3 2 1 -1 1 -1 -1 1 0 1\n 1 1 -1 1 0 -1\n");
    p = zn_problem_file_problem(f);
    ck_assert(p->n == 2 && p->M->rows == 3);
    ck_assert(p->q[0] == 0 && p->q[1] == -1 && p->q[2] == 1);
    ck_assert(zn_matrix_get(p->M, 2, 0) == -1 &&
              zn_matrix_get(p->M, 1, 1) == 1);
    zn_problem_file_free(f);
}
END_TEST

START_TEST(a_locale_with_a_comma_changes_nothing)
{
    char folder[] = "/tmp/zeno-commaXXXXXX", half[8];
    const double x = 0.5, q = -0.25;
    const zn_matrix M = zn_matrix_dense(1, 1, &x);
    const zn_lcp p = {1, &M, &q};

    ck_assert_ptr_nonnull(mkdtemp(folder));
    if (!comma_use(folder)) {
        rmdir(folder);
        return;
    }
    zn_problem_file *f = there_and_back("lcp", &p);
    ck_assert(((const zn_lcp *)zn_problem_file_problem(f))->q[0] == -0.25);
    zn_problem_file_free(f);
    f = parse("lcp", "1 0 1 1 1 1 1.5 -2.5");
    ck_assert(((const zn_lcp *)zn_problem_file_problem(f))->q[0] == -2.5);
    zn_problem_file_free(f);
    snprintf(half, sizeof half, "%g", x);
    ck_assert_str_eq(half, "0,5"); /* the user has his own again */
    comma_drop(folder);
    rmdir(folder);
}
END_TEST

/* ---- files ---------------------------------------------------------------- */

START_TEST(files_that_are_not_there_or_cannot_be_written)
{
    const double one = 1;
    const zn_matrix M = zn_matrix_dense(1, 1, &one);
    const zn_lcp p = {1, &M, &one};
    zn_problem_file *f;

    ck_assert_int_eq(zn_problem_file_read(ctx, "/nowhere/x.dat", NULL, &f),
                     ZN_ENOENT);
    ck_assert_str_eq(zn_errmsg(ctx),
                     "'/nowhere/x.dat': No such file or directory");
    ck_assert_int_eq(zn_problem_file_read(ctx, "/tmp", NULL, &f), ZN_EIO);
    /* no end, and nobody would wait for it */
    ck_assert_int_eq(zn_problem_file_read(ctx, "/dev/zero", NULL, &f), ZN_EIO);
    ck_assert_ptr_nonnull(strstr(zn_errmsg(ctx), "it is a device"));
    ck_assert_ptr_null(f);
    ck_assert_int_eq(zn_problem_file_write(ctx, "/nowhere/x.dat", "lcp", &p),
                     ZN_EIO);
    ck_assert_int_eq(zn_problem_file_write(ctx, "/tmp/x.dat", "socks", &p),
                     ZN_ENOENT);
    if (access("/dev/full", W_OK) == 0) {
        ck_assert_int_eq(zn_problem_file_write(ctx, "/dev/full", "lcp", &p),
                         ZN_EIO);
        ck_assert(access("/dev/full", F_OK) == 0); /* and not removed */
    }
    zn_problem_file_free(NULL);
}
END_TEST

/* ---- memory -------------------------------------------------------------- */

static zn_status read_all(const zn_allocator *alloc)
{
    static const char *const texts[][2] = {
        {"lcp", "3 1 3 3 3 2 2 2 3 2 3 3 3 0 2 3 1 0 1 "
                "0 7 8 1 1 2 3 4 2 9 -1 -2 -3"},
        {"lcp", "2 2 2 2 4\nhalf\ntriplet: 2-by-2, nzmax: 3 nnz: 3\n"
                "0 0 : 4\n1 0 : -1\n1 1 : 5\n 1 1\n"},
        {"mlcp", "1 1 1 2\n" MARKED PIECES},
        {NULL, "1 0 1 1 1 1 2 -4 -1 1"},
        {"friction", "2 1 0 2 2 2 2 2 0 0 2 -1 0.5 0.25"},
    };
    return read_texts(alloc, sizeof texts / sizeof texts[0], texts);
}

START_TEST(failing_memory_is_told_and_nothing_leaks)
{
    test_torture(read_all);
}
END_TEST

/* A small file is read with as much memory as a text at hand, which is copied once. */
START_TEST(a_small_file_takes_one_room)
{
    static const char text[] = "2\n0\n2\n2\n2\t2\n1 2\n3 4\n-5\n-6\n";
    test_memory mem = {0};
    const zn_allocator alloc = test_allocator(&mem);
    zn_problem_file *f;
    zn_ctx *counted;
    char path[64];
    long at_hand, before;
    FILE *out;

    temporary(path, ".dat");
    out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    ck_assert(fputs(text, out) >= 0 && !fclose(out));
    ck_assert(!zn_ctx_new_with(&alloc, &counted));
    before = mem.calls;
    ck_assert(!zn_problem_file_parse(counted, text, (zn_index)strlen(text), "lcp", &f));
    zn_problem_file_free(f);
    at_hand = mem.calls - before;
    before = mem.calls;
    ck_assert(!zn_problem_file_read(counted, path, "lcp", &f));
    zn_problem_file_free(f);
    ck_assert_int_eq(mem.calls - before, at_hand);
    zn_ctx_free(counted);
    unlink(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("problem files");
    TCase *tc = tcase_create("text");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, a_dense_matrix_is_by_columns_and_comments_may_follow);
    tcase_add_test(tc, lines_and_exponents_of_other_programs_are_read);
    tcase_add_test(tc, a_small_file_takes_one_room);
    tcase_add_test(tc, block_rows_keep_their_blocks);
    tcase_add_loop_test(tc, sparse_layouts_become_sorted_columns, 0, SPARSE);
    tcase_add_test(tc, half_a_matrix_is_mirrored);
    tcase_add_test(tc, mixed_problems_come_as_one_matrix_or_as_pieces);
    tcase_add_test(tc, mixed_problems_of_the_older_layout_are_read);
    tcase_add_test(tc, a_bound_may_be_infinite);
    tcase_add_test(tc, a_plasticity_problem_may_lack_its_model);
    tcase_add_test(tc, plasticity_is_not_guessed_from_the_text);
    tcase_add_test(tc, a_mixed_problem_may_have_more_equations_than_unknowns);
    tcase_add_test(tc, the_pieces_of_a_solution_have_the_names_of_the_class);
    tcase_add_loop_test(tc, what_is_written_reads_back_bit_by_bit, 0, 3);
    tcase_add_loop_test(tc, a_multiple_impact_reads_back, 0, 2);
    tcase_add_loop_test(tc, friction_of_an_impact_reads_back, 0, 2);
    tcase_add_test(tc, rigid_contacts_are_known_by_their_text);
    tcase_add_test(tc, marks_of_any_pattern_survive);
    tcase_add_test(tc, a_locale_with_a_comma_changes_nothing);
    tcase_add_test(tc, files_that_are_not_there_or_cannot_be_written);
    tcase_add_test(tc, failing_memory_is_told_and_nothing_leaks);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
