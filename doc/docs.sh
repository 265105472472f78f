# docs.sh - the reference of the public headers is made without a warning
# SPDX-License-Identifier: Apache-2.0

if [ "${DOXYGEN:-:}" = : ]; then
    echo "SKIP: doxygen is not installed; on Debian: apt-get install doxygen"
    [ "${CI-}" = true ] || exit 77
    exit 1
fi
cd "$ZENO_BUILDDIR" || exit 99
mkdir -p doc/reference
$DOXYGEN doc/Doxyfile >doc/doxygen.log 2>&1 || {
    cat doc/doxygen.log
    echo "FAIL: doxygen warns; see above"
    exit 1
}
[ -f doc/reference/html/zeno_8h.html ] || {
    echo "FAIL: no page for zeno/zeno.h in $ZENO_BUILDDIR/doc/reference/html"
    exit 1
}
