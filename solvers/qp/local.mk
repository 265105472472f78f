# solvers/qp/local.mk - convex quadratic programs
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/qp.h

zeno_solvers_sources += solvers/qp/balance.c \
                        solvers/qp/active_set.c \
                        solvers/qp/admm.c \
                        solvers/qp/auto.c \
                        solvers/qp/certificate.c \
                        solvers/qp/interior.c \
                        solvers/qp/interior.h \
                        solvers/qp/kkt.c \
                        solvers/qp/normal.c \
                        solvers/qp/normal.h \
                        solvers/qp/problem.c \
                        solvers/qp/projected_gradient.c \
                        solvers/qp/qp.h \
                        solvers/qp/residual.c \
                        solvers/qp/sets.c
