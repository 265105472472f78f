/* any_systems.h - the systems of any_model.h, and what they and their ties are told by
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_ANY_SYSTEMS_H
#define ZENO_TEST_ANY_SYSTEMS_H

#include "tests/unit/osi_models.h"
#include "tests/unit/stock_plugin.h"

enum { SYSTEMS = 12, TIES = 40, ROUNDS = 30, MOST = 4000, ON = 20 };

/* Kinds of systems; those of one family may be tied. */
enum { LINEAR, SLIDER, SPRUNG, BAR, BODY, CIRCUIT, KINDS };

/* Masses of a bar, of which the last two may be tied, and the first follows a path. */
enum { NODES = 7 };

/* Kinds of ties: of Lagrangian systems, of bodies, of circuits. */
enum { BOUNCE, HOLD, SPRING, RUB, CURVE, SLIDE, JOINT, RELAY, DIODE };

typedef struct thing {
    zn_ds *ds;    /* NULL: not there */
    double p[4];  /* numbers that change */
    double at[4]; /* numbers of the initial state */
    int kind;
    bool hard, apart; /* apart: has the other integrator */
    char name[16];
} thing;

typedef struct tie {
    zn_interaction *a; /* NULL: not there */
    double p[4];
    int kind, i, j; /* j < 0: the world */
    int order;      /* of connection */
    char name[16];
} tie;

/* Options that change in mid-run: the first value is that of the start. */
static const struct {
    const char *name, *value[3];
} setting[] = {
    {"solver_tol", {"1e-8", "1e-6", "1e-10"}},
    {"newton_max_iter", {"8", "6", "12"}},
    {"storage", {"auto", "dense", "block"}},
    {"reserve", {"auto", "all", "active"}},
    {"warm_start", {"yes", "no", "yes"}},
    {"energy", {"no", "yes", "yes"}},
};
enum { SETTINGS = sizeof setting / sizeof *setting };

typedef struct world {
    thing s[SYSTEMS];
    tie t[TIES];
    int set[SETTINGS]; /* which value each option has */
    int theta;         /* quarters of moreau-jean's, 0: as the way has it */
    int connected, names;
} world;

static zn_osi *scheme;              /* of the systems of second order, in time steps */
static zn_osi *second;              /* of some of them; NULL: there is none */
static zn_status (*stepping)(void); /* NULL: stride(sim) */
static const char *sharing;         /* threads of the solver of friction; NULL: as auto has it */
static _Thread_local long raised, raise_at; /* calls of the functions below, and that which fails */

static inline void may_fail(void)
{
    if (++raised == raise_at)
        zn_raise("call %ld fails", raised);
}

/* The same of what has a status. */
static inline zn_status fail_now(void)
{
    return ++raised == raise_at ? zn_fail(ctx, ZN_EUSER, "call %ld fails", raised)
                                : ZN_OK;
}

/* What a way takes; without circuits systems that nothing joins have their own steps from event to
 * event. */
enum {
    BODIES = 1,
    FORCES = 2,
    RUBS = 4,
    CONTACTS = 8,
    CIRCUITS = 16,
    PATHS = 32, /* prescribed velocities */
    ALL = 63,
    APART = 64, /* no tie joins systems of two integrators */
    SLIDES = 128 /* bodies only, and contacts with friction */
};

static const struct {
    const char *osi, *options, *projection, *step;
    unsigned takes;
    const char *ends; /* event-driven, osi being the integrator of the motion; NULL: is not */
    const char *other; /* options of a second integrator of some of the systems; NULL: none */
    const char *second; /* its class; NULL: the same */
} how[] = {
    {"moreau-jean", NULL, "none", "fixed", ALL, NULL, NULL, NULL},
    {"moreau-jean", "theta=1", "none", "fixed", ALL, NULL, "theta=0.5", NULL},
    {"moreau-jean", "gamma=0.7", "none", "fixed", ALL, NULL, NULL, NULL},
    {"moreau-jean", "start=velocity matrix=every", "none", "fixed", ALL, NULL, NULL, NULL},
    {"moreau-jean", NULL, "joints", "fixed", ALL, NULL, "theta=0.75 gamma=0.7", NULL},
    {"moreau-jean", NULL, "simultaneous", "fixed", ALL, NULL, NULL, NULL},
    {"moreau-jean", NULL, "combined", "fixed", ALL, NULL, NULL, NULL},
    {"moreau-jean", NULL, "none", "error", ALL, NULL, "theta=1", NULL},
    {"nonsmooth-alpha", NULL, "none", "fixed", ALL - FORCES - PATHS, NULL, "rho=0.9", NULL},
    {"d1-minus", NULL, "none", "fixed", CONTACTS | CIRCUITS, NULL, NULL, NULL},
    {"schatzman-paoli", NULL, "none", "fixed", CONTACTS | CIRCUITS, NULL, NULL, NULL},
    {"generalised-alpha", NULL, "none", "fixed", CIRCUITS, NULL, NULL, NULL},
    {"moreau-jean", NULL, "none", "fixed", ALL - FORCES - PATHS,
     NULL, "rho=0.8", "nonsmooth-alpha"},
    {"nonsmooth-alpha", NULL, "joints", "fixed", ALL - FORCES - PATHS,
     NULL, "theta=1", "moreau-jean"},
    {"moreau-jean", NULL, "none", "fixed", CONTACTS | CIRCUITS | APART,
     NULL, "", "schatzman-paoli"},
    {"d1-minus", NULL, "none", "fixed", CONTACTS | CIRCUITS | APART,
     NULL, "gamma=0.7", "moreau-jean"},
    {"schatzman-paoli", NULL, "none", "fixed", CONTACTS | CIRCUITS | APART, NULL, "", "d1-minus"},
    {"moreau-jean", NULL, "none", "fixed", CONTACTS | CIRCUITS, NULL, "", "verlet-moreau"},
    {"moreau-jean", NULL, "none", "substeps", ALL, NULL, NULL, NULL},
    {"moreau-jean", NULL, "none", "fixed", BODIES | SLIDES, NULL, "theta=1", NULL},
    {"generalised-alpha", NULL, "none", "fixed", CIRCUITS | APART,
     NULL, "theta=0.75", "moreau-jean"},
    {"auto", NULL, NULL, NULL, ALL - PATHS, "events", NULL, NULL},
    {"auto", NULL, NULL, NULL, ALL - CIRCUITS - PATHS, "grid", NULL, NULL},
    {"radau", NULL, NULL, NULL, ALL - BODIES - PATHS, "events", NULL, NULL},
    {"radau", NULL, NULL, NULL, ALL - BODIES - CIRCUITS - PATHS, "grid", NULL, NULL},
    {"half-explicit", NULL, NULL, NULL, ALL - BODIES - PATHS, "events", NULL, NULL},
    {"generalised-alpha", NULL, NULL, NULL, BODIES | FORCES, "grid", NULL, NULL},
    {"generalised-alpha", NULL, NULL, NULL, ALL - CIRCUITS - PATHS, "grid", NULL, NULL},
};
enum { WAYS = sizeof how / sizeof *how };
static int way;

static inline bool takes(unsigned what)
{
    return how[way].takes & what;
}

static unsigned seed;

static inline int any(int n)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (unsigned)n);
}

static inline void numbers(int n, double p[])
{
    for (int i = 0; i < n; i++)
        p[i] = any(1000) / 1000.0;
}

/* ---- systems ---------------------------------------------------------------------- */

static inline void hard(double t, unsigned n, double *q, double *v, double *f,
                 unsigned nz, double *z)
{
    (void)t, (void)v, (void)nz;
    may_fail();
    for (unsigned i = 0; i < n; i++)
        f[i] = 5 * q[i] * q[i] * q[i] + z[0] * q[i];
}

static inline void hard_q(double t, unsigned n, double *q, double *v, double *J,
                   unsigned nz, double *z)
{
    (void)t, (void)v, (void)nz;
    may_fail();
    for (unsigned i = 0; i < n * n; i++)
        J[i] = i % (n + 1) ? 0 : 15 * q[i % n] * q[i % n] + z[0];
}

static inline void no_v(double t, unsigned n, double *q, double *v, double *J,
                 unsigned nz, double *z)
{
    (void)t, (void)q, (void)v, (void)nz, (void)z;
    memset(J, 0, n * n * sizeof *J);
}

static inline void soft(double t, unsigned n, double *q, double *v, double *f,
                 unsigned nz, double *z)
{
    (void)t, (void)n, (void)v, (void)nz;
    may_fail();
    f[0] = z[0] * q[0];
    f[1] = q[1];
}

static inline void path(double t, unsigned n, double *v)
{
    may_fail();
    for (unsigned i = 0; i < n; i++)
        v[i] = cos(9 * t);
}

/* A chain of masses and springs, stored by columns. */
static inline void give_bar(const thing *s)
{
    const zn_index first = 0;
    zn_index start[NODES + 1] = {0}, row[3 * NODES];
    double value[3 * NODES], m[NODES], f[NODES];
    zn_matrix K = {.storage = ZN_CSC,
                   .rows = NODES,
                   .cols = NODES,
                   .p = start,
                   .i = row,
                   .x = value};

    for (zn_index j = 0; j < NODES; j++) {
        zn_index n = start[j];
        for (zn_index i = j > 0 ? j - 1 : 0; i <= j + 1 && i < NODES; i++) {
            row[n] = i;
            value[n++] = i == j ? 41 + s->p[1] : -20;
        }
        start[j + 1] = n;
        m[j] = .5 + s->p[0];
        f[j] = -s->p[2];
    }
    MUST(zn_ds_set_diagonal(s->ds, "mass", NODES, m));
    MUST(zn_ds_set_sparse(s->ds, "stiffness", &K));
    MUST(zn_ds_set_constant(s->ds, "f_ext", NODES, 1, f));
    MUST(zn_ds_prescribe_function(s->ds, s->hard && takes(PATHS), &first, path));
}

static inline void give_sprung(const thing *s)
{
    const double *p = s->p, M[] = {1 + p[0], .2, .2, 1.5}, f[] = {-5, p[1]};
    const double K[] = {p[2], 0, 0, 1}, none[4] = {0};

    MUST(zn_ds_set_constant(s->ds, "mass", 2, 2, M));
    MUST(zn_ds_set_constant(s->ds, "f_ext", 2, 1, f));
    MUST(zn_ds_set_z(s->ds, 1, &p[2]));
    MUST(zn_ds_set_function(s->ds, "f_int",
                            s->hard ? (zn_fn *)hard : (zn_fn *)soft));
    if (s->hard) {
        MUST(zn_ds_set_function(s->ds, "jac_f_int_q", (zn_fn *)hard_q));
        MUST(zn_ds_set_function(s->ds, "jac_f_int_v", (zn_fn *)no_v));
    } else {
        MUST(zn_ds_set_constant(s->ds, "jac_f_int_q", 2, 2, K));
        MUST(zn_ds_set_constant(s->ds, "jac_f_int_v", 2, 2, none));
    }
}

/* The operators of a system, from its numbers. */
static inline void give(const thing *s)
{
    const double *p = s->p;
    const double M[] = {1 + p[0], .1, .1, 1}, K[] = {10 * p[1], -1, -1, 5};
    const double C[] = {p[2], 0, 0, 0}, f[] = {-grav * (1 + p[0]), 0};
    const double m = 1 + p[0], F[] = {p[1], 0, -grav * m},
                 I[] = {.1 + p[2], .2, .3};
    const double A[] = {-p[0], -1, 1, -p[1]}, b[] = {p[2], -.5};

    if (s->kind == LINEAR) {
        MUST(zn_ds_set_constant(s->ds, "mass", 2, 2, M));
        MUST(zn_ds_set_constant(s->ds, "stiffness", 2, 2, K));
        MUST(zn_ds_set_constant(s->ds, "damping", 2, 2, C));
        MUST(zn_ds_set_constant(s->ds, "f_ext", 2, 1, f));
    } else if (s->kind == SPRUNG) {
        give_sprung(s);
    } else if (s->kind == BAR) {
        give_bar(s);
    } else if (s->kind == BODY) {
        MUST(zn_ds_set_constant(s->ds, "mass", 1, 1, &m));
        MUST(zn_ds_set_constant(s->ds, "f_ext", 3, 1, F));
        MUST(zn_ds_set_diagonal(s->ds, "inertia", 3, I));
    } else if (s->kind == CIRCUIT) {
        MUST(zn_ds_set_constant(s->ds, "A", 2, 2, A));
        MUST(zn_ds_set_constant(s->ds, "b", 2, 1, b));
    }
}

/* To the other integrator, if it has that. */
static inline void assign(const thing *s)
{
    if (second && s->apart && s->kind != CIRCUIT)
        MUST(zn_osi_assign(second, s->ds));
}

static inline void make(thing *s)
{
    const double *p = s->at, q[7] = {p[3], p[1], 0.3 + p[3], 1, 0, 0, 0};
    const double v[6] = {.3, .1, -1, 1, 2, p[0]}, w[NODES] = {1};

    switch (s->kind) {
    case LINEAR:
        MUST(zn_ds_new(ctx, "lagrangian-linear", s->name, 2, q + 2, v + 2,
                       &s->ds));
        break;
    case SLIDER:
        MUST(slider_named(ctx, s->name, q, v, true, &s->ds));
        break;
    case SPRUNG:
        MUST(zn_ds_new(ctx, "lagrangian", s->name, 2, q + 2, v + 2, &s->ds));
        break;
    case BAR:
        MUST(zn_ds_new(ctx, "lagrangian-linear", s->name, NODES, q, w, &s->ds));
        break;
    case BODY:
        MUST(zn_ds_new(ctx, "newton-euler", s->name, 6, q, v, &s->ds));
        break;
    default:
        MUST(zn_ds_new_first_order(ctx, "first-order-linear", s->name, 2, q + 1,
                                   &s->ds));
    }
    give(s);
    MUST(zn_model_add_ds(model, s->ds));
    assign(s);
}

static inline void new_thing(world *w, int k)
{
    thing *s = &w->s[k];

    *s = (thing){.kind = any(KINDS), .hard = any(2), .apart = any(3) == 0};
    if ((s->kind == BODY && !takes(BODIES)) ||
        (s->kind == CIRCUIT && !takes(CIRCUITS)))
        s->kind = LINEAR;
    if (takes(SLIDES))
        s->kind = BODY;
    numbers(4, s->p);
    memcpy(s->at, s->p, sizeof s->at);
    snprintf(s->name, sizeof s->name, "s%d", k); /* also if there was one before */
    make(s);
}

#endif
