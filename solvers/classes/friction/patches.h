/* patches.h - friction where the error is: patches of contacts between sweeps of all; one of them as a problem of its
 * own, those of one round that do not touch each other at the same time
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_PATCHES_H
#define ZN_FRICTION_PATCHES_H

#include <stdint.h>

#include "../../strategy/tally.h"
#include "friction.h"

/* ---- a patch: patch.c -------------------------------------------------------------- */

/* Contacts of a heart. In piles at rest bodies hold each other by loads that have to be shifted
 * until something slips, along motions of which W has a millionth: of 300 contacts other methods
 * need 300 to 700 steps then, seconds, of the 100 around the worst ten to a hundred, which cost a
 * tenth; 40 are not enough for some. */
enum { ZNI_HEART = 100 };

/* Sweeps of a patch. */
enum { ZNI_PATCH_SWEEPS = 1000 };

/* What `auto` takes for m contacts, in hearts: as factors do. */
static inline zn_index zni_patch_price(zn_index m)
{
    const double by = (double)m / ZNI_HEART;

    return by > 1 ? (zn_index)(by * by * by) : 1;
}

/* What all patches of a round have in common. */
typedef struct zni_patching {
    zn_ctx *ctx;
    const zni_fc *c;
    double *r;     /* n: in and out                                          */
    double tol;    /* where there are no data                                */
    double rest;   /* square of the error that may be left in all            */
    zn_index size; /* contacts of the largest patch that is for `auto` as a whole */
} zni_patching;

typedef struct zni_patch {
    zn_index first, count; /* its contacts, ascending in a list             */
    zn_index blocks;       /* of their rows                                  */
    zn_index size;         /* contacts it might have; fewer may hang together */
    int wave;
    float residual;        /* square of its seed's before, in no units       */
    zn_index may, most;    /* sweeps it may take; of what is left            */
    zn_index heart;        /* contacts around the worst that `auto` gets     */
    bool others;           /* is `auto` asked where sweeps do not end it?    */
    zn_index sweeps;       /* it took                                        */
    bool asked, solved;    /* was it? by whomever                            */
    zn_index price;        /* what that costs, in hearts                     */
    zn_outcome why, stop;  /* of its solver; what who watches said           */
    zn_status st;
} zni_patch;

/* Of one thread. */
typedef struct zni_patch_work {
    zni_nsgs_work sweeps;
    zni_fc sub;
    zn_solver *rescue; /* NULL: not yet asked for                            */
    int32_t *number;   /* nc: in the patch, -1: not                          */
    int32_t *heart;    /* contacts of the patch that `auto` is asked for     */
    zn_index *rows, *blocks; /* p, ro; i, bp of the patch                    */
    double *x;         /* its q, r, u, mu                                    */
    zn_index cap_number, cap_heart, cap_rows, cap_blocks, cap_x;
} zni_patch_work;

/* Room for patches of m contacts, with n rows and nnz values in so many blocks: solving one allocates nothing then, but
 * for `auto`. */
zn_status zni_patch_reserve(zn_ctx *ctx, zni_patch_work *k, zn_index n, zn_index nnz, zn_index m,
                            zn_index blocks);
/* For problems of nc contacts. */
zn_status zni_patch_begin(zn_ctx *ctx, zni_patch_work *k, zn_index nc);
void zni_patch_fini(zn_ctx *ctx, zni_patch_work *k);

/* The contacts around a in the graph of W, `most` of them at most, the nearest first: of those whose number[] is
 * -1 or, inside, is not; it is 0 or -1 then. Returns how many; *blocks: of their rows. */
zn_index zni_patch_around(const zni_fc *c, zn_index a, zn_index most, bool inside, int32_t number[], int32_t list[],
                          zn_index *blocks);
/* n of them in the order of their numbers */
void zni_patch_sort(zn_index n, int32_t list[]);

/* The square of the residual of contact a, as the error has it. */
double zni_patch_residual(const zni_patching *s, zn_index a);

/* The patch of these contacts, in place of what r has there, the others held. */
void zni_patch_solve(const zni_patching *s, zni_patch_work *k, zni_patch *p,
                     const int32_t list[], zn_monitor *mon);

/* ---- a round: waves.c -------------------------------------------------------------- */

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

/* ---- all: patches.c ---------------------------------------------------------------- */

/* Contacts of the smallest patches: what a few bodies pass on to their neighbours reaches no
 * farther, and other methods end such a patch in a tenth of a second where sweeps do not.
 * Sweeps of all before the first: until then error is everywhere. */
enum { ZNI_PATCH = 300, ZNI_PATCHES_FIRST = 300 };

/* From so many contacts on what a sweep reads, a kilobyte of each, is more than a processor keeps
 * for itself: then they are permuted by domains of near ones, and threads share what they do. */
enum { ZNI_PATCHES_MANY = 10000 };

/* and where other methods have swept before; as many again in patches tell whether these gain */
enum { ZNI_PATCHES_LATE = 100 };

/* Where other methods would come next patches may still seem to need so many sweeps: after what is granted heaps of
 * 2200 to 8500 contacts seemed to need 1300 at most, a wedge, which interior points end, 3000. SEVERAL of the smallest
 * patches are contacts that they are for. */
enum { ZNI_PATCHES_PROMISED = 1800, ZNI_PATCHES_SEVERAL = 3 };

typedef struct zni_patches {
    double tol;
    zn_index max_iter; /* sweeps in all, those of patches by their share    */
    zn_index granted;  /* of them whatever the gain; 0: all                */
    zn_index patience; /* that it may still seem to need after those        */
    zn_index first;    /* sweeps of all before the first patch              */
    zn_index size;     /* contacts of the smallest patches                  */
    zn_index rescues;  /* hearts of patches that sweeps do not end are for `auto`, so many */
    zn_index many;     /* so many contacts are many; 0: ZNI_PATCHES_MANY    */
    zn_index threads;  /* that share many contacts; the same bits for any number */
} zni_patches;

typedef struct zni_patches_work {
    zni_waves waves;
    zni_blame *blame; /* nc                                                 */
    zni_place *place; /* nc: of the round before                            */
    double *best;     /* n                                                  */
    zn_index cap_blame, cap_place, cap_best;
} zni_patches_work;

/* Room for n rows and matrices of nnz values, but for what `auto` needs when it is asked. */
zn_status zni_patches_reserve(zn_ctx *ctx, zni_patches_work *k, zn_index n,
                              zn_index nnz);
void zni_patches_fini(zn_ctx *ctx, zni_patches_work *k);

/* From r, by sweeps of all (their room in `all`) and of patches; r and u are the best point.
 * c: Coulomb friction. */
zn_status zni_patches_run(zni_call call, zni_patches_work *k, zni_nsgs_work *all, const zni_patches *opt,
                          const zni_fc *c);

#endif
