/* rolling.c - the cone of friction and rolling friction, ||z_T|| <= mu z_N,
 * ||z_M|| <= mu_r z_N and, with six components, |z_S| <= mu_s z_N: a product of discs
 * at each load; with its shift, see zeno/rolling_friction.h
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cones.h"
#include "sets.h"

static inline double norm(zn_index m, const double x[])
{
    return m == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]);
}

/* The minimiser n of the function below if the parts in `cut` (bit k: part k) are those beyond their discs. */
static inline double normal_of(double x, int parts, const zni_part part[],
                        const double s[], unsigned cut)
{
    double sum = x, den = 1;

    for (int k = 0; k < parts; k++)
        if (cut >> k & 1) {
            sum += part[k].mu * s[k];
            den += part[k].mu * part[k].mu;
        }
    return sum / den;
}

/* The parts of `cut` that are beyond their discs at n. */
static inline unsigned beyond(double n, int parts, const zni_part part[],
                       const double s[], unsigned cut)
{
    for (int k = 0; k < parts; k++)
        if (!(s[k] > part[k].mu * n))
            cut &= ~(1u << k);
    return cut;
}

/* The normal component n of the point of K that is nearest to a point with normal component x and norms s_k of its
 * parts. For a given n the parts are cut to norms of mu_k n at most, so n minimises over n >= 0 the convex function
 *     (n - x)^2 + sum of max(0, s_k - mu_k n)^2.
 * Its derivative is concave, so Newton's method from 0 increases monotonically to its zero, and parts that are no
 * longer cut are removed on the way. A coefficient may be zero: nothing is divided by it. */
static inline double normal_part(double x, int parts, const zni_part part[],
                          const double s[], unsigned *cut)
{
    double polar = x, n;
    unsigned was;

    for (int k = 0; k < parts; k++)
        polar += part[k].mu * s[k];
    *cut = (1u << parts) - 1;
    if (polar <= 0)
        return 0;
    do {
        was = *cut;
        n = normal_of(x, parts, part, s, was);
        *cut = beyond(n, parts, part, s, was);
    } while (*cut != was);
    return n;
}

/* The rows of G of one part, whose norm s is cut to mu n or is not cut; dn is the gradient of n. With t = x / s:
 *     out = mu n t,   G = mu t (dn)' + (mu n / s) (I - t t'). */
static void derive_part(zn_index d, const zni_part *p, bool cut, double n,
                        double s, const double x[], const double dn[],
                        double G[])
{
    const zn_index end = p->at + p->n;

    for (zn_index i = p->at; i < end; i++) {
        for (zn_index j = 0; j < d; j++)
            G[i + j * d] = cut ? p->mu * x[i] / s * dn[j] : i == j;
        for (zn_index j = p->at; j < end && cut && p->n > 1; j++)
            G[i + j * d] += p->mu * n / s * ((i == j) - x[i] * x[j] / (s * s));
    }
}

/* G from the gradient dn of n, whose normal component is 1, that of each part that is cut mu t, all divided by 1 plus
 * the squares of the coefficients of these parts. */
static void derive(zn_index d, int parts, const zni_part part[],
                   const double x[], double n, const double s[], unsigned cut,
                   double G[])
{
    double den = 1, dn[ZNI_DMAX] = {0};

    for (int k = 0; k < parts; k++)
        den += cut >> k & 1 ? part[k].mu * part[k].mu : 0;
    dn[0] = 1 / den;
    for (int k = 0; k < parts; k++)
        for (zn_index i = 0; i < part[k].n && cut >> k & 1; i++)
            dn[part[k].at + i] = part[k].mu * x[part[k].at + i] / s[k] / den;
    for (zn_index j = 0; j < d; j++)
        G[j * d] = dn[j];
    for (int k = 0; k < parts; k++)
        derive_part(d, &part[k], cut >> k & 1, n, s[k], x, dn, G);
}

/* The projection; inline, so that d, parts and places are constants where it is called often. */
static inline void onto(zn_index d, int parts, const zni_part part[],
                           const double x[], double out[], double G[])
{
    double s[ZNI_PARTS_MOST], n;
    unsigned cut;

    for (int k = 0; k < parts; k++)
        s[k] = norm(part[k].n, x + part[k].at);
    n = normal_part(x[0], parts, part, s, &cut);
    if (G && n == 0)
        memset(G, 0, (size_t)(d * d) * sizeof *G);
    else if (G)
        derive(d, parts, part, x, n, s, cut, G);
    for (int k = 0; k < parts; k++) {
        /* s > 0 for a part that is cut, except at the apex */
        const double keep = !(cut >> k & 1) ? 1
                            : n > 0         ? part[k].mu * n / s[k]
                                            : 0;
        for (zn_index i = part[k].at; i < part[k].at + part[k].n; i++)
            out[i] = keep * x[i];
    }
    out[0] = n;
}

void zni_rolling_project(zn_index d, int parts, const zni_part part[],
                         const double x[], double out[], double G[])
{
    if (d == 5) {
        const zni_part two[] = {{1, 2, part[0].mu}, {3, 2, part[1].mu}};

        onto(5, 2, two, x, out, G);
    } else {
        onto(d, parts, part, x, out, G);
    }
}

void zn_rolling_friction_project(zn_index d, double mu, double mu_r,
                                 const double x[], double out[])
{
    const zni_part part[2] = {{1, (d - 1) / 2, mu},
                              {1 + (d - 1) / 2, (d - 1) / 2, mu_r}};

    zni_rolling_project(d, 2, part, x, out, NULL);
}

void zn_spinning_friction_project(double mu, double mu_r, double mu_s,
                                  const double x[], double out[])
{
    const zni_part part[3] = {{1, 2, mu}, {3, 2, mu_r}, {5, 1, mu_s}};

    zni_rolling_project(6, 3, part, x, out, NULL);
}

double zni_rolling_shift(zn_index d, int parts, const zni_part part[],
                         const double u[], double g[])
{
    double sum = 0;

    if (g)
        memset(g, 0, (size_t)d * sizeof *g);
    for (int k = 0; k < parts; k++) {
        const double s = norm(part[k].n, u + part[k].at);
        sum += part[k].mu * s;
        for (zn_index i = 0; g && s > 0 && i < part[k].n; i++)
            g[part[k].at + i] = part[k].mu * u[part[k].at + i] / s;
    }
    return sum;
}

/* ---- the set --------------------------------------------------------------------------- */

static zn_index params(zn_index size)
{
    return size == 6 ? 3 : 2;
}

static int parts(const zn_cone *c, zni_part part[ZNI_PARTS_MOST])
{
    return zni_rolling_parts(c->size, c->param[0], c->param + 1, 1, part);
}

static zn_status check(zn_ctx *ctx, const zn_cone *c)
{
    zn_status st =
        c->size == 3 || c->size == 5 || c->size == 6
            ? zni_set_not_negative(ctx, c, 0, "mu")
            : zn_fail(ctx, ZN_EINVAL,
                      "%td components, must be 3 (normal, tangent, rolling), "
                      "5 (normal, 2 tangents, 2 rolling) or 6 (and spin)",
                      c->size);

    if (!st)
        st = zni_set_not_negative(ctx, c, 1, "mu_r");
    if (!st && c->size == 6)
        st = zni_set_not_negative(ctx, c, 2, "mu_s");
    return st;
}

static void project(const zn_cone *c, const double x[], double out[],
                    double work[])
{
    zni_part part[ZNI_PARTS_MOST];
    const int n = parts(c, part);

    (void)work;
    zni_rolling_project(c->size, n, part, x, out, NULL);
}

static void natural(const zn_cone *c, double rho, const double z[],
                    const double w[], double f[], double work[])
{
    zni_part part[ZNI_PARTS_MOST];
    const int n = parts(c, part);
    double x[ZNI_DMAX];

    zni_set_natural(c, rho, zni_rolling_shift(c->size, n, part, w, NULL), z, w, f, x, work);
}

ZNI_SET(set_rolling_friction, "rolling-friction",
        "Coulomb with rolling: ||z_T|| <= mu z_N, ||z_M|| <= mu_r z_N",
        .params = params, .check = check, .project = project, .natural = natural, .gap = true)
