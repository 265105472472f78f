# kernel/osi/local.mk - one-step integrators
# SPDX-License-Identifier: Apache-2.0

zeno_kernel_sources += kernel/osi/osi.c
zeno_kernel_sources += kernel/osi/moreau_jean.c
zeno_kernel_sources += kernel/osi/factor.c
zeno_kernel_sources += kernel/osi/euler_moreau.c
