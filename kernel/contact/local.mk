# kernel/contact/local.mk - contact sources
# SPDX-License-Identifier: Apache-2.0

zeno_headers += include/zeno/source.h

zeno_kernel_sources += kernel/contact/contacts.c \
                       kernel/contact/contacts.h \
                       kernel/contact/source.c \
                       kernel/contact/source.h
