# tools/local.mk - the zeno command
# SPDX-License-Identifier: Apache-2.0

bin_SCRIPTS             += zeno
dist_pkglibexec_SCRIPTS += tools/zeno-build.sh tools/zeno-plot
EXTRA_DIST              += tools/setup
