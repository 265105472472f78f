# kernel/plugin/local.mk - loading of user functions and extensions
# SPDX-License-Identifier: Apache-2.0

zeno_kernel_sources += kernel/plugin/call.c kernel/plugin/operator.c
