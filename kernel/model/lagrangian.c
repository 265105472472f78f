/* lagrangian.c - Lagrangian systems with forces given by functions
 *     M(q) v' + f_gyr(q,v) + f_int(t,q,v) = f_ext(t) + p,   q' = v
 * Matrices have the patterns of their operators; dF/dq and dF/dv those of the sums
 * of their terms.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/difference.h"
#include "kernel/model/model.h"
#include "kernel/model/structure.h"
#include "kernel/model/vectors.h"
#include "solvers/linalg/few.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MASS, F_EXT, F_INT, F_GYR, INT_Q, INT_V, GYR_Q, GYR_V };

static const zn_slot slots[] = {
    [MASS] = {"mass", "S4", 'v', 'v', true, "M(q)"},
    [F_EXT] = {"f_ext", "S2", 'v', '1', true, "external force f_ext(t)"},
    [F_INT] = {"f_int", "S6", 'v', '1', true, "internal force f_int(t,q,v)"},
    [F_GYR] = {"f_gyr", "S5", 'v', '1', true, "inertia term N(q,v)"},
    [INT_Q] = {"jac_f_int_q", "S6", 'v', 'q', true, "df_int/dq"},
    [INT_V] = {"jac_f_int_v", "S6", 'v', 'v', true, "df_int/dv"},
    [GYR_Q] = {"jac_f_gyr_q", "S5", 'v', 'q', true, "dN/dq"},
    [GYR_V] = {"jac_f_gyr_v", "S5", 'v', 'v', true, "dN/dv"},
    {0},
};

/* dF/dq or dF/dv: -(d f_int + d f_gyr). */
typedef struct jacobian {
    zn_pattern term[2]; /* of f_int and f_gyr */
    zn_index count[2];  /* their numbers */
    zn_pattern pattern; /* of both */
    zn_sum *sum;        /* if they are not of one pattern */
    zni_colouring colours[2];
} jacobian;

typedef struct lagrangian {
    zni_smatrix mass; /* of a function only the pattern */
    double *store;    /* its values */
    zn_index cstore;
    jacobian jac[2]; /* by q and by v */
    zni_rooms rooms; /* for the largest matrix, or 3 n */
    zn_ds_variability varies;
    bool spring;   /* jac_f_int_q is constant and symmetric: q'Kq/2 */
    atomic_uint said; /* differences announced, by bit of the slot */
    bool unit_mass;   /* option: M is the identity */
} lagrangian;

static const zn_option options[] = {
    ZN_OPT_BOOL(lagrangian, unit_mass, false,
                "the mass is the identity, no mass is given"),
    ZN_OPT_END,
};

/* The two state-dependent terms, each with its Jacobians. */
static const struct {
    int term, jac_q, jac_v;
} terms[] = {{F_INT, INT_Q, INT_V}, {F_GYR, GYR_Q, GYR_V}};

static zn_operator_mode mode(const zn_ds *ds, int i)
{
    return ds->ops[i].mode;
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
    const lagrangian *s = zni_ds_state(ds);

    if (function(ds, MASS))
        return zni_call_s4(&ds->ops[MASS], NAN, ds->nq, q, M);
    zni_smatrix_copy(&s->mass, 1, M);
    return ZN_OK;
}

static zn_status mass_mul(const zn_ds *ds, const double q[], const double w[],
                          double out[])
{
    const lagrangian *s = zni_ds_state(ds);
    zni_room room;
    zn_status st;

    memset(out, 0, (size_t)ds->nv * sizeof *out);
    if (!function(ds, MASS)) {
        zn_pattern_mul(&s->mass.pattern, s->mass.x, 1, w, out);
        return ZN_OK;
    }
    st = zni_room_enter(ds->owner.ctx, &s->rooms, &room);
    if (!st)
        st = zni_call_s4(&ds->ops[MASS], NAN, ds->nq, q, room.at);
    if (!st)
        zn_pattern_mul(&s->mass.pattern, room.at, 1, w, out);
    zni_room_leave(&room);
    return st;
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

/* F = 0 - term, which needs no room */
static zn_status negative(const zn_ds *ds, int i, double t, const double q[],
                          const double v[], double F[])
{
    const zn_status st = term(ds, i, t, q, v, F);

    for (zn_index k = 0; !st && k < ds->nv; k++)
        F[k] = 0 - F[k];
    return st;
}

/* F = -f_int - f_gyr, of few numbers */
static zn_status both(const zn_ds *ds, double t, const double q[], const double v[],
                      double F[])
{
    double gyr[ZNI_SHORT];
    zn_status st = zni_call_s6(&ds->ops[F_INT], t, ds->nq, q, v, F);

    if (!st)
        st = zni_call_s5(&ds->ops[F_GYR], t, ds->nq, q, v, gyr);
    for (zn_index k = 0; !st && k < ds->nv; k++)
        F[k] = 0 - F[k] - gyr[k];
    return st;
}

/* F = F - term */
static zn_status subtract(const zn_ds *ds, int i, double t, const double q[],
                          const double v[], double F[])
{
    zni_room room;
    zn_status st = zni_room_enter(
        ds->owner.ctx, &((const lagrangian *)zni_ds_state(ds))->rooms, &room);

    if (!st)
        st = term(ds, i, t, q, v, room.at);
    for (zn_index k = 0; !st && k < ds->nv; k++)
        F[k] -= room.at[k];
    zni_room_leave(&room);
    return st;
}

static zn_status force(const zn_ds *ds, double t, const double q[],
                       const double v[], double F[])
{
    bool any = given(ds, F_EXT);
    zn_status st;

    if (!any && given(ds, F_INT) && given(ds, F_GYR) && ds->nv <= ZNI_SHORT)
        return both(ds, t, q, v, F);
    st = any ? zni_call_s2(&ds->ops[F_EXT], t, F) : ZN_OK;

    for (int k = 0; !st && k < 2; k++)
        if (given(ds, terms[k].term)) {
            st = any ? subtract(ds, terms[k].term, t, q, v, F)
                     : negative(ds, terms[k].term, t, q, v, F);
            any = true;
        }
    if (!any)
        zni_clear(ds->nv, F);
    return st;
}

/* A constant force has a potential, and so has the part K q of f_int if the
 * user said by a constant Jacobian that there is one. A constant C is damping; of
 * the rest of f_int nothing is known. */
static zn_status force_parts(const zn_ds *ds, double t, const double q[],
                             const double v[], zn_force_parts *out)
{
    const lagrangian *s = zni_ds_state(ds);
    zn_status st = ZN_OK;

    if (function(ds, F_EXT))
        st = zni_call_s2(&ds->ops[F_EXT], t, out->external);
    if (!st && given(ds, F_GYR))
        st = term(ds, F_GYR, t, q, v, out->gyro);
    if (!st && function(ds, F_INT)) {
        st = term(ds, F_INT, t, q, v, out->internal);
        if (given(ds, INT_V) && !function(ds, INT_V))
            zni_operator_mul(&ds->ops[INT_V], v, out->damping);
    }
    if (!st && s->spring) {
        const zn_pattern K = zn_operator_pattern(&ds->ops[INT_Q]);

        zn_pattern_mul(&K, ds->ops[INT_Q].value, -1, q, out->internal);
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
    const lagrangian *s = zni_ds_state(ds);
    const zn_index n = ds->nv;
    double V = 0;

    for (int k = F_EXT; k <= F_INT; k++) {
        if (mode(ds, k) != ZN_OPERATOR_CONSTANT)
            continue;
        V += (k == F_EXT ? -1 : 1) * dot(n, zn_operator_value(&ds->ops[k]), q);
    }
    if (s->spring) {
        const zn_pattern K = zn_operator_pattern(&ds->ops[INT_Q]);

        V += zn_pattern_quad(&K, ds->ops[INT_Q].value, q) / 2;
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

/* Values of d(term)/dq or d(term)/dv in its own pattern where no function gives them:
 * those of a constant, or what is then in work. k: which term; jac: the operator that gives it. */
static zn_status term_jac(const point *p, const jacobian *j, int k, int jac,
                          const double x[], double work[], const double **out)
{
    const zn_ds *ds = p->ds;
    const lagrangian *s = zni_ds_state(ds);

    *out = work;
    if (given(ds, jac)) {
        *out = ds->ops[jac].value;
        return ZN_OK;
    }
    if (j->term[k].shape == ZN_SHAPE_DENSE)
        return zni_difference(ds->owner.ctx, &s->rooms, move, p, ds->nv, x,
                              ds->nv, work);
    return zni_difference_pattern(ds->owner.ctx, &s->rooms, move, p,
                                  &j->term[k], &j->colours[k], x, work);
}

/* out = -d f_int - d f_gyr by one of q and v. work: of the larger of both, if both are
 * there or out has another pattern than its terms */
static zn_status sum_jac(const zn_ds *ds, int by, double t, const double q[],
                         const double v[], double work[], double out[])
{
    const lagrangian *s = zni_ds_state(ds);
    const jacobian *j = &s->jac[by];
    bool any = j->sum;

    for (int k = 0; k < 2; k++) {
        const int jac = by ? terms[k].jac_v : terms[k].jac_q;
        double *to = any ? work : out;
        const double *a = to;
        zn_status st;

        if (j->count[k] == 0)
            continue;
        if (function(ds, jac)) {
            st = term(ds, jac, t, q, v, to);
        } else {
            const point p = {ds, by ? q : NULL, by ? NULL : v, t, terms[k].term};

            st = term_jac(&p, j, k, jac, by ? v : q, to, &a);
        }
        if (st)
            return st;
        if (j->sum)
            zn_sum_add(j->sum, k, -1, a, out);
        else if (any)
            zni_add_scaled(j->count[k], -1, a, out);
        else
            for (zn_index i = 0; i < j->count[k]; i++)
                out[i] = 0 - a[i];
        any = true;
    }
    return ZN_OK;
}

static zn_status one_jac(const zn_ds *ds, int by, double t, const double q[],
                         const double v[], double out[])
{
    const lagrangian *s = zni_ds_state(ds);
    const jacobian *j = &s->jac[by];
    zni_room room;
    zn_status st;

    if (!j->sum && !(j->count[0] && j->count[1]))
        return sum_jac(ds, by, t, q, v, NULL, out);
    if (j->sum)
        memset(out, 0, (size_t)zn_pattern_count(&j->pattern) * sizeof *out);
    st = zni_room_enter(ds->owner.ctx, &s->rooms, &room);
    if (!st)
        st = sum_jac(ds, by, t, q, v, room.at, out);
    zni_room_leave(&room);
    return st;
}

static zn_status force_jac(const zn_ds *ds, double t, const double q[],
                           const double v[], double dFdq[], double dFdv[])
{
    const zn_status st = one_jac(ds, 0, t, q, v, dFdq);

    return st ? st : one_jac(ds, 1, t, q, v, dFdv);
}

/* ---- seal ------------------------------------------------------------------- */

static zn_status keep_mass(zn_ds *ds)
{
    lagrangian *s = zni_ds_state(ds);
    zn_status st;

    s->mass.pattern = zn_operator_pattern(&ds->ops[MASS]);
    if (function(ds, MASS))
        return ZN_OK;
    zni_smatrix_detect(&s->mass, &ds->ops[MASS], ds->nv);
    st = zni_reserve(ds->owner.ctx, &s->store, &s->cstore,
                     given(ds, MASS) ? zni_smatrix_count(&s->mass, &ds->ops[MASS]) : ds->nv);
    if (st)
        return st;
    double *store = s->store;
    if (given(ds, MASS)) {
        zni_smatrix_fill(&s->mass, &ds->ops[MASS], &store);
        return ZN_OK;
    }
    zni_smatrix_identity(&s->mass, ds->nv, &store);
    return ZN_OK;
}

/* Is M, at q0, one that a mass may be? */
static zn_status check_mass_values(zn_ds *ds, zn_findings *f)
{
    const lagrangian *s = zni_ds_state(ds);
    const zn_index before = f->count;
    const double *M = s->mass.x;
    char why[160] = "";
    zni_room room;
    zn_status st = zni_room_enter(ds->owner.ctx, &s->rooms, &room);

    if (!st && function(ds, MASS)) {
        M = room.at;
        st = zni_findings_take(
            f, zni_call_s4(&ds->ops[MASS], NAN, ds->nq, zni_ds_start(ds), room.at));
    }
    if (!st && f->count == before)
        st =
            zni_mass_check(ds->owner.ctx, &s->mass.pattern, M, sizeof why, why);
    if (!st && why[0])
        zn_findings_add(f, "system '%s': mass%s %s", ds->owner.name,
                        function(ds, MASS) ? " at q0" : "", why);
    zni_room_leave(&room);
    return st;
}

static zn_status check_mass(zn_ds *ds, zn_findings *f)
{
    const lagrangian *s = zni_ds_state(ds);

    if (given(ds, MASS) != s->unit_mass)
        return check_mass_values(ds, f);
    zn_findings_add(f,
                    s->unit_mass
                        ? "system '%s': mass is given, and unit_mass=yes "
                          "says that it is the identity"
                        : "system '%s': mass is not given; unit_mass=yes "
                          "takes the identity",
                    ds->owner.name);
    return ZN_OK;
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
                    f, "system '%s': %s is given, but %s is %s", ds->owner.name,
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
        m.pattern = zn_operator_pattern(&ds->ops[jac]);
    else
        zni_smatrix_detect(&m, &ds->ops[jac], ds->nv);
    return zni_smatrix_diagonal(&m);
}

static zn_ds_variability find_variability(const zn_ds *ds)
{
    const lagrangian *s = zni_ds_state(ds);
    zn_ds_variability v = {.M = ZN_CONSTANT};
    bool diag = !function(ds, MASS) && zni_smatrix_diagonal(&s->mass);

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
    v.affine = !function(ds, F_INT) && !function(ds, F_GYR);
    return v;
}

/* Is K constant and symmetric, so that K q has a potential? */
static bool is_spring(const zn_ds *ds)
{
    const zn_operator *op = &ds->ops[INT_Q];
    const zn_pattern a = zn_operator_pattern(op);

    return function(ds, F_INT) && given(ds, INT_Q) && !function(ds, INT_Q) &&
           zn_pattern_symmetric(&a, zn_operator_value(op), 0);
}

/* The pattern of a term's Jacobian; what is wanting is dense unless declared. */
static zn_pattern term_pattern(const zn_ds *ds, int jac, int term_)
{
    if (given(ds, jac) || zni_operator_declared(&ds->ops[jac]))
        return zn_operator_pattern(&ds->ops[jac]);
    return function(ds, term_) ? zn_pattern_dense(ds->nv, ds->nv)
                               : zn_pattern_zero(ds->nv, ds->nv);
}

static void forget(zn_ctx *ctx, jacobian *j)
{
    zn_sum_free(j->sum);
    j->sum = NULL;
    for (int k = 0; k < 2; k++)
        zni_colouring_fini(ctx, &j->colours[k]);
}

/* Patterns of dF/dq or dF/dv, and what its sum and its differences need. */
static zn_status prepare(zn_ds *ds, int by)
{
    jacobian *j = &((lagrangian *)zni_ds_state(ds))->jac[by];
    const zn_pattern *term_[2] = {&j->term[0], &j->term[1]};
    bool zero[2];
    zn_status st = ZN_OK;

    forget(ds->owner.ctx, j);
    for (int k = 0; !st && k < 2; k++) {
        const int jac = by ? terms[k].jac_v : terms[k].jac_q;

        j->term[k] = term_pattern(ds, jac, terms[k].term);
        j->count[k] = zn_pattern_count(&j->term[k]);
        zero[k] = j->count[k] == 0;
        if (!given(ds, jac) && zni_operator_declared(&ds->ops[jac]))
            st = zni_colouring_find(ds->owner.ctx, &j->term[k], &j->colours[k]);
    }
    if (st)
        return st;
    j->pattern = j->term[zero[0] ? 1 : 0];
    if (zero[0] || zero[1] ||
        (j->term[0].shape == ZN_SHAPE_DENSE &&
         j->term[1].shape == ZN_SHAPE_DENSE))
        return ZN_OK;
    st = zn_sum_new(ds->owner.ctx, ds->nv, 2, term_, &j->sum);
    if (!st)
        j->pattern = *zn_sum_pattern(j->sum);
    return st;
}

/* Numbers of a force, of the largest matrix that is ever evaluated, beside a constant
 * mass, and of what its differences need. */
static zn_index largest(const zn_ds *ds)
{
    const lagrangian *s = zni_ds_state(ds);
    zn_index top =
        function(ds, MASS) ? zn_pattern_count(&s->mass.pattern) : 0;

    top = ds->nv > top ? ds->nv : top;

    for (int k = 0; k < 4; k++) {
        const zn_index n = zn_pattern_count(&s->jac[k / 2].term[k % 2]);

        top = n > top ? n : top;
        top = n > 0 && 3 * (zn_index)ds->nv > top ? 3 * (zn_index)ds->nv : top;
    }
    return top;
}

static zn_status seal(zn_ds *ds, zn_findings *f)
{
    lagrangian *s = zni_ds_state(ds);
    const unsigned missing = check_jacobians(ds, f);
    zn_status st = keep_mass(ds);

    for (int by = 0; !st && by < 2; by++)
        st = prepare(ds, by);
    if (st)
        return st;
    st = zni_rooms_reserve(ds->owner.ctx, &s->rooms, 2, largest(ds));
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
    *out = ((const lagrangian *)zni_ds_state(ds))->varies;
}

static const zn_pattern *pattern(const zn_ds *ds, zn_ds_matrix which)
{
    const lagrangian *s = zni_ds_state(ds);

    return which == ZN_DS_MASS ? &s->mass.pattern
                               : &s->jac[which == ZN_DS_JAC_V].pattern;
}

static void fini(zn_ds *ds)
{
    lagrangian *s = zni_ds_state(ds);

    for (int by = 0; by < 2; by++)
        forget(ds->owner.ctx, &s->jac[by]);

    zn_free_array(ds->owner.ctx, s->store);
    zni_rooms_fini(ds->owner.ctx, &s->rooms);
}

const zn_ds_type zni_ds_lagrangian = {
    .type = {.size = sizeof zni_ds_lagrangian,
             .kind = ZN_KIND_DS,
             .name = "lagrangian",
             .summary = "M(q) v' + f_gyr(q,v) + f_int(t,q,v) = f_ext(t) + p",
             .state_size = sizeof(lagrangian),
             .options = options},
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
    .pattern = pattern,
};
