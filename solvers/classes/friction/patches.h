/* patches.h - Gauss-Seidel where the error is: local problems on patches of contacts between sweeps of all contacts
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_PATCHES_H
#define ZN_FRICTION_PATCHES_H

#include <stdint.h>

#include "../../strategy/tally.h"
#include "friction.h"

/* ---- a patch: patch.c -------------------------------------------------------------- */

/* Contacts of a heart, the part of a patch around its worst contact that `auto` is asked for. In piles at rest bodies
 * hold each other by loads that have to change until something slips, along motions whose eigenvalues in W are a
 * millionth of the largest. On patches of 300 contacts other methods need 300 to 700 steps then, which is seconds; on
 * the 100 contacts around the worst one 10 to 100, a tenth of the cost; 40 contacts are too few for some piles. */
enum { ZNI_HEART = 100 };

/* Limit of the sweeps of a patch. */
enum { ZNI_PATCH_SWEEPS = 1000 };

/* The cost of `auto` on m contacts in units of that on a heart: cubic, as that of dense factors. */
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
    double tol;    /* of patches whose q is 0                                */
    double rest;   /* square of the residual that may be left in all contacts */
    zn_index size; /* larger patches are not for `auto`                      */
} zni_patching;

typedef struct zni_patch {
    zn_index first, count; /* its contacts, ascending, in a list             */
    zn_index blocks;       /* of W in their rows                             */
    zn_index size;         /* contacts it was to have; fewer may be connected */
    int wave;
    float residual;        /* squared residual of its seed before, relative  */
    zn_index may, most;    /* limit of its sweeps; the part of it that is left in the budget */
    zn_index heart;        /* contacts around the worst one that `auto` gets */
    bool others;           /* `auto` may be asked if sweeps do not solve it  */
    zn_index sweeps;       /* made                                           */
    bool asked, solved;    /* `auto` was asked; the patch is solved          */
    zn_index price;        /* cost of `auto` on the heart                    */
    zn_outcome why, stop;  /* of its solver; of the monitor                  */
    zn_status st;
} zni_patch;

/* Of one thread. */
typedef struct zni_patch_work {
    zni_nsgs_work sweeps;
    zni_fc sub;
    zn_solver *rescue; /* `auto`; NULL: not made yet                         */
    int32_t *number;   /* nc: place of a contact in the patch, -1: not in it */
    int32_t *heart;    /* contacts of the heart                              */
    zn_index *rows, *blocks; /* p, ro; i, bp of the patch                    */
    double *x;         /* its q, r, u, mu                                    */
    zn_index cap_number, cap_heart, cap_rows, cap_blocks, cap_x;
} zni_patch_work;

/* Room for patches of m contacts with n rows, nnz values and so many blocks: solving one then allocates nothing, unless
 * `auto` is asked. */
zn_status zni_patch_reserve(zn_ctx *ctx, zni_patch_work *k, zn_index n, zn_index nnz, zn_index m,
                            zn_index blocks);
/* Before patches of a problem with nc contacts. */
zn_status zni_patch_begin(zn_ctx *ctx, zni_patch_work *k, zn_index nc);
void zni_patch_fini(zn_ctx *ctx, zni_patch_work *k);

/* The contacts around a in the graph of W, the nearest first, at most `most`, among those whose number[] is -1 (with
 * `inside`: is not -1), which then becomes 0 (-1). Returns how many they are; *blocks: of W in their rows. */
zn_index zni_patch_around(const zni_fc *c, zn_index a, zn_index most, bool inside, int32_t number[], int32_t list[],
                          zn_index *blocks);
/* sort n contacts by their numbers */
void zni_patch_sort(zn_index n, int32_t list[]);

/* The squared residual of contact a, as in the error measure. */
double zni_patch_residual(const zni_patching *s, zn_index a);

/* Solve the patch of these contacts for fixed reactions of all others; r is overwritten. */
void zni_patch_solve(const zni_patching *s, zni_patch_work *k, zni_patch *p,
                     const int32_t list[], zn_monitor *mon);

/* ---- a round: waves.c -------------------------------------------------------------- */

/* A contact and its part of the squared error; for a seed also the number of contacts and the limit of sweeps of its
 * patch. */
typedef struct zni_blame {
    float part;
    int32_t a, size, sweeps;
} zni_blame;

/* Its squared residual, relative, if err is the error of the whole. */
static inline float zni_blame_square(const zni_blame *b, double err)
{
    return (float)(b->part * err * err);
}

/* What a round remembers of a contact: of the patches that changed it or lie beside it one that was not solved, if
 * there is any, else the largest. */
typedef struct zni_place {
    float residual; /* squared residual of its seed before                        */
    int32_t size;   /* contacts it was to have; 0: there was no patch             */
    int32_t sweeps; /* limit of its sweeps; 0: it was solved                      */
} zni_place;

/* One round: in their order, a patch around each seed that is in none yet. */
typedef struct zni_round {
    zni_patching all;
    const zni_blame *seed;
    zn_index seeds;
    zni_place *place;  /* nc: filled here; zeros before                      */
    bool together;     /* several at the same time, else one after the other */
    zn_index limit;    /* of all sweeps, as the tally counts them            */
    zn_index rescues;  /* hearts that `auto` may still be asked for          */
    zni_tally *tally;
    zni_pool *pool;    /* NULL: one thread                                   */
    zn_outcome why;    /* why it was stopped, if it was                      */
} zni_round;

typedef struct zni_waves {
    zni_patch_work *thread;
    zni_patch *patch;  /* those of a batch                                   */
    zn_index *order;   /* their order, by waves                              */
    int32_t *list;     /* their contacts                                     */
    int32_t *number;   /* nc: -1, or 0 in the patch that is being built      */
    bool *covered;     /* nc: has it been in a patch of the round?           */
    uint64_t *wrote, *read; /* nc: bits of the waves that change it, and that read it */
    zn_index threads, patches, listed;
    zn_index cap_thread, cap_patch, cap_order, cap_list, cap_number, cap_covered,
        cap_wrote, cap_read;
} zni_waves;

/* Room for n rows and matrices of nnz values and for one thread, without that of `auto`. */
zn_status zni_waves_reserve(zn_ctx *ctx, zni_waves *k, zn_index n, zn_index nnz);
/* Before rounds on nc contacts with so many threads. */
zn_status zni_waves_begin(zn_ctx *ctx, zni_waves *k, zn_index nc, zn_index threads);
void zni_waves_fini(zn_ctx *ctx, zni_waves *k);

/* Solve the patches of a round, one after the other or in waves; the bits do not depend on the number of threads. */
zn_status zni_waves_run(zni_waves *k, zni_round *round);

/* ---- the method: patches.c --------------------------------------------------------- */

/* Contacts of the smallest patches: the influence of a few bodies reaches no farther, and other methods solve such a
 * patch in a tenth of a second where sweeps do not. Sweeps of all contacts before the first patch: until then the error
 * is everywhere. */
enum { ZNI_PATCH = 300, ZNI_PATCHES_FIRST = 300 };

/* With so many contacts the data of a sweep, a kilobyte for each, do not fit into the caches: contacts are then
 * permuted by domains of neighbours, and threads share the work. */
enum { ZNI_PATCHES_MANY = 10000 };

/* Sweeps before the first patch if other methods have swept before; after as many again in patches it is decided
 * whether these gain enough. */
enum { ZNI_PATCHES_LATE = 100 };

/* In `auto` patches go on if the estimated number of sweeps to the end is at most PROMISED. After the sweeps granted it
 * was at most 1300 for heaps of 2200 to 8500 contacts, and 3000 for a wedge, which interior points solve. Patches are
 * for problems of at least SEVERAL times the smallest patch. */
enum { ZNI_PATCHES_PROMISED = 1800, ZNI_PATCHES_SEVERAL = 3 };

typedef struct zni_patches {
    double tol;
    zn_index max_iter; /* sweeps in all; a sweep of a patch counts by its share of the contacts */
    zn_index granted;  /* sweeps made whatever the gain; 0: all             */
    zn_index patience; /* limit of the estimated number of sweeps after those */
    zn_index first;    /* sweeps of all contacts before the first patch     */
    zn_index size;     /* contacts of the smallest patches                  */
    zn_index rescues;  /* hearts that `auto` may be asked for               */
    zn_index many;     /* contacts from which on they are permuted; 0: ZNI_PATCHES_MANY */
    zn_index threads;  /* that share the work then; the bits do not depend on it */
} zni_patches;

typedef struct zni_patches_work {
    zni_waves waves;
    zni_blame *blame; /* nc                                                 */
    zni_place *place; /* nc: of the last round                              */
    double *best;     /* n: r of the best point                             */
    zn_index cap_blame, cap_place, cap_best;
} zni_patches_work;

/* Room for n rows and matrices of nnz values, without that of `auto`. */
zn_status zni_patches_reserve(zn_ctx *ctx, zni_patches_work *k, zn_index n,
                              zn_index nnz);
void zni_patches_fini(zn_ctx *ctx, zni_patches_work *k);

/* From z, by sweeps of all contacts (with the room of `all`) and of patches; (z, w) is the best point. Coulomb friction
 * only. */
zn_status zni_patches_run(zni_call call, zni_patches_work *k, zni_nsgs_work *all, const zni_patches *opt,
                          const zni_fc *c);

#endif
