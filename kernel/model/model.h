/* model.h - systems, relations, laws and the model as the kernel's own files
 * see them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_MODEL_H
#define ZENO_KERNEL_MODEL_H

#include <zeno/model.h>

#include "kernel/plugin/operator.h"

struct zn_findings {
    zn_ctx  *ctx;
    zn_index count;
    char     text[1536]; /* one finding per line; the last line says how many
                            more there are when it is full */
};

struct zn_ds {
    const zn_ds_type *type;
    zn_ctx           *ctx;
    char             *name;
    zn_model         *model; /* who owns it, or NULL */
    void             *state; /* of the class */
    zni_owner         owner;
    zn_index          nops;
    zn_operator      *ops;
    zn_index          nq, nv, nx;
    double           *q0, *v0, *x0;
    unsigned          traits; /* asked at seal */
    /* place in the model and in the state vectors; -1 before the first seal */
    zn_index          place, q_off, v_off, x_off;
    /* prescribed velocities */
    zn_index          nbc;
    zn_index         *bc_index;
    zn_operator       bc; /* S17 or constant, nbc x 1 */
    /* interactions of the system, in order of connection */
    zn_index          nint, cint;
    zn_interaction  **ints;
};

struct zn_relation {
    const zn_relation_type *type;
    zn_ctx                 *ctx;
    char                   *name;
    zn_model               *model;
    void                   *state;
    zni_owner               owner;
    zn_index                nops;
    zn_operator            *ops;
    zn_index                ny, nq;
    unsigned                traits;
};

struct zn_law {
    const zn_law_type *type;
    zn_ctx            *ctx;
    zn_model          *model;
    void              *state;
};

struct zn_interaction {
    char        *name;
    zn_model    *model;
    zn_law      *law;
    zn_relation *relation;
    zn_index     nds;
    zn_ds       *ds[2];
    zn_index     size;   /* rows */
    zn_index     copies; /* of the law */
    zn_index     place;  /* in the model; -1 before the first seal */
    zn_index     off;    /* of its rows in y and lambda */
};

/* What happened to the model since a simulation last looked. */
typedef enum zni_change_kind {
    ZNI_DS_ADDED,
    ZNI_DS_REMOVED,
    ZNI_INTERACTION_ADDED,
    ZNI_INTERACTION_REMOVED
} zni_change_kind;

typedef struct zni_change {
    zni_change_kind kind;
    zn_index        place; /* in ds or interaction places */
} zni_change;

struct zn_model {
    zn_ctx          *ctx;
    bool             sealed;
    /* places; a removed thing leaves NULL and its place is used again only
     * after the next seal, so a simulation sees the removal first */
    zn_index         nds, cds;
    zn_ds          **ds;
    zn_index         nint, cint;
    zn_interaction **ints;
    zn_index         nlaws, claws;
    zn_law         **laws;
    zn_index         nrels, crels;
    zn_relation    **rels;
    /* lengths of the state vectors, holes included; parts of removed things
     * are used again for things of the same size */
    zn_index         nq, nv, nx, ny;
    /* changes since the beginning; a simulation remembers how many it has
     * seen (`seen` is an index into this log plus `log_base`) */
    zni_change      *log;
    zn_index         nlog, clog;
};

/* Set at creation, used by the classes: the ops array follows slots. */
zn_status zni_findings_status(zn_findings *f, const char *what);

/* Stacked size of the state (nq or nx) and input (nv or nx) of the systems. */
zn_index zni_interaction_nq(const zn_interaction *a);
zn_index zni_interaction_nv(const zn_interaction *a);

/* Values of an interaction's relation; gather is done by the caller: q is the
 * stacked state. Each adds "interaction 'name'" to the words of a failure. */
zn_status zni_interaction_output(const zn_interaction *a, double t,
                                 const double q[], const double lambda[],
                                 double y[]);

#endif
