# plugins/local.mk - modules loaded at run time
# SPDX-License-Identifier: Apache-2.0
