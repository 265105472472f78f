/* half.c - half of a number
 * SPDX-License-Identifier: Apache-2.0 */
#include "half.h"

double half(double x)
{
    return x / 2;
}
