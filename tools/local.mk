# tools/local.mk - the zeno and zeno-solve commands
# SPDX-License-Identifier: Apache-2.0

bin_SCRIPTS             += zeno
dist_pkglibexec_SCRIPTS += tools/zeno-build.sh tools/zeno-doctor.sh tools/zeno-new.sh tools/zeno-plot
EXTRA_DIST              += tools/setup

# what one types after zeno and zeno-solve: in bash and in zsh
completiondir         = $(datarootdir)/bash-completion/completions
dist_completion_DATA  = tools/completion/zeno tools/completion/zeno-solve
zcompletiondir        = $(datarootdir)/zsh/site-functions
dist_zcompletion_DATA = tools/completion/_zeno

# find_package(Zeno) of CMake
cmakedir   = $(libdir)/cmake/Zeno
cmake_DATA = tools/ZenoConfig.cmake tools/ZenoConfigVersion.cmake

# zeno list: prints the registry
pkglibexec_PROGRAMS    += tools/zeno-list
tools_zeno_list_SOURCES = tools/leave.c tools/zeno-list.c tools/describe.c tools/describe.h \
                          tools/operators.c tools/operators.h \
                          tools/plugin-trial.c tools/plugin-trial.h \
                          kernel/plugin/guess.c
tools_zeno_list_CFLAGS  = $(AM_CFLAGS)
tools_zeno_list_LDADD   = libzeno.la libzeno-solvers.la
# an installed tree can be moved, and need not be known to the loader
tools_zeno_list_LDFLAGS = $(AM_LDFLAGS) -Wl,-rpath,'$$ORIGIN/../../lib'

# in the build folder beside zeno
bin_PROGRAMS      += zeno-solve
zeno_solve_CFLAGS = $(AM_CFLAGS)
zeno_solve_SOURCES = tools/leave.c tools/zeno-solve.c tools/solve.h tools/solve-answer.c \
                     tools/solve-compare.c tools/compare.h \
                     tools/solve-profile.c tools/solve-json.c \
                     tools/describe.c tools/describe.h \
                     tools/plugin-trial.c tools/plugin-trial.h
zeno_solve_LDADD   = libzeno.la libzeno-solvers.la -lm
zeno_solve_LDFLAGS = $(AM_LDFLAGS) -Wl,-rpath,'$$ORIGIN/../lib'

# recordings and films as tables
tables = tools/table.h tools/table.c tools/table-csv.c tools/table-film.c \
         tools/table-h5.c

# zeno plot FILE.h5: its columns as text
pkglibexec_PROGRAMS        += tools/zeno-columns
tools_zeno_columns_CFLAGS = $(AM_CFLAGS)
tools_zeno_columns_SOURCES  = tools/leave.c tools/zeno-columns.c $(tables)
tools_zeno_columns_LDADD    = libzeno.la libzeno-solvers.la
tools_zeno_columns_LDFLAGS  = $(AM_LDFLAGS) -Wl,-rpath,'$$ORIGIN/../../lib'

# zeno info FILE
pkglibexec_PROGRAMS     += tools/zeno-info
tools_zeno_info_CFLAGS = $(AM_CFLAGS)
tools_zeno_info_SOURCES  = tools/leave.c tools/zeno-info.c tools/info.h tools/info-film.c tools/info-table.c $(tables)
tools_zeno_info_LDADD    = libzeno.la libzeno-solvers.la -lm
tools_zeno_info_LDFLAGS  = $(AM_LDFLAGS) -Wl,-rpath,'$$ORIGIN/../../lib'

# zeno compare A B
pkglibexec_PROGRAMS        += tools/zeno-compare
tools_zeno_compare_CFLAGS = $(AM_CFLAGS)
tools_zeno_compare_SOURCES  = tools/leave.c tools/zeno-compare.c $(tables)
tools_zeno_compare_LDADD    = libzeno.la libzeno-solvers.la -lm
tools_zeno_compare_LDFLAGS  = $(AM_LDFLAGS) -Wl,-rpath,'$$ORIGIN/../../lib'

# zeno run SCENE.yaml
pkglibexec_PROGRAMS    += tools/zeno-run
tools_zeno_run_CFLAGS   = $(AM_CFLAGS)
tools_zeno_run_SOURCES  = tools/leave.c tools/leave.h tools/zeno-run.c
tools_zeno_run_LDADD    = libzeno-sample.la libzeno.la libzeno-solvers.la
tools_zeno_run_LDFLAGS  = $(AM_LDFLAGS) -Wl,-rpath,'$$ORIGIN/../../lib'

# zeno view FILM.h5; the page is a part of the program
pkglibexec_PROGRAMS    += tools/zeno-view
tools_zeno_view_CFLAGS = $(AM_CFLAGS)
tools_zeno_view_SOURCES = tools/leave.c tools/zeno-view.c tools/convert.h tools/markup.h tools/convert-flat.c tools/convert-mesh.c tools/view/line.c tools/view/line.h tools/view/page.c tools/view/page.h tools/view/picture.c tools/view/picture.h
tools_zeno_view_LDADD   = libzeno.la libzeno-solvers.la -lm
tools_zeno_view_LDFLAGS = $(AM_LDFLAGS) -Wl,-rpath,'$$ORIGIN/../../lib'
EXTRA_DIST             += tools/view/page.html
tools/view/page.$(OBJEXT): $(top_srcdir)/tools/view/page.html

# zeno convert FILM.h5 OUT
pkglibexec_PROGRAMS       += tools/zeno-convert
tools_zeno_convert_SOURCES = tools/leave.c tools/zeno-convert.c tools/info.h tools/info-film.c tools/convert.h tools/markup.h tools/convert-file.c tools/convert-flat.c tools/convert-mesh.c tools/convert-gltf.c tools/convert-siconos.c tools/convert-vtk.c kernel/output/whole_file.c
tools_zeno_convert_CFLAGS  = $(AM_CFLAGS)
tools_zeno_convert_LDADD   = libzeno.la libzeno-solvers.la -lm
tools_zeno_convert_LDFLAGS = $(AM_LDFLAGS) -Wl,-rpath,'$$ORIGIN/../../lib'

# zeno schema; what it prints is installed, for editors
pkglibexec_PROGRAMS      += tools/zeno-schema
tools_zeno_schema_CFLAGS = $(AM_CFLAGS)
tools_zeno_schema_SOURCES = tools/leave.c tools/zeno-schema.c
tools_zeno_schema_LDADD   = libzeno.la libzeno-solvers.la
tools_zeno_schema_LDFLAGS = $(AM_LDFLAGS) -Wl,-rpath,'$$ORIGIN/../../lib'
pkgdata_DATA             += scene.schema.json
CLEANFILES               += scene.schema.json
scene.schema.json: tools/zeno-schema$(EXEEXT)
	$(AM_V_GEN)tools/zeno-schema$(EXEEXT) >$@.new && mv $@.new $@
