# kernel/osi/local.mk - one-step integrators
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/factor.h

zeno_kernel_sources += kernel/osi/factor.c
