/* nonlinear.c - random nonlinear problems: NCP, MCP, VI in a box
 *
 *       F(z) = M z + q + c o z^3,   c_i in [0, cubic),
 *
 * is monotone if M is, since its Jacobian is M + 3 diag(c z^2). A solution is drawn row by row, then q = w - M z - c
 * o z^3. The map is the user's data of the callbacks.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <zeno/mcp.h>
#include <zeno/ncp.h>
#include <zeno/vi.h>

#include "random.h"

typedef struct map {
    const zn_matrix *M;
    const double *q, *c;
    const zn_index *diagonal; /* n positions in the values of M */
} map;

static zn_status value(void *user, const double z[], double out[])
{
    const map *k = user;
    zn_index n = k->M->rows;

    for (zn_index i = 0; i < n; i++)
        out[i] = k->q[i] + k->c[i] * z[i] * z[i] * z[i];
    zn_matrix_mul(k->M, 1, z, 1, out);
    return ZN_OK;
}

static zn_status jacobian(void *user, const double z[], double x[])
{
    const map *k = user;
    zn_index n = k->M->rows;

    memcpy(x, k->M->x, (size_t)zn_matrix_nnz(k->M) * sizeof *x);
    for (zn_index i = 0; i < n; i++)
        x[k->diagonal[i]] += 3 * k->c[i] * z[i] * z[i];
    return ZN_OK;
}

/* positions of the diagonal entries, all of which are stored in random matrices */
static void find_diagonal(const zn_matrix *M, zn_index at[])
{
    for (zn_index j = 0; j < M->cols; j++) {
        at[j] = j + j * M->rows;
        for (zn_index e = M->storage == ZN_CSC ? M->p[j] : 0;
             M->storage == ZN_CSC && e < M->p[j + 1]; e++)
            if (M->i[e] == j)
                at[j] = e;
    }
}

/* make the map with the solution out->z, out->w */
static zn_status make_map(zni_draws by, const zni_random_result *out, map **made)
{
    zn_index n = by.o->n;
    map *k = *made = zni_store_alloc(by.s, 1, sizeof *k);
    double *c = zni_store_alloc(by.s, n, sizeof *c), *q;
    zn_index *diagonal = zni_store_alloc(by.s, n, sizeof *diagonal);
    zn_matrix *M;
    zn_status st = k && c && diagonal ? ZN_OK : ZN_ENOMEM;

    if (!st)
        st = zni_random_matrix(by, n, &M);
    if (!st)
        st = zni_random_rest(by.s, M, out->z, out->w, &q);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++) {
        c[i] = by.o->cubic * zni_random_unit(by.r);
        q[i] -= c[i] * out->z[i] * out->z[i] * out->z[i];
    }
    find_diagonal(M, diagonal);
    *k = (map){M, q, c, diagonal};
    return ZN_OK;
}

static const zn_option options[] = {
    ZNI_RANDOM_SEED,
    ZNI_RANDOM_UNKNOWNS(100),
    ZNI_RANDOM_MATRIX,
    ZNI_RANDOM(REAL, cubic, 1, 0, 1e9, "-",
               "largest coefficient of the cubic terms"),
    ZNI_RANDOM_DEGENERATE("share of rows on a bound with w = 0"),
    ZN_OPT_END};

static zn_status make_ncp(zni_draws by, zni_random_result *out)
{
    zn_status st = zni_random_solution(by.s, by.o->n, by.o->n, out);
    map *k;

    for (zn_index i = 0; i < by.o->n && !st; i++)
        zni_random_pair(by, &out->z[i], &out->w[i]);
    if (!st)
        st = make_map(by, out, &k);
    if (!st)
        *(zn_ncp *)out->problem =
            (zn_ncp){.n = by.o->n, .F = value, .jacobian = jacobian, .J = k->M, .user = k};
    return st;
}

/* make a solution between bounds, and the map */
static zn_status make_box(zni_draws by, zni_random_result *out, const double **lb,
                          const double **ub, map **k)
{
    zn_status st = zni_random_solution(by.s, by.o->n, by.o->n, out);

    if (!st)
        st = zni_random_bounds(by, by.o->n, lb, ub, out);
    return st ? st : make_map(by, out, k);
}

/* the same for two classes */
#define MAKE(name, T)                                                                              \
    static zn_status name(zni_draws by, zni_random_result *out)                                    \
    {                                                                                              \
        T *p = out->problem;                                                                       \
        map *k = NULL;                                                                             \
        const zn_status st = make_box(by, out, &p->lb, &p->ub, &k);                                \
                                                                                                   \
        p->n = by.o->n;                                                                            \
        p->F = value;                                                                              \
        p->jacobian = jacobian;                                                                    \
        p->J = st ? NULL : k->M;                                                                   \
        p->user = k;                                                                               \
        return st;                                                                                 \
    }

MAKE(make_mcp, zn_mcp)
MAKE(make_vi, zn_vi)

const zni_random_maker zni_random_ncp = {"ncp", options, .size = sizeof(zn_ncp), .make = make_ncp};
const zni_random_maker zni_random_mcp = {"mcp", options, .size = sizeof(zn_mcp), .make = make_mcp};
const zni_random_maker zni_random_vi = {"vi", options, .size = sizeof(zn_vi), .make = make_vi};
