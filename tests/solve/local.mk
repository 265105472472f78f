# tests/solve/local.mk - the zeno-solve command, run from the build folder
# SPDX-License-Identifier: Apache-2.0

noinst_PROGRAMS += tests/solve/json_lint
tests_solve_json_lint_SOURCES = tests/solve/json_lint.c

test_scripts += tests/solve/solve.sh
