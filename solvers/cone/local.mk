# solvers/cone/local.mk - second-order cone complementarity
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/soclcp.h

zeno_solvers_sources += solvers/cone/balance.c \
                        solvers/cone/auto.c \
                        solvers/cone/certificate.c \
                        solvers/cone/cone.c \
                        solvers/cone/cone.h \
                        solvers/cone/interior.c \
                        solvers/cone/law.c \
                        solvers/cone/law.h \
                        solvers/cone/newton.c \
                        solvers/cone/nsgs.c \
                        solvers/cone/problem.c \
                        solvers/cone/vi.c
