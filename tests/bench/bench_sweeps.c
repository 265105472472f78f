/* bench_sweeps.c - what a sweep over many contacts waits for
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_sweeps [OPTIONS [SWEEPS]]
 *
 * A problem of friction in space at random (as `zeno-solve --random 'friction OPTIONS'`), its loads
 * after 20 sweeps in their natural order. From there, SWEEPS times in turns, the least processor
 * time of each in ns for a contact, and the GB/s of blocks and columns that it amounts to:
 *     read       blocks and columns of W, once from end to end
 *     all        that, and what else a sweep reads: the contacts (inverse, mu), q, loads and the
 *                beginnings of rows; both by numbers of the processor's widest registers
 *     products   q_a + sum_b W_ab r_b of all contacts, without the solution of any
 *     solutions  each contact solved for what is there in a vector, without products
 *     cheapest   a sweep in which each contact sticks, whatever friction says: the product by its
 *                inverse and no branch. No closed form can cost less
 *     apart      a sweep that writes the loads to another place: all that a sweep does, but no
 *                contact waits for the one before
 *     natural    a sweep
 *     coloured   the same over the matrix in the order of its colours
 *     nsgs       one of the solver, which adds up what changed: a tenth of what twelve of them take
 *                more than two
 *     nsgs, coloured: the same by colours
 * The second line says how many contacts stick, slide and have taken off; the last ones how near
 * sweeps come to the two kinds of reading, in hundredths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/random_problem.h>

#include "solvers/contact/nsgs.h"
#include "solvers/system/row3.h"
#include "tests/bench/timing.h"

typedef struct bench {
    zn_ctx *ctx;
    zni_fc c;           /* as it came                                       */
    zni_nsgs_work work; /* by colours                                       */
    zni_nsgs_work plain;
    zni_contact *contact, *coloured;
    double *start, *r, *to, *u, *permuted;
    double sink; /* so that nothing is left out */
} bench;

static void must(zn_ctx *ctx, zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_sweeps: %s\n", zn_errmsg(ctx));
    exit(1);
}

static void *numbers(zn_index n, size_t size)
{
    void *x = calloc((size_t)n, size);

    if (!x) {
        fprintf(stderr, "bench_sweeps: no memory for %td numbers\n", n);
        exit(1);
    }
    return x;
}

/* ---- what is measured --------------------------------------------------------- */

static void sweep(const zni_fc *c, const zni_contact contact[],
                  const double from[], double to[])
{
    double q[3];

    for (zn_index a = 0; a < c->nc; a++) {
        zni_fc_others(c, a, from, q);
        memmove(to + 3 * a, from + 3 * a, 3 * sizeof *to);
        zni_contact_advance(contact + a, q, to + 3 * a);
    }
}

/* of so many bytes taken as integers of eight, sixteen at a time: no addition waits for another,
 * or for a number that is hardly one */
ZNI_WIDE static double total(size_t bytes, const void *of)
{
    const double *x = of;
    const zn_index n = (zn_index)(bytes / sizeof *x);
    zni_bits s[4] = {{0}, {0}, {0}, {0}};
    zni_lanes a;

    for (zn_index k = 0; k + 16 <= n; k += 16)
        for (zn_index e = 0; e < 4; e++) {
            zni_take4(x + k + 4 * e, &a);
            s[e] += (zni_bits)a;
        }
    s[0] += s[1] + (s[2] + s[3]);
    return (double)(s[0][0] ^ s[0][1] ^ s[0][2] ^ s[0][3]);
}

static void reading(bench *b)
{
    b->sink += total((size_t)b->c.nb * 9 * sizeof(double), b->c.x) +
               total((size_t)b->c.nb * sizeof *b->c.i, b->c.i);
}

static void everything(bench *b)
{
    const size_t nc = (size_t)b->c.nc, n = (size_t)b->c.n;

    reading(b);
    b->sink += total(nc * sizeof *b->contact, b->contact) +
               total(n * sizeof *b->c.q, b->c.q) + total(n * sizeof *b->r, b->r) +
               total(nc * sizeof *b->c.p, b->c.p) +
               total(nc * sizeof *b->c.diag, b->c.diag);
}

static void products(bench *b)
{
    for (zn_index a = 0; a < b->c.nc; a++)
        zni_fc_others(&b->c, a, b->start, b->u + 3 * a);
}

/* after products */
static void solutions(bench *b)
{
    memcpy(b->to, b->start, (size_t)b->c.n * sizeof *b->to);
    for (zn_index a = 0; a < b->c.nc; a++)
        zni_contact_advance(b->contact + a, b->u + 3 * a, b->to + 3 * a);
}

/* within bounds, since the iteration without friction need not converge */
ZNI_WIDE static void cheapest(bench *b)
{
    double q[3];

    for (zn_index a = 0; a < b->c.nc; a++) {
        const double *I = b->contact[a].inv;
        double *r = b->r + 3 * a;

        zni_alone3(&b->c, a, b->r, q);
        for (zn_index e = 0; e < 3; e++) {
            const double x = -(I[e] * q[0] + I[e + 3] * q[1] + I[e + 6] * q[2]);

            r[e] = x > 1 ? 1 : x < -1 ? -1 : x;
        }
    }
}

static void apart(bench *b)
{
    sweep(&b->c, b->contact, b->start, b->to);
}

static void natural(bench *b)
{
    const zni_visits v = {.end = b->c.nc};
    double all[2];

    zni_contacts_in_turn(&b->c, b->contact, &v, b->r, all);
    b->sink += all[0];
}

static void coloured(bench *b)
{
    const zni_colours *k = &b->work.colours;

    for (zn_index m = 0; m < k->n; m++) {
        const zni_visits v = {.first = k->start[m], .end = k->start[m + 1], .moved = b->work.moved};
        double all[2];

        zni_contacts_in_turn(&b->work.permuted.c, b->coloured, &v, b->permuted, all);
    }
}

/* sweeps of the solver from the same start; s of the processor */
static double solver(bench *b, zni_order order, zn_index sweeps)
{
    const zni_nsgs opt = {
        .tol = 0, .max_iter = sweeps, .omega = 1, .order = (int)order};
    zn_solve_info info = {0};
    zn_monitor none = {0};
    double before;
    zn_status st;

    memcpy(b->to, b->start, (size_t)b->c.n * sizeof *b->to);
    before = bench_seconds();
    st = zni_nsgs_run((zni_call){b->ctx, b->to, b->u, &none, &info}, &b->plain, &opt, &b->c);
    must(b->ctx, st < 0 ? st : ZN_OK); /* it is not solved */
    return bench_seconds() - before;
}

static const struct {
    const char *name;
    void (*run)(bench *b);
    bool reads; /* W */
} part[] = {{"read", reading, true},
            {"all", everything, true},
            {"products", products, true},
            {"solutions", solutions, false},
            {"cheapest", cheapest, true},
            {"apart", apart, true},
            {"natural", natural, true},
            {"coloured", coloured, true}};

enum { PARTS = sizeof part / sizeof part[0], BEFORE = 20 };

/* ---- the problem -------------------------------------------------------------- */

static void prepare(bench *b, const zn_friction *p)
{
    if (p->d != 3) {
        fprintf(stderr, "bench_sweeps: contacts of %td components, must be 3\n",
                p->d);
        exit(1);
    }
    must(b->ctx, zni_fc_set(b->ctx, &b->c, p));
    must(b->ctx, zni_nsgs_permute(b->ctx, &b->work, ZNI_COLOURED, &b->c));
    b->contact = numbers(b->c.nc, sizeof *b->contact);
    b->coloured = numbers(b->c.nc, sizeof *b->coloured);
    b->start = numbers(b->c.n, sizeof *b->start);
    b->r = numbers(b->c.n, sizeof *b->r);
    b->to = numbers(b->c.n, sizeof *b->to);
    b->u = numbers(b->c.n, sizeof *b->u);
    b->permuted = numbers(b->c.n, sizeof *b->permuted);
    for (zn_index a = 0; a < b->c.nc; a++) {
        zni_coulomb.contact_set(&b->c, a, b->contact + a);
        zni_coulomb.contact_set(&b->work.permuted.c, a, b->coloured + a);
    }
    for (int k = 0; k < BEFORE; k++)
        sweep(&b->c, b->contact, b->start, b->start);
}

/* the loads that every part begins with */
static void restart(bench *b)
{
    memcpy(b->r, b->start, (size_t)b->c.n * sizeof *b->r);
    for (zn_index o = 0; o < b->c.nc; o++)
        memcpy(b->permuted + 3 * o, b->start + 3 * b->work.colours.order[o],
               3 * sizeof *b->r);
}

static double bytes(const bench *b)
{
    return (double)b->c.nb * (9 * sizeof(double) + sizeof(zn_index));
}

/* of the loads at the start */
static void shares(const bench *b)
{
    zn_index off = 0, slip = 0;

    for (zn_index a = 0; a < b->c.nc; a++) {
        const double *r = b->start + 3 * a, most = b->c.mu[a] * r[0];

        off += !(r[0] > 0);
        slip += r[0] > 0 && zni_tangent(3, r) >= most * (1 - 1e-12);
    }
    printf("%td stick, %td slide, %td have taken off\n", b->c.nc - off - slip,
           slip, off);
}

static void line(const bench *b, const char *name, double seconds, bool reads)
{
    printf("%-14s %10.1f", name, 1e9 * seconds / (double)b->c.nc);
    if (reads)
        printf(" %8.2f", 1e-9 * bytes(b) / seconds);
    printf("\n");
}

static void report(const bench *b, const double least[])
{
    printf("%td contacts, %.1f blocks each, %td colours; W and its columns "
           "%.0f MB\n",
           b->c.nc, (double)b->c.nb / (double)b->c.nc, b->work.colours.n,
           1e-6 * bytes(b));
    shares(b);
    printf("%-14s %10s %8s\n", "", "ns/contact", "GB/s");
    for (int k = 0; k < PARTS; k++)
        line(b, part[k].name, least[k], part[k].reads);
    line(b, "nsgs", least[PARTS], true);
    line(b, "nsgs, coloured", least[PARTS + 1], true);
    for (int k = 4; k < PARTS + 2; k++)
        printf("%-14s %3.0f hundredths of reading W, %3.0f of all\n",
               k < PARTS    ? part[k].name
               : k == PARTS ? "nsgs"
                            : "nsgs, coloured",
               100 * least[0] / least[k], 100 * least[1] / least[k]);
    if (b->sink == 0)
        printf("nothing was read\n");
}

int main(int argc, char **argv)
{
    const long sweeps = argc > 2 ? atol(argv[2]) : 15;
    bench b = {0};
    static const zni_order order[2] = {ZNI_ASCENDING, ZNI_COLOURED};
    double least[PARTS + 2], many[2] = {INFINITY, INFINITY},
                             few[2] = {INFINITY, INFINITY};
    zn_problem_file *f;

    must(NULL, zn_ctx_new(&b.ctx));
    must(b.ctx, zn_problem_random(b.ctx, "friction",
                                  argc > 1 ? argv[1]
                                           : "structure=heap bodies=33500 mu=1",
                                  &f));
    prepare(&b, zn_problem_file_problem(f));
    for (int k = 0; k < PARTS; k++)
        least[k] = INFINITY;
    for (long s = 0; s < sweeps; s++) {
        for (int k = 0; k < PARTS; k++) {
            double before;

            restart(&b);
            before = bench_seconds();
            part[k].run(&b);
            least[k] = fmin(least[k], bench_seconds() - before);
        }
        for (int k = 0; k < 2; k++) {
            many[k] = fmin(many[k], solver(&b, order[k], 12));
            few[k] = fmin(few[k], solver(&b, order[k], 2));
        }
    }
    for (int k = 0; k < 2; k++)
        least[PARTS + k] = (many[k] - few[k]) / 10;
    report(&b, least);
    zni_nsgs_fini(b.ctx, &b.work);
    zni_nsgs_fini(b.ctx, &b.plain);
    zni_fc_fini(b.ctx, &b.c);
    free(b.contact);
    free(b.coloured);
    free(b.start);
    free(b.r);
    free(b.to);
    free(b.u);
    free(b.permuted);
    zn_problem_file_free(f);
    zn_ctx_free(b.ctx);
    return 0;
}
