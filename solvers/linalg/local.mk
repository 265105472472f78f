# solvers/linalg/local.mk - matrices and their factors
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/linalg/affine.h \
                        solvers/linalg/basis.c \
                        solvers/linalg/basis.h \
                        solvers/linalg/block_lu.c \
                        solvers/linalg/block_lu.h \
                        solvers/linalg/body_lu.c \
                        solvers/linalg/carried.c \
                        solvers/linalg/carried.h \
                        solvers/linalg/cell_lu.c \
                        solvers/linalg/cells.c \
                        solvers/linalg/cells.h \
                        solvers/linalg/chol.c \
                        solvers/linalg/columns.c \
                        solvers/linalg/columns.h \
                        solvers/linalg/csc.c \
                        solvers/linalg/csc.h \
                        solvers/linalg/dense_lu.c \
                        solvers/linalg/diagonal.h \
                        solvers/linalg/expm.c \
                        solvers/linalg/factor.c \
                        solvers/linalg/factor.h \
                        solvers/linalg/factor_band.c \
                        solvers/linalg/factor_dense.c \
                        solvers/linalg/factor_sparse.c \
                        solvers/linalg/far_rows.c \
                        solvers/linalg/far_rows.h \
                        solvers/linalg/few.h \
                        solvers/linalg/few_lu.c \
                        solvers/linalg/few_lu.h \
                        solvers/linalg/few_rows.c \
                        solvers/linalg/few_rows.h \
                        solvers/linalg/nearest.c \
                        solvers/linalg/nearest.h \
                        solvers/linalg/klu.c \
                        solvers/linalg/look.c \
                        solvers/linalg/look.h \
                        solvers/linalg/lu.h \
                        solvers/linalg/matrix.c \
                        solvers/linalg/matrix_check.c \
                        solvers/linalg/matrix_mul.c \
                        solvers/linalg/octave.h \
                        solvers/linalg/parts.c \
                        solvers/linalg/parts.h \
                        solvers/linalg/pattern.c \
                        solvers/linalg/pattern_make.c \
                        solvers/linalg/pieces.h \
                        solvers/linalg/runs.h \
                        solvers/linalg/sign.c \
                        solvers/linalg/sizes.c \
                        solvers/linalg/sizes.h \
                        solvers/linalg/small.c \
                        solvers/linalg/small.h \
                        solvers/linalg/sparse_lu.c \
                        solvers/linalg/square.c \
                        solvers/linalg/square.h \
                        solvers/linalg/starts.h \
                        solvers/linalg/twice.c \
                        solvers/linalg/twice.h \
                        solvers/linalg/umf.c \
                        solvers/linalg/units.c \
                        solvers/linalg/units.h \
                        solvers/linalg/wide.h

check_PROGRAMS += tests/unit/test_expm
tests_unit_test_expm_SOURCES = tests/unit/test_expm.c
tests_unit_test_expm_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_factor
tests_unit_test_factor_SOURCES = tests/unit/test_factor.c
tests_unit_test_factor_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_body_lu
tests_unit_test_body_lu_SOURCES = tests/unit/test_body_lu.c tests/unit/lcp_test.h
tests_unit_test_body_lu_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_few_lu
tests_unit_test_few_lu_SOURCES = tests/unit/test_few_lu.c tests/unit/lcp_test.h
tests_unit_test_few_lu_LDADD   = $(unit_ldadd) $(LAPACKE_LIBS)

# with sources of its own, compiled for a processor that could fuse their products and sums
check_PROGRAMS += tests/unit/test_twice
tests_unit_test_twice_SOURCES = tests/unit/test_twice.c solvers/linalg/twice.c
tests_unit_test_twice_CFLAGS  = $(AM_CFLAGS) $(ZN_FUSED)
tests_unit_test_twice_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_factor_pattern
tests_unit_test_factor_pattern_SOURCES = tests/unit/test_factor_pattern.c tests/unit/pattern_matrices.h
tests_unit_test_factor_pattern_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_look
tests_unit_test_look_SOURCES = tests/unit/test_look.c tests/unit/lcp_test.h
tests_unit_test_look_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_pattern
tests_unit_test_pattern_SOURCES = tests/unit/test_pattern.c
tests_unit_test_pattern_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_block_lu
tests_unit_test_block_lu_SOURCES = tests/unit/test_block_lu.c tests/unit/lcp_test.h
tests_unit_test_block_lu_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_sign
tests_unit_test_sign_SOURCES = tests/unit/test_sign.c tests/unit/lcp_test.h
tests_unit_test_sign_LDADD   = $(unit_ldadd)
