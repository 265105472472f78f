/* newton_euler.c - rigid bodies: class "newton-euler" (zeno/mechanics.h)
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/newton_euler.h"
#include "kernel/model/vectors.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const zn_slot slots[] = {
    [ZNI_NE_MASS] = {"mass", NULL, '1', '1', true, "mass (kg)"},
    [ZNI_NE_INERTIA] = {"inertia", NULL, '3', '3', true,
                        "inertia at the centre of mass, body frame (kg m^2)"},
    [ZNI_NE_F_EXT] = {"f_ext", "S7", '3', '1', true, "external force (N)"},
    [ZNI_NE_M_EXT] = {"m_ext", "S7", '3', '1', true, "external moment (N m)"},
    [ZNI_NE_F_INT] = {"f_int", "S8", '3', '1', true,
                      "internal force f_int(t,q,v) (N)"},
    [ZNI_NE_M_INT] = {"m_int", "S8", '3', '1', true,
                      "internal moment m_int(t,q,v) (N m)"},
    [ZNI_NE_F_INT_Q] = {"jac_f_int_q", "S8", '3', 'q', true, "df_int/dq"},
    [ZNI_NE_F_INT_V] = {"jac_f_int_v", "S8", '3', 'v', true, "df_int/dv"},
    [ZNI_NE_M_INT_Q] = {"jac_m_int_q", "S8", '3', 'q', true, "dm_int/dq"},
    [ZNI_NE_M_INT_V] = {"jac_m_int_v", "S8", '3', 'v', true, "dm_int/dv"},
    {0},
};

static const zn_option options[] = {
    ZN_OPT_CHOICE(zni_ne, update, ZNI_NE_EXPONENTIAL, "exponential|tangent|series",
                  "orientation moved by p o exp(w), by (p + T(p) w)/|.|, or by "
                  "the steps of Siconos: turns below 2e-3 rad by another series"),
    ZN_OPT_CHOICE(zni_ne, gyroscopic, ZNI_NE_FORCE, "force|carried|off",
                  "Omega x I Omega: a force, by carrying the momentum along "
                  "(conserves it), or left out"),
    ZN_OPT_CHOICE(zni_ne, m_ext, ZNI_NE_BODY, "body|inertial",
                  "frame of m_ext"),
    ZN_OPT_CHOICE(zni_ne, m_int, ZNI_NE_BODY, "body|inertial",
                  "frame of m_int"),
    ZN_OPT_CHOICE(zni_ne, quaternion, ZNI_NE_REFUSE, "refuse|normalise",
                  "what to do with a quaternion that is not of length 1"),
    ZN_OPT_END,
};

static const char *sizes(zn_index n, zn_index *nq, zn_index *nv)
{
    *nq = 7;
    *nv = 6;
    return n == 6 ? NULL : "must be 6: a rigid body has six velocities";
}

/* ---- mass ------------------------------------------------------------------------ */

static zn_status mass(const zn_ds *ds, const double q[], double M[])
{
    const zni_ne *s = zni_ds_state(ds);
    const double *I = zni_ne_inertia(ds);

    (void)q;
    zni_wipe(M, 36 * sizeof *M);
    for (int i = 0; i < 3; i++)
        M[7 * i] = s->m;
    zni_ne_put_turn(I, M);
    return ZN_OK;
}

static zn_status mass_mul(const zn_ds *ds, const double q[], const double w[],
                          double out[])
{
    const zni_ne *s = zni_ds_state(ds);

    (void)q;
    for (int i = 0; i < 3; i++)
        out[i] = s->m * w[i];
    zni_mul3(zni_ne_inertia(ds), w + 3, out + 3);
    return ZN_OK;
}

/* ---- seal ------------------------------------------------------------------------ */

/* Room for what a diagonal says. */
static zn_status write_out(const zn_ds *ds)
{
    const zn_operator *given = &ds->ops[ZNI_NE_INERTIA];
    zni_ne *s = zni_ds_state(ds);

    if (given->mode != ZN_OPERATOR_DIAGONAL)
        return ZN_OK;
    if (!s->I)
        s->I = zn_alloc(ds->owner.ctx, 9, sizeof *s->I);
    for (int i = 0; s->I && i < 3; i++)
        s->I[4 * i] = zn_operator_value(given)[i];
    return s->I ? ZN_OK : zn_note(ds->owner.ctx, ZN_ENOMEM, "system '%s'", ds->owner.name);
}

static void fini(zn_ds *ds)
{
    zn_free_array(ds->owner.ctx, ((zni_ne *)zni_ds_state(ds))->I);
}

static void find_shape(zni_ne *s, const double I[9], const double moments[3])
{
    const double size = fabs(moments[2]);
    double off = 0;

    for (int j = 0; j < 3; j++)
        for (int i = 0; i < j; i++)
            off = fmax(off, fabs(I[i + 3 * j]));
    s->diagonal = off == 0;
    s->spherical =
        s->diagonal && moments[2] - moments[0] <= 4 * DBL_EPSILON * size;
}

static void report_principal(const zn_ds *ds, const double m[3],
                             const double a[9])
{
    zni_ne *s = zni_ds_state(ds);

    if (!s->diagonal && !s->reported)
        zn_log(ds->owner.ctx, ZN_LOG_INFO,
               "system '%s': principal moments %.9g, %.9g, %.9g kg m^2 about "
               "(%.6g, %.6g, %.6g), (%.6g, %.6g, %.6g), (%.6g, %.6g, %.6g)",
               ds->owner.name, m[0], m[1], m[2], a[0], a[1], a[2], a[3], a[4],
               a[5], a[6], a[7], a[8]);
    /* int (y^2 + z^2) dm <= int (x^2 + y^2) dm + int (x^2 + z^2) dm */
    if (!s->reported && m[2] > (1 + 1e-9) * (m[0] + m[1]))
        zn_log(ds->owner.ctx, ZN_LOG_WARN,
               "system '%s': principal moment %.9g exceeds the sum of %.9g and "
               "%.9g, as that of no body does",
               ds->owner.name, m[2], m[0], m[1]);
    s->reported = true;
}

static void check_inertia(const zn_ds *ds, zn_findings *f)
{
    const double *I = zni_ne_inertia(ds);
    zni_ne *s = zni_ds_state(ds);
    double moments[3], axes[9], size = 0;

    for (int i = 0; i < 9; i++)
        size = fmax(size, fabs(I[i]));
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < j; i++)
            if (fabs(I[i + 3 * j] - I[j + 3 * i]) > 1e-12 * size) {
                zn_findings_add(
                    f,
                    "system '%s': inertia is not symmetric, (%d, %d) is "
                    "%.17g and (%d, %d) is %.17g",
                    ds->owner.name, i, j, I[i + 3 * j], j, i, I[j + 3 * i]);
                return;
            }
    zni_principal(I, moments, axes);
    if (!(moments[0] > 0)) {
        zn_findings_add(f,
                        "system '%s': inertia has the principal moment %g, "
                        "must be > 0",
                        ds->owner.name, moments[0]);
        return;
    }
    s->arm = sqrt((I[0] + I[4] + I[8]) / (3 * s->m));
    find_shape(s, I, moments);
    report_principal(ds, moments, axes);
}

static void check_mass(const zn_ds *ds, zn_findings *f)
{
    zni_ne *s = zni_ds_state(ds);

    if (!zni_ne_given(ds, ZNI_NE_MASS)) {
        zn_findings_add(f, "system '%s': mass is not given", ds->owner.name);
    } else {
        s->m = zn_operator_value(&ds->ops[ZNI_NE_MASS])[0];
        if (!(s->m > 0))
            zn_findings_add(f, "system '%s': mass = %g, must be > 0",
                            ds->owner.name, s->m);
    }
    if (!zni_ne_given(ds, ZNI_NE_INERTIA))
        zn_findings_add(f, "system '%s': inertia is not given", ds->owner.name);
    else
        check_inertia(ds, f);
}

/* 1e-10: what is left of digits typed by hand is more, of computed ones less */
static void check_quaternion(const zn_ds *ds, zn_findings *f)
{
    const zni_ne *s = zni_ds_state(ds);
    double *p = zni_ds_start(ds) + 3;
    const double length = zn_quaternion_length(p);

    if (!(length > 0))
        zn_findings_add(f, "system '%s': the quaternion of q0 is zero",
                        ds->owner.name);
    else if (s->quaternion == ZNI_NE_NORMALISE)
        zn_quaternion_normalise(p);
    else if (fabs(length - 1) > 1e-10)
        zn_findings_add(f,
                        "system '%s': the quaternion of q0, (%.9g, %.9g, %.9g, "
                        "%.9g), has length %.12g, must be 1 (or set the option "
                        "quaternion=normalise)",
                        ds->owner.name, p[0], p[1], p[2], p[3], length);
}

/* Which Jacobians are wanting, and which have no use. */
static unsigned check_jacobians(const zn_ds *ds, zn_findings *f)
{
    static const int terms[4][2] = {{ZNI_NE_F_INT, ZNI_NE_F_INT_Q},
                                    {ZNI_NE_F_INT, ZNI_NE_F_INT_V},
                                    {ZNI_NE_M_INT, ZNI_NE_M_INT_Q},
                                    {ZNI_NE_M_INT, ZNI_NE_M_INT_V}};
    unsigned missing = 0;

    for (int k = 0; k < 4; k++) {
        const int term = terms[k][0], jac = terms[k][1];
        if (zni_ne_function(ds, term) && !zni_ne_given(ds, jac))
            missing |= 1u << jac;
        if (!zni_ne_function(ds, term) && zni_ne_given(ds, jac))
            zn_findings_add(f, "system '%s': %s is given, but %s is %s",
                            ds->owner.name, slots[jac].name, slots[term].name,
                            zni_ne_given(ds, term) ? "constant" : "not given");
    }
    return missing;
}

static zn_status seal(zn_ds *ds, zn_findings *f)
{
    zni_ne *s = zni_ds_state(ds);
    const zn_status st = write_out(ds);

    if (st)
        return st;
    check_mass(ds, f);
    check_quaternion(ds, f);
    zni_say_differences(&ds->owner, slots, check_jacobians(ds, f), &s->said);
    return ZN_OK;
}

/* Is F a function of time alone? */
static bool of_time(const zn_ds *ds)
{
    const zni_ne *s = zni_ds_state(ds);

    return !zni_ne_turns(s) && !zni_ne_function(ds, ZNI_NE_F_INT) &&
           !zni_ne_function(ds, ZNI_NE_M_INT) &&
           (s->m_ext == ZNI_NE_BODY || !zni_ne_given(ds, ZNI_NE_M_EXT)) &&
           (s->m_int == ZNI_NE_BODY || !zni_ne_given(ds, ZNI_NE_M_INT));
}

static void varies(const zn_ds *ds, zn_ds_variability *out)
{
    const zni_ne *s = zni_ds_state(ds);
    const bool still = !zni_ne_function(ds, ZNI_NE_F_EXT) &&
                       !zni_ne_function(ds, ZNI_NE_M_EXT) &&
                       !zni_ne_function(ds, ZNI_NE_F_INT) &&
                       !zni_ne_function(ds, ZNI_NE_M_INT);

    out->M = ZN_CONSTANT;
    out->F = ZN_WITH_STATE | (still ? ZN_ZERO : ZN_WITH_TIME);
    out->J = out->F;
    if (s->gyroscopic == ZNI_NE_CARRIED || !of_time(ds))
        return;
    out->F = still ? ZN_CONSTANT : ZN_WITH_TIME;
    out->J = ZN_ZERO;
    out->affine = true;
    out->diagonal = s->diagonal;
}

zn_status zn_body_principal(const zn_ds *ds, double moments[3], double axes[9])
{
    const zni_ne *s = zni_ds_state(ds);
    const double *I;

    if (ds->type != &zni_ds_newton_euler)
        return zn_fail(ds->owner.ctx, ZN_EINVAL,
                       "system '%s' is of class '%s', not 'newton-euler'",
                       ds->owner.name, ds->type->type.name);
    I = zni_ne_inertia(ds);
    if (!s->reported || !I)
        return zn_fail(ds->owner.ctx, ZN_ESTATE,
                       "system '%s': principal axes are found when its model "
                       "is sealed",
                       ds->owner.name);
    zni_principal(I, moments, axes); /* not kept, since hardly anybody asks */
    return ZN_OK;
}

static double arm(const zn_ds *ds, zn_index *first)
{
    *first = 3;
    return ((const zni_ne *)zni_ds_state(ds))->arm;
}

const zn_ds_type zni_ds_newton_euler = {
    .type = {.size = sizeof zni_ds_newton_euler,
             .kind = ZN_KIND_DS,
             .name = "newton-euler",
             .summary = "rigid body: m x'' = f, I Omega' + Omega x I Omega = m",
             .state_size = sizeof(zni_ne),
             .options = options},
    .family = ZN_SECOND_ORDER,
    .slots = slots,
    .seal = seal,
    .fini = fini,
    .varies = varies,
    .mass = mass,
    .mass_mul = mass_mul,
    .force = zni_ne_force,
    .force_jac = zni_ne_force_jac,
    .pattern = zni_ne_pattern,
    .force_parts = zni_ne_force_parts,
    .potential = zni_ne_potential,
    .retract = zni_ne_retract,
    .tangent = zni_ne_tangent,
    .sizes = sizes,
    .qdot = zni_ne_qdot,
    .retract_jac = zni_ne_retract_jac,
    .carries = zni_ne_carries,
    .carry = zni_ne_carry,
    .carry_jac = zni_ne_carry_jac,
    .arm = arm,
};
