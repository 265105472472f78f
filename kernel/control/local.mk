# kernel/control/local.mk - sensors, observers, controllers
# SPDX-License-Identifier: Apache-2.0

zeno_kernel_sources += kernel/control/block.c kernel/control/clock.c \
                       kernel/control/control.c kernel/control/control.h \
                       kernel/control/held.c \
                       kernel/control/linear_sensor.c \
                       kernel/control/luenberger.c kernel/control/pid.c \
                       kernel/control/sliding_mode.c kernel/control/twisting.c

check_PROGRAMS += tests/unit/test_control
tests_unit_test_control_SOURCES = tests/unit/test_control.c
tests_unit_test_control_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_control_blocks
tests_unit_test_control_blocks_SOURCES = tests/unit/test_control_blocks.c
tests_unit_test_control_blocks_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/unit/test_sliding_mode
tests_unit_test_sliding_mode_SOURCES = tests/unit/test_sliding_mode.c
tests_unit_test_sliding_mode_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_control_held
tests_unit_test_control_held_SOURCES = tests/unit/test_control_held.c
tests_unit_test_control_held_LDADD   = $(api_ldadd) -lm

EXTRA_DIST += tests/unit/control_scene.h

check_PROGRAMS += tests/conformance/test_control
tests_conformance_test_control_SOURCES = tests/conformance/test_control.c
tests_conformance_test_control_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_turns
tests_unit_test_turns_SOURCES = tests/unit/test_turns.c
tests_unit_test_turns_LDADD   = $(api_ldadd) -lm
