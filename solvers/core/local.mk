# solvers/core/local.mk - context, status, options, registry, solver interface
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/core/alloc.c \
                        solvers/core/c_locale.h \
                        solvers/core/classes.h \
                        solvers/core/core.h \
                        solvers/core/csv_field.h \
                        solvers/core/made_file.h \
                        solvers/core/typed_file.h \
                        solvers/core/ctx.c \
                        solvers/core/data.c \
                        solvers/core/data.h \
                        solvers/core/draw.h \
                        solvers/core/hash.h \
                        solvers/core/host.h \
                        solvers/core/kept.h \
                        solvers/core/monitor.c \
                        solvers/core/monitor.h \
                        solvers/core/option.c \
                        solvers/core/option_table.c \
                        solvers/core/own_units.c \
                        solvers/core/plugin.c \
                        solvers/core/pool.c \
                        solvers/core/pool.h \
                        solvers/core/problem_class.h \
                        solvers/core/room.h \
                        solvers/core/printed.h \
                        solvers/core/short.h \
                        solvers/core/solver.c \
                        solvers/core/solver_type.h \
                        solvers/core/type.c \
                        solvers/core/version.c
