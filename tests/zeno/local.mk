# tests/zeno/local.mk - the zeno command, run from the build folder
# SPDX-License-Identifier: Apache-2.0

test_scripts += tests/zeno/run.sh tests/zeno/errors.sh tests/zeno/plot.sh \
                tests/zeno/setup.sh tests/zeno/list.sh \
                tests/zeno/check.sh tests/zeno/names.sh tests/zeno/doctor.sh \
                tests/zeno/scenes.sh tests/zeno/context.sh tests/zeno/hdf5.sh
test_scripts += tests/zeno/compare.sh tests/zeno/schema.sh tests/zeno/new.sh tests/zeno/info.sh
EXTRA_DIST   += tests/zeno/lib.sh tests/zeno/install.sh tests/zeno/glb.py tests/zeno/siconos.py tests/zeno/schema.py \
                tests/zeno/scenes.sh tests/zeno/context.sh \
                tests/zeno/users.sh
EXTRA_DIST   += tests/zeno/lib.sh tests/zeno/install.sh tests/zeno/glb.py tests/zeno/siconos.py \
                tests/zeno/sample/hello.c \
                tests/zeno/users/ArmPlugin.cpp \
                tests/zeno/sample/TwicePlugin.c \
                tests/zeno/sample/GreetPlugin/sum.c \
                tests/zeno/sample/GreetPlugin/term.c \
                tests/zeno/sample/GreetPlugin/term.h \
                tests/zeno/sample/src/half.c \
                tests/zeno/sample/src/half.h
