# solvers/io/local.mk - problem files
# SPDX-License-Identifier: Apache-2.0

zeno_headers         += include/zeno/problem_file.h
zeno_solvers_sources += solvers/io/avi.c \
                        solvers/io/compress.c \
                        solvers/io/contacts.h \
                        solvers/io/detect.c \
                        solvers/io/fclib.c \
                        solvers/io/file.c \
                        solvers/io/file.h \
                        solvers/io/formats.c \
                        solvers/io/friction.c \
                        solvers/io/generic.c \
                        solvers/io/global_friction.c \
                        solvers/io/h5.c \
                        solvers/io/h5.h \
                        solvers/io/h5_door.h \
                        solvers/io/h5_out.c \
                        solvers/io/impact.c \
                        solvers/io/io.h \
                        solvers/io/lcp.c \
                        solvers/io/maps.c \
                        solvers/io/mlcp.c \
                        solvers/io/plasticity.c \
                        solvers/io/qp.c \
                        solvers/io/relay.c \
                        solvers/io/rolling.c \
                        solvers/io/soclcp.c \
                        solvers/io/store.c \
                        solvers/io/text.c \
                        solvers/io/text_matrix.c \
                        solvers/io/text_out.c \
                        solvers/io/write.h
