/* findings.c - everything that is wrong with a model, one per line
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel/model/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void zni_findings_init(zn_findings *f, zn_ctx *ctx)
{
    f->ctx = ctx;
    f->count = f->shown = f->len = 0;
    f->text[0] = '\0';
}

void zn_findings_add(zn_findings *f, const char *fmt, ...)
{
    const size_t room = sizeof f->text - (size_t)f->len;
    char *at = f->text + f->len;
    va_list ap;

    /* once one did not fit the rest is counted only, so none is out of order */
    if (f->count++ > f->shown)
        return;
    va_start(ap, fmt);
    const int n = vsnprintf(at + 1, room - 1, fmt, ap);
    va_end(ap);
    const bool fits = n >= 0 && (size_t)n + 2 <= room;
    if (!fits && f->shown > 0) {
        *at = '\0';
        return;
    }
    *at = '\n';
    f->len = fits ? f->len + n + 1 : (zn_index)strlen(f->text);
    f->shown++;
}

zn_status zni_findings_take(zn_findings *f, zn_status st)
{
    if (!st || st == ZN_ENOMEM)
        return st;
    zn_findings_add(f, "%s", zn_errmsg(f->ctx));
    return ZN_OK;
}

zn_status zni_findings_status(zn_findings *f, const char *what)
{
    const zn_index more = f->count - f->shown;

    if (f->count == 0)
        return ZN_OK;
    if (more == 0)
        return zn_fail(f->ctx, ZN_EINVAL, "%s, %td finding%s:%s", what,
                       f->count, f->count == 1 ? "" : "s", f->text);
    return zn_fail(f->ctx, ZN_EINVAL, "%s, %td findings:%s\n... and %td more",
                   what, f->count, f->text, more);
}
