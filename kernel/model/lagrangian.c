/* lagrangian.c - Lagrangian systems with forces given by functions
 *     M(q) v' + f_gyr(q,v) + f_int(t,q,v) = f_ext(t) + p,   q' = v
 * Matrices have the patterns of their operators; dF/dq and dF/dv those of the sums
 * of their terms.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/lagrangian.h"

#include "kernel/model/vectors.h"
#include "solvers/linalg/few.h"
#include "solvers/linalg/small.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const zn_slot slots[] = {
    [ZNI_MASS] = {"mass", "S4", 'v', 'v', true, "M(q)"},
    [ZNI_F_EXT] = {"f_ext", "S2", 'v', '1', true, "external force f_ext(t)"},
    [ZNI_F_INT] = {"f_int", "S6", 'v', '1', true, "internal force f_int(t,q,v)"},
    [ZNI_F_GYR] = {"f_gyr", "S5", 'v', '1', true, "inertia term N(q,v)"},
    [ZNI_INT_Q] = {"jac_f_int_q", "S6", 'v', 'q', true, "df_int/dq"},
    [ZNI_INT_V] = {"jac_f_int_v", "S6", 'v', 'v', true, "df_int/dv"},
    [ZNI_GYR_Q] = {"jac_f_gyr_q", "S5", 'v', 'q', true, "dN/dq"},
    [ZNI_GYR_V] = {"jac_f_gyr_v", "S5", 'v', 'v', true, "dN/dv"},
    {0},
};

static const zn_option options[] = {
    ZN_OPT_BOOL(zni_lagrangian, unit_mass, false,
                "the mass is the identity, no mass is given"),
    ZN_OPT_END,
};

/* ---- values ------------------------------------------------------------- */

static zn_status mass(const zn_ds *ds, const double q[], double M[])
{
    const zni_lagrangian *s = zni_ds_state(ds);

    if (zni_function(ds, ZNI_MASS))
        return zni_call_s4(&ds->ops[ZNI_MASS], NAN, ds->nq, q, M);
    zni_smatrix_copy(&s->mass, 1, M);
    return ZN_OK;
}

static zn_status mass_mul(const zn_ds *ds, const double q[], const double w[],
                          double out[])
{
    const zni_lagrangian *s = zni_ds_state(ds);
    zni_room room;
    zn_status st;

    memset(out, 0, (size_t)ds->nv * sizeof *out);
    if (!zni_function(ds, ZNI_MASS)) {
        zn_pattern_mul(&s->mass.pattern, s->mass.x, 1, w, out);
        return ZN_OK;
    }
    st = zni_room_enter(ds->owner.ctx, &s->rooms, &room);
    if (!st)
        st = zni_call_s4(&ds->ops[ZNI_MASS], NAN, ds->nq, q, room.at);
    if (!st)
        zn_pattern_mul(&s->mass.pattern, room.at, 1, w, out);
    zni_room_leave(&room);
    return st;
}

/* f_int, f_gyr or one of their Jacobians */
zn_status zni_term(const zn_ds *ds, int i, double t, const double q[],
                      const double v[], double out[])
{
    const zn_operator *op = &ds->ops[i];

    if (i == ZNI_F_INT || i == ZNI_INT_Q || i == ZNI_INT_V)
        return zni_call_s6(op, t, ds->nq, q, v, out);
    return zni_call_s5(op, t, ds->nq, q, v, out);
}

/* F = 0 - term, which needs no room */
static zn_status negative(const zn_ds *ds, int i, double t, const double q[],
                          const double v[], double F[])
{
    const zn_status st = zni_term(ds, i, t, q, v, F);

    for (zn_index k = 0; !st && k < ds->nv; k++)
        F[k] = 0 - F[k];
    return st;
}

/* F = -f_int - f_gyr, of few numbers */
static zn_status both(const zn_ds *ds, double t, const double q[], const double v[],
                      double F[])
{
    double gyr[ZNI_SHORT];
    zn_status st = zni_call_s6(&ds->ops[ZNI_F_INT], t, ds->nq, q, v, F);

    if (!st)
        st = zni_call_s5(&ds->ops[ZNI_F_GYR], t, ds->nq, q, v, gyr);
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
        ds->owner.ctx, &((const zni_lagrangian *)zni_ds_state(ds))->rooms, &room);

    if (!st)
        st = zni_term(ds, i, t, q, v, room.at);
    for (zn_index k = 0; !st && k < ds->nv; k++)
        F[k] -= room.at[k];
    zni_room_leave(&room);
    return st;
}

static zn_status force(const zn_ds *ds, double t, const double q[],
                       const double v[], double F[])
{
    bool any = zni_given(ds, ZNI_F_EXT);
    zn_status st;

    if (!any && zni_given(ds, ZNI_F_INT) && zni_given(ds, ZNI_F_GYR) && ds->nv <= ZNI_SHORT)
        return both(ds, t, q, v, F);
    st = any ? zni_call_s2(&ds->ops[ZNI_F_EXT], t, F) : ZN_OK;

    for (int k = 0; !st && k < 2; k++)
        if (zni_given(ds, zni_terms[k].term)) {
            st = any ? subtract(ds, zni_terms[k].term, t, q, v, F)
                     : negative(ds, zni_terms[k].term, t, q, v, F);
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
    const zni_lagrangian *s = zni_ds_state(ds);
    zn_status st = ZN_OK;

    if (zni_function(ds, ZNI_F_EXT))
        st = zni_call_s2(&ds->ops[ZNI_F_EXT], t, out->external);
    if (!st && zni_given(ds, ZNI_F_GYR))
        st = zni_term(ds, ZNI_F_GYR, t, q, v, out->gyro);
    if (!st && zni_function(ds, ZNI_F_INT)) {
        st = zni_term(ds, ZNI_F_INT, t, q, v, out->internal);
        if (zni_given(ds, ZNI_INT_V) && !zni_function(ds, ZNI_INT_V))
            zni_operator_mul(&ds->ops[ZNI_INT_V], v, out->damping);
    }
    if (!st && s->spring) {
        const zn_pattern K = zn_operator_pattern(&ds->ops[ZNI_INT_Q]);

        zn_pattern_mul(&K, ds->ops[ZNI_INT_Q].value, -1, q, out->internal);
    }
    for (zn_index i = 0; !st && i < ds->nv; i++) {
        out->internal[i] = out->damping[i] - out->internal[i];
        out->damping[i] = -out->damping[i];
        out->gyro[i] = -out->gyro[i];
    }
    return st;
}

static double potential(const zn_ds *ds, const double q[])
{
    const zni_lagrangian *s = zni_ds_state(ds);
    const zn_index n = ds->nv;
    double V = 0;

    for (int k = ZNI_F_EXT; k <= ZNI_F_INT; k++) {
        if (ds->ops[k].mode != ZN_OPERATOR_CONSTANT)
            continue;
        V += (k == ZNI_F_EXT ? -1 : 1) * zni_dot(n, zn_operator_value(&ds->ops[k]), q);
    }
    if (s->spring) {
        const zn_pattern K = zn_operator_pattern(&ds->ops[ZNI_INT_Q]);

        V += zn_pattern_quad(&K, ds->ops[ZNI_INT_Q].value, q) / 2;
    }
    return V;
}

/* ---- seal ------------------------------------------------------------------- */

static zn_status keep_mass(zn_ds *ds)
{
    zni_lagrangian *s = zni_ds_state(ds);
    zn_status st;

    s->mass.pattern = zn_operator_pattern(&ds->ops[ZNI_MASS]);
    if (zni_function(ds, ZNI_MASS))
        return ZN_OK;
    zni_smatrix_detect(&s->mass, &ds->ops[ZNI_MASS], ds->nv);
    st = zni_reserve(ds->owner.ctx, &s->store, &s->cstore,
                     zni_given(ds, ZNI_MASS) ? zni_smatrix_count(&s->mass, &ds->ops[ZNI_MASS]) : ds->nv);
    if (st)
        return st;
    double *store = s->store;
    if (zni_given(ds, ZNI_MASS)) {
        zni_smatrix_fill(&s->mass, &ds->ops[ZNI_MASS], &store);
        return ZN_OK;
    }
    zni_smatrix_identity(&s->mass, ds->nv, &store);
    return ZN_OK;
}

/* Is M, at q0, one that a mass may be? */
static zn_status check_mass_values(zn_ds *ds, zn_findings *f)
{
    const zni_lagrangian *s = zni_ds_state(ds);
    const zn_index before = f->count;
    const double *M = s->mass.x;
    char why[160] = "";
    zni_room room;
    zn_status st = zni_room_enter(ds->owner.ctx, &s->rooms, &room);

    if (!st && zni_function(ds, ZNI_MASS)) {
        M = room.at;
        st = zni_findings_take(
            f, zni_call_s4(&ds->ops[ZNI_MASS], NAN, ds->nq, zni_ds_start(ds), room.at));
    }
    if (!st && f->count == before)
        st =
            zni_mass_check(ds->owner.ctx, &s->mass.pattern, M, sizeof why, why);
    if (!st && why[0])
        zn_findings_add(f, "system '%s': mass%s %s", ds->owner.name,
                        zni_function(ds, ZNI_MASS) ? " at q0" : "", why);
    zni_room_leave(&room);
    return st;
}

static zn_status check_mass(zn_ds *ds, zn_findings *f)
{
    const zni_lagrangian *s = zni_ds_state(ds);

    if (zni_given(ds, ZNI_MASS) != s->unit_mass)
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
        const int jac[] = {zni_terms[k].jac_q, zni_terms[k].jac_v};
        for (int j = 0; j < 2; j++) {
            if (!zni_function(ds, zni_terms[k].term) && zni_given(ds, jac[j]))
                zn_findings_add(
                    f, "system '%s': %s is given, but %s is %s", ds->owner.name,
                    slots[jac[j]].name, slots[zni_terms[k].term].name,
                    zni_given(ds, zni_terms[k].term) ? "constant" : "not given");
            if (zni_function(ds, zni_terms[k].term) && !zni_given(ds, jac[j]))
                missing |= 1u << jac[j];
        }
    }
    return missing;
}

static bool diagonal(const zn_ds *ds, int jac, int term_)
{
    zni_smatrix m;

    if (!zni_given(ds, jac))
        return !zni_function(ds, term_);
    if (zni_function(ds, jac))
        m.pattern = zn_operator_pattern(&ds->ops[jac]);
    else
        zni_smatrix_detect(&m, &ds->ops[jac], ds->nv);
    return zni_smatrix_diagonal(&m);
}

static zn_ds_variability find_variability(const zn_ds *ds)
{
    const zni_lagrangian *s = zni_ds_state(ds);
    zn_ds_variability v = {.M = ZN_CONSTANT};
    bool diag = !zni_function(ds, ZNI_MASS) && zni_smatrix_diagonal(&s->mass);

    if (zni_function(ds, ZNI_MASS))
        v.M = ZN_WITH_STATE;
    v.F = zni_operator_vary(&ds->ops[ZNI_F_EXT], ZN_WITH_TIME);
    for (int k = 0; k < 2; k++) {
        const zn_vary of = zni_terms[k].term == ZNI_F_INT ? ZN_WITH_TIME | ZN_WITH_STATE
                                                  : ZN_WITH_STATE;
        const int jac[] = {zni_terms[k].jac_q, zni_terms[k].jac_v};

        v.F |= zni_operator_vary(&ds->ops[zni_terms[k].term], of);
        for (int j = 0; j < 2; j++) {
            if (zni_function(ds, zni_terms[k].term))
                v.J |= zni_jacobian_vary(&ds->ops[jac[j]], of);
            diag = diag && diagonal(ds, jac[j], zni_terms[k].term);
        }
    }
    v.diagonal = diag || ds->nv == 1;
    v.affine = !zni_function(ds, ZNI_F_INT) && !zni_function(ds, ZNI_F_GYR);
    return v;
}

/* Is K constant and symmetric, so that K q has a potential? */
static bool is_spring(const zn_ds *ds)
{
    const zn_operator *op = &ds->ops[ZNI_INT_Q];
    const zn_pattern a = zn_operator_pattern(op);

    return zni_function(ds, ZNI_F_INT) && zni_given(ds, ZNI_INT_Q) && !zni_function(ds, ZNI_INT_Q) &&
           zn_pattern_symmetric(&a, zn_operator_value(op), 0);
}

/* Numbers of a force, of the largest matrix that is ever evaluated, beside a constant
 * mass, and of what its differences need. */
static zn_index largest(const zn_ds *ds)
{
    const zni_lagrangian *s = zni_ds_state(ds);
    zn_index top =
        zni_function(ds, ZNI_MASS) ? zn_pattern_count(&s->mass.pattern) : 0;

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
    zni_lagrangian *s = zni_ds_state(ds);
    const unsigned missing = check_jacobians(ds, f);
    zn_status st = keep_mass(ds);

    for (int by = 0; !st && by < 2; by++)
        st = zni_term_jac_prepare(ds, by);
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
    *out = ((const zni_lagrangian *)zni_ds_state(ds))->varies;
}

static const zn_pattern *pattern(const zn_ds *ds, zn_ds_matrix which)
{
    const zni_lagrangian *s = zni_ds_state(ds);

    return which == ZN_DS_MASS ? &s->mass.pattern
                               : &s->jac[which == ZN_DS_JAC_V].pattern;
}

static void fini(zn_ds *ds)
{
    zni_lagrangian *s = zni_ds_state(ds);

    for (int by = 0; by < 2; by++)
        zni_term_jac_fini(ds->owner.ctx, &s->jac[by]);

    zn_free_array(ds->owner.ctx, s->store);
    zni_rooms_fini(ds->owner.ctx, &s->rooms);
}

const zn_ds_type zni_ds_lagrangian = {
    .type = {.size = sizeof zni_ds_lagrangian,
             .kind = ZN_KIND_DS,
             .name = "lagrangian",
             .summary = "M(q) v' + f_gyr(q,v) + f_int(t,q,v) = f_ext(t) + p",
             .state_size = sizeof(zni_lagrangian),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .slots = slots,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .mass = mass,
    .mass_mul = mass_mul,
    .force = force,
    .force_jac = zni_term_jac,
    .force_parts = force_parts,
    .potential = potential,
    .pattern = pattern,
};
