# solvers/core/local.mk - context, status, options, registry, solver interface
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/core/version.c
