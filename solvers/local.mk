# solvers/local.mk - libzeno-solvers, the numerics library
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/base.h include/zeno/ctx.h \
                include/zeno/expm.h include/zeno/factor.h include/zeno/lcp.h \
                include/zeno/matrix.h include/zeno/mlcp.h \
                include/zeno/option.h include/zeno/pattern.h include/zeno/solver.h \
                include/zeno/type.h

include $(top_srcdir)/solvers/core/local.mk
include $(top_srcdir)/solvers/io/local.mk
include $(top_srcdir)/solvers/linalg/local.mk
include $(top_srcdir)/solvers/sets/local.mk
include $(top_srcdir)/solvers/system/local.mk
include $(top_srcdir)/solvers/box/local.mk
include $(top_srcdir)/solvers/classes/lcp/local.mk
include $(top_srcdir)/solvers/classes/mlcp/local.mk
include $(top_srcdir)/solvers/classes/relay/local.mk
include $(top_srcdir)/solvers/classes/avi/local.mk
include $(top_srcdir)/solvers/contact/local.mk
include $(top_srcdir)/solvers/classes/friction/local.mk
include $(top_srcdir)/solvers/methods/local.mk
include $(top_srcdir)/solvers/classes/rolling/local.mk
include $(top_srcdir)/solvers/classes/vi/local.mk
include $(top_srcdir)/solvers/classes/qp/local.mk
include $(top_srcdir)/solvers/classes/cone/local.mk
include $(top_srcdir)/solvers/classes/generic/local.mk
include $(top_srcdir)/solvers/classes/plasticity/local.mk
include $(top_srcdir)/solvers/classes/impact/local.mk
include $(top_srcdir)/solvers/random/local.mk
include $(top_srcdir)/solvers/strategy/local.mk

zeno_solvers_sources += solvers/classes.c
