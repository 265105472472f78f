/* collision.h - the contact source of class "collision"
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_COLLISION_H
#define ZENO_KERNEL_COLLISION_H

#include <zeno/collision.h>
#include <zeno/narrow.h>

#include "kernel/model/model.h"
#include "kernel/shapes/pairs.h"
#include "kernel/shapes/tree.h"

/* A shape of the same body that touches this one, or overlaps it. */
typedef struct zni_beside {
    int      at; /* member */
    zni_pose in; /* in the frame of this one */
} zni_beside;

/* An attached shape. */
typedef struct zni_attached {
    zn_ds    *ds;    /* NULL: the world */
    zn_shape *shape; /* NULL: a free place */
    char     *name;  /* NULL: collision_names.c has not made it yet */
    bool      made;  /* it is, or will be */
    bool      named; /* it has an id, */
    bool      placed; /* and knows who is beside it */
    zn_index  turn;  /* when it was attached, beside others; of a free place: the next one + 1 */
    zn_index  number; /* among the shapes of the body */
    uint64_t  id;    /* 40 bits of every key; see collision_names.c */
    zni_pose  in_body;
    bool      centred; /* its frame is that of the body */
    double    far;   /* from the centre of mass, no point of it is farther */
    int       group;
    int       leaf;  /* in the tree; -1: not yet, or unbounded */
    bool      fresh; /* its pairs have to be found anew */
    zni_beside *beside; /* beside.c */
    zn_index  nbeside, cbeside;
    /* of the present search */
    zni_pose  at;    /* inertial frame */
    zni_box   box;   /* with what its contacts reach */
    double    speed; /* no point of it is quicker (m/s) */
} zni_attached;

/* Who has which id. */
typedef struct zni_named {
    uint64_t    id;
    zn_index    at;    /* member */
    zn_index    turn;  /* of it, */
    const char *name;  /* its name */
    bool        given; /* it is in keys already */
} zni_named;

typedef struct zni_couple {
    int i, j;
} zni_couple;

typedef struct zni_collision {
    double reach, ahead; /* options */
    char   narrow[ZN_WORD_MAX];
    zn_narrow  *by; /* of class `narrow`; NULL: our own */
    zn_ctx     *ctx;   /* of the first attachment */
    zn_model   *model; /* NULL: not prepared */
    zni_attached *member;
    zn_index    n, cap;
    zn_index    vacant; /* a free place among them + 1, 0: none */
    zn_index    turns;  /* so many were attached */
    zni_named  *sorted; /* members by id */
    zn_index    nsorted, csorted;
    zn_index    nameless; /* so many members have no id yet, */
    zn_index    unplaced; /* or do not know who is beside them */
    int        *plane;  /* unbounded members */
    zn_index    nplane, cplane;
    zn_law     *law[ZN_COLLISION_GROUPS][ZN_COLLISION_GROUPS];
    int         groups; /* laws are below it */
    zn_law    **given;  /* each once */
    zn_index    ngiven, cgiven, taken; /* by the model */
    const zn_ds *(*ignored)[2];
    zn_index    nignored, cignored;
    zn_shape  **shape;  /* owned, each once */
    zn_index    nshape, cshape;
    zn_relation *relation[7][2]; /* by rows and bodies; borrowed from the model */
    zni_boxes    tree;
    bool        tree_made, refresh, told; /* told: a pair has no contact */
    bool        rash; /* it was said that steps are too long for what meets */
    zni_couple *pair;
    zn_index    npair, cpair;
    bool        begun; /* there was a shape: */
    bool        flat;  /* they are of the plane */
    zni_scratch scratch;
    zni_couple *apart; /* of the present search: pairs of bodies that do not meet as they move, */
    zn_index    napart, capart;
    unsigned char *met; /* and by place of a system, is it in a contact? */
    zn_index    cmet;
    zn_touch   *touch; /* of the pair at hand */
    zn_index    ctouch;
} zni_collision;

/* Of a source of this class; words otherwise. */
zn_status zni_collision_of(zn_source *src, zni_collision **out);
/* May the shapes of these two, which are near each other, meet? */
bool zni_collision_meets(zni_collision *c, int i, int j);
/* Has the law as many rows as one of the contacts here? Words otherwise. */
zn_status zni_collision_check_law(const zni_collision *c, const zn_law *law);
/* collision_find.c */
zn_status zni_collision_find(void *k, const zn_view *at, zn_contacts *to);
/* collision_pairs.c: where members are, and whose boxes overlap. */
zn_status zni_collision_place(zni_collision *c, const zn_view *at);
zn_status zni_collision_pairs(zni_collision *c);
/* Where both touch when they are at pa and pb, in c->touch: ZN_TOUCH_MOST places; all. */
zn_status zni_collision_touch(zni_collision *c, const zn_shape *a,
                              const zni_pose *pa, const zn_shape *b,
                              const zni_pose *pb, zni_touches *out);
zn_status zni_collision_touch_all(zni_collision *c, const zn_shape *a,
                                  const zni_pose *pa, const zn_shape *b,
                                  const zni_pose *pb, zni_touches *out);
/* The bounds of a shape at a place; with so much around it. */
void zni_box_of(const zn_shape *s, const zni_pose *at, zni_box *out);
void zni_box_widen(zni_box *b, double by);
/* beside.c: members that came since the last call, when all have a place; one that goes. */
zn_status zni_beside_find(zni_collision *c);
void zni_beside_forget(zni_collision *c, zn_index i);
/* Of the places where members i and j touch, at pi and pj, those that no shape beside them hides. */
void zni_beside_keep(zni_collision *c, int i, const zni_pose *pi, int j,
                     const zni_pose *pj, zni_touches *out);
/* Where a body is after time t, with its velocities. */
void zni_body_pose(const zn_ds *ds, const zn_view *at, double t, zni_pose *out);
/* Its velocity (m/s), and how fast it turns (rad/s). */
void zni_body_speeds(const zn_ds *ds, const zn_view *at, double v[3], double *w);
/* Size of the smaller one. */
double zni_collision_size(const zni_attached *a, const zni_attached *b);
/* out = b in the frame a */
void zni_pose_compose(const zni_pose *a, const zni_pose *b, zni_pose *out);
/* sweep.c: do they meet within `horizon` seconds? Then `out` has the places, and pa, pb say
 * where both are, at that instant; else none. a is not of the world. */
zn_status zni_sweep(zni_collision *c, const zni_attached *a, const zni_attached *b,
               const zn_view *at, double horizon, double size,
               zni_touches *out, zni_pose *pa, zni_pose *pb);
/* collision_find.c: announce where a pair, in the order of keys, touches or will; `turned`: or may, if one of
 * both is turned. *found: there is such a place. */
zn_status zni_collision_look(zni_collision *c, const zn_view *at, zni_couple p,
                             bool turned, zn_contacts *to, bool *found);
/* turned.c: a search begins; two are in a contact; two bodies move fast and are not. */
zn_status zni_turned_begin(zni_collision *c);
void zni_turned_meet(zni_collision *c, const zni_attached *a,
                     const zni_attached *b);
zn_status zni_turned_apart(zni_collision *c, int i, int j);
/* Of places those that do not close within `horizon` seconds, as both move. */
void zni_turned_keep(const zni_attached *a, const zni_attached *b,
                     const zn_view *at, double horizon, zni_touches *out);
/* Those of the pairs apart that may meet if one of both is turned by its contact. */
zn_status zni_turned_find(zni_collision *c, const zn_view *at, zn_contacts *to);
/* collision_names.c: an id for every member that has none. */
zn_status zni_collision_name(zni_collision *c);

#endif
