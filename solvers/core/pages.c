/* pages.c - large arrays in large pages
 * SPDX-License-Identifier: Apache-2.0 */
#include "pages.h"

#include <stdint.h>
#include <sys/mman.h>

/* A processor knows where some 2000 pages are, 8 MB of 4 kB each, and reads ahead in one page at
 * a time. Beyond, it looks up a place for every 4 kB, under a hypervisor in two tables: a seventh of
 * what reading the matrix of 10^5 contacts takes. Linux has pages of 2 MB for who asks (madvise).
 * Several arrays are at work together, so each of such a page's size asks. What of its last
 * page is never touched is all that it may cost in memory. */
enum { PAGE = 2 << 20 };

void zni_pages_large(void *p, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t start = (uintptr_t)p,
                    first = (start + PAGE - 1) / PAGE * PAGE,
                    end = (start + bytes) / PAGE * PAGE;

    if (bytes >= PAGE)
        madvise((char *)p + (first - start), end - first, MADV_HUGEPAGE);
#else
    (void)p;
    (void)bytes;
#endif
}
