# solvers/ncp/local.mk - nonlinear and mixed complementarity
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/mcp.h include/zeno/ncp.h

zeno_solvers_sources += solvers/ncp/auto.c \
                        solvers/ncp/ncp.h \
                        solvers/ncp/newton.c \
                        solvers/ncp/path_search.c \
                        solvers/ncp/problem.c
