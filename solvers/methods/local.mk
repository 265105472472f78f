# solvers/methods/local.mk - methods that classes share
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/methods/acceleration.c \
                        solvers/methods/acceleration.h \
                        solvers/methods/admm.c \
                        solvers/methods/admm.h \
                        solvers/methods/arc.c \
                        solvers/methods/arc.h \
                        solvers/methods/by_sets.c \
                        solvers/methods/by_sets.h \
                        solvers/methods/central.c \
                        solvers/methods/central.h \
                        solvers/methods/central_pace.c \
                        solvers/methods/central_pace.h \
                        solvers/methods/interior.c \
                        solvers/methods/interior.h \
                        solvers/methods/interior_step.c \
                        solvers/methods/interior_step.h \
                        solvers/methods/krylov.c \
                        solvers/methods/krylov.h \
                        solvers/methods/mehrotra.c \
                        solvers/methods/mehrotra.h \
                        solvers/methods/newton.c \
                        solvers/methods/newton.h \
                        solvers/methods/nt.c \
                        solvers/methods/nt.h \
                        solvers/methods/projection.c \
                        solvers/methods/projection.h \
                        solvers/methods/prox.c \
                        solvers/methods/prox.h \
                        solvers/methods/ray.c \
                        solvers/methods/ray.h \
                        solvers/methods/seidel.c \
                        solvers/methods/seidel.h \
                        solvers/methods/starts.c \
                        solvers/methods/starts.h \
                        solvers/methods/sweep.c \
                        solvers/methods/sweep.h

check_PROGRAMS += tests/unit/test_krylov
tests_unit_test_krylov_SOURCES = tests/unit/test_krylov.c
tests_unit_test_krylov_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_arc
tests_unit_test_arc_SOURCES = tests/unit/test_arc.c
tests_unit_test_arc_LDADD   = $(unit_ldadd)
