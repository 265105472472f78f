/* test_event_spatial.c - random mechanisms in space: however they are written and run from event to
 * event, one motion; time steps lead to the same
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/event_ways.h"

#include <float.h>

enum { MOST = 5, PLACES = 7 * MOST };

/* A ball on the floor; a lump that meets it with a corner; an arm on a hinge, at the part before it or
 * at the world. */
enum { BALL, LUMP, ARM };

typedef struct part {
    int kind;
    double m, I[3], r, x[7], v[6];
    double f[3], amplitude, omega, phase; /* forces */
    double mu, e, k, d, rest, bound, stop;
    double hinge[3], axis[3], corner[3];
    bool driven, chained, spring, rubs, stopped, moved, rod, meets, revolute;
} part;

static struct {
    int n;
    part at[MOST];
} mech;

static zn_ds *ds[MOST];
static double lasts = 1; /* bounds of dry friction are impulses in time steps */
static const double T = 0.4, apart = 1.5;

/* ---- what they are ----------------------------------------------------------------------------- */

static void random_numbers(int n, uint64_t *s, double a, double b, double x[])
{
    for (int k = 0; k < n; k++)
        x[k] = between(s, a, b);
}

static bool chance(uint64_t *s, double p)
{
    return between(s, 0, 1) < p;
}

static void random_place(part *p, int i, uint64_t *s)
{
    const double gap = fmax(0, between(s, -0.3, 0.5));
    double corner[3], n = 0;

    p->x[0] = apart * i;
    p->x[1] = between(s, -0.2, 0.2);
    random_numbers(4, s, -1, 1, p->x + 3);
    for (int k = 3; k < 7; k++)
        n += p->x[k] * p->x[k];
    for (int k = 3; k < 7; k++)
        p->x[k] /= sqrt(n);
    random_numbers(3, s, -p->r, p->r, p->corner);
    zn_rotate(p->x + 3, p->corner, corner);
    p->x[2] = gap + (p->kind == BALL   ? p->r
                     : p->kind == LUMP ? 0.05 - corner[2]
                                       : 2.6);
    random_numbers(6, s, -2, 2, p->v);
    if (p->kind == BALL && gap == 0)
        p->v[2] = 0;
}

static void random_part(part *p, int i, uint64_t *s)
{
    const double kind = between(s, 0, 1);

    p->kind = kind < 0.4 ? BALL : kind < 0.6 ? LUMP : ARM;
    p->m = between(s, 0.5, 3);
    p->r = between(s, 0.25, 0.5);
    for (int k = 0; k < 3; k++)
        p->I[k] = p->m *
                  (p->kind == BALL ? 0.4 * p->r * p->r : between(s, 0.06, 0.1));
    random_place(p, i, s);
    for (int k = 0; k < 3; k++) {
        p->f[k] = between(s, -3, 3);
        p->hinge[k] = between(s, -0.5, 0.5);
        p->axis[k] = between(s, -1, 1);
    }
    p->f[2] -= grav * p->m;
    p->hinge[2] = fabs(p->hinge[2]) + 0.1;
    p->amplitude = between(s, 0, 6);
    p->omega = between(s, 1, 9);
    p->phase = between(s, 0, 6);
    p->mu = fmax(0, between(s, -0.1, 0.6));
    p->e = fmax(0, between(s, -0.3, 0.9));
    p->k = between(s, 5, 60);
    p->d = fmax(0, between(s, -0.5, 1));
    p->rest = between(s, 0.5, 2);
    p->bound = between(s, 0.2, 2);
    p->stop = between(s, 0.1, 0.8);
    p->driven = chance(s, 0.4);
    p->chained = chance(s, 0.4);
    p->spring = chance(s, 0.3);
    p->rubs = chance(s, 0.35);
    p->stopped = chance(s, 0.4);
    p->moved = chance(s, 0.12);
    p->rod = chance(s, 0.15);
    p->meets = chance(s, 0.7);
    p->revolute = chance(s, 0.7);
}

/* The arm before it carries the hinge of this one. */
static bool is_carried(int i)
{
    return i && mech.at[i].chained && mech.at[i - 1].kind == ARM;
}

/* ---- rates that joints allow ------------------------------------------------------------------- */

/* u = w x r. */
static void cross(const double w[3], const double r[3], double u[3])
{
    for (int k = 0; k < 3; k++)
        u[k] =
            w[(k + 1) % 3] * r[(k + 2) % 3] - w[(k + 2) % 3] * r[(k + 1) % 3];
}

/* No rate along the rod to the part before it. */
static void keep_length(part *p)
{
    double r[3], length = 0, u = 0;

    for (int k = 0; k < 3; k++) {
        r[k] = p->x[k] - p[-1].x[k];
        length += r[k] * r[k];
        u += (p->v[k] - p[-1].v[k]) * r[k];
    }
    for (int k = 0; k < 3; k++)
        p->v[k] -= u / length * r[k];
}

/* The velocity of the place x + r of a part. */
static void velocity_at(const part *p, const double at[3], double w[3],
                        double u[3])
{
    double r[3];

    zn_rotate(p->x + 3, p->v + 3, w);
    for (int k = 0; k < 3; k++)
        r[k] = at[k] - p->x[k];
    cross(w, r, u);
    for (int k = 0; k < 3; k++)
        u[k] += p->v[k];
}

/* It turns about its hinge, which moves as what carries it. */
static void keep_hinge(part *p, bool carried)
{
    const double back[4] = {p->x[3], -p->x[4], -p->x[5], -p->x[6]};
    const double length =
        sqrt(p->axis[0] * p->axis[0] + p->axis[1] * p->axis[1] +
             p->axis[2] * p->axis[2]);
    const double turn = p->moved ? 0.4 * p->omega * cos(p->phase) : p->v[3];
    double at[3], r[3], w[3] = {0}, u[3] = {0}, own[3];

    for (int k = 0; k < 3; k++) {
        at[k] = p->x[k] + p->hinge[k];
        r[k] = -p->hinge[k];
    }
    if (carried)
        velocity_at(p - 1, at, w, u);
    if (p->revolute)
        for (int k = 0; k < 3; k++)
            w[k] += turn * p->axis[k] / length;
    else
        zn_rotate(p->x + 3, p->v + 3, w);
    zn_rotate(back, w, p->v + 3);
    cross(w, r, own);
    for (int k = 0; k < 3; k++)
        p->v[k] = u[k] + own[k];
}

static bool on_rod(int i)
{
    return i && mech.at[i].rod && mech.at[i].kind != ARM &&
           mech.at[i - 1].kind != ARM;
}

static void random_mechanism(uint64_t seed)
{
    memset(&mech, 0, sizeof mech);
    for (int i = 0; i < 5; i++)
        between(&seed, 0, 1);
    mech.n = 1 + (int)between(&seed, 0, MOST);
    for (int i = 0; i < mech.n; i++)
        random_part(&mech.at[i], i, &seed);
    for (int i = 0; i < mech.n; i++)
        if (mech.at[i].kind == ARM)
            keep_hinge(&mech.at[i], is_carried(i));
        else if (on_rod(i))
            keep_length(&mech.at[i]);
}

/* ---- the model --------------------------------------------------------------------------------- */

static const part *part_of(const double *z)
{
    return &mech.at[(int)z[0]];
}

/* The part is known by its first place. */
static void push(double t, double *f, unsigned nq, double *q0)
{
    const part *p = &mech.at[lround(q0[0] / apart)];

    (void)nq;
    memcpy(f, p->f, sizeof p->f);
    f[0] += p->amplitude * sin(p->omega * t + p->phase);
}

static void turned(double t, unsigned n, double *y, unsigned nz, double *z)
{
    const part *p = part_of(z);

    (void)n, (void)nz;
    y[0] = 0.4 * (sin(p->omega * t + p->phase) - sin(p->phase));
}

static void turning(double t, unsigned n, double *y, unsigned nz, double *z)
{
    const part *p = part_of(z);

    (void)n, (void)nz;
    y[0] = 0.4 * p->omega * cos(p->omega * t + p->phase);
}

static zn_law *touch(const part *p)
{
    zn_law *law;

    if (p->mu == 0)
        return newton(p->e);
    MUST(zn_law_friction(ctx, 3, p->e, 0, p->mu, &law));
    return law;
}

static zn_law *spring(const part *p, double rest)
{
    zn_law *law;

    MUST(zn_law_spring(ctx, 1, &p->k, &p->d, &rest, &law));
    return law;
}

static void connect(const char *name, zn_law *law, zn_relation *r, zn_ds *a,
                    zn_ds *b)
{
    MUST(zn_model_connect(model, name, law, r, a, b, NULL));
}

static void add_part(int i)
{
    const part *p = &mech.at[i];

    MUST(zn_ds_new(ctx, "newton-euler", called("part", i), 6, p->x, p->v,
                   &ds[i]));
    MUST(zn_ds_set_constant(ds[i], "mass", 1, 1, &p->m));
    MUST(zn_ds_set_diagonal(ds[i], "inertia", 3, p->I));
    if (p->driven)
        MUST(zn_ds_set_function(ds[i], "f_ext", (zn_fn *)push));
    else
        MUST(zn_ds_set_constant(ds[i], "f_ext", 3, 1, p->f));
    MUST(zn_model_add_ds(model, ds[i]));
}

static void add_floor(int i)
{
    const part *p = &mech.at[i];
    const double up[3] = {0, 0, 1}, level = 0;
    zn_relation *r;

    MUST(zn_relation_new(ctx, p->kind == BALL ? "sphere-plane" : "point-plane",
                         called("floor", i), p->mu > 0 ? 3 : 1, 7, &r));
    if (p->kind == LUMP)
        MUST(zn_relation_set_constant(r, "point", 3, 1, p->corner));
    else
        MUST(zn_relation_set_constant(r, "radius", 1, 1, &p->r));
    MUST(zn_relation_set_constant(r, "normal", 3, 1, up));
    MUST(zn_relation_set_constant(r, "offset", 1, 1, &level));
    connect(called("floor", i), touch(p), r, ds[i], NULL);
}

/* A row of the turn of an arm; the zero of its angle is where it began, or is moved. */
static void add_turn(int i, const char *what, zn_law *law, double limit,
                     bool moved)
{
    const part *p = &mech.at[i];
    zn_ds *other = is_carried(i) ? ds[i - 1] : NULL;
    const double sign = 1, z = i;
    const double at[3] = {p->x[0] + p->hinge[0], p->x[1] + p->hinge[1],
                          p->x[2] + p->hinge[2]};
    zn_relation *r;

    MUST(zn_joint_new(ctx, "axis-turn", called(what, i), ds[i], other, at,
                      p->axis, &r));
    MUST(zn_relation_set_constant(r, "sign", 1, 1, &sign));
    if (moved) {
        MUST(zn_relation_set_function(r, "limit", (zn_fn *)turned));
        MUST(zn_relation_set_function(r, "limit_dot", (zn_fn *)turning));
        MUST(zn_relation_set_z(r, 1, &z));
    } else {
        MUST(zn_relation_set_constant(r, "limit", 1, 1, &limit));
    }
    connect(called(what, i), law, r, ds[i], other);
}

static void add_hinge(int i)
{
    const part *p = &mech.at[i];
    zn_ds *other = is_carried(i) ? ds[i - 1] : NULL;
    const double at[3] = {p->x[0] + p->hinge[0], p->x[1] + p->hinge[1],
                          p->x[2] + p->hinge[2]};
    zn_relation *r;

    MUST(zn_joint_new(ctx, p->revolute ? "revolute" : "spherical",
                      called("hinge", i), ds[i], other, at,
                      p->revolute ? p->axis : NULL, &r));
    connect(called("hinge", i), equality(p->revolute ? 5 : 3), r, ds[i], other);
    if (p->revolute && p->moved) {
        add_turn(i, "moved", equality(1), 0, true);
    } else if (p->revolute) {
        if (p->stopped)
            add_turn(i, "stop", newton(p->e), -p->stop, false);
        if (p->rubs)
            add_turn(i, "rub", dry(p->bound * lasts), 0, false);
        if (p->spring)
            add_turn(i, "coil", spring(p, 0.3), 0, false);
    }
}

static void add_between(int i)
{
    const part *p = &mech.at[i], *o = p - 1;
    const double on[3] = {p->x[0] + 0.1, p->x[1] - 0.1, p->x[2]};
    zn_relation *r;

    if (on_rod(i)) {
        MUST(zn_joint_between(ctx, "rod", called("rod", i), ds[i], ds[i - 1],
                              p->x, o->x, &r));
        connect(called("rod", i), equality(1), r, ds[i], ds[i - 1]);
    } else if (p->kind != ARM && p->spring) {
        MUST(zn_joint_between(ctx, "axis-length", called("strut", i), ds[i],
                              ds[i - 1], on, o->x, &r));
        connect(called("strut", i), spring(p, p->rest), r, ds[i], ds[i - 1]);
    }
    if (p->meets && p->kind == BALL && o->kind == BALL) {
        MUST(zn_relation_new(ctx, "sphere-sphere", called("meet", i),
                             p->mu > 0 ? 3 : 1, 14, &r));
        MUST(zn_relation_set_constant(r, "radius1", 1, 1, &p->r));
        MUST(zn_relation_set_constant(r, "radius2", 1, 1, &o->r));
        connect(called("meet", i), touch(p), r, ds[i], ds[i - 1]);
    }
}

static void build(bool back)
{
    scene_again();
    for (int j = 0; j < mech.n; j++)
        add_part(back ? mech.n - 1 - j : j);
    for (int j = 0; j < mech.n; j++) {
        const int i = back ? mech.n - 1 - j : j;
        if (mech.at[i].kind == ARM)
            add_hinge(i);
        else
            add_floor(i);
        if (i)
            add_between(i);
    }
    MUST(zn_model_seal(model));
}

/* ---- motions ----------------------------------------------------------------------------------- */

static int places(double x[])
{
    int n = 0;

    for (int i = 0; i < mech.n; i++)
        for (int k = 0; k < 7; k++)
            x[n++] = q_of(ds[i], k);
    return n;
}

static int motion(int seed, const way *w, double x[])
{
    build(w->back);
    events.n = 0;
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_set_time(sim, 0, w->h, T));
    MUST(zn_simulation_on_event(sim, note_event, NULL));
    ck_assert_msg(!run_this_way(w, T), "seed %d, '%s': %s", seed, w->name,
                  zn_errmsg(ctx));
    return places(x);
}

/* These break away and turn slowly: explicit steps are 1e-10 s then. */
static const int slow[] = {343, 500};

static bool is_slow(int seed)
{
    return seed == slow[0] || seed == slow[1];
}

/* Not by radau where that takes a minute: it is of order five, and solves for 13 unknowns a body. Nor by what is
 * explicit where that does, but by what is taken unless it is named. */
static bool is_dear(int seed, const way *w)
{
    const bool is_explicit = strcmp(w->name, "order 5") == 0 ||
                             strcmp(w->name, "half-explicit") == 0;

    return (strcmp(w->name, "radau") == 0 && (seed < 3 || seed > 9)) ||
           (is_explicit && is_slow(seed));
}

static void moves_alike(int seed)
{
    double x[PLACES], other[PLACES];
    int n;

    random_mechanism((uint64_t)seed);
    n = motion(seed, &ways[0], x);
    for (int k = 1; k < WAYS; k++) {
        if (is_dear(seed, &ways[k]))
            continue;
        motion(seed, &ways[k], other);
        ck_assert_msg(farthest(n, x, other) < 1e-8, "seed %d, '%s': %g apart",
                      seed, ways[k].name, farthest(n, x, other));
    }
}

/* 1 to 5 parts, up to 300 events. */
START_TEST(mechanisms_move_alike_however_they_are_written_and_run)
{
    moves_alike(_i);
}
END_TEST

/* A lump thrown up by 2.6e-12 m between impacts that accumulate, from where rounding has its gap below zero, was taken as
 * higher by 1e-11 m: it came down with twice its rate, then with five times, and places were 1.4e-6 m off. With e = 0.12
 * that came of steps that go 16 times as far as such a flight, 9e-8 m off. What is thrown up at a rate comes down
 * with it: the flight is a parabola to 1e-6 of it, once no other contact is hit in it. Gaps, differences of lengths
 * of a metre, end at rounding: d of a gap is d g/v of the rate v. */
START_TEST(what_is_hardly_thrown_up_comes_down_with_its_rate)
{
    static const int seeds[] = {167, 276};
    const int seed = seeds[_i];
    double x[PLACES];

    moves_alike(seed);
    for (int k = 0; k < WAYS; k++) {
        const zn_event_record *last = NULL;
        int flights = 0;
        if (is_dear(seed, &ways[k]))
            continue;
        motion(seed, &ways[k], x);
        for (int j = 0; j < events.n; j++) {
            const zn_event_record *r = &events.at[j];
            if (r->what != ZN_EVENT_IMPACT || r->row != 0 ||
                strcmp(zn_interaction_name(r->interaction), "floor 1") != 0)
                continue;
            if (last && last->after < 1e-4 && last->after > 1e-6 && ++flights)
                ck_assert_msg(fabs(r->before / last->after + 1) <
                                  1e-3 + 4 * DBL_EPSILON * grav / (last->after * last->after),
                              "'%s': up with %g, down with %g m/s",
                              ways[k].name, last->after, r->before);
            last = r;
        }
        ck_assert_int_ge(flights, 2);
    }
}
END_TEST

START_TEST(what_breaks_away_slowly_does_so_in_every_way)
{
    moves_alike(slow[_i]);
}
END_TEST

START_TEST(time_steps_lead_to_the_same_motions)
{
    const double h = 1e-4;
    double x[PLACES], other[PLACES];

    random_mechanism((uint64_t)_i);
    const int n = motion(_i, &ways[0], x);
    lasts = h;
    build(false);
    lasts = 1;
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, T));
    MUST(zn_simulation_set(sim, "solver_tol", "1e-12"));
    ck_assert_msg(!zn_simulation_run(sim), "seed %d: %s", _i, zn_errmsg(ctx));
    places(other);
    ck_assert_msg(farthest(n, x, other) < 50 * h, "seed %d: %g apart", _i,
                  farthest(n, x, other));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: random mechanisms in space");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(
        tc, mechanisms_move_alike_however_they_are_written_and_run, 1, 13);
    tcase_add_loop_test(tc, what_is_hardly_thrown_up_comes_down_with_its_rate,
                        0, 2);
    tcase_add_loop_test(tc, what_breaks_away_slowly_does_so_in_every_way, 0, 2);
    tcase_add_loop_test(tc, time_steps_lead_to_the_same_motions, 1, 9);
    tcase_set_timeout(tc, 120);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
