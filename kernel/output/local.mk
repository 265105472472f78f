# kernel/output/local.mk - recorder, report, checkpoint
# SPDX-License-Identifier: Apache-2.0

zeno_kernel_sources += kernel/output/checkpoint.c \
                       kernel/output/checkpoint_file.c \
                       kernel/output/checkpoint_film.c \
                       kernel/output/checkpoint_film.h \
                       kernel/output/checkpoint_file.h \
                       kernel/output/checkpoint_head.c \
                       kernel/output/checkpoint_head.h kernel/output/clock.h \
                       kernel/output/h5_file.c kernel/output/h5_file.h \
                       kernel/output/h5_superblock.c \
                       kernel/output/h5_superblock.h \
                       kernel/output/json.c kernel/output/json.h \
                       kernel/output/whole_file.c kernel/output/whole_file.h \
                       kernel/output/progress.c kernel/output/recorder.c \
                       kernel/output/recorder.h \
                       kernel/output/recorder_columns.c \
                       kernel/output/recorder_csv.c \
                       kernel/output/recorder_hdf5.c kernel/output/report.c
