/* any_model.h - models of systems of every kind, with laws of every kind, that change at random
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linear and nonlinear systems, a mass that moves with q, bars with sparse matrices of which one end
 * is moved, rigid bodies and circuits come and go and change; so do contacts with and without
 * friction, joints, springs, dry friction, relays and diodes between them, and options, in time
 * steps and from event to event. Functions of the user may fail (raise_at), and a test may have its
 * own way to step (stepping). */
#ifndef ZENO_TEST_ANY_MODEL_H
#define ZENO_TEST_ANY_MODEL_H

#include "tests/unit/osi_models.h"

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
    bool hard;
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

static zn_osi *scheme;                  /* of the systems of second order, in time steps */
static zn_status (*stepping)(void);     /* NULL: zn_simulation_step */
static long raised, raise_at;           /* calls of the functions below, and that which fails */

static inline void may_fail(void)
{
    if (++raised == raise_at)
        zn_raise("call %ld fails", raised);
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
    ALL = 63
};

static const struct {
    const char *osi, *options, *projection, *step;
    unsigned takes;
    const char *ends; /* event-driven, osi being the integrator of the motion; NULL: is not */
} how[] = {
    {"moreau-jean", NULL, "none", "fixed", ALL, NULL},
    {"moreau-jean", "theta=1", "none", "fixed", ALL, NULL},
    {"moreau-jean", "gamma=0.7", "none", "fixed", ALL, NULL},
    {"moreau-jean", "start=velocity matrix=every", "none", "fixed", ALL, NULL},
    {"moreau-jean", NULL, "joints", "fixed", ALL, NULL},
    {"moreau-jean", NULL, "simultaneous", "fixed", ALL, NULL},
    {"moreau-jean", NULL, "combined", "fixed", ALL, NULL},
    {"moreau-jean", NULL, "none", "error", ALL, NULL},
    {"nonsmooth-alpha", NULL, "none", "fixed", ALL - FORCES - PATHS, NULL},
    {"d1-minus", NULL, "none", "fixed", CONTACTS | CIRCUITS, NULL},
    {"schatzman-paoli", NULL, "none", "fixed", CONTACTS | CIRCUITS, NULL},
    {"generalised-alpha", NULL, "none", "fixed", CIRCUITS, NULL},
    {"auto", NULL, NULL, NULL, ALL - PATHS, "events"},
    {"auto", NULL, NULL, NULL, ALL - CIRCUITS - PATHS, "grid"},
    {"radau", NULL, NULL, NULL, ALL - BODIES - PATHS, "events"},
    {"radau", NULL, NULL, NULL, ALL - BODIES - CIRCUITS - PATHS, "grid"},
    {"half-explicit", NULL, NULL, NULL, ALL - BODIES - PATHS, "events"},
    {"generalised-alpha", NULL, NULL, NULL, BODIES | FORCES, "grid"},
    {"generalised-alpha", NULL, NULL, NULL, ALL - CIRCUITS - PATHS, "grid"},
};
enum { WAYS = sizeof how / sizeof *how, STEPPING = 12 /* of them in time steps */ };
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
}

static inline void new_thing(world *w, int k)
{
    thing *s = &w->s[k];

    *s = (thing){.kind = any(KINDS), .hard = any(2)};
    if ((s->kind == BODY && !takes(BODIES)) ||
        (s->kind == CIRCUIT && !takes(CIRCUITS)))
        s->kind = LINEAR;
    numbers(4, s->p);
    memcpy(s->at, s->p, sizeof s->at);
    snprintf(s->name, sizeof s->name, "s%d", w->names++);
    make(s);
}

/* ---- ties ----------------------------------------------------------------------------- */

static inline double e_of(const tie *t, int kind)
{
    return (kind == BODY ? .5 : .8) * t->p[1];
}

/* q0 of one, less that of the other, and something, as a function */
static inline void gap(unsigned nq, double *q, unsigned ny, double *y, unsigned nz,
                       double *z)
{
    (void)ny, (void)nz;
    may_fail();
    y[0] = sinh(q[0]) - (nq > 2 ? q[2] : 0) + z[0];
}

static inline void gap_jac(unsigned nq, double *q, unsigned ny, double *H,
                           unsigned nz, double *z)
{
    (void)ny, (void)nz, (void)z;
    may_fail();
    for (unsigned i = 0; i < nq; i++)
        H[i] = i == 0 ? cosh(q[0]) : i == 2 ? -1 : 0;
}

/* y = q0 (of one, or less that of the other) and something. */
static inline void of_coordinates(const tie *t, zn_index n, zn_relation **r,
                           zn_law **law)
{
    const double *p = t->p, C[] = {1, 0, -1, 0};
    const double e = t->kind == HOLD ? -.2 : .05 + p[0], k = 20 + p[1];

    if (t->kind == CURVE) {
        MUST(zn_relation_new(ctx, "scleronomous", NULL, 1, n, r));
        MUST(zn_relation_set_z(*r, 1, &e));
        MUST(zn_relation_set_function(*r, "h", (zn_fn *)gap));
        MUST(zn_relation_set_function(*r, "jac_h_q", (zn_fn *)gap_jac));
    } else {
        MUST(zn_relation_new(ctx, "linear", NULL, 1, n, r));
        MUST(zn_relation_set_constant(*r, "C", 1, n, C));
        MUST(zn_relation_set_constant(*r, "e", 1, 1, &e));
    }
    if (t->kind == BOUNCE || t->kind == CURVE) {
        *law = newton(e_of(t, LINEAR));
    } else if (t->kind == HOLD) {
        *law = equality(1);
    } else if (t->kind == SPRING) {
        MUST(zn_law_spring(ctx, 1, &k, &p[2], NULL, law));
    } else {
        MUST(zn_law_new(ctx, "dry-friction", law));
        MUST(zn_law_set_real(*law, "bound", 1 + p[1]));
    }
}

static inline void of_bodies(const tie *t, const zn_ds *d1, const zn_ds *d2,
                      zn_relation **r, zn_law **law)
{
    const double up[] = {0, 0, 1}, floor = 0, radius = .2,
                 point[] = {t->p[0], 0, 1};
    const zn_index rows = t->kind == SLIDE ? 3 : 1;

    if (t->kind == JOINT) {
        MUST(zn_joint_new(ctx, "spherical", t->name, d1, NULL, point, NULL, r));
        *law = equality(3);
        return;
    }
    MUST(zn_relation_new(ctx, d2 ? "sphere-sphere" : "sphere-plane", NULL, rows,
                         d2 ? 14 : 7, r));
    MUST(
        zn_relation_set_constant(*r, d2 ? "radius1" : "radius", 1, 1, &radius));
    if (d2) {
        MUST(zn_relation_set_constant(*r, "radius2", 1, 1, &radius));
    } else {
        MUST(zn_relation_set_constant(*r, "normal", 3, 1, up));
        MUST(zn_relation_set_constant(*r, "offset", 1, 1, &floor));
    }
    if (rows == 3)
        MUST(
            zn_law_friction(ctx, 3, e_of(t, BODY), 0, .3 * t->p[2] + .05, law));
    else
        *law = newton(e_of(t, BODY));
}

static inline void of_circuits(const tie *t, zn_index n, zn_relation **r, zn_law **law)
{
    const double C[] = {1, 0, -1, 0}, D = .1 * t->p[0], e = .1;

    MUST(zn_relation_new(ctx, "first-order-linear", NULL, 1, n, r));
    MUST(zn_relation_set_constant(*r, "C", 1, n, C));
    MUST(zn_relation_set_constant(*r, "B", n, 1, C));
    MUST(zn_relation_set_constant(*r, "D", 1, 1, &D));
    MUST(zn_relation_set_constant(*r, "e", 1, 1, &e));
    if (t->kind == RELAY)
        MUST(zn_law_new(ctx, "relay", law));
    else
        *law = complementarity(1);
}

static inline int family(const thing *s)
{
    return s->kind < BODY ? LINEAR : s->kind;
}

/* The two unknowns of a system that may be tied. */
static inline zn_end end_of(const thing *s)
{
    static const zn_index tip[] = {NODES - 1, NODES - 2};

    return (zn_end){s->ds, 2, s->kind == BAR ? tip : NULL};
}

static inline zn_interaction *connect(const world *w, const tie *t)
{
    const thing *a = &w->s[t->i];
    zn_ds *other = t->j < 0 ? NULL : w->s[t->j].ds;
    const zn_index n = other ? 4 : 2;
    const zn_end none = {0};
    zn_interaction *out;
    zn_relation *r;
    zn_law *law;

    if (a->kind < BODY)
        of_coordinates(t, n, &r, &law);
    else if (a->kind == BODY)
        of_bodies(t, a->ds, other, &r, &law);
    else
        of_circuits(t, n, &r, &law);
    if (family(a) == LINEAR) {
        const zn_end end[2] = {end_of(a), other ? end_of(&w->s[t->j]) : none};
        MUST(zn_model_connect_ends(model, t->name, law, r, &end[0],
                                   other ? &end[1] : NULL, &out));
    } else {
        MUST(zn_model_connect(model, t->name, law, r, a->ds, other, &out));
    }
    return out;
}

/* A kind of tie that the integrator takes. */
static inline int choose(const thing *a, bool alone)
{
    int kind = any(5);

    if (family(a) == CIRCUIT)
        return RELAY + any(2);
    if (family(a) == BODY)
        return alone && any(3) == 0 ? JOINT : any(2) ? SLIDE : BOUNCE;
    if (!takes(CONTACTS) || (kind == RUB && !takes(RUBS)))
        return HOLD;
    return kind == SPRING && !takes(FORCES) ? BOUNCE : kind;
}

static inline void new_tie(world *w, tie *t)
{
    const int i = any(SYSTEMS), j = any(3) ? any(SYSTEMS) : -1;
    const thing *a = &w->s[i], *b = j < 0 ? NULL : &w->s[j];

    if (!a->ds || i == j || (b && (!b->ds || family(a) != family(b))))
        return;
    t->i = i;
    t->j = j;
    numbers(4, t->p);
    t->kind = choose(a, !b);
    t->order = w->connected++;
    snprintf(t->name, sizeof t->name, "t%d", w->names++);
    t->a = connect(w, t);
}

/* ---- changes ------------------------------------------------------------------------- */

static inline void remove_thing(world *w, int k)
{
    for (int i = 0; i < TIES; i++) /* they go with it */
        if (w->t[i].a && (w->t[i].i == k || w->t[i].j == k))
            w->t[i].a = NULL;
    MUST(zn_model_remove_ds(model, w->s[k].ds));
    w->s[k].ds = NULL;
}

static inline void remove_tie(tie *t)
{
    zn_law *law = zn_interaction_law(t->a);
    zn_relation *r = zn_interaction_relation(t->a);

    MUST(zn_model_remove_interaction(model, t->a));
    if (any(2)) { /* or they stay, unused */
        MUST(zn_model_remove_law(model, law));
        MUST(zn_model_remove_relation(model, r));
    }
    t->a = NULL;
}

static inline void change_law(const world *w, tie *t)
{
    zn_law *law = zn_interaction_law(t->a);

    t->p[1] = any(1000) / 1000.0;
    if (t->kind == BOUNCE)
        MUST(zn_law_set_real(law, "e", e_of(t, family(&w->s[t->i]))));
    else
        MUST(zn_law_set_real(law, "bound", 1 + t->p[1]));
}

static inline void set_option(int i, int k)
{
    MUST(zn_simulation_set(sim, setting[i].name, setting[i].value[k]));
}

static inline void set_theta(const world *w)
{
    static const char *const theta[] = {NULL, NULL, "0.5", "0.75", "1"};

    if (w->theta)
        MUST(zn_osi_set(scheme, "theta", theta[w->theta]));
}

/* Another value of an option; of an integrator that has a theta, of that. */
static inline void change_option(world *w)
{
    const int i = any(SETTINGS + 1);

    if (how[way].ends)
        return;
    if (i < SETTINGS) {
        w->set[i] = any(3);
        set_option(i, w->set[i]);
    } else if (strcmp(how[way].osi, "moreau-jean") == 0) {
        w->theta = 2 + any(3);
        set_theta(w);
    }
}

static inline void change(world *w)
{
    const int k = any(SYSTEMS), what = any(7);
    thing *s = &w->s[k];
    tie *t = &w->t[any(TIES)];

    if (what == 0 && s->ds && any(3) == 0) {
        remove_thing(w, k);
    } else if (what == 0 && !s->ds) {
        new_thing(w, k);
    } else if (what == 1 && t->a) {
        remove_tie(t);
    } else if (what == 2 && s->ds) {
        numbers(3, s->p);
        s->hard = any(2);
        give(s);
    } else if (what == 3 && t->a && (t->kind == BOUNCE || t->kind == RUB)) {
        change_law(w, t);
    } else if (what == 6) {
        change_option(w);
    } else if (what > 3 && !t->a) {
        new_tie(w, t);
    }
}

/* ---- runs --------------------------------------------------------------------------------- */

static inline void start_events(void)
{
    MUST(zn_model_seal(model));
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_set_time(sim, 0, 1. / 256, 100));
    MUST(zn_simulation_set(sim, "ends", how[way].ends));
    MUST(zn_simulation_set(sim, "ode", how[way].osi));
    MUST(zn_simulation_set(sim, "rtol", "1e-8"));
    MUST(zn_simulation_set(sim, "atol", "1e-10"));
}

static inline void start_steps(const world *w)
{
    static const struct {
        const char *name, *value;
    } set[] = {{"on_solver_failure", "accept"},
               {"on_newton_failure", "accept"},
               {"atol", "1e-4"},
               {"rtol", "1e-3"}};

    MUST(zn_model_seal(model));
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, how[way].osi, how[way].options, &scheme));
    MUST(zn_simulation_use(sim, "euler-moreau", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, 1. / 256, 100));
    for (int i = 0; i < SETTINGS; i++)
        set_option(i, w->set[i]);
    set_theta(w);
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        MUST(zn_simulation_set(sim, set[i].name, set[i].value));
    MUST(zn_simulation_set(sim, "projection", how[way].projection));
    MUST(zn_simulation_set(sim, "step", how[way].step));
    if (strcmp(how[way].projection, "combined") == 0)
        MUST(zn_simulation_set(sim, "projection_metric", "coordinates"));
}

static inline void start(const world *w)
{
    if (how[way].ends)
        start_events();
    else
        start_steps(w);
}

/* false: the run ended, as it may of joints that contradict each other */
static inline bool go(int n)
{
    zn_status st = ZN_OK;

    while (!st && n-- > 0)
        st = stepping ? stepping() : zn_simulation_step(sim);
    ck_assert_msg(st == ZN_OK || st == ZN_UNSOLVED || st == ZN_EDOM ||
                      st == ZN_EINVAL,
                  "%s: %s", zn_status_name(st), zn_errmsg(ctx));
    return !st;
}

static inline bool grow(world *w)
{
    for (int k = 0; k < SYSTEMS; k += 2)
        new_thing(w, k);
    start(w);
    for (int r = 0; r < ROUNDS; r++) {
        zn_model_reopen(model);
        for (int c = any(6); c >= 0; c--)
            change(w);
        MUST(zn_model_seal(model));
        if (!go(any(4)))
            return false;
    }
    return zn_simulation_init(sim) == ZN_OK;
}

static inline zn_index put(zn_index n, const double x[], double out[])
{
    memcpy(out, x, (size_t)n * sizeof *x);
    return n;
}

/* Some steps; then states and multipliers. */
static inline zn_index go_on(const world *w, double out[])
{
    zn_index n = 0;

    out[n++] = go(ON);
    for (int k = 0; k < SYSTEMS; k++) {
        const zn_ds *ds = w->s[k].ds;
        if (ds && w->s[k].kind == CIRCUIT) {
            n += put(2, zn_simulation_x(sim, ds), out + n);
        } else if (ds) {
            n += put(zn_ds_nq(ds), zn_simulation_q(sim, ds), out + n);
            n += put(zn_ds_nv(ds), zn_simulation_v(sim, ds), out + n);
        }
    }
    for (int i = 0; i < TIES; i++)
        for (int level = 0; w->t[i].a && level < 2; level++)
            n += put(zn_interaction_size(w->t[i].a),
                     zn_simulation_lambda(sim, w->t[i].a, level), out + n);
    ck_assert_int_le(n, MOST);
    return n;
}

#endif
