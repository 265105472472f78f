# solvers/vi/local.mk - variational inequalities with callbacks, NCP, MCP
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/mcp.h include/zeno/ncp.h include/zeno/vi.h

zeno_solvers_sources += solvers/vi/auto.c \
                        solvers/vi/front.c \
                        solvers/vi/ncp.c \
                        solvers/vi/ncp_auto.c \
                        solvers/vi/ncp_proximal.c \
                        solvers/vi/ncp_proximal.h \
                        solvers/vi/newton.c \
                        solvers/vi/path_search.c \
                        solvers/vi/problem.c \
                        solvers/vi/projection.c \
                        solvers/vi/vi.h

check_PROGRAMS += tests/unit/test_ncp_classics
tests_unit_test_ncp_classics_SOURCES = tests/unit/test_ncp_classics.c \
                                       tests/unit/vi_test.h
tests_unit_test_ncp_classics_LDADD   = $(unit_ldadd)
