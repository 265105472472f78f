/* StribeckPlugin.c - friction that falls with the slip
 * SPDX-License-Identifier: Apache-2.0
 *
 * u = (normal, tangents) relative velocity (m/s), s = |u_T|; z = at rest, sliding,
 * speed between the two (m/s).
 *
 * | function | list | result                                              |
 * |----------|------|-----------------------------------------------------|
 * | stribeck | S14  | mu = z1 + (z0 - z1) exp(-s / z2)                    | */
#include <math.h>

#include <zeno/operator.h>

ZN_API zn_fn_s14 stribeck;

void stribeck(unsigned n, double *u, unsigned m, double *mu, unsigned nz,
              double *z)
{
    double s = 0;

    (void)m;
    if (nz < 3) {
        zn_raise("needs 3 parameters (at rest, sliding, speed), got %u", nz);
        return;
    }
    for (unsigned i = 1; i < n; i++)
        s = hypot(s, u[i]);
    mu[0] = z[1] + (z[0] - z[1]) * exp(-s / z[2]);
}

static const zn_symbol symbols[] = {
    {"stribeck", "S14", 1, 1, "mu of the slip; z = at rest, sliding, speed"},
    {0},
};
ZN_PLUGIN(StribeckPlugin, .version = "1.0", .license = "Apache-2.0",
          .symbols = symbols);
