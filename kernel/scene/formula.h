/* formula.h - expressions of time and motion that a model evaluates
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCENE_FORMULA_H
#define ZENO_KERNEL_SCENE_FORMULA_H

#include <zeno/ds.h>

/* An expression at work: of t, and for forces of y and u. Threads may share it. */
typedef struct zni_formula zni_formula;

/* sign times what the text says; the caller's. */
zn_status zni_formula_new(zn_ctx *ctx, const char *text, double sign,
                          zni_formula **out);
/* NULL is fine. */
void zni_formula_free(zni_formula *f);

/* Its value at an instant; NaN where it has none. */
double zni_formula_value(const zni_formula *f, double t);

/* The value at an instant where a body begins; words where it has none. */
zn_status zni_formula_start(zn_ctx *ctx, const char *what, const char *text,
                            double t, double *out);

/* ---- several ---- */
enum { ZNI_FORMULAS = 6 }; /* at most */

/* Rows out[i] = base[i] + text[i] of t; base NULL: 0, text[i] NULL: none. The caller's. */
typedef struct zni_formulas zni_formulas;

zn_status zni_formulas_new(zn_ctx *ctx, zn_index n, const double base[],
                           const char *const text[], zni_formulas **out);
/* The closure of zni_formulas, and its drop, for which NULL is fine. */
void zni_formulas_at(void *user, const zn_args *a);
void zni_formulas_drop(void *user);
/* An operator evaluates such rows. */
zn_status zni_formulas_give(zn_ctx *ctx, zn_operator *op, zn_index n,
                            const double base[], const char *const text[]);

/* ---- as an operator ---- */
/* An operator evaluates it: of t, or of t, y = x[0] and u = lambda[0]. */
zn_status zni_formula_give(zn_ctx *ctx, zn_operator *op, const char *text,
                           double sign, bool force);

/* Would that be one? Words otherwise; NULL is fine. */
zn_status zni_formula_check(zn_ctx *ctx, const char *what, const char *text,
                            bool force);

#endif
