/* sweep.c - nonsmooth Gauss-Seidel: contact after contact, each exactly
 * SPDX-License-Identifier: Apache-2.0 */
#include "../core/draw.h"
#include "../methods/sweep.h"
#include "nsgs.h"

/* Jourdan, Alart & Jean, A Gauss-Seidel like algorithm to solve frictional
 * contact problems, CMAME 155 (1998); Jean, The non-smooth contact dynamics
 * method, CMAME 177 (1999). What is around a sweep is in ../methods/sweep.c; the
 * change of r is the light measure of progress. Contacts may be taken colour by
 * colour, each colour shared by threads; then each contact notes its change, and
 * one thread adds them, so that the number of threads changes no bit. */
enum { CHECK = 20 };

static zn_status room(zn_ctx *ctx, zni_nsgs_work *k, zn_index n, zn_index nc,
                      size_t bytes, bool shuffled, bool freezes)
{
    zn_status st =
        zn_grow(ctx, &k->contact, &k->cap_contact, nc * (zn_index)bytes, 1);

    if (!st && shuffled)
        st = zn_grow(ctx, &k->order, &k->cap_order, nc, sizeof *k->order);
    if (!st && freezes)
        st = zn_grow(ctx, &k->sleep, &k->cap_sleep, nc, sizeof *k->sleep);
    return st ? st : zni_room(ctx, &k->v, &k->cap_v, n, sizeof *k->v);
}

zn_status zni_nsgs_reserve(zn_ctx *ctx, zni_nsgs_work *k, zn_index n)
{
    return room(ctx, k, n, n / 2 + 1, zni_contact_bytes(), true, true);
}

zn_status zni_nsgs_size(zn_ctx *ctx, zni_nsgs_work *k, const zni_fc *c)
{
    const bool roomy = c->nb <= ZNI_ROOMY;

    return room(ctx, k, c->n, c->nc, c->law->contact_size, roomy, roomy);
}

zn_status zni_nsgs_reserve_pace(zn_ctx *ctx, zni_nsgs_work *k, zn_index n,
                                zn_index depth)
{
    zn_status st = zni_anderson_reserve(ctx, &k->acceleration, n, depth);

    return st ? st : zni_momentum_reserve(ctx, &k->momentum, n);
}

zn_status zni_nsgs_reserve_colours(zn_ctx *ctx, zni_nsgs_work *k, zn_index n,
                                   zn_index nc, zn_index nb, zn_index values)
{
    zn_status st = zni_colours_reserve(ctx, &k->colours, nc, nb);

    if (!st)
        st = zni_permuted_reserve(ctx, &k->permuted, n, nc, nb, values);
    return st ? st
              : zni_room(ctx, &k->moved, &k->cap_moved, 2 * nc,
                        sizeof *k->moved);
}

void zni_nsgs_fini(zn_ctx *ctx, zni_nsgs_work *k)
{
    zni_pool_free(ctx, k->pool);
    zni_colours_fini(ctx, &k->colours);
    zni_domains_fini(ctx, &k->domains);
    zni_permuted_fini(ctx, &k->permuted);
    zni_anderson_fini(ctx, &k->acceleration);
    zni_momentum_fini(ctx, &k->momentum);
    zn_free_array(ctx, k->contact);
    zn_free_array(ctx, k->order);
    zn_free_array(ctx, k->sleep);
    zn_free_array(ctx, k->moved);
    zn_free_array(ctx, k->v);
}

typedef struct run {
    zni_nsgs_work *k;
    const zni_nsgs *opt;
    const zni_fc *c;
    double *r;
    zn_index threads; /* at work                                            */
    zn_index made;    /* sweeps                                             */
    bool back;        /* this one goes against the order                    */
    uint64_t random;
    bool each; /* another order before each sweep                    */
    bool plain; /* space, friction, exact, no relaxation, none is left alone, nor is each alone */
} run;

/* one contact: squares of its change and of its new r; d is a constant where it is two or three */
static inline void visit_of(const run *s, const zn_index d, zn_index a,
                            double *change, double *norm)
{
    const zni_nsgs *opt = s->opt;
    const zni_law *law = s->c->law;
    double *ra = s->r + d * a, q[ZNI_DMAX], old[ZNI_DMAX], off = 0, size = 0;
    const void *contact = s->k->contact + law->contact_size * (size_t)a;

    if (zni_nsgs_sleeps(opt, s->k->sleep, a)) {
        for (zn_index i = 0; i < d; i++)
            size += ra[i] * ra[i];
        *change = 0;
        *norm = size;
        return;
    }
    if (d == 2)
        zni_fc_others_plane(s->c, a, s->r, q);
    else
        zni_fc_others(s->c, a, s->r, q);
    for (zn_index i = 0; i < d; i++)
        old[i] = ra[i];
    if (opt->local == ZNI_EXACT && law == &zni_coulomb)
        zni_contact_solve(contact, d, q, ra);
    else if (opt->local == ZNI_EXACT)
        law->contact_solve(s->c, a, contact, q, ra);
    else
        zni_contact_local((zni_local)opt->local, opt->local_iter, contact, d, q,
                          ra);
    if (zni_nsgs_relax(opt->omega, d, old, ra))
        law->project(s->c, a, ra, ra);
    for (zn_index i = 0; i < d; i++) {
        off += (ra[i] - old[i]) * (ra[i] - old[i]);
        size += ra[i] * ra[i];
    }
    zni_nsgs_settle(opt, off, size, s->k->sleep, a);
    *change = off;
    *norm = size;
}

static inline void visit(const run *s, zn_index a, double *change, double *norm)
{
    if (s->c->d == 3)
        visit_of(s, 3, a, change, norm);
    else if (s->c->d == 2)
        visit_of(s, 2, a, change, norm);
    else
        visit_of(s, s->c->d, a, change, norm);
}

/* Contacts as v has them. */
static void visits(const run *s, const zni_visits *v, double all[2])
{
    double moved[2];

    if (s->plain) {
        zni_contacts_in_turn(s->c, (const zni_contact *)s->k->contact, v, s->r, all);
        return;
    }
    all[0] = all[1] = 0;
    for (zn_index h = v->first; h < v->end; h++) {
        const zn_index o = v->back ? v->first + v->end - 1 - h : h,
                       a = v->order ? v->order[o] : o;

        visit(s, a, &moved[0], &moved[1]);
        all[0] += moved[0];
        all[1] += moved[1];
        if (v->moved)
            memcpy(v->moved + 2 * a, moved, sizeof moved);
    }
}

/* Contacts first ... end - 1, or back; what each changed is noted. */
static void pass(const run *s, zn_index first, zn_index end, bool back)
{
    const zni_visits v = {
        .first = first, .end = end, .back = back, .moved = s->k->moved};
    double all[2];

    visits(s, &v, all);
}

/* Those of a colour or level, of which none waits for another, by batches. */
static void batches(const run *s, zn_index first, zn_index end)
{
    const zni_contact *contact = (const zni_contact *)s->k->contact;

    for (zn_index n; first < end; first += n) {
        n = end - first < ZNI_BATCH ? end - first : ZNI_BATCH;
        zni_contacts_visit(s->c, contact, first, n, s->r, s->k->moved);
    }
}

/* Those of a domain by its levels, or back. */
static void levels(const run *s, zn_index domain, bool back)
{
    const zni_colours *g = &s->k->colours;
    const zn_index first = g->first[domain], end = g->first[domain + 1];

    for (zn_index h = first; h < end; h++) {
        const zn_index l = back ? first + end - 1 - h : h;

        batches(s, g->level[l], g->level[l + 1]);
    }
}

static void once(const run *s, zn_index domain, bool back)
{
    const zn_index *bound = s->k->colours.bound;

    if (s->plain)
        levels(s, domain, back);
    else
        pass(s, bound[domain], bound[domain + 1], back);
}

/* A domain is swept to and fro: what it reads is at hand the second time, which costs a quarter
 * of the first, and a hundred such sweeps leave as little as two hundred plain ones. */
static void domains(const run *s, zn_index first, zn_index end)
{
    for (zn_index h = first; h < end; h++) {
        const zn_index m = s->back ? first + end - 1 - h : h;

        once(s, m, !s->back);
        once(s, m, s->back);
    }
}

/* the share of thread `me` of each colour */
static void share(void *arg, zn_index me)
{
    const run *s = arg;
    const zni_colours *g = &s->k->colours;
    const zn_index *start = s->opt->order == ZNI_DOMAINS ? g->part : g->start;

    for (zn_index c = 0; c < g->n; c++) {
        const zn_index k = s->back ? g->n - 1 - c : c, n = start[k + 1] - start[k];
        const zn_index first = start[k] + zni_pool_share(n, s->threads, me),
                       end = start[k] + zni_pool_share(n, s->threads, me + 1);

        if (s->opt->order == ZNI_DOMAINS)
            domains(s, first, end);
        else if (s->plain)
            batches(s, first, end);
        else
            pass(s, first, end, s->back);
        if (s->threads > 1 && c + 1 < g->n)
            zni_pool_barrier(s->k->pool);
    }
}

static void wake(void *of)
{
    const run *s = of;

    if (s->opt->freeze > 0)
        memset(s->k->sleep, 0, (size_t)s->c->nc * sizeof *s->k->sleep);
}

/* r is where the next sweep begins */
static void depart(const run *s)
{
    if (s->opt->accelerate == ZNI_COMBINED)
        zni_anderson_from(&s->k->acceleration, s->r);
    if (s->opt->accelerate >= ZNI_MOMENTUM)
        zni_momentum_from(&s->k->momentum, s->r);
}

/* before the first sweep */
static void begin(run *s)
{
    const size_t bytes = s->c->law->contact_size;

    wake(s);
    for (zn_index a = 0; a < s->c->nc; a++)
        s->c->law->contact_set(s->c, a, s->k->contact + bytes * (size_t)a);
    for (zn_index a = 0; a < s->c->nc && s->opt->order == ZNI_SHUFFLED; a++)
        s->k->order[a] = a;
    if (s->opt->order == ZNI_SHUFFLED && !s->each)
        zni_draw_order(s->k->order, s->c->nc, &s->random);
    depart(s);
}

/* the next point to sweep from, back in the cones */
static void accelerate(const run *s)
{
    if (s->opt->accelerate == ZNI_COMBINED)
        zni_anderson_next(&s->k->acceleration, s->r);
    else
        zni_momentum_next(&s->k->momentum, s->r);
    zni_fc_admit(s->c, s->r);
    depart(s);
}

/* What is due before the next sweep. */
static void prepare(run *s)
{
    const bool pairs = s->opt->accelerate == ZNI_NESTEROV;

    s->back = pairs && s->made % 2 == 1;
    if (s->made == 0)
        begin(s);
    else if (s->opt->accelerate && !s->back)
        accelerate(s);
    if (s->each)
        zni_draw_order(s->k->order, s->c->nc, &s->random);
    s->made++;
}

/* Colours shared by threads, or back and forth: what changed is noted, then added in the order. */
static void shared(run *s, double all[2])
{
    if (s->threads > 1)
        zni_pool_run(s->k->pool, share, s);
    else
        share(s, 0);
    for (zn_index a = 0; a < s->c->nc; a++) {
        all[0] += s->k->moved[2 * a];
        all[1] += s->k->moved[2 * a + 1];
    }
}

/* Contact after contact, and added at once. */
static void alone(const run *s, double all[2])
{
    const zni_visits v = {
        .end = s->c->nc,
        .back = s->back != (s->opt->order == ZNI_REVERSE),
        .order = s->opt->order == ZNI_SHUFFLED ? s->k->order : NULL};

    visits(s, &v, all);
}

/* one sweep; the change relative to r, Euclidean */
static zn_status sweep(void *of, double r[], double u[], double *relative)
{
    run *s = of;
    double all[2] = {0, 0}; /* the change, and r; squares */

    (void)r;
    (void)u;
    prepare(s);
    if (s->opt->order >= ZNI_COLOURED)
        shared(s, all);
    else
        alone(s, all);
    *relative = all[1] > 0 ? sqrt(all[0] / all[1]) : sqrt(all[0]);
    return ZN_OK;
}

/* the threads to share the colours of k; they live as long as their number is the same */
static zn_status threads(zn_ctx *ctx, zni_nsgs_work *k, const zni_nsgs *opt,
                         const zni_fc *c, zn_index *out)
{
    const bool worth =
        opt->threads > 1 && c->nb / k->colours.n / opt->threads >= opt->grain;

    *out = worth ? opt->threads : 1;
    return worth ? zni_pool_ready(ctx, opt->threads, &k->pool) : ZN_OK;
}

static bool zero(zn_index n, const double x[])
{
    zn_index i = 0;

    while (i < n && x[i] == 0)
        i++;
    return i == n;
}

/* u = W r + q, from the usual start, r = 0, without a product */
static double look(void *of, const double r[], double u[])
{
    const zni_fc *c = ((const run *)of)->c;

    if (zero(c->n, r))
        memcpy(u, c->q, (size_t)c->n * sizeof *u);
    else
        zni_fc_mul(c, r, c->q, u);
    return zni_fc_error(c, r, u);
}

/* the sweeps; coloured: c has been permuted */
static zn_status sweeps(zn_ctx *ctx, zni_nsgs_work *k, const zni_nsgs *opt,
                        const zni_fc *c, zn_index workers, double r[],
                        double u[], zn_monitor *mon, zn_solve_info *info)
{
    const bool one = c->nb == c->nc; /* blocks are all: one sweep is, too */
    run s = {.k = k,
             .opt = opt,
             .c = c,
             .r = r,
             .threads = workers,
             .random = (uint64_t)opt->seed,
             .each = opt->order == ZNI_SHUFFLED && !opt->once,
             .plain = !one && c->d == 3 && c->law == &zni_coulomb &&
                      opt->local == ZNI_EXACT && opt->omega == 1 &&
                      opt->freeze == 0};
    const zni_swept swept = {
        .of = &s, .n = c->n, .sweep = sweep, .look = look, .wake = wake};
    const zni_sweeping how = {.tol = opt->tol,
                              .max_iter = opt->max_iter,
                              .every = opt->check || one ? 1 : CHECK,
                              .more = opt->more,
                              .first = true,
                              .restless = s.each || opt->freeze > 0,
                              .patience = opt->patience,
                              .granted = opt->granted,
                              .early = opt->early,
                              .price = opt->price,
                              .payer = opt->payer};
    zn_status st = room(ctx, k, c->n, c->nc, c->law->contact_size,
                        opt->order == ZNI_SHUFFLED, opt->freeze > 0);

    if (!st && opt->accelerate == ZNI_COMBINED)
        st = zni_anderson_begin(ctx, &k->acceleration, c->n,
                                opt->depth ? opt->depth : ZNI_ANDERSON);
    if (!st && opt->accelerate >= ZNI_MOMENTUM)
        st = zni_momentum_begin(
            ctx, &k->momentum,
            opt->accelerate == ZNI_MOMENTUM ? ZNI_CONJUGATE : ZNI_ACCELERATED,
            c->n, c->d, c->size);
    if (!st)
        zni_fc_admit(c, r);
    return st ? st : zni_sweeps(&swept, &how, k->v, r, u, mon, info);
}

zn_status zni_nsgs_permute(zn_ctx *ctx, zni_nsgs_work *k, int order,
                           const zni_fc *c)
{
    zn_status st = zni_room(ctx, &k->moved, &k->cap_moved, 2 * c->nc, sizeof *k->moved);

    if (!st)
        st = order == ZNI_DOMAINS
                 ? zni_domains_set(ctx, &k->domains, c, &k->colours)
                 : zni_colours_set(ctx, &k->colours, c);
    return st ? st : zni_permuted_set(ctx, &k->permuted, &k->colours, c);
}

zn_status zni_nsgs_run(zn_ctx *ctx, zni_nsgs_work *k, const zni_nsgs *opt,
                       const zni_fc *c, double r[], double u[], zn_monitor *mon,
                       zn_solve_info *info)
{
    zn_index workers = 1;
    zn_status st;

    if (opt->order < ZNI_COLOURED)
        return sweeps(ctx, k, opt, c, workers, r, u, mon, info);
    st = opt->permuted ? ZN_OK : zni_nsgs_permute(ctx, k, opt->order, c);
    if (!st)
        st = threads(ctx, k, opt, c, &workers);
    if (st)
        return st;
    if (opt->permuted)
        return sweeps(ctx, k, opt, c, workers, r, u, mon, info);
    zni_permuted_enter(&k->permuted, &k->colours, r);
    st = sweeps(ctx, k, opt, &k->permuted.c, workers, k->permuted.v,
                k->permuted.v + c->n, mon, info);
    if (st >= 0)
        zni_permuted_leave(&k->permuted, &k->colours, r, u);
    return st;
}
