# tests/output/local.mk - what a run leaves behind
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST += tests/output/run.h tests/output/recording.h

check_PROGRAMS += tests/output/test_recorder_csv
tests_output_test_recorder_csv_SOURCES = tests/output/test_recorder_csv.c tests/unit/meter.h
tests_output_test_recorder_csv_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/output/test_recorder_ends
tests_output_test_recorder_ends_SOURCES = tests/output/test_recorder_ends.c tests/unit/meter.h
tests_output_test_recorder_ends_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/output/test_whole_file
tests_output_test_whole_file_SOURCES = tests/output/test_whole_file.c
tests_output_test_whole_file_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/output/test_recorder_hdf5
tests_output_test_recorder_hdf5_SOURCES = tests/output/test_recorder_hdf5.c
tests_output_test_recorder_hdf5_LDADD   = $(unit_ldadd) $(HDF5_LIBS)
check_PROGRAMS += tests/output/test_recorder_doors
tests_output_test_recorder_doors_SOURCES = tests/output/test_recorder_doors.c
tests_output_test_recorder_doors_LDADD   = $(unit_ldadd) $(HDF5_LIBS)

check_PROGRAMS += tests/output/test_checkpoint
tests_output_test_checkpoint_SOURCES = tests/output/test_checkpoint.c
tests_output_test_checkpoint_LDADD   = $(unit_ldadd)

EXTRA_DIST += tests/output/checkpoint.h
check_PROGRAMS += tests/output/test_checkpoint_files
tests_output_test_checkpoint_files_SOURCES = tests/output/test_checkpoint_files.c
tests_output_test_checkpoint_files_LDADD   = $(unit_ldadd)

EXTRA_DIST += tests/output/json_check.h
check_PROGRAMS += tests/output/test_report
tests_output_test_report_SOURCES = tests/output/test_report.c
tests_output_test_report_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/output/test_progress
tests_output_test_progress_SOURCES = tests/output/test_progress.c
tests_output_test_progress_LDADD   = $(unit_ldadd)
