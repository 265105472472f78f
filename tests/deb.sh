# deb.sh - Debian packages of this source: built, looked at by lintian, installed in a
# clean root where a sample runs with them
# SPDX-License-Identifier: Apache-2.0

# usage: deb.sh SRCDIR BUILDDIR, as root, in a git checkout; everything is made in
# BUILDDIR/deb. `make deb-check` calls it.

set -eu
src=$1
here=$2/deb

fail()
{
    echo "deb: $1" >&2
    exit 1
}

for pair in dpkg-buildpackage:dpkg-dev dh:debhelper dh_python3:dh-python chrpath:chrpath lintian:lintian \
    debootstrap:debootstrap; do
    command -v "${pair%%:*}" >/dev/null 2>&1 ||
        fail "${pair%%:*} is not installed; on Debian: apt-get install ${pair#*:}"
done
[ "$(id -u)" = 0 ] || fail "a clean root is made by debootstrap, which wants root"
version=$(cd "$src" && dpkg-parsechangelog -S Version)
head=$(sed -n 's/^#define ZN_VERSION  *"\(.*\)"/\1/p' "$src/include/zeno/base.h")
[ "$version" = "$head" ] || fail "debian/changelog says $version, base.h says $head"

rm -rf "$here"
mkdir -p "$here/zeno-$version"
git -C "$src" archive HEAD | tar x -C "$here/zeno-$version"

echo "== dpkg-buildpackage, some minutes; its words are in $here/build.log"
(
    cd "$here/zeno-$version"
    DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" dpkg-buildpackage -us -uc -b
) >"$here/build.log" 2>&1 || {
    tail -n 40 "$here/build.log"
    fail "the packages do not build"
}

echo "== lintian"
lintian --fail-on error "$here"/*.changes || fail "lintian finds errors"

echo "== a clean root"
debootstrap --variant=minbase bookworm "$here/root" >"$here/root.log" 2>&1 || {
    tail -n 20 "$here/root.log"
    fail "debootstrap could not make $here/root"
}
mkdir "$here/root/deb"
for deb in "$here"/*.deb; do
    case $deb in
    *-dbgsym_*) ;;
    *) cp "$deb" "$here/root/deb" ;;
    esac
done
cp "$src/debian/tests/sample" "$here/root/deb"
chroot "$here/root" sh -c 'apt-get update -q &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        /deb/*.deb gnuplot-nox && mkdir /work && AUTOPKGTEST_TMP=/work sh /deb/sample' \
    >"$here/install.log" 2>&1 || {
    tail -n 40 "$here/install.log"
    fail "what is installed in a clean root does not run"
}
rm -rf "$here/root"
ls -l "$here"/*.deb
