# solvers/ncp/local.mk - nonlinear and mixed complementarity
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/mcp.h include/zeno/ncp.h

zeno_solvers_sources += solvers/ncp/auto.c \
                        solvers/ncp/ncp.h \
                        solvers/ncp/newton.c \
                        solvers/ncp/path_search.c \
                        solvers/ncp/problem.c

check_PROGRAMS += tests/unit/test_ncp_classics
tests_unit_test_ncp_classics_SOURCES = tests/unit/test_ncp_classics.c \
                                       tests/unit/vi_test.h
tests_unit_test_ncp_classics_LDADD   = $(unit_ldadd)
