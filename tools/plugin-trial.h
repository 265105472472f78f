/* plugin-trial.h - plugins that somebody names: tried in a process of their own first
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ZENO_TOOLS_PLUGIN_TRIAL_H
#define ZENO_TOOLS_PLUGIN_TRIAL_H

#include <zeno/ctx.h>

/* zn_plugin_load. Of a damaged file the loader follows whatever is in it, and what it runs at once
 * may be anything: where that ends a process, it is not this one, which says so instead. */
zn_status try_plugin(zn_ctx *ctx, const char *name);

#endif
