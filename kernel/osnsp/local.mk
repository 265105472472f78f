# kernel/osnsp/local.mk - one-step nonsmooth problems
# SPDX-License-Identifier: Apache-2.0
