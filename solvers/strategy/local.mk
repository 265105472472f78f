# solvers/strategy/local.mk - which method, in which order
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/strategy/cost.c \
                        solvers/strategy/cost.h \
                        solvers/strategy/effort.c \
                        solvers/strategy/effort.h \
                        solvers/strategy/guests.c \
                        solvers/strategy/guests.h \
                        solvers/strategy/inner.c \
                        solvers/strategy/inner.h \
                        solvers/strategy/list.c \
                        solvers/strategy/list.h \
                        solvers/strategy/portfolio.c \
                        solvers/strategy/portfolio.h \
                        solvers/strategy/short_cut.c \
                        solvers/strategy/short_cut.h \
                        solvers/strategy/tally.c \
                        solvers/strategy/tally.h
