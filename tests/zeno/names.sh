# names.sh - a name is only a name: odd ones work or are refused with words, and
# nothing that one holds is run
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

make_sample()
{
    mkdir -p "./$1" && cp "$ZENO_SRCDIR/tests/zeno/sample/TwicePlugin.c" "./$1/"
    echo 'int main(void) { return 5; }' >"./$1/hello.c"
}

# folders of samples that work
for odd in "it's" 'a  b' '$HOME' '$(touch ran)' '#x' 'a,b' 'a&b' '(x)' '<x>' '!x' \
    '{x}' 'x~' '-x' '@x' 'x^y' "$(printf 'caf\303\251')"; do
    make_sample "$odd"
    run "$zeno" "./$odd/hello.c"
    claim "a sample in $odd builds and runs" status_is 5
    run "$zeno" "./$odd/hello.c"
    claim "a sample in $odd is not compiled twice" test ! -s err
done

# those that make has no words for
for odd in 'a:b' 'a=b' 'a;b' 'a%b' 'a|b' 'a\b' 'a*b' 'a?b' 'a[b]' 'a"b' 'a`touch ran`b'; do
    make_sample "$odd"
    fails_with 1 "in its name, which make cannot handle; rename it" "$zeno" "./$odd/hello.c"
    claim "nothing was built in $odd" test ! -e "./$odd/.zeno"
done
for odd in "$(printf 'a\tb')" "$(printf 'a\033[31mb')" 'a
$(shell touch ran)
all: ran'; do
    make_sample "$odd"
    fails_with 1 "has a control character in its name; rename it" "$zeno" "./$odd/hello.c"
done
make_sample plain
fails_with 1 "has a control character" "$zeno" -b 'b
$(shell touch ran)' plain/hello.c
cp plain/TwicePlugin.c 'plain/AlsoPlugin=.c'
fails_with 1 "'$PWD/plain/AlsoPlugin=.c' has one of the characters" "$zeno" plain/hello.c
rm 'plain/AlsoPlugin=.c'
# options for the compiler are words for it alone
for option in -D -I -L -l -f; do
    fails_with 1 "has a new line in it" "$zeno" "${option}x
all: y
y: ; touch ran #" plain/hello.c
done
fails_with 1 "has a new line in it" env CC='cc
all: y
y: ; touch ran #' "$zeno" plain/hello.c
for words in '$(touch ran)' '`touch ran`' '-O1; touch ran' '-O1 & touch ran' '-O1 >ran' \
    '-O1 $(shell touch ran)'; do
    run "$zeno" --cflags "$words" plain/hello.c
    run "$zeno" --ldflags "$words" plain/hello.c
done
cat >words.c <<'END'
#include <string.h>
int main(void) { return strcmp(ONE, "a  b") || strcmp(TWO, "$(touch ran)") ? 1 : 8; }
END
run "$zeno" --cflags "-O1 '-DONE=\"a  b\"' -DTWO='\"\$(touch ran)\"'" words.c
claim "quotes part them as in a shell" status_is 8
fails_with 2 "a quote of these options is not closed" "$zeno" --cflags "-D'A" plain/hello.c
claim "nothing was run" test -z "$(find . -name ran)"

# what is built is run, so nobody else may write there
run "$zeno" plain/hello.c
chmod o+w plain/.zeno/hello
fails_with 1 "others may write to it" "$zeno" plain/hello.c
fails_with 1 "others may write to it" "$zeno" --no-build plain/hello.c
chmod o-w plain/.zeno/hello && chmod o+w plain/.zeno
fails_with 1 "others may write to it" "$zeno" plain/hello.c
chmod o-w plain/.zeno && chmod g+w plain/.zeno/hello
fails_with 1 "others may write to it" "$zeno" --no-build plain/hello.c
chmod g-w plain/.zeno/hello
if [ "$(id -u)" = 0 ]; then
    chown 65534 plain/.zeno/hello
    fails_with 1 "is somebody else's" "$zeno" plain/hello.c
    chown 0 plain/.zeno/hello
fi
run "$zeno" plain/hello.c
claim "a folder of our own is used" status_is 5

# a link among what was built leads to what is not ours
mkdir -p linked/.zeno other && : >other/.zeno-build && : >other/kept && ln -s ../../other linked/.zeno/x
(cd linked && exec "$zeno" -c) >out 2>err
status=$?
claim "what was built is removed" status_is 0
claim "what a link leads to is not" test -e other/kept

# nor does a run write over a source
ln -s plain/hello.c link.json
cp plain/hello.c hello.was
for option in --report --checkpoint --output --events; do
    fails_with 2 "$option would write over the source 'plain/hello.c'" "$zeno" plain/hello.c -- $option plain/hello.c
    fails_with 2 "$option would write over the source 'plain/hello.c'" "$zeno" plain/hello.c -- $option=plain/hello.c
done
fails_with 2 "would write over the source 'link.json'" "$zeno" plain/hello.c -- --report link.json
fails_with 2 "would write over the source" "$zeno" plain/hello.c -- --report=plain/TwicePlugin.c
claim "all of it is there" cmp hello.was plain/hello.c
run "$zeno" plain/hello.c -- --report new.json
claim "another name is one" status_is 5

# also in its folders, when the user lets others write to files; the sample has the user's mask
mkdir mask && cat >mask/hello.c <<'END'
#include <sys/stat.h>
int main(void) { return umask(0) == 0 ? 6 : 7; }
END
(umask 000 && exec "$zeno" -q mask/hello.c) >out 2>err
status=$?
claim "a sample has the mask of its user" status_is 6
claim "nobody else may write to what is built" \
    test -z "$(find mask/.zeno ! -type l -perm /022)"

# a full disk cuts off what make is to read
rm -rf plain/.zeno
(trap '' XFSZ; ulimit -f 1 && exec "$zeno" plain/hello.c) >out 2>err
status=$?
claim "a disk that is full is a failure" status_is 1
claim "its words name the file" has err "zeno.mk'; is there no space left?"
run "$zeno" plain/hello.c
claim "and is none when there is space again" status_is 5

# a module's own symbols win over those of the sample and of other modules
mkdir own && cat >own/hello.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int scale(void);
int scale(void) { return 100; }
int base = 1000;
static int ask(const char *file)
{
    char path[4096];
    snprintf(path, sizeof path, "own/.zeno/hello/%s.so", file);
    void *so = dlopen(path, RTLD_NOW);
    int (*f)(void) = so ? (int (*)(void))dlsym(so, "answer") : NULL;
    return f ? f() : -1;
}
int main(void)
{
    printf("%d %d %d\n", ask("OnePlugin"), ask("TwoPlugin"), scale() + base);
    return 0;
}
END
for k in 1 2; do
    [ $k = 1 ] && file=One || file=Two
    cat >own/${file}Plugin.c <<END
int base = 10 * $k;
int scale(void);
int answer(void);
int scale(void) { return $k; }
int answer(void) { return scale() + base; }
END
done
run "$zeno" -q own/hello.c
claim "each plugin calls its own functions and sees its own variables" \
    test "$(cat out)" = "11 22 1100"

finish
