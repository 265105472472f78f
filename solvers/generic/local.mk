# solvers/generic/local.mk - generic mechanical problems
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/generic_mechanical.h

zeno_solvers_sources += solvers/generic/attempt.c \
                        solvers/generic/auto.c \
                        solvers/generic/auto.h \
                        solvers/generic/columns.c \
                        solvers/generic/condense.c \
                        solvers/generic/few.c \
                        solvers/generic/few.h \
                        solvers/generic/generic.h \
                        solvers/generic/gnewton.c \
                        solvers/generic/joint.c \
                        solvers/generic/joint_parts.c \
                        solvers/generic/lengths.h \
                        solvers/generic/map.c \
                        solvers/generic/newton.c \
                        solvers/generic/nsgs.c \
                        solvers/generic/part.c \
                        solvers/generic/plane.c \
                        solvers/generic/problem.c \
                        solvers/generic/prox.c \
                        solvers/generic/rolling.c \
                        solvers/generic/starts.c \
                        solvers/generic/sweep.c \
                        solvers/generic/units.c
