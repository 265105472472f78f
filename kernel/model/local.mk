# kernel/model/local.mk - systems, relations, laws, interactions, graph
# SPDX-License-Identifier: Apache-2.0
