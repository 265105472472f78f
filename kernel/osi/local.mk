# kernel/osi/local.mk - one-step integrators
# SPDX-License-Identifier: Apache-2.0
