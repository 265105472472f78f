# python/local.mk - the Python package; built by hand, tested when cffi is there
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST   += python/setup.py python/zeno_build.py python/test_zeno.py \
                python/zeno/__init__.py python/zeno/_core.py \
                python/zeno/_model.py python/zeno/_solve.py
test_scripts += python/python.sh
