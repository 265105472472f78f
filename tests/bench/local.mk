# tests/bench/local.mk - benchmarks: make bench [BENCH=quick|steps|solvers]
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST += tests/bench/problems.h tests/bench/siconos_peer.cpp \
              tests/bench/run.sh tests/bench/README.md tests/bench/timing.h \
              tests/bench/numerics_peer.c tests/bench/solvers.sh \
              tests/bench/solvers.awk tests/bench/solvers.gnuplot

EXTRA_PROGRAMS += tests/bench/bench_zeno
tests_bench_bench_zeno_SOURCES = tests/bench/bench_zeno.c
tests_bench_bench_zeno_LDADD   = libzeno.la libzeno-solvers.la -lm

EXTRA_PROGRAMS += tests/bench/bench_solvers
tests_bench_bench_solvers_SOURCES = tests/bench/bench_solvers.c
tests_bench_bench_solvers_LDADD   = libzeno-solvers.la -lm

# its models are kept running by make check; what they cost is not judged there
check_SCRIPTS += tests/bench/bench_zeno$(EXEEXT)
test_scripts  += tests/bench/models.sh

CLEANFILES += tests/bench/bench_zeno$(EXEEXT) \
              tests/bench/bench_solvers$(EXEEXT) tests/bench/bench.csv \
              tests/bench/solvers.csv tests/bench/solvers.svg \
              tests/bench/out/*

bench_environment = BENCH='$(BENCH)' PEER='$(PEER)' CC='$(CC)' \
    CXX='$(CXX_CHECK)' ZENO_SRCDIR='$(abs_top_srcdir)' \
    ZENO_BUILDDIR='$(abs_top_builddir)'

# BENCH=steps, solvers, solvers-quick: one of the two; else both
.PHONY: bench
bench: tests/bench/bench_zeno$(EXEEXT) tests/bench/bench_solvers$(EXEEXT)
	@case '$(BENCH)' in solvers*) ;; \
	*) $(bench_environment) $(SHELL) $(srcdir)/tests/bench/run.sh ;; esac
	@case '$(BENCH)' in steps) ;; \
	*) $(bench_environment) $(SHELL) $(srcdir)/tests/bench/solvers.sh ;; esac
