/* nearest.c - the nearest zero of linear functions, by products with G and G' only
 * SPDX-License-Identifier: Apache-2.0 */
#include "nearest.h"

#include <math.h>
#include <string.h>

#include "small.h"

/* Conjugate gradients for least squares (Hestenes & Stiefel 1952; Paige & Saunders, ACM TOMS 8, 1982): the steps lie in
 * the range of G', so the component of x in the null space of G does not change. */

/* In exact arithmetic as many steps as dimensions are enough; rounding takes MORE. Large problems get STEPS. */
enum { STEPS = 300, MORE = 20 };

/* If the residual grows by this factor only rounding is left. */
static const double GROWN = 1e6;

void zni_nearest_zero(const zni_nearest *p, double x[])
{
    const zn_index n = p->n, m = p->m, few = (n < m ? n : m) + MORE;
    double ss, least = INFINITY;

    p->mul(p->of, x, p->r);
    for (zn_index i = 0; i < m && p->c; i++)
        p->r[i] += p->c[i];
    p->mul_t(p->of, p->r, p->s);
    memcpy(p->d, p->s, (size_t)n * sizeof *p->d);
    ss = zni_dot(n, p->s, p->s);
    for (zn_index it = 0; it < few && it < STEPS && ss > 0 && ss < GROWN * least; it++) {
        const double before = ss;
        double gg, step;

        p->mul(p->of, p->d, p->Gd);
        gg = zni_dot(m, p->Gd, p->Gd);
        if (!(gg > 0) || !isfinite(gg))
            break;
        least = fmin(least, ss);
        step = ss / gg;
        for (zn_index i = 0; i < n; i++)
            x[i] -= step * p->d[i];
        for (zn_index i = 0; i < m; i++)
            p->r[i] -= step * p->Gd[i];
        p->mul_t(p->of, p->r, p->s);
        ss = zni_dot(n, p->s, p->s);
        for (zn_index i = 0; i < n; i++)
            p->d[i] = p->s[i] + ss / before * p->d[i];
    }
}
