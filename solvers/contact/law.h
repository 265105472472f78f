/* law.h - laws of contacts, and problems that have one
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CONTACT_LAW_H
#define ZENO_SOLVERS_CONTACT_LAW_H

#include <float.h>

#include <zeno/rolling_friction.h>

#include "../core/monitor.h"
#include "../system/blocks.h"

/* ---- functions whose zeros are the solutions ----------------------------- */

typedef enum zni_map_kind {
    ZNI_AC,      /* Alart & Curnier                                         */
    ZNI_JM,      /* Jean & Moreau                                           */
    ZNI_NATURAL, /* natural map of the cone with the shift of De Saxce      */
    ZNI_FB       /* Fischer & Burmeister on the cone                        */
} zni_map_kind;

/* phi (d) at (u, r) of one contact, rho scales u to r; unless A is NULL also
 * A = d phi / d u and B = d phi / d r, d x d, column-major. */
void zni_map(zni_map_kind kind, zn_index d, double mu, double rho,
             const double u[], const double r[], double phi[], double A[],
             double B[]);

/* The first two, normal and tangential rho apart. */
void zni_ac(zni_map_kind kind, zn_index d, double mu, double rn, double rt,
            const double u[], const double r[], double phi[], double A[],
            double B[]);

/* Their pieces: row 0, and the m rows from k of one disk; A and B, if given,
 * are zero before. */
void zni_ac_normal(zn_index d, double rn, const double u[], const double r[],
                   double phi[], double A[], double B[]);
void zni_ac_disk(zni_map_kind kind, zn_index d, zn_index k, zn_index m,
                 double mu, double rn, double rt, const double u[],
                 const double r[], double phi[], double A[], double B[]);

/* ---- what holds at a contact --------------------------------------------- */

struct zni_fc;

/* Friction, or friction with rolling friction, for methods that serve both. K is
 * the cone of contact a of c, K* contains u + shift(u) e_N. */
typedef struct zni_law {
    /* out = P_K(x), in place if out == x; unless G is NULL also an element of its Jacobian, d x d */
    void (*project)(const struct zni_fc *c, zn_index a, const double x[], double out[], double G[]);
    /* the shift, and unless g is NULL its gradient, d */
    double (*shift)(const struct zni_fc *c, zn_index a, const double u[], double g[]);
    /* as zni_map, with rho normal and tangential; a kind that the law lacks is
     * the natural map, with the first rho */
    void (*map)(zni_map_kind kind, const struct zni_fc *c, zn_index a,
                const double rho[2], const double u[], const double r[],
                double phi[], double A[], double B[]);
    /* what is known of a contact before q is, and its solution from a guess;
     * false: none found, r is the best */
    size_t contact_size;
    void (*contact_set)(const struct zni_fc *c, zn_index a, void *contact);
    bool (*contact_solve)(const struct zni_fc *c, zn_index a,
                          const void *contact, const double q[], double r[]);
    /* optional: the square of contact a's part of an error measure of its own, in
     * units of u */
    double (*error2)(const struct zni_fc *c, zn_index a, const double r[],
                     const double u[]);
} zni_law;

/* The natural map of contact a, phi = r - P_K(r - rho (u + shift e_N)), and unless A is NULL its
 * derivatives; the shift is that of the law at u, or a given one that does not depend on u. */
void zni_natural(const struct zni_fc *c, zn_index a, double rho, const double *given, const double u[],
                 const double r[], double phi[], double A[], double B[]);

/* mu ||u_T||, and unless g is NULL its gradient */
static inline double zni_slip_shift(zn_index d, double mu, const double u[], double g[])
{
    const double s = zni_tangent(d, u);

    for (zn_index k = 0; g && k < d; k++)
        g[k] = k > 0 && s > 0 ? mu * u[k] / s : 0;
    return mu * s;
}

extern const zni_law zni_coulomb;
/* One contact by Newton, in the plane by its nine states, or by projected steps of adapted length. */
extern const zni_law zni_rolling, zni_rolling_projected;

/* ---- problems with a law ---------------------------------------------------- */

zn_status zni_fc_set(zn_ctx *ctx, zni_fc *c, const zn_friction *p);
/* The problem scaled (../system/rolling_scale.c), and z with it; zni_fc_unscale is the way back. */
zn_status zni_fc_set_rolling(zn_ctx *ctx, zni_fc *c,
                             const zn_rolling_friction *p, double z[]);
/* The same of friction or of rolling friction, by as_rolling: for solvers of both classes,
 * whose state begins with a zni_fc; of friction z stays. Afterwards, also when that failed,
 * unscale. */
zn_status zni_fc_take(zn_ctx *ctx, zni_fc *c, const void *problem, double z[]);
/* The init of those of rolling friction. */
zn_status zni_fc_init_rolling(void *state, zn_ctx *ctx);

/* ---- how far (r, u) is from the law ------------------------------------------ */

/* A residual relative to the size of the data, without what rounding leaves in
 * r - P(r - u), which no method can take away: eps ||Wr||, of which `own` is the part
 * of the contacts' own blocks, forgiven up to a millionth of the data; absolute if
 * there are none. */
static inline double zni_relative(double residual, double own, double data)
{
    residual -= fmin(8 * DBL_EPSILON * own, 1e-6 * data);
    if (residual <= 0)
        return 0;
    return data > 0 ? residual / data : residual;
}

/* |size z - w| of n rows; by hypot where the squares overflow or vanish */
double zni_distance(zn_index n, double size, const double z[], const double w[]);

/* |s - P(s - w)|^2, s = size z, P the projection on the cone { |z_r| <= tau z_0 } of d rows: by code that no solver
 * uses. */
double zni_cone_distance2(zn_index d, double tau, double size, const double z[], const double w[]);

/* || r - P(r - u - shift e_N) ||^2 of one contact, P the projection on the cone of its parts,
 * shift the sum of mu ||u_part||: by code that no solver uses. */
double zni_contact_residual(int parts, const zni_part part[], const double r[],
                            const double u[]);
/* The same of contact a of nc, which rolls: its moments and rotations have been multiplied by lengths. */
double zni_rolling_residual_of(zn_index d, zn_index nc, zn_index a, const double mu[],
                               const double mur[], double length, const double r[],
                               const double u[]);

/* f = r - P_K(r - rho (u + shift e_N)) of contact a, returns ||f||^2; the shift of u, or one given */
double zni_fc_natural(const zni_fc *c, zn_index a, double rho,
                      const double r[], const double u[], double f[]);
double zni_fc_natural_of(const zni_fc *c, zn_index a, double rho, double by, const double r[],
                         const double u[], double f[]);

/* The error measure, u = W r + q given; that of the problem as it was given,
 * whatever the scale. */
double zni_fc_error(const zni_fc *c, const double r[], const double u[]);

static inline bool zni_fc_symmetric(const zni_fc *c, double tol)
{
    const zn_matrix W = zni_fc_matrix(c);

    return zn_matrix_symmetric(&W, tol);
}

/* u = W r + q, and that */
double zni_fc_look(const zni_fc *c, const double r[], double u[]);

/* r into the cones of c; where most contacts are in them */
void zni_fc_project(const zni_fc *c, double r[]);
void zni_fc_admit(const zni_fc *c, double r[]);

#endif
