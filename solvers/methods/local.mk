# solvers/methods/local.mk - methods that classes share
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/methods/acceleration.c \
                        solvers/methods/acceleration.h \
                        solvers/methods/admm.c \
                        solvers/methods/admm.h \
                        solvers/methods/newton.c \
                        solvers/methods/newton.h \
                        solvers/methods/projection.c \
                        solvers/methods/projection.h \
                        solvers/methods/sweep.c \
                        solvers/methods/sweep.h
