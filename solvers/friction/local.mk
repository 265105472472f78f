# solvers/friction/local.mk - contact with Coulomb friction
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/friction.h include/zeno/global_friction.h

zeno_solvers_sources += solvers/friction/admm.c \
                        solvers/friction/alone.c \
                        solvers/friction/attempt.c \
                        solvers/friction/auto.c \
                        solvers/friction/auto.h \
                        solvers/friction/bodies.c \
                        solvers/friction/certificate.c \
                        solvers/friction/cpg.c \
                        solvers/friction/effort.c \
                        solvers/friction/effort.h \
                        solvers/friction/enum.c \
                        solvers/friction/exchange.c \
                        solvers/friction/exchange.h \
                        solvers/friction/few.c \
                        solvers/friction/few.h \
                        solvers/friction/few_rows.c \
                        solvers/friction/friction.h \
                        solvers/friction/gaclm.c \
                        solvers/friction/gadmm.c \
                        solvers/friction/gattempt.c \
                        solvers/friction/gauto.c \
                        solvers/friction/gauto.h \
                        solvers/friction/ghomotopy.c \
                        solvers/friction/gipm.c \
                        solvers/friction/gmethods.c \
                        solvers/friction/gnewton.c \
                        solvers/friction/gnsgs.c \
                        solvers/friction/gradient.c \
                        solvers/friction/gsystem.c \
                        solvers/friction/gvi.c \
                        solvers/friction/homotopy.c \
                        solvers/friction/inner.c \
                        solvers/friction/ipm.c \
                        solvers/friction/joined.c \
                        solvers/friction/ipm.h \
                        solvers/friction/lemke.c \
                        solvers/friction/list.c \
                        solvers/friction/motion.c \
                        solvers/friction/motion.h \
                        solvers/friction/newton.c \
                        solvers/friction/nsgs.c \
                        solvers/friction/panagiotopoulos.c \
                        solvers/friction/panagiotopoulos.h \
                        solvers/friction/plane.c \
                        solvers/friction/plane.h \
                        solvers/friction/problem.c \
                        solvers/friction/prox_path.c \
                        solvers/friction/prox_path.h \
                        solvers/friction/patch.c \
                        solvers/friction/patch.h \
                        solvers/friction/patches.c \
                        solvers/friction/patches.h \
                        solvers/friction/patches_solver.c \
                        solvers/friction/prox.c \
                        solvers/friction/reduced.c \
                        solvers/friction/soclcp.c \
                        solvers/friction/stages.c \
                        solvers/friction/starts.c \
                        solvers/friction/starts.h \
                        solvers/friction/stages.h \
                        solvers/friction/tally.c \
                        solvers/friction/tally.h \
                        solvers/friction/turns.c \
                        solvers/friction/turns.h \
                        solvers/friction/touching.c \
                        solvers/friction/velocity.c \
                        solvers/friction/vplan.c \
                        solvers/friction/vi.c \
                        solvers/friction/vnewton.c \
                        solvers/friction/waves.c \
                        solvers/friction/waves.h \
                        solvers/friction/ways.c

check_PROGRAMS += tests/unit/test_friction_homotopy
tests_unit_test_friction_homotopy_SOURCES = tests/unit/test_friction_homotopy.c
tests_unit_test_friction_homotopy_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_global_homotopy
tests_unit_test_global_homotopy_SOURCES = tests/unit/test_global_homotopy.c
tests_unit_test_global_homotopy_LDADD   = $(unit_ldadd)
check_PROGRAMS += tests/unit/test_central_path
tests_unit_test_central_path_SOURCES = tests/unit/test_central_path.c
tests_unit_test_central_path_LDADD   = $(unit_ldadd)
