# solvers/lcp/local.mk - linear complementarity
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/lcp/auto.c \
                        solvers/lcp/cones.c \
                        solvers/lcp/cpg.c \
                        solvers/lcp/game.c \
                        solvers/lcp/interior.c \
                        solvers/lcp/lcp.h \
                        solvers/lcp/principal.c \
                        solvers/lcp/problem.c \
                        solvers/lcp/qp.c
