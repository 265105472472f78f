/* contact.h - one contact, and contacts in turn
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CONTACT_H
#define ZENO_SOLVERS_CONTACT_H

#include "../methods/seidel.h"
#include "law.h"

/* What the closed forms need of a contact's block; it does not depend on q. */
typedef struct zni_contact {
    const double *M; /* the block, column-major, d x d; borrowed            */
    double inv[9]; /* its inverse, if it is regular                         */
    double mu;
    double size;   /* max |M_ij| of a regular block, else minus that        */
} zni_contact;

static inline bool zni_contact_regular(const zni_contact *c)
{
    return c->size > 0;
}

static inline double zni_contact_size(const zni_contact *c)
{
    return fabs(c->size);
}

/* 1 / (bound of the largest eigenvalue) of the block */
static inline double zni_contact_step(const zni_contact *c, zn_index d)
{
    return zni_block_step(d, c->M, 1);
}

/* zni_contact_tangents: the largest row sum of |W_TT|. zni_contact_split: rho[0] = 1 / (W_NN + add) and
 * rho[1] = 1 / (that row sum + add); a rho whose part of W is zero is left as it is. */
double zni_contact_tangents(zn_index d, const double W[]);
void zni_contact_split(zn_index d, const double W[], double add, double rho[2]);

/* The largest zni_law.contact_size of any law, in bytes. */
enum { ZNI_CONTACT_MOST = (ZNI_DMAX * ZNI_DMAX + 1) * (int)sizeof(double) };

/* Bytes for each of n / 2 + 1 contacts that suffice for the contacts of n rows under any law: a contact with friction
 * has two rows at least, a contact of the other laws three. */
static inline size_t zni_contact_bytes(void)
{
    const size_t other = (2 * (size_t)ZNI_CONTACT_MOST + 2) / 3;

    return sizeof(zni_contact) > other ? sizeof(zni_contact) : other;
}

/* M is borrowed for as long as c is used. */
void zni_contact_set(zni_contact *c, zn_index d, double mu, const double M[]);

/* u = M r + q */
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

/* Solve u = M r + q with friction. r is a guess on entry, of which only the direction of sliding is used.
 * False: no solution was found, r is the best point. */
bool zni_contact_solve(const zni_contact *c, zn_index d, const double q[],
                       double r[]);

/* The same for a contact in space within a sweep over several contacts: its direction of sliding is computed only as
 * accurately as the sweep can use (slip.h). */
bool zni_contact_advance(const zni_contact *c, const double q[], double r[]);

/* One sweep over contacts in space: at each of them zni_fc_others, then zni_contact_advance. all: the sums of the
 * squared changes and of the squared reactions, which v->moved gets by contact, in the order of the visits. */
void zni_contacts_in_turn(const zni_fc *c, const zni_contact contact[],
                          const zni_visits *v, double r[], double all[2]);

/* zni_contact_quartic: stick or slip in space by the closed form. zni_contact_slip: the best of all roots that are a
 * slip. False: there is none. */
bool zni_contact_quartic(const zni_contact *c, const double q[], double r[]);
bool zni_contact_slip(const zni_contact *c, const double q[], double r[]);

/* Damped Newton on Alart-Curnier, then projected steps, from r. */
bool zni_contact_newton(const zni_contact *c, zn_index d, const double q[],
                        double r[]);

/* The same of contact a of c under any law, with block M. */
bool zni_local_newton(const zni_fc *c, zn_index a, const double M[], double rho,
                      const double q[], double r[]);
/* Newton's method on the contact's function from r, each step halved at most `halvings` times until the function
 * decreases, until the error is `enough`; r is the best point, whose error is returned. */
double zni_local_steps_of_newton(const zni_fc *c, zn_index a, const double M[], double rho,
                                 const double q[], int halvings, double enough, double r[]);
/* Projected steps from r, at most `most`, until the error is `enough`; r is the best point. */
bool zni_local_steps(const zni_fc *c, zn_index a, const double M[], double rho,
                     const double q[], zn_index most, double enough, double r[]);
double zni_local_error(const zni_fc *c, zn_index a, const double M[],
                       double rho, const double q[], const double r[]);

/* Which method solves a contact in a sweep. */
typedef enum zni_local {
    ZNI_EXACT,      /* zni_contact_solve                                     */
    ZNI_NEWTON,     /* zni_contact_newton                                    */
    ZNI_PROJECTION, /* projected steps on the cone, adaptive length          */
    ZNI_CYLINDER,   /* alternately r_N, then r_T on the disk of radius mu r_N */
    ZNI_STATES      /* take-off, stick, every slip: the one of least residual */
} zni_local;

/* Improve r of one contact by one of these methods; iter: the most steps of those that iterate by projections. */
void zni_contact_local(zni_local how, zn_index iter, const zni_contact *c,
                       zn_index d, const double q[], double r[]);

/* the natural residual of one contact at r, with the contact's rho, relative to max(rho |q|, |r|) */
double zni_contact_error(const zni_contact *c, zn_index d, const double q[],
                         const double r[]);

/* r_T with ||r_T|| <= radius such that u_T = W_TT r_T + q_T is zero or, on the border of the disk, opposite to r_T.
 * W, q and r are those of the whole contact; the effect of r_N is part of q_T. */
void zni_disk_solve(zn_index d, const double W[], const double q[],
                    double radius, double r[]);

#endif
