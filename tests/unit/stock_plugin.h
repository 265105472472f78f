/* stock_plugin.h - a plugin that Zeno brings, where it was built
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TEST_STOCK_PLUGIN_H
#define ZENO_TEST_STOCK_PLUGIN_H

#include <zeno/plugin.h>

#include "tests/unit/zeno_test.h"

static inline zn_status stock_plugin_load(zn_ctx *to, const char *name)
{
    const char *build = getenv("ZENO_BUILDDIR");
    char path[TEST_PATH];
    zn_status st;

    snprintf(path, sizeof path, "%s/plugins", build ? build : ".");
    st = zn_plugin_path_add(to, path);
    return st ? st : zn_plugin_load(to, name);
}

#endif
