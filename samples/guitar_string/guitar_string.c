/* guitar_string.c - a plucked string with bending stiffness rattles against a wall
 *
 *     rho u_tt + 2 rho (s0 - s1 d_xx) u_t = S u_xx - B u_xxxx + f in 0 < x < L, hinged ends
 *     0 <= u(x_i) + gap  _|_  f_i >= 0,    v+ = -e v-  at impact,   points x_i of the wall
 *
 * In its modes sin(j pi x/L), a_j = j pi/L,
 *     m (q_j'' + 2 (s0 + s1 a_j^2) q_j' + w_j^2 q_j) = sum_i sin(a_j x_i) f_i,   m = rho L/2,
 *     w_j^2 = (S a_j^2 + B a_j^4)/rho:
 * what the integrator "modal" moves exactly between contacts, whatever the step.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include <zeno/sample.h>

typedef struct params {
    zn_index modes, points;
    double L, S, rho, B, s0, s1, gap, from, to, e, pluck, height;
} params;

static const zn_option table[] = {
    ZN_OPT_INT(params, modes, 200, 1, 5000, "-", "number of modes"),
    ZN_OPT_INT(params, points, 199, 1, 2000, "-", "of the wall"),
    ZN_OPT_REAL(params, L, 0.65, 1e-9, 1e9, "m", "length"),
    ZN_OPT_REAL(params, S, 73.9, 1e-9, 1e9, "N", "tension"),
    ZN_OPT_REAL(params, rho, 3.61e-3, 1e-12, 1e9, "kg/m", "mass per length"),
    ZN_OPT_REAL(params, B, 4e-5, 0, 1e9, "N m^2", "bending stiffness"),
    ZN_OPT_REAL(params, s0, 0.6, 0, 1e9, "1/s", "decay of all modes"),
    ZN_OPT_REAL(params, s1, 6.5e-3, 0, 1e9, "m^2/s", "decay of short waves"),
    ZN_OPT_REAL(params, gap, 5e-4, -1e9, 1e9, "m", "wall below the string"),
    ZN_OPT_REAL(params, from, 0, 0, 1, "-", "start of the wall, of L"),
    ZN_OPT_REAL(params, to, 1, 0, 1, "-", "end of the wall, of L"),
    ZN_OPT_REAL(params, e, 0, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, pluck, 0.2, 1e-3, 0.999, "-",
                "where it is plucked, of L"),
    ZN_OPT_REAL(params, height, 2e-3, -1e9, 1e9, "m", "how far"),
    ZN_OPT_END,
};

/* Where a column looks, and the string it looks at. */
typedef struct place {
    const params *p;
    double x; /* of L */
    const zn_interaction *wall;
} place;

static double u(void *user, const zn_simulation *sim)
{
    const place *at = user;
    const double *q = zn_simulation_state(sim)->q;
    double sum = 0;
    for (zn_index j = 0; j < at->p->modes; j++)
        sum += q[j] * sin((double)(j + 1) * M_PI * at->x);
    return sum;
}

/* Mean force of the wall over the last step (N). */
static double force(void *user, const zn_simulation *sim)
{
    const place *at = user;
    const double *p = zn_simulation_lambda(sim, at->wall, 1);
    const double T = zn_simulation_end(sim) - zn_simulation_t0(sim);
    double sum = 0;
    for (zn_index i = 0; i < at->p->points; i++)
        sum += p[i];
    return sum * (double)zn_simulation_step_count(sim) / T;
}

static double wave(const params *p, zn_index j)
{
    return (double)(j + 1) * M_PI / p->L;
}

static double stiffness(const params *p, zn_index j)
{
    const double a = wave(p, j);
    return p->L / 2 * a * a * (p->S + p->B * a * a);
}

/* Of tension and bending (J). */
static double elastic(void *user, const zn_simulation *sim)
{
    const place *at = user;
    const double *q = zn_simulation_state(sim)->q;
    double sum = 0;
    for (zn_index j = 0; j < at->p->modes; j++)
        sum += stiffness(at->p, j) * q[j] * q[j] / 2;
    return sum;
}

/* A triangle of that height, at rest. */
static zn_ds *make_string(zn_ctx *ctx, const params *p)
{
    const zn_index n = p->modes;
    double *x = zn_alloc(ctx, 5 * n, sizeof *x);
    double *v = x + n, *m = v + n, *c = m + n, *k = c + n;
    zn_ds *string;

    zn_must(ctx, x ? ZN_OK : ZN_ENOMEM);
    for (zn_index j = 0; j < n; j++) {
        const double a = wave(p, j), at = p->pluck * p->L;
        x[j] = 2 * p->height * sin(a * at) / (a * a * at * (p->L - at));
        m[j] = p->rho * p->L / 2;
        c[j] = 2 * m[j] * (p->s0 + p->s1 * a * a);
        k[j] = stiffness(p, j);
    }
    zn_must(ctx,
            zn_ds_new(ctx, "lagrangian-linear", "string", n, x, v, &string));
    zn_must(ctx, zn_ds_set_diagonal(string, "mass", n, m));
    zn_must(ctx, zn_ds_set_diagonal(string, "damping", n, c));
    zn_must(ctx, zn_ds_set_diagonal(string, "stiffness", n, k));
    zn_free_array(ctx, x);
    return string;
}

/* y_i = u(x_i) + gap, points in the middle of equal parts of the wall */
static zn_relation *make_wall(zn_ctx *ctx, const params *p)
{
    const zn_index m = p->points, n = p->modes;
    double *C = zn_alloc(ctx, m * n + m, sizeof *C), *e = C + m * n;
    zn_relation *r;

    zn_must(ctx, C ? ZN_OK : ZN_ENOMEM);
    for (zn_index i = 0; i < m; i++) {
        const double s = ((double)i + 0.5) / (double)m;
        const double x = p->from + (p->to - p->from) * s;
        for (zn_index j = 0; j < n; j++)
            C[i + j * m] = sin((double)(j + 1) * M_PI * x);
        e[i] = p->gap;
    }
    zn_must(ctx, zn_relation_new(ctx, "linear", "wall", m, n, &r));
    zn_must(ctx, zn_relation_set_constant(r, "C", m, n, C));
    zn_must(ctx, zn_relation_set_constant(r, "e", m, 1, e));
    zn_free_array(ctx, C);
    return r;
}

int main(int argc, char **argv)
{
    params p;
    zn_sample *s = zn_sample_new(
        argc, argv, "a plucked string rattles against a wall", table, &p);
    zn_sample_defaults(s, 0, 2e-6, 0.02, "modal", NULL);
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;
    zn_interaction *wall;

    zn_must(ctx, zn_model_new(ctx, &model));
    zn_ds *string = make_string(ctx, &p);
    zn_must(ctx, zn_model_add_ds(model, string));
    zn_must(ctx, zn_law_newton_impact(ctx, p.e, &law));
    zn_must(ctx, zn_model_connect(model, "wall", law, make_wall(ctx, &p),
                                  string, NULL, &wall));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    place middle = {&p, 0.5, wall}, pluck = {&p, p.pluck, wall},
          end = {&p, 1 - p.pluck, wall};
    zn_must(ctx, zn_recorder_add(out, "u_middle", "m", u, &middle));
    zn_must(ctx, zn_recorder_add(out, "u_pluck", "m", u, &pluck));
    zn_must(ctx, zn_recorder_add(out, "u_end", "m", u, &end));
    zn_must(ctx, zn_recorder_add(out, "force", "N", force, &middle));
    zn_must(ctx, zn_recorder_add(out, "elastic", "J", elastic, &middle));
    return zn_sample_run(s);
}
