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
"$python" "$ZENO_SRCDIR/python/test_tutorial.py" || status=1

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
