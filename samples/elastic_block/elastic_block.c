/* elastic_block.c - a block of rubber falls on a rigid floor, edge first
 *
 *     M v' + C v + K q = -M g + sum_i H_i' lambda_i
 *     0 <= y_i  _|_  lambda_i >= 0 at every node i below,  v+ = 0 at impact
 *
 * q: displacements of a mesh of bilinear elements in plane stress, M lumped,
 * C = beta K. K is given as it is stored, in columns of at most 18 entries: with
 * --set nx=200 --set ny=120 it is a system of 48 642 unknowns.
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/sample.h>

#include "src/mesh.h"

typedef struct params {
    zn_index nx, ny;
    double width, height, E, nu, rho, gap, tilt, beta, g;
    mesh mesh;
    zn_ds *block;
    zn_interaction *floor; /* nx + 1 rows */
} params;

static const zn_option table[] = {
    ZN_OPT_INT(params, nx, 30, 1, 2000, "-", "elements along the block"),
    ZN_OPT_INT(params, ny, 18, 1, 2000, "-", "elements across"),
    ZN_OPT_REAL(params, width, 0.1, 1e-9, 1e9, "m", "width"),
    ZN_OPT_REAL(params, height, 0.06, 1e-9, 1e9, "m", "height"),
    ZN_OPT_REAL(params, E, 1e6, 1e-9, 1e15, "Pa", "Young's modulus"),
    ZN_OPT_REAL(params, nu, 0.45, 0, 0.499, "-", "Poisson's ratio"),
    ZN_OPT_REAL(params, rho, 1100, 1e-9, 1e9, "kg/m^3", "density"),
    ZN_OPT_REAL(params, gap, 0.05, 0, 1e9, "m", "height of the lower edge"),
    ZN_OPT_REAL(params, tilt, 0.02, -1, 1, "rad", "slope of the lower side"),
    ZN_OPT_REAL(params, beta, 5e-5, 0, 1e9, "s", "damping C = beta K"),
    ZN_OPT_REAL(params, g, 9.81, 0, 1e9, "m/s^2", "gravity"),
    ZN_OPT_END,
};

/* The upward force of the floor over the last step (N per m of depth). */
static double force(void *user, const zn_simulation *sim)
{
    const params *p = user;
    const double T = zn_simulation_end(sim) - zn_simulation_t0(sim);
    double sum = 0;

    for (zn_index k = 0; k <= p->nx; k++)
        sum += zn_simulation_lambda(sim, p->floor, 1)[k];
    return sum / (T / (double)zn_simulation_step_count(sim));
}

static double energy(const params *p, const zn_simulation *sim, int which)
{
    const mesh *g = &p->mesh;
    const double *q = zn_simulation_q(sim, p->block);
    const double *v = zn_simulation_v(sim, p->block);
    double sum = 0;

    for (zn_index j = 0; which == 0 && j < g->n; j++)
        sum += g->m[j] * v[j] * v[j] / 2;
    for (zn_index j = 1; which == 1 && j < g->n; j += 2)
        sum += g->m[j] * p->g * q[j];
    for (zn_index j = 0; which == 2 && j < g->n; j++)
        for (zn_index k = g->p[j]; k < g->p[j + 1]; k++)
            sum += q[g->i[k]] * g->K[k] * q[j] / 2;
    return sum;
}

static double kinetic(void *user, const zn_simulation *sim)
{
    return energy(user, sim, 0);
}

static double weight(void *user, const zn_simulation *sim)
{
    return energy(user, sim, 1);
}

static double elastic(void *user, const zn_simulation *sim)
{
    return energy(user, sim, 2);
}

/* The block, tilted a little (to first order, as all of it is), at rest. */
static zn_ds *make_block(zn_ctx *ctx, const params *p)
{
    const mesh *g = &p->mesh;
    double *q0 = zn_alloc(ctx, 3 * g->n, sizeof *q0);
    double *v0 = q0 + g->n, *f = v0 + g->n;
    zn_matrix K = mesh_stiffness(g);
    zn_ds *ds;

    zn_must(ctx, q0 ? ZN_OK : ZN_ENOMEM);
    for (zn_index j = 0; j < g->n; j += 2) {
        const zn_index node = j / 2;
        const double x =
            g->width * (double)(node % (g->nx + 1)) / (double)g->nx;
        const double y =
            g->height * (double)(node / (g->nx + 1)) / (double)g->ny;

        q0[j] = -p->tilt * y;
        q0[j + 1] = p->gap + p->tilt * x;
        f[j + 1] = -g->m[j + 1] * p->g;
    }
    zn_must(ctx,
            zn_ds_new(ctx, "lagrangian-linear", "block", g->n, q0, v0, &ds));
    zn_must(ctx, zn_ds_set_diagonal(ds, "mass", g->n, g->m));
    zn_must(ctx, zn_ds_set_sparse(ds, "stiffness", &K));
    zn_must(ctx, zn_ds_set_constant(ds, "f_ext", g->n, 1, f));
    for (zn_index k = 0; k < g->p[g->n]; k++)
        g->K[k] *= p->beta;
    if (p->beta > 0)
        zn_must(ctx, zn_ds_set_sparse(ds, "damping", &K));
    for (zn_index k = 0; p->beta > 0 && k < g->p[g->n]; k++)
        g->K[k] /= p->beta;
    zn_free_array(ctx, q0);
    return ds;
}

/* y_k = q_y of node k below: nx + 1 rows with one entry each */
static zn_relation *make_floor(zn_ctx *ctx, const params *p)
{
    const zn_index n = p->mesh.n, m = p->nx + 1;
    zn_index *starts = zn_alloc(ctx, n + 1 + m, sizeof *starts);
    zn_index *rows = starts + n + 1;
    double *ones = zn_alloc(ctx, m, sizeof *ones);
    const zn_matrix C = {.storage = ZN_CSC, .rows = m, .cols = n,
                         .p = starts, .i = rows, .x = ones};
    zn_relation *r;

    zn_must(ctx, starts && ones ? ZN_OK : ZN_ENOMEM);
    for (zn_index k = 0; k < m; k++) {
        rows[k] = k;
        ones[k] = 1;
    }
    for (zn_index j = 0; j < n; j++)
        starts[j + 1] = starts[j] + (j % 2 == 1 && j / 2 < m);
    zn_must(ctx, zn_relation_new(ctx, "linear", "floor", m, n, &r));
    zn_must(ctx, zn_relation_set_sparse(r, "C", &C));
    zn_free_array(ctx, starts);
    zn_free_array(ctx, ones);
    return r;
}

int main(int argc, char **argv)
{
    static params p;
    zn_sample *s = zn_sample_new(argc, argv, "a block of rubber falls", table,
                                 &p);
    zn_sample_defaults(s, 0, 1e-4, 0.25, "moreau-jean", "theta=0.5");
    zn_ctx *ctx = zn_sample_ctx(s);
    zn_model *model;
    zn_law *law;

    p.mesh = (mesh){.nx = p.nx, .ny = p.ny, .width = p.width,
                    .height = p.height, .E = p.E, .nu = p.nu, .rho = p.rho};
    zn_must(ctx, mesh_make(&p.mesh));
    zn_must(ctx, zn_model_new(ctx, &model));
    p.block = make_block(ctx, &p);
    zn_must(ctx, zn_model_add_ds(model, p.block));
    zn_must(ctx, zn_law_newton_impact(ctx, 0, &law));
    zn_must(ctx, zn_model_connect(model, "floor", law, make_floor(ctx, &p),
                                  p.block, NULL, &p.floor));

    zn_sample_simulation(s, model);
    zn_recorder *out = zn_sample_recorder(s);
    const zn_index top = p.ny * (p.nx + 1);
    const struct {
        const char *name;
        zn_index node;
    } columns[] = {{"y_left", 0},
                   {"y_right", p.nx},
                   {"y_middle", p.nx / 2},
                   {"y_top", top + p.nx / 2}};
    for (int i = 0; i < 4; i++)
        zn_must(ctx, zn_recorder_add_q(out, p.block, 2 * columns[i].node + 1,
                                       columns[i].name, "m"));
    zn_must(ctx, zn_recorder_add(out, "force", "N", force, &p));
    zn_must(ctx, zn_recorder_add(out, "kinetic", "J", kinetic, &p));
    zn_must(ctx, zn_recorder_add(out, "elastic", "J", elastic, &p));
    zn_must(ctx, zn_recorder_add(out, "weight", "J", weight, &p));
    const int status = zn_sample_run(s);

    mesh_free(&p.mesh);
    return status;
}
