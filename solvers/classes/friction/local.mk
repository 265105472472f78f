# solvers/classes/friction/local.mk - contact with Coulomb friction
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/friction.h include/zeno/global_friction.h

zeno_solvers_sources += solvers/classes/friction/admm.c \
                        solvers/classes/friction/alone.c \
                        solvers/classes/friction/attempt.c \
                        solvers/classes/friction/auto.c \
                        solvers/classes/friction/auto.h \
                        solvers/classes/friction/bodies.c \
                        solvers/classes/friction/certificate.c \
                        solvers/classes/friction/cpg.c \
                        solvers/classes/friction/enum.c \
                        solvers/classes/friction/few.c \
                        solvers/classes/friction/friction.h \
                        solvers/classes/friction/gauto.c \
                        solvers/classes/friction/ghomotopy.c \
                        solvers/classes/friction/gipm.c \
                        solvers/classes/friction/gnewton.c \
                        solvers/classes/friction/gnsgs.c \
                        solvers/classes/friction/gradient.c \
                        solvers/classes/friction/grolling.c \
                        solvers/classes/friction/gsolvers.c \
                        solvers/classes/friction/gtake.c \
                        solvers/classes/friction/ipm.c \
                        solvers/classes/friction/ipm.h \
                        solvers/classes/friction/ipm_turns.c \
                        solvers/classes/friction/motion.h \
                        solvers/classes/friction/panagiotopoulos.c \
                        solvers/classes/friction/patch.c \
                        solvers/classes/friction/patches.c \
                        solvers/classes/friction/patches.h \
                        solvers/classes/friction/plane.c \
                        solvers/classes/friction/problem.c \
                        solvers/classes/friction/prox.c \
                        solvers/classes/friction/prox_path.c \
                        solvers/classes/friction/reduced.c \
                        solvers/classes/friction/soclcp.c \
                        solvers/classes/friction/solvers.c \
                        solvers/classes/friction/stages.c \
                        solvers/classes/friction/stages.h \
                        solvers/classes/friction/turns.c \
                        solvers/classes/friction/uncondensed.c \
                        solvers/classes/friction/uncondensed.h \
                        solvers/classes/friction/vi.c \
                        solvers/classes/friction/view.h \
                        solvers/classes/friction/vnewton.c \
                        solvers/classes/friction/waves.c

check_PROGRAMS += tests/unit/test_friction_homotopy
tests_unit_test_friction_homotopy_SOURCES = tests/unit/test_friction_homotopy.c
tests_unit_test_friction_homotopy_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_global_homotopy
tests_unit_test_global_homotopy_SOURCES = tests/unit/test_global_homotopy.c
tests_unit_test_global_homotopy_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_central_path
tests_unit_test_central_path_SOURCES = tests/unit/test_central_path.c
tests_unit_test_central_path_LDADD   = $(unit_ldadd)
