/* contacts.h - the contacts of a source by their keys
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_CONTACTS_H
#define ZENO_KERNEL_CONTACTS_H

#include <zeno/source.h>

#include "kernel/model/model.h"

/* One contact, in a cache line: what is compared when it is announced again. */
typedef struct zni_known {
    zn_key          key;
    zn_interaction *a; /* NULL: it joins when the search has ended */
    zn_law         *law;
    zn_relation    *relation;
    zn_ds          *d1, *d2;
    int32_t         stamp; /* of the search that announced it */
    uint32_t        partial : 1; /* it is with some unknowns of a system only */
    uint32_t        next : 31;   /* which one was announced after it */
} zni_known;

/* A contact that is new in this search. */
typedef struct zni_arrival {
    zn_key   key;
    zn_index data; /* where they begin in `given`, -1: none */
    zn_index some; /* where its unknowns begin in `some`: how many of each system, 0: all,
                      and which; -1: all of both */
} zni_arrival;

struct zn_contacts {
    zn_ctx   *ctx;
    zn_model *model;
    zn_index  source; /* its number from 1 on */
    zni_known *known; /* in no order */
    zn_index  n, cap;
    int32_t  *slot;   /* by hash of the key: number in known + 1, or 0 */
    zni_arrival   *come; /* in the order of announcements */
    zn_index  ncome, ccome;
    unsigned char *given; /* data of those */
    zn_index  ngiven, cgiven;
    zn_index *some; /* unknowns of those */
    zn_index  nsome, csome;
    zn_interaction **renewed; /* those that stayed, with other data */
    zn_index  nrenewed, crenewed;
    zn_index  room;   /* 0 or a power of two, at least twice n */
    int32_t   stamp;  /* of the search under way */
    zn_index  last;   /* announced, -1: none yet */
    zn_index  seen;   /* contacts of this search */
    zn_index  lost;   /* of model->lost, when the table was right */
    bool      stay;
    bool      changed;
};

void zni_contacts_fini(zn_contacts *c);
/* A search begins, and has ended: what was not announced goes, and then what is new
 * joins the model: it finds the room of what went, so that contacts whose keys are
 * near lie near each other, whatever came and went. Before a search contacts that
 * somebody else took out of the model are forgotten. */
void zni_contacts_begin(zn_contacts *c);
/* Forget those that have left the model with a system. */
void zni_contacts_settle(zn_contacts *c);
zn_status zni_contacts_end(zn_contacts *c);
/* After a failed search: those that it brought go again. */
void zni_contacts_undo(zn_contacts *c, zn_index serial);
zn_status zni_contacts_clear(zn_contacts *c);
/* Likewise, but it cannot fail. */
void zni_contacts_sweep(zn_contacts *c);
/* The number of a key in known, or -1. */
zn_index zni_contacts_find(const zn_contacts *c, zn_key key);

#endif
