/* bodies.h - the data of the benchmark's models of bodies with friction and joints
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by C and by C++ drivers; matrices are written by columns. */
#ifndef BENCH_BODIES_H
#define BENCH_BODIES_H

static const double body_theta = 0.5, body_gravity = 9.81;

/* ---- a ball on a floor, z up, with friction -------------------------------- */

static const double roll_h = 5e-3; /* s */
static const double roll_radius = 0.1, roll_mass = 1, roll_inertia = 0.004;
static const double roll_e = 0.5, roll_mu = 0.3;
static const double roll_q0[7] = {0, 0, 0.6, 1, 0, 0, 0};
/* it turns about one axis only: where a turn that an impact changes is taken is a matter of h */
static const double roll_v0[6] = {1, 0, 0, 0, 3, 0};

/* ---- three beams in a chain, the last on a slider --------------------------- */

static const double beam_h = 0.01; /* s */
static const double beam_s = 0.35355339059327373; /* 1/(2 sqrt 2) */
static const double beam_turn[3] = {0.78539816339744828, -0.78539816339744828,
                                    1.5707963267948966};
static const double beam_inertia[9] = {.1, 0, 0, 0, 1, 0, 0, 0, 1};

static inline void beam_centre(int i, double x[3])
{
    x[0] = i < 2 ? beam_s : 0;
    x[1] = 0;
    x[2] = i == 0 ? -beam_s : i == 1 ? -3 * beam_s : -4 * beam_s - 0.5;
}

/* of the ball joints: on the world, between 1 and 2, between 2 and 3 */
static inline void beam_knee(int i, double x[3])
{
    x[0] = i == 1 ? 2 * beam_s : 0;
    x[1] = 0;
    x[2] = -2 * beam_s * i;
}

/* ---- the woodpecker (Glocker & Studer, Multibody Syst. Dyn. 13 (2005)) --------- */

static const double peck_h = 2e-5; /* s */
static const double peck_mu = 0.3, peck_e[3] = {0.5, 0, 0};
static const double peck_q0[3] = {0, -0.1036, -0.2788};
static const double peck_v0[3] = {-0.3411, 0, -7.4583};

/* rows of beak, lower and upper edge (2 x 3: normal, tangent), their gaps */
static inline void woodpecker_matrices(double M[9], double K[9], double f[3],
                                       double H[3][6], double gap[3])
{
    const double rO = 2.5e-3, rM = 3.1e-3, hM = 5.8e-3, lM = 0.010, lG = 0.015,
                 hS = 0.020, lS = 0.0201, mM = 3e-4, mS = 4.5e-3, JM = 5e-9,
                 JS = 7e-7, c = 5.6e-3, g = body_gravity;
    const double mass[9] = {mS + mM, mS * lM,           mS * lG,
                            mS * lM, JM + mS * lM * lM, mS * lM * lG,
                            mS * lG, mS * lM * lG,      JS + mS * lG * lG};
    const double rows[3][6] = {{0, 1, 0, lM, -hS, lG - lS},
                               {0, 1, hM, rM, 0, 0},
                               {0, 1, -hM, rM, 0, 0}};

    for (int i = 0; i < 9; i++) {
        M[i] = mass[i];
        K[i] = i == 4 || i == 8 ? c : i == 5 || i == 7 ? -c : 0;
    }
    f[0] = -g * (mS + mM);
    f[1] = -g * mS * lM;
    f[2] = -g * mS * lG;
    for (int k = 0; k < 3; k++) {
        gap[k] = k ? rM - rO : lM + lG - lS - rO;
        for (int i = 0; i < 6; i++)
            H[k][i] = rows[k][i];
    }
}

#endif
