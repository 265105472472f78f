# solvers/sets/local.mk - the sets that multipliers live in
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/set.h

zeno_solvers_sources += solvers/sets/box.c \
                        solvers/sets/cones.h \
                        solvers/sets/friction.c \
                        solvers/sets/orthant.c \
                        solvers/sets/polyhedron.c \
                        solvers/sets/rolling.c \
                        solvers/sets/second_order.c \
                        solvers/sets/set.c \
                        solvers/sets/sets.h \
                        solvers/sets/zero.c
