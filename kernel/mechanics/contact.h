/* contact.h - contact relations: two points and a normal make y, H and what follows
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CONTACT_H
#define ZENO_KERNEL_CONTACT_H

#include "kernel/mechanics/rotation.h"
#include "kernel/model/model.h"

/* Where two bodies touch, in the inertial frame; in the plane two components. */
typedef struct zni_touch {
    double p1[3], p2[3]; /* contact points on body 1 and body 2 (m) */
    double n[3];         /* unit normal from body 2 to body 1 */
} zni_touch;

/* A class of contacts: a relation and the way to find where bodies touch. */
typedef struct zni_contact_type {
    zn_relation_type relation;
    /* at the stacked position q */
    zn_status (*touch)(const zn_relation *r, const void *data, double t,
                       const double q[], zni_touch *out);
    void (*frame)(const double n[3], double E[9]); /* of the rows, in space */
    bool plane;
    int bodies;         /* 1, 2, or 0: either */
    zn_index from_data; /* operators, the first ones, that the data of the
                           interaction stand for where they are absent */
} zni_contact_type;

/* Is a class of relations one of contacts, so that it can be asked where? */
bool zni_contact_is(const zn_relation_type *type);

/* u of the rows in space: by the difference d of the velocities of both points, and w of those of both
 * bodies. E: the frame; if ny = 1 its first column alone. */
static inline void zni_contact_rows(zn_index ny, const double E[9], const double d[3],
                                    const double w[3], double u[])
{
    u[0] = zni_dot3(E, d);
    if (ny == 1)
        return;
    u[1] = zni_dot3(E + 3, d);
    u[2] = zni_dot3(E + 6, d);
    for (zn_index k = 3; k < ny; k++)
        u[k] = zni_dot3(E + 3 * ((k - 2) % 3), w);
}

/* Operations that all these relations share (contact.c). */
zn_status zni_contact_seal(zn_relation *r, zn_findings *f);
void zni_contact_varies(const zn_relation *r, zn_relation_variability *out);
zn_status zni_contact_output(const zn_relation *r, const void *data, double t,
                             const double q[], const double lambda[],
                             double y[]);
zn_status zni_contact_jac(const zn_relation *r, const void *data, double t,
                          const double q[], const double lambda[], double H[]);
zn_status zni_contact_rate(const zn_relation *r, const void *data, double t,
                           const double q[], const double v[], double y[],
                           double u[]);
zn_status zni_contact_acceleration(const zn_relation *r, const void *data,
                                   double t, const double q[],
                                   const double qdot[], double out[]);

extern const zni_contact_type zni_relation_contact;
extern const zni_contact_type zni_relation_contact_planar;
extern const zni_contact_type zni_relation_sphere_plane;
extern const zni_contact_type zni_relation_disc_line;
extern const zni_contact_type zni_relation_point_plane;
extern const zni_contact_type zni_relation_point_line;
extern const zni_contact_type zni_relation_sphere_sphere;
extern const zni_contact_type zni_relation_disc_disc;

static inline bool zni_contact_given(const zn_relation *r, zn_index i)
{
    return r->ops[i].mode != ZN_OPERATOR_ABSENT;
}

/* numbers: in the data; check: of them */
#define ZNI_CONTACT(title, text, table, find, axes, flat, count, ops, numbers, check)  \
    ZNI_CONTACT_RATE(title, text, table, find, axes, flat, count, ops, numbers, check, \
                     zni_contact_rate)
/* The same with a way of its own to y and its velocity. */
#define ZNI_CONTACT_RATE(title, text, table, find, axes, flat, count, ops, numbers, check, rates) \
    {.relation = {.type = {.size = sizeof(zni_contact_type),                                      \
                           .kind = ZN_KIND_RELATION,                                              \
                           .name = title,                                                         \
                           .summary = text},                                                      \
                  .families = 1u << ZN_SECOND_ORDER,                                              \
                  .slots = table,                                                                 \
                  .seal = zni_contact_seal,                                                       \
                  .varies = zni_contact_varies,                                                   \
                  .output = zni_contact_output,                                                   \
                  .jac_v = zni_contact_jac,                                                       \
                  .acceleration = zni_contact_acceleration,                                       \
                  .data_size = (numbers) * sizeof(double),                                        \
                  .check_data = check,                                                            \
                  .rate = rates},                                                                 \
     .touch = find,                                                                               \
     .frame = axes,                                                                               \
     .plane = flat,                                                                               \
     .bodies = count,                                                                             \
     .from_data = ops}

#endif
