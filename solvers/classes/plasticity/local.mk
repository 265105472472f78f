# solvers/classes/plasticity/local.mk - plasticity in the plane
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/plasticity.h

zeno_solvers_sources += solvers/classes/plasticity/law.c \
                        solvers/classes/plasticity/plasticity.h \
                        solvers/classes/plasticity/point.c \
                        solvers/classes/plasticity/problem.c \
                        solvers/classes/plasticity/solvers.c
