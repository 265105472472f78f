# kernel/ode/local.mk - smooth motion between events
# SPDX-License-Identifier: Apache-2.0

zeno_headers        += include/zeno/ode.h
zeno_kernel_sources += kernel/ode/ode.h kernel/ode/ode.c
zeno_kernel_sources += kernel/ode/ballistic.h kernel/ode/ballistic.c
zeno_kernel_sources += kernel/ode/linear.h kernel/ode/linear.c \
    kernel/ode/linear_part.h kernel/ode/linear_part.c \
    kernel/ode/chebyshev.h kernel/ode/chebyshev.c
zeno_kernel_sources += kernel/ode/dormand_prince.c
zeno_kernel_sources += kernel/ode/dormand_prince_853.c
zeno_kernel_sources += kernel/ode/explicit.h kernel/ode/explicit.c
zeno_kernel_sources += kernel/ode/half_explicit.c
zeno_kernel_sources += kernel/ode/radau.c
zeno_kernel_sources += kernel/ode/generalised_alpha.c
zeno_kernel_sources += kernel/ode/alpha.h kernel/ode/settled.h
zeno_kernel_sources += kernel/ode/factors.h kernel/ode/factors.c
zeno_kernel_sources += kernel/ode/jacobian.h kernel/ode/jacobian.c
zeno_kernel_sources += kernel/ode/norm.h kernel/ode/roots.c
zeno_kernel_sources += kernel/ode/over.h kernel/ode/over.c
zeno_kernel_sources += kernel/ode/kink.h kernel/ode/kink.c
zeno_kernel_sources += kernel/ode/rhythm.h kernel/ode/rhythm.c

check_PROGRAMS += tests/unit/test_ode
tests_unit_test_ode_SOURCES = tests/unit/test_ode.c tests/unit/ode_test.h \
                             tests/unit/ode_jumps.h tests/unit/stock_plugin.h
tests_unit_test_ode_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_radau
tests_unit_test_radau_SOURCES = tests/unit/test_radau.c tests/unit/ode_test.h \
                               tests/unit/ode_jumps.h
tests_unit_test_radau_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_ballistic
tests_unit_test_ballistic_SOURCES = tests/unit/test_ballistic.c tests/unit/ode_test.h
tests_unit_test_ballistic_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_ode_exponential
tests_unit_test_ode_exponential_SOURCES = tests/unit/test_ode_exponential.c tests/unit/ode_test.h
tests_unit_test_ode_exponential_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_ode_linear
tests_unit_test_ode_linear_SOURCES = tests/unit/test_ode_linear.c tests/unit/ode_test.h \
                                    tests/unit/ode_jumps.h
tests_unit_test_ode_linear_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_rhythm
tests_unit_test_rhythm_SOURCES = tests/unit/test_rhythm.c
tests_unit_test_rhythm_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_half_explicit
tests_unit_test_half_explicit_SOURCES = tests/unit/test_half_explicit.c \
                                       tests/unit/ode_test.h tests/unit/ode_jumps.h
tests_unit_test_half_explicit_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_ode_memory
tests_unit_test_ode_memory_SOURCES = tests/unit/test_ode_memory.c tests/unit/ode_jumps.h tests/unit/ode_test.h
tests_unit_test_ode_memory_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_ode_cost
tests_unit_test_ode_cost_SOURCES = tests/unit/test_ode_cost.c tests/unit/ode_test.h
tests_unit_test_ode_cost_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_ode_order
tests_unit_test_ode_order_SOURCES = tests/unit/test_ode_order.c
tests_unit_test_ode_order_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_ode_alpha
tests_unit_test_ode_alpha_SOURCES = tests/unit/test_ode_alpha.c tests/unit/ode_test.h
tests_unit_test_ode_alpha_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_chebyshev
tests_unit_test_chebyshev_SOURCES = tests/unit/test_chebyshev.c
tests_unit_test_chebyshev_LDADD   = $(unit_ldadd) -lm
