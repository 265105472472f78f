# python.sh - the Python package, compiled against the build folder, and its tests
# SPDX-License-Identifier: Apache-2.0

python=
for word in "${PYTHON-python3}" /usr/bin/python3; do
    [ -n "$python" ] || ! "$word" -c 'import cffi, numpy' 2>/dev/null || python=$word
done
if [ -z "$python" ]; then
    echo 'SKIP: no Python with cffi and numpy; on Debian: apt-get install python3-cffi python3-numpy'
    exit 77
fi
case $(sed -n 's/^ZN_INSTRUMENT = *//p' "$ZENO_BUILDDIR/Makefile") in
*sanitize*) echo 'SKIP: sanitizers want to be loaded before Python'; exit 77 ;;
esac
dir=$(mktemp -d "${TMPDIR:-/tmp}/zeno-python-XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 99
ZENO_PC=$ZENO_BUILDDIR/zeno-uninstalled.pc "$python" "$ZENO_SRCDIR/python/zeno_build.py" || {
    echo 'FAIL: it does not compile'
    exit 1
}
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$ZENO_SRCDIR/python:$dir
export PYTHONDONTWRITEBYTECODE PYTHONPATH
status=0
"$python" "$ZENO_SRCDIR/python/test_zeno.py" || status=1
"$python" "$ZENO_SRCDIR/python/test_joints.py" || status=1
"$python" "$ZENO_SRCDIR/python/test_scenes.py" || status=1
"$python" "$ZENO_SRCDIR/python/test_circuits.py" || status=1
"$python" "$ZENO_SRCDIR/python/test_lagrangians.py" || status=1
"$python" "$ZENO_SRCDIR/python/test_closed_forms.py" || status=1
"$python" "$ZENO_SRCDIR/python/test_calls.py" || status=1
"$python" "$ZENO_SRCDIR/python/test_tutorial.py" || status=1

# what is installed has its types
if "$python" -c 'import setuptools' 2>/dev/null; then
    cp -R "$ZENO_SRCDIR/python" "$dir/source" && cd "$dir/source" &&
        ZENO_PC=$ZENO_BUILDDIR/zeno-uninstalled.pc "$python" setup.py -q build_py \
            --build-lib "$dir/lib" >"$dir/said" 2>&1 || cat "$dir/said"
    for file in zeno/__init__.py zeno/py.typed _zeno-stubs/__init__.pyi; do
        [ -f "$dir/lib/$file" ] || { echo "FAIL: setup.py does not install $file"; status=1; }
    done
else
    echo 'note: no setuptools, what setup.py installs is not looked at'
fi

# every header that Python does not reach is named on the page, and no other
cd "$ZENO_SRCDIR" || exit 99
for header in include/zeno/*.h; do
    name=$(basename "$header" .h)
    reached=no
    for function in $(sed -n 's/^ZN_API .*\(zn_[a-z_0-9]*\)(.*/\1/p' "$header"); do
        ! grep -q -w "$function" python/zeno_build.py || reached=yes
    done
    named=no
    ! sed -n '/^## What is for C only/,$p' doc/python.md | grep -q "^|.*\`$name\`.*|" || named=yes
    if ! grep -q '^ZN_API' "$header"; then
        continue
    elif [ "$reached" = "$named" ]; then
        echo "FAIL: $header, reached from Python: $reached, named in doc/python.md: $named"
        status=1
    fi
done

if ! command -v mypy >/dev/null 2>&1; then
    echo 'note: no mypy, the types are not checked'
    exit $status
fi
# the package is right, and of a program that is wrong the lines that are
cd "$ZENO_SRCDIR/python" || exit 99
MYPYPATH=$PWD
export MYPYPATH
types()
{
    mypy --strict --cache-dir="$dir/mypy" --python-executable "$python" "$@"
}
types zeno || status=1
types typed.py | sed -n 's/^typed.py:\([0-9]*\): error.*/\1/p' | sort -u >"$dir/found"
grep -n '# error$' typed.py | cut -d: -f1 | sort -u >"$dir/wanted"
cmp "$dir/found" "$dir/wanted" || { echo 'FAIL: other errors of type'; status=1; }
exit $status
