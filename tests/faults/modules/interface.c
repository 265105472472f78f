/* interface.c - a plugin of an interface given when it is compiled
 * SPDX-License-Identifier: Apache-2.0 */
#include <zeno/type.h>

#ifndef MAJOR
#define MAJOR ZN_PLUGIN_MAJOR
#endif
#ifndef MINOR
#define MINOR ZN_PLUGIN_MINOR
#endif
#ifndef BUILD
#define BUILD ZN_PLUGIN_BUILD
#endif
#ifndef SIZE
#define SIZE sizeof(zn_plugin)
#endif

ZN_API zn_plugin_entry_fn zn_plugin_entry;

const zn_plugin *zn_plugin_entry(void)
{
#ifdef NOTHING
    return NULL;
#else
    static const zn_plugin self = {.size = SIZE,
                                   .major = MAJOR,
                                   .minor = MINOR,
                                   .build = BUILD,
                                   .name = NAME,
                                   .version = "1.0",
                                   .license = "Apache-2.0"};
    return &self;
#endif
}
