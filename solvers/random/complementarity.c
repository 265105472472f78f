/* complementarity.c - random LCP, MLCP, relay problems, AVI and QP
 *
 * A solution is drawn row by row, then q = w - M z.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/avi.h>
#include <zeno/qp.h>

#include "structured.h"

#define UNKNOWNS  ZNI_RANDOM_UNKNOWNS(100)
#define BOTH_ZERO ZNI_RANDOM_DEGENERATE("share of pairs that are both zero")

/* ---- LCP ------------------------------------------------------------------------- */

static const zn_option lcp_options[] = {
    ZNI_RANDOM_SEED,
    UNKNOWNS,
    ZNI_RANDOM_MATRIX,
    BOTH_ZERO,
    ZNI_RANDOM_FAMILY("random|obstacle|obstacle-2d|bearing|game"),
    ZN_OPT_END};

static zn_status draw_lcp(zni_draws by, zni_random_result *out)
{
    ((zn_lcp *)out->problem)->n = by.o->n;
    for (zn_index i = 0; i < by.o->n; i++)
        zni_random_pair(by, &out->z[i], &out->w[i]);
    return ZN_OK;
}

const zni_random_maker zni_random_lcp = {
    "lcp", lcp_options, ZNI_RANDOM_MAP(zn_lcp, draw_lcp), .make = zni_random_structured_lcp};

/* ---- MLCP ------------------------------------------------------------------------ */

static const zn_option mlcp_options[] = {
    ZNI_RANDOM_SEED,
    UNKNOWNS,
    ZNI_RANDOM(REAL, equalities, 0.3, 0, 1, "-", "share of the rows"),
    ZNI_RANDOM_MATRIX,
    BOTH_ZERO,
    ZNI_RANDOM_FAMILY("random|bridges"),
    ZN_OPT_END};

static zn_status draw_mlcp(zni_draws by, zni_random_result *out)
{
    const zn_index equalities = (zn_index)floor(by.o->equalities * (double)by.o->n);
    zn_mlcp *p = out->problem;
    unsigned char *eq = zni_store_alloc(by.s, by.o->n, 1);

    p->n = by.o->n;
    p->eq = eq;
    if (!eq)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < by.o->n; i++) {
        eq[i] = i < equalities;
        zni_random_pair(by, &out->z[i], &out->w[i]);
        if (eq[i]) {
            out->z[i] = zni_random_sign(by.r);
            out->w[i] = 0;
        }
    }
    return ZN_OK;
}

const zni_random_maker zni_random_mlcp = {
    "mlcp", mlcp_options, ZNI_RANDOM_MAP(zn_mlcp, draw_mlcp), .make = zni_random_bridges};

/* ---- bounds: relay, QP ----------------------------------------------------------- */

void zni_random_between(zni_draws by, double *lb, double *ub, double *z, double *w)
{
    const zn_index where = zni_random_below(by.r, 3);
    const bool border = zni_random_unit(by.r) < by.o->degenerate;
    const double size = border ? 0 : zni_random_size(by.r);
    const double part = zni_random_unit(by.r);

    *lb = -zni_random_size(by.r);
    *ub = zni_random_size(by.r);
    *z = where == 0 ? *lb : where == 1 ? *ub : *lb + part * (*ub - *lb);
    *w = where == 0 ? size : where == 1 ? -size : 0;
}

zn_status zni_random_bounds(zni_draws by, zn_index n, const double **lb, const double **ub,
                            zni_random_result *out)
{
    double *l = zni_store_alloc(by.s, n, sizeof *l), *u = zni_store_alloc(by.s, n, sizeof *u);

    if (!l || !u)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < n; i++)
        zni_random_between(by, &l[i], &u[i], &out->z[i], &out->w[i]);
    *lb = l;
    *ub = u;
    return ZN_OK;
}

static const zn_option relay_options[] = {
    ZNI_RANDOM_SEED, UNKNOWNS, ZNI_RANDOM_MATRIX,
    ZNI_RANDOM_DEGENERATE("share of rows on a bound with w = 0"),
    ZNI_RANDOM_FAMILY("random|rank-one"), ZN_OPT_END};

static zn_status draw_relay(zni_draws by, zni_random_result *out)
{
    zn_relay *p = out->problem;

    p->n = by.o->n;
    return zni_random_bounds(by, p->n, &p->lb, &p->ub, out);
}

const zni_random_maker zni_random_relay = {
    "relay", relay_options, ZNI_RANDOM_MAP(zn_relay, draw_relay), .make = zni_random_rank_one};

/* ---- polyhedra: AVI, QP ------------------------------------------------------------ */

/* Faces H z >= K, with weights that are complementary at z. */
static zn_status make_faces(zni_draws by, const double z[], double weight[], double **H, double **K)
{
    const zn_index m = by.o->faces, n = by.o->n;

    *H = zni_store_alloc(by.s, m * n, sizeof **H);
    *K = zni_store_alloc(by.s, m, sizeof **K);
    if (!*H || !*K)
        return ZN_ENOMEM;
    zni_random_vector(by.r, m * n, *H);
    for (zn_index k = 0; k < m; k++) {
        double slack;
        zni_random_pair(by, &weight[k], &slack);
        (*K)[k] = -slack;
        for (zn_index j = 0; j < n; j++)
            (*K)[k] += (*H)[k + j * m] * z[j];
    }
    return ZN_OK;
}

#define FACES(n) ZNI_RANDOM(INT, faces, n, 0, 1e6, "-", "of the polyhedron")

static const zn_option avi_options[] = {
    ZNI_RANDOM_SEED,
    ZNI_RANDOM_UNKNOWNS(20),
    FACES(20),
    ZNI_RANDOM_MATRIX,
    ZNI_RANDOM_DEGENERATE("share of faces that touch without weight"),
    ZN_OPT_END};

static zn_status draw_avi(zni_draws by, zni_random_result *out)
{
    zn_avi *p = out->problem;
    const zn_index n = p->n = by.o->n, m = p->m = by.o->faces;
    double *H, *K;
    zn_status st;

    zni_random_vector(by.r, n, out->z);
    st = make_faces(by, out->z, out->w + n, &H, &K);
    for (zn_index i = 0; i < n && !st; i++)
        for (zn_index k = 0; k < m; k++)
            out->w[i] += H[k + i * m] * out->w[n + k];
    p->H = H;
    p->K = K;
    return st;
}

const zni_random_maker zni_random_avi = {
    "avi", avi_options, ZNI_RANDOM_MAP(zn_avi, draw_avi)};

/* ---- QP ------------------------------------------------------------------------------ */

static const zn_option qp_options[] = {
    ZNI_RANDOM_SEED,
    UNKNOWNS,
    FACES(30),
    ZNI_RANDOM(REAL, rank, 1, 0, 1, "-", "of M, as a share of n"),
    ZNI_RANDOM(CHOICE, storage, 0, "dense|sparse", "of M"),
    ZNI_RANDOM_DEGENERATE(
        "share of bounds and faces that touch without weight"),
    ZN_OPT_END};

/* A z + b >= 0 is H z >= K with b = -K. */
static zn_status draw_qp(zni_draws by, zni_random_result *out)
{
    zn_qp *p = out->problem;
    zn_matrix *A = zni_store_alloc(by.s, 1, sizeof *A);
    double *H, *b;
    zn_status st = A ? zni_random_bounds(by, p->n, &p->lb, &p->ub, out) : ZN_ENOMEM;

    if (!st)
        st = make_faces(by, out->z, out->w + p->n, &H, &b);
    if (st)
        return st;
    *A = zn_matrix_dense(p->m, p->n, H);
    for (zn_index k = 0; k < p->m; k++)
        b[k] = -b[k];
    p->A = A;
    p->b = b;
    return ZN_OK;
}

/* q = nu - M z + A' l */
static zn_status make_qp(zni_draws by, zni_random_result *out)
{
    zn_qp *p = out->problem;
    zn_status st;

    p->n = by.o->n;
    p->m = by.o->faces;
    st = zni_random_affine(by, p->n, p->n + p->m, draw_qp, out, &p->M, &p->q);
    if (!st)
        zn_matrix_mul_t(p->A, 1, out->w + p->n, 1, (double *)p->q);
    return st;
}

const zni_random_maker zni_random_qp = {"qp", qp_options, .size = sizeof(zn_qp), .make = make_qp};
