# run.sh - zeno builds a sample and its plugins, only what changed, and runs it
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

# from a folder whose name has a blank in it, as people have
cp -r "$src/sample" 'my sample' && chmod -R u+w 'my sample'
s='my sample'
b="$s/.zeno/hello"

# compiled: the files that a run compiled and linked, in one line
compiled()
{
    sed -n 's/^  [CL][CD]  //p' err | sort | paste -sd ' ' -
}

run "$zeno" "$s/hello.c" -- 'a b' "\$HOME" "it's"
claim "the sample runs" status_is 0
claim "it is linked with libzeno" has out "zeno $("$zeno" --version | cut -d' ' -f2)"
claim "src/ is linked in" has out "half 2.5"
claim "a plugin file is a module without lib" has out "twice 4"
claim "a plugin folder is one module of its name" has out "greet 30"
claim "arguments come through" has out "argument <a b>"
claim "arguments are not expanded" has out "argument <\$HOME>"
claim "quotes come through" has out "argument <it's>"
claim "everything was compiled" test "$(compiled)" = \
    "GreetPlugin.so TwicePlugin.c TwicePlugin.so half.c hello hello.c sum.c term.c"

run "$zeno" "$s/hello.c"
claim "a second run compiles nothing" test -z "$(cat err)"

touch "$s/GreetPlugin/term.h"
run "$zeno" "$s/hello.c"
claim "a header recompiles who includes it" test "$(compiled)" = \
    "GreetPlugin.so sum.c term.c"
sed 's/return 4/return 44/' "$src/sample/TwicePlugin.c" >"$s/TwicePlugin.c"
run "$zeno" "$s/hello.c"
claim "one plugin recompiles alone" test "$(compiled)" = "TwicePlugin.c TwicePlugin.so"
claim "and the new one is used" has out "twice 44"

run "$zeno" -DWORD='"changed"' "$s/hello.c"
claim "a macro reaches the compiler" has out "word changed"
claim "other flags recompile all" has err "  CC  hello.c"
run "$zeno" -q "$s/hello.c"
claim "--quiet says nothing but errors" test -z "$(cat err)"
claim "and the macro is gone" has out "word plain"
run "$zeno" -v -g -O1 "$s/hello.c"
claim "--verbose shows commands" has err "-c -o zeno.d/hello.c.o"
claim "debug and level reach the compiler" has err "-g -O1"
run "$zeno" -O3 -j1 -Wextra --cflags '-DA=1 -DB=2' -v "$s/hello.c"
claim "compiler options reach the compiler" has err "-Wextra -DA=1 -DB=2"
claim "level reaches the compiler" has err "-O3"

run "$zeno" "$s/hello.c" -- --seven
claim "the status of the sample is that of zeno" status_is 7
run "$zeno" "$s/hello.c" -- --crash
claim "a crash is a failure" status_is 134
claim "a crash is named" has err "hello crashed, signal 6"
claim "and how to see where" has err "to see the line: zeno -g -P gdb "
run "$zeno" -P env "$s/hello.c"
claim "the sample runs under env" has out "half 2.5"

# a module whose source is gone may not be found any more
mv "$s/TwicePlugin.c" "$s/ThricePlugin.c"
run "$zeno" "$s/hello.c"
claim "a module without source is not found" has err "no module TwicePlugin"
claim "it is gone" test ! -e "$b/TwicePlugin.so"
mkdir elsewhere && cp "$src/sample/TwicePlugin.c" elsewhere/
run "$zeno" -p elsewhere/TwicePlugin.c "$s/hello.c"
claim "a plugin from elsewhere is built" has out "twice 4"
mkdir -p 'more src' && mv "$s/src/half.c" 'more src/'
run "$zeno" -p elsewhere/TwicePlugin.c -s 'more src' "$s/hello.c"
claim "sources from elsewhere are linked" has out "half 2.5"
mv 'more src/half.c' "$s/src/"
run "$zeno" --no-plugins "$s/hello.c"
claim "--no-plugins builds none" has err "no module TwicePlugin"

run "$zeno" -b built --no-run "$s/hello.c"
claim "--no-run runs nothing" test -z "$(cat out)"
claim "--build-dir is where it is built" test -x built/hello
mv "$s/ThricePlugin.c" "$s/TwicePlugin.c"
touch "$s/hello.c"
run "$zeno" -b built --no-build "$s/hello.c"
claim "--no-build compiles nothing" test -z "$(compiled)"
run "$zeno" -c -b built "$s/hello.c"
claim "-c removes the build folder" test ! -e built
run "$zeno" -c "$s/hello.c"
claim "-c leaves only the sources" test ! -e "$s/.zeno"
claim "-c leaves the sources" test -f "$s/hello.c"
for closed in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
    "$zeno" -c "$s/hello.c"
    eval '"$zeno" -q "$s/hello.c"' "$closed"
    status=$?
    claim "with $closed it is built and run" test -x "$b/hello" -a $status = 0
done
"$zeno" -c "$s/hello.c"
cd "$s" || exit 99
run "$zeno" --no-run hello.c
claim "a sample of this folder is built" test -x .zeno/hello/hello
run "$zeno" -c
claim "-c alone cleans this folder" test ! -e .zeno

finish
