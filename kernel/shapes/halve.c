/* halve.c - the smaller half of some numbers (C.A.R. Hoare, Algorithm 65: find, 1961)
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/halve.h"

#include <stdbool.h>

static bool before(const double key[], int a, int b)
{
    return key[a] < key[b] || (key[a] == key[b] && a < b);
}

void zni_halve(int order[], const double key[], int lo, int hi, int k)
{
    while (lo < hi) {
        const int pivot = order[lo + (hi - lo) / 2];
        int i = lo, j = hi;
        while (i <= j) {
            while (before(key, order[i], pivot))
                i++;
            while (before(key, pivot, order[j]))
                j--;
            if (i <= j) {
                const int swap = order[i];
                order[i++] = order[j];
                order[j--] = swap;
            }
        }
        if (k <= j)
            hi = j;
        else if (k >= i)
            lo = i;
        else
            return;
    }
}
