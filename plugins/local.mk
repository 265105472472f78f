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
