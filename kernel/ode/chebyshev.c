/* chebyshev.c - polynomials through values at Chebyshev's points, and what their coefficients say of what they
 * leave out
 *
 * L. N. Trefethen, Approximation Theory and Approximation Practice (2013), ch. 3 and 8.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/ode/chebyshev.h"

#include <math.h>
#include <string.h>

#include "solvers/linalg/few.h"

/* Sums of cosines, the first and last terms and results halved. Cosines are even about the middle for even k, else odd,
 * so that half of the points are enough, with b_j + b_{m-j} or b_j - b_{m-j}. */
static double weight(int degree, int k, int j)
{
    const double half = (j ? 1 : 0.5) * (2 * j == degree ? 0.5 : 1);

    return half * cos(j * k % (2 * degree) * M_PI / degree) *
           (k % degree ? 2 : 1) / degree;
}

static void weights(int degree, double w[])
{
    for (int odd = 0; odd < 2; odd++)
        for (int first = odd; first <= degree; first += 2 * ZNI_FOUR)
            for (int j = 0; j <= degree / 2; j++)
                for (int i = 0; i < ZNI_FOUR; i++) {
                    const int k = first + 2 * i;
                    *w++ = k <= degree ? weight(degree, k, j) : 0;
                }
}

/* T_{j+1} = 2 (1 - 2 s) T_j - T_{j-1}: whole numbers, exact. */
void zni_chebyshev_tables(zni_chebyshev *o)
{
    for (int j = 0; j <= ZNI_HIGH; j++)
        o->point[j] = (1 - cos(j * M_PI / ZNI_HIGH)) / 2;
    weights(ZNI_LOW, o->low[0][0]);
    weights(ZNI_HIGH, o->high[0][0]);
    memset(o->power, 0, sizeof o->power);
    o->power[0][0] = o->power[1][0] = 1;
    o->power[1][1] = -2;
    for (int j = 1; j < ZNI_HIGH; j++)
        for (int k = 0; k <= j + 1; k++)
            o->power[j + 1][k] = 2 * o->power[j][k] - o->power[j - 1][k] -
                                 (k ? 4 * o->power[j][k - 1] : 0);
}

/* sum_j x_j w_j of four sums, rows of w being `row` apart. */
static inline void four_sums(int n, const double x[], const double w[], int row,
                             double out[ZNI_FOUR])
{
    zni_pair a = {0}, b = {0};

    for (int j = 0; j < n; j++, w += row) {
        zni_pair u, v;
        zni_take2(w, &u);
        zni_take2(w + 2, &v);
        a += x[j] * u;
        b += x[j] * v;
    }
    zni_put2(&a, out);
    zni_put2(&b, out + 2);
}

void zni_chebyshev_coefficients(const zni_chebyshev *o, int degree, zn_index n,
                                const double b[], double c[])
{
    const int half = degree / 2;
    const zn_index by = ZNI_HIGH / degree * n;
    const double *w = degree == ZNI_LOW ? o->low[0][0] : o->high[0][0];
    double part[2][ZNI_HIGH / 2 + 1];

    if (degree == ZNI_OVER) {
        c[0] = (b[0] + b[by]) / 2;
        c[n] = (b[0] - b[by]) / 2;
        return;
    }
    for (int j = 0; j <= half; j++) {
        const double x = b[j * by], mirror = b[(degree - j) * by];
        part[0][j] = x + mirror;
        part[1][j] = x - mirror;
    }
    for (int odd = 0; odd < 2; odd++)
        for (int first = odd; first <= degree; first += 2 * ZNI_FOUR) {
            double sum[ZNI_FOUR];
            four_sums(half + 1, part[odd], w, ZNI_FOUR, sum);
            w += (half + 1) * ZNI_FOUR;
            for (int i = 0; i < ZNI_FOUR && first + 2 * i <= degree; i++)
                c[(first + 2 * i) * n] = sum[i];
        }
}

void zni_chebyshev_powers(const zni_chebyshev *o, int degree, zn_index n,
                          double f, double c[])
{
    double x[ZNI_HIGH + 1];

    for (int j = 0; j <= degree; j++)
        x[j] = f * c[j * n];
    for (int k = 0; k <= degree; k += ZNI_FOUR) {
        double sum[ZNI_FOUR];
        four_sums(degree + 1 - k, x + k, o->power[k] + k, ZNI_POWERS, sum);
        for (int i = 0; i < ZNI_FOUR && k + i <= degree; i++)
            c[(k + i) * n] = sum[i];
    }
}

double zni_chebyshev_decay(const double c[], zn_index n, int degree,
                           double *most)
{
    double last = fabs(c[degree * n]);

    *most = 0;
    for (int k = 0; k <= degree; k++)
        *most = fabs(c[k * n]) > *most ? fabs(c[k * n]) : *most;
    if (degree > 2) {
        const double before = fabs(c[(degree - 1) * n]),
                     third = fabs(c[(degree - 3) * n]);
        last =
            fmax(last, before < third ? before * sqrt(before / third) : before);
    }
    return *most > 0 ? last / *most : 0;
}

/* Coefficients that do not come down to this share of the largest say nothing of those behind them. */
static const double ROUGH = 1e-3;

/* Is one of the last four such? Two may be zero by chance. Of values that are but two, as of a force that is
 * switched, four cannot be: a polynomial of degree 4 has no more than eight of them. */
bool zni_chebyshev_is_rough(const double c[], zn_index n, int degree,
                            double most)
{
    bool rough = false;

    for (int k = degree < 4 ? 1 : degree - 3; k <= degree; k++)
        rough = rough || fabs(c[k * n]) > ROUGH * most;
    return rough;
}

/* Smooth functions have coefficients that come down by more than this from a quarter of them to the next one, */
static const double SLOW = 0.05;
/* where they are more than rounding. */
static const double FAINT = 1e-11;

/* Those of a kink do not, of which degrees k beyond the last one, m, stand in those of 2 m - k: that of 2 m in c_0,
 * whose integral is not divided by m; and the last ones may be next to zero, where it is in the middle between two
 * points. */
double zni_chebyshev_slow(const double c[], zn_index n, int degree, double most)
{
    const int few = degree / 4;
    double before = 0, last = 0;

    if (few < 2)
        return 0;
    for (int k = degree - few + 1; k <= degree; k++) {
        before = fmax(before, fabs(c[(k - few) * n]));
        last = fmax(last, fabs(c[k * n]));
    }
    return last > FAINT * most && last > SLOW * before ? last / most : 0;
}
