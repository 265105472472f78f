/* kept.h - the data of a user's callback, with the function that frees them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_KEPT_H
#define ZN_KEPT_H

#include <stddef.h>

typedef struct zni_kept {
    void  *user;
    void (*drop)(void *user); /* or NULL */
} zni_kept;

/* Replace the data. Those before are freed last; the caller has set the new callback first, so that the old one is not
 * called any more. */
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
