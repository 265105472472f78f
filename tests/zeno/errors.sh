# errors.sh - wrong input to zeno is named, with its value and the remedy
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

cp -r "$src/sample" s && chmod -R u+w s

fails_with 2 "no sample given; try: zeno SAMPLE.c" "$zeno"
fails_with 1 "there is no file 'nothing.c'" "$zeno" nothing.c
fails_with 1 "there is no file 's/helo.c' (in $PWD); the samples there: hello.c" \
    "$zeno" s/helo.c
fails_with 1 "'s' is a folder; give the sample in it" "$zeno" s
cat >early.c <<'EOF'
#include <zeno/sample.h>
int main(int argc, char **argv)
{
    return zn_sample_run(zn_sample_new(argc, argv, "early", NULL, NULL));
}
EOF
cat >typo.c <<'EOF'
#include <zeno/sample.h>
int main(int argc, char **argv)
{
    zn_sample *s = zn_sample_new(argc, argv, "typo", NULL, NULL);
    zn_law *law;
    zn_must(zn_sample_ctx(s), zn_law_new(zn_sample_ctx(s), "newton-impct", &law));
    return 0;
}
EOF
fails_with 1 "typo: typo.c:6: no nonsmooth law 'newton-impct'" "$zeno" typo.c
mkdir wrong && cat >wrong/ball.c <<'EOF'
#include <zeno/sample.h>
int main(int argc, char **argv)
{
    zn_sample *s = zn_sample_new(argc, argv, "a ball", NULL, NULL);
    zn_ctx *ctx = zn_sample_ctx(s);
    const double one = 1;
    zn_ds *ball;
    zn_must(ctx, zn_ds_new(ctx, "lagrangian-linear", "ball", 1, &one, &one, &ball));
    zn_must(ctx, zn_ds_set_name(ball, "f_ext", "BallPlugin:weight"));
    zn_ds_free(ball);
    return 0;
}
EOF
cat >wrong/BallPlugin.c <<'EOF'
void weight(double t, unsigned n, double *q, double *v, double *f, unsigned nz, double *z)
{
    f[0] = -9.81;
}
EOF
if [ "${ZENO_LIBDW-}" != no ]; then
    fails_with 1 "BallPlugin:weight was compiled with the arguments S6" "$zeno" wrong/ball.c
    fails_with 1 "but is called with S2" "$zeno" wrong/ball.c
else
    echo "SKIP: without libdw functions with other arguments are not refused"
fi
fails_with 1 "early: zn_sample_run: there is no simulation to run; call zn_sample_simulation" \
    "$zeno" early.c
fails_with 1 "'s/src/half.h' is not a C file" "$zeno" s/src/half.h
fails_with 2 "two samples, 's/hello.c' and 'x.c'; options of the sample come after --" \
    "$zeno" s/hello.c x.c
fails_with 2 "unknown option '--set'" "$zeno" s/hello.c --set e=0.5
fails_with 2 "options of the sample come after --" "$zeno" s/hello.c --set e=0.5
fails_with 2 "optimisation level '9': give 0, 1, 2, 3, s or g" "$zeno" -O9 s/hello.c
fails_with 2 "-j 'many': give a number of jobs" "$zeno" -j many s/hello.c
fails_with 2 "-j '0': give a number of jobs" "$zeno" -j0 s/hello.c
fails_with 2 "option -D wants a value" "$zeno" s/hello.c -D
fails_with 2 "option --build-dir has an empty value" "$zeno" --build-dir= s/hello.c
fails_with 1 "there is no plugin 'no/where'" "$zeno" -p no/where s/hello.c
fails_with 1 "there is no folder of sources 'no'" "$zeno" -s no s/hello.c
fails_with 1 "plugin folder" "$zeno" -p s/.zeno s/hello.c
fails_with 1 "neither a folder nor a C file" "$zeno" -p s/src/half.h s/hello.c
fails_with 1 "the command 'no-such-debugger' (--prefix) is not installed" \
    "$zeno" -P no-such-debugger s/hello.c
fails_with 1 "the C compiler 'no-cc' is not installed" \
    env CC=no-cc "$zeno" s/hello.c
fails_with 2 "leave nothing to do" "$zeno" --no-run --no-build s/hello.c
"$zeno" -q -c s/hello.c
fails_with 1 "'hello' is not built yet" "$zeno" --no-build s/hello.c
mkdir s/TwicePlugin && cp s/TwicePlugin.c s/TwicePlugin/
fails_with 1 "two plugins are named TwicePlugin" "$zeno" s/hello.c
rm -r s/TwicePlugin

# folders that are not ours are neither filled nor removed
mkdir mine && echo precious >mine/file
fails_with 1 "'$PWD/mine' has other files in it" "$zeno" -b mine s/hello.c
fails_with 1 "'$PWD/mine' was not made by zeno, it stays" "$zeno" -c -b mine s/hello.c
claim "what is not ours stays" test "$(cat mine/file)" = precious
fails_with 1 "build folder '$PWD/mine/file' is a file" "$zeno" -b mine/file s/hello.c

# a problem of another class, or a function with another list of arguments, does not compile
cat >other.c <<'END'
#include <zeno/lcp.h>
#include <zeno/relay.h>
int main(void)
{
    zn_relay p = {0};
    return (int)zn_lcp_solve(NULL, &p, NULL, NULL, NULL);
}
END
fails_with 1 "incompatible pointer type" "$zeno" other.c
claim "what is wrong is named" has err "zn_relay"

# the compiler's words come as they are, and nothing is run
sed 's/return 4/return four/' "$src/sample/TwicePlugin.c" >s/TwicePlugin.c
fails_with 1 "error: " "$zeno" s/hello.c
claim "the place is named" has err "TwicePlugin.c:7:12"
claim "zeno says what it could not build" has err "cannot build hello.c; the compiler's words are above"
claim "make's own words stay out" has_not err "***"
claim "nothing is run" test ! -s out
sed 's/return 4/return no_such_function()/; s/^double twice_two(void);/&double no_such_function(void);/' \
    "$src/sample/TwicePlugin.c" >s/TwicePlugin.c
rm -r s/src
cat >s/hello.c <<'END'
int main(void)
{
    return 0;
}
END
case $(sed -n 's/^Cflags: //p' "$ZENO_BUILDDIR/zeno-uninstalled.pc") in
*-fsanitize*) ;; # there a module may lack symbols, the checker's own
*) fails_with 1 "no_such_function" "$zeno" s/hello.c ;;
esac

# help and version
run "$zeno" --help
claim "--help succeeds" status_is 0
for option in --clean --no-build --no-run --debug -O -D -I -L -l --jobs \
    --build-dir --plugin --no-plugins --src --prefix --quiet --verbose \
    --info --version --cflags --ldflags; do
    claim "--help tells of $option" has out "$option"
done
run "$zeno" --version
version=$(sed -n 's/^#define ZN_VERSION  *"\(.*\)"/\1/p' \
    "$ZENO_SRCDIR/include/zeno/base.h")
claim "--version is that of the headers" test "$(cat out)" = "zeno $version"
run "$zeno" --info s/hello.c
claim "--info tells where it builds" has out "$PWD/s/.zeno/hello"

# and of each command
for command in check compare convert doctor info list new plot run schema view; do
    run "$zeno" $command --help
    claim "zeno $command --help succeeds" status_is 0
    claim "and is its own" test "$(head -n 1 out | cut -d ' ' -f 1-3)" = "zeno $command -"
done
fails_with 2 "takes no 'x'" "$zeno" doctor x

finish
