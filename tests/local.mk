# tests/local.mk - tests; run by make check
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST += tests/unit/zeno_test.h tests/unit/comma.h

test_scripts += tests/headers.sh tests/lists.sh tests/rooms.sh tests/typed.sh
test_scripts += tests/conformance/folders.sh

check_PROGRAMS += tests/analytic/test_spin
tests_analytic_test_spin_SOURCES = tests/analytic/test_spin.c
tests_analytic_test_spin_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_sparse
tests_analytic_test_sparse_SOURCES = tests/analytic/test_sparse.c \
                                     tests/analytic/rubber.h \
                                     samples/elastic_block/src/mesh.c
tests_analytic_test_sparse_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_sparse_large
tests_analytic_test_sparse_large_SOURCES = tests/analytic/test_sparse_large.c \
                                           tests/analytic/bytes.h \
                                           tests/analytic/rubber.h \
                                           samples/elastic_block/src/mesh.c
tests_analytic_test_sparse_large_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_sparse_contacts
tests_analytic_test_sparse_contacts_SOURCES = tests/analytic/test_sparse_contacts.c \
                                              tests/analytic/bytes.h \
                                              tests/analytic/rubber.h \
                                              samples/elastic_block/src/mesh.c
tests_analytic_test_sparse_contacts_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_ends
tests_analytic_test_ends_SOURCES = tests/analytic/test_ends.c \
                                   tests/analytic/bytes.h \
                                   tests/analytic/rubber.h \
                                   samples/elastic_block/src/mesh.c
tests_analytic_test_ends_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_seen
tests_analytic_test_seen_SOURCES = tests/analytic/test_seen.c tests/analytic/walls.h
tests_analytic_test_seen_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/analytic/test_seen_large
tests_analytic_test_seen_large_SOURCES = tests/analytic/test_seen_large.c \
                                         tests/analytic/bytes.h \
                                         tests/analytic/walls.h
tests_analytic_test_seen_large_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_ends_states
tests_analytic_test_ends_states_SOURCES = tests/analytic/test_ends_states.c
tests_analytic_test_ends_states_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_version
tests_unit_test_version_SOURCES = tests/unit/test_version.c
tests_unit_test_version_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_set
tests_unit_test_set_SOURCES = tests/unit/test_set.c tests/unit/ctx_test.h
tests_unit_test_set_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_factors tests/unit/test_lcp \
                  tests/unit/test_lcp_again \
                  tests/unit/test_lcp_cones \
                  tests/unit/test_lcp_chain \
                  tests/unit/test_lcp_memory tests/unit/test_lcp_random \
                  tests/unit/test_lcp_reference tests/unit/test_mlcp \
                  tests/unit/test_mlcp_extra \
                  tests/unit/test_mlcp_circuits \
                  tests/unit/test_mlcp_lemke \
                  tests/unit/test_mlcp_random \
                  tests/unit/test_relay
tests_unit_test_factors_SOURCES       = tests/unit/test_factors.c
tests_unit_test_factors_LDADD         = $(unit_ldadd)
tests_unit_test_lcp_SOURCES           = tests/unit/test_lcp.c \
                                        tests/unit/lcp_test.h
tests_unit_test_lcp_LDADD             = $(unit_ldadd)
tests_unit_test_lcp_again_SOURCES     = tests/unit/test_lcp_again.c
tests_unit_test_lcp_again_LDADD       = $(unit_ldadd)
tests_unit_test_lcp_cones_SOURCES     = tests/unit/test_lcp_cones.c tests/unit/lcp_test.h
tests_unit_test_lcp_cones_LDADD       = $(unit_ldadd)
tests_unit_test_lcp_chain_SOURCES     = tests/unit/test_lcp_chain.c
tests_unit_test_lcp_chain_LDADD       = $(unit_ldadd)
tests_unit_test_lcp_memory_SOURCES    = tests/unit/test_lcp_memory.c
tests_unit_test_lcp_memory_LDADD      = $(unit_ldadd)
tests_unit_test_lcp_random_SOURCES    = tests/unit/test_lcp_random.c
tests_unit_test_lcp_random_LDADD      = $(unit_ldadd)
tests_unit_test_lcp_reference_SOURCES = tests/unit/test_lcp_reference.c
tests_unit_test_lcp_reference_LDADD   = $(unit_ldadd)
tests_unit_test_mlcp_SOURCES          = tests/unit/test_mlcp.c \
                                        tests/unit/mlcp_test.h tests/unit/by_hand.h
tests_unit_test_mlcp_LDADD            = $(unit_ldadd)
tests_unit_test_mlcp_extra_SOURCES    = tests/unit/test_mlcp_extra.c
tests_unit_test_mlcp_extra_LDADD      = $(unit_ldadd)
tests_unit_test_mlcp_circuits_SOURCES = tests/unit/test_mlcp_circuits.c
tests_unit_test_mlcp_circuits_LDADD   = $(unit_ldadd)
tests_unit_test_mlcp_lemke_SOURCES    = tests/unit/test_mlcp_lemke.c
tests_unit_test_mlcp_lemke_LDADD      = $(unit_ldadd)
tests_unit_test_mlcp_random_SOURCES   = tests/unit/test_mlcp_random.c
tests_unit_test_mlcp_random_LDADD     = $(unit_ldadd)
tests_unit_test_relay_SOURCES         = tests/unit/test_relay.c
tests_unit_test_relay_LDADD           = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_by_sets
tests_unit_test_by_sets_SOURCES = tests/unit/test_by_sets.c tests/unit/lcp_test.h
tests_unit_test_by_sets_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_damped_newton
tests_unit_test_damped_newton_SOURCES = tests/unit/test_damped_newton.c
tests_unit_test_damped_newton_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_newton_ends
tests_unit_test_newton_ends_SOURCES   = tests/unit/test_newton_ends.c
tests_unit_test_newton_ends_LDADD     = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_proximal_points
tests_unit_test_proximal_points_SOURCES = tests/unit/test_proximal_points.c
tests_unit_test_proximal_points_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_alternation
tests_unit_test_alternation_SOURCES   = tests/unit/test_alternation.c
tests_unit_test_alternation_LDADD     = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_runaway
tests_unit_test_runaway_SOURCES       = tests/unit/test_runaway.c
tests_unit_test_runaway_LDADD         = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_guarded
tests_unit_test_guarded_SOURCES       = tests/unit/test_guarded.c tests/unit/guarded.h
tests_unit_test_guarded_LDADD         = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_relay_signs
tests_unit_test_relay_signs_SOURCES   = tests/unit/test_relay_signs.c
tests_unit_test_relay_signs_LDADD     = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_model
tests_unit_test_model_SOURCES = tests/unit/test_model.c tests/unit/model_test.h
tests_unit_test_model_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_places
tests_unit_test_places_SOURCES = tests/unit/test_places.c
tests_unit_test_places_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_model_many
tests_unit_test_model_many_SOURCES = tests/unit/test_model_many.c
tests_unit_test_model_many_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_reserve
tests_unit_test_reserve_SOURCES = tests/unit/test_reserve.c
tests_unit_test_reserve_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_levels
tests_unit_test_levels_SOURCES = tests/unit/test_levels.c
tests_unit_test_levels_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_alone
tests_unit_test_alone_SOURCES = tests/unit/test_alone.c
tests_unit_test_alone_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_body_bytes
tests_unit_test_body_bytes_SOURCES = tests/unit/test_body_bytes.c
tests_unit_test_body_bytes_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_seats
tests_unit_test_seats_SOURCES     = tests/unit/test_seats.c tests/unit/model_test.h
tests_unit_test_seats_LDADD       = $(unit_ldadd)

EXTRA_DIST += tests/conformance/excerpt.txt tests/conformance/excerpt.py
EXTRA_DIST += tests/conformance/reference.h tests/conformance/electric.h

# every registered class through the suite of its kind
EXTRA_DIST += tests/conformance/conform.h tests/conformance/specimen_systems.h
EXTRA_DIST += tests/conformance/system_values.h
EXTRA_DIST += tests/conformance/specimen_relations.h tests/conformance/specimen_contacts.h
EXTRA_DIST += tests/conformance/relation_values.h
check_PROGRAMS += tests/conformance/test_conform_laws
tests_conformance_test_conform_laws_SOURCES = tests/conformance/test_conform_laws.c
tests_conformance_test_conform_laws_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/conformance/test_conform_relations
tests_conformance_test_conform_relations_SOURCES = tests/conformance/test_conform_relations.c
tests_conformance_test_conform_relations_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/conformance/test_conform_formulations
tests_conformance_test_conform_formulations_SOURCES = tests/conformance/test_conform_formulations.c
tests_conformance_test_conform_formulations_LDADD   = $(api_ldadd) -lm
EXTRA_DIST += tests/conformance/specimen_integrators.h
check_PROGRAMS += tests/conformance/test_overflow
tests_conformance_test_overflow_SOURCES = tests/conformance/test_overflow.c
tests_conformance_test_overflow_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/conformance/test_conform_integrators
tests_conformance_test_conform_integrators_SOURCES = tests/conformance/test_conform_integrators.c
tests_conformance_test_conform_integrators_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/conformance/test_conform_simulations
tests_conformance_test_conform_simulations_SOURCES = tests/conformance/test_conform_simulations.c
tests_conformance_test_conform_simulations_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/conformance/test_conform_systems
tests_conformance_test_conform_systems_SOURCES = tests/conformance/test_conform_systems.c
tests_conformance_test_conform_systems_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/conformance/test_euler_moreau
tests_conformance_test_euler_moreau_SOURCES = tests/conformance/test_euler_moreau.c
tests_conformance_test_euler_moreau_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/conformance/test_euler_moreau_circuits
tests_conformance_test_euler_moreau_circuits_SOURCES = tests/conformance/test_euler_moreau_circuits.c
tests_conformance_test_euler_moreau_circuits_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/conformance/test_friction
tests_conformance_test_friction_SOURCES = tests/conformance/test_friction.c
tests_conformance_test_friction_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_impact_energy
tests_analytic_test_impact_energy_SOURCES = tests/analytic/test_impact_energy.c
tests_analytic_test_impact_energy_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/conformance/test_compliant
tests_conformance_test_compliant_SOURCES = tests/conformance/test_compliant.c
tests_conformance_test_compliant_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/conformance/test_fremond
tests_conformance_test_fremond_SOURCES = tests/conformance/test_fremond.c
tests_conformance_test_fremond_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/conformance/test_slider_crank
tests_conformance_test_slider_crank_SOURCES = tests/conformance/test_slider_crank.c
tests_conformance_test_slider_crank_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/conformance/test_four_bar
tests_conformance_test_four_bar_SOURCES = tests/conformance/test_four_bar.c
tests_conformance_test_four_bar_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_friction_law
tests_unit_test_friction_law_SOURCES = tests/unit/test_friction_law.c tests/unit/ctx_test.h
tests_unit_test_friction_law_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/analytic/test_tangents
tests_analytic_test_tangents_SOURCES = tests/analytic/test_tangents.c
tests_analytic_test_tangents_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_four_points
tests_analytic_test_four_points_SOURCES = tests/analytic/test_four_points.c
tests_analytic_test_four_points_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_friction
tests_analytic_test_friction_SOURCES = tests/analytic/test_friction.c \
                                       tests/analytic/friction_model.h
tests_analytic_test_friction_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/analytic/test_friction_laws
tests_analytic_test_friction_laws_SOURCES = tests/analytic/test_friction_laws.c \
                                            tests/analytic/friction_model.h
tests_analytic_test_friction_laws_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/conformance/test_moreau_jean
tests_conformance_test_moreau_jean_SOURCES = tests/conformance/test_moreau_jean.c
tests_conformance_test_moreau_jean_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_ds tests/unit/test_relation
tests_unit_test_ds_SOURCES       = tests/unit/test_ds.c tests/unit/slider.h
tests_unit_test_ds_LDADD         = $(unit_ldadd)
tests_unit_test_relation_SOURCES = tests/unit/test_relation.c tests/unit/slider.h
tests_unit_test_relation_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_ds_linear
tests_unit_test_ds_linear_SOURCES = tests/unit/test_ds_linear.c
tests_unit_test_ds_linear_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_relation_functions
tests_unit_test_relation_functions_SOURCES = tests/unit/test_relation_functions.c
tests_unit_test_relation_functions_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_check
tests_unit_test_check_SOURCES = tests/unit/test_check.c tests/unit/check_model.h
tests_unit_test_check_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_law
tests_unit_test_law_SOURCES = tests/unit/test_law.c tests/unit/ctx_test.h
tests_unit_test_law_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_stock_plugins
tests_unit_test_stock_plugins_SOURCES = tests/unit/test_stock_plugins.c
tests_unit_test_stock_plugins_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/faults/bad_models
tests_faults_bad_models_SOURCES = tests/faults/bad_models.c tests/unit/zeno_test.h
tests_faults_bad_models_LDADD   = $(api_ldadd)
EXTRA_DIST += tests/unit/scene.h

check_PROGRAMS += tests/unit/test_global
tests_unit_test_global_SOURCES = tests/unit/test_global.c
tests_unit_test_global_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_settled
tests_unit_test_settled_SOURCES = tests/unit/test_settled.c
tests_unit_test_settled_LDADD   = $(unit_ldadd) -lm
EXTRA_DIST += tests/settled.h

check_PROGRAMS += tests/unit/test_save_problems
tests_unit_test_save_problems_SOURCES = tests/unit/test_save_problems.c
tests_unit_test_save_problems_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_osnsp
tests_unit_test_osnsp_SOURCES = tests/unit/test_osnsp.c
tests_unit_test_osnsp_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_theory_numbers
tests_analytic_test_theory_numbers_SOURCES = tests/analytic/test_theory_numbers.c
tests_analytic_test_theory_numbers_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_energy
tests_analytic_test_energy_SOURCES = tests/analytic/test_energy.c
tests_analytic_test_energy_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/analytic/test_motion
tests_analytic_test_motion_SOURCES = tests/analytic/test_motion.c
tests_analytic_test_motion_LDADD   = $(api_ldadd)
include $(top_srcdir)/tests/zeno/local.mk

check_PROGRAMS += tests/unit/test_simulation
tests_unit_test_simulation_SOURCES = tests/unit/test_simulation.c
tests_unit_test_simulation_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_simulation_failures
tests_unit_test_simulation_failures_SOURCES = tests/unit/test_simulation_failures.c
tests_unit_test_simulation_failures_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_interaction_data
tests_unit_test_interaction_data_SOURCES = tests/unit/test_interaction_data.c
tests_unit_test_interaction_data_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_film
tests_unit_test_film_SOURCES = tests/unit/test_film.c tests/unit/film_scene.h
tests_unit_test_film_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_film_files
tests_unit_test_film_files_SOURCES = tests/unit/test_film_files.c tests/unit/film_scene.h
tests_unit_test_film_files_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_film_again
tests_unit_test_film_again_SOURCES = tests/unit/test_film_again.c tests/unit/film_scene.h
tests_unit_test_film_again_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_film_memory
tests_unit_test_film_memory_SOURCES = tests/unit/test_film_memory.c
tests_unit_test_film_memory_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_scene
tests_unit_test_scene_SOURCES = tests/unit/test_scene.c
tests_unit_test_scene_LDADD   = $(unit_ldadd)
EXTRA_DIST += tests/unit/scene_text.h

check_PROGRAMS += tests/analytic/test_mixed
tests_analytic_test_mixed_SOURCES = tests/analytic/test_mixed.c
tests_analytic_test_mixed_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/analytic/test_engine_tests
tests_analytic_test_engine_tests_SOURCES = tests/analytic/test_engine_tests.c
tests_analytic_test_engine_tests_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_falls_as_one
tests_unit_test_falls_as_one_SOURCES = tests/unit/test_falls_as_one.c
tests_unit_test_falls_as_one_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_jammed
tests_unit_test_jammed_SOURCES = tests/unit/test_jammed.c
tests_unit_test_jammed_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_kept_start
tests_unit_test_kept_start_SOURCES = tests/unit/test_kept_start.c
tests_unit_test_kept_start_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_slow_newton
tests_unit_test_slow_newton_SOURCES = tests/unit/test_slow_newton.c
tests_unit_test_slow_newton_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_scene_motion
tests_unit_test_scene_motion_SOURCES = tests/unit/test_scene_motion.c
tests_unit_test_scene_motion_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_import_meshes
tests_unit_test_import_meshes_SOURCES = tests/unit/test_import_meshes.c tests/unit/import_test.h
tests_unit_test_import_meshes_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_import_actuator
tests_unit_test_import_actuator_SOURCES = tests/unit/test_import_actuator.c tests/unit/import_test.h
tests_unit_test_import_actuator_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_import_couple
tests_unit_test_import_couple_SOURCES = tests/unit/test_import_couple.c tests/unit/import_test.h
tests_unit_test_import_couple_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_import_mjcf
tests_unit_test_import_mjcf_SOURCES = tests/unit/test_import_mjcf.c tests/unit/import_test.h
tests_unit_test_import_mjcf_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_import
tests_unit_test_import_SOURCES = tests/unit/test_import.c tests/unit/import_test.h
tests_unit_test_import_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_scene_schema
tests_unit_test_scene_schema_SOURCES = tests/unit/test_scene_schema.c
tests_unit_test_scene_schema_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_siconos_scene
tests_unit_test_siconos_scene_SOURCES = tests/unit/test_siconos_scene.c tests/unit/siconos_file.h
tests_unit_test_siconos_scene_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_siconos_motion
tests_unit_test_siconos_motion_SOURCES = tests/unit/test_siconos_motion.c tests/unit/siconos_file.h
tests_unit_test_siconos_motion_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_siconos_plane
tests_unit_test_siconos_plane_SOURCES = tests/unit/test_siconos_plane.c tests/unit/siconos_file.h
tests_unit_test_siconos_plane_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_scene_locale
tests_unit_test_scene_locale_SOURCES = tests/unit/test_scene_locale.c
tests_unit_test_scene_locale_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_any_scene
tests_unit_test_any_scene_SOURCES = tests/unit/any_scene.h tests/unit/test_any_scene.c
tests_unit_test_any_scene_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_scene_restart
tests_unit_test_scene_restart_SOURCES = tests/unit/test_scene_restart.c
tests_unit_test_scene_restart_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_scene_lives
tests_unit_test_scene_lives_SOURCES = tests/unit/test_scene_lives.c
tests_unit_test_scene_lives_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/analytic/test_scene_forces
tests_analytic_test_scene_forces_SOURCES = tests/analytic/test_scene_forces.c
tests_analytic_test_scene_forces_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/analytic/test_scene_drives
tests_analytic_test_scene_drives_SOURCES = tests/analytic/test_scene_drives.c
tests_analytic_test_scene_drives_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_scene_expression
tests_unit_test_scene_expression_SOURCES = tests/unit/test_scene_expression.c
tests_unit_test_scene_expression_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_source_ends
tests_unit_test_source_ends_SOURCES = tests/unit/test_source_ends.c
tests_unit_test_source_ends_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_source_class
tests_unit_test_source_class_SOURCES = tests/unit/test_source_class.c
tests_unit_test_source_class_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/unit/test_services
tests_unit_test_services_SOURCES = tests/unit/test_services.c
tests_unit_test_services_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/unit/test_source
tests_unit_test_source_SOURCES = tests/unit/test_source.c tests/unit/pile.h
tests_unit_test_source_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_same_model
tests_unit_test_same_model_SOURCES = tests/unit/test_same_model.c
tests_unit_test_same_model_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_cones
tests_unit_test_cones_SOURCES = tests/unit/test_cones.c
tests_unit_test_cones_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_order
tests_unit_test_order_SOURCES = tests/unit/test_order.c
tests_unit_test_order_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_any_model
tests_unit_test_any_model_SOURCES = tests/unit/test_any_model.c
tests_unit_test_any_model_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_same_model_any
tests_unit_test_same_model_any_SOURCES = tests/unit/test_same_model_any.c
tests_unit_test_same_model_any_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_any_threads
tests_unit_test_any_threads_SOURCES = tests/unit/test_any_threads.c
tests_unit_test_any_threads_LDADD   = $(api_ldadd) -lpthread

check_PROGRAMS += tests/unit/test_written
tests_unit_test_written_SOURCES = tests/unit/test_written.c
tests_unit_test_written_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_reopen
tests_unit_test_reopen_SOURCES = tests/unit/test_reopen.c
tests_unit_test_reopen_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_projection
tests_unit_test_projection_SOURCES = tests/unit/test_projection.c
tests_unit_test_projection_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_projection_choice
tests_unit_test_projection_choice_SOURCES = tests/unit/test_projection_choice.c
tests_unit_test_projection_choice_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_projection_open
tests_unit_test_projection_open_SOURCES = tests/unit/test_projection_open.c
tests_unit_test_projection_open_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/unit/test_simultaneous
tests_unit_test_simultaneous_SOURCES = tests/unit/test_simultaneous.c
tests_unit_test_simultaneous_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/unit/test_resting
tests_unit_test_resting_SOURCES = tests/unit/test_resting.c
tests_unit_test_resting_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/unit/test_projection_sizes
tests_unit_test_projection_sizes_SOURCES = tests/unit/test_projection_sizes.c
tests_unit_test_projection_sizes_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_start_positions
tests_unit_test_start_positions_SOURCES = tests/unit/test_start_positions.c
tests_unit_test_start_positions_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_belt
tests_analytic_test_belt_SOURCES = tests/analytic/test_belt.c tests/unit/scene_text.h
tests_analytic_test_belt_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_missing_operations
tests_unit_test_missing_operations_SOURCES = tests/unit/test_missing_operations.c
tests_unit_test_missing_operations_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_no_such_class
tests_unit_test_no_such_class_SOURCES = tests/unit/test_no_such_class.c
tests_unit_test_no_such_class_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_difference
tests_unit_test_difference_SOURCES = tests/unit/test_difference.c
tests_unit_test_difference_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_together
tests_unit_test_together_SOURCES = tests/unit/test_together.c
tests_unit_test_together_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_predicted
tests_unit_test_predicted_SOURCES = tests/unit/test_predicted.c
tests_unit_test_predicted_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_kept
tests_unit_test_kept_SOURCES = tests/unit/test_kept.c
tests_unit_test_kept_LDADD   = $(api_ldadd)
check_PROGRAMS += tests/unit/test_input_pattern
tests_unit_test_input_pattern_SOURCES = tests/unit/test_input_pattern.c
tests_unit_test_input_pattern_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_next_iteration
tests_unit_test_next_iteration_SOURCES = tests/unit/test_next_iteration.c
tests_unit_test_next_iteration_LDADD   = $(api_ldadd)
check_PROGRAMS += tests/unit/test_newton_units
tests_unit_test_newton_units_SOURCES = tests/unit/test_newton_units.c
tests_unit_test_newton_units_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_kept_newton
tests_unit_test_kept_newton_SOURCES = tests/unit/test_kept_newton.c
tests_unit_test_kept_newton_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_shared
tests_unit_test_shared_SOURCES = tests/unit/test_shared.c
tests_unit_test_shared_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_simulation_memory
tests_unit_test_simulation_memory_SOURCES = tests/unit/test_simulation_memory.c
tests_unit_test_simulation_memory_LDADD   = $(api_ldadd)

EXTRA_DIST += tests/unit/line_problem.h tests/unit/line_test.h tests/unit/corner.h

check_PROGRAMS += tests/unit/test_ctx tests/unit/test_option tests/unit/test_pages \
                  tests/unit/test_type tests/unit/test_matrix \
                  tests/unit/test_matrix_bits \
                  tests/unit/test_matrix_check tests/unit/test_solver
tests_unit_test_ctx_SOURCES          = tests/unit/test_ctx.c
tests_unit_test_ctx_LDADD            = $(unit_ldadd) -lpthread
tests_unit_test_pages_SOURCES        = tests/unit/test_pages.c
tests_unit_test_pages_LDADD          = $(unit_ldadd)
tests_unit_test_option_SOURCES       = tests/unit/test_option.c
tests_unit_test_option_LDADD         = $(unit_ldadd)
tests_unit_test_type_SOURCES         = tests/unit/test_type.c tests/unit/toys.h
tests_unit_test_type_LDADD           = $(api_ldadd)
check_PROGRAMS += tests/unit/test_type_plugins
tests_unit_test_type_plugins_SOURCES = tests/unit/test_type_plugins.c tests/unit/toys.h
tests_unit_test_type_plugins_LDADD   = $(api_ldadd)
tests_unit_test_matrix_SOURCES       = tests/unit/test_matrix.c tests/unit/matrix_test.h tests/unit/ctx_test.h
tests_unit_test_matrix_LDADD         = $(api_ldadd)
tests_unit_test_matrix_bits_SOURCES  = tests/unit/test_matrix_bits.c
tests_unit_test_matrix_bits_LDADD    = $(api_ldadd)
tests_unit_test_matrix_check_SOURCES = tests/unit/test_matrix_check.c tests/unit/matrix_test.h tests/unit/ctx_test.h
tests_unit_test_matrix_check_LDADD   = $(api_ldadd)
tests_unit_test_solver_SOURCES       = tests/unit/test_solver.c
tests_unit_test_solver_LDADD         = $(api_ldadd) -lpthread
check_PROGRAMS += tests/unit/test_solver_stop
tests_unit_test_solver_stop_SOURCES = tests/unit/test_solver_stop.c
tests_unit_test_solver_stop_LDADD   = $(api_ldadd)
check_PROGRAMS += tests/unit/test_friction_even
tests_unit_test_friction_even_SOURCES = tests/unit/test_friction_even.c
tests_unit_test_friction_even_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_friction_scale
tests_unit_test_friction_scale_SOURCES = tests/unit/test_friction_scale.c
tests_unit_test_friction_scale_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_friction_joined
tests_unit_test_friction_joined_SOURCES = tests/unit/test_friction_joined.c
tests_unit_test_friction_joined_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_friction_velocity
tests_unit_test_friction_velocity_SOURCES = tests/unit/test_friction_velocity.c \
                                            tests/unit/meter.h
tests_unit_test_friction_velocity_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_sweep_orders
tests_unit_test_sweep_orders_SOURCES = tests/unit/test_sweep_orders.c
tests_unit_test_sweep_orders_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_own_units
tests_unit_test_own_units_SOURCES = tests/unit/test_own_units.c
tests_unit_test_own_units_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_far_rows
tests_unit_test_far_rows_SOURCES = tests/unit/test_far_rows.c
tests_unit_test_far_rows_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_contact_units
tests_unit_test_contact_units_SOURCES = tests/unit/test_contact_units.c
tests_unit_test_contact_units_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_seidel
tests_unit_test_seidel_SOURCES = tests/unit/test_seidel.c
tests_unit_test_seidel_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_solver_threads
tests_unit_test_solver_threads_SOURCES = tests/unit/test_solver_threads.c
tests_unit_test_solver_threads_LDADD   = $(unit_ldadd)

EXTRA_DIST += tests/unit/one_operator.h

check_PROGRAMS += tests/unit/test_call
tests_unit_test_call_SOURCES = tests/unit/test_call.c
tests_unit_test_call_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_raise
tests_unit_test_raise_SOURCES = tests/unit/test_raise.c
tests_unit_test_raise_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_operator
tests_unit_test_operator_SOURCES = tests/unit/test_operator.c
tests_unit_test_operator_LDADD   = $(unit_ldadd)

EXTRA_DIST += tests/unit/vi_test.h

check_PROGRAMS += tests/unit/test_vi
tests_unit_test_vi_SOURCES = tests/unit/test_vi.c
tests_unit_test_vi_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_vi_sets
tests_unit_test_vi_sets_SOURCES = tests/unit/test_vi_sets.c tests/unit/vi_test.h
tests_unit_test_vi_sets_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_vi_random
tests_unit_test_vi_random_SOURCES = tests/unit/test_vi_random.c
tests_unit_test_vi_random_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_ncp
tests_unit_test_ncp_SOURCES = tests/unit/test_ncp.c
tests_unit_test_ncp_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_ncp_sizes
tests_unit_test_ncp_sizes_SOURCES = tests/unit/test_ncp_sizes.c
tests_unit_test_ncp_sizes_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_planar_paths
tests_unit_test_planar_paths_SOURCES = tests/unit/test_planar_paths.c
tests_unit_test_planar_paths_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_friction_starts
tests_unit_test_friction_starts_SOURCES = tests/unit/test_friction_starts.c
tests_unit_test_friction_starts_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_ncp_literature
tests_unit_test_ncp_literature_SOURCES = tests/unit/test_ncp_literature.c
tests_unit_test_ncp_literature_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_qp
tests_unit_test_qp_SOURCES = tests/unit/test_qp.c
tests_unit_test_qp_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_qp_error
tests_unit_test_qp_error_SOURCES = tests/unit/test_qp_error.c
tests_unit_test_qp_error_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_qp_certificates
tests_unit_test_qp_certificates_SOURCES = tests/unit/test_qp_certificates.c \
                                          tests/unit/vi_test.h
tests_unit_test_qp_certificates_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_qp_interior
tests_unit_test_qp_interior_SOURCES = tests/unit/test_qp_interior.c
tests_unit_test_qp_interior_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_acceleration
tests_unit_test_acceleration_SOURCES = tests/unit/test_acceleration.c
tests_unit_test_acceleration_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_qp_normal
tests_unit_test_qp_normal_SOURCES = tests/unit/test_qp_normal.c
tests_unit_test_qp_normal_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_soclcp
tests_unit_test_soclcp_SOURCES = tests/unit/test_soclcp.c
tests_unit_test_soclcp_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_soclcp_apart
tests_unit_test_soclcp_apart_SOURCES = tests/unit/test_soclcp_apart.c
tests_unit_test_soclcp_apart_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_soclcp_cone
tests_unit_test_soclcp_cone_SOURCES = tests/unit/test_soclcp_cone.c
tests_unit_test_soclcp_cone_LDADD   = $(unit_ldadd)

include $(top_srcdir)/tests/faults/local.mk
include $(top_srcdir)/tests/bench/local.mk
include $(top_srcdir)/tests/fuzz/local.mk
include $(top_srcdir)/tests/samples/local.mk
include $(top_srcdir)/tests/output/local.mk

EXTRA_DIST += tests/unit/first_order.h
check_PROGRAMS += tests/analytic/test_first_order
tests_analytic_test_first_order_SOURCES = tests/analytic/test_first_order.c
tests_analytic_test_first_order_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/analytic/test_first_order_class
tests_analytic_test_first_order_class_SOURCES = tests/analytic/test_first_order_class.c
tests_analytic_test_first_order_class_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/analytic/test_first_order_coupled
tests_analytic_test_first_order_coupled_SOURCES = tests/analytic/test_first_order_coupled.c
tests_analytic_test_first_order_coupled_LDADD   = $(api_ldadd) -lm
include $(top_srcdir)/tests/sample/local.mk

check_PROGRAMS += tests/unit/test_relative_degree
tests_unit_test_relative_degree_SOURCES = tests/unit/test_relative_degree.c
tests_unit_test_relative_degree_LDADD   = $(api_ldadd) -lm
include $(top_srcdir)/tests/solve/local.mk

check_PROGRAMS += tests/unit/test_avi
tests_unit_test_avi_SOURCES = tests/unit/test_avi.c tests/unit/avi_test.h tests/unit/lcp_test.h
tests_unit_test_avi_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/unit/test_avi_polyhedra
tests_unit_test_avi_polyhedra_SOURCES = tests/unit/test_avi_polyhedra.c tests/unit/avi_test.h \
                                        tests/unit/lcp_test.h
tests_unit_test_avi_polyhedra_LDADD   = $(unit_ldadd) -lm

check_PROGRAMS += tests/analytic/test_first_order_numbers
tests_analytic_test_first_order_numbers_SOURCES = tests/analytic/test_first_order_numbers.c
tests_analytic_test_first_order_numbers_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_check_first_order
tests_unit_test_check_first_order_SOURCES = tests/unit/test_check_first_order.c
tests_unit_test_check_first_order_LDADD   = $(api_ldadd) -lm
EXTRA_DIST += tests/unit/friction_test.h

check_PROGRAMS += tests/unit/test_friction tests/unit/test_friction_contact \
                  tests/unit/test_friction_reference
tests_unit_test_friction_SOURCES           = tests/unit/test_friction.c
tests_unit_test_friction_LDADD             = $(unit_ldadd)
tests_unit_test_friction_contact_SOURCES   = tests/unit/test_friction_contact.c
tests_unit_test_friction_contact_LDADD     = $(unit_ldadd)
tests_unit_test_friction_reference_SOURCES = tests/unit/test_friction_reference.c
tests_unit_test_friction_reference_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_friction_memory tests/unit/test_friction_random
tests_unit_test_friction_memory_SOURCES = tests/unit/test_friction_memory.c
tests_unit_test_friction_memory_LDADD   = $(unit_ldadd)
tests_unit_test_friction_random_SOURCES = tests/unit/test_friction_random.c
tests_unit_test_friction_random_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_uncondense
tests_unit_test_uncondense_SOURCES = tests/unit/test_uncondense.c
tests_unit_test_uncondense_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_friction_loads
tests_unit_test_friction_loads_SOURCES = tests/unit/test_friction_loads.c
tests_unit_test_friction_loads_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_sweep_memory
tests_unit_test_sweep_memory_SOURCES = tests/unit/test_sweep_memory.c
tests_unit_test_sweep_memory_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_asked_early
tests_unit_test_asked_early_SOURCES = tests/unit/test_asked_early.c
tests_unit_test_asked_early_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_friction_few
tests_unit_test_friction_few_SOURCES = tests/unit/test_friction_few.c
tests_unit_test_friction_few_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_rolling_few
tests_unit_test_rolling_few_SOURCES = tests/unit/test_rolling_few.c
tests_unit_test_rolling_few_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_friction_redundant
tests_unit_test_friction_redundant_SOURCES = tests/unit/test_friction_redundant.c
tests_unit_test_friction_redundant_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_hash
tests_unit_test_hash_SOURCES = tests/unit/test_hash.c
tests_unit_test_hash_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_pool
tests_unit_test_pool_SOURCES = tests/unit/test_pool.c
tests_unit_test_pool_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_friction_colours tests/unit/test_friction_local \
                  tests/unit/test_friction_visit \
                  tests/unit/test_friction_paths tests/unit/test_friction_sweeps
check_PROGRAMS += tests/unit/test_friction_gradient tests/unit/test_friction_pace \
                  tests/unit/test_friction_patches tests/unit/test_friction_patches_threads \
                  tests/unit/test_friction_places \
                  tests/unit/test_friction_stages tests/unit/test_friction_piles
tests_unit_test_friction_patches_SOURCES = tests/unit/test_friction_patches.c \
                                           tests/unit/patches_test.h tests/unit/links.h
tests_unit_test_friction_patches_LDADD   = $(unit_ldadd)
tests_unit_test_friction_places_SOURCES = tests/unit/test_friction_places.c tests/unit/links.h
tests_unit_test_friction_places_LDADD   = $(unit_ldadd)
tests_unit_test_friction_patches_threads_SOURCES = tests/unit/test_friction_patches_threads.c \
                                                   tests/unit/patches_test.h
tests_unit_test_friction_patches_threads_LDADD   = $(unit_ldadd)
tests_unit_test_friction_stages_SOURCES = tests/unit/test_friction_stages.c tests/unit/asked.h tests/unit/links.h
tests_unit_test_friction_stages_LDADD   = $(unit_ldadd)
tests_unit_test_friction_piles_SOURCES = tests/unit/test_friction_piles.c
tests_unit_test_friction_piles_LDADD   = $(unit_ldadd)
tests_unit_test_friction_gradient_SOURCES = tests/unit/test_friction_gradient.c
tests_unit_test_friction_gradient_LDADD   = $(unit_ldadd)
tests_unit_test_friction_pace_SOURCES = tests/unit/test_friction_pace.c
tests_unit_test_friction_pace_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_friction_trial
tests_unit_test_friction_trial_SOURCES = tests/unit/test_friction_trial.c
tests_unit_test_friction_trial_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/analytic/test_arch
tests_analytic_test_arch_SOURCES = tests/analytic/test_arch.c
tests_analytic_test_arch_LDADD   = $(unit_ldadd)
tests_unit_test_friction_visit_SOURCES   = tests/unit/test_friction_visit.c
tests_unit_test_friction_visit_LDADD     = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_friction_split
tests_unit_test_friction_split_SOURCES = tests/unit/test_friction_split.c
tests_unit_test_friction_split_LDADD   = $(unit_ldadd)
tests_unit_test_friction_colours_SOURCES = tests/unit/test_friction_colours.c
tests_unit_test_friction_colours_LDADD   = $(unit_ldadd)
tests_unit_test_friction_local_SOURCES  = tests/unit/test_friction_local.c
tests_unit_test_friction_local_LDADD    = $(unit_ldadd)
tests_unit_test_friction_paths_SOURCES  = tests/unit/test_friction_paths.c
tests_unit_test_friction_paths_LDADD    = $(unit_ldadd)
tests_unit_test_friction_sweeps_SOURCES = tests/unit/test_friction_sweeps.c
tests_unit_test_friction_sweeps_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_friction_exchange
tests_unit_test_friction_exchange_SOURCES = tests/unit/test_friction_exchange.c
tests_unit_test_friction_exchange_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_product
tests_unit_test_product_SOURCES = tests/unit/test_product.c
tests_unit_test_product_LDADD   = $(unit_ldadd) -lm
check_PROGRAMS += tests/unit/test_cone_scaling tests/unit/test_friction_interior
tests_unit_test_cone_scaling_SOURCES      = tests/unit/test_cone_scaling.c
tests_unit_test_cone_scaling_LDADD        = $(unit_ldadd)
tests_unit_test_friction_interior_SOURCES = tests/unit/test_friction_interior.c
tests_unit_test_friction_interior_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_friction_global
tests_unit_test_friction_global_SOURCES = tests/unit/test_friction_global.c
tests_unit_test_friction_global_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_typed_solve
tests_unit_test_typed_solve_SOURCES = tests/unit/test_typed_solve.c
tests_unit_test_typed_solve_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_random_problem
tests_unit_test_random_problem_SOURCES = tests/unit/test_random_problem.c
tests_unit_test_random_problem_LDADD   = $(api_ldadd)
check_PROGRAMS += tests/unit/test_random_structures
tests_unit_test_random_structures_SOURCES = tests/unit/test_random_structures.c
tests_unit_test_random_structures_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_io tests/unit/test_io_class \
                  tests/unit/test_io_fclib \
                  tests/unit/test_io_malformed tests/unit/test_io_reference
tests_unit_test_io_SOURCES           = tests/unit/test_io.c tests/unit/io_test.h
tests_unit_test_io_LDADD             = $(api_ldadd)
tests_unit_test_io_class_SOURCES     = tests/unit/test_io_class.c
tests_unit_test_io_class_LDADD       = $(api_ldadd)
tests_unit_test_io_malformed_SOURCES = tests/unit/test_io_malformed.c
tests_unit_test_io_malformed_LDADD   = $(api_ldadd)
tests_unit_test_io_fclib_SOURCES     = tests/unit/test_io_fclib.c
tests_unit_test_io_fclib_LDADD       = $(api_ldadd) $(HDF5_LIBS)
tests_unit_test_io_reference_SOURCES = tests/unit/test_io_reference.c
tests_unit_test_io_reference_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_io_global_friction
tests_unit_test_io_global_friction_SOURCES = tests/unit/test_io_global_friction.c
tests_unit_test_io_global_friction_LDADD   = $(api_ldadd) $(HDF5_LIBS)

check_PROGRAMS += tests/unit/test_friction_motion
tests_unit_test_friction_motion_SOURCES = tests/unit/test_friction_motion.c
tests_unit_test_friction_motion_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_mass
tests_unit_test_mass_SOURCES = tests/unit/test_mass.c
tests_unit_test_mass_LDADD   = $(unit_ldadd)

EXTRA_DIST += tests/unit/masses_test.h

EXTRA_DIST += tests/unit/global_friction_test.h

check_PROGRAMS += tests/unit/test_friction_global_ways
tests_unit_test_friction_global_ways_SOURCES = tests/unit/test_friction_global_ways.c
tests_unit_test_friction_global_ways_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_friction_global_auto
tests_unit_test_friction_global_auto_SOURCES = tests/unit/test_friction_global_auto.c
tests_unit_test_friction_global_auto_LDADD   = $(unit_ldadd)

check_PROGRAMS += tests/unit/test_friction_global_random
tests_unit_test_friction_global_random_SOURCES = tests/unit/test_friction_global_random.c
tests_unit_test_friction_global_random_LDADD   = $(unit_ldadd)
EXTRA_DIST += tests/unit/rolling_test.h
check_PROGRAMS += tests/unit/test_rolling tests/unit/test_rolling_cone \
                  tests/unit/test_rolling_global \
                  tests/unit/test_rolling_interior \
                  tests/unit/test_rolling_memory \
                  tests/unit/test_rolling_random \
                  tests/unit/test_rolling_reference tests/unit/test_io_rolling
check_PROGRAMS += tests/unit/test_spinning
tests_unit_test_spinning_SOURCES          = tests/unit/test_spinning.c
tests_unit_test_spinning_LDADD            = $(unit_ldadd) $(HDF5_LIBS)
tests_unit_test_rolling_SOURCES           = tests/unit/test_rolling.c
tests_unit_test_rolling_LDADD             = $(unit_ldadd)
tests_unit_test_rolling_cone_SOURCES      = tests/unit/test_rolling_cone.c
tests_unit_test_rolling_cone_LDADD        = $(unit_ldadd)
tests_unit_test_rolling_global_SOURCES    = tests/unit/test_rolling_global.c
tests_unit_test_rolling_global_LDADD      = $(unit_ldadd)
tests_unit_test_rolling_interior_SOURCES  = tests/unit/test_rolling_interior.c
tests_unit_test_rolling_interior_LDADD    = $(unit_ldadd)
tests_unit_test_rolling_memory_SOURCES    = tests/unit/test_rolling_memory.c
tests_unit_test_rolling_memory_LDADD      = $(unit_ldadd)
tests_unit_test_rolling_random_SOURCES    = tests/unit/test_rolling_random.c
tests_unit_test_rolling_random_LDADD      = $(unit_ldadd)
tests_unit_test_rolling_reference_SOURCES = tests/unit/test_rolling_reference.c
tests_unit_test_rolling_reference_LDADD   = $(unit_ldadd)
tests_unit_test_io_rolling_SOURCES        = tests/unit/test_io_rolling.c
tests_unit_test_io_rolling_LDADD          = $(api_ldadd) $(HDF5_LIBS)
EXTRA_DIST += tests/unit/conduct_problems.h
EXTRA_DIST += tests/unit/generic_test.h
check_PROGRAMS += tests/unit/test_generic_newton tests/unit/test_generic_plane \
                  tests/unit/test_generic tests/unit/test_generic_words tests/unit/test_generic_random \
                  tests/unit/test_generic_memory tests/unit/test_generic_reference
tests_unit_test_generic_newton_SOURCES    = tests/unit/test_generic_newton.c
tests_unit_test_generic_newton_LDADD      = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_generic_few
tests_unit_test_generic_few_SOURCES       = tests/unit/test_generic_few.c
tests_unit_test_generic_few_LDADD         = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_balance
tests_unit_test_balance_SOURCES           = tests/unit/test_balance.c
tests_unit_test_balance_LDADD             = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_generic_starts
tests_unit_test_generic_starts_SOURCES    = tests/unit/test_generic_starts.c
tests_unit_test_generic_starts_LDADD      = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_generic_parts
tests_unit_test_generic_parts_SOURCES     = tests/unit/test_generic_parts.c
tests_unit_test_generic_parts_LDADD       = $(unit_ldadd)
tests_unit_test_generic_plane_SOURCES     = tests/unit/test_generic_plane.c
tests_unit_test_generic_plane_LDADD       = $(unit_ldadd)
tests_unit_test_generic_SOURCES           = tests/unit/test_generic.c
check_PROGRAMS += tests/unit/test_generic_failures
tests_unit_test_generic_failures_SOURCES  = tests/unit/test_generic_failures.c
tests_unit_test_generic_failures_LDADD    = $(unit_ldadd)
tests_unit_test_generic_words_SOURCES     = tests/unit/test_generic_words.c
tests_unit_test_generic_words_LDADD       = $(api_ldadd) -lm
tests_unit_test_generic_LDADD             = $(unit_ldadd)
tests_unit_test_generic_random_SOURCES    = tests/unit/test_generic_random.c
tests_unit_test_generic_random_LDADD      = $(api_ldadd) -lm
tests_unit_test_generic_memory_SOURCES    = tests/unit/test_generic_memory.c
tests_unit_test_generic_memory_LDADD      = $(unit_ldadd)
tests_unit_test_generic_reference_SOURCES = tests/unit/test_generic_reference.c
tests_unit_test_generic_reference_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/unit/test_plasticity tests/unit/test_plasticity_reference
tests_unit_test_plasticity_SOURCES           = tests/unit/test_plasticity.c \
                                               tests/unit/plasticity_test.h
tests_unit_test_plasticity_LDADD             = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_plasticity_memory
tests_unit_test_plasticity_memory_SOURCES    = tests/unit/test_plasticity_memory.c \
                                               tests/unit/plasticity_test.h
tests_unit_test_plasticity_memory_LDADD      = $(unit_ldadd)
tests_unit_test_plasticity_reference_SOURCES = tests/unit/test_plasticity_reference.c
tests_unit_test_plasticity_reference_LDADD   = $(api_ldadd) -lm
check_PROGRAMS += tests/unit/test_constructors
tests_unit_test_constructors_SOURCES = tests/unit/test_constructors.c
tests_unit_test_constructors_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_cost
tests_unit_test_cost_SOURCES = tests/unit/test_cost.c
tests_unit_test_cost_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_portfolio tests/unit/test_portfolio_lists
tests_unit_test_portfolio_SOURCES       = tests/unit/test_portfolio.c tests/unit/portfolio_test.h
tests_unit_test_portfolio_LDADD         = $(unit_ldadd)
tests_unit_test_portfolio_lists_SOURCES = tests/unit/test_portfolio_lists.c tests/unit/portfolio_test.h
tests_unit_test_portfolio_lists_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_auto
tests_unit_test_auto_SOURCES = tests/unit/test_auto.c
tests_unit_test_auto_LDADD   = $(unit_ldadd)

# Debian packages, built and tried in a clean root
EXTRA_DIST += tests/deb.sh
deb-check:
	@$(SHELL) $(srcdir)/tests/deb.sh '$(ZN_SRCDIR)' '$(abs_top_builddir)'
.PHONY: deb-check

# scenes at random; see tests/anyscene/anyscene.py --help
EXTRA_DIST += tests/anyscene/anyscene.py tests/anyscene/draw.py
anyscene:
	@python3 $(srcdir)/tests/anyscene/anyscene.py --run tools/zeno-run $(ANYSCENE)
.PHONY: anyscene

# do the tests notice a wrong line? hours; see tests/mutate/mutate.py --help
EXTRA_DIST += tests/mutate/mutate.py tests/mutate/fates.py tests/mutate/mutants.txt tests/mutate/equivalent.txt
mutate:
	@python3 $(srcdir)/tests/mutate/mutate.py --work mutate $(MUTATE)
.PHONY: mutate
# all tests, and what each computes
EXTRA_DIST += tests/timed.sh
slowest:
	@rm -f slowest.txt
	+@$(MAKE) check LOG_COMPILER='$(SHELL) $(abs_srcdir)/tests/timed.sh $(abs_builddir)/slowest.txt' \
	    SH_LOG_COMPILER='$(SHELL) $(abs_srcdir)/tests/timed.sh $(abs_builddir)/slowest.txt $(SHELL)'
	@$(SHELL) $(srcdir)/tests/timed.sh slowest.txt
.PHONY: slowest

# the tests under a tool, all that it is for or those in UNDER="tests/unit/test_x ..."
EXTRA_DIST += tests/under.sh tests/coverage.py
UNDER =
under = CC='$(CC)' $(SHELL) $(srcdir)/tests/under.sh '$(ZN_SRCDIR)' '$(abs_top_builddir)'
asan-check:
	+@$(under) asan $(UNDER)
tsan-check:
	+@$(under) tsan $(UNDER)
valgrind-check:
	+@PROGRAMS='$(check_PROGRAMS)' $(under) valgrind $(UNDER)
recompute-check:
	+@PROGRAMS='$(check_PROGRAMS)' $(under) recompute $(UNDER)
fuzz-check:
	+@$(under) fuzz $(UNDER)
coverage-check:
	+@PROGRAMS='$(check_PROGRAMS)' $(under) coverage $(UNDER)
.PHONY: asan-check tsan-check valgrind-check recompute-check fuzz-check coverage-check
