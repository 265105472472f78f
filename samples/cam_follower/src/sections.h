/* sections.h - Poincare sections of a motion that is driven with a period
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SECTIONS_H
#define SECTIONS_H

#include <zeno/simulation.h>

/* While sim runs, write
 *   NAME-strobe.csv  gap and its rate once per period, at t = k period
 *   NAME-impact.csv  each impact: t, where in the period (0 ... 1), the rates
 *                    before and after it
 * The files are closed when the simulation is freed. */
zn_status sections_write(zn_simulation *sim, const zn_interaction *contact,
                         double period, const char *name);

#endif
