# solvers/classes/generic/local.mk - generic mechanical problems
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/generic_mechanical.h

zeno_solvers_sources += solvers/classes/generic/attempt.c \
                        solvers/classes/generic/auto.c \
                        solvers/classes/generic/auto.h \
                        solvers/classes/generic/condense.c \
                        solvers/classes/generic/contact.c \
                        solvers/classes/generic/few.c \
                        solvers/classes/generic/generic.h \
                        solvers/classes/generic/joint.c \
                        solvers/classes/generic/newton.c \
                        solvers/classes/generic/nsgs.c \
                        solvers/classes/generic/part.c \
                        solvers/classes/generic/plane.c \
                        solvers/classes/generic/problem.c \
                        solvers/classes/generic/starts.c \
                        solvers/classes/generic/units.c
