# solvers/box/local.mk - linear complementarity in a box: what its classes share
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/box/again.c \
                        solvers/box/attempts.c \
                        solvers/box/attempts.h \
                        solvers/box/bgs.c \
                        solvers/box/box.h \
                        solvers/box/branch.c \
                        solvers/box/branch.h \
                        solvers/box/refute.c \
                        solvers/box/refute.h \
                        solvers/box/cao_ferris.c \
                        solvers/box/chain.c \
                        solvers/box/dictionary.c \
                        solvers/box/dictionary.h \
                        solvers/box/dictionary_sparse.c \
                        solvers/box/enum.c \
                        solvers/box/feasible.c \
                        solvers/box/fischer.c \
                        solvers/box/front.c \
                        solvers/box/front.h \
                        solvers/box/gather.c \
                        solvers/box/lemke.c \
                        solvers/box/lemke.h \
                        solvers/box/lemke_few.c \
                        solvers/box/lexicographic.c \
                        solvers/box/newton.c \
                        solvers/box/path.c \
                        solvers/box/path.h \
                        solvers/box/path_start.c \
                        solvers/box/proximal.c \
                        solvers/box/residual.c \
                        solvers/box/sharp.c \
                        solvers/box/sor.c \
                        solvers/box/sor.h \
                        solvers/box/storage.c \
                        solvers/box/substitution.c \
                        solvers/box/warm.c \
                        solvers/box/work.c

check_PROGRAMS += tests/unit/test_lemke_few
tests_unit_test_lemke_few_SOURCES = tests/unit/test_lemke_few.c tests/unit/lcp_test.h
tests_unit_test_lemke_few_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_solver_conduct
tests_unit_test_solver_conduct_SOURCES = tests/unit/test_solver_conduct.c \
                                         tests/unit/lcp_test.h
tests_unit_test_solver_conduct_LDADD   = $(unit_ldadd) -lpthread

check_PROGRAMS += tests/unit/test_box_methods
tests_unit_test_box_methods_SOURCES = tests/unit/test_box_methods.c \
                                      tests/unit/lcp_test.h
tests_unit_test_box_methods_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_solver_rooms
tests_unit_test_solver_rooms_SOURCES = tests/unit/test_solver_rooms.c \
                                       tests/unit/conduct_problems.h
tests_unit_test_solver_rooms_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_solver_units
tests_unit_test_solver_units_SOURCES = tests/unit/test_solver_units.c \
                                       tests/unit/conduct_problems.h
tests_unit_test_solver_units_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_solver_near
tests_unit_test_solver_near_SOURCES = tests/unit/test_solver_near.c \
                                      tests/unit/lcp_test.h
tests_unit_test_solver_near_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_solver_clock
tests_unit_test_solver_clock_SOURCES = tests/unit/test_solver_clock.c
tests_unit_test_solver_clock_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=clock_gettime
tests_unit_test_solver_clock_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_solver_history
tests_unit_test_solver_history_SOURCES = tests/unit/test_solver_history.c \
                                         tests/unit/solver_answer.h tests/unit/families.h
tests_unit_test_solver_history_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_solver_effort
tests_unit_test_solver_effort_SOURCES = tests/unit/test_solver_effort.c \
    tests/unit/lcp_test.h tests/unit/plasticity_test.h tests/unit/solver_answer.h
tests_unit_test_solver_effort_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_solver_recovers
tests_unit_test_solver_recovers_SOURCES = tests/unit/test_solver_recovers.c \
                                          tests/unit/solver_answer.h
tests_unit_test_solver_recovers_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_gather
tests_unit_test_gather_SOURCES = tests/unit/test_gather.c tests/unit/lcp_test.h
tests_unit_test_gather_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_refute
tests_unit_test_refute_SOURCES = tests/unit/test_refute.c tests/unit/lcp_test.h
tests_unit_test_refute_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_box_branch
tests_unit_test_box_branch_SOURCES = tests/unit/test_box_branch.c \
                                     tests/unit/lcp_test.h
tests_unit_test_box_branch_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_box_costs
tests_unit_test_box_costs_SOURCES = tests/unit/test_box_costs.c \
                                    tests/unit/lcp_test.h
tests_unit_test_box_costs_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_basis
tests_unit_test_basis_SOURCES = tests/unit/test_basis.c tests/unit/lcp_test.h
tests_unit_test_basis_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_box_sides
tests_unit_test_box_sides_SOURCES = tests/unit/test_box_sides.c \
                                    tests/unit/lcp_test.h
tests_unit_test_box_sides_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_box_proximal
tests_unit_test_box_proximal_SOURCES = tests/unit/test_box_proximal.c \
                                       tests/unit/lcp_test.h
tests_unit_test_box_proximal_LDADD   = $(unit_ldadd)
