# solvers/relay/local.mk - relays, linear variational inequalities on a box
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/relay.h

zeno_solvers_sources += solvers/relay/auto.c \
                        solvers/relay/balance.c \
                        solvers/relay/balance.h \
                        solvers/relay/problem.c
