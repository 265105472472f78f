# kernel/mechanics/local.mk - rigid bodies
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/mechanics.h include/zeno/rotation.h

zeno_kernel_sources += kernel/mechanics/contact.c \
                       kernel/mechanics/contact.h \
                       kernel/mechanics/contact_shapes.c \
                       kernel/mechanics/gear.c \
                       kernel/mechanics/joint.c \
                       kernel/mechanics/joint.h \
                       kernel/mechanics/joint_axes.c kernel/mechanics/joint_coordinate.c \
                       kernel/mechanics/planar.h kernel/mechanics/planar_joint.c \
                       kernel/mechanics/joint_class.c \
                       kernel/mechanics/joint_blocks.c kernel/mechanics/joint_rates.c \
                       kernel/mechanics/rows.c \
                       kernel/mechanics/rows.h \
                       kernel/mechanics/newton_euler.c \
                       kernel/mechanics/newton_euler.h \
                       kernel/mechanics/newton_euler_force.c \
                       kernel/mechanics/newton_euler_motion.c \
                       kernel/mechanics/principal.c \
                       kernel/mechanics/rotation.c \
                       kernel/mechanics/rotation.h

check_PROGRAMS += tests/unit/test_rotation tests/unit/test_newton_euler \
                  tests/unit/test_contact
tests_unit_test_contact_SOURCES      = tests/unit/test_contact.c
tests_unit_test_contact_LDADD        = $(api_ldadd)
tests_unit_test_rotation_SOURCES     = tests/unit/test_rotation.c
tests_unit_test_rotation_LDADD       = $(unit_ldadd) -lm
tests_unit_test_newton_euler_SOURCES = tests/unit/test_newton_euler.c tests/unit/body_models.h
tests_unit_test_newton_euler_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_newton_euler_forces
tests_unit_test_newton_euler_forces_SOURCES = tests/unit/test_newton_euler_forces.c tests/unit/body_models.h
tests_unit_test_newton_euler_forces_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_rotation_motion
tests_analytic_test_rotation_motion_SOURCES = tests/analytic/test_rotation_motion.c
tests_analytic_test_rotation_motion_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/conformance/test_bodies
tests_conformance_test_bodies_SOURCES = tests/conformance/test_bodies.c
tests_conformance_test_bodies_LDADD   = $(api_ldadd)
check_PROGRAMS += tests/conformance/test_newton_stops
tests_conformance_test_newton_stops_SOURCES = tests/conformance/test_newton_stops.c
tests_conformance_test_newton_stops_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_loops
tests_analytic_test_loops_SOURCES = tests/analytic/test_loops.c tests/analytic/linkage.h
tests_analytic_test_loops_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_reactions
tests_analytic_test_reactions_SOURCES = tests/analytic/test_reactions.c tests/analytic/linkage.h
tests_analytic_test_reactions_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_joints
tests_analytic_test_joints_SOURCES = tests/analytic/test_joints.c
tests_analytic_test_joints_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_gears
tests_analytic_test_gears_SOURCES = tests/analytic/test_gears.c
tests_analytic_test_gears_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_adhesion
tests_analytic_test_adhesion_SOURCES = tests/analytic/test_adhesion.c
tests_analytic_test_adhesion_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_passive
tests_analytic_test_passive_SOURCES = tests/analytic/test_passive.c
tests_analytic_test_passive_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_insertion
tests_analytic_test_insertion_SOURCES = tests/analytic/test_insertion.c
tests_analytic_test_insertion_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_springs
tests_analytic_test_springs_SOURCES = tests/analytic/test_springs.c
tests_analytic_test_springs_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_planar
tests_analytic_test_planar_SOURCES = tests/analytic/test_planar.c
tests_analytic_test_planar_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_rolling_figures
tests_analytic_test_rolling_figures_SOURCES = tests/analytic/test_rolling_figures.c
tests_analytic_test_rolling_figures_LDADD   = $(api_ldadd) -lm
