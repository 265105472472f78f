# solvers/classes/impact/local.mk - multiple impacts
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/multiple_impact.h

zeno_solvers_sources += solvers/classes/impact/impact.h \
                        solvers/classes/impact/condense.c \
                        solvers/classes/impact/lzb.c \
                        solvers/classes/impact/lzb_friction.c \
                        solvers/classes/impact/lzb_motion.c \
                        solvers/classes/impact/lzb_steps.c \
                        solvers/classes/impact/pairs.c \
                        solvers/classes/impact/poisson.c \
                        solvers/classes/impact/problem.c

check_PROGRAMS += tests/unit/test_multiple_impact
tests_unit_test_multiple_impact_SOURCES = tests/unit/test_multiple_impact.c \
                                          tests/unit/multiple_impact_test.h
tests_unit_test_multiple_impact_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_impact_laws
tests_unit_test_impact_laws_SOURCES = tests/unit/test_impact_laws.c
tests_unit_test_impact_laws_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_impact_conduct
tests_unit_test_impact_conduct_SOURCES = tests/unit/test_impact_conduct.c tests/unit/multiple_impact_test.h
tests_unit_test_impact_conduct_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_multiple_friction
tests_unit_test_multiple_friction_SOURCES = tests/unit/test_multiple_friction.c \
                                            tests/unit/multiple_impact_test.h
tests_unit_test_multiple_friction_LDADD   = $(unit_ldadd)
