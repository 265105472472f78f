/* slots.c - the operators of an object, by the table of its class
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <stdio.h>
#include <string.h>

zn_index zni_slots_count(const zn_slot *slots)
{
    zn_index n = 0;

    while (slots && slots[n].name)
        n++;
    return n;
}

/* "a, b, c" of those with their bit set, cut to the room there is. */
static void list(const zn_slot *slots, unsigned bits, size_t size, char text[])
{
    size_t len = 0;

    text[0] = '\0';
    for (zn_index i = 0; slots && slots[i].name; i++) {
        if (!(bits & (1u << i)))
            continue;
        const int n = snprintf(text + len, size - len, "%s%s", len ? ", " : "",
                               slots[i].name);
        if (n < 0 || (size_t)n >= size - len)
            return;
        len += (size_t)n;
    }
}

zn_operator *zni_slots_find(const zni_owner *owner, const zn_type *type,
                            const zn_slot *slots, zn_operator *ops,
                            const char *name)
{
    const bool option = name && zn_option_find(type->options, name);
    char known[256];

    for (zn_index i = 0; name && slots && slots[i].name; i++)
        if (strcmp(slots[i].name, name) == 0)
            return &ops[i];
    list(slots, ~0u, sizeof known, known);
    (void)zn_fail(owner->ctx, ZN_ENOENT,
                  "%s '%s' has no operator '%s'%s, it has: %s",
                  owner->kind->what, owner->name, name ? name : "(null)",
                  option ? " (that is an option)" : "", *known ? known : "none");
    return NULL;
}

/* Replace *to by a copy. */
static zn_status set_vector(zni_owner *o, const char *name, zn_index n,
                            const double x[], int32_t *size, double **to)
{
    double *copy = NULL;

    if (n < 0 || n > ZNI_MAX_SIZE || (n > 0 && !x))
        return zn_fail(o->ctx, ZN_EINVAL, "%s '%s': %s has %td elements%s",
                       o->kind->what, o->name, name, n, x ? "" : ", NULL");
    if (n > 0) {
        copy = zn_alloc(o->ctx, n, sizeof *copy);
        if (!copy)
            return ZN_ENOMEM;
        memcpy(copy, x, (size_t)n * sizeof *copy);
    }
    zn_free_array(o->ctx, *to);
    *to = copy;
    *size = (int32_t)n;
    return ZN_OK;
}

zn_status zni_owner_set_z(zni_owner *o, zn_index nz, const double z[])
{
    return set_vector(o, "z", nz, z, &o->nz, &o->z);
}

zn_status zni_owner_set_u(zni_owner *o, zn_index nu, const double u[])
{
    return set_vector(o, "u", nu, u, &o->nu, &o->u);
}

void zni_say_differences(const zni_owner *o, const zn_slot *slots,
                         unsigned missing, atomic_uint *said)
{
    /* in a step too: by one of the threads that see it first */
    const unsigned fresh = missing & ~atomic_fetch_or(said, missing);
    char names[256];

    if (!fresh)
        return;
    list(slots, fresh, sizeof names, names);
    zn_log(o->ctx, ZN_LOG_WARN,
           "%s '%s': not given, finite differences instead: %s", o->kind->what,
           o->name, names);
}

zn_status zni_reserve(zn_ctx *ctx, double **work, zn_index *cap, zn_index n)
{
    if (n <= *cap)
        return ZN_OK;
    double *more = zn_alloc(ctx, n, sizeof *more);
    if (!more)
        return ZN_ENOMEM;
    zn_free_array(ctx, *work);
    *work = more;
    *cap = n;
    return ZN_OK;
}
