# tests/local.mk - tests; run by make check
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST += tests/unit/zeno_test.h

test_scripts += tests/headers.sh

check_PROGRAMS += tests/unit/test_version
tests_unit_test_version_SOURCES = tests/unit/test_version.c
tests_unit_test_version_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_factors tests/unit/test_lcp \
                  tests/unit/test_lcp_chain \
                  tests/unit/test_lcp_memory tests/unit/test_lcp_random \
                  tests/unit/test_lcp_reference tests/unit/test_mlcp \
                  tests/unit/test_mlcp_random \
                  tests/unit/test_relay
tests_unit_test_factors_SOURCES       = tests/unit/test_factors.c
tests_unit_test_factors_LDADD         = $(unit_ldadd)
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
tests_unit_test_mlcp_random_SOURCES   = tests/unit/test_mlcp_random.c
tests_unit_test_mlcp_random_LDADD     = $(unit_ldadd)
tests_unit_test_relay_SOURCES         = tests/unit/test_relay.c
tests_unit_test_relay_LDADD           = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_model
tests_unit_test_model_SOURCES = tests/unit/test_model.c
tests_unit_test_model_LDADD   = $(unit_ldadd)

EXTRA_DIST += tests/conformance/reference.h

check_PROGRAMS += tests/conformance/test_euler_moreau
tests_conformance_test_euler_moreau_SOURCES = tests/conformance/test_euler_moreau.c
tests_conformance_test_euler_moreau_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/conformance/test_moreau_jean
tests_conformance_test_moreau_jean_SOURCES = tests/conformance/test_moreau_jean.c
tests_conformance_test_moreau_jean_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_ds tests/unit/test_relation
tests_unit_test_ds_SOURCES       = tests/unit/test_ds.c tests/unit/slider.h
tests_unit_test_ds_LDADD         = $(unit_ldadd)
tests_unit_test_relation_SOURCES = tests/unit/test_relation.c tests/unit/slider.h
tests_unit_test_relation_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_check
tests_unit_test_check_SOURCES = tests/unit/test_check.c
tests_unit_test_check_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_law
tests_unit_test_law_SOURCES = tests/unit/test_law.c
tests_unit_test_law_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_stock_plugins
tests_unit_test_stock_plugins_SOURCES = tests/unit/test_stock_plugins.c
tests_unit_test_stock_plugins_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/faults/bad_models
tests_faults_bad_models_SOURCES = tests/faults/bad_models.c tests/unit/zeno_test.h
tests_faults_bad_models_LDADD   = $(api_ldadd)
EXTRA_DIST += tests/unit/scene.h

check_PROGRAMS += tests/unit/test_osnsp
tests_unit_test_osnsp_SOURCES = tests/unit/test_osnsp.c
tests_unit_test_osnsp_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_theory_numbers
tests_analytic_test_theory_numbers_SOURCES = tests/analytic/test_theory_numbers.c
tests_analytic_test_theory_numbers_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_motion
tests_analytic_test_motion_SOURCES = tests/analytic/test_motion.c
tests_analytic_test_motion_LDADD   = $(api_ldadd)
include $(top_srcdir)/tests/zeno/local.mk

check_PROGRAMS += tests/unit/test_simulation
tests_unit_test_simulation_SOURCES = tests/unit/test_simulation.c
tests_unit_test_simulation_LDADD   = $(api_ldadd)

EXTRA_DIST += tests/unit/line_problem.h

check_PROGRAMS += tests/unit/test_ctx tests/unit/test_option \
                  tests/unit/test_type tests/unit/test_matrix \
                  tests/unit/test_matrix_check tests/unit/test_solver
tests_unit_test_ctx_SOURCES          = tests/unit/test_ctx.c
tests_unit_test_ctx_LDADD            = $(unit_ldadd) -lpthread
tests_unit_test_option_SOURCES       = tests/unit/test_option.c
tests_unit_test_option_LDADD         = $(unit_ldadd)
tests_unit_test_type_SOURCES         = tests/unit/test_type.c
tests_unit_test_type_LDADD           = $(api_ldadd)
tests_unit_test_matrix_SOURCES       = tests/unit/test_matrix.c
tests_unit_test_matrix_LDADD         = $(api_ldadd)
tests_unit_test_matrix_check_SOURCES = tests/unit/test_matrix_check.c
tests_unit_test_matrix_check_LDADD   = $(api_ldadd)
tests_unit_test_solver_SOURCES       = tests/unit/test_solver.c
tests_unit_test_solver_LDADD         = $(api_ldadd) -lpthread

EXTRA_DIST += tests/unit/one_operator.h

check_PROGRAMS += tests/unit/test_call
tests_unit_test_call_SOURCES = tests/unit/test_call.c
tests_unit_test_call_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_operator
tests_unit_test_operator_SOURCES = tests/unit/test_operator.c
tests_unit_test_operator_LDADD   = $(unit_ldadd)


include $(top_srcdir)/tests/faults/local.mk
include $(top_srcdir)/tests/bench/local.mk
include $(top_srcdir)/tests/output/local.mk

EXTRA_DIST += tests/unit/first_order.h
check_PROGRAMS += tests/analytic/test_first_order
tests_analytic_test_first_order_SOURCES = tests/analytic/test_first_order.c
tests_analytic_test_first_order_LDADD   = $(api_ldadd) -lm
include $(top_srcdir)/tests/sample/local.mk
include $(top_srcdir)/tests/samples/local.mk

check_PROGRAMS += tests/unit/test_relative_degree
tests_unit_test_relative_degree_SOURCES = tests/unit/test_relative_degree.c
tests_unit_test_relative_degree_LDADD   = $(api_ldadd) -lm
