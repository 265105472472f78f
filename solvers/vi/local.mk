# solvers/vi/local.mk - variational inequalities with callbacks
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/vi.h

zeno_solvers_sources += solvers/vi/auto.c \
                        solvers/vi/box_newton.c \
                        solvers/vi/newton.c \
                        solvers/vi/path_search.c \
                        solvers/vi/problem.c \
                        solvers/vi/projection.c \
                        solvers/vi/vi.h
