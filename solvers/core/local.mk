# solvers/core/local.mk - context, status, options, registry, solver interface
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/core/version.c
zeno_solvers_sources += solvers/core/ctx.c
zeno_solvers_sources += solvers/core/option.c
zeno_solvers_sources += solvers/core/type.c
zeno_solvers_sources += solvers/core/solver.c
zeno_solvers_sources += solvers/core/monitor.c
zeno_solvers_sources += solvers/core/builtin.c
