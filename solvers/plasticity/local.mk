# solvers/plasticity/local.mk - plasticity in the plane
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/plasticity.h

zeno_solvers_sources += solvers/plasticity/plasticity.h \
                        solvers/plasticity/pnewton.c \
                        solvers/plasticity/point.c \
                        solvers/plasticity/problem.c \
                        solvers/plasticity/solvers.c \
                        solvers/plasticity/sweep.c \
                        solvers/plasticity/yield.c
