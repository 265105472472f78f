/* generic.c - generic mechanical problems in files: M in block rows, q, and for
 * each block row its kind, with mu for contacts and lb, ub for relays
 * SPDX-License-Identifier: Apache-2.0 */
#include "io.h"

#include <zeno/generic_mechanical.h>

/* The types of blocks by the numbers that the collections of the field give them. kind: our law of a block, -1 where
 * we have none. */
static const struct {
    const char *name;
    int kind;
} types[] = {
    {"linear complementarity", ZN_GENERIC_UNILATERAL},
    {"mixed complementarity", -1},
    {"equality", ZN_GENERIC_EQUALITY},
    {"friction in the plane", ZN_GENERIC_FRICTION_2D},
    {"friction in space", ZN_GENERIC_FRICTION_3D},
    {"nonlinear complementarity", -1},
    {"mixed nonlinear complementarity", -1},
    {"variational inequality", -1},
    {"affine variational inequality", -1},
    {"relay", ZN_GENERIC_RELAY},
    /* the following numbers are our own */
    {"rolling friction in the plane", ZN_GENERIC_ROLLING_2D},
    {"rolling friction in space", ZN_GENERIC_ROLLING_3D},
    {"rolling and spinning friction in space", ZN_GENERIC_SPINNING_3D},
};
enum { TYPES = sizeof types / sizeof types[0] };

/* The number of rows of the matrix that comes next, which must be stored in block rows. */
static zn_status order(const zni_text *text, zn_index *n)
{
    zni_text t = *text; /* a copy: zni_text_matrix reads the header again */
    zn_index storage;

    zni_text_index(&t, "storage of the matrix", 0, 2, &storage);
    if (storage != 1)
        zni_text_fail(&t,
                      "storage of the matrix = %td, must be 1: the block "
                      "rows are the blocks of the problem",
                      storage);
    return zni_text_count(&t, "rows of the matrix", 1, n);
}

/* x[from] ... x[to - 1]; infinite bounds are allowed */
static void bounds(zni_text *t, const char *what, zn_index from,
                   zn_index to, double x[])
{
    for (zn_index i = from; i < to && !t->st; i++)
        zni_text_real(t, what, i, true, &x[i]);
}

typedef struct arrays {
    unsigned char *kind;
    double *lb, *ub, *mu, *mu_r;
} arrays;

static void read_block(zni_text *t, const zn_matrix *M, zn_index b,
                       const arrays *a)
{
    zn_index type;

    zni_text_index(t, "kind of a block", 0, TYPES - 1, &type);
    if (types[type].kind < 0)
        zni_text_fail(t,
                      "block %td (rows %td to %td) is of kind %td, %s, "
                      "which is not supported",
                      b, M->ro[b], M->ro[b + 1] - 1, type, types[type].name);
    a->kind[b] = (unsigned char)types[type].kind;
    if (a->kind[b] >= ZN_GENERIC_FRICTION_2D)
        zni_text_real(t, "mu", b, false, &a->mu[b]);
    if (a->kind[b] >= ZN_GENERIC_ROLLING_2D)
        zni_text_real(t, "mu_r", b, false, &a->mu_r[b]);
    if (a->kind[b] == ZN_GENERIC_SPINNING_3D)
        zni_text_real(t, "mu_s", b, false, &a->mu_r[M->nbr + b]);
    if (a->kind[b] != ZN_GENERIC_RELAY)
        return;
    bounds(t, "lb", M->ro[b], M->ro[b + 1], a->lb);
    bounds(t, "ub", M->ro[b], M->ro[b + 1], a->ub);
}

static zn_status read(zni_text *t, zni_store *s, void *problem)
{
    zn_generic *p = problem;
    arrays a;
    const zn_matrix *M;

    t->st = order(t, &p->n);
    zni_text_matrix(t, s, "M", p->n, p->n, &M);
    zni_text_vector(t, s, "q", p->n, false, &p->q);
    if (t->st)
        return t->st;
    a.kind = zni_text_room_for(t, s, M->nbr, sizeof *a.kind);
    a.mu = zni_text_room_for(t, s, M->nbr, sizeof *a.mu);
    a.mu_r = zni_text_room_for(t, s, 2 * M->nbr, sizeof *a.mu_r);
    a.lb = zni_text_room_for(t, s, p->n, sizeof *a.lb);
    a.ub = zni_text_room_for(t, s, p->n, sizeof *a.ub);
    for (zn_index b = 0; b < M->nbr && !t->st; b++)
        read_block(t, M, b, &a);
    p->M = M;
    p->nb = M->nbr;
    p->start = M->ro;
    p->kind = a.kind;
    p->lb = a.lb;
    p->ub = a.ub;
    p->mu = a.mu;
    p->mu_r = a.mu_r;
    return t->st;
}

/* ---- out -------------------------------------------------------------------------- */

/* Are the block rows of M the blocks of the problem? */
static bool aligned(const zn_generic *p)
{
    if (p->M->storage != ZN_BSR || p->M->nbr != p->nb)
        return false;
    for (zn_index b = 0; b <= p->nb; b++)
        if (p->M->ro[b] != p->start[b])
            return false;
    return true;
}

/* Advance (a, b) to the next nonzero block of M, row by row, where M is cut into the blocks of the problem; the search
 * begins with a = 0, b = -1. false: there are no more. */
static bool next_block(const zn_generic *p, zn_index *a, zn_index *b)
{
    for (++*b; *a < p->nb; ++*a, *b = 0)
        for (; *b < p->nb; ++*b)
            for (zn_index j = p->start[*b]; j < p->start[*b + 1]; j++)
                for (zn_index i = p->start[*a]; i < p->start[*a + 1]; i++)
                    if (zn_matrix_get(p->M, i, j) != 0)
                        return true;
    return false;
}

/* Write M, of any storage, in the blocks of the problem. It is searched entry by entry, which is slow but allocates
 * nothing: such files are mostly small problems that failed. */
static void put_cut(FILE *f, const zn_generic *p)
{
    zn_index n = p->n, nb = p->nb, k = 0, row = 0;

    for (zn_index a = 0, b = -1; next_block(p, &a, &b);)
        k++;
    fprintf(f, "1\n%td\n%td\n%td\n%td\n%td\n", n, n, k, nb, nb);
    for (int twice = 0; twice < 2; twice++)
        for (zn_index b = 0; b < nb; b++)
            fprintf(f, "%td%c", p->start[b + 1], b + 1 < nb ? '\t' : '\n');
    fprintf(f, "%td\n%td\n0", nb + 1, k);
    k = 0; /* after each row the number of blocks so far; after the last block a is nb */
    for (zn_index a = 0, b = -1; row < nb; k++)
        for (next_block(p, &a, &b); row < a; row++)
            fprintf(f, "\t%td", k);
    fprintf(f, "\n");
    for (zn_index a = 0, b = -1; next_block(p, &a, &b);)
        fprintf(f, "%td\t", b);
    fprintf(f, "\n");
    k = 0;
    for (zn_index a = 0, b = -1; next_block(p, &a, &b);) {
        fprintf(f, "%td\n", k++);
        for (zn_index j = p->start[b]; j < p->start[b + 1]; j++)
            for (zn_index i = p->start[a]; i < p->start[a + 1]; i++)
                fprintf(f, "%.17g\n", zn_matrix_get(p->M, i, j));
    }
}

static void write(FILE *f, const void *problem)
{
    const zn_generic *p = problem;

    if (aligned(p))
        zni_put_matrix(f, p->M);
    else
        put_cut(f, p);
    zni_put_vector(f, p->n, p->q);
    for (zn_index b = 0; b < p->nb; b++) {
        zn_index s = p->start[b], m = p->start[b + 1] - s;
        int type = 0;

        while (type < TYPES && types[type].kind != p->kind[b])
            type++;
        fprintf(f, "%d\n", type);
        if (p->kind[b] >= ZN_GENERIC_FRICTION_2D)
            fprintf(f, "%.17g\n", p->mu[b]);
        if (p->kind[b] >= ZN_GENERIC_ROLLING_2D)
            fprintf(f, "%.17g\n", p->mu_r[b]);
        if (p->kind[b] == ZN_GENERIC_SPINNING_3D)
            fprintf(f, "%.17g\n", p->mu_r[p->nb + b]);
        if (p->kind[b] == ZN_GENERIC_RELAY) {
            zni_put_vector(f, m, p->lb + s);
            zni_put_vector(f, m, p->ub + s);
        }
    }
}

static zn_index contacts(const void *problem)
{
    const zn_generic *p = problem;
    zn_index n = 0;

    for (zn_index b = 0; b < p->nb; b++)
        n += p->kind[b] >= ZN_GENERIC_FRICTION_2D;
    return n;
}

const zni_problem_format zni_generic_format = {
    .class = "generic-mechanical",
    .words = {"gmp"},
    .size = sizeof(zn_generic),
    .read = read,
    .write = write,
    .contacts = contacts,
};
