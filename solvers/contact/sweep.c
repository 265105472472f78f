/* sweep.c - nonsmooth Gauss-Seidel: contact after contact, each exactly
 * SPDX-License-Identifier: Apache-2.0 */
#include "nsgs.h"

#include "../linalg/few.h"

/* Jourdan, Alart & Jean, A Gauss-Seidel like algorithm to solve frictional
 * contact problems, CMAME 155 (1998); Jean, The non-smooth contact dynamics
 * method, CMAME 177 (1999). The sweeps are those of ../methods/seidel.c; between measurements of the error the change
 * of r shows the progress. Contacts may be visited colour by colour, each colour divided among threads. Then every
 * contact stores its change, and one thread adds them up in a fixed order, so that the bits do not depend on the
 * number of threads. */
enum { CHECK = 20 };

static zn_status room(zn_ctx *ctx, zni_nsgs_work *k, zn_index n, zn_index nc,
                      size_t bytes, bool shuffled, bool freezes)
{
    zn_status st =
        zn_grow(ctx, &k->contact, &k->cap_contact, nc * (zn_index)bytes, 1);

    return st ? st : zni_seidel_reserve(ctx, &k->turns, n, nc, shuffled, freezes);
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
    zni_seidel_fini(ctx, &k->turns);
    ZNI_FREE(ctx, k->contact, k->moved);
}

typedef struct run {
    zni_nsgs_work *k;
    const zni_nsgs *opt;
    const zni_fc *c;
    double *r;
    const zni_visiting *block;
    zn_index threads; /* at work                                            */
    bool begun;       /* the contacts have been set                         */
    bool back;        /* this sweep visits the contacts in reverse order    */
    bool plain; /* friction in space, exact, without relaxation or freezing, and some contacts touch */
} run;

static ZNI_INTO_WIDE zn_status solve(void *of, zn_index d, zn_index a, double ra[])
{
    const run *s = of;
    const zni_nsgs *opt = s->opt;
    const zni_law *law = s->c->law;
    const void *contact = s->k->contact + law->contact_size * (size_t)a;
    double q[ZNI_DMAX];

    if (d == 2)
        zni_fc_others_plane(s->c, a, s->r, q);
    else
        zni_fc_others(s->c, a, s->r, q);
    if (opt->local == ZNI_EXACT && law == &zni_coulomb)
        zni_contact_solve(contact, d, q, ra);
    else if (opt->local == ZNI_EXACT)
        law->contact_solve(s->c, a, contact, q, ra);
    else
        zni_contact_local((zni_local)opt->local, opt->local_iter, contact, d, q,
                          ra);
    return ZN_OK;
}

static void project(void *of, zn_index a, double ra[])
{
    const zni_fc *c = ((const run *)of)->c;

    c->law->project(c, a, ra, ra, NULL);
}

/* Visits the contacts of v. */
static void visits(run *s, const zni_visits *v, double all[2])
{
    zni_visiting one = *s->block;

    one.solve = solve;
    one.carry = NULL;
    if (s->plain)
        zni_contacts_in_turn(s->c, (const zni_contact *)s->k->contact, v, s->r, all);
    else
        (void)zni_visit_contacts(&one, v, s->r, all); /* none fails */
}

/* Visits contacts first ... end - 1, or in reverse order; each stores its change. */
static void pass(run *s, zn_index first, zn_index end, bool back)
{
    const zni_visits v = {
        .first = first, .end = end, .back = back, .moved = s->k->moved};
    double all[2];

    visits(s, &v, all);
}

/* Each domain is swept forth and back: the second time its data are in the cache, so that it costs a quarter of the
 * first, and a hundred such sweeps leave as small an error as two hundred plain ones. */
static void domains(run *s, zn_index first, zn_index end)
{
    const zn_index *bound = s->k->colours.bound;

    for (zn_index h = first; h < end; h++) {
        const zn_index m = s->back ? first + end - 1 - h : h;

        pass(s, bound[m], bound[m + 1], !s->back);
        pass(s, bound[m], bound[m + 1], s->back);
    }
}

/* thread `me` visits its share of each colour */
static void share(void *arg, zn_index me)
{
    run *s = arg;
    const zni_colours *g = &s->k->colours;
    const zn_index *start = s->opt->order == ZNI_DOMAINS ? g->part : g->start;

    for (zn_index c = 0; c < g->n; c++) {
        const zn_index k = s->back ? g->n - 1 - c : c, n = start[k + 1] - start[k];
        const zn_index first = start[k] + zni_pool_share(n, s->threads, me),
                       end = start[k] + zni_pool_share(n, s->threads, me + 1);

        if (s->opt->order == ZNI_DOMAINS)
            domains(s, first, end);
        else
            pass(s, first, end, s->back);
        if (s->threads > 1 && c + 1 < g->n)
            zni_pool_barrier(s->k->pool);
    }
}

/* A sweep by colours, divided among threads; the changes are added in order afterwards. */
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

/* sets the contacts, before the first sweep */
static void begin(run *s)
{
    const size_t bytes = s->c->law->contact_size;

    for (zn_index a = 0; a < s->c->nc; a++)
        s->c->law->contact_set(s->c, a, s->k->contact + bytes * (size_t)a);
    s->begun = true;
}

/* one sweep */
static zn_status sweep(void *of, const zni_visiting *block, const zni_visits *v, double r[],
                       double u[], double all[2])
{
    run *s = of;

    (void)r;
    (void)u;
    s->block = block;
    if (!s->begun)
        begin(s);
    s->back = v->back;
    if (s->opt->order >= ZNI_COLOURED)
        shared(s, all);
    else
        visits(s, v, all);
    return ZN_OK;
}

/* The number of threads that is worth while for the colours of k. The pool lives as long as this number stays the
 * same. */
static zn_status threads(zn_ctx *ctx, zni_nsgs_work *k, const zni_nsgs *opt,
                         const zni_fc *c, zn_index *out)
{
    const bool worth =
        opt->threads > 1 && c->nb / k->colours.n / opt->threads >= opt->grain;

    *out = worth ? opt->threads : 1;
    return worth ? zni_pool_ready(ctx, opt->threads, &k->pool) : ZN_OK;
}

/* u = W r + q; from r = 0, the usual start, without a product */
static void renew(void *of, const double r[], double u[])
{
    const zni_fc *c = ((const run *)of)->c;

    if (zni_any(c->n, r))
        zni_fc_mul(c, r, c->q, u);
    else
        memcpy(u, c->q, (size_t)c->n * sizeof *u);
}

static double error(void *of, const double r[], const double u[])
{
    return zni_fc_error(((const run *)of)->c, r, u);
}

static void admit(void *of, double r[])
{
    zni_fc_admit(((const run *)of)->c, r);
}

/* the sweeps over c, which is permuted if they are coloured */
static zn_status sweeps(zni_call call, zni_nsgs_work *k, const zni_nsgs *opt, const zni_fc *c,
                        zn_index workers)
{
    const bool one = c->nb == c->nc; /* no two contacts touch: one sweep is the solution */
    run s = {.k = k,
             .opt = opt,
             .c = c,
             .r = call.z,
             .threads = workers,
             .plain = !one && c->d == 3 && c->law == &zni_coulomb && opt->local == ZNI_EXACT &&
                      opt->omega == 1 && opt->freeze == 0};
    const zni_in_turn f = {.n = c->n,
                           .nb = c->nc,
                           .block = {.of = &s, .d = c->d, .project = project},
                           .renew = renew,
                           .error = error,
                           .pass = sweep,
                           .admit = admit,
                           .weight = c->size,
                           .every = one ? 1 : CHECK,
                           .first = true};
    zn_status st = room(call.ctx, k, c->n, c->nc, c->law->contact_size, opt->order == ZNI_SHUFFLED,
                        opt->freeze > 0);

    return st ? st : zni_seidel_run(call, &k->turns, opt, &f);
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

zn_status zni_nsgs_run(zni_call call, zni_nsgs_work *k, const zni_nsgs *opt, const zni_fc *c)
{
    zn_index workers = 1;
    zn_status st;

    if (opt->order < ZNI_COLOURED)
        return sweeps(call, k, opt, c, workers);
    st = opt->permuted ? ZN_OK : zni_nsgs_permute(call.ctx, k, opt->order, c);
    if (!st)
        st = threads(call.ctx, k, opt, c, &workers);
    if (st)
        return st;
    if (opt->permuted)
        return sweeps(call, k, opt, c, workers);
    zni_permuted_enter(&k->permuted, &k->colours, call.z);
    st = sweeps((zni_call){call.ctx, k->permuted.v, k->permuted.v + c->n, call.mon, call.info}, k,
                opt, &k->permuted.c, workers);
    if (st >= 0)
        zni_permuted_leave(&k->permuted, &k->colours, call.z, call.w);
    return st;
}
