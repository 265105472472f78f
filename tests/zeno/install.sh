# install.sh - the installed command, headers, libraries and pages work
# SPDX-License-Identifier: Apache-2.0
#
# Run by make installcheck. ZENO_COMMAND is the installed zeno, ZENO_MAN the
# folder of man pages; below DESTDIR nothing is where configure was told, so
# this also shows that an installed tree can be moved.
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

version=$(sed -n 's/^#define ZN_VERSION  *"\(.*\)"/\1/p' \
    "$ZENO_SRCDIR/include/zeno/base.h")
run "$zeno" --version
claim "the command has the version of the headers" has out "zeno $version"

cp -r "$src/sample" s && chmod -R u+w s
run "$zeno" s/hello.c
claim "a sample builds and runs" status_is 0
claim "with the installed library" has out "zeno $version"
claim "with its plugins" has out "greet 30"

# the run may not have been with the libraries of the build folder
run env LD_DEBUG=libs "$zeno" -q --no-build s/hello.c
claim "libraries come from where it is installed" \
    has_not err "$ZENO_BUILDDIR/.libs"

run "$zeno" --info
root=$(cd "$(dirname "$zeno")/.." && pwd)
claim "flags are of the installed place" has out "flags       -I$root/include"
for header in "$ZENO_SRCDIR"/include/zeno/*.h; do
    header=${header##*/}
    claim "zeno/$header is installed" test -f "$root/include/zeno/$header"
done

for page in "$ZENO_SRCDIR"/doc/*.md; do
    page=${page##*/}
    claim "the manual has $page" test -f "$root/share/zeno/doc/$page"
done

# installed samples run: with a plugin beside them, with an installed plugin
for name in cam_follower bouncing_ball; do
    sample=$root/share/zeno/samples/$name/$name.c
    run "$zeno" -q -b "$work/$name" "$sample" -- --quiet --set T=0.01 --output $name.csv
    claim "$name is installed and runs" status_is 0
    claim "$name records" test "$(wc -l <$name.csv)" -gt 2
    claim "$name has its page" test -f "${sample%/*}/README.md"
    claim "$name has its picture" test -f "${sample%/*}/$name.png"
done

printf '1\n0\n1\n1\n1 1\n2\n-4\n' >lcp.dat
run "${zeno%/*}/zeno-solve" lcp.dat
claim "zeno-solve is installed and solves" has out '"outcome": "ok"'
run "${zeno%/*}/zeno-solve" --random 'friction contacts=5' --write five.h5 --no-solution
claim "it writes HDF5" status_is 0
run env LD_DEBUG=files "${zeno%/*}/zeno-solve" --no-solution five.h5
claim "and reads it" has out '"contacts": 5'
claim "by the module of the installed place" has err "$root/lib/zeno/zeno-hdf5.so"
claim "zeno-solve(1) is installed" test -f "$ZENO_MAN/man1/zeno-solve.1"
claim "zeno(1) is installed" test -f "$ZENO_MAN/man1/zeno.1"
claim "zeno_plugin(7) is installed" test -f "$ZENO_MAN/man7/zeno_plugin.7"
run "$zeno" list moreau-jean
claim "zeno list is installed" has out "theta"
run "$zeno" plot --help
claim "zeno plot is installed" status_is 0
run "$zeno" doctor
claim "zeno doctor is installed and finds all well" status_is 0
claim "completion is installed" test -f "$root/share/bash-completion/completions/zeno"
claim "for zsh, too" test -f "$root/share/zsh/site-functions/_zeno"
if command -v cmake >/dev/null 2>&1; then
    mkdir cm
    cat >cm/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.13)
project(mine C)
find_package(Zeno 0.1 REQUIRED)
add_executable(mine mine.c)
target_link_libraries(mine Zeno::zeno)
END
    cat >cm/mine.c <<'END'
#include <stdio.h>
#include <zeno/zeno.h>
int main(void) { return puts(zn_version()) < 0; }
END
    claim "CMake finds it" cmake -S cm -B cm/b "-DCMAKE_PREFIX_PATH=$root" >cm/log 2>&1
    claim "CMake builds with it" cmake --build cm/b >>cm/log 2>&1
    run cm/b/mine
    claim "and that runs" has out "$version"
fi

# a program of one's own, as the pages have it: found, compiled, run
if [ -f "${ZENO_LIBDIR-}/pkgconfig/zeno.pc" ]; then
    cat >push.c <<'END'
#include <stdio.h>
#include <zeno/zeno.h>
int main(void)
{
    puts(zn_version());
    return 0;
}
END
    PKG_CONFIG_PATH=$ZENO_LIBDIR/pkgconfig
    export PKG_CONFIG_PATH
    for package in zeno zeno-solvers; do
        sed "s:zeno/zeno.h:zeno/$([ $package = zeno ] && echo zeno || echo base).h:" \
            push.c >$package.c
        run sh -c "${CC-cc} $package.c \$(pkg-config --cflags --libs $package) -o $package"
        claim "a program compiles with the flags of pkg-config $package" status_is 0
        run env -u LD_LIBRARY_PATH "./$package"
        claim "and runs as it is" test "$(cat out)" = "$version"
    done
    run env ZENO_PKG_CONFIG="$PKG_CONFIG_PATH" ZENO_COMMAND="$zeno" \
        sh "$ZENO_SRCDIR/doc/solvers.sh"
    claim "the page on solvers can be typed from here" status_is 0
fi

finish
