# tests/local.mk - tests; run by make check
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST += tests/unit/zeno_test.h

test_scripts += tests/headers.sh

check_PROGRAMS += tests/unit/test_version
tests_unit_test_version_SOURCES = tests/unit/test_version.c
tests_unit_test_version_LDADD   = $(api_ldadd)

include $(top_srcdir)/tests/bench/local.mk
