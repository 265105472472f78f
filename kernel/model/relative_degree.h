/* relative_degree.h - the relative degree of interactions, for seal and setup
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_RELATIVE_DEGREE_H
#define ZENO_KERNEL_RELATIVE_DEGREE_H

#include <zeno/relative_degree.h>

/* Say in the log what the relative degree is, and warn if the law does not fit.
 * Silent about what is too large or cannot be found; fails without memory only. */
zn_status zni_relative_degree_say(const zn_interaction *a);

/* Is every order known, and the largest at least r? */
zn_status zni_relative_degree_reaches(const zn_interaction *a, zn_index r,
                                      bool *yes);

#endif
