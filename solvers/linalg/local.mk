# solvers/linalg/local.mk - dense, sparse and block-row matrices
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/linalg/matrix.c solvers/linalg/matrix_check.c \
                        solvers/linalg/matrix_mul.c
