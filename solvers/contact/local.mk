# solvers/contact/local.mk - laws of contacts and what all their classes share
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/contact/contact.c \
                        solvers/contact/contact.h \
                        solvers/contact/exchange.c \
                        solvers/contact/exchange.h \
                        solvers/contact/fnewton.c \
                        solvers/contact/fnewton.h \
                        solvers/contact/law.c \
                        solvers/contact/law.h \
                        solvers/contact/local.c \
                        solvers/contact/map.c \
                        solvers/contact/measure.h \
                        solvers/contact/nsgs.h \
                        solvers/contact/one.c \
                        solvers/contact/quartic.c \
                        solvers/contact/residual.c \
                        solvers/contact/rolling_law.c \
                        solvers/contact/slip.h \
                        solvers/contact/starts.c \
                        solvers/contact/sweep.c \
                        solvers/contact/visit.c
