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

zn_operator *zni_slots_find(const zni_owner *owner, const zn_slot *slots,
                            zn_operator *ops, const char *name)
{
    char known[256];

    for (zn_index i = 0; name && slots && slots[i].name; i++)
        if (strcmp(slots[i].name, name) == 0)
            return &ops[i];
    list(slots, ~0u, sizeof known, known);
    (void)zn_fail(owner->ctx, ZN_ENOENT,
                  "%s '%s' has no operator '%s', it has: %s", owner->what,
                  owner->name, name ? name : "(null)", known);
    return NULL;
}

zn_status zni_owner_set_z(zni_owner *o, zn_index nz, const double z[])
{
    double *copy = NULL;

    if (nz < 0 || nz > ZNI_MAX_SIZE || (nz > 0 && !z))
        return zn_fail(o->ctx, ZN_EINVAL, "%s '%s': z has %td elements%s",
                       o->what, o->name, nz, z ? "" : ", NULL");
    if (nz > 0) {
        copy = zn_alloc(o->ctx, nz, sizeof *copy);
        if (!copy)
            return ZN_ENOMEM;
        memcpy(copy, z, (size_t)nz * sizeof *copy);
    }
    zn_free_array(o->ctx, o->z);
    o->z = copy;
    o->nz = nz;
    return ZN_OK;
}

void zni_say_differences(const zni_owner *o, const zn_slot *slots,
                         unsigned missing, unsigned *said)
{
    const unsigned fresh = missing & ~*said;
    char names[256];

    if (!fresh)
        return;
    *said |= fresh;
    list(slots, fresh, sizeof names, names);
    zn_log(o->ctx, ZN_LOG_WARN,
           "%s '%s': not given, finite differences instead: %s", o->what,
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
