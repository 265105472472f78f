/* checkpoint_head.c - what a checkpoint says of the run it belongs to
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/checkpoint_head.h"

#include <math.h>
#include <string.h>

#include "kernel/output/checkpoint_file.h"
#include "kernel/simulation/simulation.h"
#include "solvers/core/hash.h"

#define MAGIC  "ZENOSAVE"
#define ORDER  0x01020304u
#define LAYOUT 13u

_Static_assert(sizeof(zni_head) == 152, "the head has no gaps");
_Static_assert(sizeof(double) == 8 && sizeof(zn_index) == 8,
               "the layout of version 13");

void zni_each_z(const zni_roster *r, zni_z_fn *fn, void *user)
{
    for (zn_index k = 0; k < r->nds; k++)
        zni_z_of_ds(r->ds[k], fn, user);
    for (zn_index k = 0; k < r->nint; k++)
        zni_z_of_relation(zn_interaction_relation(r->ints[k]), fn, user);
}

static void add_text(uint64_t *sum, const char *text)
{
    *sum = zni_hash_bytes(*sum, text, strlen(text) + 1);
}

static void add_index(uint64_t *sum, zn_index n)
{
    *sum = zni_hash_bytes(*sum, &n, sizeof n);
}

static void add_nz(void *user, zn_index nz, double *z)
{
    (void)z;
    add_index(user, nz);
}

/* A kind that moves systems itself has integrators for their data only. */
static zn_index integrators(const zn_simulation *s)
{
    const zn_simulation_type *kind = zn_simulation_class(s);
    const bool moves = ZN_HAS(zn_simulation_type, kind, moves) && kind->moves;

    return moves ? 0 : zn_simulation_osi_count(s);
}

static uint64_t fingerprint(const zn_simulation *s, const zni_roster *r)
{
    uint64_t sum = ZNI_HASH;

    for (zn_index k = 0; k < r->nds; k++) {
        const zn_ds *ds = r->ds[k];
        add_text(&sum, zn_ds_name(ds));
        add_text(&sum, zn_ds_class(ds)->type.name);
        add_index(&sum, zn_ds_nq(ds));
        add_index(&sum, zn_ds_nv(ds));
        add_index(&sum, zn_ds_nx(ds));
    }
    for (zn_index k = 0; k < r->nint; k++) {
        const zn_interaction *a = r->ints[k];
        add_text(&sum, a->anonymous ? "" : a->name);
        add_text(&sum, zn_law_class(zn_interaction_law(a))->type.name);
        add_text(&sum,
                 zn_relation_class(zn_interaction_relation(a))->type.name);
        add_index(&sum, zn_interaction_size(a));
        add_index(&sum, (zn_index)a->relation->type->data_size);
        for (zn_index i = 0; i < zn_interaction_ds_count(a); i++)
            add_text(&sum, zn_ds_name(zn_interaction_ds(a, i)));
    }
    add_text(&sum, zn_simulation_class(s)->type.name);
    for (zn_index i = 0; i < integrators(s); i++)
        add_text(&sum, zn_osi_class(zn_simulation_osi(s, i))->type.name);
    zni_each_z(r, add_nz, &sum);
    return sum;
}

static void count_nz(void *user, zn_index nz, double *z)
{
    (void)z;
    *(zn_index *)user += nz;
}

static void count_bytes(void *user, void *p, size_t n)
{
    (void)p;
    *(int64_t *)user += (int64_t)n;
}

zn_status zni_head_of(const zn_simulation *s, const zni_roster *r, zni_head *h)
{
    const zn_state *x = zn_simulation_state(s);
    zn_index nz = 0;

    zni_each_z(r, count_nz, &nz);
    *h = (zni_head){
        .magic = MAGIC,
        .order = ORDER,
        .version = LAYOUT,
        .model = fingerprint(s, r),
        .systems = r->nds,
        .interactions = r->nint,
        .nz = nz,
        .step = x->step,
        .t0 = zn_simulation_t0(s),
        .t = x->t,
        .next = zn_simulation_grid_next(s),
        .end = zn_simulation_end(s),
    };
    for (zn_index k = 0; k < r->nds; k++) {
        h->nq += r->ds[k]->nq;
        h->nv += r->ds[k]->nv;
        h->nx += r->ds[k]->nx;
        h->nm += zni_sim_kept(s, &s->body[r->ds[k]->place]);
    }
    for (zn_index k = 0; k < r->nint; k++)
        h->ny += r->ints[k]->size;
    return zni_sim_memory(s, count_bytes, &h->memory);
}

zn_status zni_head_check_file(zn_ctx *ctx, const unsigned char *file,
                              uint64_t size, zni_head *h)
{
    uint64_t sum;

    if (size < sizeof h->magic || memcmp(file, MAGIC, sizeof h->magic))
        return zn_fail(ctx, ZN_EINVAL, "it is not a checkpoint of Zeno");
    if (size < sizeof *h + sizeof sum)
        return zn_fail(ctx, ZN_EINVAL, "truncated: it has %llu bytes",
                       (unsigned long long)size);
    memcpy(h, file, sizeof *h);
    if (h->order != ORDER)
        return zn_fail(ctx, ZN_EINVAL,
                       "it was written on a machine of another byte order");
    if (h->version != LAYOUT)
        return zn_fail(ctx, ZN_EINVAL,
                       "its layout is version %u, this library reads version "
                       "%u",
                       h->version, LAYOUT);
    if (size < h->bytes)
        return zn_fail(ctx, ZN_EINVAL, "truncated: it has %llu of %llu bytes",
                       (unsigned long long)size, (unsigned long long)h->bytes);
    memcpy(&sum, file + size - sizeof sum, sizeof sum);
    if (size > h->bytes ||
        sum != zni_hash_bytes(ZNI_HASH, file, size - sizeof sum))
        return zn_fail(ctx, ZN_EINVAL, "damaged: its checksum does not fit");
    return ZN_OK;
}

static zn_status check_model(zn_ctx *ctx, const zni_head *file,
                             const zni_head *here)
{
    const struct {
        const char *what;
        int64_t file, here;
    } sizes[] = {
        {"systems", file->systems, here->systems},
        {"interactions", file->interactions, here->interactions},
        {"positions", file->nq, here->nq},
        {"velocities", file->nv, here->nv},
        {"first-order states", file->nx, here->nx},
        {"rows of interactions", file->ny, here->ny},
        {"numbers in the integrators' memory", file->nm, here->nm},
        {"parameters z and held inputs u", file->nz, here->nz},
        {"bytes in the memory of observers and control blocks", file->memory, here->memory},
    };

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].file != sizes[i].here)
            return zn_fail(ctx, ZN_EINVAL,
                           "of another model: it has %lld %s, this model %lld",
                           (long long)sizes[i].file, sizes[i].what,
                           (long long)sizes[i].here);
    if (file->model != here->model)
        return zn_fail(
            ctx, ZN_EINVAL,
            "of another model: of the same sizes, but names, classes "
            "or integrators are others");
    return ZN_OK;
}

/* The end may be another; the next instant of the grid may not, unless one of the
 * runs is at its end. */
static zn_status check_times(zn_ctx *ctx, const zni_head *h,
                             const zn_simulation *s)
{
    const double t0 = zn_simulation_t0(s), T = zn_simulation_end(s);
    double next;

    if (h->t0 != t0)
        return zn_fail(ctx, ZN_EINVAL,
                       "of other times: its run starts at %.9g s, this one at "
                       "%.9g s",
                       h->t0, t0);
    if (!(h->t >= t0))
        return zn_fail(ctx, ZN_EINVAL,
                       "damaged: it is at t = %.9g s, before its start at %.9g "
                       "s",
                       h->t, t0);
    next = zni_times_next(&s->times, h->t);
    if (!s->times.table && s->times.h > 0 && isinf(next))
        return zn_fail(ctx, ZN_EINVAL,
                       "damaged: it is at t = %.9g s, so far behind its start that steps "
                       "of %.9g s cannot be told there",
                       h->t, s->times.h);
    if (h->t > T && h->t > h->end)
        return ZN_OK; /* both were led beyond their ends */
    if (h->t > T)
        return zn_fail(ctx, ZN_EINVAL,
                       "of other times: it is at t = %.9g s, this run ends at "
                       "%.9g s",
                       h->t, T);
    if (h->next != next && h->t < h->end && h->t < T)
        return zn_fail(ctx, ZN_EINVAL,
                       "of other times: its next instant is t = %.17g s, here "
                       "it is %.17g s",
                       h->next, next);
    return ZN_OK;
}

zn_status zni_head_check_run(const zni_head *h, const zn_simulation *s,
                             const zni_roster *r)
{
    zn_ctx *ctx = zn_simulation_ctx(s);
    zni_head here;
    zn_status st = zni_head_of(s, r, &here);

    if (!st)
        st = check_model(ctx, h, &here);
    return st ? st : check_times(ctx, h, s);
}
