# samples/local.mk - samples, installed as sources
# SPDX-License-Identifier: Apache-2.0
