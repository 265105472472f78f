zeno_kernel_sources += kernel/simulation/simulation.c
zeno_kernel_sources += kernel/simulation/access.c
zeno_kernel_sources += kernel/simulation/time.c
zeno_kernel_sources += kernel/simulation/setup.c
zeno_kernel_sources += kernel/simulation/step.c
zeno_kernel_sources += kernel/simulation/energy.c
zeno_kernel_sources += kernel/simulation/fit.c
