/* slip.h - the coefficients of sliding, of one contact and of four at once
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_CONTACT_SLIP_H
#define ZN_CONTACT_SLIP_H

/* In sweeps over more contacts than one a direction that is turned by less than the first of these,
 * in the last of the steps, is left there: what it misses is less than a hundred-thousandth of what the
 * sweep changed, which the next one takes, and the more it converges the less. The velocity across it is
 * less than the second of these then, in parts of what it is summed of. */
#define ZNI_SLIP_SWEPT 1e-3
#define ZNI_SLIP_ACROSS 1e-8

/* e0, e1, e2 of the conic and A to E of g(a), as quartic.c has them, into *s; n is -q_N. Numbers, or
 * vectors of them. */
#define ZNI_SLIP_COEFFICIENTS(s, M, q, mu, n)                                                      \
    do {                                                                                           \
        (s)->e0 = (M)[0];                                                                          \
        (s)->e1 = (mu) * (M)[3];                                                                   \
        (s)->e2 = (mu) * (M)[6];                                                                   \
        (s)->A = (mu) * ((n) * (M)[5]) + (s)->e1 * (q)[2];                                         \
        (s)->B = -((mu) * ((n) * (M)[7]) + (s)->e2 * (q)[1]);                                      \
        (s)->C = (mu) * ((n) * ((M)[8] - (M)[4])) - (s)->e1 * (q)[1] + (s)->e2 * (q)[2];           \
        (s)->D = -((n) * (M)[1] + (s)->e0 * (q)[1]);                                               \
        (s)->E = (n) * (M)[2] + (s)->e0 * (q)[2];                                                  \
    } while (0)

#endif
