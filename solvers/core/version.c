/* version.c - the library's version and the names of status codes
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/base.h>

const char *zn_version(void)
{
    return ZN_VERSION;
}

const char *zn_status_name(zn_status st)
{
    switch (st) {
    case ZN_OK:
        return "ZN_OK";
    case ZN_RETRY:
        return "ZN_RETRY";
    case ZN_UNSOLVED:
        return "ZN_UNSOLVED";
    case ZN_END:
        return "ZN_END";
    case ZN_STOPPED:
        return "ZN_STOPPED";
    case ZN_INCONSISTENT:
        return "ZN_INCONSISTENT";
    case ZN_INDETERMINATE:
        return "ZN_INDETERMINATE";
    case ZN_EINVAL:
        return "ZN_EINVAL";
    case ZN_ENOMEM:
        return "ZN_ENOMEM";
    case ZN_ENOENT:
        return "ZN_ENOENT";
    case ZN_EEXIST:
        return "ZN_EEXIST";
    case ZN_EABI:
        return "ZN_EABI";
    case ZN_EIO:
        return "ZN_EIO";
    case ZN_EDOM:
        return "ZN_EDOM";
    case ZN_EUSER:
        return "ZN_EUSER";
    case ZN_ESINGULAR:
        return "ZN_ESINGULAR";
    case ZN_ESTATE:
        return "ZN_ESTATE";
    case ZN_ENOTSUP:
        return "ZN_ENOTSUP";
    }
    return "unknown status";
}
