# kernel/osi/local.mk - one-step integrators
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/factor.h

zeno_kernel_sources += kernel/osi/osi.c
zeno_kernel_sources += kernel/osi/moreau_jean.c
zeno_kernel_sources += kernel/osi/euler_moreau.c
zeno_kernel_sources += kernel/osi/factor.c

check_PROGRAMS += tests/unit/test_factor
tests_unit_test_factor_SOURCES = tests/unit/test_factor.c
tests_unit_test_factor_LDADD   = $(unit_ldadd)
