# kernel/output/local.mk - recorder, report, checkpoint
# SPDX-License-Identifier: Apache-2.0
