# tests/samples/local.mk - the samples, built and run by the zeno command
# SPDX-License-Identifier: Apache-2.0

check_PROGRAMS += tests/samples/test_cam_follower
tests_samples_test_cam_follower_SOURCES = tests/samples/test_cam_follower.c \
                                          tests/samples/run.h
tests_samples_test_cam_follower_LDADD   = $(CHECK_LIBS) -lm

check_PROGRAMS += tests/samples/test_balls
tests_samples_test_balls_SOURCES = tests/samples/test_balls.c \
                                   tests/samples/run.h
tests_samples_test_balls_LDADD   = $(CHECK_LIBS) -lm

check_PROGRAMS += tests/samples/test_bodies
tests_samples_test_bodies_SOURCES = tests/samples/test_bodies.c \
                                    tests/samples/run.h
tests_samples_test_bodies_LDADD   = $(CHECK_LIBS) -lm

check_PROGRAMS += tests/samples/test_circuits tests/samples/test_relays
tests_samples_test_circuits_SOURCES = tests/samples/test_circuits.c \
                                      tests/samples/run.h tests/samples/table.h
tests_samples_test_circuits_LDADD   = $(CHECK_LIBS) -lm
tests_samples_test_relays_SOURCES   = tests/samples/test_relays.c \
                                      tests/samples/run.h tests/samples/table.h
tests_samples_test_relays_LDADD     = $(CHECK_LIBS) -lm

check_PROGRAMS += tests/samples/test_controlled
tests_samples_test_controlled_SOURCES = tests/samples/test_controlled.c \
                                        tests/samples/run.h tests/samples/table.h
tests_samples_test_controlled_LDADD   = $(CHECK_LIBS) -lm

check_PROGRAMS += tests/samples/test_friction
tests_samples_test_friction_SOURCES = tests/samples/test_friction.c \
                                      tests/samples/run.h
tests_samples_test_friction_LDADD   = $(CHECK_LIBS) -lm

check_PROGRAMS += tests/samples/test_masonry
tests_samples_test_masonry_SOURCES = tests/samples/test_masonry.c \
                                     tests/samples/run.h
tests_samples_test_masonry_LDADD   = $(CHECK_LIBS) -lm

check_PROGRAMS += tests/samples/test_spheres
tests_samples_test_spheres_SOURCES = tests/samples/test_spheres.c \
                                     tests/samples/run.h
tests_samples_test_spheres_LDADD   = $(CHECK_LIBS) -lm

check_PROGRAMS += tests/samples/test_spinning_toy
tests_samples_test_spinning_toy_SOURCES = tests/samples/test_spinning_toy.c \
                                          tests/samples/run.h
tests_samples_test_spinning_toy_LDADD   = $(CHECK_LIBS) -lm

check_PROGRAMS += tests/samples/test_impacts
tests_samples_test_impacts_SOURCES = tests/samples/test_impacts.c \
                                     tests/samples/run.h
tests_samples_test_impacts_LDADD   = $(CHECK_LIBS) -lm

check_PROGRAMS += tests/samples/test_mechanisms
tests_samples_test_mechanisms_SOURCES = tests/samples/test_mechanisms.c \
                                        tests/samples/run.h
tests_samples_test_mechanisms_LDADD   = $(CHECK_LIBS) -lm

test_scripts += tests/samples/arguments.sh
test_scripts += tests/samples/recompute.sh
test_scripts += tests/samples/agree.sh
EXTRA_DIST   += tests/samples/agreement.sh
