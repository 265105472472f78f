zeno_kernel_sources += kernel/osi/osi.c
zeno_kernel_sources += kernel/osi/moreau_jean.c
