# solvers/classes/mlcp/local.mk - mixed linear complementarity
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/classes/mlcp/auto.c \
                        solvers/classes/mlcp/direct.c \
                        solvers/classes/mlcp/extra.c \
                        solvers/classes/mlcp/lemke.c \
                        solvers/classes/mlcp/mlcp.h \
                        solvers/classes/mlcp/pairs.c \
                        solvers/classes/mlcp/problem.c
