# solvers/random/local.mk - random problems with known solutions
# SPDX-License-Identifier: Apache-2.0

zeno_headers         += include/zeno/random_problem.h
zeno_solvers_sources += solvers/random/complementarity.c \
                        solvers/random/cones.c \
                        solvers/random/contacts.c \
                        solvers/random/contacts.h \
                        solvers/random/friction.c \
                        solvers/random/generic.c \
                        solvers/random/heap.c \
                        solvers/random/matrix.c \
                        solvers/random/nonlinear.c \
                        solvers/random/numbers.c \
                        solvers/random/plasticity.c \
                        solvers/random/random.c \
                        solvers/random/random.h \
                        solvers/random/rolling.c \
                        solvers/random/structured.c \
                        solvers/random/structured.h \
                        solvers/random/structures.c
