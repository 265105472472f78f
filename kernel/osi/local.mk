# kernel/osi/local.mk - one-step integrators
# SPDX-License-Identifier: Apache-2.0

zeno_kernel_sources += kernel/osi/osi.c kernel/osi/complete.c kernel/osi/complete.h
zeno_kernel_sources += kernel/osi/newton.c kernel/osi/newton.h
zeno_kernel_sources += kernel/osi/iteration.c kernel/osi/iteration.h
zeno_kernel_sources += kernel/osi/moreau_jean.c
zeno_kernel_sources += kernel/osi/moreau_jean.h
zeno_kernel_sources += kernel/osi/sums.h
zeno_kernel_sources += kernel/osi/moreau_jean_affine.c
zeno_kernel_sources += kernel/osi/moreau_jean_body.c
zeno_kernel_sources += kernel/osi/moreau_jean_matrix.c
zeno_kernel_sources += kernel/osi/moreau_jean_memory.c
zeno_kernel_sources += kernel/osi/moreau_jean_motion.c
zeno_kernel_sources += kernel/osi/moreau_jean_prescribed.c
zeno_kernel_sources += kernel/osi/first_order.h kernel/osi/first_order.c
zeno_kernel_sources += kernel/osi/euler_moreau.c
zeno_kernel_sources += kernel/osi/zero_order_hold.c
zeno_kernel_sources += kernel/osi/rate.c kernel/osi/rate.h
zeno_kernel_sources += kernel/osi/work.c
zeno_kernel_sources += kernel/osi/d1_minus.c
zeno_kernel_sources += kernel/osi/modal.c
zeno_kernel_sources += kernel/osi/alpha.h kernel/osi/alpha.c
zeno_kernel_sources += kernel/osi/generalised_alpha.c
zeno_kernel_sources += kernel/osi/nonsmooth_alpha.c
zeno_kernel_sources += kernel/osi/schatzman_paoli.c
zeno_kernel_sources += kernel/osi/schatzman_paoli_memory.c

check_PROGRAMS += tests/unit/test_osi_matrix
tests_unit_test_osi_matrix_SOURCES = tests/unit/test_osi_matrix.c
tests_unit_test_osi_matrix_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_osi_schatzman_paoli
tests_unit_test_osi_schatzman_paoli_SOURCES = tests/unit/test_osi_schatzman_paoli.c
tests_unit_test_osi_schatzman_paoli_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_osi_moreau_jean_memory
tests_unit_test_osi_moreau_jean_memory_SOURCES = tests/unit/test_osi_moreau_jean_memory.c
tests_unit_test_osi_moreau_jean_memory_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_osi_schatzman_paoli_memory
tests_unit_test_osi_schatzman_paoli_memory_SOURCES = tests/unit/test_osi_schatzman_paoli_memory.c
tests_unit_test_osi_schatzman_paoli_memory_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/analytic/test_schatzman_paoli
tests_analytic_test_schatzman_paoli_SOURCES = tests/analytic/test_schatzman_paoli.c
tests_analytic_test_schatzman_paoli_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/conformance/test_schatzman_paoli
tests_conformance_test_schatzman_paoli_SOURCES = tests/conformance/test_schatzman_paoli.c
tests_conformance_test_schatzman_paoli_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/conformance/test_d1_minus
tests_conformance_test_d1_minus_SOURCES = tests/conformance/test_d1_minus.c
tests_conformance_test_d1_minus_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_d1_minus
tests_analytic_test_d1_minus_SOURCES = tests/analytic/test_d1_minus.c
tests_analytic_test_d1_minus_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_modal
tests_analytic_test_modal_SOURCES = tests/analytic/test_modal.c
tests_analytic_test_modal_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_nonsmooth_alpha
tests_analytic_test_nonsmooth_alpha_SOURCES = tests/analytic/test_nonsmooth_alpha.c
tests_analytic_test_nonsmooth_alpha_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_generalised_alpha
tests_analytic_test_generalised_alpha_SOURCES = tests/analytic/test_generalised_alpha.c
tests_analytic_test_generalised_alpha_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/conformance/test_generalised_alpha
tests_conformance_test_generalised_alpha_SOURCES = tests/conformance/test_generalised_alpha.c
tests_conformance_test_generalised_alpha_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_zero_order_hold
tests_analytic_test_zero_order_hold_SOURCES = tests/analytic/test_zero_order_hold.c
tests_analytic_test_zero_order_hold_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_rate
tests_analytic_test_rate_SOURCES = tests/analytic/test_rate.c
tests_analytic_test_rate_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_moreau_names
tests_unit_test_moreau_names_SOURCES = tests/unit/test_moreau_names.c
tests_unit_test_moreau_names_LDADD   = $(api_ldadd) -lm
