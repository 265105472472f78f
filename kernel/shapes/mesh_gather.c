/* mesh_gather.c - the places of one pair that come from many triangles
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/shapes/mesh.h"

#include <math.h>

/* Places that are the same but for rounding: one of them. */
static bool same(const zn_touch *a, const zn_touch *b, double eps)
{
    for (int i = 0; i < 3; i++)
        if (fabs(a->p1[i] - b->p1[i]) > eps || fabs(a->n[i] - b->n[i]) > 1e-5)
            return false;
    return true;
}

void zni_gather(zni_touches *out, const zn_touch *t, double eps)
{
    zn_index worst = 0;

    if (!(t->gap < out->reach))
        return;
    for (zn_index i = 0; i < out->n; i++) {
        zn_touch *k = out->at + i;
        if (k->f1 == t->f1 && k->f2 == t->f2) {
            if (t->gap < k->gap)
                *k = *t;
            return;
        }
        if (same(k, t, eps)) {
            if (t->f2 > k->f2) /* faces before edges before vertices */
                *k = *t;
            return;
        }
        if (k->gap > out->at[worst].gap)
            worst = i;
    }
    if (out->n < out->most)
        out->at[out->n++] = *t;
    else if (t->gap < out->at[worst].gap)
        out->at[worst] = *t;
}

static bool after(const zn_touch *a, const zn_touch *b)
{
    return a->f1 != b->f1 ? a->f1 > b->f1 : a->f2 > b->f2;
}

/* By their keys, which differ; by insertion over steps that shrink (D.L. Shell, A high-speed sorting procedure,
 * CACM 2, 1959), as there may be thousands, and qsort may ask for memory. */
void zni_gather_sort(zni_touches *out)
{
    for (zn_index step = out->n / 2; step > 0; step /= 2)
        for (zn_index i = step; i < out->n; i++) {
            const zn_touch t = out->at[i];
            zn_index k = i;
            for (; k >= step && after(&out->at[k - step], &t); k -= step)
                out->at[k] = out->at[k - step];
            out->at[k] = t;
        }
}
