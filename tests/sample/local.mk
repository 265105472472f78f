# tests/sample/local.mk - the samples' library
# SPDX-License-Identifier: Apache-2.0

noinst_PROGRAMS += tests/sample/trial
tests_sample_trial_SOURCES = tests/sample/trial.c
tests_sample_trial_LDADD   = libzeno-sample.la libzeno.la libzeno-solvers.la

test_scripts += tests/sample/sample.sh
