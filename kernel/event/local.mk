# kernel/event/local.mk - the event-driven simulation
# SPDX-License-Identifier: Apache-2.0

zeno_headers        += include/zeno/event_driven.h
zeno_kernel_sources += kernel/event/event.h kernel/event/contact.h kernel/event/event_driven.c kernel/event/both.c
zeno_kernel_sources += kernel/event/contacts.c kernel/event/problems.c kernel/event/isles.c kernel/event/integrators.h kernel/event/integrators.c
zeno_kernel_sources += kernel/event/carried.c kernel/event/course.h kernel/event/course.c
zeno_kernel_sources += kernel/event/rank.h kernel/event/rank.c kernel/event/shares.c kernel/event/percussions.c kernel/event/motion.c
zeno_kernel_sources += kernel/event/settle.c kernel/event/jump.c kernel/event/accumulation.c
zeno_kernel_sources += kernel/event/flow.c kernel/event/lines.h kernel/event/lines.c kernel/event/half.c kernel/event/pass.c kernel/event/kinks.c kernel/event/work.c
zeno_kernel_sources += kernel/event/log.c kernel/event/sliding.c kernel/event/friction.c kernel/event/directions.h kernel/event/view.h kernel/event/directions.c kernel/event/springs.c
zeno_kernel_sources += kernel/event/modes.h kernel/event/modes.c
zeno_kernel_sources += kernel/event/modes_motion.c kernel/event/modes_switch.c
zeno_kernel_sources += kernel/event/modes_held.c
zeno_kernel_sources += kernel/event/modes_jump.c kernel/event/modes_pivot.c
zeno_kernel_sources += kernel/event/undo.c kernel/event/affine.c

EXTRA_DIST     += tests/analytic/events.h
check_PROGRAMS += tests/analytic/test_event_driven
tests_analytic_test_event_driven_SOURCES = tests/analytic/test_event_driven.c
tests_analytic_test_event_driven_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_hard
tests_analytic_test_event_hard_SOURCES = tests/analytic/test_event_hard.c
tests_analytic_test_event_hard_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_instants
tests_analytic_test_event_instants_SOURCES = tests/analytic/test_event_instants.c
tests_analytic_test_event_instants_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_alpha
tests_analytic_test_event_alpha_SOURCES = tests/analytic/test_event_alpha.c
tests_analytic_test_event_alpha_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_half
tests_analytic_test_event_half_SOURCES = tests/analytic/test_event_half.c
tests_analytic_test_event_half_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/conformance/test_event_driven
tests_conformance_test_event_driven_SOURCES = tests/conformance/test_event_driven.c
tests_conformance_test_event_driven_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/conformance/test_multiple_impact
tests_conformance_test_multiple_impact_SOURCES = tests/conformance/test_multiple_impact.c
tests_conformance_test_multiple_impact_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_sliding
tests_analytic_test_event_sliding_SOURCES = tests/analytic/test_event_sliding.c
tests_analytic_test_event_sliding_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_springs
tests_analytic_test_event_springs_SOURCES = tests/analytic/test_event_springs.c
tests_analytic_test_event_springs_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_friction
tests_analytic_test_event_friction_SOURCES = tests/analytic/test_event_friction.c
tests_analytic_test_event_friction_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_laws
tests_analytic_test_event_laws_SOURCES = tests/analytic/test_event_laws.c
tests_analytic_test_event_laws_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_poisson_impact
tests_analytic_test_poisson_impact_SOURCES = tests/analytic/test_poisson_impact.c
tests_analytic_test_poisson_impact_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_shares
tests_analytic_test_event_shares_SOURCES = tests/analytic/test_event_shares.c
tests_analytic_test_event_shares_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_units
tests_analytic_test_event_units_SOURCES = tests/analytic/test_event_units.c
tests_analytic_test_event_units_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_below
tests_analytic_test_event_below_SOURCES = tests/analytic/test_event_below.c
tests_analytic_test_event_below_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_rocking
tests_analytic_test_event_rocking_SOURCES = tests/analytic/test_event_rocking.c
tests_analytic_test_event_rocking_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_circuits
tests_analytic_test_event_circuits_SOURCES = tests/analytic/test_event_circuits.c tests/analytic/event_ways.h
tests_analytic_test_event_circuits_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_bodies
tests_analytic_test_event_bodies_SOURCES = tests/analytic/test_event_bodies.c tests/analytic/event_ways.h
tests_analytic_test_event_bodies_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_machines
tests_analytic_test_event_machines_SOURCES = tests/analytic/test_event_machines.c tests/analytic/event_ways.h
tests_analytic_test_event_machines_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_hysteresis
tests_analytic_test_hysteresis_SOURCES = tests/analytic/test_hysteresis.c tests/analytic/events.h \
                                         tests/analytic/event_first_order.h
tests_analytic_test_hysteresis_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_degree
tests_analytic_test_event_degree_SOURCES = tests/analytic/test_event_degree.c
tests_analytic_test_event_degree_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_differences
tests_analytic_test_event_differences_SOURCES = tests/analytic/test_event_differences.c
tests_analytic_test_event_differences_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_both
tests_analytic_test_event_both_SOURCES = tests/analytic/test_event_both.c
tests_analytic_test_event_both_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_both_memory
tests_analytic_test_event_both_memory_SOURCES = tests/analytic/test_event_both_memory.c
tests_analytic_test_event_both_memory_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_modes
tests_analytic_test_event_modes_SOURCES = tests/analytic/test_event_modes.c tests/analytic/event_first_order.h
tests_analytic_test_event_modes_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_valves
tests_analytic_test_event_valves_SOURCES = tests/analytic/test_event_valves.c tests/analytic/event_first_order.h
tests_analytic_test_event_valves_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_rectifier
tests_analytic_test_event_rectifier_SOURCES = tests/analytic/test_event_rectifier.c
tests_analytic_test_event_rectifier_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_spatial
tests_analytic_test_event_spatial_SOURCES = tests/analytic/test_event_spatial.c
tests_analytic_test_event_spatial_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_space
tests_analytic_test_event_space_SOURCES = tests/analytic/test_event_space.c
tests_analytic_test_event_space_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_isles
tests_analytic_test_event_isles_SOURCES = tests/analytic/test_event_isles.c
tests_analytic_test_event_isles_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_linear
tests_analytic_test_event_linear_SOURCES = tests/analytic/test_event_linear.c
tests_analytic_test_event_linear_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_rank
tests_unit_test_rank_SOURCES = tests/unit/test_rank.c
tests_unit_test_rank_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_random
tests_analytic_test_event_random_SOURCES = tests/analytic/test_event_random.c tests/analytic/event_ways.h
tests_analytic_test_event_random_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_loops
tests_analytic_test_event_loops_SOURCES = tests/analytic/test_event_loops.c tests/analytic/linkage.h
tests_analytic_test_event_loops_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_percussions
tests_analytic_test_event_percussions_SOURCES = tests/analytic/test_event_percussions.c
tests_analytic_test_event_percussions_LDADD   = $(api_ldadd) -lm
