/* contact.c - contact relations in space and in the plane
 *
 * With the lever arm r_i = P_i - x_i of each body the velocity of its material point
 * in direction d is d.x_i' + (r_i x d).omega_i, so
 *
 *     rows N, T:    d' (I, -r1~ R1, -I, r2~ R2) = (d, R1'(r1 x d), -d, -R2'(r2 x d))
 *     rows M:       relative angular velocity    (0, R1' d, 0, -R2' d)
 *
 * For a gap the motion of the contact points on the surfaces does not matter, since
 * they are where the distance is shortest. What these rows make of given velocities is
 * the difference of those of both points, and of both bodies, along d.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/mechanics/contact.h"
#include "kernel/mechanics/rows.h"
#include "kernel/model/difference.h"
#include "kernel/model/vectors.h"

#include <math.h>
#include <string.h>

#include "solvers/linalg/wide.h"

static const zni_contact_type *class_of(const zn_relation *r)
{
    return (const zni_contact_type *)(const void *)r->type;
}

bool zni_contact_is(const zn_relation_type *type)
{
    return type->output == zni_contact_output;
}

static zn_index body_nq(const zn_relation *r)
{
    return class_of(r)->plane ? 3 : 7;
}

static int bodies(const zn_relation *r)
{
    return r->nq > body_nq(r) ? 2 : 1;
}

/* Is s the square of the length of a unit vector, to what is written of it? */
static bool is_unit(double s)
{
    return fabs(s - 1) <= 1e-8;
}

/* Where they touch; a normal that is none would scale all that follows. */
static zn_status find(const zn_relation *r, const void *data, double t,
                      const double q[], zni_touch *out)
{
    const zn_status st = class_of(r)->touch(r, data, t, q, out);

    if (class_of(r)->plane)
        out->n[2] = out->p1[2] = out->p2[2] = 0;
    const double s = zni_dot3(out->n, out->n);
    if (!st && !is_unit(s))
        return zn_fail(r->ctx, ZN_EDOM,
                       "relation '%s': the normal (%g, %g, %g) has length "
                       "%.9g, must be 1",
                       r->name, out->n[0], out->n[1], out->n[2], sqrt(s));
    return st;
}

static double gap(const zni_touch *at)
{
    double y = 0;

    for (int i = 0; i < 3; i++)
        y += at->n[i] * (at->p1[i] - at->p2[i]);
    return y;
}

zn_status zni_contact_output(const zn_relation *r, const void *data, double t,
                             const double q[], const double lambda[],
                             double y[])
{
    zni_touch at;
    const zn_status st = find(r, data, t, q, &at);

    (void)lambda;
    memset(y, 0, (size_t)r->ny * sizeof *y);
    y[0] = gap(&at);
    return st;
}

/* ---- rows ------------------------------------------------------------------------ */

/* One row of a body in space with the rotation R, times sign: the velocity of the point
 * at the end of `arm` along d, or, without arm, its angular velocity along d. */
static inline void space_row(const double R[9], const double *arm,
                             const double d[3], double sign, zn_index ld,
                             double H[])
{
    double m[3] = {d[0], d[1], d[2]};

    if (arm)
        zni_cross(arm, d, m);
    H[0] = arm ? sign * d[0] : 0;
    H[ld] = arm ? sign * d[1] : 0;
    H[2 * ld] = arm ? sign * d[2] : 0;
    H[3 * ld] = sign * (R[0] * m[0] + R[1] * m[1] + R[2] * m[2]);
    H[4 * ld] = sign * (R[3] * m[0] + R[4] * m[1] + R[5] * m[2]);
    H[5 * ld] = sign * (R[6] * m[0] + R[7] * m[1] + R[8] * m[2]);
}

/* H (3 x 6) = all three rows of a body at once, operation by operation as space_row; d: the frame, by
 * component. */
static ZNI_INTO_WIDE void three_rows(const double q[7], const double P[3],
                                     const zni_lanes d[3], double sign,
                                     double *restrict H)
{
    const double arm[3] = {P[0] - q[0], P[1] - q[1], P[2] - q[2]};
    double R[9];
    zni_lanes m[3], x;

    zni_rotation_matrix(q + 3, R);
    m[0] = arm[1] * d[2] - arm[2] * d[1];
    m[1] = arm[2] * d[0] - arm[0] * d[2];
    m[2] = arm[0] * d[1] - arm[1] * d[0];
    for (int i = 0; i < 3; i++) {
        x = sign * d[i];
        zni_put4(&x, H + 3 * i); /* the next three begin with the fourth */
    }
    for (int i = 0; i < 3; i++) {
        x = sign * (R[3 * i] * m[0] + R[3 * i + 1] * m[1] + R[3 * i + 2] * m[2]);
        if (i < 2)
            zni_put4(&x, H + 9 + 3 * i);
        else
            zni_put3(&x, H + 9 + 3 * i);
    }
}

/* These rows of both bodies, or of one. */
ZNI_WIDE static void contact_rows(const double *q, const zni_touch *at,
                                  const double *E, bool both, double *restrict H)
{
    zni_lanes d[3];

    for (int i = 0; i < 3; i++)
        d[i] = (zni_lanes){E[i], E[3 + i], E[6 + i], E[6 + i]};
    three_rows(q, at->p1, d, 1, H);
    if (both)
        three_rows(q + 7, at->p2, d, -1, H + 18);
}

/* All rows of one body in the frame E: N, T1, T2, then M1, M2 and the spin about the
 * normal. */
static void body_rows(const double q[7], const double P[3], const double E[9],
                      double sign, zn_index ny, double H[])
{
    const double arm[3] = {P[0] - q[0], P[1] - q[1], P[2] - q[2]};
    double R[9];

    zn_rotation_matrix(q + 3, R);
    for (zn_index k = 0; k < ny && k < 3; k++)
        space_row(R, arm, E + 3 * k, sign, ny, H + k);
    for (zn_index k = 3; k < ny; k++)
        space_row(R, NULL, E + 3 * ((k - 2) % 3), sign, ny, H + k);
}

static void space_rows(const zn_relation *r, const double q[],
                       const zni_touch *at, double H[])
{
    double E[9];

    class_of(r)->frame(at->n, E);
    if (r->ny == 3) {
        contact_rows(q, at, E, bodies(r) == 2, H);
        return;
    }
    body_rows(q, at->p1, E, 1, r->ny, H);
    if (bodies(r) == 2)
        body_rows(q + 7, at->p2, E, -1, r->ny, H + 6 * r->ny);
}

static void plane_rows(const zn_relation *r, const double q[],
                       const zni_touch *at, double H[])
{
    const double frame[2][2] = {{at->n[0], at->n[1]}, {-at->n[1], at->n[0]}};
    const zn_index ld = r->ny;

    for (zn_index k = 0; k < r->ny; k++)
        for (int b = 0; b < bodies(r); b++) {
            const double *P = b ? at->p2 : at->p1, *x = q + 3 * b;
            const double sign = b ? -1 : 1;
            double *row = H + k + 3 * b * ld;
            if (k == 2) {
                row[0] = row[ld] = 0;
                row[2 * ld] = sign;
                continue;
            }
            const double *d = frame[k];
            row[0] = sign * d[0];
            row[ld] = sign * d[1];
            row[2 * ld] = sign * ((P[0] - x[0]) * d[1] - (P[1] - x[1]) * d[0]);
        }
}

zn_status zni_contact_jac(const zn_relation *r, const void *data, double t,
                          const double q[], const double lambda[], double H[])
{
    zni_touch at;
    const zn_status st = find(r, data, t, q, &at);

    (void)lambda;
    if (st)
        return st;
    if (class_of(r)->plane)
        plane_rows(r, q, &at, H);
    else
        space_rows(r, q, &at, H);
    return ZN_OK;
}

/* ---- velocities --------------------------------------------------------------------- */

/* Adds sign times the velocity of a point of body b, and how the body turns, both in the inertial
 * frame. */
static inline void add_motion(bool plane, const double q[], const double v[],
                              const double P[3], double sign, double d[3],
                              double w[3])
{
    const double arm[3] = {P[0] - q[0], P[1] - q[1], plane ? 0 : P[2] - q[2]};
    double turn[3] = {0, 0, v[2]}, across[3];

    if (!plane)
        zni_rotate(q[3], q + 4, v + 3, turn);
    zni_cross(turn, arm, across);
    for (int i = 0; i < 3; i++) {
        const double x = plane && i == 2 ? 0 : v[i];

        d[i] += sign * (x + across[i]);
        w[i] += sign * turn[i];
    }
}

static void plane_rates(const zn_relation *r, const double n[3],
                        const double d[3], const double w[3], double u[])
{
    u[0] = n[0] * d[0] + n[1] * d[1];
    if (r->ny > 1)
        u[1] = n[0] * d[1] - n[1] * d[0];
    if (r->ny > 2)
        u[2] = w[2];
}

zn_status zni_contact_rate(const zn_relation *r, const void *data, double t,
                           const double q[], const double v[], double y[],
                           double u[])
{
    const bool plane = class_of(r)->plane;
    double d[3] = {0}, w[3] = {0};
    double E[9];
    zni_touch at;
    const zn_status st = find(r, data, t, q, &at);

    if (st)
        return st;
    zni_clear(r->ny, y);
    y[0] = gap(&at);
    add_motion(plane, q, v, at.p1, 1, d, w);
    if (bodies(r) == 2)
        add_motion(plane, q + body_nq(r), v + (plane ? 3 : 6), at.p2, -1, d, w);
    if (plane) {
        plane_rates(r, at.n, d, w, u);
        return ZN_OK;
    }
    memcpy(E, at.n, sizeof at.n);
    if (r->ny > 1)
        class_of(r)->frame(at.n, E);
    zni_contact_rows(r->ny, E, d, w, u);
    return ZN_OK;
}

zn_status zni_contact_acceleration(const zn_relation *r, const void *data,
                                   double t, const double q[],
                                   const double qdot[], double out[])
{
    return zni_rows_acceleration(r, data, t, q, qdot, body_nq(r),
                                 zni_difference_time(r->nq, q, qdot), out);
}

/* ---- seal ------------------------------------------------------------------------- */

/* One that is given as numbers is refused here, others where they are found. */
static void look_at_normal(const zn_relation *r, const zn_operator *op, zn_findings *f)
{
    const double *n = op->value;
    const zn_index rows = zni_operator_rows(op);

    if (op->mode != ZN_OPERATOR_CONSTANT || strcmp(zni_operator_slot(op)->name, "normal") != 0)
        return;
    const double s = n[0] * n[0] + n[1] * n[1] + (rows > 2 ? n[2] * n[2] : 0);
    if (is_unit(s))
        return;
    if (rows > 2)
        zn_findings_add(f, "relation '%s': the normal (%g, %g, %g) has length %.9g, must be 1",
                        r->name, n[0], n[1], n[2], sqrt(s));
    else
        zn_findings_add(f, "relation '%s': the normal (%g, %g) has length %.9g, must be 1", r->name,
                        n[0], n[1], sqrt(s));
}

zn_status zni_contact_seal(zn_relation *r, zn_findings *f)
{
    const zni_contact_type *c = class_of(r);
    const zn_index nq = body_nq(r);
    const bool rows =
        c->plane ? r->ny <= 3 : r->ny != 2 && r->ny != 4 && r->ny <= 6;

    if (!rows)
        zn_findings_add(f, "relation '%s' (%s): ny = %td, must be %s", r->name,
                        r->type->type.name, r->ny,
                        c->plane ? "1 (gap), 2 (and tangent) or 3 (and rolling)"
                                 : "1 (gap), 3 (and tangents), 5 (and rolling) "
                                   "or 6 (and spin)");
    if (!(r->nq == nq && c->bodies != 2) &&
        !(r->nq == 2 * nq && c->bodies != 1))
        zn_findings_add(f, "relation '%s' (%s): nq = %td, must be %s%td",
                        r->name, r->type->type.name, r->nq,
                        c->bodies ? ""
                        : nq == 3 ? "3 or "
                                  : "7 or ",
                        c->bodies == 1 ? nq : 2 * nq);
    for (zn_index i = 0; i < c->from_data; i++) { /* of these one number is a radius */
        const zn_operator *op = &r->ops[i];

        if (zni_contact_given(r, i) && zni_operator_rows(op) == 1 && !(op->value[0] > 0))
            zn_findings_add(f, "relation '%s': %s = %g, must be > 0", r->name,
                            zni_operator_slot(op)->name, op->value[0]);
    }
    for (zn_index i = c->from_data; i < r->nops; i++)
        if (!zni_contact_given(r, i))
            zn_findings_add(f, "relation '%s': %s is not given", r->name,
                            zni_operator_slot(&r->ops[i])->name);
    for (zn_index i = 0; i < r->nops; i++)
        look_at_normal(r, &r->ops[i], f);
    return ZN_OK;
}

void zni_contact_varies(const zn_relation *r, zn_relation_variability *out)
{
    (void)r;
    out->C = out->e = ZN_WITH_STATE;
}
