# solvers/classes/qp/local.mk - convex quadratic programs
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/qp.h

zeno_solvers_sources += solvers/classes/qp/active_set.c \
                        solvers/classes/qp/admm.c \
                        solvers/classes/qp/auto.c \
                        solvers/classes/qp/certificate.c \
                        solvers/classes/qp/interior.c \
                        solvers/classes/qp/interior.h \
                        solvers/classes/qp/kkt.c \
                        solvers/classes/qp/normal.c \
                        solvers/classes/qp/problem.c \
                        solvers/classes/qp/projected_gradient.c \
                        solvers/classes/qp/qp.h \
                        solvers/classes/qp/sets.c
