/* sizes.c - a program that asks for the structs that grow; old_program.sh compiles it
 * against several headers
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zeno/event.h>
#include <zeno/mechanics.h>
#include <zeno/scene.h>
#include <zeno/source.h>
#include <zeno/zeno.h>

enum { GUARD = 256, MARK = 0x5a };

/* A struct of the library with something behind it that nobody may touch. */
#define GUARDED(T)                                                             \
    struct {                                                                   \
        T is;                                                                  \
        unsigned char behind[GUARD];                                           \
    }

#define BEGIN(s) memset(&(s), MARK, sizeof(s))
#define END(s) untouched(#s, (s).behind)

static zn_ctx *ctx;

static void must(zn_status st)
{
    if (!st)
        return;
    printf("failed: %s\n", zn_errmsg(ctx));
    exit(1);
}

static void untouched(const char *what, const unsigned char behind[])
{
    for (int i = 0; i < GUARD; i++) {
        if (behind[i] == MARK)
            continue;
        printf("%s: byte %d behind it was written\n", what, i);
        exit(1);
    }
}

/* A field that this library does not know yet has no value. */
#ifdef FUTURE
#define UNKNOWN(s)                                                             \
    if ((s).is.future != 0) {                                                  \
        printf(#s ": a field of the future is %g\n", (s).is.future);           \
        exit(1);                                                               \
    }
#else
#define UNKNOWN(s)
#endif

static void wall_h(void *user, const zn_args *a)
{
    (void)user;
    a->out[0] = a->q[0] * a->q[0] - 1;
}

static void wall_H(void *user, const zn_args *a)
{
    (void)user;
    a->out[0] = 2 * a->q[0];
}

/* A mass that is thrown at a wall. */
static zn_model *thrown(void)
{
    const double mass = 2, q0 = 3, v0 = -4;
    zn_model *m;
    zn_ds *ds;
    zn_law *law;
    zn_relation *r;

    must(zn_model_new(ctx, &m));
    must(zn_ds_new(ctx, "lagrangian-linear", "mass", 1, &q0, &v0, &ds));
    must(zn_ds_set_constant(ds, "mass", 1, 1, &mass));
    must(zn_model_add_ds(m, ds));
    must(zn_law_newton_impact(ctx, 0.5, &law));
    must(zn_relation_new(ctx, "scleronomous", "wall", 1, 1, &r));
    must(zn_relation_set_closure(r, "h", wall_h, NULL, NULL));
    must(zn_relation_set_closure(r, "jac_h_q", wall_H, NULL, NULL));
    must(zn_model_connect(m, "wall", law, r, ds, NULL, NULL));
    must(zn_model_seal(m));
    return m;
}

static void run(zn_model *m)
{
    GUARDED(zn_run_info) info;
    GUARDED(zn_check_options) options;
    zn_simulation *s;
    zn_index wrong;

    BEGIN(options);
    memset(&options.is, 0, sizeof options.is);
    options.is.states = 2;
    must(zn_check_jacobians(m, &options.is, NULL, NULL, &wrong));
    printf("wrong Jacobians %td\n", wrong);
    must(zn_simulation_new(m, &s));
    must(zn_simulation_use(s, "moreau-jean", NULL, NULL));
    must(zn_simulation_set(s, "energy", "yes"));
    must(zn_simulation_set_time(s, 0, 1e-2, 1));
    must(zn_simulation_run(s));
    BEGIN(info);
    zn_simulation_run_info(s, &info.is);
    END(info);
    UNKNOWN(info);
    printf("steps %td, impacts %td, longest %g, formulation %s, work %g J, "
           "projected %g J\n",
           info.is.steps, info.is.impacts, info.is.largest_step,
           info.is.formulation, info.is.work.contact, info.is.projected);
    zn_simulation_free(s);
}

static void solve(void)
{
    const double a[] = {2, 1, 1, 2}, q[] = {-5, -6};
    const zn_matrix M = zn_matrix_dense(2, 2, a);
    const zn_lcp p = {.n = 2, .M = &M, .q = q};
    double z[2] = {0}, w[2];
    GUARDED(zn_solve_info) info;
    zn_solver *s;

    must(zn_solver_new(ctx, "lcp", "lemke", &s));
    BEGIN(info);
    must(zn_solver_solve(s, &p, z, w, &info.is));
    END(info);
    UNKNOWN(info);
    must(zn_solver_solve(s, &p, z, w, NULL));
    printf("outcome %s, z = %.12g %.12g\n", zn_outcome_name(info.is.outcome),
           z[0], z[1]);
    zn_solver_free(s);
}

static zn_status decay(void *user, double t, const double y[], double f[])
{
    (void)user, (void)t;
    f[0] = -y[0];
    return ZN_OK;
}

static void integrate(void)
{
    const zn_ode_problem p = {
        .n = 1, .field = decay, .rtol = 1e-6, .atol = 1e-9, .h_max = 0.1};
    const double y = 1;
    GUARDED(zn_ode_info) info;
    zn_ode *ode;

    must(zn_ode_new(ctx, "dormand-prince", &ode));
    must(zn_ode_begin(ode, &p, 0, &y));
    while (zn_ode_time(ode) < 1)
        must(zn_ode_step(ode, 1));
    BEGIN(info);
    zn_ode_look(ode, &info.is);
    END(info);
    UNKNOWN(info);
    printf("ode steps %td, evaluations %td\n", info.is.steps,
           info.is.evaluations);
    zn_ode_free(ode);
}

/* What is behind a struct that is given is not read: there are marks. */
static zn_status now_and_then(void *user, zn_simulation *s)
{
    (void)s;
    ++*(int *)user;
    return ZN_OK;
}

static double each_tenth(void *user, const zn_simulation *s, double t)
{
    (void)user, (void)s;
    return t < 0.5 ? 0.5 : 1e300;
}

static zn_status watch(void *user, const zn_simulation *s)
{
    (void)s;
    ++*(int *)user;
    return ZN_OK;
}

static void scene(void)
{
    GUARDED(zn_scene_body) ball, ground;
    GUARDED(zn_scene_shape) sphere, plane;
    GUARDED(zn_scene_law) law;
    GUARDED(zn_scene_joint) joint;
    GUARDED(zn_event) event;
    GUARDED(zn_observer) observer;
    int happened = 0, seen = 0;
    zn_scene *s;
    zn_model *m;
    zn_simulation *sim;
    zn_run_info info;

    BEGIN(ball), BEGIN(ground), BEGIN(sphere), BEGIN(plane), BEGIN(law);
    BEGIN(joint), BEGIN(event), BEGIN(observer);
    memset(&ball.is, 0, sizeof ball.is);
    memset(&ground.is, 0, sizeof ground.is);
    memset(&sphere.is, 0, sizeof sphere.is);
    memset(&plane.is, 0, sizeof plane.is);
    memset(&law.is, 0, sizeof law.is);
    memset(&joint.is, 0, sizeof joint.is);
    memset(&event.is, 0, sizeof event.is);
    memset(&observer.is, 0, sizeof observer.is);
    must(zn_scene_new(ctx, &s));
    ball.is.name = "ball";
    ball.is.density = 1000;
    ball.is.position[2] = 1;
    must(zn_scene_add_body(s, &ball.is));
    sphere.is.form = "sphere";
    sphere.is.size[0] = 0.1;
    must(zn_scene_add_shape(s, "ball", &sphere.is));
    ground.is.name = "ground";
    ground.is.fixed = true;
    must(zn_scene_add_body(s, &ground.is));
    plane.is.form = "plane";
    must(zn_scene_add_shape(s, "ground", &plane.is));
    law.is.cls = "newton-impact-friction";
    must(zn_scene_add_law(s, &law.is));
    joint.is.name = "guide";
    joint.is.cls = "prismatic";
    joint.is.body1 = "ball";
    joint.is.axis[2] = 1;
    must(zn_scene_add_joint(s, &joint.is));
    must(zn_scene_set_gravity(s, (const double[]){0, 0, -9.81}));
    must(zn_scene_simulation(s, ctx, &m, &sim));
    event.is.size = sizeof event.is;
    event.is.next = each_tenth;
    event.is.happen = now_and_then;
    event.is.user = &happened;
    must(zn_simulation_add_event(sim, &event.is));
    observer.is.size = sizeof observer.is;
    observer.is.fn = watch;
    observer.is.user = &seen;
    must(zn_simulation_add_observer(sim, &observer.is));
    must(zn_simulation_run(sim));
    zn_simulation_run_info(sim, &info);
    printf("scene: impacts %td, events %d, seen %d\n", info.impacts, happened,
           seen);
    zn_simulation_free(sim);
    zn_model_free(m);
    zn_scene_free(s);
}

/* ---- gears, ends, contacts ---- */

typedef struct ends {
    zn_ds       *wheel;
    zn_relation *r;
    zn_law      *law;
} ends;

static zn_status touching(void *user, const zn_view *at, zn_contacts *to)
{
    const ends *e = user;
    GUARDED(zn_contact) c;

    (void)at;
    BEGIN(c);
    memset(&c.is, 0, sizeof c.is);
    c.is.key.lo = 7;
    c.is.law = e->law;
    c.is.relation = e->r;
    c.is.d1 = e->wheel;
    return zn_contacts_announce(to, &c.is);
}

static zn_ds *wheel(zn_model *m, const char *name, double x, double turn)
{
    const double q[7] = {x, 0, 0, 1}, v[6] = {0, 0, 0, 0, 0, turn}, mass = 1;
    const double I[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    zn_ds *ds;

    must(zn_ds_new(ctx, "newton-euler", name, 6, q, v, &ds));
    must(zn_ds_set_constant(ds, "mass", 1, 1, &mass));
    must(zn_ds_set_constant(ds, "inertia", 3, 3, I));
    must(zn_model_add_ds(m, ds));
    return ds;
}

static void wheels(void)
{
    struct {
        zn_gear is[2];
        unsigned char behind[GUARD];
    } pair;
    GUARDED(zn_end) a, b;
    const double radius[2] = {2, 1};
    zn_relation *r;
    zn_law *law;
    ends e;
    zn_model *m;
    zn_ds *other;
    zn_simulation *s;

    must(zn_model_new(ctx, &m));
    e.wheel = wheel(m, "one", 0, 1);
    other = wheel(m, "two", 3, -2);
    BEGIN(pair), BEGIN(a), BEGIN(b);
    memset(pair.is, 0, sizeof pair.is);
    for (int i = 0; i < 2; i++) {
        pair.is[i].point[0] = 3 * i;
        pair.is[i].axis[2] = 1;
        pair.is[i].radius = radius[i];
    }
    must(zn_gear_new(ctx, "gear", "teeth", e.wheel, other, pair.is, &r));
    must(zn_law_equality(ctx, 1, &law));
    memset(&a.is, 0, sizeof a.is);
    memset(&b.is, 0, sizeof b.is);
    a.is.ds = e.wheel;
    b.is.ds = other;
    must(zn_model_connect_ends(m, "teeth", law, r, &a.is, &b.is, NULL));
    must(zn_relation_new(ctx, "scleronomous", "wall", 1, 7, &e.r));
    must(zn_relation_set_closure(e.r, "h", wall_h, NULL, NULL));
    must(zn_law_newton_impact(ctx, 0, &e.law));
    must(zn_model_seal(m));
    must(zn_simulation_new(m, &s));
    must(zn_simulation_use(s, "moreau-jean", NULL, NULL));
    must(zn_simulation_set_time(s, 0, 1e-2, 0.1));
    must(zn_simulation_find_contacts(s, touching, &e, NULL));
    must(zn_simulation_run(s));
    printf("wheels: %.9g, %.9g, contacts %td\n", zn_simulation_v(s, e.wheel)[5],
           zn_simulation_v(s, other)[5], zn_simulation_contact_count(s, 0));
    zn_simulation_free(s);
    zn_model_free(m);
}

int main(void)
{
    zn_model *m;

    if (zn_ctx_new(&ctx))
        return 1;
    m = thrown();
    run(m);
    solve();
    integrate();
    scene();
    wheels();
    zn_model_free(m);
    zn_ctx_free(ctx);
    return 0;
}
