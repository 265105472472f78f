# solvers/mlcp/local.mk - mixed linear complementarity
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/mlcp/auto.c \
                        solvers/mlcp/direct.c \
                        solvers/mlcp/extra.c \
                        solvers/mlcp/lemke.c \
                        solvers/mlcp/mlcp.h \
                        solvers/mlcp/problem.c
