/* joint.h - joints: relations put together from blocks of rows
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_JOINT_H
#define ZENO_KERNEL_JOINT_H

#include "kernel/mechanics/rotation.h"
#include "kernel/model/model.h"

enum { ZNI_JOINT_MOST = 6 }; /* rows, between two bodies */

/* Two frames as the blocks see them; body 2 may be the world. */
typedef struct zni_frames {
    const double *q1, *q2; /* q2 NULL: the world */
    double R1[9], R2[9];
    double turned[2]; /* angles about axes at the last step: turns are counted */
} zni_frames;

/* What an interaction keeps of an angle, or of the two of gears: `turns` is given, full
 * turns at the beginning (of gears none); the rest is state. */
typedef struct zni_turned {
    double turns;
    double angle[2], started; /* at the last step, if one was made */
} zni_turned;

/* The same and how they move; v2 NULL: the world */
typedef struct zni_joint_motion {
    zni_frames f;
    const double *v1, *v2;
    double d[3], rate[3]; /* between the points, and d' */
} zni_joint_motion;

/* A block: some rows of h and H. `at` says where in the relation's operators its
 * data are; h or H may be NULL. H has leading dimension ld, body 2 from column 6.
 * rate: its y and u; of classes whose blocks all have it. */
typedef struct zni_joint_block {
    int rows;
    void (*make)(const zn_relation *r, const int at[2], const zni_frames *f,
                 zn_index ld, double h[], double H[]);
    int at[2];
    void (*rate)(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                 double y[], double u[]);
} zni_joint_block;

/* A class of joints. */
typedef struct zni_joint_type {
    zn_relation_type relation;
    const zni_joint_block *blocks; /* ended by rows 0 */
    int rows;
    bool coordinate; /* y = sign (coordinate - limit(t)) */
    bool gear;       /* made by zn_gear_new */
} zni_joint_type;

/* ---- joint_class.c ---- */
/* The class of that name if `is` says so; else words, which name those of which it does. */
typedef bool zni_joint_is_fn(const zn_relation_type *type);
zn_status zni_joint_find(zn_ctx *ctx, const char *cls, zni_joint_is_fn *is,
                         const char *what, const zn_type **out);

/* ---- joint_blocks.c ---- */
void zni_joint_point(const zn_relation *r, const int at[2],
                     const zni_frames *f, zn_index ld, double h[], double H[]);
void zni_joint_orthogonal(const zn_relation *r, const int at[2],
                          const zni_frames *f, zn_index ld, double h[],
                          double H[]);
void zni_joint_sliding(const zn_relation *r, const int at[2],
                       const zni_frames *f, zn_index ld, double h[],
                       double H[]);
void zni_joint_orientation(const zn_relation *r, const int at[2],
                           const zni_frames *f, zn_index ld, double h[],
                           double H[]);
void zni_joint_distance(const zn_relation *r, const int at[2],
                        const zni_frames *f, zn_index ld, double h[],
                        double H[]);

/* ---- joint_rates.c ---- */
void zni_joint_point_rate(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                          double y[], double u[]);
void zni_joint_orthogonal_rate(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                               double y[], double u[]);
void zni_joint_sliding_rate(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                            double y[], double u[]);
void zni_joint_orientation_rate(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                                double y[], double u[]);
void zni_joint_distance_rate(const zn_relation *r, const int at[2], const zni_joint_motion *m,
                             double y[], double u[]);
/* `rate` of such classes. */
zn_status zni_joint_rates(const zn_relation *r, const void *data, double t, const double q[],
                          const double v[], double y[], double u[]);

/* ---- joint_axes.c ---- */
void zni_joint_turn(const zn_relation *r, const int at[2], const zni_frames *f,
                    zn_index ld, double h[], double H[]);
void zni_joint_length(const zn_relation *r, const int at[2],
                      const zni_frames *f, zn_index ld, double h[], double H[]);
void zni_joint_screw(const zn_relation *r, const int at[2], const zni_frames *f,
                     zn_index ld, double h[], double H[]);
void zni_joint_rack(const zn_relation *r, const int at[2], const zni_frames *f,
                    zn_index ld, double h[], double H[]);

/* ---- gear.c ---- */
enum { ZNI_GEAR_LINE, ZNI_GEAR_AXES, ZNI_GEAR_WORLD }; /* at[0] of its block */
void zni_joint_gear(const zn_relation *r, const int at[2], const zni_frames *f,
                    zn_index ld, double h[], double H[]);
void zni_joint_slides(const zn_relation *r, const int at[2], const zni_frames *f,
                      zn_index ld, double h[], double H[]);
void zni_gear_angles(const zn_relation *r, int kind, const zni_frames *f,
                     double out[2]);

/* ---- joint_coordinate.c ---- */
/* y, H (one row), dh/dt of a coordinate from those of its block; `at`: of the operator
 * limit, with sign before and limit_dot behind it. */
zn_status zni_coordinate_output(const zn_relation *r, zn_index at, double t,
                                double y[]);
void zni_coordinate_rows(const zn_relation *r, zn_index at, zn_index columns,
                         double H[]);
zn_status zni_coordinate_rate(const zn_relation *r, zn_index at, double t,
                              double out[]);
/* What the limit adds to the acceleration of y. */
zn_status zni_coordinate_acceleration(const zn_relation *r, zn_index at,
                                      double t, double out[]);
bool zni_coordinate_moves(const zn_relation *r, zn_index at);

/* ---- joint.c: what makes joints from initial positions; q NULL: the world ---- */
void zni_joint_frames(const zn_relation *r, const void *data, const double q[], zni_frames *f);
zn_status zni_joint_make(zn_ctx *ctx, const char *cls, const char *name,
                         const zn_ds *d1, const zn_ds *d2, zn_relation **out);
zn_status zni_joint_constant(zn_relation *r, int i, zn_index n,
                        const double value[]);
zn_status zni_joint_set_points(zn_relation *r, const double *q1,
                               const double *q2, const double on1[3],
                               const double on2[3]);
zn_status zni_joint_set_reference(zn_relation *r, const double *q1,
                                  const double *q2);
void zni_joint_seen(const double *q, const double world[3], double out[3]);

/* Is a class of relations one of joints, coordinates or gears in space? */
bool zni_joint_is(const zn_relation_type *type);
/* The point of a joint on body 1 or 2, in its frame; 0 of what is no joint. */
void zni_joint_anchor(const zn_relation *r, int body, double out[3]);

/* dh/dq along the quaternion p of body j (0, 1), rotation matrices being homogeneous
 * quadratics of it: d/ds of h with R_j times s^2 and p_j times s, at s = 1. */
void zni_joint_along_p(const zn_relation *r, const void *data, const double q[],
                       zn_index j, double out[]);

/* A constant operator, or what stands for it when it is not given. */
const double *zni_joint_value(const zn_relation *r, int i);
/* The relative orientation e = ref^-1 o p2^-1 o p1. */
void zni_joint_relative(const zn_relation *r, const zni_frames *f, double e[4]);

/* d, and the row x' (I, -R1 rho1~, -I, R2 rho2~) */
void zni_joint_separation(const zn_relation *r, const zni_frames *f,
                          double d[3]);
void zni_joint_along(const zn_relation *r, const zni_frames *f, zn_index ld,
                     const double x[3], double H[]);

extern const zni_joint_type zni_relation_axis_turn;
extern const zni_joint_type zni_relation_axis_slide;
extern const zni_joint_type zni_relation_axis_length;
extern const zni_joint_type zni_relation_pose;
extern const zni_joint_type zni_relation_screw;
extern const zni_joint_type zni_relation_gear;
extern const zni_joint_type zni_relation_bevel_gear;
extern const zni_joint_type zni_relation_coupler;
extern const zni_joint_type zni_relation_rack;
extern const zni_joint_type zni_relation_slide_coupler;
extern const zni_joint_type zni_relation_spherical;
extern const zni_joint_type zni_relation_universal;
extern const zni_joint_type zni_relation_revolute;
extern const zni_joint_type zni_relation_cylindrical;
extern const zni_joint_type zni_relation_prismatic;
extern const zni_joint_type zni_relation_planar;
extern const zni_joint_type zni_relation_fixed;
extern const zni_joint_type zni_relation_point_on_line;
extern const zni_joint_type zni_relation_point_on_plane;
extern const zni_joint_type zni_relation_rod;

/* Operators of all joints. */
enum {
    ZNI_JOINT_RHO1, /* anchor in body 1 */
    ZNI_JOINT_RHO2, /* anchor in body 2, or in the world */
    ZNI_JOINT_A1,   /* axis in body 1 */
    ZNI_JOINT_B1,   /* directions in body 2: */
    ZNI_JOINT_B2,   /* normal to the axis */
    ZNI_JOINT_A2,   /* along it */
    ZNI_JOINT_REF,  /* orientation of body 1 seen from body 2 */
    ZNI_JOINT_LENGTH, /* of a rod; of coupled slides r1 l1.x1 + r2 l2.x2 at the start */
    ZNI_JOINT_SIGN,  /* y = sign (coordinate - limit) */
    ZNI_JOINT_LIMIT,
    ZNI_JOINT_RATE,  /* of the limit, if that is a function of time */
    ZNI_JOINT_PITCH, /* advance per radian */
    ZNI_JOINT_M1,    /* of gears: direction in body 1 where its angle is 0 */
    ZNI_JOINT_RADIUS1,
    ZNI_JOINT_RADIUS2,
    ZNI_JOINT_LINE1, /* of couplers: directions of the world to count from, or along */
    ZNI_JOINT_LINE2,
    ZNI_JOINT_OPERATORS
};

#endif
