# solvers/classes/vi/local.mk - variational inequalities with callbacks, NCP, MCP
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/mcp.h include/zeno/ncp.h include/zeno/vi.h

zeno_solvers_sources += solvers/classes/vi/auto.c \
                        solvers/classes/vi/front.c \
                        solvers/classes/vi/ncp_auto.c \
                        solvers/classes/vi/ncp_proximal.c \
                        solvers/classes/vi/newton.c \
                        solvers/classes/vi/normal_map.c \
                        solvers/classes/vi/path_search.c \
                        solvers/classes/vi/problem.c \
                        solvers/classes/vi/projection.c \
                        solvers/classes/vi/vi.h

check_PROGRAMS += tests/unit/test_ncp_classics
tests_unit_test_ncp_classics_SOURCES = tests/unit/test_ncp_classics.c \
                                       tests/unit/vi_test.h
tests_unit_test_ncp_classics_LDADD   = $(unit_ldadd)
