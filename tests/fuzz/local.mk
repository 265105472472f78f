# tests/fuzz/local.mk - fuzzers, which replay their corpus in make check
# SPDX-License-Identifier: Apache-2.0

check_PROGRAMS += tests/fuzz/fuzz_problem_file
tests_fuzz_fuzz_problem_file_SOURCES = tests/fuzz/fuzz_problem_file.c
tests_fuzz_fuzz_problem_file_LDADD   = libzeno-solvers.la
EXTRA_DIST += tests/fuzz/problem_file/avi
EXTRA_DIST += tests/fuzz/problem_file/friction-2d
EXTRA_DIST += tests/fuzz/problem_file/friction-3d
EXTRA_DIST += tests/fuzz/problem_file/lcp-blocks
EXTRA_DIST += tests/fuzz/problem_file/lcp-columns
EXTRA_DIST += tests/fuzz/problem_file/lcp-dense
EXTRA_DIST += tests/fuzz/problem_file/lcp-half
EXTRA_DIST += tests/fuzz/problem_file/lcp-rows
EXTRA_DIST += tests/fuzz/problem_file/lcp-triplet
EXTRA_DIST += tests/fuzz/problem_file/mlcp-both
EXTRA_DIST += tests/fuzz/problem_file/mlcp-pieces
EXTRA_DIST += tests/fuzz/problem_file/relay
EXTRA_DIST += tests/fuzz/problem_file/qp
EXTRA_DIST += tests/fuzz/problem_file/soclcp
