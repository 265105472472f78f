# kernel/local.mk - libzeno, models and time
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/check.h include/zeno/control.h include/zeno/ds.h \
                include/zeno/formulation.h include/zeno/law.h \
                include/zeno/model.h include/zeno/operator.h include/zeno/osi.h \
                include/zeno/output.h include/zeno/plugin.h \
                include/zeno/relation.h include/zeno/relative_degree.h \
                include/zeno/lcs.h include/zeno/sample.h \
                include/zeno/simulation.h include/zeno/state.h \
                include/zeno/event.h include/zeno/simulation_kind.h \
                include/zeno/snapshot.h \
                include/zeno/variability.h include/zeno/zeno.h

zeno_kernel_sources += kernel/classes.c kernel/classes.h \
                       kernel/model/model.h kernel/plugin/operator.h

include $(top_srcdir)/kernel/plugin/local.mk
include $(top_srcdir)/kernel/model/local.mk
include $(top_srcdir)/kernel/mechanics/local.mk
include $(top_srcdir)/kernel/contact/local.mk
include $(top_srcdir)/kernel/shapes/local.mk
include $(top_srcdir)/kernel/ode/local.mk
include $(top_srcdir)/kernel/osi/local.mk
include $(top_srcdir)/kernel/osnsp/local.mk
include $(top_srcdir)/kernel/simulation/local.mk
include $(top_srcdir)/kernel/event/local.mk
include $(top_srcdir)/kernel/control/local.mk
include $(top_srcdir)/kernel/output/local.mk
include $(top_srcdir)/kernel/scene/local.mk
