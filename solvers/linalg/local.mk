# solvers/linalg/local.mk - matrices and their factors
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/linalg/chol.c \
                        solvers/linalg/csc.c \
                        solvers/linalg/csc.h \
                        solvers/linalg/dense_lu.c \
                        solvers/linalg/expm.c \
                        solvers/linalg/klu.c \
                        solvers/linalg/lu.h \
                        solvers/linalg/matrix.c \
                        solvers/linalg/matrix_check.c \
                        solvers/linalg/matrix_mul.c \
                        solvers/linalg/sparse_lu.c \
                        solvers/linalg/threads.c

check_PROGRAMS += tests/unit/test_expm
tests_unit_test_expm_SOURCES = tests/unit/test_expm.c
tests_unit_test_expm_LDADD   = $(unit_ldadd)
