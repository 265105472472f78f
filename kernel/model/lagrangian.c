/* lagrangian.c - Lagrangian systems with forces given by functions
 *     M(q) v' + f_gyr(q,v) + f_int(t,q,v) = f_ext(t) + p,   q' = v
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"
#include "kernel/model/model.h"
#include "kernel/model/structure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MASS, F_EXT, F_INT, F_GYR, INT_Q, INT_V, GYR_Q, GYR_V };

static const zn_slot slots[] = {
    [MASS] = {"mass", "S4", 'v', 'v', true, "M(q); absent: identity"},
    [F_EXT] = {"f_ext", "S2", 'v', '1', true, "external force f_ext(t)"},
    [F_INT] = {"f_int", "S6", 'v', '1', true, "internal force f_int(t,q,v)"},
    [F_GYR] = {"f_gyr", "S5", 'v', '1', true, "inertia term N(q,v)"},
    [INT_Q] = {"jac_f_int_q", "S6", 'v', 'q', true, "df_int/dq"},
    [INT_V] = {"jac_f_int_v", "S6", 'v', 'v', true, "df_int/dv"},
    [GYR_Q] = {"jac_f_gyr_q", "S5", 'v', 'q', true, "dN/dq"},
    [GYR_V] = {"jac_f_gyr_v", "S5", 'v', 'v', true, "dN/dv"},
    {0},
};

typedef struct lagrangian {
    zni_smatrix mass; /* if it is not a function */
    double *store;    /* its values */
    zn_index cstore;
    double *work; /* n x n for a matrix, then 3 n */
    zn_index cwork;
    zn_ds_variability varies;
    bool spring;   /* jac_f_int_q is constant and symmetric: q'Kq/2 */
    unsigned said; /* differences announced, by bit of the slot */
    bool said_identity;
} lagrangian;

/* The two state-dependent terms, each with its Jacobians. */
static const struct {
    int term, jac_q, jac_v;
} terms[] = {{F_INT, INT_Q, INT_V}, {F_GYR, GYR_Q, GYR_V}};

static zn_operator_mode mode(const zn_ds *ds, int i)
{
    return zn_operator_get_mode(&ds->ops[i]);
}

static bool given(const zn_ds *ds, int i)
{
    return mode(ds, i) != ZN_OPERATOR_ABSENT;
}

static bool function(const zn_ds *ds, int i)
{
    return mode(ds, i) == ZN_OPERATOR_FUNCTION;
}

/* ---- values ------------------------------------------------------------- */

static zn_status mass(const zn_ds *ds, const double q[], double M[])
{
    const lagrangian *s = ds->state;

    if (function(ds, MASS))
        return zni_call_s4(&ds->ops[MASS], NAN, ds->nq, q, M);
    zni_smatrix_dense(&s->mass, 1, M);
    return ZN_OK;
}

static zn_status mass_mul(const zn_ds *ds, const double q[], const double w[],
                          double out[])
{
    const lagrangian *s = ds->state;
    zni_smatrix M = {.a = s->work, .n = ds->nv, .kind = ZNI_DENSE};

    if (function(ds, MASS)) {
        const zn_status st =
            zni_call_s4(&ds->ops[MASS], NAN, ds->nq, q, s->work);
        if (st)
            return st;
    } else {
        M = s->mass;
    }
    memset(out, 0, (size_t)ds->nv * sizeof *out);
    zni_smatrix_mul(&M, 1, w, out);
    return ZN_OK;
}

/* f_int, f_gyr or one of their Jacobians */
static zn_status term(const zn_ds *ds, int i, double t, const double q[],
                      const double v[], double out[])
{
    const zn_operator *op = &ds->ops[i];

    if (i == F_INT || i == INT_Q || i == INT_V)
        return zni_call_s6(op, t, ds->nq, q, v, out);
    return zni_call_s5(op, t, ds->nq, q, v, out);
}

static zn_status force(const zn_ds *ds, double t, const double q[],
                       const double v[], double F[])
{
    const lagrangian *s = ds->state;
    zn_status st = zni_call_s2(&ds->ops[F_EXT], t, F);

    for (int k = 0; !st && k < 2; k++) {
        if (!given(ds, terms[k].term))
            continue;
        st = term(ds, terms[k].term, t, q, v, s->work);
        for (zn_index i = 0; !st && i < ds->nv; i++)
            F[i] -= s->work[i];
    }
    return st;
}

/* A constant force has a potential, and so has the part K q of f_int if the
 * user said by a constant Jacobian that there is one. A constant C is damping; of
 * the rest of f_int nothing is known. */
static zn_status force_parts(const zn_ds *ds, double t, const double q[],
                             const double v[], zn_force_parts *out)
{
    const lagrangian *s = ds->state;
    zn_status st = ZN_OK;

    if (function(ds, F_EXT))
        st = zni_call_s2(&ds->ops[F_EXT], t, out->external);
    if (!st && given(ds, F_GYR))
        st = term(ds, F_GYR, t, q, v, out->gyro);
    if (!st && function(ds, F_INT)) {
        st = term(ds, F_INT, t, q, v, out->internal);
        if (mode(ds, INT_V) == ZN_OPERATOR_CONSTANT)
            zni_operator_mul(&ds->ops[INT_V], v, out->damping);
    }
    if (!st && s->spring) {
        memset(s->work, 0, (size_t)ds->nv * sizeof *s->work);
        zni_operator_mul(&ds->ops[INT_Q], q, s->work);
        for (zn_index i = 0; i < ds->nv; i++)
            out->internal[i] -= s->work[i];
    }
    for (zn_index i = 0; !st && i < ds->nv; i++) {
        out->internal[i] = out->damping[i] - out->internal[i];
        out->damping[i] = -out->damping[i];
        out->gyro[i] = -out->gyro[i];
    }
    return st;
}

static double dot(zn_index n, const double a[], const double b[])
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static double potential(const zn_ds *ds, const double q[])
{
    const lagrangian *s = ds->state;
    const zn_index n = ds->nv;
    double V = 0;

    for (int k = F_EXT; k <= F_INT; k++) {
        if (mode(ds, k) != ZN_OPERATOR_CONSTANT)
            continue;
        V += (k == F_EXT ? -1 : 1) * dot(n, zn_operator_value(&ds->ops[k]), q);
    }
    if (s->spring) {
        memset(s->work, 0, (size_t)n * sizeof *s->work);
        zni_operator_mul(&ds->ops[INT_Q], q, s->work);
        V += dot(n, q, s->work) / 2;
    }
    return V;
}

/* ---- Jacobians ------------------------------------------------------------ */

/* A term as a function of q, or of v, for differences. */
typedef struct point {
    const zn_ds *ds;
    const double *q, *v; /* NULL: the one that moves */
    double t;
    int term;
} point;

static zn_status move(const void *data, const double x[], double f[])
{
    const point *p = data;

    return term(p->ds, p->term, p->t, p->q ? p->q : x, p->v ? p->v : x, f);
}

/* out = out - d(term)/dq or - d(term)/dv; jac is the operator that gives it */
static zn_status subtract_jac(const point *p, int jac, const double x[],
                              double out[])
{
    const zn_ds *ds = p->ds;
    const lagrangian *s = ds->state;
    const zn_index n = ds->nv;
    zn_status st;

    if (!function(ds, p->term) && !given(ds, jac))
        return ZN_OK;
    if (given(ds, jac))
        st = term(ds, jac, p->t, p->q ? p->q : x, p->v ? p->v : x, s->work);
    else
        st = zni_difference(move, p, n, x, n, s->work + n * n, s->work);
    for (zn_index i = 0; !st && i < n * n; i++)
        out[i] -= s->work[i];
    return st;
}

static zn_status force_jac(const zn_ds *ds, double t, const double q[],
                           const double v[], double dFdq[], double dFdv[])
{
    const size_t bytes = (size_t)(ds->nv * ds->nv) * sizeof *dFdq;
    zn_status st = ZN_OK;

    memset(dFdq, 0, bytes);
    memset(dFdv, 0, bytes);
    for (int k = 0; !st && k < 2; k++) {
        const point along_q = {.ds = ds, .v = v, .t = t, .term = terms[k].term};
        const point along_v = {.ds = ds, .q = q, .t = t, .term = terms[k].term};
        st = subtract_jac(&along_q, terms[k].jac_q, q, dFdq);
        if (!st)
            st = subtract_jac(&along_v, terms[k].jac_v, v, dFdv);
    }
    return st;
}

/* ---- seal ------------------------------------------------------------------- */

static zn_status keep_mass(zn_ds *ds)
{
    lagrangian *s = ds->state;
    zn_status st;

    if (function(ds, MASS))
        return ZN_OK;
    zni_smatrix_detect(&s->mass, &ds->ops[MASS], ds->nv);
    st = zni_reserve(ds->ctx, &s->store, &s->cstore,
                     given(ds, MASS) ? zni_smatrix_count(&s->mass) : ds->nv);
    if (st)
        return st;
    double *store = s->store;
    if (given(ds, MASS)) {
        zni_smatrix_fill(&s->mass, &ds->ops[MASS], &store);
        return ZN_OK;
    }
    zni_smatrix_identity(&s->mass, ds->nv, &store);
    if (!s->said_identity)
        zn_log(ds->ctx, ZN_LOG_INFO,
               "system '%s': mass is not given, the identity is taken",
               ds->name);
    s->said_identity = true;
    return ZN_OK;
}

static zn_status check_mass(zn_ds *ds, zn_findings *f)
{
    const lagrangian *s = ds->state;
    char why[160];
    zn_status st;

    if (function(ds, MASS)) {
        const zn_index before = f->count;
        st = zni_findings_take(
            f, zni_call_s4(&ds->ops[MASS], NAN, ds->nq, ds->q0, s->work));
        if (st || f->count > before)
            return st;
        st = zni_mass_check(ds->ctx, ds->nv, s->work, sizeof why, why);
    } else {
        st = zni_smatrix_mass_check(ds->ctx, &s->mass, sizeof why, why);
    }
    if (!st && why[0])
        zn_findings_add(f, "system '%s': mass%s %s", ds->name,
                        function(ds, MASS) ? " at q0" : "", why);
    return st;
}

/* Which Jacobians are wanting, and which have no use. */
static unsigned check_jacobians(zn_ds *ds, zn_findings *f)
{
    unsigned missing = 0;

    for (int k = 0; k < 2; k++) {
        const int jac[] = {terms[k].jac_q, terms[k].jac_v};
        for (int j = 0; j < 2; j++) {
            if (!function(ds, terms[k].term) && given(ds, jac[j]))
                zn_findings_add(
                    f, "system '%s': %s is given, but %s is %s", ds->name,
                    slots[jac[j]].name, slots[terms[k].term].name,
                    given(ds, terms[k].term) ? "constant" : "not given");
            if (function(ds, terms[k].term) && !given(ds, jac[j]))
                missing |= 1u << jac[j];
        }
    }
    return missing;
}

static bool diagonal(const zn_ds *ds, int jac, int term_)
{
    zni_smatrix m;

    if (!given(ds, jac))
        return !function(ds, term_);
    if (function(ds, jac))
        return false;
    zni_smatrix_detect(&m, &ds->ops[jac], ds->nv);
    return m.kind <= ZNI_DIAGONAL;
}

static zn_ds_variability find_variability(const zn_ds *ds)
{
    const lagrangian *s = ds->state;
    zn_ds_variability v = {.M = ZN_CONSTANT};
    bool diag = !function(ds, MASS) && s->mass.kind <= ZNI_DIAGONAL;

    if (function(ds, MASS))
        v.M = ZN_WITH_STATE;
    v.F = zni_operator_vary(&ds->ops[F_EXT], ZN_WITH_TIME);
    for (int k = 0; k < 2; k++) {
        const zn_vary of = terms[k].term == F_INT ? ZN_WITH_TIME | ZN_WITH_STATE
                                                  : ZN_WITH_STATE;
        const int jac[] = {terms[k].jac_q, terms[k].jac_v};

        v.F |= zni_operator_vary(&ds->ops[terms[k].term], of);
        for (int j = 0; j < 2; j++) {
            if (function(ds, terms[k].term))
                v.J |= zni_jacobian_vary(&ds->ops[jac[j]], of);
            diag = diag && diagonal(ds, jac[j], terms[k].term);
        }
    }
    v.diagonal = diag || ds->nv == 1;
    return v;
}

/* Is K constant and symmetric, so that K q has a potential? */
static bool is_spring(const zn_ds *ds)
{
    const lagrangian *s = ds->state;
    zni_smatrix K;
    double *store = s->work;

    if (!function(ds, F_INT) || mode(ds, INT_Q) != ZN_OPERATOR_CONSTANT)
        return false;
    zni_smatrix_detect(&K, &ds->ops[INT_Q], ds->nv);
    zni_smatrix_fill(&K, &ds->ops[INT_Q], &store);
    return zni_smatrix_symmetric(&K);
}

/* Is a matrix ever evaluated, beside a constant mass? */
static bool needs_matrix(const zn_ds *ds)
{
    bool yes = function(ds, MASS);

    for (int k = 0; k < 2; k++)
        yes = yes || function(ds, terms[k].term) || given(ds, terms[k].jac_q) ||
              given(ds, terms[k].jac_v);
    return yes;
}

static zn_status seal(zn_ds *ds, zn_findings *f)
{
    lagrangian *s = ds->state;
    const zn_index n = ds->nv;
    const unsigned missing = check_jacobians(ds, f);
    zn_status st;

    st = zni_reserve(ds->ctx, &s->work, &s->cwork,
                     needs_matrix(ds) ? n * n + 2 * n : n);
    if (!st)
        st = keep_mass(ds);
    if (!st)
        st = check_mass(ds, f);
    if (st)
        return st;
    zni_say_differences(&ds->owner, slots, missing, &s->said);
    s->varies = find_variability(ds);
    s->spring = is_spring(ds);
    return ZN_OK;
}

static void varies(const zn_ds *ds, zn_ds_variability *out)
{
    *out = ((const lagrangian *)ds->state)->varies;
}

static void fini(zn_ds *ds)
{
    lagrangian *s = ds->state;

    zn_free_array(ds->ctx, s->store);
    zn_free_array(ds->ctx, s->work);
}

const zn_ds_type zni_ds_lagrangian = {
    .type = {.size = sizeof zni_ds_lagrangian,
             .kind = ZN_KIND_DS,
             .name = "lagrangian",
             .summary = "M(q) v' + f_gyr(q,v) + f_int(t,q,v) = f_ext(t) + p",
             .state_size = sizeof(lagrangian)},
    .family = ZN_SECOND_ORDER,
    .slots = slots,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .mass = mass,
    .mass_mul = mass_mul,
    .force = force,
    .force_jac = force_jac,
    .force_parts = force_parts,
    .potential = potential,
};
