# solvers/classes/relay/local.mk - relays, linear variational inequalities on a box
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/relay.h

zeno_solvers_sources += solvers/classes/relay/auto.c \
                        solvers/classes/relay/problem.c
