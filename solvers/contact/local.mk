# solvers/contact/local.mk - laws of contacts and what all their classes share
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/contact/ac.c \
                        solvers/contact/blocks.c \
                        solvers/contact/colour.c \
                        solvers/contact/contact.c \
                        solvers/contact/contact.h \
                        solvers/contact/disk.c \
                        solvers/contact/domains.c \
                        solvers/contact/even.c \
                        solvers/contact/fnewton.c \
                        solvers/contact/fnewton.h \
                        solvers/contact/lanes.c \
                        solvers/contact/law.c \
                        solvers/contact/linear.c \
                        solvers/contact/linear.h \
                        solvers/contact/local.c \
                        solvers/contact/map.c \
                        solvers/contact/one.c \
                        solvers/contact/products.c \
                        solvers/contact/quartic.c \
                        solvers/contact/residual.c \
                        solvers/contact/rolling.h \
                        solvers/contact/rolling_contact.c \
                        solvers/contact/rolling_law.c \
                        solvers/contact/rolling_scale.c \
                        solvers/contact/row3.h \
                        solvers/contact/sizes.c \
                        solvers/contact/slip.h \
                        solvers/contact/sweep.c \
                        solvers/contact/visit.c
