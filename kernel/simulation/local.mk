# kernel/simulation/local.mk - time stepping, events, index sets
# SPDX-License-Identifier: Apache-2.0
