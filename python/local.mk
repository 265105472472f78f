# python/local.mk - the Python package; built by hand, tested when cffi is there
# SPDX-License-Identifier: Apache-2.0

EXTRA_DIST   += python/setup.py python/zeno_build.py python/test_zeno.py \
                python/test_joints.py python/test_scenes.py python/test_circuits.py \
                python/test_lagrangians.py python/test_calls.py python/by_modes.py \
                python/test_closed_forms.py \
                python/test_tutorial.py python/typed.py python/_zeno.pyi \
                python/zeno/py.typed python/zeno/_problem.py \
                python/zeno/__init__.py python/zeno/_control.py python/zeno/_core.py \
                python/zeno/_args.py python/zeno/_model.py python/zeno/_scene.py python/zeno/_shown.py \
                python/zeno/_solve.py
test_scripts += python/python.sh
