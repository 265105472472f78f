/* schatzman_paoli.h - the scheme's data, shared by its two files
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_KERNEL_SCHATZMAN_PAOLI_H
#define ZENO_KERNEL_SCHATZMAN_PAOLI_H

#include <zeno/osi.h>

#include "kernel/osi/iteration.h"

enum { ZNI_SP_SYMMETRIC, ZNI_SP_THETA };
enum { ZNI_SP_START_TAYLOR, ZNI_SP_START_BACKWARD };
enum { ZNI_SP_V_AUTO, ZNI_SP_V_BACKWARD, ZNI_SP_V_CENTRED, ZNI_SP_V_THREE };

typedef struct zni_sp {
    int scheme;
    double theta;
    int start;
    int velocity;
} zni_sp;

/* The memory of a system: vectors of n, then numbers. */
enum {
    ZNI_SP_Q1,    /* q_{k-1} */
    ZNI_SP_Q2,    /* q_{k-2} */
    ZNI_SP_REF,   /* q_ref of the last step */
    ZNI_SP_VBAR,  /* v- of the last step */
    ZNI_SP_FORCE, /* mean nonsmooth force of the last step (N) */
    ZNI_SP_VECTORS
};
enum {
    ZNI_SP_H1,     /* length of the last step (s) */
    ZNI_SP_H2,     /* and of the one before */
    ZNI_SP_HW,     /* h with which W is made; kept here so that a run restarted
                      from a checkpoint makes the same W */
    ZNI_SP_STEADY, /* steps since the nonsmooth force last changed much */
    ZNI_SP_PLAIN,  /* 1: q_ref of the last step was q_{k-2} */
    ZNI_SP_CLEAR,  /* 1: no contact was penetrated at t_{k-1} */
    ZNI_SP_NUMBERS
};

/* What is kept for one system; the arrays are in one block at `again`. */
typedef struct zni_sp_body {
    zni_iteration W; /* its mass is M(q_k) */
    bool kept; /* W is constant, and factorised for the four below */
    double hW, bW, thetaW;
    int schemeW;
    double h, b;     /* lengths of this and the last step, equal to the bit when
                        only rounding of the instants tells them apart */
    double hw, bw;   /* the same, for W */
    double t_before; /* t_{k-1} */
    double kick;     /* largest |W^-1 p| of the last solution (m) */
    bool plain;      /* q_ref is q_{k-1} */
    bool clear;      /* no contact is penetrated at t_k */
    double *again;   /* (h/b)(q_k - q_{k-1}): the step without forces */
    double *before;  /* q_{k-1} */
    double *ref;     /* q_ref */
    double *vold;    /* v- of the last step */
    double *vbar;    /* v- at the iterate */
    double *dq, *R;  /* q_free - q, residual */
    double *qs, *vs; /* position and velocity where a force is evaluated */
    double *F, *tmp;
} zni_sp_body;

/* Do two steps that end near t1 differ by more than the rounding of times? */
bool zni_sp_same(double h1, double h2, double t1);

/* The position that the restitution refers to, into b->ref. */
void zni_sp_reference(const zn_step *step, const zn_ds *ds, const double m[],
                      zni_sp_body *b);

/* v- of the iterate into b->vbar. */
void zni_sp_vbar(const zn_step *step, const zn_ds *ds, zni_sp_body *b);

/* R_free at the iterate into b->R, without mask. */
zn_status zni_sp_residual(const zni_sp *sp, const zn_step *step,
                          const zn_ds *ds, zni_sp_body *b);

/* Operations of the class. */
zn_status zni_sp_start(void *s, const zn_ds *ds, void *w, double t, double h,
                       const double q[], const double v[], double m[]);
zn_status zni_sp_commit(void *s, const zn_step *step, const zn_ds *ds, void *w,
                        const double p[], double m[], double bc[]);
zn_status zni_sp_work(void *s, const zn_step *step, const zn_ds *ds, void *w,
                      const double p[], zn_work *out);

#endif
