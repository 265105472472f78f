/* law.h - laws of contacts, and problems that have one
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CONTACT_LAW_H
#define ZENO_SOLVERS_CONTACT_LAW_H

#include <float.h>

#include <zeno/rolling_friction.h>

#include "../core/monitor.h"
#include "../system/blocks.h"

/* ---- functions that are zero at a solution --------------------------------- */

typedef enum zni_map_kind {
    ZNI_AC,      /* Alart & Curnier                                         */
    ZNI_JM,      /* Jean & Moreau                                           */
    ZNI_NATURAL, /* natural map of the cone with the shift of De Saxce      */
    ZNI_FB       /* Fischer & Burmeister on the cone                        */
} zni_map_kind;

/* phi (d) at (u, r) of one contact; rho converts u to the unit of r. Unless A is NULL also A = d phi / d u and
 * B = d phi / d r, d x d, column-major. */
void zni_map(zni_map_kind kind, zn_index d, double mu, double rho,
             const double u[], const double r[], double phi[], double A[],
             double B[]);

/* The first two kinds, with separate normal and tangential rho. */
void zni_ac(zni_map_kind kind, zn_index d, double mu, double rn, double rt,
            const double u[], const double r[], double phi[], double A[],
            double B[]);

/* Their two pieces: the normal row, which also clears A and B, and the m rows from k on of one disk. */
void zni_ac_normal(zn_index d, double rn, const double u[], const double r[],
                   double phi[], double A[], double B[]);
void zni_ac_disk(zni_map_kind kind, zn_index d, zn_index k, zn_index m,
                 double mu, double rn, double rt, const double u[],
                 const double r[], double phi[], double A[], double B[]);

/* ---- the law of a contact ---------------------------------------------------- */

struct zni_fc;

/* Friction, rolling friction, second-order cones or yield surfaces, for methods that serve all of them. r of contact
 * a of c is in the cone K, u + shift(u) e_N in its dual K*. */
typedef struct zni_law {
    /* out = P_K(x), in place if out == x; unless G is NULL also an element of its Jacobian, d x d */
    void (*project)(const struct zni_fc *c, zn_index a, const double x[], double out[], double G[]);
    /* the shift, and unless g is NULL its gradient, d */
    double (*shift)(const struct zni_fc *c, zn_index a, const double u[], double g[]);
    /* as zni_map, with normal and tangential rho; a kind that the law does not have is replaced by the natural map
     * with rho[0] */
    void (*map)(zni_map_kind kind, const struct zni_fc *c, zn_index a,
                const double rho[2], const double u[], const double r[],
                double phi[], double A[], double B[]);
    /* What the law keeps of a contact, which does not depend on q: its bytes and how it is set. Then the solution of
     * the contact from a guess; false: none was found, r is the best point. */
    size_t contact_size;
    void (*contact_set)(const struct zni_fc *c, zn_index a, void *contact);
    bool (*contact_solve)(const struct zni_fc *c, zn_index a,
                          const void *contact, const double q[], double r[]);
    /* optional: contact a's share of the law's own error measure, squared, in the unit of u */
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
/* Rolling friction. zni_rolling solves a contact by Newton's method, in the plane by its nine states;
 * zni_rolling_projected by projected steps of adaptive length. */
extern const zni_law zni_rolling, zni_rolling_projected;

/* ---- problems with a law ---------------------------------------------------- */

zn_status zni_fc_set(zn_ctx *ctx, zni_fc *c, const zn_friction *p);
/* Scales the problem (../system/rolling_scale.c) and z; zni_fc_unscale undoes it. */
zn_status zni_fc_set_rolling(zn_ctx *ctx, zni_fc *c,
                             const zn_rolling_friction *p, double z[]);
/* One of these, by c->as_rolling, for solvers that serve both classes and whose state begins with a zni_fc; z of a
 * friction problem does not change. zni_fc_unscale is due afterwards, also when this failed. */
zn_status zni_fc_take(zn_ctx *ctx, zni_fc *c, const void *problem, double z[]);
/* The init operation of the solvers of rolling friction. */
zn_status zni_fc_init_rolling(void *state, zn_ctx *ctx);

/* ---- how far (r, u) is from the law ------------------------------------------ */

/* The residual relative to the size of the data; absolute if the data are zero. Rounding leaves eps ||W r|| in
 * r - P(r - u), which no method can remove: 8 eps `own`, where `own` is the part of ||W r|| that the diagonal blocks
 * give, is subtracted, but at most a millionth of the data. */
static inline double zni_relative(double residual, double own, double data)
{
    residual -= fmin(8 * DBL_EPSILON * own, 1e-6 * data);
    if (residual <= 0)
        return 0;
    return data > 0 ? residual / data : residual;
}

/* |size z - w| of n rows; by hypot where the squares overflow or vanish */
double zni_difference_norm(zn_index n, double size, const double z[], const double w[]);

/* |s - P(s - w)|^2 with s = size z and P the projection on the cone { |z_r| <= tau z_0 } of d rows. No solver shares
 * this code. */
double zni_cone_distance2(zn_index d, double tau, double size, const double z[], const double w[]);

/* || r - P(r - u - shift e_N) ||^2 of one contact, where P is the projection on the cone of its parts and shift the sum
 * of mu ||u_part||. No solver shares this code. */
double zni_contact_residual(int parts, const zni_part part[], const double r[],
                            const double u[]);
/* The same of contact a of nc with rolling friction; moments and rotations are scaled by length. */
double zni_rolling_residual_of(zn_index d, zn_index nc, zn_index a, const double mu[],
                               const double mur[], double length, const double r[],
                               const double u[]);

/* f = r - P_K(r - rho (u + shift e_N)) of contact a, returns ||f||^2. The shift is that of u, or `by`. */
double zni_fc_natural(const zni_fc *c, zn_index a, double rho,
                      const double r[], const double u[], double f[]);
double zni_fc_natural_of(const zni_fc *c, zn_index a, double rho, double by, const double r[],
                         const double u[], double f[]);

/* The error measure at r and u = W r + q, always that of the unscaled problem. */
double zni_fc_error(const zni_fc *c, const double r[], const double u[]);

static inline bool zni_fc_symmetric(const zni_fc *c, double tol)
{
    const zn_matrix W = zni_fc_matrix(c);

    return zn_matrix_symmetric(&W, tol);
}

/* u = W r + q, and its error */
double zni_fc_look(const zni_fc *c, const double r[], double u[]);

/* Project r on the cones of c. zni_fc_admit does the same, quicker where most contacts are in their cones already. */
void zni_fc_project(const zni_fc *c, double r[]);
void zni_fc_admit(const zni_fc *c, double r[]);

#endif
