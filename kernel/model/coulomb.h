/* coulomb.h - what the laws of friction share: restitution, and judging an answer by
 * the words of Coulomb's law, not by the function that solvers bring to zero
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_COULOMB_H
#define ZENO_KERNEL_COULOMB_H

#include <zeno/law.h>

/* Slots that both laws begin with. */
enum { ZNI_COULOMB_E, ZNI_COULOMB_E_T };

/* Coefficients of restitution of normal and tangents at the velocity u (rows): e and
 * e_t, or the functions given for them. ZN_EDOM if they are out of range. */
zn_status zni_coulomb_restitution(const zn_law *law, zn_index rows,
                                  const double u[], double *e, double *e_t);

/* 0 <= w _|_ z >= 0 of the normal row */
bool zni_coulomb_normal(double w, double z, double tol);

/* One part of a contact, n <= 2 components: |z| <= most; what moves (w) is
 * opposed by all of it. The direction of a w of size tol is not known, and less
 * so the smaller it is: that much of z may be off. */
bool zni_coulomb_part(zn_index n, double most, const double w[],
                      const double z[], double tol);

/* De Saxce's form of the same: z and w + (shift, 0 ...) are orthogonal, shift =
 * mu |w_T| + mu_r |w_M|. */
bool zni_coulomb_orthogonal(zn_index d, double shift, const double w[],
                            const double z[], double tol);

/* A contact of `rows` rows with friction: all three of it, the first alone of one row. */
bool zni_coulomb_contact(zn_index rows, double mu, const double w[],
                         const double z[], double tol);

double zni_coulomb_size(zn_index n, const double x[]);

#endif
