/* formula.c - expressions of time and motion that a model evaluates
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/scene/formula.h"
#include "kernel/scene/expression.h"

#include <math.h>
#include <string.h>

struct zni_formula {
    zn_ctx *ctx;
    double sign;
    size_t n;
    zni_step steps[];
};

/* Where it is looked at, by one call. */
typedef struct instant {
    double t, y, u;
    bool force; /* else of t alone */
} instant;

static bool variable(void *user, const char *name, size_t n, double *out)
{
    const instant *i = user;

    if (n != 1 || !strchr(i->force ? "tyu" : "t", *name))
        return false;
    *out = *name == 't' ? i->t : *name == 'y' ? i->y : i->u;
    return true;
}

static double value(const zni_formula *f, const double at[])
{
    const double x = zni_steps_value(f->steps, f->n, at);

    return isfinite(x) ? f->sign * x : NAN;
}

double zni_formula_value(const zni_formula *f, double t)
{
    return value(f, &t);
}

/* What it is of is `of`, in that order. */
static zn_status make(zn_ctx *ctx, const char *text, const char *of, double sign, zni_formula **out)
{
    zni_formula *f = zn_alloc(ctx, (zn_index)(sizeof *f + strlen(text) * sizeof *f->steps), 1);

    *out = f;
    if (!f)
        return ZN_ENOMEM;
    f->ctx = ctx;
    f->sign = sign;
    f->n = zni_expression_steps(text, of, f->steps);
    return ZN_OK;
}

zn_status zni_formula_new(zn_ctx *ctx, const char *text, double sign,
                          zni_formula **out)
{
    return make(ctx, text, "t", sign, out);
}

void zni_formula_free(zni_formula *f)
{
    if (f)
        zn_free_array(f->ctx, f);
}

zn_status zni_formula_start(zn_ctx *ctx, const char *what, const char *text,
                            double t, double *out)
{
    instant at = {.t = t};
    zni_expression e = {.lookup = variable, .user = &at};

    if (zni_expression_value(&e, text, out))
        return ZN_OK;
    return zn_fail(ctx, ZN_EDOM, "%s = %.80s is %s at t = %g s, where the body begins",
                   what, text, isnan(*out) ? "nan" : "infinite", t);
}

/* ---- several ---- */

struct zni_formulas {
    zn_ctx *ctx;
    double base[ZNI_FORMULAS];
    zni_formula *row[ZNI_FORMULAS];
};

void zni_formulas_at(void *user, const zn_args *a)
{
    const zni_formulas *f = user;

    for (zn_index i = 0; i < a->rows; i++)
        a->out[i] = f->row[i] ? f->base[i] + zni_formula_value(f->row[i], a->t)
                              : f->base[i];
}

void zni_formulas_drop(void *user)
{
    zni_formulas *f = user;

    for (int i = 0; f && i < ZNI_FORMULAS; i++)
        zni_formula_free(f->row[i]);
    if (f)
        zn_free_array(f->ctx, f);
}

zn_status zni_formulas_new(zn_ctx *ctx, zn_index n, const double base[],
                           const char *const text[], zni_formulas **out)
{
    zni_formulas *f = zn_alloc(ctx, 1, sizeof *f);
    zn_status st = f ? ZN_OK : ZN_ENOMEM;

    *out = NULL;
    if (f)
        f->ctx = ctx;
    for (zn_index i = 0; !st && i < n; i++) {
        f->base[i] = base ? base[i] : -0.0; /* -0 + x is x, of both zeros too */
        if (text[i])
            st = zni_formula_new(ctx, text[i], 1, &f->row[i]);
    }
    if (st)
        zni_formulas_drop(f);
    else
        *out = f;
    return st;
}

zn_status zni_formulas_give(zn_ctx *ctx, zn_operator *op, zn_index n,
                            const double base[], const char *const text[])
{
    zni_formulas *f;
    zn_status st = zni_formulas_new(ctx, n, base, text, &f);

    if (!st) {
        st = zn_operator_set_closure(op, zni_formulas_at, f, zni_formulas_drop);
        if (st)
            zni_formulas_drop(f);
    }
    return st;
}

/* ---- as an operator ---- */

static void at_time(void *user, const zn_args *a)
{
    a->out[0] = value(user, &a->t);
}

static void at_motion(void *user, const zn_args *a)
{
    a->out[0] = value(user, (double[]){a->t, a->x[0], a->lambda[0]});
}

static void drop(void *user)
{
    zni_formula_free(user);
}

zn_status zni_formula_give(zn_ctx *ctx, zn_operator *op, const char *text,
                           double sign, bool force)
{
    zni_formula *f;
    zn_status st = make(ctx, text, force ? "tyu" : "t", sign, &f);

    if (!st)
        st = zn_operator_set_closure(op, force ? at_motion : at_time, f, drop);
    if (st)
        zni_formula_free(f);
    return st;
}

zn_status zni_formula_check(zn_ctx *ctx, const char *what, const char *text,
                            bool force)
{
    instant i = {0.5, 0.5, 0.5, force};
    zni_expression e = {.lookup = variable, .user = &i};
    double x;

    return !text || zni_expression_value(&e, text, &x) || e.undefined
               ? ZN_OK
               : zn_fail(ctx, ZN_EINVAL, "%s '%.80s': %s; there %s", what, text,
                         e.words, force ? "are t, y and u" : "is t");
}
