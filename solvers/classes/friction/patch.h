/* patch.h - a patch of contacts as a problem of its own
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZN_FRICTION_PATCH_H
#define ZN_FRICTION_PATCH_H

#include <stdint.h>

#include "friction.h"

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

/* Room for n rows and matrices of nnz values, but for what `auto` needs when it is asked. */
zn_status zni_patch_reserve(zn_ctx *ctx, zni_patch_work *k, zn_index n,
                            zn_index nnz);
/* For problems of nc contacts. */
zn_status zni_patch_begin(zn_ctx *ctx, zni_patch_work *k, zn_index nc);
/* For patches of m contacts of d rows and so many blocks: solving one allocates nothing then, but
 * for `auto`. */
zn_status zni_patch_room(zn_ctx *ctx, zni_patch_work *k, zn_index d, zn_index m,
                         zn_index blocks);
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

#endif
