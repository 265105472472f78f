/* generic.c - random generic mechanical problems
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/generic_mechanical.h>

#include "../linalg/pieces.h"
#include "random.h"

static const zn_option options[] = {
    ZNI_RANDOM_SEED,
    ZNI_RANDOM(INT, blocks, 20, 1, 1e4, "-", "blocks, each kind in turn"),
    ZNI_RANDOM_PARTS,
    ZNI_RANDOM(REAL, mu, 0.5, 0, 1e6, "-", "friction"),
    ZNI_RANDOM_DEGENERATE("share of rows and contacts on a border with nothing "
                          "against"),
    ZN_OPT_END};

static zn_index rows_of(zni_random *r, int kind)
{
    if (kind >= ZN_GENERIC_FRICTION_2D)
        return kind == ZN_GENERIC_FRICTION_2D ? 2 : 3;
    return 1 + zni_random_below(r, 3);
}

/* z and w of a block, with the data of its law */
static void law(zni_draws by, int kind, zn_index rows, double lb[], double ub[],
                double z[], double w[])
{
    if (kind >= ZN_GENERIC_FRICTION_2D) {
        zni_random_cone(by, rows, by.o->mu, z, w);
        w[0] -= by.o->mu * (rows == 3 ? hypot(w[1], w[2]) : fabs(w[1]));
        return;
    }
    for (zn_index i = 0; i < rows; i++) {
        if (kind == ZN_GENERIC_RELAY)
            zni_random_between(by, &lb[i], &ub[i], &z[i], &w[i]);
        else if (kind == ZN_GENERIC_UNILATERAL)
            zni_random_pair(by, &z[i], &w[i]);
        else
            z[i] = zni_random_sign(by.r);
    }
}

/* store the dense matrix A in blocks */
static zn_status cut(zni_store *s, const zn_matrix *A, zn_index nb,
                     const zn_index start[], zn_matrix **out)
{
    const zn_index n = A->rows;
    zn_matrix *M = zni_store_alloc(s, 1, sizeof *M);
    zn_index *p = zni_store_alloc(s, nb + 1, sizeof *p);
    zn_index *i = zni_store_alloc(s, nb * nb, sizeof *i);
    zn_index *bp = zni_store_alloc(s, nb * nb, sizeof *bp), at = 0;
    double *x = zni_store_alloc(s, n * n, sizeof *x);

    if (!M || !p || !i || !bp || !x)
        return ZN_ENOMEM;
    for (zn_index a = 0; a < nb; a++) {
        p[a + 1] = nb * (a + 1);
        for (zn_index b = 0; b < nb; b++) {
            i[nb * a + b] = b;
            bp[nb * a + b] = at;
            for (zn_index c = start[b]; c < start[b + 1]; c++)
                for (zn_index k = start[a]; k < start[a + 1]; k++)
                    x[at++] = A->x[k + c * n];
        }
    }
    *M = zni_view_blocks(nb, start, p, i, bp, x);
    *out = M;
    return ZN_OK;
}

static zn_status make(zni_draws by, zni_random_result *out)
{
    const zn_index nb = by.o->blocks;
    zn_index *start = zni_store_alloc(by.s, nb + 1, sizeof *start), n;
    unsigned char *kind = zni_store_alloc(by.s, nb, sizeof *kind);
    double *mu = zni_random_same(by.s, nb, by.o->mu), *lb, *ub, *q;
    zn_matrix *A, *M = NULL;
    zn_status st;

    if (!start || !kind || !mu)
        return ZN_ENOMEM;
    for (zn_index b = 0; b < nb; b++) {
        kind[b] = (unsigned char)(b % 5);
        start[b + 1] = start[b] + rows_of(by.r, kind[b]);
    }
    n = start[nb];
    lb = zni_store_alloc(by.s, n, sizeof *lb);
    ub = zni_store_alloc(by.s, n, sizeof *ub);
    st = lb && ub ? zni_random_solution(by.s, n, n, out) : ZN_ENOMEM;
    if (!st)
        st = zni_random_matrix(by, n, &A);
    if (!st)
        st = cut(by.s, A, nb, start, &M);
    for (zn_index b = 0; !st && b < nb; b++)
        law(by, kind[b], start[b + 1] - start[b], lb + start[b], ub + start[b],
            out->z + start[b], out->w + start[b]);
    if (!st)
        st = zni_random_rest(by.s, M, out->z, out->w, &q);
    if (st)
        return st;
    *(zn_generic *)out->problem = (zn_generic){n, M, q, nb, start, kind, lb, ub, mu, NULL};
    return ZN_OK;
}

const zni_random_maker zni_random_generic = {
    "generic-mechanical", options, .size = sizeof(zn_generic), .make = make};
