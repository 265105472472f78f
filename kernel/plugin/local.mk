# kernel/plugin/local.mk - loading of user functions and extensions
# SPDX-License-Identifier: Apache-2.0

zeno_kernel_sources += kernel/plugin/call.c kernel/plugin/call_list.c kernel/plugin/guard.c \
                       kernel/plugin/guard.h kernel/plugin/loader.c kernel/plugin/loader.h \
                       kernel/plugin/arguments.c kernel/plugin/arguments.h \
                       kernel/plugin/dwarf.h \
                       kernel/plugin/elf.c kernel/plugin/elf.h \
                       kernel/plugin/file.c kernel/plugin/file.h \
                       kernel/plugin/guess.c kernel/plugin/guess.h \
                       kernel/plugin/module.c kernel/plugin/module.h \
                       kernel/plugin/nearest.c kernel/plugin/nearest.h \
                       kernel/plugin/operator.c kernel/plugin/operator.h \
                       kernel/plugin/running.c kernel/plugin/running.h \
                       kernel/plugin/values.c kernel/plugin/values.h \
                       kernel/plugin/search.c kernel/plugin/search.h

# how functions were declared, where libdw reads it
if LIBDW
zeno_kernel_sources += kernel/plugin/dwarf.c
else
zeno_kernel_sources += kernel/plugin/dwarf_none.c
endif
