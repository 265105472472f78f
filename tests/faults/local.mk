# tests/faults/local.mk - every fault that is documented is provoked
# SPDX-License-Identifier: Apache-2.0

include $(top_srcdir)/tests/faults/modules/local.mk

EXTRA_DIST += tests/faults/plugin_files.h
test_scripts += tests/faults/old_plugin.sh
EXTRA_DIST   += tests/faults/sizes.c
test_scripts += tests/faults/old_program.sh

check_PROGRAMS += tests/faults/test_plugin_load
tests_faults_test_plugin_load_SOURCES = tests/faults/test_plugin_load.c \
                                        tests/faults/plugin_load.h
tests_faults_test_plugin_load_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/faults/test_plugin_damaged
tests_faults_test_plugin_damaged_SOURCES = tests/faults/test_plugin_damaged.c \
                                           tests/faults/plugin_load.h
tests_faults_test_plugin_damaged_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/faults/test_plugin_operators
tests_faults_test_plugin_operators_SOURCES = tests/faults/test_plugin_operators.c
tests_faults_test_plugin_operators_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/faults/test_plugin_arguments
tests_faults_test_plugin_arguments_SOURCES = tests/faults/test_plugin_arguments.c
tests_faults_test_plugin_arguments_LDADD   = $(api_ldadd)
EXTRA_DIST += tests/faults/libdw_is_there.h

check_PROGRAMS += tests/faults/test_plugin_starved
tests_faults_test_plugin_starved_SOURCES = tests/faults/test_plugin_starved.c
tests_faults_test_plugin_starved_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/faults/test_killed
tests_faults_test_killed_SOURCES = tests/faults/test_killed.c
tests_faults_test_killed_LDADD   = $(unit_ldadd) $(HDF5_LIBS)
EXTRA_DIST += tests/faults/killed.h

check_PROGRAMS += tests/faults/test_full_disk
tests_faults_test_full_disk_SOURCES = tests/faults/test_full_disk.c
tests_faults_test_full_disk_LDADD   = $(unit_ldadd) $(HDF5_LIBS)

check_PROGRAMS += tests/faults/test_killed_anytime
tests_faults_test_killed_anytime_SOURCES = tests/faults/test_killed_anytime.c
tests_faults_test_killed_anytime_LDADD   = $(unit_ldadd) $(HDF5_LIBS)

check_PROGRAMS += tests/faults/test_event_log
tests_faults_test_event_log_SOURCES = tests/faults/test_event_log.c
tests_faults_test_event_log_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/faults/test_hdf5_door
tests_faults_test_hdf5_door_SOURCES = tests/faults/test_hdf5_door.c
tests_faults_test_hdf5_door_LDADD   = $(unit_ldadd) $(HDF5_LIBS)

# many steps and exchanges; a few of them in make check
check_PROGRAMS += tests/faults/soak
tests_faults_soak_SOURCES = tests/faults/soak.c
tests_faults_soak_LDADD   = libzeno.la libzeno-solvers.la -lm
soak: tests/faults/soak$(EXEEXT)
	tests/faults/soak$(EXEEXT) 10000000 100000
.PHONY: soak
