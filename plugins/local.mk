# plugins/local.mk - modules loaded at run time
# SPDX-License-Identifier: Apache-2.0

plugins_LTLIBRARIES += plugins/BallPlugin.la
plugins_BallPlugin_la_SOURCES = plugins/BallPlugin.c
plugins_BallPlugin_la_LDFLAGS = $(MODULE)
plugins_BallPlugin_la_LIBADD  = libzeno.la -lm

plugins_LTLIBRARIES += plugins/FollowerPlugin.la
plugins_FollowerPlugin_la_SOURCES = samples/cam_follower/FollowerPlugin.c
plugins_FollowerPlugin_la_LDFLAGS = $(MODULE)
plugins_FollowerPlugin_la_LIBADD  = libzeno.la -lm

plugins_LTLIBRARIES += plugins/VerletMoreauPlugin.la
plugins_VerletMoreauPlugin_la_SOURCES = plugins/VerletMoreauPlugin.c
plugins_VerletMoreauPlugin_la_LDFLAGS = $(MODULE)
plugins_VerletMoreauPlugin_la_LIBADD  = libzeno.la -lm

# the example of doc/extend-integrator.md, to be copied
nobase_dist_pkgdata_DATA += plugins/VerletMoreauPlugin.c

check_PROGRAMS += tests/analytic/test_verlet_moreau
tests_analytic_test_verlet_moreau_SOURCES = tests/analytic/test_verlet_moreau.c
tests_analytic_test_verlet_moreau_LDADD   = $(api_ldadd)

# the example of doc/control.md, to be copied
plugins_LTLIBRARIES += plugins/BoundedGainPlugin.la
plugins_BoundedGainPlugin_la_SOURCES = plugins/BoundedGainPlugin.c
plugins_BoundedGainPlugin_la_LDFLAGS = $(MODULE)
plugins_BoundedGainPlugin_la_LIBADD  = libzeno.la
nobase_dist_pkgdata_DATA += plugins/BoundedGainPlugin.c

# the example of doc/extend-simulation.md, to be copied
plugins_LTLIBRARIES += plugins/SubstepsPlugin.la
plugins_SubstepsPlugin_la_SOURCES = plugins/SubstepsPlugin.c
plugins_SubstepsPlugin_la_LDFLAGS = $(MODULE)
plugins_SubstepsPlugin_la_LIBADD  = libzeno.la
nobase_dist_pkgdata_DATA += plugins/SubstepsPlugin.c

check_PROGRAMS += tests/unit/test_simulation_plugin
tests_unit_test_simulation_plugin_SOURCES = tests/unit/test_simulation_plugin.c
tests_unit_test_simulation_plugin_LDADD   = $(api_ldadd)

# the example of doc/sets.md, to be copied
plugins_LTLIBRARIES += plugins/BallSetPlugin.la
plugins_BallSetPlugin_la_SOURCES = plugins/BallSetPlugin.c
plugins_BallSetPlugin_la_LDFLAGS = $(MODULE)
plugins_BallSetPlugin_la_LIBADD  = libzeno.la -lm
nobase_dist_pkgdata_DATA += plugins/BallSetPlugin.c

# a method of the same page
plugins_LTLIBRARIES += plugins/GoldenRatioPlugin.la
plugins_GoldenRatioPlugin_la_SOURCES = plugins/GoldenRatioPlugin.c
plugins_GoldenRatioPlugin_la_LDFLAGS = $(MODULE)
plugins_GoldenRatioPlugin_la_LIBADD  = libzeno.la -lm
nobase_dist_pkgdata_DATA += plugins/GoldenRatioPlugin.c

check_PROGRAMS += tests/unit/test_set_plugin
tests_unit_test_set_plugin_SOURCES = tests/unit/test_set_plugin.c
tests_unit_test_set_plugin_LDADD   = $(api_ldadd)

check_PROGRAMS += tests/unit/test_guests
tests_unit_test_guests_SOURCES = tests/unit/test_guests.c
tests_unit_test_guests_LDADD   = $(api_ldadd)

# a class of problems of the same page
plugins_LTLIBRARIES += plugins/StringPlugin.la
plugins_StringPlugin_la_SOURCES = plugins/StringPlugin.c plugins/StringPlugin.h
plugins_StringPlugin_la_LDFLAGS = $(MODULE)
plugins_StringPlugin_la_LIBADD  = libzeno.la -lm
nobase_dist_pkgdata_DATA += plugins/StringPlugin.c plugins/StringPlugin.h

check_PROGRAMS += tests/unit/test_class_plugin
tests_unit_test_class_plugin_SOURCES = tests/unit/test_class_plugin.c
tests_unit_test_class_plugin_LDADD   = $(api_ldadd)

# integrators of smooth motion, where configure has found their library; EXTRA_ names what
# may be built, and knows no place to install it
EXTRA_LTLIBRARIES   += plugins/SundialsPlugin.la
plugins_LTLIBRARIES += $(SUNDIALS_PLUGIN)
plugins_SundialsPlugin_la_SOURCES  = plugins/SundialsPlugin.c
plugins_SundialsPlugin_la_CPPFLAGS = $(AM_CPPFLAGS) $(SUNDIALS_CFLAGS)
plugins_SundialsPlugin_la_LDFLAGS  = $(MODULE) -rpath $(pluginsdir)
plugins_SundialsPlugin_la_LIBADD   = libzeno.la $(SUNDIALS_LIBS) -lm

check_PROGRAMS += tests/unit/test_sundials
tests_unit_test_sundials_SOURCES = tests/unit/test_sundials.c tests/unit/ode_test.h \
                                  tests/unit/sundials_test.h
tests_unit_test_sundials_LDADD   = $(api_ldadd) -lm

check_PROGRAMS += tests/analytic/test_event_sundials
tests_analytic_test_event_sundials_SOURCES = tests/analytic/test_event_sundials.c \
                                             tests/unit/stock_plugin.h \
                                             tests/unit/sundials_test.h
tests_analytic_test_event_sundials_LDADD   = $(api_ldadd) -lm

# contacts as other libraries find them, likewise
EXTRA_LTLIBRARIES   += plugins/OdePlugin.la plugins/MujocoPlugin.la
plugins_LTLIBRARIES += $(ODE_PLUGIN) $(MUJOCO_PLUGIN)
plugins_OdePlugin_la_SOURCES  = plugins/OdePlugin.c
plugins_OdePlugin_la_CPPFLAGS = $(AM_CPPFLAGS) $(ODE_CFLAGS)
plugins_OdePlugin_la_LDFLAGS  = $(MODULE) -rpath $(pluginsdir)
plugins_OdePlugin_la_LIBADD   = libzeno.la $(ODE_LIBS)
plugins_MujocoPlugin_la_SOURCES  = plugins/MujocoPlugin.c
plugins_MujocoPlugin_la_CPPFLAGS = $(AM_CPPFLAGS) $(MUJOCO_CFLAGS)
plugins_MujocoPlugin_la_LDFLAGS  = $(MODULE) -rpath $(pluginsdir)
plugins_MujocoPlugin_la_LIBADD   = libzeno.la $(MUJOCO_LIBS)

check_PROGRAMS += tests/unit/test_narrow
tests_unit_test_narrow_SOURCES = tests/unit/test_narrow.c tests/unit/shapes.h
tests_unit_test_narrow_LDADD   = $(api_ldadd) -lm
