# kernel/local.mk - libzeno, models and time
# SPDX-License-Identifier: Apache-2.0

include $(top_srcdir)/kernel/plugin/local.mk
include $(top_srcdir)/kernel/model/local.mk
include $(top_srcdir)/kernel/osi/local.mk
include $(top_srcdir)/kernel/osnsp/local.mk
include $(top_srcdir)/kernel/simulation/local.mk
include $(top_srcdir)/kernel/output/local.mk
