# samples/lib/local.mk - what every sample shares, installed
# SPDX-License-Identifier: Apache-2.0

lib_LTLIBRARIES += libzeno-sample.la

libzeno_sample_la_SOURCES = samples/lib/arguments.c samples/lib/check.c \
                            samples/lib/crash.c kernel/plugin/guess.c \
                            samples/lib/list.c samples/lib/parts.h \
                            samples/lib/sample.c samples/lib/settings.c \
                            samples/lib/stop.c tools/leave.c
libzeno_sample_la_LIBADD  = libzeno.la libzeno-solvers.la
libzeno_sample_la_LDFLAGS = $(AM_LDFLAGS) -no-undefined -version-info 0:0:0
