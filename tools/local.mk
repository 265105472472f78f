# tools/local.mk - the zeno command
# SPDX-License-Identifier: Apache-2.0
