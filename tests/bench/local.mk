# tests/bench/local.mk - benchmark of the step loop; make bench [BENCH=...]
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST += tests/bench/problems.h tests/bench/siconos_peer.cpp \
              tests/bench/run.sh tests/bench/README.md \
              tests/bench/measure.h tests/bench/circuits.h \
              tests/bench/circuits.sh tests/bench/siconos_circuits.cpp

EXTRA_PROGRAMS += tests/bench/bench_zeno tests/bench/bench_circuits
tests_bench_bench_zeno_SOURCES = tests/bench/bench_zeno.c tests/bench/measure.c
tests_bench_bench_circuits_SOURCES = tests/bench/bench_circuits.c \
                                     tests/bench/measure.c
tests_bench_bench_zeno_LDADD   = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_circuits_LDADD = libzeno.la libzeno-solvers.la -lm

# its models are kept running by make check; what they cost is not judged there
check_SCRIPTS += tests/bench/bench_zeno$(EXEEXT) \
                 tests/bench/bench_circuits$(EXEEXT)
test_scripts  += tests/bench/models.sh

CLEANFILES += tests/bench/bench_zeno$(EXEEXT) tests/bench/bench.csv \
              tests/bench/bench_circuits$(EXEEXT) tests/bench/circuits.csv \
              tests/bench/out/*

.PHONY: bench
bench: tests/bench/bench_zeno$(EXEEXT) tests/bench/bench_circuits$(EXEEXT)
	@BENCH='$(BENCH)' PEER='$(PEER)' CXX='$(CXX_CHECK)' \
	    ZENO_SRCDIR='$(abs_top_srcdir)' ZENO_BUILDDIR='$(abs_top_builddir)' \
	    $(SHELL) $(srcdir)/tests/bench/run.sh
