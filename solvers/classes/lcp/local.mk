# solvers/classes/lcp/local.mk - linear complementarity
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/classes/lcp/auto.c \
                        solvers/classes/lcp/cones.c \
                        solvers/classes/lcp/cpg.c \
                        solvers/classes/lcp/game.c \
                        solvers/classes/lcp/interior.c \
                        solvers/classes/lcp/lcp.h \
                        solvers/classes/lcp/principal.c \
                        solvers/classes/lcp/problem.c \
                        solvers/classes/lcp/qp.c
