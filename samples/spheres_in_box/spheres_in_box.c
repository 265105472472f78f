/* spheres_in_box.c - many spheres are poured into a box
 *
 *     m x'' = m g + sum of r,    I Omega' = sum of moments of r about the centre
 *     0 <= u_N + e u_N-  _|_  r_N >= 0,   |r_T| <= mu r_N, against the slip u_T
 *
 * between spheres, and between spheres and the floor and four walls. Which of them may touch
 * within a step is found by a grid of cubes and announced by a contact source: contacts
 * come and go, those that stay keep their reactions. Walls have friction mu_wall; at rest
 * floor and walls together carry the weight (Janssen 1895).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>

#include <zeno/law.h>
#include <zeno/mechanics.h>
#include <zeno/sample.h>
#include <zeno/source.h>

#include "src/grid.h"

typedef struct params {
    zn_index n, side, seed;
    double R, spread, density, g, e, mu, mu_wall, fall;
} params;

static const zn_option table[] = {
    ZN_OPT_INT(params, n, 160, 1, 100000, "-", "spheres"),
    ZN_OPT_INT(params, side, 4, 1, 1000, "-", "spheres along a side of a layer"),
    ZN_OPT_INT(params, seed, 1, 1, 1e9, "-", "of radii and places"),
    ZN_OPT_REAL(params, R, 0.02, 1e-9, 1e9, "m", "mean radius"),
    ZN_OPT_REAL(params, spread, 0.2, 0, 0.9, "-", "radii R (1 - spread) ... R (1 + spread)"),
    ZN_OPT_REAL(params, density, 2500, 1e-9, 1e9, "kg/m^3", "of the spheres"),
    ZN_OPT_REAL(params, g, 9.81, 0, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, e, 0.3, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, mu, 0.3, 0, 1e6, "-", "friction between spheres and on the floor"),
    ZN_OPT_REAL(params, mu_wall, 0.3, 0, 1e6, "-", "friction of the walls"),
    ZN_OPT_REAL(params, fall, 2, 0, 1e9, "m/s", "velocity of all at first, downwards"),
    ZN_OPT_END,
};

enum { WALLS = 5 }; /* the floor first */

/* What the source looks at. */
typedef struct box {
    const params *p;
    zn_ctx *ctx;
    zn_model *model;
    zn_ds **ball;
    double *R, *m, *x; /* radii, masses, centres of now (3 n) */
    double largest, half; /* radius; from the middle to a wall */
    grid grid;
    zn_law *law, *wall_law;
    zn_relation *pair, *wall[WALLS];
    double reach; /* gaps that may close within the step (m) */
    zn_contacts *to;
} box;

/* ---- contacts ------------------------------------------------------------------- */

static zn_status announce_pair(void *user, zn_index i, zn_index j)
{
    box *b = user;
    const double *x = b->x + 3 * i, *y = b->x + 3 * j, R[2] = {b->R[i], b->R[j]};
    const double far = R[0] + R[1] + b->reach;
    const double d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};

    if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > far * far)
        return ZN_OK;
    return zn_contacts_announce(
        b->to, &(zn_contact){.key = {(uint64_t)i, (uint64_t)j}, .law = b->law,
                             .relation = b->pair, .d1 = b->ball[i],
                             .d2 = b->ball[j], .data = R});
}

/* Normals point into the box: n.X >= offset. */
static void wall_of(const box *b, int w, double n[3], double *offset)
{
    n[0] = w == 1 ? 1 : w == 2 ? -1 : 0;
    n[1] = w == 3 ? 1 : w == 4 ? -1 : 0;
    n[2] = w == 0 ? 1 : 0;
    *offset = w == 0 ? 0 : -b->half;
}

static zn_status announce_walls(box *b, zn_index i)
{
    const double *x = b->x + 3 * i;
    zn_status st = ZN_OK;

    for (int w = 0; !st && w < WALLS; w++) {
        double n[3], offset;
        wall_of(b, w, n, &offset);
        if (n[0] * x[0] + n[1] * x[1] + n[2] * x[2] - offset > b->R[i] + b->reach)
            continue;
        st = zn_contacts_announce(
            b->to, &(zn_contact){.key = {(uint64_t)i, (uint64_t)(b->p->n + w)},
                                 .law = w ? b->wall_law : b->law,
                                 .relation = b->wall[w], .d1 = b->ball[i],
                                 .data = &b->R[i]});
    }
    return st;
}

/* Twice the fastest sphere's way, for two that meet. */
static zn_status find(void *user, const zn_view *at, zn_contacts *to)
{
    box *b = user;
    const double h = at->t1 - at->t;
    double v2 = 0;
    zn_status st = ZN_OK;

    for (zn_index i = 0; i < b->p->n; i++) {
        const double *q = zn_state_q(at->state, b->ball[i]);
        const double *v = zn_state_v(at->state, b->ball[i]);
        for (int a = 0; a < 3; a++)
            b->x[3 * i + a] = q[a];
        v2 = fmax(v2, v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    b->to = to;
    b->reach = 2 * h * (sqrt(v2) + b->p->g * h) + 0.01 * b->p->R;
    grid_fill(&b->grid, b->x, 2 * b->largest + b->reach);
    for (zn_index i = 0; !st && i < b->p->n; i++) {
        st = grid_near(&b->grid, b->x, i, announce_pair, b);
        if (!st)
            st = announce_walls(b, i);
    }
    return st;
}

/* ---- what is recorded -------------------------------------------------------------- */

static double energy(void *user, const zn_simulation *sim)
{
    const box *b = user;
    double sum = 0;

    for (zn_index i = 0; i < b->p->n; i++) {
        const double *q = zn_simulation_q(sim, b->ball[i]);
        const double *v = zn_simulation_v(sim, b->ball[i]);
        const double turn = 0.4 * b->R[i] * b->R[i];
        sum += b->m[i] * (b->p->g * q[2] + (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 +
                          turn * (v[3] * v[3] + v[4] * v[4] + v[5] * v[5]) / 2);
    }
    return sum;
}

static double contacts(void *user, const zn_simulation *sim)
{
    (void)user;
    return (double)zn_simulation_step_info(sim)->active;
}

/* A force that is an impulse a step, over the weight of all. */
static double share(const box *b, const zn_simulation *sim, double impulse)
{
    const double T = zn_simulation_end(sim) - zn_simulation_t0(sim);
    double weight = 0;

    for (zn_index i = 0; i < b->p->n; i++)
        weight += b->m[i] * b->p->g;
    return impulse / (T / (double)zn_simulation_step_count(sim)) / weight;
}

/* Force of the floor over the weight of all. */
static double floor_share(void *user, const zn_simulation *sim)
{
    const box *b = user;
    double sum = 0;

    for (zn_index k = 0; k < zn_simulation_contact_count(sim, 0); k++) {
        const zn_interaction *a = zn_simulation_contact_at(sim, 0, k);
        zn_key key;
        if (zn_interaction_key(a, &key) && key.lo == (uint64_t)b->p->n)
            sum += zn_simulation_lambda(sim, a, 1)[0];
    }
    return share(b, sim, sum);
}

/* What the walls carry by friction, upwards, over the weight; below 0: they push down. */
static double wall_share(void *user, const zn_simulation *sim)
{
    const box *b = user;
    double sum = 0;

    for (zn_index k = 0; k < zn_simulation_contact_count(sim, 0); k++) {
        const zn_interaction *a = zn_simulation_contact_at(sim, 0, k);
        zn_reaction r;
        zn_key key;
        if (!zn_interaction_key(a, &key) || key.lo <= (uint64_t)b->p->n)
            continue;
        zn_must(b->ctx, zn_simulation_reaction(sim, a, 1, &r));
        sum += r.impulse[2];
    }
    return share(b, sim, sum);
}

static double overlap(void *user, const zn_simulation *sim)
{
    double worst = 0;

    (void)user;
    for (zn_index k = 0; k < zn_simulation_contact_count(sim, 0); k++)
        worst = fmax(worst, -zn_simulation_y(
                                sim, zn_simulation_contact_at(sim, 0, k), 0)[0]);
    return worst;
}

/* ---- the scene ------------------------------------------------------------------------ */

static double draw(uint64_t *state) /* -1 ... 1 */
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

/* Sphere i of a loose lattice, layers above one another. */
static void add_ball(box *b, zn_index i, uint64_t *random)
{
    const params *p = b->p;
    const double edge = 2.1 * b->largest, R = p->R * (1 + p->spread * draw(random));
    const double m = p->density * 4 / 3 * acos(-1) * R * R * R, I = 0.4 * m * R * R;
    const zn_index in[3] = {i % p->side, i / p->side % p->side, i / p->side / p->side};
    double q0[7] = {0, 0, 0, 1, 0, 0, 0};
    const double v0[6] = {0, 0, -p->fall, 0, 0, 0};
    const double J[3] = {I, I, I}, f[3] = {0, 0, -m * p->g};
    char name[32];

    for (int a = 0; a < 3; a++)
        q0[a] = edge * ((double)in[a] + 0.5) - (a < 2 ? b->half : 0) +
                (edge / 2 - R) * draw(random);
    b->R[i] = R;
    b->m[i] = m;
    snprintf(name, sizeof name, "ball%td", i);
    zn_must(b->ctx, zn_ds_new(b->ctx, "newton-euler", name, 6, q0, v0, &b->ball[i]));
    zn_must(b->ctx, zn_ds_set_constant(b->ball[i], "mass", 1, 1, &m));
    zn_must(b->ctx, zn_ds_set_diagonal(b->ball[i], "inertia", 3, J));
    zn_must(b->ctx, zn_ds_set_constant(b->ball[i], "f_ext", 3, 1, f));
    zn_must(b->ctx, zn_model_add_ds(b->model, b->ball[i]));
}

static void add_box(box *b)
{
    const params *p = b->p;

    zn_must(b->ctx, zn_law_friction(b->ctx, 3, p->e, 0, p->mu, &b->law));
    zn_must(b->ctx, zn_model_add_law(b->model, b->law));
    zn_must(b->ctx, zn_law_friction(b->ctx, 3, p->e, 0, p->mu_wall, &b->wall_law));
    zn_must(b->ctx, zn_model_add_law(b->model, b->wall_law));
    zn_must(b->ctx, zn_relation_new(b->ctx, "sphere-sphere", "pair", 3, 14, &b->pair));
    zn_must(b->ctx, zn_model_add_relation(b->model, b->pair));
    for (int w = 0; w < WALLS; w++) {
        double n[3], offset;
        wall_of(b, w, n, &offset);
        zn_must(b->ctx, zn_relation_new(b->ctx, "sphere-plane", w ? "wall" : "floor",
                                        3, 7, &b->wall[w]));
        zn_must(b->ctx, zn_relation_set_constant(b->wall[w], "normal", 3, 1, n));
        zn_must(b->ctx, zn_relation_set_constant(b->wall[w], "offset", 1, 1, &offset));
        zn_must(b->ctx, zn_model_add_relation(b->model, b->wall[w]));
    }
}

int main(int argc, char **argv)
{
    static box b;
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "many spheres are poured into a box",
                                 table, &p);
    uint64_t random = (uint64_t)p.seed;
    int status;

    zn_sample_defaults(s, 0, 1e-3, 0.8, "moreau-jean",
                       "theta=0.5 relations=start solver_tol=1e-4 newton_tol=1e-6 "
                       "on_solver_failure=shorten");
    b = (box){.p = &p, .ctx = zn_sample_ctx(s), .largest = p.R * (1 + p.spread)};
    b.half = 2.1 * b.largest * (double)p.side / 2;
    b.ball = calloc((size_t)p.n, sizeof *b.ball);
    b.x = calloc((size_t)(5 * p.n), sizeof *b.x);
    zn_must(b.ctx, b.ball && b.x ? grid_make(&b.grid, p.n) : ZN_ENOMEM);
    b.R = b.x + 3 * p.n;
    b.m = b.R + p.n;
    zn_must(b.ctx, zn_model_new(b.ctx, &b.model));
    add_box(&b);
    for (zn_index i = 0; i < p.n; i++)
        add_ball(&b, i, &random);

    zn_simulation *sim = zn_sample_simulation(s, b.model);
    zn_must(b.ctx, zn_simulation_find_contacts(sim, find, &b, NULL));
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(b.ctx, zn_recorder_add(out, "energy", "J", energy, &b));
    zn_must(b.ctx, zn_recorder_add(out, "contacts", "-", contacts, &b));
    zn_must(b.ctx, zn_recorder_add(out, "floor", "-", floor_share, &b));
    zn_must(b.ctx, zn_recorder_add(out, "walls", "-", wall_share, &b));
    zn_must(b.ctx, zn_recorder_add(out, "overlap", "m", overlap, &b));
    for (zn_index i = 0; i < p.n; i++)
        for (int a = 0; a < 3; a++) {
            char name[32];
            snprintf(name, sizeof name, "%c%td", "xyz"[a], i);
            zn_must(b.ctx, zn_recorder_add_q(out, b.ball[i], a, name, "m"));
        }
    status = zn_sample_run(s);
    grid_free(&b.grid);
    free(b.ball);
    free(b.x);
    return status;
}
