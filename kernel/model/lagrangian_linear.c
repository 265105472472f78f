/* lagrangian_linear.c - linear time-invariant Lagrangian systems
 *     M v' + C v + K q = f_ext(t) + p,   q' = v
 * Products run over the entries that are stored: a bar of n elements costs O(n), a
 * mesh given as a sparse matrix or a system with diagonal data too.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"
#include "kernel/model/structure.h"
#include "kernel/model/vectors.h"

#include <string.h>

enum { MASS, STIFFNESS, DAMPING, F_EXT };

static const zn_slot slots[] = {
    [MASS] = {"mass", NULL, 'v', 'v', true, "M (kg)"},
    [STIFFNESS] = {"stiffness", NULL, 'v', 'q', true, "K (N/m)"},
    [DAMPING] = {"damping", NULL, 'v', 'v', true, "C (N s/m)"},
    [F_EXT] = {"f_ext", "S2", 'v', '1', true, "external force f_ext(t)"},
    {0},
};

/* Patterns of most matrices: bodies have six unknowns at most. */
#define ZERO(n)                                                                \
    {                                                                          \
        .shape = ZN_SHAPE_ZERO, .rows = n, .cols = n                           \
    }
#define DIAGONAL(n)                                                            \
    {                                                                          \
        .shape = ZN_SHAPE_DIAGONAL, .rows = n, .cols = n                       \
    }
static const zn_pattern zero[] = {ZERO(0), ZERO(1), ZERO(2), ZERO(3),
                                  ZERO(4), ZERO(5), ZERO(6)};
static const zn_pattern diagonal[] = {DIAGONAL(0), DIAGONAL(1), DIAGONAL(2),
                                      DIAGONAL(3), DIAGONAL(4), DIAGONAL(5),
                                      DIAGONAL(6)};
enum { SMALL = sizeof zero / sizeof *zero };

typedef struct matrix {
    const zn_pattern *pattern;
    const double *x;
} matrix;

/* f_ext of a function: a step begins where the last one ended. Of the thread that asked first;
 * others do without. */
typedef struct past {
    _Atomic(const void *) of;
    bool known;
    zn_index nz, room; /* the parameters it was made with; the numbers behind: */
    double at[];       /* t, its nv values there, and these */
} past;

/* What free bodies have not. */
typedef struct rest {
    matrix K, C;
    zn_pattern
        *own;      /* 3, those of the matrices if one is not among the above */
    double *store; /* values of the three that their operators have not */
    past *past;     /* NULL: f_ext is no function */
} rest;

#define NOTHING(n) {.K = {.pattern = &zero[n]}, .C = {.pattern = &zero[n]}}
static const rest nothing[] = {NOTHING(0), NOTHING(1), NOTHING(2), NOTHING(3),
                               NOTHING(4), NOTHING(5), NOTHING(6)};

/* Most systems are free bodies, by the hundred thousand: what only others have is
 * not in here. */
typedef struct linear {
    matrix M;
    const rest *rest; /* one of the above, or */
    bool own;         /* that of this system */
    bool symmetric;   /* K is: all of K q comes from a potential */
    bool plain;       /* K and C diagonal */
} linear;

/* What is asked of a function is of the system itself. */
static past *past_of(const zn_ds *ds)
{
    return ((const linear *)zni_ds_state(ds))->rest->past;
}

/* ---- values ------------------------------------------------------------- */

/* out = f A, in its own pattern */
static void copy_matrix(const matrix *A, double f, double out[])
{
    const zn_index count = zn_pattern_count(A->pattern);

    for (zn_index k = 0; k < count; k++)
        out[k] = f * A->x[k];
}

static zn_status mass(const zn_ds *ds, const double q[], double M[])
{
    const linear *s = zni_ds_state(ds);

    (void)q;
    copy_matrix(&s->M, 1, M);
    return ZN_OK;
}

static zn_status mass_mul(const zn_ds *ds, const double q[], const double w[],
                          double out[])
{
    const linear *s = zni_ds_state(ds);

    (void)q;
    memset(out, 0, (size_t)ds->nv * sizeof *out);
    zn_pattern_mul(s->M.pattern, s->M.x, 1, w, out);
    return ZN_OK;
}

/* f_ext(t) of a function, remembered with its parameters. One that writes into these is not: it may
 * count its calls. */
static zn_status ask(const zn_ds *ds, past *s, double t, double F[])
{
    const zn_operator *op = &ds->ops[F_EXT];
    double *f = s->at + 1, *with = f + ds->nv;
    zn_index nz;
    const double *z = zni_operator_seen(op, &nz);
    zn_status st;

    s->known = false;
    if (nz && nz == s->nz)
        zni_copy(nz, z, with);
    st = zni_call_s2(op, t, F);
    s->known = st == ZN_OK && nz == s->nz && (!nz || zni_same(nz, z, with));
    s->at[0] = t;
    zni_copy(ds->nv, F, f);
    return st;
}

/* Are time and parameters those of the last call? */
static inline bool remembers(const zn_ds *ds, const past *s, double t)
{
    zn_index nz;
    const double *z = zni_operator_seen(&ds->ops[F_EXT], &nz);

    return s->known && s->at[0] == t && nz == s->nz &&
           (!nz || memcmp(z, s->at + 1 + ds->nv, (size_t)nz * sizeof *z) == 0);
}

/* The same, asked only if they are not. */
static inline zn_status recall(const zn_ds *ds, past *s, double t, double F[])
{
    if (!remembers(ds, s, t))
        return ask(ds, s, t, F);
    for (zn_index i = 0; i < ds->nv; i++)
        F[i] = s->at[1 + i];
    return ZN_OK;
}

/* Is what is remembered this thread's? A locked instruction in every step would cost more than
 * most functions. */
static inline bool mine(past *s)
{
    const void *me = zni_thread(), *nobody = NULL;
    const void *of = atomic_load_explicit(&s->of, memory_order_relaxed);

    return of == me ||
           (!of && atomic_compare_exchange_strong(&s->of, &nobody, me));
}

static inline zn_status external(const zn_ds *ds, double t, double F[])
{
    const zn_operator *op = &ds->ops[F_EXT];
    past *s = op->mode == ZN_OPERATOR_FUNCTION ? past_of(ds) : NULL;

    if (s && mine(s))
        return recall(ds, s, t, F);
    if (op->mode != ZN_OPERATOR_CONSTANT && op->mode != ZN_OPERATOR_ABSENT)
        return zni_call_s2(op, t, F);
    if (op->value)
        zni_copy(ds->nv, op->value, F);
    else
        zni_clear(ds->nv, F);
    return ZN_OK;
}

/* F = F - C v - K q */
static inline void subtract(const zn_ds *ds, const double q[], const double v[], double F[])
{
    const linear *s = zni_ds_state(ds);
    const zn_index n = ds->nv;

    if (!s->plain) {
        zn_pattern_mul(s->rest->C.pattern, s->rest->C.x, -1, v, F);
        zn_pattern_mul(s->rest->K.pattern, s->rest->K.x, -1, q, F);
        return;
    }
    /* most systems with one coordinate: loops without calls */
    if (s->rest->K.pattern->shape == ZN_SHAPE_DIAGONAL)
        for (zn_index i = 0; i < n; i++)
            F[i] -= s->rest->K.x[i] * q[i];
    if (s->rest->C.pattern->shape == ZN_SHAPE_DIAGONAL)
        for (zn_index i = 0; i < n; i++)
            F[i] -= s->rest->C.x[i] * v[i];
}

static zn_status force(const zn_ds *ds, double t, const double q[],
                       const double v[], double F[])
{
    const zn_status st = external(ds, t, F);

    if (!st)
        subtract(ds, q, v, F);
    return st;
}

/* The mean of f_ext alone: the rest is the same at both instants. */
static zn_status force_mean(const zn_ds *ds, double t0, double t1, double w,
                            const double q[], const double v[], double work[],
                            double F[])
{
    past *s = ds->ops[F_EXT].mode == ZN_OPERATOR_FUNCTION ? past_of(ds) : NULL;
    const bool known = s && mine(s);
    zn_status st = known ? recall(ds, s, t0, F) : external(ds, t0, F);

    if (!st)
        st = known ? ask(ds, s, t1, work) : external(ds, t1, work);
    if (st)
        return st;
    for (zn_index i = 0; i < ds->nv; i++)
        F[i] += w * (work[i] - F[i]);
    subtract(ds, q, v, F);
    return ZN_OK;
}

/* Who asks for it alone goes through many instants, and comes back to none. */
static zn_status force_in_time(const zn_ds *ds, double t, double F[])
{
    return zni_call_s2(&ds->ops[F_EXT], t, F);
}

static zn_status force_jac(const zn_ds *ds, double t, const double q[],
                           const double v[], double dFdq[], double dFdv[])
{
    const linear *s = zni_ds_state(ds);

    (void)t;
    (void)q;
    (void)v;
    copy_matrix(&s->rest->K, -1, dFdq);
    copy_matrix(&s->rest->C, -1, dFdv);
    return ZN_OK;
}

static bool autonomous(const zn_ds *ds)
{
    return ds->ops[F_EXT].mode != ZN_OPERATOR_FUNCTION;
}

/* The symmetric part of K comes from the potential q'Kq/2, the other does not
 * (circulatory forces). A constant f_ext has the potential -f_ext'q. */
static zn_status force_parts(const zn_ds *ds, double t, const double q[],
                             const double v[], zn_force_parts *out)
{
    const linear *s = zni_ds_state(ds);

    zn_pattern_mul(s->rest->C.pattern, s->rest->C.x, -1, v, out->damping);
    if (!s->symmetric) {
        zn_pattern_mul(s->rest->K.pattern, s->rest->K.x, -0.5, q, out->internal);
        zn_pattern_mul_t(s->rest->K.pattern, s->rest->K.x, 0.5, q, out->internal);
    }
    return autonomous(ds) ? ZN_OK : external(ds, t, out->external);
}

static double potential(const zn_ds *ds, const double q[])
{
    const linear *s = zni_ds_state(ds);
    const zn_operator *f = &ds->ops[F_EXT];
    double V = 0.5 * zn_pattern_quad(s->rest->K.pattern, s->rest->K.x, q);

    for (zn_index i = 0; f->mode == ZN_OPERATOR_CONSTANT && i < ds->nv; i++)
        V -= f->value[i] * q[i];
    return V;
}

/* ---- seal --------------------------------------------------------------- */

static zn_status check_mass(const zn_ds *ds, zn_findings *f)
{
    const linear *s = zni_ds_state(ds);
    char why[160];

    if (ds->ops[MASS].mode == ZN_OPERATOR_ABSENT) {
        zn_findings_add(f,
                        "system '%s': mass is not given; give it by "
                        "zn_ds_set_constant or zn_ds_set_diagonal",
                        ds->owner.name);
        return ZN_OK;
    }
    const zn_status st =
        zni_mass_check(ds->owner.ctx, s->M.pattern, s->M.x, sizeof why, why);
    if (!st && why[0])
        zn_findings_add(f, "system '%s': mass %s", ds->owner.name, why);
    return st;
}

/* One that others have too, or NULL. */
static const zn_pattern *shared(const zn_pattern *a)
{
    return a->rows >= SMALL                ? NULL
           : a->shape == ZN_SHAPE_ZERO     ? &zero[a->rows]
           : a->shape == ZN_SHAPE_DIAGONAL ? &diagonal[a->rows]
                                           : NULL;
}

/* May it do with `nothing`? */
static bool needs_rest(const zn_ds *ds, const zni_smatrix found[3],
                       zn_index count)
{
    bool all = true;

    for (int i = MASS; i <= DAMPING; i++)
        all = all && shared(&found[i].pattern);
    return !all || count > 0 || !autonomous(ds) ||
           found[STIFFNESS].pattern.shape != ZN_SHAPE_ZERO ||
           found[DAMPING].pattern.shape != ZN_SHAPE_ZERO;
}

/* The rest of the system itself, to be written, or NULL if it may do without. */
static zn_status take_rest(zn_ds *ds, bool needed, rest **out)
{
    linear *s = zni_ds_state(ds);

    *out = s->own ? (rest *)s->rest : NULL;
    if (s->own)
        return ZN_OK;
    if (needed)
        *out = zn_alloc(ds->owner.ctx, 1, sizeof **out);
    if (needed && !*out)
        return ZN_ENOMEM;
    s->own = needed;
    s->rest = needed ? *out : &nothing[ds->nv];
    return ZN_OK;
}

/* Patterns and values of the three. */
static zn_status keep(zn_ds *ds, rest *more, const zni_smatrix found[3])
{
    linear *s = zni_ds_state(ds);
    matrix *A[] = {&s->M, more ? &more->K : NULL, more ? &more->C : NULL};
    bool all = true;

    for (int i = MASS; i <= DAMPING; i++)
        all = all && shared(&found[i].pattern);
    if (!all && !more->own)
        more->own = zn_alloc(ds->owner.ctx, 3, sizeof *more->own);
    if (!all && !more->own)
        return ZN_ENOMEM;
    for (int i = MASS; i <= DAMPING && A[i]; i++) {
        if (!all)
            more->own[i] = found[i].pattern;
        A[i]->pattern = all ? shared(&found[i].pattern) : &more->own[i];
        A[i]->x = found[i].x;
    }
    return ZN_OK;
}

/* Room for the last force. */
static zn_status reserve(zn_ds *ds, rest *more)
{
    const zn_operator *op = &ds->ops[F_EXT];
    zn_index nz, room;
    past *p = more ? more->past : NULL;

    if (autonomous(ds))
        return ZN_OK;
    zni_operator_seen(op, &nz);
    room = 1 + ds->nv + nz;
    if (!p || p->room < room) {
        p = zn_alloc(ds->owner.ctx,
                     (zn_index)sizeof *p + room * (zn_index)sizeof *p->at, 1);
        if (!p)
            return ZN_ENOMEM;
        zn_free_array(ds->owner.ctx, more->past);
        more->past = p;
        p->room = room;
    }
    p->known = false;
    p->nz = nz;
    atomic_store(&p->of, NULL);
    return ZN_OK;
}

static zn_status seal(zn_ds *ds, zn_findings *f)
{
    linear *s = zni_ds_state(ds);
    zni_smatrix found[3];
    double *store, *end;
    zn_index count = 0;
    rest *more;
    zn_status st;

    for (int i = MASS; i <= DAMPING; i++) {
        zni_smatrix_detect(&found[i], &ds->ops[i], ds->nv);
        count += zni_smatrix_count(&found[i], &ds->ops[i]);
    }
    st = take_rest(ds, needs_rest(ds, found, count), &more);
    store = count && !st ? zn_alloc(ds->owner.ctx, count, sizeof *store) : NULL;
    if (!st)
        st = count && !store ? ZN_ENOMEM : reserve(ds, more);
    end = store;
    for (int i = MASS; !st && i <= DAMPING; i++)
        zni_smatrix_fill(&found[i], &ds->ops[i], &end);
    if (!st)
        st = keep(ds, more, found);
    if (more && !st) {
        zn_free_array(ds->owner.ctx, more->store);
        more->store = store;
    } else {
        zn_free_array(ds->owner.ctx, store);
    }
    if (st)
        return st;
    s->symmetric = zn_pattern_symmetric(s->rest->K.pattern, s->rest->K.x, 0);
    s->plain = zni_smatrix_diagonal(&found[STIFFNESS]) &&
               zni_smatrix_diagonal(&found[DAMPING]);
    return check_mass(ds, f);
}

static void varies(const zn_ds *ds, zn_ds_variability *out)
{
    const linear *s = zni_ds_state(ds);
    const bool no_forces = s->rest->K.pattern->shape == ZN_SHAPE_ZERO &&
                           s->rest->C.pattern->shape == ZN_SHAPE_ZERO;

    out->M = ZN_CONSTANT;
    out->J = no_forces ? ZN_ZERO : ZN_CONSTANT;
    out->F = zni_operator_vary(&ds->ops[F_EXT], ZN_WITH_TIME) |
             (out->J ? ZN_WITH_STATE : ZN_ZERO);
    out->affine = true;
    out->diagonal = s->plain && (s->M.pattern->shape == ZN_SHAPE_ZERO ||
                                 s->M.pattern->shape == ZN_SHAPE_DIAGONAL);
}

static const zn_pattern *pattern(const zn_ds *ds, zn_ds_matrix which)
{
    const linear *s = zni_ds_state(ds);

    return which == ZN_DS_MASS    ? s->M.pattern
           : which == ZN_DS_JAC_Q ? s->rest->K.pattern
                                  : s->rest->C.pattern;
}

static void fini(zn_ds *ds)
{
    const linear *s = zni_ds_state(ds);
    rest *more = s->own ? (rest *)s->rest : NULL;

    if (!more)
        return;
    zn_free_array(ds->owner.ctx, more->own);
    zn_free_array(ds->owner.ctx, more->store);
    zn_free_array(ds->owner.ctx, more->past);
    zn_free_array(ds->owner.ctx, more);
}

const zn_ds_type zni_ds_lagrangian_linear = {
    .type = {.size = sizeof zni_ds_lagrangian_linear,
             .kind = ZN_KIND_DS,
             .name = "lagrangian-linear",
             .summary = "M v' + C v + K q = f_ext(t) + p, constant M, C, K",
             .state_size = sizeof(linear)},
    .family = ZN_SECOND_ORDER,
    .slots = slots,
    .fini = fini,
    .seal = seal,
    .varies = varies,
    .mass = mass,
    .mass_mul = mass_mul,
    .force = force,
    .force_jac = force_jac,
    .force_mean = force_mean,
    .force_in_time = force_in_time,
    .force_parts = force_parts,
    .potential = potential,
    .pattern = pattern,
};
