/* patches.h - friction where the error is: patches of contacts between sweeps of all
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_PATCHES_H
#define ZN_FRICTION_PATCHES_H

#include "waves.h"

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
zn_status zni_patches_run(zn_ctx *ctx, zni_patches_work *k, zni_nsgs_work *all,
                          const zni_patches *opt, const zni_fc *c, double r[],
                          double u[], zn_monitor *mon, zn_solve_info *info);

#endif
