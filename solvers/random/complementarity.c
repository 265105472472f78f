/* complementarity.c - random LCP, MLCP, relay problems, AVI and QP
 *
 * A solution is drawn row by row, then q = w - M z.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/avi.h>
#include <zeno/lcp.h>
#include <zeno/mlcp.h>
#include <zeno/qp.h>
#include <zeno/relay.h>

#include "structured.h"

#define UNKNOWNS  ZNI_RANDOM(INT, n, 100, 1, 1e8, "-", "unknowns")
#define BOTH_ZERO ZNI_RANDOM_DEGENERATE("share of pairs that are both zero")

/* ---- LCP ------------------------------------------------------------------------- */

static const zn_option lcp_options[] = {
    ZNI_RANDOM_SEED,
    UNKNOWNS,
    ZNI_RANDOM_MATRIX,
    BOTH_ZERO,
    ZNI_RANDOM_FAMILY("random|obstacle|obstacle-2d|bearing|game"),
    ZN_OPT_END};

static zn_status make_lcp(zni_store *s, const zni_random_options *o,
                          zni_random *r, zni_random_result *out)
{
    zn_lcp *p;
    zn_matrix *M;
    double *q;
    zn_status st;

    if (o->family != ZNI_FAMILY_RANDOM)
        return zni_random_structured_lcp(s, o, r, out);
    p = zni_store_alloc(s, 1, sizeof *p);
    st = p ? zni_random_begin(s, o, o->n, o->n, r, out, &M) : ZN_ENOMEM;
    for (zn_index i = 0; !st && i < o->n; i++)
        zni_random_pair(o, r, &out->z[i], &out->w[i]);
    if (!st)
        st = zni_random_rest(s, M, out->z, out->w, &q);
    if (st)
        return st;
    *p = (zn_lcp){.n = o->n, .M = M, .q = q};
    out->problem = p;
    return ZN_OK;
}

const zni_random_maker zni_random_lcp = {"lcp", lcp_options, make_lcp};

/* ---- MLCP ------------------------------------------------------------------------ */

static const zn_option mlcp_options[] = {
    ZNI_RANDOM_SEED,
    UNKNOWNS,
    ZNI_RANDOM(REAL, equalities, 0.3, 0, 1, "-", "share of the rows"),
    ZNI_RANDOM_MATRIX,
    BOTH_ZERO,
    ZNI_RANDOM_FAMILY("random|bridges"),
    ZN_OPT_END};

static zn_status make_mlcp(zni_store *s, const zni_random_options *o,
                           zni_random *r, zni_random_result *out)
{
    zn_mlcp *p = zni_store_alloc(s, 1, sizeof *p);
    unsigned char *eq = zni_store_alloc(s, o->n, 1);
    const zn_index equalities = (zn_index)floor(o->equalities * (double)o->n);
    zn_matrix *M;
    double *q;
    zn_status st = p && eq ? zni_random_begin(s, o, o->n, o->n, r, out, &M) : ZN_ENOMEM;

    for (zn_index i = 0; !st && i < o->n; i++) {
        eq[i] = i < equalities;
        zni_random_pair(o, r, &out->z[i], &out->w[i]);
        if (eq[i]) {
            out->z[i] = zni_random_sign(r);
            out->w[i] = 0;
        }
    }
    if (!st)
        st = zni_random_rest(s, M, out->z, out->w, &q);
    if (st)
        return st;
    *p = (zn_mlcp){.n = o->n, .M = M, .q = q, .eq = eq};
    out->problem = p;
    return ZN_OK;
}

static zn_status make_mixed(zni_store *s, const zni_random_options *o,
                            zni_random *r, zni_random_result *out)
{
    return (o->family ? zni_random_bridges : make_mlcp)(s, o, r, out);
}

const zni_random_maker zni_random_mlcp = {"mlcp", mlcp_options, make_mixed};

/* ---- bounds: relay, QP ----------------------------------------------------------- */

void zni_random_between(const zni_random_options *o, zni_random *r, double *lb,
                        double *ub, double *z, double *w)
{
    const zn_index where = zni_random_below(r, 3);
    const bool border = zni_random_unit(r) < o->degenerate;
    const double size = border ? 0 : zni_random_size(r);
    const double part = zni_random_unit(r);

    *lb = -zni_random_size(r);
    *ub = zni_random_size(r);
    *z = where == 0 ? *lb : where == 1 ? *ub : *lb + part * (*ub - *lb);
    *w = where == 0 ? size : where == 1 ? -size : 0;
}

static zn_status make_bounds(zni_store *s, const zni_random_options *o,
                             zni_random *r, double **lb, double **ub,
                             zni_random_result *out)
{
    *lb = zni_store_alloc(s, o->n, sizeof **lb);
    *ub = zni_store_alloc(s, o->n, sizeof **ub);
    if (!*lb || !*ub)
        return ZN_ENOMEM;
    for (zn_index i = 0; i < o->n; i++)
        zni_random_between(o, r, &(*lb)[i], &(*ub)[i], &out->z[i], &out->w[i]);
    return ZN_OK;
}

static const zn_option relay_options[] = {
    ZNI_RANDOM_SEED, UNKNOWNS, ZNI_RANDOM_MATRIX,
    ZNI_RANDOM_DEGENERATE("share of rows on a bound with w = 0"),
    ZNI_RANDOM_FAMILY("random|rank-one"), ZN_OPT_END};

static zn_status make_relay(zni_store *s, const zni_random_options *o,
                            zni_random *r, zni_random_result *out)
{
    zn_relay *p = zni_store_alloc(s, 1, sizeof *p);
    zn_matrix *M;
    double *q, *lb, *ub;
    zn_status st = p ? zni_random_begin(s, o, o->n, o->n, r, out, &M) : ZN_ENOMEM;

    if (!st)
        st = make_bounds(s, o, r, &lb, &ub, out);
    if (!st)
        st = zni_random_rest(s, M, out->z, out->w, &q);
    if (st)
        return st;
    *p = (zn_relay){.n = o->n, .M = M, .q = q, .lb = lb, .ub = ub};
    out->problem = p;
    return ZN_OK;
}

static zn_status make_relays(zni_store *s, const zni_random_options *o,
                             zni_random *r, zni_random_result *out)
{
    return (o->family ? zni_random_rank_one : make_relay)(s, o, r, out);
}

const zni_random_maker zni_random_relay = {"relay", relay_options, make_relays};

/* ---- polyhedra: AVI, QP ------------------------------------------------------------ */

/* Faces H z >= K with complementary weights at out->z. */
static zn_status make_faces(zni_store *s, const zni_random_options *o,
                            zni_random *r, const double z[], double weight[],
                            double **H, double **K)
{
    const zn_index m = o->faces, n = o->n;

    *H = zni_store_alloc(s, m * n, sizeof **H);
    *K = zni_store_alloc(s, m, sizeof **K);
    if (!*H || !*K)
        return ZN_ENOMEM;
    zni_random_vector(r, m * n, *H);
    for (zn_index k = 0; k < m; k++) {
        double slack;
        zni_random_pair(o, r, &weight[k], &slack);
        (*K)[k] = -slack;
        for (zn_index j = 0; j < n; j++)
            (*K)[k] += (*H)[k + j * m] * z[j];
    }
    return ZN_OK;
}

#define FACES(n) ZNI_RANDOM(INT, faces, n, 0, 1e6, "-", "of the polyhedron")

static const zn_option avi_options[] = {
    ZNI_RANDOM_SEED,
    ZNI_RANDOM(INT, n, 20, 1, 1e8, "-", "unknowns"),
    FACES(20),
    ZNI_RANDOM_MATRIX,
    ZNI_RANDOM_DEGENERATE("share of faces that touch without weight"),
    ZN_OPT_END};

static zn_status make_avi(zni_store *s, const zni_random_options *o,
                          zni_random *r, zni_random_result *out)
{
    const zn_index n = o->n, m = o->faces;
    zn_avi *p = zni_store_alloc(s, 1, sizeof *p);
    zn_matrix *M;
    double *q, *H, *K;
    zn_status st = p ? zni_random_begin(s, o, n, n + m, r, out, &M) : ZN_ENOMEM;

    if (st)
        return st;
    zni_random_vector(r, n, out->z);
    st = make_faces(s, o, r, out->z, out->w + n, &H, &K);
    if (st)
        return st;
    for (zn_index i = 0; i < n; i++)
        for (zn_index k = 0; k < m; k++)
            out->w[i] += H[k + i * m] * out->w[n + k];
    st = zni_random_rest(s, M, out->z, out->w, &q);
    if (st)
        return st;
    *p = (zn_avi){.n = n, .m = m, .M = M, .q = q, .H = H, .K = K};
    out->problem = p;
    return ZN_OK;
}

const zni_random_maker zni_random_avi = {"avi", avi_options, make_avi};

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

/* A z + b >= 0 is H z >= K with b = -K; q = nu - M z + A' l. */
static zn_status make_qp(zni_store *s, const zni_random_options *o,
                         zni_random *r, zni_random_result *out)
{
    const zn_index n = o->n, m = o->faces;
    zn_qp *p = zni_store_alloc(s, 1, sizeof *p);
    zn_matrix *M, *A = zni_store_alloc(s, 1, sizeof *A);
    double *q, *lb, *ub, *H, *b;
    zn_status st = p && A ? zni_random_begin(s, o, n, n + m, r, out, &M) : ZN_ENOMEM;

    if (!st)
        st = make_bounds(s, o, r, &lb, &ub, out);
    if (!st)
        st = make_faces(s, o, r, out->z, out->w + n, &H, &b);
    if (!st)
        st = zni_random_rest(s, M, out->z, out->w, &q);
    if (st)
        return st;
    *A = zn_matrix_dense(m, n, H);
    zn_matrix_mul_t(A, 1, out->w + n, 1, q);
    for (zn_index k = 0; k < m; k++)
        b[k] = -b[k];
    *p = (zn_qp){
        .n = n, .M = M, .q = q, .lb = lb, .ub = ub, .m = m, .A = A, .b = b};
    out->problem = p;
    return ZN_OK;
}

const zni_random_maker zni_random_qp = {"qp", qp_options, make_qp};
