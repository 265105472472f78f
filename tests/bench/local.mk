# tests/bench/local.mk - benchmarks: make bench [BENCH=quick|steps|circuits|bodies|...]
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST += tests/bench/README.md tests/bench/steps.md tests/bench/memory.md \
              tests/bench/contacts.md tests/bench/events.md tests/bench/solvers.md \
              tests/bench/families.md tests/bench/heaps.md \
              tests/bench/piles.md tests/bench/complementarity.md \
              tests/bench/settled.md \
              tests/bench/scenes.md tests/bench/run.sh \
              tests/bench/problems.h tests/bench/siconos_peer.cpp \
              tests/bench/siconos_run.hpp tests/bench/engines.py \
              tests/bench/siconos_scenes.py tests/bench/scenes.sh \
              tests/bench/siconos_piles.py tests/bench/piles.sh \
              tests/bench/peer.sh tests/bench/siconos_wall.cpp \
              tests/bench/boxes.h tests/bench/mujoco_boxes.c tests/bench/heap.yaml \
              tests/bench/curve.h tests/bench/mujoco_curve.c tests/bench/mujoco_load.h \
              tests/bench/curve.sh \
              tests/bench/curve.gnuplot \
              tests/bench/measure.h tests/bench/circuits.h \
              tests/bench/circuits.sh tests/bench/siconos_circuits.cpp \
              tests/bench/bodies.h tests/bench/siconos_bodies.cpp \
              tests/bench/siconos_events.cpp \
              tests/bench/timing.h tests/bench/one.h tests/bench/tally.h \
              tests/bench/numerics_peer.c \
              tests/bench/solvers.sh tests/bench/solvers.awk \
              tests/bench/cold.sh tests/bench/counts.sh tests/bench/turned.sh \
              tests/bench/families.sh \
              tests/bench/solvers.gnuplot

EXTRA_PROGRAMS += tests/bench/bench_zeno tests/bench/bench_circuits \
                  tests/bench/bench_bodies \
                  tests/bench/bench_solvers tests/bench/bench_contacts \
                  tests/bench/bench_mesh tests/bench/bench_piles \
                  tests/bench/bench_collision tests/bench/bench_events \
                  tests/bench/bench_boxes tests/bench/bench_sweeps \
                  tests/bench/bench_memory tests/bench/bench_curve \
                  tests/bench/bench_limits tests/bench/bench_counts \
                  tests/bench/bench_settled
tests_bench_bench_settled_SOURCES  = tests/bench/bench_settled.c
tests_bench_bench_settled_LDADD    = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_counts_SOURCES   = tests/bench/bench_counts.c
tests_bench_bench_counts_LDADD     = libzeno-solvers.la
tests_bench_bench_curve_SOURCES    = tests/bench/bench_curve.c
tests_bench_bench_curve_LDADD      = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_memory_SOURCES   = tests/bench/bench_memory.c
tests_bench_bench_memory_LDADD     = libzeno-solvers.la -lm
tests_bench_bench_limits_SOURCES   = tests/bench/bench_limits.c
tests_bench_bench_limits_LDADD     = libzeno-solvers.la
tests_bench_bench_sweeps_SOURCES   = tests/bench/bench_sweeps.c
tests_bench_bench_sweeps_LDADD     = libzeno-solvers-all.la libzeno-hdf5-linked.la -lm
tests_bench_bench_boxes_SOURCES    = tests/bench/bench_boxes.c
tests_bench_bench_boxes_LDADD      = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_mesh_SOURCES     = tests/bench/bench_mesh.c \
                                     samples/elastic_block/src/mesh.c
tests_bench_bench_mesh_LDADD       = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_zeno_SOURCES     = tests/bench/bench_zeno.c \
                                     tests/bench/measure.c
tests_bench_bench_zeno_LDADD       = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_bodies_SOURCES   = tests/bench/bench_bodies.c \
                                     tests/bench/measure.c
tests_bench_bench_bodies_LDADD     = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_circuits_SOURCES = tests/bench/bench_circuits.c \
                                     tests/bench/measure.c
tests_bench_bench_circuits_LDADD   = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_contacts_SOURCES = tests/bench/bench_contacts.c
tests_bench_bench_contacts_LDADD   = libzeno.la libzeno-solvers.la
tests_bench_bench_collision_SOURCES = tests/bench/bench_collision.c
tests_bench_bench_collision_LDADD   = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_events_SOURCES   = tests/bench/bench_events.c
tests_bench_bench_events_LDADD     = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_piles_SOURCES    = tests/bench/bench_piles.c
tests_bench_bench_piles_LDADD      = libzeno.la libzeno-solvers.la -lm
tests_bench_bench_solvers_SOURCES  = tests/bench/bench_solvers.c \
                                     tests/bench/one.c
tests_bench_bench_solvers_LDADD    = libzeno-solvers.la -lm

# its models are kept running by make check; what they cost is not judged there
check_SCRIPTS += tests/bench/bench_zeno$(EXEEXT) \
                 tests/bench/bench_bodies$(EXEEXT) \
                 tests/bench/bench_circuits$(EXEEXT) \
                 tests/bench/bench_events$(EXEEXT)
test_scripts  += tests/bench/models.sh

CLEANFILES += tests/bench/bench_zeno$(EXEEXT) \
              tests/bench/bench_circuits$(EXEEXT) \
              tests/bench/bench_bodies$(EXEEXT) tests/bench/bodies.csv \
              tests/bench/events.csv \
              tests/bench/bench_contacts$(EXEEXT) \
              tests/bench/bench_mesh$(EXEEXT) \
              tests/bench/bench_piles$(EXEEXT) \
              tests/bench/bench_collision$(EXEEXT) \
              tests/bench/bench_events$(EXEEXT) tests/bench/bench_boxes$(EXEEXT) \
              tests/bench/bench_sweeps$(EXEEXT) \
              tests/bench/bench_memory$(EXEEXT) \
              tests/bench/bench_limits$(EXEEXT) \
              tests/bench/bench_settled$(EXEEXT) \
              tests/bench/bench_counts$(EXEEXT) tests/bench/counts.out \
              tests/bench/bench_curve$(EXEEXT) tests/bench/curve.csv tests/bench/curve.svg \
              tests/bench/bench_solvers$(EXEEXT) tests/bench/bench.csv \
              tests/bench/circuits.csv tests/bench/solvers.csv \
              tests/bench/turns.csv \
              tests/bench/solvers.svg tests/bench/out/*

bench_environment = PEER='$(PEER)' CC='$(CC)' CXX="$${CXX-c++}" \
    ZENO_SRCDIR='$(abs_top_srcdir)' ZENO_BUILDDIR='$(abs_top_builddir)'

# BENCH: which of the parts, and how much; without it all of them
.PHONY: bench
bench: tests/bench/bench_zeno$(EXEEXT) tests/bench/bench_circuits$(EXEEXT) \
       tests/bench/bench_bodies$(EXEEXT) \
       tests/bench/bench_solvers$(EXEEXT) tests/bench/bench_contacts$(EXEEXT) \
       tests/bench/bench_piles$(EXEEXT) tests/bench/bench_events$(EXEEXT) \
       tests/bench/bench_boxes$(EXEEXT) tests/bench/bench_sweeps$(EXEEXT) \
       tests/bench/bench_memory$(EXEEXT) tests/bench/bench_curve$(EXEEXT) \
       tests/bench/bench_limits$(EXEEXT) tests/bench/bench_counts$(EXEEXT) \
       tests/bench/bench_settled$(EXEEXT)
	@case '$(BENCH)' in scenes) \
	    $(bench_environment) $(SHELL) $(srcdir)/tests/bench/scenes.sh ;; esac
	@case '$(BENCH)' in curve) \
	    $(bench_environment) $(SHELL) $(srcdir)/tests/bench/curve.sh ;; esac
	@case '$(BENCH)' in '' | full | contacts) \
	    tests/bench/bench_contacts$(EXEEXT) ;; esac
	@case '$(BENCH)' in '' | full | piles) \
	    tests/bench/bench_piles$(EXEEXT); \
	    $(bench_environment) $(SHELL) $(srcdir)/tests/bench/piles.sh ;; esac
	@case '$(BENCH)' in '' | full | sweeps) \
	    OPENBLAS_NUM_THREADS=1 tests/bench/bench_sweeps$(EXEEXT) ;; esac
	@case '$(BENCH)' in '' | full | memory) \
	    tests/bench/bench_memory$(EXEEXT) ;; esac
	@case '$(BENCH)' in counts) \
	    $(bench_environment) $(SHELL) $(srcdir)/tests/bench/counts.sh ;; esac
	@case '$(BENCH)' in families) \
	    $(bench_environment) $(SHELL) $(srcdir)/tests/bench/families.sh ;; esac
	@case '$(BENCH)' in settled) \
	    OPENBLAS_NUM_THREADS=1 tests/bench/bench_settled$(EXEEXT) ;; esac
	@case '$(BENCH)' in limits) \
	    OPENBLAS_NUM_THREADS=1 tests/bench/bench_limits$(EXEEXT) ;; esac
	@case '$(BENCH)' in '' | full | events) \
	    tests/bench/bench_events$(EXEEXT) ;; esac
	@case '$(BENCH)' in '' | full | events) BENCH=events \
	    $(bench_environment) $(SHELL) $(srcdir)/tests/bench/run.sh ;; esac
	@case '$(BENCH)' in solvers* | cold | circuits | bodies | contacts | piles | sweeps | memory | limits | events | scenes | curve | counts | families | settled) ;; \
	*) BENCH='$(BENCH)' $(bench_environment) \
	    $(SHELL) $(srcdir)/tests/bench/run.sh ;; esac
	@case '$(BENCH)' in '' | full | circuits) BENCH=circuits \
	    $(bench_environment) $(SHELL) $(srcdir)/tests/bench/run.sh ;; esac
	@case '$(BENCH)' in '' | full | bodies) BENCH=bodies \
	    $(bench_environment) $(SHELL) $(srcdir)/tests/bench/run.sh ;; esac
	@case '$(BENCH)' in steps | cold | circuits | bodies | contacts | piles | sweeps | memory | limits | events | scenes | curve | counts | families | settled) ;; \
	*) BENCH='$(BENCH)' $(bench_environment) \
	    $(SHELL) $(srcdir)/tests/bench/solvers.sh ;; esac
	@case '$(BENCH)' in '' | full | solvers | cold) $(bench_environment) \
	    $(SHELL) $(srcdir)/tests/bench/cold.sh ;; esac
