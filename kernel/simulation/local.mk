zeno_kernel_sources += kernel/simulation/simulation.c
zeno_kernel_sources += kernel/simulation/options.h kernel/simulation/times.h
zeno_kernel_sources += kernel/simulation/attempt.h kernel/simulation/passing.h kernel/simulation/watched.h
zeno_kernel_sources += kernel/simulation/sources.h kernel/simulation/copy.h
zeno_kernel_sources += kernel/simulation/access.c kernel/simulation/reactions.c
zeno_kernel_sources += kernel/simulation/time.c
zeno_kernel_sources += kernel/simulation/setup.c
zeno_kernel_sources += kernel/simulation/next.c
zeno_kernel_sources += kernel/simulation/settle.c
zeno_kernel_sources += kernel/simulation/mixing.c kernel/simulation/mixing.h
zeno_kernel_sources += kernel/simulation/step.c
zeno_kernel_sources += kernel/simulation/passes.c
zeno_kernel_sources += kernel/simulation/passing.c kernel/simulation/quiet.c \
                       kernel/simulation/steady.c
zeno_kernel_sources += kernel/simulation/problem.c kernel/simulation/bounce.c kernel/simulation/save.c
zeno_kernel_sources += kernel/simulation/connect.c kernel/simulation/ahead.c
zeno_kernel_sources += kernel/simulation/commit.c
zeno_kernel_sources += kernel/simulation/energy.c
zeno_kernel_sources += kernel/simulation/fit.c kernel/simulation/hints.c
zeno_kernel_sources += kernel/simulation/lengths.c kernel/simulation/lengths.h
zeno_kernel_sources += kernel/simulation/verify.c
zeno_kernel_sources += kernel/simulation/recompute.c
zeno_kernel_sources += kernel/simulation/project.c
zeno_kernel_sources += kernel/simulation/stages.c
zeno_kernel_sources += kernel/simulation/foresee.c
zeno_kernel_sources += kernel/simulation/loop.c
zeno_kernel_sources += kernel/simulation/events.c
zeno_kernel_sources += kernel/simulation/each_z.c
zeno_kernel_sources += kernel/simulation/snapshot.c
zeno_kernel_sources += kernel/simulation/sources.c
zeno_kernel_sources += kernel/simulation/exchange.c
zeno_kernel_sources += kernel/simulation/time_stepping.h
zeno_kernel_sources += kernel/simulation/time_stepping.c
zeno_kernel_sources += kernel/simulation/step_control.c
zeno_kernel_sources += kernel/simulation/locate.c

check_PROGRAMS += tests/analytic/test_locate
tests_analytic_test_locate_SOURCES = tests/analytic/test_locate.c
tests_analytic_test_locate_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_simulation_kind
tests_unit_test_simulation_kind_SOURCES = tests/unit/test_simulation_kind.c tests/unit/kind_models.h
tests_unit_test_simulation_kind_LDADD   = $(api_ldadd)
check_PROGRAMS += tests/unit/test_simulation_events
tests_unit_test_simulation_events_SOURCES = tests/unit/test_simulation_events.c tests/unit/kind_models.h
tests_unit_test_simulation_events_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_step_control
tests_analytic_test_step_control_SOURCES = tests/analytic/test_step_control.c
tests_analytic_test_step_control_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_hints
tests_unit_test_hints_SOURCES = tests/unit/test_hints.c
tests_unit_test_hints_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_quiet
tests_unit_test_quiet_SOURCES = tests/unit/test_quiet.c
tests_unit_test_quiet_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_steady
tests_unit_test_steady_SOURCES = tests/unit/test_steady.c
tests_unit_test_steady_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_passing
tests_unit_test_passing_SOURCES = tests/unit/test_passing.c
tests_unit_test_passing_LDADD   = $(unit_ldadd)
