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
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$ZENO_SRCDIR/python:$dir" \
    "$python" "$ZENO_SRCDIR/python/test_zeno.py"
