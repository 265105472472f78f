/* test_event_bodies.c - random mechanisms of the plane: discs and boxes with friction on a floor and on one
 * another, arms on hinges with stops, dry friction, springs and prescribed turns, rods and struts: motions from
 * event to event must not depend on the order in which the model is written down, on the grid, on the
 * integrator, or on a restart, and steps of time must lead to them
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/analytic/event_ways.h"

enum { MOST = 7, PLACES = 3 * MOST };

/* An arm is hinged to the world, or to the arm before it. */
enum { DISC, BOX, ARM };

typedef struct part {
    int kind;
    double m, J, r, a, b; /* radius; half the sides */
    double x[3], v[3];
    double f[2], amp, omega, phase; /* of its force */
    double mu, e;
    double k, d, rest, hinge[2], bound, stop;
    bool driven, chained, spring, rubs, stopped, turned, rod, meets;
} part;

static struct {
    int n;
    double slope;
    part at[MOST];
} mech;

static zn_ds *ds[MOST];

/* (s) Of dry friction a step has an impulse, from event to event it is a force. */
static double lasts = 1;

static double T = 0.8;

/* ---- its numbers ---------------------------------------------------------------------------------- */

static void up_and_along(double up[2], double along[2])
{
    up[0] = -sin(mech.slope);
    up[1] = cos(mech.slope);
    along[0] = up[1];
    along[1] = -up[0];
}

/* On the floor and going along it, or above it. */
static void lay(part *p, int i, uint64_t *s)
{
    const double high = p->kind == DISC ? p->r : hypot(p->a, p->b);
    const bool flat = p->kind == BOX && between(s, 0, 1) < 0.5;
    const double turned = flat ? mech.slope : between(s, -1, 1);
    const double gap = fmax(0, between(s, -0.3, 0.5));
    const double above =
        (flat ? p->b : high) + gap + (p->kind == ARM ? 1.6 : 0);
    double up[2], along[2];

    up_and_along(up, along);
    for (int k = 0; k < 2; k++)
        p->x[k] = 1.5 * i * along[k] + above * up[k];
    p->x[2] = turned;
    for (int k = 0; k < 3; k++)
        p->v[k] = between(s, -2, 2);
    if (gap == 0 && p->kind != ARM) {
        const double w = between(s, -2, 2);
        for (int k = 0; k < 2; k++)
            p->v[k] = w * along[k];
        p->v[2] = p->kind == DISC ? between(s, -3, 3) : 0;
    }
}

static void random_part(part *p, int i, uint64_t *s)
{
    const double kind = between(s, 0, 1);

    p->kind = kind < 0.4 ? DISC : kind < 0.7 ? BOX : ARM;
    p->m = between(s, 0.5, 3);
    p->r = between(s, 0.25, 0.5);
    p->a = between(s, 0.2, 0.5);
    p->b = between(s, 0.15, 0.4);
    p->J = p->kind == DISC ? p->m * p->r * p->r / 2
                           : p->m * (p->a * p->a + p->b * p->b) / 3;
    lay(p, i, s);
    for (int k = 0; k < 2; k++)
        p->f[k] = between(s, -3, 3);
    p->amp = between(s, 0, 6);
    p->omega = between(s, 1, 9);
    p->phase = between(s, 0, 6);
    p->mu = fmax(0, between(s, -0.1, 0.6));
    p->e = fmax(0, between(s, -0.3, 0.9));
    p->k = between(s, 5, 60);
    p->d = fmax(0, between(s, -0.5, 1));
    p->rest = between(s, 0.5, 2);
    p->hinge[0] = between(s, -0.5, 0.5);
    p->hinge[1] = between(s, 0.1, 0.7);
    p->bound = between(s, 0.2, 2);
    p->stop = between(s, 0.1, 0.8);
}

static void random_links(part *p, uint64_t *s)
{
    p->driven = between(s, 0, 1) < 0.4;
    p->chained = between(s, 0, 1) < 0.4;
    p->spring = between(s, 0, 1) < 0.3;
    p->rubs = between(s, 0, 1) < 0.35;
    p->stopped = between(s, 0, 1) < 0.4;
    p->turned = between(s, 0, 1) < 0.12;
    p->rod = between(s, 0, 1) < 0.15;
    p->meets = between(s, 0, 1) < 0.7;
}

static bool chained(int i)
{
    return i && mech.at[i].chained && mech.at[i - 1].kind == ARM;
}

static bool on_rod(int i)
{
    return i && mech.at[i].rod && mech.at[i].kind != ARM &&
           mech.at[i - 1].kind != ARM;
}

static void hinge_at(int i, double at[2])
{
    for (int k = 0; k < 2; k++)
        at[k] = mech.at[i].x[k] + mech.at[i].hinge[k];
}

/* An arm turns about its hinge, which moves with the arm before it. */
static void about_its_hinge(int i)
{
    const part *o = chained(i) ? &mech.at[i - 1] : NULL;
    part *p = &mech.at[i];
    double at[2];

    hinge_at(i, at);
    if (p->turned)
        p->v[2] = (o ? o->v[2] : 0) + 0.4 * p->omega * cos(p->phase);
    p->v[0] = -p->v[2] * (p->x[1] - at[1]);
    p->v[1] = p->v[2] * (p->x[0] - at[0]);
    if (o) {
        p->v[0] += o->v[0] - o->v[2] * (at[1] - o->x[1]);
        p->v[1] += o->v[1] + o->v[2] * (at[0] - o->x[0]);
    }
}

/* Along its rod a part is as fast as the one before it. */
static void along_its_rod(int i)
{
    part *p = &mech.at[i], *o = p - 1;
    const double d[2] = {p->x[0] - o->x[0], p->x[1] - o->x[1]};
    const double u = ((p->v[0] - o->v[0]) * d[0] + (p->v[1] - o->v[1]) * d[1]) /
                     (d[0] * d[0] + d[1] * d[1]);

    for (int k = 0; k < 2; k++)
        p->v[k] -= u * d[k];
}

static void random_mechanism(uint64_t seed)
{
    memset(&mech, 0, sizeof mech);
    for (int i = 0; i < 5; i++)
        between(&seed, 0, 1);
    mech.n = 2 + (int)between(&seed, 0, MOST - 2);
    mech.slope = fmin(0.3, fmax(0, between(&seed, -0.3, 0.4)));
    for (int i = 0; i < mech.n; i++) {
        random_part(&mech.at[i], i, &seed);
        random_links(&mech.at[i], &seed);
    }
    for (int i = 0; i < mech.n; i++)
        if (mech.at[i].kind == ARM)
            about_its_hinge(i);
        else if (on_rod(i))
            along_its_rod(i);
}

/* ---- its functions: z[0] says of which part --------------------------------------------------------- */

static const part *part_of(const double *z)
{
    return &mech.at[(int)z[0]];
}

static void push(double t, unsigned n, double *f, unsigned nz, double *z)
{
    const part *p = part_of(z);

    (void)n, (void)nz;
    f[0] = p->f[0] + p->amp * sin(p->omega * t + p->phase);
    f[1] = p->f[1] - grav * p->m;
    f[2] = 0.3 * p->amp * cos(p->omega * t);
}

static void turns(double t, unsigned n, double *y, unsigned nz, double *z)
{
    const part *p = part_of(z);

    (void)n, (void)nz;
    y[0] = 0.4 * (sin(p->omega * t + p->phase) - sin(p->phase));
}

static void turns_dot(double t, unsigned n, double *y, unsigned nz, double *z)
{
    const part *p = part_of(z);

    (void)n, (void)nz;
    y[0] = 0.4 * p->omega * cos(p->omega * t + p->phase);
}

/* ---- the model ------------------------------------------------------------------------------------ */

static void connect(const char *what, int i, zn_law *law, zn_relation *r,
                    zn_ds *other)
{
    MUST(zn_model_connect(model, called(what, i), law, r, ds[i], other, NULL));
}

static zn_law *touch(const part *p)
{
    zn_law *law;

    if (p->mu == 0)
        return newton(p->e);
    MUST(zn_law_friction(ctx, 2, p->e, 0, p->mu, &law));
    return law;
}

static void add_part(int i)
{
    const part *p = &mech.at[i];
    const double f[3] = {p->f[0], p->f[1] - grav * p->m, 0}, z[1] = {i};

    MUST(zn_planar_body_new(ctx, called("part", i), p->m, p->J, p->x, p->v,
                            &ds[i]));
    if (p->driven)
        MUST(zn_ds_set_function(ds[i], "f_ext", (zn_fn *)push));
    else
        MUST(zn_ds_set_constant(ds[i], "f_ext", 3, 1, f));
    MUST(zn_ds_set_z(ds[i], 1, z));
    MUST(zn_model_add_ds(model, ds[i]));
}

/* The rim of a disc, or a corner. */
static void add_floor(int i, const char *what, int k, const double *corner)
{
    const part *p = &mech.at[i];
    const zn_index rows = p->mu > 0 ? 2 : 1;
    const double none = 0;
    double up[2], along[2];
    zn_relation *r;

    up_and_along(up, along);
    MUST(zn_relation_new(ctx, corner ? "point-line" : "disc-line",
                         called(what, k), rows, 3, &r));
    if (corner)
        MUST(zn_relation_set_constant(r, "point", 2, 1, corner));
    else
        MUST(zn_relation_set_constant(r, "radius", 1, 1, &p->r));
    MUST(zn_relation_set_constant(r, "normal", 2, 1, up));
    MUST(zn_relation_set_constant(r, "offset", 1, 1, &none));
    MUST(zn_model_connect(model, called(what, k), touch(p), r, ds[i], NULL,
                          NULL));
}

static void add_box(int i)
{
    const part *p = &mech.at[i];

    for (int k = 0; k < 4; k++) {
        const double at[2] = {k & 1 ? p->a : -p->a, k & 2 ? p->b : -p->b};
        add_floor(i, "corner", 4 * i + k, at);
    }
}

/* The angle at a hinge, beyond `limit`, or beyond one in time. */
static void add_turn(int i, const char *what, zn_law *law, double limit,
                     bool in_time)
{
    zn_ds *other = chained(i) ? ds[i - 1] : NULL;
    const double z[1] = {i};
    double at[2];
    zn_relation *r;

    hinge_at(i, at);
    MUST(zn_planar_joint_new(ctx, "turn-planar", called(what, i), ds[i], other,
                             at, NULL, NULL, &r));
    if (in_time) {
        MUST(zn_relation_set_function(r, "limit", (zn_fn *)turns));
        MUST(zn_relation_set_function(r, "limit_dot", (zn_fn *)turns_dot));
        MUST(zn_relation_set_z(r, 1, z));
    } else {
        MUST(zn_relation_set_constant(r, "limit", 1, 1, &limit));
    }
    connect(what, i, law, r, other);
}

static zn_law *spring(const part *p, double rest)
{
    zn_law *law;

    MUST(zn_law_spring(ctx, 1, &p->k, &p->d, &rest, &law));
    return law;
}

static void add_arm(int i)
{
    const part *p = &mech.at[i];
    zn_ds *other = chained(i) ? ds[i - 1] : NULL;
    double at[2];
    zn_relation *r;

    hinge_at(i, at);
    MUST(zn_planar_joint_new(ctx, "revolute-planar", called("hinge", i), ds[i],
                             other, at, NULL, NULL, &r));
    connect("hinge", i, equality(2), r, other);
    if (p->turned) {
        add_turn(i, "turned", equality(1), 0, true);
        return;
    }
    if (p->stopped)
        add_turn(i, "stop", newton(p->e), -p->stop, false);
    if (p->rubs)
        add_turn(i, "rub", dry(p->bound * lasts), 0, false);
    if (p->spring)
        add_turn(i, "coil", spring(p, 0.3), 0, false);
}

/* A rod or a strut to the part before. */
static void add_link(int i)
{
    const part *p = &mech.at[i], *o = p - 1;
    const double on[2] = {p->x[0] + 0.1, p->x[1] - 0.1};
    const double l = hypot(p->x[0] - o->x[0], p->x[1] - o->x[1]);
    const bool rod = on_rod(i);
    const char *what = rod ? "rod" : "strut";
    zn_relation *r;

    if (!rod && !p->spring)
        return;
    MUST(zn_planar_joint_new(ctx, "length-planar", called(what, i), ds[i],
                             ds[i - 1], rod ? p->x : on, o->x, NULL, &r));
    if (rod)
        MUST(zn_relation_set_constant(r, "limit", 1, 1, &l));
    connect(what, i, rod ? equality(1) : spring(p, p->rest), r, ds[i - 1]);
}

static void add_meeting(int i)
{
    const part *p = &mech.at[i], *o = p - 1;
    zn_relation *r;

    MUST(zn_relation_new(ctx, "disc-disc", called("meet", i), p->mu > 0 ? 2 : 1,
                         6, &r));
    MUST(zn_relation_set_constant(r, "radius1", 1, 1, &p->r));
    MUST(zn_relation_set_constant(r, "radius2", 1, 1, &o->r));
    connect("meet", i, touch(p), r, ds[i - 1]);
}

static void add_rows(int i)
{
    const part *p = &mech.at[i];

    if (p->kind == ARM)
        add_arm(i);
    else if (p->kind == BOX)
        add_box(i);
    else
        add_floor(i, "floor", i, NULL);
    if (i && p->kind != ARM)
        add_link(i);
    if (i && p->meets && p->kind == DISC && p[-1].kind == DISC)
        add_meeting(i);
}

static void build(bool back)
{
    scene_again();
    for (int j = 0; j < mech.n; j++)
        add_part(back ? mech.n - 1 - j : j);
    for (int j = 0; j < mech.n; j++)
        add_rows(back ? mech.n - 1 - j : j);
    MUST(zn_model_seal(model));
}

/* ---- motions -------------------------------------------------------------------------------------- */

static int places(double x[])
{
    int n = 0;

    for (int i = 0; i < mech.n; i++)
        for (int k = 0; k < 3; k++)
            x[n++] = q_of(ds[i], k);
    return n;
}

static int motion(uint64_t seed, const way *w, double x[])
{
    build(w->back);
    MUST(zn_simulation_new_class(model, "event-driven", &sim));
    MUST(zn_simulation_set_time(sim, 0, w->h, T));
    ck_assert_msg(!run_this_way(w, T), "seed %d, '%s': %s", (int)seed, w->name,
                  zn_errmsg(ctx));
    return places(x);
}

static void step_by_step(uint64_t seed, double h, double x[])
{
    lasts = h;
    build(false);
    lasts = 1;
    MUST(zn_simulation_new(model, &sim));
    MUST(zn_simulation_use(sim, "moreau-jean", NULL, NULL));
    MUST(zn_simulation_set_time(sim, 0, h, T));
    ck_assert_msg(!zn_simulation_run(sim), "seed %d, h = %g: %s", (int)seed, h,
                  zn_errmsg(ctx));
    places(x);
}

static void moves_alike(uint64_t seed)
{
    double x[PLACES], other[PLACES];
    int n;

    random_mechanism(seed);
    n = motion(seed, &ways[0], x);
    for (int k = 1; k < WAYS; k++) {
        motion(seed, &ways[k], other);
        ck_assert_msg(farthest(n, x, other) < 1e-8, "seed %d, '%s': %g apart",
                      (int)seed, ways[k].name, farthest(n, x, other));
    }
}

/* 2 to 6 parts, up to 700 events. */
START_TEST(mechanisms_move_alike_however_they_are_written_and_run)
{
    moves_alike((uint64_t)_i);
}
END_TEST

/* Boxes that a rod pulls up from the floor by 0.1 micrometres: down again before the first sample of a step, they
 * were below the floor until another corner was hit, 5 ms later. */
START_TEST(what_hardly_leaves_the_floor_is_back)
{
    moves_alike(10);
}
END_TEST

/* A box on a rod lands flat, and percussions solved to 1e-12 left it with a turn of 2.5e-13 rad/s: of its next landing
 * one corner was first, by 2.5e-14 s, and it left with 0.17 rad/s, 2e-3 m from where time steps go. Another leaves the floor
 * flat, with gaps of 2e-13 m that it had on it, and came down likewise; one that comes down with 1e-4 m/s feels the last
 * digits of its gaps. */
START_TEST(what_is_thrown_up_flat_lands_flat)
{
    static const uint64_t seeds[] = {11, 17, 41};

    T = seeds[_i] == 11
            ? 0.3
            : 0.8; /* errors grow by ten in each tenth of a second */
    moves_alike(seeds[_i]);
    T = 0.8;
}
END_TEST

START_TEST(time_steps_lead_to_the_same_motions)
{
    static const uint64_t seeds[] = {1, 2, 3, 4, 5, 6, 11};
    const double h = 2e-5;
    double x[PLACES], other[PLACES];

    random_mechanism(seeds[_i]);
    const int n = motion(seeds[_i], &ways[0], x);
    step_by_step(seeds[_i], h, other);
    ck_assert_msg(farthest(n, x, other) < 30 * h, "seed %d: %g apart",
                  (int)seeds[_i], farthest(n, x, other));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event-driven: random mechanisms");
    TCase *tc = tcase_create("all");

    tcase_add_checked_fixture(tc, scene_setup, scene_teardown);
    tcase_add_loop_test(
        tc, mechanisms_move_alike_however_they_are_written_and_run, 1, 7);
    tcase_add_test(tc, what_hardly_leaves_the_floor_is_back);
    tcase_add_loop_test(tc, what_is_thrown_up_flat_lands_flat, 0, 3);
    tcase_add_loop_test(tc, time_steps_lead_to_the_same_motions, 0, 7);
    tcase_set_timeout(tc, 120);
    suite_add_tcase(suite, tc);
    return test_main(suite);
}
