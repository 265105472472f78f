# solvers/strategy/local.mk - which method, in which order
# SPDX-License-Identifier: Apache-2.0

zeno_solvers_sources += solvers/strategy/portfolio.c \
                        solvers/strategy/portfolio.h
