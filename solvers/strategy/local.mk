# solvers/strategy/local.mk - which method, in which order
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/strategy/balance.c \
                        solvers/strategy/balance.h \
                        solvers/strategy/fallback.c \
                        solvers/strategy/fallback.h \
                        solvers/strategy/inner.c \
                        solvers/strategy/inner.h \
                        solvers/strategy/portfolio.c \
                        solvers/strategy/portfolio.h \
                        solvers/strategy/short_cut.c \
                        solvers/strategy/short_cut.h \
                        solvers/strategy/tally.c \
                        solvers/strategy/tally.h
