/* waves.h - patches of one round, those that do not touch each other at the same time
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_WAVES_H
#define ZN_FRICTION_WAVES_H

#include "patch.h"
#include "../../strategy/tally.h"

/* A contact and its part of the square of the error; of a seed, the contacts of its patch and the sweeps that
 * this may take. */
typedef struct zni_blame {
    float part;
    int32_t a, size, sweeps;
} zni_blame;

/* The square of its residual, as an error has it that is all of theirs: in no units. */
static inline float zni_blame_square(const zni_blame *b, double err)
{
    return (float)(b->part * err * err);
}

/* Of the patches of a round that changed a contact or lie beside it one that nothing solved, else the
 * largest. */
typedef struct zni_place {
    float residual; /* square of its seed's before that, as the error has it      */
    int32_t size;   /* contacts it might have; 0: there was none                  */
    int32_t sweeps; /* it might take; 0: it was solved                            */
} zni_place;

/* One round: patches around `seeds` contacts, the first first, each that was in none yet. */
typedef struct zni_round {
    zni_patching all;
    const zni_blame *seed;
    zn_index seeds;
    zni_place *place;  /* nc: entered here; zeros before                     */
    bool together;     /* several at once, else one after the other          */
    zn_index limit;    /* of sweeps in all, as the tally counts them         */
    zn_index rescues;  /* hearts that may still be left to `auto`            */
    zni_tally *tally;
    zni_pool *pool;    /* NULL: one thread                                   */
    zn_outcome why;    /* of who stopped it                                  */
} zni_round;

typedef struct zni_waves {
    zni_patch_work *thread;
    zni_patch *patch;  /* of a batch                                         */
    zn_index *order;   /* of them: by waves                                  */
    int32_t *list;     /* their contacts                                     */
    int32_t *number;   /* nc: of the patch that grows, -1: not in it         */
    bool *covered;     /* nc: was it in a patch of the round?                */
    uint64_t *wrote, *read; /* nc: the waves that change, and only read it   */
    zn_index threads, patches, listed;
    zn_index cap_thread, cap_patch, cap_order, cap_list, cap_number, cap_covered,
        cap_wrote, cap_read;
} zni_waves;

/* Room for n rows and matrices of nnz values, for one thread, but for what `auto` needs. */
zn_status zni_waves_reserve(zn_ctx *ctx, zni_waves *k, zn_index n, zn_index nnz);
/* For nc contacts and so many threads. */
zn_status zni_waves_begin(zn_ctx *ctx, zni_waves *k, zn_index nc, zn_index threads);
void zni_waves_fini(zn_ctx *ctx, zni_waves *k);

/* The patches, one after the other or in waves: with the same bits for any number of threads. */
zn_status zni_waves_run(zni_waves *k, zni_round *round);

#endif
