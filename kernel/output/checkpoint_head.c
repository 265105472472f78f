/* checkpoint_head.c - what a checkpoint says of the run it belongs to
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/output/checkpoint_head.h"

#include <string.h>

#include "kernel/output/checkpoint_file.h"
#include "kernel/simulation/simulation.h"

#define MAGIC  "ZENOSAVE"
#define ORDER  0x01020304u
#define LAYOUT 3u

_Static_assert(sizeof(zni_head) == 136, "the head has no gaps");
_Static_assert(sizeof(double) == 8 && sizeof(zn_index) == 8,
               "the layout of version 3");

void zni_each_z(const zni_roster *r, zni_z_fn *fn, void *user)
{
    zn_index nz;
    double *z;

    for (zn_index k = 0; k < r->nds; k++) {
        zn_ds *ds = r->ds[k];
        const zn_slot *slot = zn_ds_class(ds)->slots;
        z = zn_ds_z(ds, &nz);
        fn(user, nz, z);
        z = zn_ds_u(ds, &nz);
        fn(user, nz, z);
        for (zn_index i = 0; slot && slot[i].name; i++) {
            z = zn_operator_z(zn_ds_op(ds, i), &nz);
            fn(user, nz, z);
        }
    }
    for (zn_index k = 0; k < r->nint; k++) {
        zn_relation *rel = zn_interaction_relation(r->ints[k]);
        const zn_slot *slot = zn_relation_class(rel)->slots;
        z = zn_relation_z(rel, &nz);
        fn(user, nz, z);
        for (zn_index i = 0; slot && slot[i].name; i++) {
            z = zn_operator_z(zn_relation_op(rel, i), &nz);
            fn(user, nz, z);
        }
    }
}

static void add_text(uint64_t *sum, const char *text)
{
    *sum = zni_sum(*sum, text, strlen(text) + 1);
}

static void add_index(uint64_t *sum, zn_index n)
{
    *sum = zni_sum(*sum, &n, sizeof n);
}

static void add_nz(void *user, zn_index nz, double *z)
{
    (void)z;
    add_index(user, nz);
}

static uint64_t fingerprint(const zn_simulation *s, const zni_roster *r)
{
    uint64_t sum = ZNI_SUM_START;

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
        add_text(&sum, zn_interaction_name(a));
        add_text(&sum, zn_law_class(zn_interaction_law(a))->type.name);
        add_text(&sum,
                 zn_relation_class(zn_interaction_relation(a))->type.name);
        add_index(&sum, zn_interaction_size(a));
        for (zn_index i = 0; i < zn_interaction_ds_count(a); i++)
            add_text(&sum, zn_ds_name(zn_interaction_ds(a, i)));
    }
    for (zn_index i = 0; i < zn_simulation_osi_count(s); i++)
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
    const zn_index last = zn_simulation_step_count(s);
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
        .here = zn_simulation_instant(s, x->step),
        .next = zn_simulation_instant(s, x->step < last ? x->step + 1 : last),
    };
    for (zn_index k = 0; k < r->nds; k++) {
        h->nq += r->ds[k]->nq;
        h->nv += r->ds[k]->nv;
        h->nx += r->ds[k]->nx;
        h->nm += s->body[r->ds[k]->place].nm;
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
        sum != zni_sum(ZNI_SUM_START, file, size - sizeof sum))
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
        {"bytes in the memory of control blocks", file->memory, here->memory},
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

/* The end may be later than it was; the instants up to here may not differ. */
static zn_status check_times(zn_ctx *ctx, const zni_head *h,
                             const zn_simulation *s)
{
    const zn_index last = zn_simulation_step_count(s);
    double here, next;

    if (h->t0 != zn_simulation_t0(s))
        return zn_fail(ctx, ZN_EINVAL,
                       "of other times: its run starts at %.9g s, this one at "
                       "%.9g s",
                       h->t0, zn_simulation_t0(s));
    if (h->step < 0 || h->step > last)
        return zn_fail(ctx, ZN_EINVAL,
                       "of other times: it is at step %lld, this run has %td",
                       (long long)h->step, last);
    here = zn_simulation_instant(s, (zn_index)h->step);
    next =
        zn_simulation_instant(s, h->step < last ? (zn_index)h->step + 1 : last);
    if (h->here != here)
        return zn_fail(ctx, ZN_EINVAL,
                       "of other times: its step %lld is at t = %.17g s, here "
                       "it is at %.17g s",
                       (long long)h->step, h->here, here);
    if (h->next != next && h->next != h->here && next != here)
        return zn_fail(ctx, ZN_EINVAL,
                       "of other times: its next step ends at t = %.17g s, "
                       "here at %.17g s",
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
