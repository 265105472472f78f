# kernel/shapes/local.mk - shapes of bodies, and the source of their contacts
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/collision.h include/zeno/narrow.h include/zeno/ray.h include/zeno/shape.h include/zeno/surface.h

zeno_kernel_sources += kernel/shapes/along.c kernel/shapes/along.h
zeno_kernel_sources += kernel/shapes/beside.c
zeno_kernel_sources += kernel/shapes/box_ways.c
zeno_kernel_sources += kernel/shapes/circle.c
zeno_kernel_sources += kernel/shapes/climb.c
zeno_kernel_sources += kernel/shapes/cloud.c
zeno_kernel_sources += kernel/shapes/circle.h
zeno_kernel_sources += kernel/shapes/collision.c
zeno_kernel_sources += kernel/shapes/collision.h
zeno_kernel_sources += kernel/shapes/collision_find.c
zeno_kernel_sources += kernel/shapes/collision_names.c
zeno_kernel_sources += kernel/shapes/collision_pairs.c
zeno_kernel_sources += kernel/shapes/cover.c kernel/shapes/cover.h
zeno_kernel_sources += kernel/shapes/distance.c
zeno_kernel_sources += kernel/shapes/flat.c
zeno_kernel_sources += kernel/shapes/flat.h
zeno_kernel_sources += kernel/shapes/flat_touch.c
zeno_kernel_sources += kernel/shapes/halve.c
zeno_kernel_sources += kernel/shapes/hull.c
zeno_kernel_sources += kernel/shapes/lines.c
zeno_kernel_sources += kernel/shapes/lines.h
zeno_kernel_sources += kernel/shapes/mass.c
zeno_kernel_sources += kernel/shapes/merge.c kernel/shapes/merge.h
zeno_kernel_sources += kernel/shapes/mesh.c
zeno_kernel_sources += kernel/shapes/mesh.h
zeno_kernel_sources += kernel/shapes/mesh_faces.c
zeno_kernel_sources += kernel/shapes/mesh_gather.c
zeno_kernel_sources += kernel/shapes/mesh_ground.c
zeno_kernel_sources += kernel/shapes/mesh_mesh.c
zeno_kernel_sources += kernel/shapes/mesh_nearest.c
zeno_kernel_sources += kernel/shapes/mesh_obj.c
zeno_kernel_sources += kernel/shapes/mesh_piece.c
zeno_kernel_sources += kernel/shapes/mesh_sides.c
zeno_kernel_sources += kernel/shapes/mesh_stl.c
zeno_kernel_sources += kernel/shapes/mesh_touch.c
zeno_kernel_sources += kernel/shapes/mesh_tree.c
zeno_kernel_sources += kernel/shapes/mesh_vtp.c
zeno_kernel_sources += kernel/shapes/narrow.c
zeno_kernel_sources += kernel/shapes/narrow.h
zeno_kernel_sources += kernel/shapes/outline.c
zeno_kernel_sources += kernel/shapes/outline.h
zeno_kernel_sources += kernel/shapes/pairs.c
zeno_kernel_sources += kernel/shapes/pairs.h
zeno_kernel_sources += kernel/shapes/patch.c
zeno_kernel_sources += kernel/shapes/poly.c
zeno_kernel_sources += kernel/shapes/ray.c
zeno_kernel_sources += kernel/shapes/relation.c
zeno_kernel_sources += kernel/shapes/relation.h
zeno_kernel_sources += kernel/shapes/round.c
zeno_kernel_sources += kernel/shapes/rims.c kernel/shapes/rims.h
zeno_kernel_sources += kernel/shapes/round_nearest.c
zeno_kernel_sources += kernel/shapes/separation.c
zeno_kernel_sources += kernel/shapes/shape.c
zeno_kernel_sources += kernel/shapes/shape.h
zeno_kernel_sources += kernel/shapes/soup.c
zeno_kernel_sources += kernel/shapes/soup.h
zeno_kernel_sources += kernel/shapes/surface.c
zeno_kernel_sources += kernel/shapes/turned.c
zeno_kernel_sources += kernel/shapes/sweep.c
zeno_kernel_sources += kernel/shapes/tree.c
zeno_kernel_sources += kernel/shapes/tree.h kernel/shapes/columns.h
zeno_kernel_sources += kernel/shapes/ways.c
zeno_kernel_sources += kernel/shapes/ways.h
zeno_kernel_sources += kernel/shapes/vtp.h
zeno_kernel_sources += kernel/shapes/vtp_array.c

check_PROGRAMS += tests/unit/test_hull
tests_unit_test_hull_SOURCES = tests/unit/test_hull.c tests/unit/directions.h
tests_unit_test_hull_LDADD   = $(unit_ldadd) -lm
check_PROGRAMS += tests/unit/test_hull_grid
tests_unit_test_hull_grid_SOURCES = tests/unit/test_hull_grid.c tests/unit/shapes.h
tests_unit_test_hull_grid_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/unit/test_climb
tests_unit_test_climb_SOURCES = tests/unit/test_climb.c tests/unit/directions.h
tests_unit_test_climb_LDADD   = $(unit_ldadd) -lm
check_PROGRAMS += tests/unit/test_ways
tests_unit_test_ways_SOURCES = tests/unit/test_ways.c tests/unit/directions.h
tests_unit_test_ways_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_shapes
tests_unit_test_shapes_SOURCES = tests/unit/test_shapes.c tests/unit/shapes.h
tests_unit_test_shapes_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_flat
tests_unit_test_flat_SOURCES = tests/unit/test_flat.c tests/unit/shapes.h
tests_unit_test_flat_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_box_ways
tests_unit_test_box_ways_SOURCES = tests/unit/test_box_ways.c
tests_unit_test_box_ways_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_circle
tests_unit_test_circle_SOURCES = tests/unit/test_circle.c tests/unit/shapes.h
tests_unit_test_circle_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_round
tests_unit_test_round_SOURCES = tests/unit/test_round.c tests/unit/shapes.h
tests_unit_test_round_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_mesh
tests_unit_test_mesh_SOURCES = tests/unit/test_mesh.c tests/unit/meshes.h tests/unit/shapes.h
tests_unit_test_mesh_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_mesh_gap
tests_unit_test_mesh_gap_SOURCES = tests/unit/test_mesh_gap.c tests/unit/meshes.h \
                                   tests/unit/shapes.h
tests_unit_test_mesh_gap_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_mesh_gather
tests_unit_test_mesh_gather_SOURCES = tests/unit/test_mesh_gather.c
tests_unit_test_mesh_gather_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_compound
tests_unit_test_compound_SOURCES = tests/unit/test_compound.c tests/unit/shapes.h
tests_unit_test_compound_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_touch_data
tests_unit_test_touch_data_SOURCES = tests/unit/test_touch_data.c \
                                     tests/analytic/bodies.h tests/unit/scene.h
tests_unit_test_touch_data_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_turned_places
tests_unit_test_turned_places_SOURCES = tests/unit/test_turned_places.c \
                                        tests/unit/shapes.h
tests_unit_test_turned_places_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/analytic/test_turned
tests_analytic_test_turned_SOURCES = tests/analytic/test_turned.c \
                                     tests/analytic/bodies.h tests/unit/scene.h
tests_analytic_test_turned_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_collision_feed
tests_unit_test_collision_feed_SOURCES = tests/unit/test_collision_feed.c tests/unit/scene.h
tests_unit_test_collision_feed_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_beside
tests_unit_test_beside_SOURCES = tests/unit/test_beside.c tests/unit/shapes.h
tests_unit_test_beside_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_mesh_rim
tests_unit_test_mesh_rim_SOURCES = tests/unit/test_mesh_rim.c tests/unit/meshes.h \
                                   tests/unit/shapes.h
tests_unit_test_mesh_rim_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_ray
tests_unit_test_ray_SOURCES = tests/unit/test_ray.c tests/unit/meshes.h tests/unit/shapes.h
tests_unit_test_ray_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_surface
tests_unit_test_surface_SOURCES = tests/unit/test_surface.c
tests_unit_test_surface_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_tiles
tests_analytic_test_tiles_SOURCES = tests/analytic/test_tiles.c tests/analytic/scene_plane.h
tests_analytic_test_tiles_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_collision_fast
tests_analytic_test_collision_fast_SOURCES = tests/analytic/test_collision_fast.c tests/analytic/bodies.h
tests_analytic_test_collision_fast_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/analytic/test_collision
tests_analytic_test_collision_SOURCES = tests/analytic/test_collision.c tests/analytic/bodies.h
tests_analytic_test_collision_LDADD   = $(api_ldadd) -lm
