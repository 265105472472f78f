/* sum.c - a plugin of two files, the exported function
 * SPDX-License-Identifier: Apache-2.0 */
#include "term.h"

double greet_sum(void);

double greet_sum(void)
{
    return term(1) + term(2);
}
