/* OdePlugin.c - where two shapes touch, as ODE's collision library says
 *
 * The class "ode" of narrow phases, for second opinions on penetrations: ODE sees two shapes
 * only where they overlap, the depth is that of its dCollide. Built where libode is; a mesh must
 * be closed. doc/shapes.md. R. Smith, Open Dynamics Engine user guide, 2006.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <ode/ode.h>

#include <zeno/ctx.h>
#include <zeno/narrow.h>
#include <zeno/plugin.h>
#include <zeno/rotation.h>

/* Its geometry of a shape, made when it is asked for first; one for either side, as a shape
 * may meet itself. */
typedef struct geometry {
    const zn_shape *shape;
    int side;
    dGeomID geom;
    dTriMeshDataID mesh; /* of `point` and `corner`, which it borrows */
    double *point;
    dTriIndex *corner;
} geometry;

typedef struct machine {
    bool begun;
    geometry *of;
    zn_index n, cap;
} machine;

enum { KINDS = 6 };
static const char *const kinds[KINDS] = {"plane",   "sphere",   "box",
                                         "capsule", "cylinder", "mesh"};

static bool known(const zn_shape *s)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(zn_shape_kind(s), kinds[i]) == 0)
            return true;
    return false;
}

static bool is(const zn_shape *s, const char *kind)
{
    return strcmp(zn_shape_kind(s), kind) == 0;
}

static bool meets(const void *k, const zn_shape *a, const zn_shape *b)
{
    (void)k;
    return known(a) && known(b) && !(is(a, "plane") && is(b, "plane"));
}

/* ---- shapes -------------------------------------------------------------------- */

/* Triangles with corners of their own. */
static zn_status mesh_of(zn_ctx *ctx, const zn_shape *s, geometry *g)
{
    const zn_index n = zn_shape_face_count(s);

    g->point = zn_alloc(ctx, 9 * n, sizeof *g->point);
    g->corner = zn_alloc(ctx, 3 * n, sizeof *g->corner);
    if (!g->point || !g->corner)
        return ZN_ENOMEM;
    for (zn_index f = 0; f < n; f++)
        for (zn_index k = 0; k < 3; k++) {
            zn_shape_face(s, f, k, g->point + 9 * f + 3 * k);
            g->corner[3 * f + k] = (dTriIndex)(3 * f + k);
        }
    g->mesh = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildDouble(g->mesh, g->point, 3 * sizeof *g->point,
                                (int)(3 * n), g->corner, (int)(3 * n),
                                3 * sizeof *g->corner);
    g->geom = dCreateTriMesh(0, g->mesh, NULL, NULL, NULL);
    return ZN_OK;
}

static zn_status make(zn_ctx *ctx, const zn_shape *s, geometry *g)
{
    double lo[3], hi[3];

    g->shape = s;
    zn_shape_bounds(s, lo, hi);
    if (is(s, "mesh"))
        return mesh_of(ctx, s, g);
    if (is(s, "plane"))
        g->geom = dCreatePlane(0, 0, 0, 1, 0);
    else if (is(s, "sphere"))
        g->geom = dCreateSphere(0, hi[0]);
    else if (is(s, "box"))
        g->geom = dCreateBox(0, 2 * hi[0], 2 * hi[1], 2 * hi[2]);
    else if (is(s, "capsule"))
        g->geom = dCreateCapsule(0, hi[0], 2 * (hi[2] - hi[0]));
    else
        g->geom = dCreateCylinder(0, hi[0], 2 * hi[2]);
    return ZN_OK;
}

static void drop(zn_ctx *ctx, geometry *g)
{
    if (g->geom)
        dGeomDestroy(g->geom);
    if (g->mesh)
        dGeomTriMeshDataDestroy(g->mesh);
    zn_free_array(ctx, g->point);
    zn_free_array(ctx, g->corner);
}

static zn_status find(machine *m, zn_ctx *ctx, const zn_shape *s, int side,
                      zn_index *which)
{
    for (*which = 0; *which < m->n; ++*which)
        if (m->of[*which].shape == s && m->of[*which].side == side)
            return ZN_OK;
    if (m->n == m->cap) {
        const zn_index cap = 2 * m->cap + 8;
        geometry *more = zn_alloc(ctx, cap, sizeof *more);
        if (!more)
            return ZN_ENOMEM;
        if (m->n)
            memcpy(more, m->of, (size_t)m->n * sizeof *more);
        zn_free_array(ctx, m->of);
        m->of = more;
        m->cap = cap;
    }
    m->of[m->n] = (geometry){.side = side};
    const zn_status st = make(ctx, s, &m->of[m->n]);
    if (st)
        drop(ctx, &m->of[m->n]);
    else
        m->n++;
    return st;
}

static void put(const geometry *g, const double pose[7])
{
    double R[9];

    zn_rotation_matrix(pose + 3, R);
    if (is(g->shape, "plane")) {
        dGeomPlaneSetParams(g->geom, R[6], R[7], R[8],
                            R[6] * pose[0] + R[7] * pose[1] + R[8] * pose[2]);
        return;
    }
    /* rows of 3, each with a place that nobody looks at */
    const dMatrix3 rows = {R[0], R[3], R[6], 0,    R[1], R[4],
                           R[7], 0,    R[2], R[5], R[8], 0};
    dGeomSetPosition(g->geom, pose[0], pose[1], pose[2]);
    dGeomSetRotation(g->geom, rows);
}

/* ---- contacts -------------------------------------------------------------------- */

/* What ODE calls the position is put in the middle of the depth; its normal is into the first. */
static void take(const dContactGeom *c, uint32_t number, zn_touch *t)
{
    *t = (zn_touch){.gap = -c->depth, .f1 = number, .f2 = number};
    for (int i = 0; i < 3; i++) {
        t->n[i] = c->normal[i];
        t->p1[i] = t->c1[i] = c->pos[i] - c->depth / 2 * c->normal[i];
        t->p2[i] = t->c2[i] = c->pos[i] + c->depth / 2 * c->normal[i];
    }
}

static zn_status touch(void *k, zn_ctx *ctx, const zn_shape *a,
                       const double pose_a[7], const zn_shape *b,
                       const double pose_b[7], double reach, zn_touch out[],
                       zn_index *n)
{
    dContactGeom at[ZN_TOUCH_MOST];
    machine *m = k;
    zn_index ia, ib;

    *n = 0;
    if (!m->begun) {
        dInitODE2(0);
        m->begun = true;
    }
    dAllocateODEDataForThread((unsigned)dAllocateMaskAll);
    zn_status st = find(m, ctx, a, 0, &ia);
    if (!st)
        st = find(m, ctx, b, 1, &ib);
    if (st)
        return st;
    put(&m->of[ia], pose_a);
    put(&m->of[ib], pose_b);
    const int found =
        dCollide(m->of[ia].geom, m->of[ib].geom, ZN_TOUCH_MOST, at, sizeof *at);
    for (int i = 0; i < found; i++)
        if (-at[i].depth < reach)
            take(&at[i], (uint32_t)i, &out[(*n)++]);
    return ZN_OK;
}

static void fini(void *k, zn_ctx *ctx)
{
    machine *m = k;

    for (zn_index i = 0; i < m->n; i++)
        drop(ctx, &m->of[i]);
    zn_free_array(ctx, m->of);
    if (m->begun)
        dCloseODE();
}

static const zn_narrow_type ode = {
    .type = {.size = sizeof ode,
             .kind = ZN_KIND_NARROW,
             .name = "ode",
             .summary = "penetrations as ODE's library finds them",
             .state_size = sizeof(machine)},
    .meets = meets,
    .touch = touch,
    .fini = fini,
};

static const zn_type *const types[] = {&ode.type, NULL};
ZN_PLUGIN(OdePlugin, .version = "0.1", .license = "Apache-2.0", .types = types);
