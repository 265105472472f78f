# kernel/scene/local.mk - scenes: bodies, shapes, laws, joints, from text or by calls
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/film.h include/zeno/scene.h

zeno_kernel_sources += kernel/scene/build.c \
                       kernel/scene/contacts.c \
                       kernel/scene/expression.c kernel/scene/expression.h \
                       kernel/scene/film.c kernel/scene/film_read.c \
                       kernel/scene/film_parts.c kernel/scene/film_parts.h \
                       kernel/scene/film_contacts.c kernel/scene/film_contacts.h \
                       kernel/scene/film_state.c kernel/scene/film_state.h \
                       kernel/scene/film_shapes.c kernel/scene/film_shapes.h \
                       kernel/scene/forces.c \
                       kernel/scene/forms.c \
                       kernel/scene/formula.c kernel/scene/formula.h \
                       kernel/scene/geometry.c \
                       kernel/scene/h5.c kernel/scene/h5.h \
                       kernel/scene/inside.c \
                       kernel/scene/import.c kernel/scene/import.h \
                       kernel/scene/import_couple.c \
                       kernel/scene/joints.c \
                       kernel/scene/lives.c \
                       kernel/scene/link.h \
                       kernel/scene/mass.c \
                       kernel/scene/mjcf.c kernel/scene/mjcf.h \
                       kernel/scene/mjcf_actuator.c kernel/scene/mjcf_between.c \
                       kernel/scene/mjcf_geom.c \
                       kernel/scene/mjcf_hfield.c kernel/scene/mjcf_include.c \
                       kernel/scene/mjcf_joint.c kernel/scene/mjcf_mesh.c \
                       kernel/scene/mjcf_tendon.c \
                       kernel/scene/plane.c kernel/scene/plane_joints.c \
                       kernel/scene/read.c kernel/scene/read.h \
                       kernel/scene/read_bodies.c \
                       kernel/scene/read_hdf5.c kernel/scene/read_hdf5.h \
                       kernel/scene/read_hdf5_joint.c \
                       kernel/scene/read_hdf5_object.c \
                       kernel/scene/read_hdf5_shape.c \
                       kernel/scene/read_joints.c \
                       kernel/scene/read_shapes.c \
                       kernel/scene/read_surfaces.c \
                       kernel/scene/read_options.c \
                       kernel/scene/read_values.c \
                       kernel/scene/schema.c kernel/scene/schema.h \
                       kernel/scene/schema_values.c \
                       kernel/scene/scene.c kernel/scene/by_name.c kernel/scene/scene.h \
                       kernel/scene/scene_options.c \
                       kernel/scene/tree.c kernel/scene/tree.h \
                       kernel/scene/urdf.c kernel/scene/urdf.h \
                       kernel/scene/urdf_mimic.c \
                       kernel/scene/words.c kernel/scene/write.c \
                       kernel/scene/xml.c kernel/scene/xml.h

check_PROGRAMS += tests/analytic/test_armature
tests_analytic_test_armature_SOURCES = tests/analytic/test_armature.c
tests_analytic_test_armature_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_chute
tests_analytic_test_chute_SOURCES = tests/analytic/test_chute.c
tests_analytic_test_chute_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_drum
tests_analytic_test_drum_SOURCES = tests/analytic/test_drum.c
tests_analytic_test_drum_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_bolt
tests_analytic_test_bolt_SOURCES = tests/analytic/test_bolt.c
tests_analytic_test_bolt_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_gear_teeth
tests_analytic_test_gear_teeth_SOURCES = tests/analytic/test_gear_teeth.c
tests_analytic_test_gear_teeth_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_scene_surfaces
tests_unit_test_scene_surfaces_SOURCES = tests/unit/test_scene_surfaces.c
tests_unit_test_scene_surfaces_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_scene_plane
tests_analytic_test_scene_plane_SOURCES = tests/analytic/test_scene_plane.c \
                                          tests/analytic/scene_plane.h tests/unit/scene_text.h
tests_analytic_test_scene_plane_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_scene_plane_files
tests_analytic_test_scene_plane_files_SOURCES = tests/analytic/test_scene_plane_files.c \
                                                tests/analytic/scene_plane.h tests/unit/scene_text.h
tests_analytic_test_scene_plane_files_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_dry_stone
tests_analytic_test_dry_stone_SOURCES = tests/analytic/test_dry_stone.c tests/unit/scene_text.h
tests_analytic_test_dry_stone_LDADD   = $(api_ldadd) -lm
