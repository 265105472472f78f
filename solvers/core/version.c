/* version.c - the library's version and the names of status codes
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/base.h>

const char *zn_version(void)
{
    return ZN_VERSION;
}

const char *zn_status_name(zn_status st)
{
#define NAMED(status) {status, #status}
    static const struct {
        zn_status st;
        const char *name;
    } all[] = {
        NAMED(ZN_OK),           NAMED(ZN_RETRY),         NAMED(ZN_UNSOLVED),
        NAMED(ZN_END),          NAMED(ZN_STOPPED),       NAMED(ZN_INCONSISTENT),
        NAMED(ZN_INDETERMINATE), NAMED(ZN_EINVAL),       NAMED(ZN_ENOMEM),
        NAMED(ZN_ENOENT),       NAMED(ZN_EEXIST),        NAMED(ZN_EABI),
        NAMED(ZN_EIO),          NAMED(ZN_EDOM),          NAMED(ZN_EUSER),
        NAMED(ZN_ESINGULAR),    NAMED(ZN_ESTATE),        NAMED(ZN_ENOTSUP),
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].st == st)
            return all[i].name;
    return "unknown status";
}
