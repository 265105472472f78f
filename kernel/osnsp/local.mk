zeno_kernel_sources += kernel/osnsp/linearisation.h kernel/osnsp/linearise.c
zeno_kernel_sources += kernel/osnsp/problem.h kernel/osnsp/member.c
zeno_kernel_sources += kernel/osnsp/projection.h kernel/osnsp/projection.c
zeno_kernel_sources += kernel/osnsp/forces.h kernel/osnsp/forces.c
zeno_kernel_sources += kernel/osnsp/constant.c kernel/osnsp/integrators.c
zeno_kernel_sources += kernel/osnsp/output.c
zeno_kernel_sources += kernel/osnsp/response.c
zeno_kernel_sources += kernel/osnsp/group.c
zeno_kernel_sources += kernel/osnsp/active.c
zeno_kernel_sources += kernel/osnsp/assemble.c
zeno_kernel_sources += kernel/osnsp/cones.c
zeno_kernel_sources += kernel/osnsp/solve.c
zeno_kernel_sources += kernel/osnsp/formulation_lcp.c
zeno_kernel_sources += kernel/osnsp/formulation_mlcp.c
zeno_kernel_sources += kernel/osnsp/box.h kernel/osnsp/formulation_relay.c
zeno_kernel_sources += kernel/osnsp/formulation_avi.c
zeno_kernel_sources += kernel/osnsp/coefficients.h kernel/osnsp/coefficients.c
zeno_kernel_sources += kernel/osnsp/formulation_friction.c
zeno_kernel_sources += kernel/osnsp/formulation_rolling.c
zeno_kernel_sources += kernel/osnsp/formulation_generic.c

check_PROGRAMS += tests/analytic/test_coupling
tests_analytic_test_coupling_SOURCES = tests/analytic/test_coupling.c
tests_analytic_test_coupling_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_history
tests_unit_test_history_SOURCES = tests/unit/test_history.c
tests_unit_test_history_LDADD   = $(api_ldadd) -lm
