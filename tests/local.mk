# tests/local.mk - tests; run by make check
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST += tests/unit/zeno_test.h

test_scripts += tests/headers.sh

check_PROGRAMS += tests/unit/test_version
tests_unit_test_version_SOURCES = tests/unit/test_version.c
tests_unit_test_version_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_lcp tests/unit/test_lcp_chain \
                  tests/unit/test_lcp_memory tests/unit/test_lcp_random \
                  tests/unit/test_lcp_reference tests/unit/test_mlcp
tests_unit_test_lcp_SOURCES           = tests/unit/test_lcp.c \
                                        tests/unit/lcp_test.h
tests_unit_test_lcp_LDADD             = $(unit_ldadd)
tests_unit_test_lcp_chain_SOURCES     = tests/unit/test_lcp_chain.c
tests_unit_test_lcp_chain_LDADD       = $(unit_ldadd)
tests_unit_test_lcp_memory_SOURCES    = tests/unit/test_lcp_memory.c
tests_unit_test_lcp_memory_LDADD      = $(unit_ldadd)
tests_unit_test_lcp_random_SOURCES    = tests/unit/test_lcp_random.c
tests_unit_test_lcp_random_LDADD      = $(unit_ldadd)
tests_unit_test_lcp_reference_SOURCES = tests/unit/test_lcp_reference.c
tests_unit_test_lcp_reference_LDADD   = $(unit_ldadd)
tests_unit_test_mlcp_SOURCES          = tests/unit/test_mlcp.c
tests_unit_test_mlcp_LDADD            = $(unit_ldadd)
