# samples/local.mk - samples, installed as sources
# SPDX-License-Identifier: Apache-2.0

include $(top_srcdir)/samples/lib/local.mk
