# tests/fuzz/local.mk - fuzzers, which replay their corpus in make check
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST += tests/fuzz/replay.h tests/fuzz/edits.h tests/fuzz/bounded.h \
              tests/fuzz/scenes.h tests/fuzz/films.h tests/fuzz/h5_edits.h \
              tests/fuzz/leavings.h

check_PROGRAMS += tests/fuzz/fuzz_problem_file
tests_fuzz_fuzz_problem_file_SOURCES = tests/fuzz/fuzz_problem_file.c
tests_fuzz_fuzz_problem_file_LDADD   = libzeno-solvers.la
EXTRA_DIST += tests/fuzz/problem_file/avi
EXTRA_DIST += tests/fuzz/problem_file/friction-2d
EXTRA_DIST += tests/fuzz/problem_file/friction-3d
EXTRA_DIST += tests/fuzz/problem_file/generic
EXTRA_DIST += tests/fuzz/problem_file/lcp-blocks
EXTRA_DIST += tests/fuzz/problem_file/lcp-columns
EXTRA_DIST += tests/fuzz/problem_file/lcp-dense
EXTRA_DIST += tests/fuzz/problem_file/lcp-half
EXTRA_DIST += tests/fuzz/problem_file/lcp-rows
EXTRA_DIST += tests/fuzz/problem_file/lcp-triplet
EXTRA_DIST += tests/fuzz/problem_file/mlcp-both
EXTRA_DIST += tests/fuzz/problem_file/mlcp-pieces
EXTRA_DIST += tests/fuzz/problem_file/plasticity
EXTRA_DIST += tests/fuzz/problem_file/plasticity-old
EXTRA_DIST += tests/fuzz/problem_file/relay
EXTRA_DIST += tests/fuzz/problem_file/global-friction-2d
EXTRA_DIST += tests/fuzz/problem_file/global-friction-3d
EXTRA_DIST += tests/fuzz/problem_file/global-friction-no-contact
EXTRA_DIST += tests/fuzz/problem_file/qp
EXTRA_DIST += tests/fuzz/problem_file/soclcp
EXTRA_DIST += tests/fuzz/problem_file/global-rolling-2d
EXTRA_DIST += tests/fuzz/problem_file/global-rolling-3d
EXTRA_DIST += tests/fuzz/problem_file/rolling-2d
EXTRA_DIST += tests/fuzz/problem_file/rolling-3d
EXTRA_DIST += tests/fuzz/problem_file/found-01
EXTRA_DIST += tests/fuzz/problem_file/found-02
EXTRA_DIST += tests/fuzz/problem_file/found-03
EXTRA_DIST += tests/fuzz/problem_file/found-04
EXTRA_DIST += tests/fuzz/problem_file/found-05
EXTRA_DIST += tests/fuzz/problem_file/found-06
EXTRA_DIST += tests/fuzz/problem_file/found-07
EXTRA_DIST += tests/fuzz/problem_file/found-08
EXTRA_DIST += tests/fuzz/problem_file/found-09
EXTRA_DIST += tests/fuzz/problem_file/found-10
EXTRA_DIST += tests/fuzz/problem_file/found-11
EXTRA_DIST += tests/fuzz/problem_file/found-12
EXTRA_DIST += tests/fuzz/problem_file/found-13
EXTRA_DIST += tests/fuzz/problem_file/found-14
EXTRA_DIST += tests/fuzz/problem_file/found-15
EXTRA_DIST += tests/fuzz/problem_file/found-16
EXTRA_DIST += tests/fuzz/problem_file/found-17
EXTRA_DIST += tests/fuzz/problem_file/found-18
EXTRA_DIST += tests/fuzz/problem_file/found-19
EXTRA_DIST += tests/fuzz/problem_file/found-20
EXTRA_DIST += tests/fuzz/problem_file/found-21
EXTRA_DIST += tests/fuzz/problem_file/found-22
EXTRA_DIST += tests/fuzz/problem_file/found-23
EXTRA_DIST += tests/fuzz/problem_file/found-24
EXTRA_DIST += tests/fuzz/problem_file/found-25
EXTRA_DIST += tests/fuzz/problem_file/found-26
EXTRA_DIST += tests/fuzz/problem_file/found-27
EXTRA_DIST += tests/fuzz/problem_file/found-28
EXTRA_DIST += tests/fuzz/problem_file/found-29
EXTRA_DIST += tests/fuzz/problem_file/found-30
EXTRA_DIST += tests/fuzz/problem_file/found-31
EXTRA_DIST += tests/fuzz/problem_file/found-32
EXTRA_DIST += tests/fuzz/problem_file/found-33
EXTRA_DIST += tests/fuzz/problem_file/found-34
EXTRA_DIST += tests/fuzz/problem_file/found-35
EXTRA_DIST += tests/fuzz/problem_file/found-36
EXTRA_DIST += tests/fuzz/problem_file/found-37
EXTRA_DIST += tests/fuzz/problem_file/found-38
EXTRA_DIST += tests/fuzz/problem_file/found-39
EXTRA_DIST += tests/fuzz/problem_file/found-40
EXTRA_DIST += tests/fuzz/problem_file/found-41
EXTRA_DIST += tests/fuzz/problem_file/found-42
EXTRA_DIST += tests/fuzz/problem_file/found-43
EXTRA_DIST += tests/fuzz/problem_file/found-44
EXTRA_DIST += tests/fuzz/problem_file/found-45
EXTRA_DIST += tests/fuzz/problem_file/found-46
EXTRA_DIST += tests/fuzz/problem_file/found-47
EXTRA_DIST += tests/fuzz/problem_file/found-48

check_PROGRAMS += tests/fuzz/fuzz_fclib
tests_fuzz_fuzz_fclib_SOURCES = tests/fuzz/fuzz_fclib.c
tests_fuzz_fuzz_fclib_LDADD   = libzeno-solvers.la $(HDF5_LIBS)
EXTRA_DIST += tests/fuzz/fclib/flat
EXTRA_DIST += tests/fuzz/fclib/friction
EXTRA_DIST += tests/fuzz/fclib/global
EXTRA_DIST += tests/fuzz/fclib/rolling

check_PROGRAMS += tests/fuzz/fuzz_scene
tests_fuzz_fuzz_scene_SOURCES = tests/fuzz/fuzz_scene.c
tests_fuzz_fuzz_scene_LDADD   = libzeno.la libzeno-solvers.la
EXTRA_DIST += tests/fuzz/scene/all.yaml

check_PROGRAMS += tests/fuzz/fuzz_surface
tests_fuzz_fuzz_surface_SOURCES = tests/fuzz/fuzz_surface.c
tests_fuzz_fuzz_surface_LDADD   = $(api_ldadd) -lm
EXTRA_DIST += tests/fuzz/surface/heights
EXTRA_DIST += tests/fuzz/surface/square-obj
EXTRA_DIST += tests/fuzz/surface/tetrahedron-binary
EXTRA_DIST += tests/fuzz/surface/tetrahedron-obj
EXTRA_DIST += tests/fuzz/surface/tetrahedron-stl
EXTRA_DIST += tests/fuzz/surface/tetrahedron-vtp
check_PROGRAMS += tests/fuzz/fuzz_import
tests_fuzz_fuzz_import_SOURCES = tests/fuzz/fuzz_import.c
tests_fuzz_fuzz_import_LDADD   = libzeno.la libzeno-solvers.la
EXTRA_DIST += tests/fuzz/import/arm.urdf
EXTRA_DIST += tests/fuzz/import/drive.xml
EXTRA_DIST += tests/fuzz/import/mimic.urdf
EXTRA_DIST += tests/fuzz/import/model.xml
EXTRA_DIST += tests/fuzz/import/contact.xml
EXTRA_DIST += tests/fuzz/import/more.xml
EXTRA_DIST += tests/fuzz/import/tendon.xml

check_PROGRAMS += tests/fuzz/fuzz_option
tests_fuzz_fuzz_option_SOURCES = tests/fuzz/fuzz_option.c
tests_fuzz_fuzz_option_LDADD   = libzeno-solvers.la
EXTRA_DIST += tests/fuzz/option/choice
EXTRA_DIST += tests/fuzz/option/count
EXTRA_DIST += tests/fuzz/option/count-e
EXTRA_DIST += tests/fuzz/option/flag
EXTRA_DIST += tests/fuzz/option/long
EXTRA_DIST += tests/fuzz/option/real
EXTRA_DIST += tests/fuzz/option/real-hex
EXTRA_DIST += tests/fuzz/option/real-infinite
EXTRA_DIST += tests/fuzz/option/real-nan
EXTRA_DIST += tests/fuzz/option/share
EXTRA_DIST += tests/fuzz/option/text
EXTRA_DIST += tests/fuzz/option/word

check_PROGRAMS += tests/fuzz/fuzz_plugin_table
tests_fuzz_fuzz_plugin_table_SOURCES = tests/fuzz/fuzz_plugin_table.c
tests_fuzz_fuzz_plugin_table_LDADD   = libzeno-solvers.la
EXTRA_DIST += tests/fuzz/plugin_table/choice
EXTRA_DIST += tests/fuzz/plugin_table/largest
EXTRA_DIST += tests/fuzz/plugin_table/real
EXTRA_DIST += tests/fuzz/plugin_table/refused
EXTRA_DIST += tests/fuzz/plugin_table/short
EXTRA_DIST += tests/fuzz/plugin_table/texts

check_PROGRAMS += tests/fuzz/fuzz_plugin_file
tests_fuzz_fuzz_plugin_file_SOURCES = tests/fuzz/fuzz_plugin_file.c
tests_fuzz_fuzz_plugin_file_LDADD   = $(unit_ldadd)
EXTRA_DIST += tests/fuzz/plugin_file/end
EXTRA_DIST += tests/fuzz/plugin_file/header
EXTRA_DIST += tests/fuzz/plugin_file/segments
EXTRA_DIST += tests/fuzz/plugin_file/tables

check_PROGRAMS += tests/fuzz/fuzz_checkpoint
tests_fuzz_fuzz_checkpoint_SOURCES = tests/fuzz/fuzz_checkpoint.c
tests_fuzz_fuzz_checkpoint_LDADD   = $(api_ldadd)
EXTRA_DIST += tests/fuzz/checkpoint/gap
EXTRA_DIST += tests/fuzz/checkpoint/head
EXTRA_DIST += tests/fuzz/checkpoint/instant
EXTRA_DIST += tests/fuzz/checkpoint/sizes
EXTRA_DIST += tests/fuzz/checkpoint/state
EXTRA_DIST += tests/fuzz/checkpoint/totals
EXTRA_DIST += tests/fuzz/checkpoint/truth
EXTRA_DIST += tests/fuzz/checkpoint/turn
EXTRA_DIST += tests/fuzz/checkpoint/start
EXTRA_DIST += tests/fuzz/checkpoint/worst

check_PROGRAMS += tests/fuzz/fuzz_film
tests_fuzz_fuzz_film_SOURCES = tests/fuzz/fuzz_film.c
tests_fuzz_fuzz_film_LDADD   = $(api_ldadd) $(HDF5_LIBS)
EXTRA_DIST += tests/fuzz/film/contact-below
EXTRA_DIST += tests/fuzz/film/contact-end
EXTRA_DIST += tests/fuzz/film/contact-far
EXTRA_DIST += tests/fuzz/film/gravity
EXTRA_DIST += tests/fuzz/film/hull-flat
EXTRA_DIST += tests/fuzz/film/mass
EXTRA_DIST += tests/fuzz/film/names
EXTRA_DIST += tests/fuzz/film/point-end
EXTRA_DIST += tests/fuzz/film/points-gone
EXTRA_DIST += tests/fuzz/film/pose
EXTRA_DIST += tests/fuzz/film/shape-body
EXTRA_DIST += tests/fuzz/film/shape-far
EXTRA_DIST += tests/fuzz/film/time
EXTRA_DIST += tests/fuzz/film/triangle-end
EXTRA_DIST += tests/fuzz/film/triangle-far

check_PROGRAMS += tests/fuzz/fuzz_convert
tests_fuzz_fuzz_convert_SOURCES = tests/fuzz/fuzz_convert.c tools/convert.h \
        tools/convert-file.c tools/convert-flat.c tools/convert-gltf.c tools/convert-mesh.c \
        tools/convert-siconos.c tools/convert-vtk.c \
        kernel/output/whole_file.c
tests_fuzz_fuzz_convert_CFLAGS  = $(AM_CFLAGS)
tests_fuzz_fuzz_convert_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=exit,--wrap=atexit
tests_fuzz_fuzz_convert_LDADD   = $(api_ldadd) $(HDF5_LIBS) -lm

check_PROGRAMS += tests/fuzz/fuzz_table
tests_fuzz_fuzz_table_SOURCES = tests/fuzz/fuzz_table.c $(tables)
tests_fuzz_fuzz_table_LDADD   = $(api_ldadd) $(HDF5_LIBS)
EXTRA_DIST += tests/fuzz/table/names
EXTRA_DIST += tests/fuzz/table/numbers
EXTRA_DIST += tests/fuzz/table/uneven
EXTRA_DIST += tests/fuzz/table/words
