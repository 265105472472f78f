# tests/faults/modules/local.mk - modules that load, and that must not
# SPDX-License-Identifier: Apache-2.0

# without a description, and with one

check_LTLIBRARIES += tests/faults/modules/plain.la
tests_faults_modules_plain_la_SOURCES = tests/faults/modules/plain.c
tests_faults_modules_plain_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_plain_la_LIBADD = libzeno.la -lm

check_LTLIBRARIES += tests/faults/modules/described.la
tests_faults_modules_described_la_SOURCES = tests/faults/modules/described.c
tests_faults_modules_described_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_described_la_LIBADD = libzeno.la

# a function is missing

check_LTLIBRARIES += tests/faults/modules/undefined.la
tests_faults_modules_undefined_la_SOURCES = tests/faults/modules/undefined.c
tests_faults_modules_undefined_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_undefined_la_LIBADD = libzeno.la

# two classes, of which the second exists or lacks something

check_LTLIBRARIES += tests/faults/modules/laws.la
tests_faults_modules_laws_la_SOURCES = tests/faults/modules/laws.c
tests_faults_modules_laws_la_CPPFLAGS = $(AM_CPPFLAGS) -DSECOND='"test-second"'
tests_faults_modules_laws_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_laws_la_LIBADD = libzeno.la

check_LTLIBRARIES += tests/faults/modules/laws_existing.la
tests_faults_modules_laws_existing_la_SOURCES = tests/faults/modules/laws.c
tests_faults_modules_laws_existing_la_CPPFLAGS = $(AM_CPPFLAGS) -DSECOND='"newton-impact"'
tests_faults_modules_laws_existing_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_laws_existing_la_LIBADD = libzeno.la

check_LTLIBRARIES += tests/faults/modules/laws_half.la
tests_faults_modules_laws_half_la_SOURCES = tests/faults/modules/laws.c
tests_faults_modules_laws_half_la_CPPFLAGS = $(AM_CPPFLAGS) -DSECOND='"test-second"' -DHALF
tests_faults_modules_laws_half_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_laws_half_la_LIBADD = libzeno.la

# other interfaces

check_LTLIBRARIES += tests/faults/modules/major.la
tests_faults_modules_major_la_SOURCES = tests/faults/modules/interface.c
tests_faults_modules_major_la_CPPFLAGS = $(AM_CPPFLAGS) -DNAME='"major"' -DMAJOR=99
tests_faults_modules_major_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_major_la_LIBADD = libzeno.la

check_LTLIBRARIES += tests/faults/modules/minor.la
tests_faults_modules_minor_la_SOURCES = tests/faults/modules/interface.c
tests_faults_modules_minor_la_CPPFLAGS = $(AM_CPPFLAGS) -DNAME='"minor"' -DMINOR=99
tests_faults_modules_minor_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_minor_la_LIBADD = libzeno.la

check_LTLIBRARIES += tests/faults/modules/build.la
tests_faults_modules_build_la_SOURCES = tests/faults/modules/interface.c
tests_faults_modules_build_la_CPPFLAGS = $(AM_CPPFLAGS) -DNAME='"build"' -DBUILD='"real=float index=32"'
tests_faults_modules_build_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_build_la_LIBADD = libzeno.la

check_LTLIBRARIES += tests/faults/modules/size.la
tests_faults_modules_size_la_SOURCES = tests/faults/modules/interface.c
tests_faults_modules_size_la_CPPFLAGS = $(AM_CPPFLAGS) -DNAME='"size"' -DSIZE=8
tests_faults_modules_size_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_size_la_LIBADD = libzeno.la

check_LTLIBRARIES += tests/faults/modules/nothing.la
tests_faults_modules_nothing_la_SOURCES = tests/faults/modules/interface.c
tests_faults_modules_nothing_la_CPPFLAGS = $(AM_CPPFLAGS) -DNOTHING
tests_faults_modules_nothing_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_nothing_la_LIBADD = libzeno.la

# descriptions of what is not there

check_LTLIBRARIES += tests/faults/modules/symbol_absent.la
tests_faults_modules_symbol_absent_la_SOURCES = tests/faults/modules/symbols.c
tests_faults_modules_symbol_absent_la_CPPFLAGS = $(AM_CPPFLAGS) -DSYMBOL='"farce"' -DLIST='"S2"' -DROWS=1
tests_faults_modules_symbol_absent_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_symbol_absent_la_LIBADD = libzeno.la

check_LTLIBRARIES += tests/faults/modules/symbol_list.la
tests_faults_modules_symbol_list_la_SOURCES = tests/faults/modules/symbols.c
tests_faults_modules_symbol_list_la_CPPFLAGS = $(AM_CPPFLAGS) -DSYMBOL='"force"' -DLIST='"S20"' -DROWS=1
tests_faults_modules_symbol_list_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_symbol_list_la_LIBADD = libzeno.la

check_LTLIBRARIES += tests/faults/modules/symbol_size.la
tests_faults_modules_symbol_size_la_SOURCES = tests/faults/modules/symbols.c
tests_faults_modules_symbol_size_la_CPPFLAGS = $(AM_CPPFLAGS) -DSYMBOL='"force"' -DLIST='"S2"' -DROWS=-2
tests_faults_modules_symbol_size_la_LDFLAGS = $(TEST_MODULE)
tests_faults_modules_symbol_size_la_LIBADD = libzeno.la

EXTRA_DIST += tests/faults/modules/cplusplus.cpp tests/faults/modules/arguments.c
