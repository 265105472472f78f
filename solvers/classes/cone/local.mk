# solvers/classes/cone/local.mk - second-order cone complementarity
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/soclcp.h

zeno_solvers_sources += solvers/classes/cone/auto.c \
                        solvers/classes/cone/cone.h \
                        solvers/classes/cone/interior.c \
                        solvers/classes/cone/law.c \
                        solvers/classes/cone/newton.c \
                        solvers/classes/cone/nsgs.c \
                        solvers/classes/cone/problem.c \
                        solvers/classes/cone/vi.c
