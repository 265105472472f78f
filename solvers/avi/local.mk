# solvers/avi/local.mk - affine variational inequalities on a polyhedron
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/avi.h

zeno_solvers_sources += solvers/avi/balance.c \
                        solvers/avi/auto.c \
                        solvers/avi/avi.h \
                        solvers/avi/bounded.c \
                        solvers/avi/boxed.c \
                        solvers/avi/lines.c \
                        solvers/avi/mixed.c \
                        solvers/avi/pivot.c \
                        solvers/avi/problem.c \
                        solvers/avi/proximal.c \
                        solvers/avi/vertex.c
