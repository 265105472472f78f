/* fclib.c - friction problems in fclib's HDF5 layout: the group names the class
 * SPDX-License-Identifier: Apache-2.0 */
#include "file.h"
#include "h5.h"

#include <string.h>

#include "../core/core.h"

/* Find the format whose group is in the file. If *format is set already, its group must be there. */
static zn_status find_group(const zni_h5 *h, const zni_problem_format **format)
{
    const zni_problem_format *asked = *format;
    char list[512] = "";

    if (asked && !asked->group)
        return zn_fail(h->ctx, ZN_EINVAL, "fclib has no layout for class '%s'",
                       asked->class);
    for (const zni_problem_format *const *f = zni_problem_formats; *f; f++) {
        if (!(*f)->group || (asked && *f != asked))
            continue;
        zni_list_add(list, sizeof list, (*f)->group);
        if (zni_h5_has(h, (*f)->group)) {
            *format = *f;
            return ZN_OK;
        }
    }
    return zn_fail(h->ctx, ZN_EINVAL, "no group %s", list);
}

static zn_status read_group(zn_problem_file *f, zni_h5 *h)
{
    const zni_problem_format *format = f->format;
    void *p = zni_store_alloc(&f->store, 1, format->size);
    zn_status st =
        p ? zni_fields_read_fclib(h, &f->store, format->group, format->fields, p) : ZN_ENOMEM;

    f->problem = p;
    return !st && format->join ? format->join(h, &f->store, format->group, p) : st;
}

zn_status zni_read_fclib(zn_problem_file *f, const char *path)
{
    zni_h5 h;
    zn_status st = zni_h5_open(f->store.ctx, path, &h), closed;

    if (st)
        return st;
    st = find_group(&h, &f->format);
    if (!st)
        st = read_group(f, &h);
    closed = zni_h5_close(&h);
    return st ? st : closed;
}

zn_status zni_write_fclib(zn_ctx *ctx, FILE *out,
                          const zni_problem_format *format, const void *p)
{
    zni_h5 h;
    zn_status st = zni_h5_new(ctx, &h), closed;

    if (st)
        return st;
    zni_h5_put_group(&h, format->group);
    zni_h5_put_info(&h, format->group);
    st = zni_fields_write_fclib(&h, format->group, format->fields, p);
    if (!st)
        st = zni_h5_copy(&h, out);
    closed = zni_h5_close(&h);
    return st ? st : closed;
}
