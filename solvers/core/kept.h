/* kept.h - what a function of the user's works on, while somebody keeps the function
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_KEPT_H
#define ZN_KEPT_H

#include <stddef.h>

typedef struct zni_kept {
    void  *user;
    void (*drop)(void *user); /* or NULL */
} zni_kept;

/* Keep another in its place; the one before is dropped last, when nobody can be given
 * it any more: set the function first. */
static inline void zni_keep(zni_kept *k, void *user, void (*drop)(void *user))
{
    const zni_kept before = *k;

    *k = (zni_kept){user, drop};
    if (before.drop)
        before.drop(before.user);
}

static inline void zni_keep_none(zni_kept *k)
{
    zni_keep(k, NULL, NULL);
}

#endif
