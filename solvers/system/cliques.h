/* cliques.h - which contacts of a condensed problem belong to one body
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SYSTEM_CLIQUES_H
#define ZENO_SYSTEM_CLIQUES_H

#include "blocks.h"

/* Contacts between the same two bodies form a group, and a body is the set of groups that it takes part in. One of the
 * two ends of a group may be no body (-1): the ground, or a body that touches no other group. */
typedef struct zni_cliques {
    int32_t ngroups, nbodies;
    int32_t *group;       /* group of each contact                          */
    int32_t *first, *at;  /* contacts by groups: at[first[g]] ..            */
    int32_t *end;         /* the two bodies of each group                   */
    int32_t *begin, *has; /* groups by bodies: has[begin[b]] ..             */
    int32_t *np, *ni;     /* neighbours of each group, with a body in common */
    int32_t *work;
    uint64_t *hash;
    zn_index cap_group, cap_first, cap_at, cap_end, cap_begin, cap_has, cap_np, cap_ni, cap_work,
        cap_hash;
} zni_cliques;

/* *found: the pattern of W can be that of bodies each of which has several groups. */
zn_status zni_cliques_find(zn_ctx *ctx, zni_cliques *s, const zni_fc *c, bool *found);
void zni_cliques_fini(zn_ctx *ctx, zni_cliques *s);

#endif
