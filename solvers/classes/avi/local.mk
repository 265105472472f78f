# solvers/classes/avi/local.mk - affine variational inequalities on a polyhedron
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/avi.h

zeno_solvers_sources += solvers/classes/avi/auto.c \
                        solvers/classes/avi/avi.h \
                        solvers/classes/avi/boxed.c \
                        solvers/classes/avi/lines.c \
                        solvers/classes/avi/mixed.c \
                        solvers/classes/avi/pivot.c \
                        solvers/classes/avi/problem.c \
                        solvers/classes/avi/vertex.c
