# solvers/classes/rolling/local.mk - contact with Coulomb and rolling friction
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/rolling_friction.h

zeno_solvers_sources += solvers/classes/rolling/problem.c
