/* masonry.c - blocks on blocks, in the plane: a stack, a wall, an arch
 *
 *     m (x'', y'', J a''/m) = weight + H' r,   q = (x, y, angle) of each block
 *     0 <= u_N  _|_  r_N >= 0,   |r_T| <= mu r_N, against the slip,   at every corner
 *
 * A contact is a corner of one block at a face of another: a joint has two of them.
 * A semicircular arch of thickness t stands on its own if t/R > 0.1075 (many voussoirs).
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <zeno/law.h>
#include <zeno/mechanics.h>
#include <zeno/sample.h>

enum { STACK, WALL, ARCH, MOST = 4096 };

typedef struct params {
    int shape;
    zn_index n, columns;
    double width, height, R, t_R, density, g, slope, mu, e, kick;
} params;

static const zn_option table[] = {
    ZN_OPT_CHOICE(params, shape, ARCH, "stack|wall|arch", "what is built"),
    ZN_OPT_INT(params, n, 17, 1, 1000, "-", "courses, or voussoirs"),
    ZN_OPT_INT(params, columns, 10, 1, 1000, "-", "wall: blocks of a course"),
    ZN_OPT_REAL(params, width, 0.4, 1e-9, 1e9, "m", "of a block"),
    ZN_OPT_REAL(params, height, 0.2, 1e-9, 1e9, "m", "of a block"),
    ZN_OPT_REAL(params, R, 1, 1e-9, 1e9, "m", "arch: mean radius"),
    ZN_OPT_REAL(params, t_R, 0.1067, 1e-6, 1.9, "-", "arch: thickness over R"),
    ZN_OPT_REAL(params, density, 2000, 1e-9, 1e12, "kg/m^2", "mass by area"),
    ZN_OPT_REAL(params, g, 9.81, -1e9, 1e9, "m/s^2", "gravity"),
    ZN_OPT_REAL(params, slope, 0, -89, 89, "deg", "of the ground, falling with x"),
    ZN_OPT_REAL(params, mu, 0.8, 0, 1e6, "-", "friction"),
    ZN_OPT_REAL(params, e, 0, 0, 1, "-", "restitution"),
    ZN_OPT_REAL(params, kick, 0, -1e9, 1e9, "m/s", "velocity of the last block"),
    ZN_OPT_END,
};

/* A block: where its centre is at first, and its corners. */
typedef struct block {
    double x, y, mass, inertia, left, right;
    zn_ds *ds;
} block;

typedef struct site {
    const params *p;
    zn_ctx *ctx;
    zn_model *model;
    zn_law *law;
    block block[MOST];
    zn_index n, total;
} site;

/* z: the corner in body 1, a point of the face in body 2 and the normal there, all in
 * the frames of the bodies. out: P1, its foot on the face P2, the normal. */
static void corner_on_face(unsigned nq, double *q, unsigned ny, double *out,
                           unsigned nz, double *z)
{
    const double ground[3] = {0, 0, 0}, *b = nq > 3 ? q + 3 : ground;
    const double c = cos(q[2]), s = sin(q[2]), C = cos(b[2]), S = sin(b[2]);
    double gap;

    (void)ny, (void)nz;
    out[0] = q[0] + c * z[0] - s * z[1];
    out[1] = q[1] + s * z[0] + c * z[1];
    out[4] = C * z[4] - S * z[5];
    out[5] = S * z[4] + C * z[5];
    gap = out[4] * (out[0] - b[0] - C * z[2] + S * z[3]) +
          out[5] * (out[1] - b[1] - S * z[2] - C * z[3]);
    out[2] = out[0] - gap * out[4];
    out[3] = out[1] - gap * out[5];
}

/* The contact of block a with block b (NULL: the ground) at (x, y), normal to a. */
static void touch(site *s, const block *a, const block *b, double x, double y,
                  double nx, double ny)
{
    const double z[6] = {x - a->x, y - a->y, x - (b ? b->x : 0),
                         y - (b ? b->y : 0), nx, ny};
    zn_interaction *contact;
    zn_relation *r;

    zn_must(s->ctx, zn_relation_new(s->ctx, "contact-planar", NULL, 2,
                                    b ? 6 : 3, &r));
    zn_must(s->ctx, zn_relation_set_function(r, "points", (zn_fn *)corner_on_face));
    zn_must(s->ctx, zn_relation_set_z(r, 6, z));
    zn_must(s->ctx, zn_model_connect(s->model, NULL, s->law, r, a->ds,
                                     b ? b->ds : NULL, &contact));
}

static block *lay(site *s, double x, double y, double mass, double inertia,
                  double half)
{
    const double a = s->p->slope * acos(-1) / 180, g = s->p->g;
    const double M[3] = {mass, mass, inertia}, q0[3] = {x, y, 0};
    const double v0[3] = {s->n == s->total - 1 ? s->p->kick : 0, 0, 0};
    const double f[3] = {mass * g * sin(a), -mass * g * cos(a), 0};
    block *b = &s->block[s->n++];
    char name[32];

    *b = (block){x, y, mass, inertia, x - half, x + half, NULL};
    snprintf(name, sizeof name, "block%td", s->n);
    zn_must(s->ctx, zn_ds_new(s->ctx, "lagrangian-linear", name, 3, q0, v0, &b->ds));
    zn_must(s->ctx, zn_ds_set_diagonal(b->ds, "mass", 3, M));
    zn_must(s->ctx, zn_ds_set_constant(b->ds, "f_ext", 3, 1, f));
    zn_must(s->ctx, zn_model_add_ds(s->model, b->ds));
    return b;
}

/* Two blocks, or a block and the ground: a contact at each end of what they share. */
static void bed(site *s, const block *upper, const block *lower, double y)
{
    const double left = lower ? fmax(upper->left, lower->left) : upper->left;
    const double right = lower ? fmin(upper->right, lower->right) : upper->right;
    const double end[2] = {left, right};

    for (int i = 0; right > left && i < 2; i++) {
        const double own = i == 0 ? upper->left : upper->right;
        if (end[i] == own)
            touch(s, upper, lower, end[i], y, 0, 1);
        else
            touch(s, lower, upper, end[i], y, 0, -1);
    }
}

static void courses(site *s, zn_index columns)
{
    const params *p = s->p;
    const double w = p->width, h = p->height, m = p->density * w * h;
    const double J = m * (w * w + h * h) / 12;

    for (zn_index row = 0; row < p->n; row++) {
        const zn_index below = s->n;
        const double y = (double)row * h;

        for (zn_index k = 0; k < columns; k++) {
            const double shift = columns > 1 && row % 2 ? 0.5 : 0;
            const block *b = lay(s, ((double)k + shift) * w, y + h / 2, m, J, w / 2);

            if (row == 0)
                bed(s, b, NULL, 0);
            for (zn_index l = 1; row > 0 && l <= columns; l++)
                bed(s, b, &s->block[below - l], y);
        }
    }
}

/* Voussoirs between radii ri and ro, from the right springing to the left. */
static void arch(site *s)
{
    const params *p = s->p;
    const double ri = p->R * (1 - p->t_R / 2), ro = p->R * (1 + p->t_R / 2);
    const double step = acos(-1) / (double)p->n, half = step / 2;
    const double m = p->density * half * (ro * ro - ri * ri);
    const double c = 2 * sin(half) / (3 * half) * (ro * ro * ro - ri * ri * ri) /
                     (ro * ro - ri * ri);
    const double J = m * ((ro * ro + ri * ri) / 2 - c * c), radius[2] = {ri, ro};

    for (zn_index k = 0; k < p->n; k++) {
        const double a = ((double)k + 0.5) * step;
        lay(s, c * cos(a), c * sin(a), m, J, 0);
    }
    for (zn_index k = 0; k <= p->n; k++) {
        const double x = cos((double)k * step), y = sin((double)k * step);
        const block *a = &s->block[k < p->n ? k : k - 1];
        const block *b = k > 0 && k < p->n ? &s->block[k - 1] : NULL;
        const double to = k < p->n ? 1 : -1; /* the normal points into a */

        for (int i = 0; i < 2; i++)
            touch(s, a, b, radius[i] * x, radius[i] * y, -to * y, to * x);
    }
}

int main(int argc, char **argv)
{
    static site all;
    params p;
    zn_sample *s = zn_sample_new(argc, argv, "a stack, a wall, an arch of blocks",
                                 table, &p);
    zn_sample_defaults(s, 0, 5e-3, 2, "moreau-jean", "theta=0.5 threshold=1e-6");
    all.p = &p;
    all.ctx = zn_sample_ctx(s);
    all.total = p.n * (p.shape == WALL ? p.columns : 1);
    if (all.total > MOST) {
        fprintf(stderr, "masonry: n x columns must be <= %d blocks\n", MOST);
        return 2;
    }
    zn_must(all.ctx, zn_model_new(all.ctx, &all.model));
    zn_must(all.ctx, zn_law_friction(all.ctx, 2, p.e, 0, p.mu, &all.law));
    if (p.shape == ARCH)
        arch(&all);
    else
        courses(&all, p.shape == WALL ? p.columns : 1);
    const block *last = &all.block[all.n - 1], *middle = &all.block[all.n / 2];

    zn_sample_simulation(s, all.model);
    zn_recorder *out = zn_sample_recorder(s);
    zn_must(all.ctx, zn_recorder_add_q(out, middle->ds, 1, "y_middle", "m"));
    zn_must(all.ctx, zn_recorder_add_v(out, middle->ds, 1, "vy_middle", "m/s"));
    zn_must(all.ctx, zn_recorder_add_v(out, last->ds, 0, "vx_last", "m/s"));
    for (zn_index k = 0; k < all.n; k++) {
        char name[3][32];
        const char *const axis[3] = {"x", "y", "a"};
        for (int i = 0; i < 3; i++) {
            snprintf(name[i], sizeof name[i], "%s%td", axis[i], k + 1);
            zn_must(all.ctx, zn_recorder_add_q(out, all.block[k].ds, i, name[i],
                                                i < 2 ? "m" : "rad"));
        }
    }
    return zn_sample_run(s);
}
