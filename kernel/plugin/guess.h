/* guess.h - the names nearest to a wrong one
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_GUESS_H
#define ZENO_KERNEL_GUESS_H

#include <stddef.h>

/* Offer all names there are; then words: "; did you mean 'theta'?", or "". */
typedef struct zni_guess {
    const char *wrong;
    size_t      distance;
    const char *name[3];
    int         n;
} zni_guess;
void zni_guess_offer(zni_guess *g, const char *name);
void zni_guess_words(const zni_guess *g, char words[], size_t size);

#endif
