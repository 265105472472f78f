/* moreau_jean.h - the parts of moreau-jean: options, what is kept for a system
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_MOREAU_JEAN_H
#define ZENO_KERNEL_MOREAU_JEAN_H

#include <zeno/osi.h>

#include "kernel/model/model.h"
#include "kernel/osi/iteration.h"

/* Contacts have no memory: a number that is no length in any units. */
#define ZNI_MJ_NO_HYSTERESIS (-1e300)

enum { ZNI_MJ_EXTRAPOLATE = 0, ZNI_MJ_VELOCITY = 1 };
enum { ZNI_MJ_AT_END = 0, ZNI_MJ_MIDDLE = 1 };
enum { ZNI_MJ_LAZY = 0, ZNI_MJ_EVERY = 1 };
enum { ZNI_MJ_FORCE = 0, ZNI_MJ_IMPULSE = 1 };
enum { ZNI_MJ_MEAN = 0, ZNI_MJ_SPLIT = 1 };
enum { ZNI_MJ_END = 0, ZNI_MJ_BEGIN = 1, ZNI_MJ_PREDICTED = 2 };

typedef struct zni_mj {
    double theta;       /* weight of the implicit evaluation */
    double gamma;       /* prediction of the activation rule */
    double threshold;   /* gap at which a contact is activated */
    double hysteresis;  /* how much wider it is let go */
    double gamma_mass;  /* evaluation point of the mass matrix */
    double gamma_input; /* weight of the new force of compliant relations */
    int start;          /* where Newton's method begins */
    int matrix;         /* when W is made again within a step */
    int impulses;       /* along which rows those of joints act */
    int relations;      /* where relations on velocities are linearised */
    int compliance;     /* how the rows of relations with D are written */
    int motion;         /* of bodies whose momenta turn, in a step */
    double *scratch;    /* of a body while its W is made: D and room, if W is full, then
                           the matrices that W does not keep */
    zn_index cscratch;
    double *room; /* for three vectors that live in one call, each as long as the longest of
                     all bodies */
    zn_index croom;
} zni_mj;

/* Of bodies whose q' is not v: what is retracted or carried along, n. */
static inline double *zni_mj_turn(const zni_mj *mj)
{
    return mj->room;
}

/* Another vector, for whoever needs one; and one more. */
static inline double *zni_mj_room(const zni_mj *mj)
{
    return mj->room + mj->croom / 3;
}

static inline double *zni_mj_spare(const zni_mj *mj)
{
    return mj->room + 2 * (mj->croom / 3);
}

/* What Newton's method and forces that change want of a system, too. */
typedef struct zni_mj_more {
    double tF; /* F1 is the force at (tF, qF, vF), if it is `known` */
    double norm, before; /* residuals of this and of the last iteration */
    double *qF, *vF;
    zn_index nz; /* parameters of the forces, and their bits in this step */
    double *z;
    double *qM;      /* nq, where a mass is taken that varies */
    double *L;       /* n, M v_k + h (1 - theta) F_k, if momenta are carried */
    double *kick;    /* n, what motion=split adds to w, if they are, and */
    zn_factor *mass; /* M(q_k) for it */
    double *key;     /* zni_mj_key_size, where W was made, if `remembers` */
} zni_mj_more;

/* What is kept for one system. All arrays in one block, but the vectors of one that may move
 * uniformly come when a step asks for them: bodies in free flight have none. First what a step
 * of a free body looks at: with many bodies it comes from memory. */
typedef struct zni_mj_body {
    int32_t n, nq, vo, qo; /* sizes and offsets of the system */
    int32_t nbc;           /* prescribed velocities */
    bool linear : 1;
    bool even : 1;    /* the force is constant */
    bool timed : 1;   /* it depends on time */
    bool still : 1;   /* the mass is constant */
    bool curved : 1;  /* q' is not v */
    bool carries : 1; /* momenta turn with the body */
    bool kept : 1;    /* W is constant and factorised for hW, thetaW */
    bool known : 1;   /* F1 is a force, taken where `more` says; or the constant one is there */
    bool fresh : 1;   /* the mass in W is that at the iterate */
    bool remembers : 1; /* the memory tells where W was made */
    bool usable : 1;  /* W is the one that the memory tells of */
    bool new_W : 1;   /* W was made in this step */
    bool recalled : 1; /* W was made again when the step began */
    bool behind : 1;  /* u has v_k where velocities are prescribed */
    bool steady : 1;  /* the acceleration is that by a constant force */
    bool means : 1;   /* the class knows means of forces in time */
    bool square : 1;  /* W is full, and made in the scratch of the integrator */
    double hW, thetaW;
    zni_mj_more *more; /* NULL: linear under a constant force, and no parameters */
    zni_iteration W;
    double *a; /* the vectors below, then those of `more`; NULL: none yet */
} zni_mj_body;

/* Vector k of a body. */
static inline double *zni_mj_vector(const zni_mj_body *b, int k)
{
    return b->a + (zn_index)k * b->n;
}

/* Increment of the free velocity, which is the iterate u and that, */
static inline double *zni_mj_inc(const zni_mj_body *b)
{
    return b->a;
}

/* but where velocities are prescribed: there it is kept. */
static inline double *zni_mj_vfree(const zni_mj_body *b)
{
    return zni_mj_vector(b, 2);
}

/* The residual; without `more` the increment comes where it was. */
static inline double *zni_mj_R(const zni_mj_body *b)
{
    return zni_mj_vector(b, b->more ? 1 : 0);
}

/* Where one pass is exact there is no residual, but, if it is `steady`, the acceleration by a
 * constant force; else without `more` that force is here, if it is `known`. */
static inline double *zni_mj_even(const zni_mj_body *b)
{
    return zni_mj_vector(b, 1);
}

/* With `more` the force at the end of the step, and at its beginning. */
static inline double *zni_mj_F1(const zni_mj_body *b)
{
    return zni_mj_vector(b, 2 + (b->nbc > 0));
}

static inline double *zni_mj_Fk(const zni_mj_body *b)
{
    return zni_mj_vector(b, 3 + (b->nbc > 0));
}

/* Where the mass is taken: of a constant one anything. */
static inline double *zni_mj_qM(const zni_mj_body *b, const zn_step *step)
{
    return b->still ? step->q1 + b->qo : b->more->qM;
}

/* Where W is made: at (t, q, u), the mass at qM. */
typedef struct zni_mj_point {
    double t;
    const double *q, *u, *qM;
} zni_mj_point;

/* What is to be known to make W again, in this order: h of the step (0: it is not known), theta,
 * then t, q, u and qM of the point, and the parameters of the forces. */
enum { ZNI_MJ_KEY_H, ZNI_MJ_KEY_THETA, ZNI_MJ_KEY_T, ZNI_MJ_KEY_Q };

static inline zn_index zni_mj_key_size(zn_index n, zn_index nz)
{
    return ZNI_MJ_KEY_Q + 3 * n + nz;
}

/* out = q (+) a v, w being scratch (n) of systems whose q' is not v; the common case
 * without a call */
static inline void zni_mj_shift(const zn_ds *ds, const zni_mj_body *b,
                                const double q[], double a, const double v[],
                                double w[], double out[])
{
    const zn_index n = b->n;

    for (zn_index i = 0; !b->curved && i < n; i++)
        out[i] = q[i] + a * v[i];
    if (!b->curved)
        return;
    for (zn_index i = 0; i < n; i++)
        w[i] = a * v[i];
    ds->type->retract(ds, q, w, out);
}

/* What the scratch begins with: n x n, of retract_jac and carry_jac, and as much again. */
static inline zn_index zni_mj_blocks(const zni_mj_body *b)
{
    return b->square ? 2 * (zn_index)b->n * b->n : 0;
}

/* ---- moreau_jean_body.c ---- */
/* A block for a system with all its vectors, but for W; NULL: no memory. */
zni_mj_body *zni_mj_body_new(zn_ctx *ctx, const zn_ds *ds);
void zni_mj_body_free(zn_ctx *ctx, zni_mj_body *b);
zn_status zni_mj_make_vectors(const zn_ds *ds, zni_mj_body *b);

/* Its vectors are wanted from here on. */
static inline zn_status zni_mj_want_vectors(const zn_ds *ds, zni_mj_body *b)
{
    return b->a ? ZN_OK : zni_mj_make_vectors(ds, b);
}

/* ---- moreau_jean_affine.c ---- */
zn_status zni_mj_free_affine(void *s, const zn_step *step, const zn_ds *ds,
                             void *w, const double m[], bool *changed);
zn_status zni_mj_move_affine(void *s, const zn_step *step, const zn_ds *ds, void *w,
                             bool *changed);
/* In `even` is the constant force from here on. */
zn_status zni_mj_even_force(const zn_step *step, const zn_ds *ds, zni_mj_body *b);
zn_status zni_mj_uniform(void *s, const zn_step *step, const zn_ds *ds, void *w,
                         double a[], double *weight, bool *changed);

/* ---- moreau_jean_prescribed.c ---- */
/* Put the prescribed velocities of the end of the step into u. */
zn_status zni_mj_lead(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                      const zni_mj_body *b, double u[]);
/* R of an iterate that is behind, as if it were not: W is complete and not masked yet. */
zn_status zni_mj_jump(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                      zni_mj_body *b);

/* ---- moreau_jean_memory.c ---- */
/* Does the first iterate go on from the last steps? Not where one pass is exact from any, but for
 * bodies that turn: their contacts are not linear. */
static inline bool zni_mj_has_past(const zni_mj_body *b)
{
    return !b->linear || b->curved;
}
/* Of systems that Newton's method iterates: h, how far v is taken to go in the next step, the
 * last differences of v, and where q' = v the key of W. Of those whose contacts alone make it: h and the last
 * difference. */
zn_index zni_mj_memory(const void *s, const zn_ds *ds);
/* u of the first iterate. */
void zni_mj_first(const zni_mj *mj, const zn_step *step, const zni_mj_body *b,
                  const double m[], double u[]);
/* Is W still of use in this step? Made again, with the bits it had, if it is another one than
 * the memory tells of. */
zn_status zni_mj_recall(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                        zni_mj_body *b, const double m[]);
zn_status zni_mj_start(void *s, const zn_ds *ds, void *w, double t, double h,
                       const double q[], const double v[], double m[]);
void zni_mj_remember(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                     const zni_mj_body *b, double m[]);
zn_status zni_mj_work(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double p[], zn_work *out);

/* ---- moreau_jean_motion.c ---- */
static inline bool zni_mj_splits(const zni_mj *mj, const zni_mj_body *b)
{
    return b->carries && mj->motion == ZNI_MJ_SPLIT;
}

/* w (n) = a (h (theta u + (1 - theta) v_k) + kick) */
void zni_mj_along(const zni_mj *mj, const zn_step *step, const zni_mj_body *b, double a,
                  const double u[], double w[]);
/* A step begins with no kick; then that of the forces at hand. */
zn_status zni_mj_no_kick(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                         zni_mj_body *b);
void zni_mj_kick(const zni_mj *mj, const zn_step *step, const zn_ds *ds, zni_mj_body *b);
/* out = q_k (+) a (h (theta u + (1 - theta) v_k) + kick) where q' is not v */
void zni_mj_move_along(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                       const zni_mj_body *b, double a, const double u[], double out[]);

/* The same of any system. */
static inline void zni_mj_move(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                               const zni_mj_body *b, double a, const double u[],
                               double out[])
{
    const double *q = step->state->q + b->qo, *v = step->state->v + b->vo;
    const double h = step->h * a, theta = mj->theta, rest = 1 - theta;

    if (b->curved)
        zni_mj_move_along(mj, step, ds, b, a, u, out);
    else
        for (zn_index i = 0; i < b->n; i++)
            out[i] = q[i] + h * (theta * u[i] + rest * v[i]);
}

/* R = M u - carry_w(L), L = M v_k + h (1 - theta) F_k */
zn_status zni_mj_carried(const zni_mj *mj, const zn_step *step,
                         const zn_ds *ds, zni_mj_body *b);
/* Make dF/dq the derivative along the motion of the step, and add to W what comes
 * from momenta that turn. Both are dense. Is dF/dq not zero? */
bool zni_mj_add_motion(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                       zni_mj_body *b);

/* ---- moreau_jean_matrix.c ---- */
/* W for this step, factorised again only if it is another one. K: dg/dq of the inputs of
 * relations, n x n, or NULL. */
zn_status zni_mj_matrix(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                        zni_mj_body *b, const double K[], bool *changed);

/* W with the h and at the point of b->key, and its factors. */
zn_status zni_mj_make_by_key(const zni_mj *mj, const zn_step *step, const zn_ds *ds,
                             zni_mj_body *b);

/* Is W constant, and the one of this step? */
static inline bool zni_mj_keeps(const zni_mj *mj, const zn_step *step,
                                const zni_mj_body *b)
{
    return b->kept && b->hW == step->hw && b->thetaW == mj->theta;
}

/* Of systems that Newton's method iterates: is q' = v, so that W is that of a point, whatever
 * the step began with? */
static inline bool zni_mj_remembers(const zn_ds *ds)
{
    const zn_ds_type *type = zn_ds_class(ds);

    return !zn_ds_curved(ds) && !(type->carries && type->carries(ds));
}

/* Is one iteration exact whatever it begins with? */
static inline bool zni_mj_linear(const zn_ds *ds)
{
    const zn_ds_type *type = zn_ds_class(ds);

    return zn_ds_constant_matrices(zn_ds_varies(ds)) &&
           !(type->carries && type->carries(ds));
}

#endif
