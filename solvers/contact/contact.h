/* contact.h - one contact, and contacts in turn
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CONTACT_H
#define ZENO_SOLVERS_CONTACT_H

#include "../methods/seidel.h"
#include "law.h"

/* What is known of a contact's block before q is. */
typedef struct zni_contact {
    const double *M; /* the block, column-major, d x d; borrowed            */
    double inv[9]; /* its inverse, if regular                               */
    double mu;
    double size;   /* max |M_ij|; less than 0, or 0: it is not regular      */
} zni_contact;

static inline bool zni_contact_regular(const zni_contact *c)
{
    return c->size > 0;
}

static inline double zni_contact_size(const zni_contact *c)
{
    return fabs(c->size);
}

/* 1 / largest eigenvalue (bound) of the block. */
static inline double zni_contact_step(const zni_contact *c, zn_index d)
{
    return zni_block_step(d, c->M, 1);
}

/* The largest row sum of W_TT, and the lengths by W_NN + add and by that + add, where they are no blocks of zeros. */
double zni_contact_tangents(zn_index d, const double W[]);
void zni_contact_split(zn_index d, const double W[], double add, double rho[2]);

/* Most bytes that a law keeps of a contact, zni_law.contact_size. */
enum { ZNI_CONTACT_MOST = (ZNI_DMAX * ZNI_DMAX + 1) * (int)sizeof(double) };

/* So many bytes for each of n / 2 + 1 contacts hold all of n rows: those of friction have two at
 * least, those of other laws three. */
static inline size_t zni_contact_bytes(void)
{
    const size_t other = (2 * (size_t)ZNI_CONTACT_MOST + 2) / 3;

    return sizeof(zni_contact) > other ? sizeof(zni_contact) : other;
}

/* M has to stay where it is as long as c is asked. */
void zni_contact_set(zni_contact *c, zn_index d, double mu, const double M[]);

/* u = M r + q, of a block or of a contact's */
static inline void zni_block_velocity(zn_index d, const double M[], const double q[],
                                      const double r[], double u[])
{
    for (zn_index i = 0; i < d; i++) {
        u[i] = q[i];
        for (zn_index j = 0; j < d; j++)
            u[i] += M[i + j * d] * r[j];
    }
}

static inline void zni_contact_velocity(const zni_contact *c, zn_index d, const double q[],
                                        const double r[], double u[])
{
    zni_block_velocity(d, c->M, q, r, u);
}

/* Solve u = M r + q with friction; r: a guess on entry (used only as the first
 * direction of sliding to try). False: no solution found, r is the best. */
bool zni_contact_solve(const zni_contact *c, zn_index d, const double q[],
                       double r[]);

/* The same of one in space in a sweep over more of them, whose slip need not be nearer to its end than
 * the sweep is (slip.h). */
bool zni_contact_advance(const zni_contact *c, const double q[], double r[]);

/* The step of a sweep at each of these in space, one after the other: zni_fc_others, then
 * zni_contact_advance. all: the sums of what moved gets, in the order of the visits. */
void zni_contacts_in_turn(const zni_fc *c, const zni_contact contact[],
                          const zni_visits *v, double r[], double all[2]);

/* The closed form in space; false when there is none. And the best of all slips, each nothing else: false, none. */
bool zni_contact_quartic(const zni_contact *c, const double q[], double r[]);
bool zni_contact_slip(const zni_contact *c, const double q[], double r[]);

/* Damped Newton on Alart-Curnier, then projected steps, from r. */
bool zni_contact_newton(const zni_contact *c, zn_index d, const double q[],
                        double r[]);

/* The same of contact a of c, by its law, with block M; and the error below. */
bool zni_local_newton(const zni_fc *c, zn_index a, const double M[], double rho,
                      const double q[], double r[]);
/* Newton's method on the contact's function from r, each step halved at most `halvings` times until the function
 * decreases, until the error is `enough`; r is the best point, whose error is returned. */
double zni_local_steps_of_newton(const zni_fc *c, zn_index a, const double M[], double rho,
                                 const double q[], int halvings, double enough, double r[]);
/* From r, by `most` projected steps, fewer where the error is `enough`: r is the best. */
bool zni_local_steps(const zni_fc *c, zn_index a, const double M[], double rho,
                     const double q[], zn_index most, double enough, double r[]);
double zni_local_error(const zni_fc *c, zn_index a, const double M[],
                       double rho, const double q[], const double r[]);

/* Which method solves a contact in a sweep. */
typedef enum zni_local {
    ZNI_EXACT,      /* zni_contact_solve                                     */
    ZNI_NEWTON,     /* zni_contact_newton                                    */
    ZNI_PROJECTION, /* projected steps on the cone, adaptive length          */
    ZNI_CYLINDER,   /* the load, then the disk of radius mu r_N, in turns    */
    ZNI_STATES      /* take-off, stick, every slip; the least residual       */
} zni_local;

/* Towards the solution of one contact by one of these, from r; `iter` steps at
 * most of those that iterate by projections. */
void zni_contact_local(zni_local how, zn_index iter, const zni_contact *c,
                       zn_index d, const double q[], double r[]);

/* the natural residual of one contact at r, rho of the contact, relative to
 * what it is made of */
double zni_contact_error(const zni_contact *c, zn_index d, const double q[],
                         const double r[]);

/* r_T, ||r_T|| <= radius, with u_T = W_TT r_T + q_T zero or, at the border,
 * opposite to r_T. W, q and r are those of the contact; q_T contains the load. */
void zni_disk_solve(zn_index d, const double W[], const double q[],
                    double radius, double r[]);

#endif
