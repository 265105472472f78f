/* bench_events.c - event-driven simulation: what an event costs, and a smooth second
 * SPDX-License-Identifier: Apache-2.0
 *
 *     bench_events [BALLS]
 *     bench_events PROBLEM N STEPS SECONDS FILE [OPTION=VALUE]...
 *
 * ball      falls from 1 m, e = 0.9, until it rests: some 200 impacts
 * cam       follower on a cam at 358 rpm, 20 s
 * column    ten beads that fall, gaps of 2^-10 m, until they rest
 * chain     a ball hits nine that touch: one multiple impact (law of springs)
 * oscillator  100 s without events
 * balls     1, 10, ... BALLS (100) balls from other heights for 1 s: times the cost of as
 *           many runs of one
 *
 * Printed: processor time, events, steps of the integrator. With five arguments one of
 * the problems that run.sh gives to the peer too, or the oscillator or the chain: STEPS instants of the
 * grid, again and again until SECONDS have passed; the median, and the final coordinates
 * in FILE. Options are those of the simulation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/resource.h>

#include <zeno/event_driven.h>
#include <zeno/zeno.h>

#include "problems.h"
#include "timing.h"

enum { RUNS = 50 }; /* of one ball, for the mean */

typedef struct scene {
    zn_ctx *ctx;
    zn_model *model;
    zn_simulation *sim;
    zn_index n;
    long events;
    FILE *end;      /* for the final coordinates, or NULL */
    char **options; /* NAME=VALUE, the last one NULL; or NULL */
} scene;

static void must(zn_ctx *ctx, zn_status st)
{
    if (!st)
        return;
    fprintf(stderr, "bench_events: %s\n", zn_errmsg(ctx));
    exit(1);
}

static void open_scene(scene *s)
{
    s->model = NULL;
    s->sim = NULL;
    s->n = 0;
    s->events = 0;
    if (zn_ctx_new(&s->ctx))
        exit(1);
    must(s->ctx, zn_model_new(s->ctx, &s->model));
}

static zn_ds *mass(scene *s, double m, double q0, double v0, double force)
{
    zn_ds *ds;
    char name[32];

    snprintf(name, sizeof name, "mass %td", s->n++);
    must(s->ctx,
         zn_ds_new(s->ctx, "lagrangian-linear", name, 1, &q0, &v0, &ds));
    must(s->ctx, zn_ds_set_constant(ds, "mass", 1, 1, &m));
    must(s->ctx, zn_ds_set_constant(ds, "f_ext", 1, 1, &force));
    must(s->ctx, zn_model_add_ds(s->model, ds));
    return ds;
}

/* y = C q + b between one or two masses */
static void contact(scene *s, zn_law *law, const double C[], double b,
                    zn_ds *d1, zn_ds *d2)
{
    zn_relation *r;

    must(s->ctx, zn_relation_new(s->ctx, "linear", "gap", 1, d2 ? 2 : 1, &r));
    must(s->ctx, zn_relation_set_constant(r, "C", 1, d2 ? 2 : 1, C));
    must(s->ctx, zn_relation_set_constant(r, "e", 1, 1, &b));
    must(s->ctx, zn_model_connect(s->model, NULL, law, r, d1, d2, NULL));
}

static zn_law *newton(scene *s, double e)
{
    zn_law *law;

    must(s->ctx, zn_law_newton_impact(s->ctx, e, &law));
    return law;
}

static void count(void *user, const zn_event_record *r)
{
    ((scene *)user)->events += r->what == ZN_EVENT_IMPACT;
}

/* All coordinates, one a line. */
static void write_end(scene *s)
{
    const zn_state *x = zn_simulation_state(s->sim);

    rewind(s->end);
    for (zn_index i = 0; i < x->nq; i++)
        fprintf(s->end, "%.17g\n", x->q[i]);
}

static void set_options(scene *s)
{
    for (char **o = s->options; o && *o; o++) {
        char name[64];
        const char *value = strchr(*o, '=');

        if (!value || (size_t)(value - *o) >= sizeof name)
            exit(2);
        snprintf(name, sizeof name, "%.*s", (int)(value - *o), *o);
        must(s->ctx, zn_simulation_set(s->sim, name, value + 1));
    }
}

/* Run it; seconds of processor time, set-up not included. */
static double run(scene *s, const char *name, double h, double T, bool say)
{
    zn_index steps = 0;
    double t;

    must(s->ctx, zn_model_seal(s->model));
    must(s->ctx, zn_simulation_new_class(s->model, "event-driven", &s->sim));
    must(s->ctx, zn_simulation_use(s->sim, "moreau-jean", NULL, NULL));
    must(s->ctx, zn_simulation_set_time(s->sim, 0, h, T));
    must(s->ctx, zn_simulation_set(s->sim, "max_events", "1000000"));
    set_options(s);
    must(s->ctx, zn_simulation_on_event(s->sim, count, s));
    must(s->ctx, zn_simulation_init(s->sim));
    t = bench_seconds();
    while (zn_simulation_time(s->sim) < T) {
        must(s->ctx, zn_simulation_step(s->sim));
        steps += zn_simulation_step_info(s->sim)->substeps;
    }
    t = bench_seconds() - t;
    if (say)
        printf("%-12s %9.3f ms %7ld impacts %7td steps %8.2f us a step", name,
               1e3 * t, s->events, steps, steps ? 1e6 * t / (double)steps : 0);
    if (say && s->events)
        printf(" %8.2f us an impact", 1e6 * t / (double)s->events);
    if (say)
        printf("\n");
    if (s->end)
        write_end(s);
    zn_simulation_free(s->sim);
    zn_model_free(s->model);
    zn_ctx_free(s->ctx);
    return t;
}

static void add_ball(scene *s)
{
    const double one = 1;

    contact(s, newton(s, ball_e), &one, 0, mass(s, 1, 1, 0, -bench_gravity),
            NULL);
}

static void ball(void)
{
    scene s = {0};

    open_scene(&s);
    add_ball(&s);
    run(&s, "ball", 1, 10, true);
}

static void add_cam(scene *s)
{
    const double M = cam_mass, K = cam_spring, one = 1;
    zn_ds *ds = mass(s, M, cam_q0, cam_v0, 0);

    must(s->ctx, zn_ds_set_constant(ds, "stiffness", 1, 1, &K));
    must(s->ctx, zn_ds_set_function(ds, "f_ext", (zn_fn *)cam_f_ext));
    contact(s, newton(s, cam_e), &one, 0, ds, NULL);
}

static void cam(void)
{
    scene s = {0};

    open_scene(&s);
    add_cam(&s);
    run(&s, "cam", 1e-2, 20, true);
}

/* n beads that fall on the ground, and on each other */
static void add_column(scene *s, size_t n, double e)
{
    const double one = 1, pair[2] = {-1, 1};
    zn_ds *last = NULL;

    for (size_t i = 0; i < n; i++) {
        zn_ds *ds =
            mass(s, 1, column_height(i), column_velocity(i), -bench_gravity);
        contact(s, newton(s, e), last ? pair : &one,
                last ? -2 * bead_radius : -bead_radius, last ? last : ds,
                last ? ds : NULL);
        last = ds;
    }
}

static void column(void)
{
    scene s = {0};

    open_scene(&s);
    add_column(&s, 10, 0.5);
    run(&s, "column", 0.1, 3, true);
}

/* A ball flies into n - 1 that touch. */
static void add_chain(scene *s, zn_index n)
{
    const double pair[2] = {-1, 1};
    zn_ds *last = NULL;
    zn_law *law;

    must(s->ctx,
         zn_law_multiple_impact(s->ctx, chain_e, chain_K, chain_eta, &law));
    for (zn_index i = 0; i < n; i++) {
        zn_ds *ds = mass(s, 1, i ? (double)i : -chain_way, i ? 0 : 1, 0);
        if (last)
            contact(s, law, pair, -1, last, ds);
        last = ds;
    }
}

static void chain(void)
{
    scene s = {0};

    open_scene(&s);
    add_chain(&s, 10);
    run(&s, "chain", 1, 1, true);
}

static void add_oscillator(scene *s)
{
    const double K = 40;

    must(s->ctx,
         zn_ds_set_constant(mass(s, 1, 1, 0, 0), "stiffness", 1, 1, &K));
}

static void oscillator(void)
{
    scene s = {0};

    open_scene(&s);
    add_oscillator(&s);
    run(&s, "oscillator", 1, 100, true);
}

/* n of them, from the k-th on. */
static void add_balls(scene *s, zn_index k, zn_index n)
{
    const double one = 1;

    for (zn_index i = k; i < k + n; i++)
        contact(s, newton(s, ball_e), &one, -bead_radius,
                mass(s, 1, event_height((size_t)i), 0, -bench_gravity), NULL);
}

static double balls(zn_index k, zn_index n)
{
    scene s = {0};

    open_scene(&s);
    add_balls(&s, k, n);
    return run(&s, "balls", 0.1, 1, false);
}

/* ---- beside the peer --------------------------------------------------------- */

static double once(scene *s, const char *name, zn_index n, double steps)
{
    open_scene(s);
    if (strcmp(name, "ball") == 0)
        add_ball(s);
    else if (strcmp(name, "column") == 0)
        add_column(s, (size_t)n, bead_e);
    else if (strcmp(name, "balls") == 0)
        add_balls(s, 0, n);
    else if (strcmp(name, "cam") == 0)
        add_cam(s);
    else if (strcmp(name, "oscillator") == 0)
        add_oscillator(s);
    else if (strcmp(name, "chain") == 0)
        add_chain(s, n);
    else
        exit(2);
    return run(s, name, event_h, event_h * steps, false);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int one_problem(char **argv)
{
    enum { MOST = 1000 };
    const double steps = atof(argv[3]), enough = atof(argv[4]);
    double t[MOST], sum = 0;
    struct rusage u;
    scene s = {.end = fopen(argv[5], "w"), .options = argv + 6};
    int n = 0;

    if (!s.end)
        return 1;
    getrusage(RUSAGE_SELF, &u);
    do {
        t[n] = once(&s, argv[1], atol(argv[2]), steps);
        sum += t[n++];
    } while (sum < enough && n < MOST);
    fclose(s.end);
    qsort(t, (size_t)n, sizeof *t, ascending);
    printf("ns_step=%.6g base_kb=%ld", 1e9 * t[n / 2] / steps, u.ru_maxrss);
    getrusage(RUSAGE_SELF, &u);
    printf(" peak_kb=%ld active=%ld\n", u.ru_maxrss, s.events);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 5)
        return one_problem(argv);

    const zn_index most = argc > 1 ? atol(argv[1]) : 100;
    double one = 0;

    ball();
    cam();
    column();
    chain();
    oscillator();
    balls(0, 1);
    for (zn_index k = 0; k < RUNS; k++)
        one += balls(k, 1) / RUNS;
    for (zn_index n = 10; n <= most; n *= 10) {
        const double t = balls(0, n);
        printf("balls %6td %9.3f ms, %7.2f times %td runs of one\n", n, 1e3 * t,
               t / ((double)n * one), n);
    }
    return 0;
}
