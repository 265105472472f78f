# solvers/system/local.mk - u = A r + c: condensed blocks, equations of motion
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/system/blocks.c \
                        solvers/system/blocks.h \
                        solvers/system/bodies.c \
                        solvers/system/cliques.c \
                        solvers/system/cliques.h \
                        solvers/system/colour.c \
                        solvers/system/colours.h \
                        solvers/system/delassus.c \
                        solvers/system/delassus.h \
                        solvers/system/domains.c \
                        solvers/system/even.c \
                        solvers/system/gsystem.c \
                        solvers/system/gsystem.h \
                        solvers/system/joined.c \
                        solvers/system/linear.c \
                        solvers/system/linear.h \
                        solvers/system/mass.c \
                        solvers/system/mass.h \
                        solvers/system/motion.c \
                        solvers/system/motion.h \
                        solvers/system/products.c \
                        solvers/system/rolling_scale.c \
                        solvers/system/rolling_scale.h \
                        solvers/system/row3.h \
                        solvers/system/shares.c \
                        solvers/system/sizes.c \
                        solvers/system/sizes.h \
                        solvers/system/touching.c \
                        solvers/system/uncondense.c \
                        solvers/system/uncondense.h \
                        solvers/system/velocity.c \
                        solvers/system/vplan.c \
                        solvers/system/vsystem.h \
                        solvers/system/ways.c \
                        solvers/system/ways.h
