/* contact.h - laws of contacts, problems of their blocks, and sweeps over them
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_SOLVERS_CONTACT_H
#define ZENO_SOLVERS_CONTACT_H

#include <math.h>
#include <string.h>

#include <float.h>

#include <zeno/friction.h>
#include <zeno/rolling_friction.h>

#include "../core/monitor.h"
#include "../core/pool.h"
#include "../linalg/octave.h"
#include "../methods/seidel.h"
#include "../sets/cones.h"

/* Blocks, or rows of contacts, up to which solvers made of methods make room for all of them
 * when they are asked to reserve it, some 4 MB: no later call allocates then. Else, or beyond, a
 * method gets its room when it is asked, of problems with the motion kept some get it at once. */
enum { ZNI_ROOMY = 4096 };

/* A residual relative to the size of the data, without what rounding leaves in
 * r - P(r - u), which no method can take away: eps ||Wr||, of which `own` is the part
 * of the contacts' own blocks, forgiven up to a millionth of the data; absolute if
 * there are none. */
static inline double zni_relative(double residual, double own, double data)
{
    residual -= fmin(8 * DBL_EPSILON * own, 1e-6 * data);
    if (residual <= 0)
        return 0;
    return data > 0 ? residual / data : residual;
}

/* || r - P(r - u - shift e_N) ||^2 of one contact, P the projection on the cone of its parts,
 * shift the sum of mu ||u_part||: by code that no solver uses. */
double zni_contact_residual(int parts, const zni_part part[], const double r[],
                            const double u[]);

/* the mean |W_ii| of n rows, whose numbers are `step` apart */
static inline double zni_contact_mean(zn_index n, const double diag[], zn_index step)
{
    double sum = 0;

    for (zn_index i = 0; i < n; i++)
        sum += fabs(diag[i * step]);
    return sum / (double)n;
}

/* The size of W_aa of each of nc contacts, the mean |W_ii| of rows first ... end - 1
 * of d, from the diagonal of W, down to a power of two; of those that have none the
 * mean of the others, where none has one the unit of M, or 1 (NULL). size == diag is allowed. */
void zni_contact_sizes(zn_index d, zn_index nc, zn_index first, zn_index end,
                       const zn_matrix *M, const double diag[], double size[]);

/* Of a problem with the equations of motion: the masses |M_ii| (n), for 0 the mean
 * of the others, or 1, which is returned; w = diag(H' diag(mass)^-1 H) (m). And one
 * mass, with that mean. */
double zni_motion_sizes(const zn_matrix *M, const zn_matrix *H, zn_index m,
                        double mass[], double w[]);
double zni_motion_mass(const zn_matrix *M, zn_index i, double none);

/* ---- functions whose zeros are the solutions ----------------------------- */

typedef enum zni_map_kind {
    ZNI_AC,      /* Alart & Curnier                                         */
    ZNI_JM,      /* Jean & Moreau                                           */
    ZNI_NATURAL, /* natural map of the cone with the shift of De Saxce      */
    ZNI_FB       /* Fischer & Burmeister on the cone                        */
} zni_map_kind;

/* phi (d) at (u, r) of one contact, rho scales u to r; unless A is NULL also
 * A = d phi / d u and B = d phi / d r, d x d, column-major. */
void zni_map(zni_map_kind kind, zn_index d, double mu, double rho,
             const double u[], const double r[], double phi[], double A[],
             double B[]);

/* The first two, normal and tangential rho apart. */
void zni_ac(zni_map_kind kind, zn_index d, double mu, double rn, double rt,
            const double u[], const double r[], double phi[], double A[],
            double B[]);

/* Their pieces: row 0, and the m rows from k of one disk; A and B, if given,
 * are zero before. */
void zni_ac_normal(zn_index d, double rn, const double u[], const double r[],
                   double phi[], double A[], double B[]);
void zni_ac_disk(zni_map_kind kind, zn_index d, zn_index k, zn_index m,
                 double mu, double rn, double rt, const double u[],
                 const double r[], double phi[], double A[], double B[]);

/* The A and B of the natural map: G of the projection, g the gradient of what is
 * added to u_N. */
void zni_natural_derive(zn_index d, double rho, const double G[],
                        const double g[], double A[], double B[]);

/* ---- what holds at a contact --------------------------------------------- */

struct zni_fc;

/* Friction, or friction with rolling friction, for methods that serve both. K is
 * the cone of contact a of c, K* contains u + shift(u) e_N. */
typedef struct zni_law {
    /* out = P_K(x); in place if out == x */
    void (*project)(const struct zni_fc *c, zn_index a, const double x[],
                    double out[]);
    double (*shift)(const struct zni_fc *c, zn_index a, const double u[]);
    /* as zni_map, with rho normal and tangential; a kind that the law lacks is
     * the natural map, with the first rho */
    void (*map)(zni_map_kind kind, const struct zni_fc *c, zn_index a,
                const double rho[2], const double u[], const double r[],
                double phi[], double A[], double B[]);
    /* what is known of a contact before q is, and its solution from a guess;
     * false: none found, r is the best */
    size_t contact_size;
    void (*contact_set)(const struct zni_fc *c, zn_index a, void *contact);
    bool (*contact_solve)(const struct zni_fc *c, zn_index a,
                          const void *contact, const double q[], double r[]);
    /* optional: the square of contact a's part of an error measure of its own, in
     * units of u */
    double (*error2)(const struct zni_fc *c, zn_index a, const double r[],
                     const double u[]);
} zni_law;

extern const zni_law zni_coulomb;

/* ---- a problem as blocks ------------------------------------------------- */

/* The matrix as block rows of d x d blocks, column-major, every diagonal block
 * stored: the problem's own where it is stored so, else made from any storage. q and
 * mu are borrowed from the problem. */
typedef struct zni_fc {
    const zni_law *law;
    zn_index d, nc, n, nb; /* n = d nc, nb blocks                          */
    const zn_index *p;     /* nc+1 first blocks of the rows                */
    const zn_index *i;     /* nb block columns, ascending in a row         */
    const zn_index *bp;    /* nb positions in x: d d k                     */
    const double *x;       /* d d nb values                                */
    const zn_index *ro;    /* nc+1 first rows: d a                         */
    zn_index *diag;        /* nc numbers of the diagonal blocks            */
    zn_index *own_p, *own_i, *own_bp, *own_ro; /* where they are not the problem's */
    double *own_x;
    const double *q, *mu, *mur; /* mur: of rolling, or dilatancy; with six components
                                 * nc of spin follow                        */
    double qnorm;               /* of the problem's own q, as the error has it */
    double *size; /* nc: of W_aa of each contact, as the error has it;
                   * 2 nc with rolling: then the lengths                    */
    /* scaled problems (rolling; even.c): r = D r', u = u' / D; the coefficients of r */
    const double *scale; /* n, or NULL: not scaled                         */
    const double *own_mu, *own_mur;
    double *own;    /* 2 n + 3 nc: scale, q, mu, mur                        */
    zn_index *mark; /* nc, work                                            */
    zn_index cap_p, cap_i, cap_bp, cap_ro, cap_diag, cap_x, cap_own, cap_mark,
        cap_size;
    bool as_rolling; /* what zni_fc_take is given: a zn_rolling_friction */
} zni_fc;

zn_status zni_fc_reserve(zn_ctx *ctx, zni_fc *c, zn_index n, zn_index nnz);
zn_status zni_fc_set(zn_ctx *ctx, zni_fc *c, const zn_friction *p);
/* Do sizes of contacts range over so many decades that methods fail by it? The largest, too. */
bool zni_contacts_uneven(zn_index nc, const double size[], double *largest);
/* The same problem, c being set to it, with contacts of one size where these range over decades; z becomes r'.
 * zni_fc_unscale is the way back. */
zn_status zni_fc_even(zn_ctx *ctx, zni_fc *c, const zn_friction *p, double z[]);
/* size (nc): the same of n rows from the i-th of each contact. */
void zni_fc_sizes(zni_fc *c, zn_index i, zn_index n, double size[]);
/* Of zni_fc_set what is common to the laws: the blocks of A, and q. copy: always into
 * own_p ..., to be changed there. */
zn_status zni_fc_set_blocks(zn_ctx *ctx, zni_fc *c, zn_index d, zn_index nc,
                            const zn_matrix *A, const double q[], bool copy);
/* The problem scaled (rolling/scale.c), and z with it; back, z and w. */
zn_status zni_fc_set_rolling(zn_ctx *ctx, zni_fc *c,
                             const zn_rolling_friction *p, double z[]);
/* The same of friction or of rolling friction, by as_rolling: for solvers of both classes,
 * whose state begins with a zni_fc; of friction z stays. Afterwards, also when that failed,
 * unscale. */
zn_status zni_fc_take(zn_ctx *ctx, zni_fc *c, const void *problem, double z[]);
/* Of friction nothing. */
void zni_fc_unscale(const zni_fc *c, double z[], double w[]);
/* The init of those of rolling friction. */
zn_status zni_fc_init_rolling(void *state, zn_ctx *ctx);
void zni_fc_fini(zn_ctx *ctx, zni_fc *c);

/* The blocks as a view. */
zn_matrix zni_fc_matrix(const zni_fc *c);

/* u = W r + (q or 0) */
void zni_fc_mul(const zni_fc *c, const double r[], const double q[],
                double u[]);

/* (u of contact a) = q_a + W_a r */
void zni_fc_row(const zni_fc *c, zn_index a, const double r[], double u[]);

/* u = q_a + sum over the other contacts b of W_ab r_b */
void zni_fc_others(const zni_fc *c, zn_index a, const double r[], double u[]);

/* the same in the plane, where a call takes as long as the products of a contact */
static inline void zni_fc_others_plane(const zni_fc *c, zn_index a, const double r[], double u[])
{
    const zn_index own = c->diag[a], end = c->p[a + 1];
    zn_index k = c->p[a];
    double u0 = c->q[2 * a], u1 = c->q[2 * a + 1];

    for (int part = 0; part < 2; part++, k++) {
        for (const zn_index stop = part == 0 ? own : end; k < stop; k++) {
            const double *x = c->x + 4 * k, *rb = r + 2 * c->i[k];

            u0 += x[0] * rb[0] + x[2] * rb[1];
            u1 += x[1] * rb[0] + x[3] * rb[1];
        }
    }
    u[0] = u0;
    u[1] = u1;
}

/* f = r - P_K(r - rho (u + shift e_N)) of contact a, returns ||f||^2 */
double zni_fc_natural(const zni_fc *c, zn_index a, double rho,
                      const double r[], const double u[], double f[]);

/* The error measure, u = W r + q given; that of the problem as it was given,
 * whatever the scale. */
double zni_fc_error(const zni_fc *c, const double r[], const double u[]);

/* r into the cones of c, where most contacts are */
void zni_fc_admit(const zni_fc *c, double r[]);

/* is component i of contact a one that does not move, for want of friction? */
static inline bool zni_fc_held(const zni_fc *c, zn_index a, zn_index i)
{
    zn_index m = c->mur ? (c->d - 1) / 2 : c->d - 1;

    return i > 0 && (i <= m       ? c->mu[a]
                     : i <= 2 * m ? c->mur[a]
                                  : c->mur[c->nc + a]) == 0;
}

/* A scale of the diagonal of W: the mean of tr W_aa / d over the contacts. */
double zni_fc_scale(const zni_fc *c);

/* ||W||_inf, the largest sum of a row */
double zni_fc_norm(const zni_fc *c);

double zni_norm(zn_index n, const double x[]);

/* y = B x, B a d x d block */
static inline void zni_block_times(zn_index d, const double B[],
                                   const double x[], double y[])
{
    for (zn_index i = 0; i < d; i++) {
        y[i] = 0;
        for (zn_index j = 0; j < d; j++)
            y[i] += B[i + d * j] * x[j];
    }
}

/* 1 / largest row sum of a d x d block, a bound of its eigenvalues. */
double zni_block_step(zn_index d, const double M[]);

/* ---- one contact --------------------------------------------------------- */

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
    return zni_block_step(d, c->M);
}

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

/* u = M r + q */
static inline void zni_contact_velocity(const zni_contact *c, zn_index d,
                                        const double q[], const double r[],
                                        double u[])
{
    for (zn_index i = 0; i < d; i++) {
        u[i] = q[i];
        for (zn_index j = 0; j < d; j++)
            u[i] += c->M[i + j * d] * r[j];
    }
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

/* Contacts first ... first + n - 1 of c in space, ZNI_BATCH of them at most, that do not touch each
 * other: a step of a sweep, bit for bit as one after the other. contact, r and moved are of all;
 * moved: the squares of the change and of the new r of each. */
enum { ZNI_BATCH = 32 };
void zni_contacts_visit(const zni_fc *c, const zni_contact contact[],
                        zn_index first, zn_index n, double r[], double moved[]);

/* The closed forms; false when there is none. */
bool zni_contact_plane(const zni_contact *c, const double q[], double r[]);
bool zni_contact_quartic(const zni_contact *c, const double q[], double r[]);

/* Damped Newton on Alart-Curnier, then projected steps, from r. */
bool zni_contact_newton(const zni_contact *c, zn_index d, const double q[],
                        double r[]);

/* The same of contact a of c, by its law, with block M; and the error below. */
bool zni_local_newton(const zni_fc *c, zn_index a, const double M[], double rho,
                      const double q[], double r[]);
double zni_local_error(const zni_fc *c, zn_index a, const double M[],
                       double rho, const double q[], const double r[]);

/* Solve the dense d x d system A x = b, d = 1 ... 5; false: singular. */
bool zni_small_solve(zn_index d, const double A[], const double b[],
                     double x[]);
/* The sign of the determinant of a d x d block, 0 if it is zero. */
int zni_small_sign(zn_index d, const double A[]);

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

/* ---- contacts that do not touch each other ------------------------------- */

/* The contacts by colours: W_ab = 0 = W_ba for a and b of one colour. */
typedef struct zni_colours {
    zn_index n;       /* colours                                            */
    zn_index *start;  /* nc + 1, of which n + 1: first of a colour in order */
    zn_index *order;  /* nc contacts, ascending in a colour                 */
    zn_index *colour; /* nc, of each contact                                */
    zn_index *p, *i;  /* block columns: nc + 1, nb block rows               */
    zn_index *seen;   /* nc, work                                           */
    /* of colours of domains: where each begins in order, the first of a colour; where each level
     * begins in order, the first of a domain */
    zn_index *bound, *part, *level, *first;
    zn_index cap_start, cap_order, cap_colour, cap_p, cap_i, cap_seen, cap_bound,
        cap_part, cap_level, cap_first;
} zni_colours;

zn_status zni_colours_reserve(zn_ctx *ctx, zni_colours *k, zn_index nc,
                              zn_index nb);
/* Each contact in its turn gets the first colour that is free. */
zn_status zni_colours_set(zn_ctx *ctx, zni_colours *k, const zni_fc *c);
void zni_colours_fini(zn_ctx *ctx, zni_colours *k);

/* The contacts in domains of some hundred that are near to each other in the graph of W, and
 * the domains by colours: W_ab = 0 = W_ba for a and b of one colour and two domains. */
typedef struct zni_domains {
    zn_index n;        /* domains                                           */
    zni_colours graph; /* of them                                           */
    zn_index *v, *i;   /* work: 5 nc + 3; which reads which, at most nb      */
    zn_index cap_v, cap_i;
} zni_domains;

zn_status zni_domains_reserve(zn_ctx *ctx, zni_domains *k, zn_index nc,
                              zn_index nb);
/* out: contacts by colour and domain, in a domain by levels: W_ab = 0 = W_ba for a and b of one level,
 * and of two contacts that touch the one that came first is in the lower. p, i of it stay empty. */
zn_status zni_domains_set(zn_ctx *ctx, zni_domains *k, const zni_fc *c,
                          zni_colours *out);
void zni_domains_fini(zn_ctx *ctx, zni_domains *k);

/* A problem with its contacts in the order of their colours, and its vectors. */
typedef struct zni_permuted {
    zni_fc c;    /* what sweeps ask of one: no ro, bp                        */
    zn_index *i; /* p, i, diag of c                                          */
    double *x;
    double *v;   /* r, u: n each; then what c points to                      */
    zn_index cap_i, cap_x, cap_v;
} zni_permuted;

zn_status zni_permuted_reserve(zn_ctx *ctx, zni_permuted *s, zn_index n,
                               zn_index nc, zn_index nb, zn_index values);
/* k is that of c; it loses k->seen. */
zn_status zni_permuted_set(zn_ctx *ctx, zni_permuted *s, zni_colours *k,
                           const zni_fc *c);
/* r into v; r and u back */
void zni_permuted_enter(const zni_permuted *s, const zni_colours *k,
                        const double r[]);
void zni_permuted_leave(const zni_permuted *s, const zni_colours *k, double r[],
                        double u[]);
void zni_permuted_fini(zn_ctx *ctx, zni_permuted *s);

/* ---- Gauss-Seidel -------------------------------------------------------- */

/* Of two contacts there are hardly two orders: last sweeps that gain nothing in so many gain nothing more. */
enum { ZNI_PAIR = 2, ZNI_PAIR_SWEEPS = 1000 };

typedef struct zni_nsgs_work {
    char *contact; /* nc of the law's contact_size                         */
    double *moved; /* 2 nc: squares of the changes and of r, when coloured  */
    zni_colours colours;
    zni_domains domains;   /* where they are of these                       */
    zni_permuted permuted; /* the problem in their order                    */
    zni_pool *pool; /* NULL: no threads                                     */
    zni_seidel turns;
    zn_index cap_contact, cap_moved;
} zni_nsgs_work;

zn_status zni_nsgs_reserve(zn_ctx *ctx, zni_nsgs_work *k, zn_index n);
/* The same for the contacts of c, of which there are not n / 2. */
zn_status zni_nsgs_size(zn_ctx *ctx, zni_nsgs_work *k, const zni_fc *c);
/* In addition for the coloured order of n rows, nc contacts and nb blocks of so many
 * values. */
zn_status zni_nsgs_reserve_colours(zn_ctx *ctx, zni_nsgs_work *k, zn_index n,
                                   zn_index nc, zn_index nb, zn_index values);
/* The problem in an order of colours: k->permuted, for runs with `permuted`. */
zn_status zni_nsgs_permute(zn_ctx *ctx, zni_nsgs_work *k, int order,
                           const zni_fc *c);
void zni_nsgs_fini(zn_ctx *ctx, zni_nsgs_work *k);
zn_status zni_nsgs_run(zn_ctx *ctx, zni_nsgs_work *k, const zni_nsgs *opt,
                       const zni_fc *c, double r[], double u[],
                       zn_monitor *mon, zn_solve_info *info);

#endif
