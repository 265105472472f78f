# solvers/io/local.mk - problem files
# SPDX-License-Identifier: Apache-2.0

zeno_headers         += include/zeno/problem_file.h
zeno_solvers_sources += solvers/io/avi.c \
                        solvers/io/compress.c \
                        solvers/io/contacts.c \
                        solvers/io/detect.c \
                        solvers/io/fclib.c \
                        solvers/io/fields.c \
                        solvers/io/file.c \
                        solvers/io/file.h \
                        solvers/io/generic.c \
                        solvers/io/h5.c \
                        solvers/io/h5.h \
                        solvers/io/h5_door.h \
                        solvers/io/h5_out.c \
                        solvers/io/hdf5.h \
                        solvers/io/hdf5_calls.h \
                        solvers/io/hdf5_is.c \
                        solvers/io/impact.c \
                        solvers/io/io.h \
                        solvers/io/linear.c \
                        solvers/io/maps.c \
                        solvers/io/mlcp.c \
                        solvers/io/plasticity.c \
                        solvers/io/qp.c \
                        solvers/io/soclcp.c \
                        solvers/io/text.c \
                        solvers/io/text_matrix.c \
                        solvers/io/text_out.c \
                        solvers/io/write.h

# HDF5 is loaded with the first file of its kind: a module is linked with it, the libraries are
# not; tests that are linked with our objects have it from the start
modules_LTLIBRARIES += zeno-hdf5.la
zeno_hdf5_la_SOURCES = solvers/io/hdf5_module.c
zeno_hdf5_la_LDFLAGS = $(MODULE)
zeno_hdf5_la_LIBADD  = $(HDF5_LIBS)
hdf5_loader          = solvers/io/hdf5_load.c

noinst_LTLIBRARIES             += libzeno-hdf5-linked.la
libzeno_hdf5_linked_la_SOURCES  = solvers/io/hdf5_linked.c solvers/io/hdf5_module.c
libzeno_hdf5_linked_la_LIBADD   = $(HDF5_LIBS)

# the functions' own names, as configure has made them of the table
DISTCLEANFILES += solvers/io/hdf5_names.h
solvers/io/hdf5_names.h: solvers/io/hdf5_calls.h
	$(AM_V_GEN)./config.status $@
