# solvers/plasticity/local.mk - plasticity in the plane
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/plasticity.h

zeno_solvers_sources += solvers/plasticity/law.c \
                        solvers/plasticity/plasticity.h \
                        solvers/plasticity/point.c \
                        solvers/plasticity/problem.c \
                        solvers/plasticity/solvers.c \
                        solvers/plasticity/yield.c
