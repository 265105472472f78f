# kernel/model/local.mk - systems, relations, laws, interactions, graph
# SPDX-License-Identifier: Apache-2.0

zeno_kernel_sources += kernel/model/ahead.h \
                       kernel/model/bc.c \
                       kernel/model/changes.c \
                       kernel/model/check.c \
                       kernel/model/complementarity.c \
                       kernel/model/compliant.c \
                       kernel/model/coulomb.c \
                       kernel/model/coulomb.h \
                       kernel/model/definite.c \
                       kernel/model/difference.c kernel/model/difference_pattern.c \
                       kernel/model/difference.h \
                       kernel/model/dry_friction.c \
                       kernel/model/ds.c \
                       kernel/model/equality.c \
                       kernel/model/findings.c \
                       kernel/model/first_order.c \
                       kernel/model/first_order_linear.c \
                       kernel/model/first_order_relation.c \
                       kernel/model/follow.c \
                       kernel/model/fremond.c \
                       kernel/model/heap.c \
                       kernel/model/ids.c \
                       kernel/model/ids.h \
                       kernel/model/impact_friction.c \
                       kernel/model/interaction.c \
                       kernel/model/interaction_degree.c \
                       kernel/model/lagrangian.c kernel/model/lagrangian.h \
                       kernel/model/lagrangian_jac.c \
                       kernel/model/lagrangian_linear.c \
                       kernel/model/by_row.c \
                       kernel/model/law.c \
                       kernel/model/lcs.c \
                       kernel/model/linear.c \
                       kernel/model/manifold.c \
                       kernel/model/mixed.c \
                       kernel/model/multiple_impact.c \
                       kernel/model/model.c \
                       kernel/model/names.c \
                       kernel/model/newton_impact.c \
                       kernel/model/nonlinear.c \
                       kernel/model/normal_cone.c \
                       kernel/model/parameters.c \
                       kernel/model/places.c \
                       kernel/model/probe.c \
                       kernel/model/probe.h \
                       kernel/model/relation.c \
                       kernel/model/relation_jacobian.c kernel/model/relation_jacobian.h \
                       kernel/model/relative_degree.c \
                       kernel/model/relative_degree.h \
                       kernel/model/relay.c \
                       kernel/model/rheonomous.c \
                       kernel/model/roster.c \
                       kernel/model/roster.h \
                       kernel/model/rolling_friction.c \
                       kernel/model/scleronomous.c \
                       kernel/model/seal.c \
                       kernel/model/seen.c \
                       kernel/model/seen.h \
                       kernel/model/spring.c \
                       kernel/model/room.c \
                       kernel/model/slots.c \
                       kernel/model/straight.c kernel/model/straight.h \
                       kernel/model/structure.c \
                       kernel/model/structure.h \
                       kernel/model/feedthrough.c

EXTRA_DIST += tests/unit/gyro.h

check_PROGRAMS += tests/unit/test_manifold
tests_unit_test_manifold_SOURCES = tests/unit/test_manifold.c
tests_unit_test_manifold_LDADD   = $(api_ldadd)
