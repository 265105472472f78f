/* starts.h - lists of indices, stored one behind the other
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_LINALG_STARTS_H
#define ZN_LINALG_STARTS_H

#include <string.h>

#include <zeno/base.h>

/* From lengths p[1] ... p[n] of n lists, p[0] = 0, to the starts of the lists and the end of the last one. */
static inline void zni_starts(zn_index n, zn_index p[])
{
    for (zn_index k = 0; k < n; k++)
        p[k + 1] += p[k];
}

/* If each start was advanced to the end of its list while that was filled, this moves them back. */
static inline void zni_starts_back(zn_index n, zn_index p[])
{
    memmove(p + 1, p, (size_t)n * sizeof *p);
    p[0] = 0;
}

/* The largest k in [lo, hi) with at[k] <= key, or lo - 1, where at[lo] ... at[hi - 1] ascend */
static inline zn_index zni_last_not_above(const zn_index at[], zn_index lo, zn_index hi, zn_index key)
{
    while (lo < hi) {
        const zn_index mid = lo + (hi - lo) / 2;

        if (at[mid] <= key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo - 1;
}

/* The k in [lo, hi) with at[k] == key, or -1 */
static inline zn_index zni_find(const zn_index at[], zn_index lo, zn_index hi, zn_index key)
{
    const zn_index k = zni_last_not_above(at, lo, hi, key);

    return k >= lo && at[k] == key ? k : -1;
}

/* Append i to a list (or only count it, to NULL) unless it is marked by `who`; mark it. */
static inline void zni_meet(zn_index mark[], zn_index who, zn_index i, zn_index to[], zn_index *count)
{
    if (mark[i] == who)
        return;
    mark[i] = who;
    if (to)
        to[*count] = i;
    ++*count;
}

/* Shell sort, gaps 1, 4, 13, ...: lists are short, and nothing is allocated. */
static inline void zni_sort(zn_index x[], zn_index n)
{
    zn_index gap = 1;

    while (gap < n / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (zn_index i = gap; i < n; i++) {
            const zn_index t = x[i];
            zn_index j = i;

            for (; j >= gap && x[j - gap] > t; j -= gap)
                x[j] = x[j - gap];
            x[j] = t;
        }
}

/* The transposed lists: row r has the numbers i[p[r]] ... below cols (or i[r] alone if p is NULL); the rows that have c
 * are at[start[c]] ..., ascending. */
static inline void zni_lists_turn(zn_index rows, const zn_index p[], const zn_index i[],
                                  zn_index cols, zn_index start[], zn_index at[])
{
    const zn_index count = p ? p[rows] : rows;

    memset(start, 0, (size_t)(cols + 1) * sizeof *start);
    for (zn_index k = 0; k < count; k++)
        start[i[k] + 1]++;
    zni_starts(cols, start);
    for (zn_index r = 0; r < rows; r++)
        for (zn_index k = p ? p[r] : r; k < (p ? p[r + 1] : r + 1); k++)
            at[start[i[k]]++] = r;
    zni_starts_back(cols, start);
}

#endif
