# kernel/plugin/local.mk - loading of user functions and extensions
# SPDX-License-Identifier: Apache-2.0
