/* term.c - a plugin of two files, its helper
 * SPDX-License-Identifier: Apache-2.0 */
#include "term.h"

double term(int i)
{
    return 10 * i;
}
