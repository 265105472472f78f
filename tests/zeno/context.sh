# context.sh - a context that cannot be made: every command says so with the status, and ends
# with 1; with the library's zn_ctx_new replaced by one that fails as a class that is not whole
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

cat >fail.c <<'EOF'
int zn_ctx_new(void **out)
{
    *out = 0;
    return STATUS;
}
EOF
printf 'bodies: []\n' >scene.yaml
cp "$ZENO_SRCDIR/samples/bouncing_ball/bouncing_ball.c" .
run "$zeno" bouncing_ball.c -- --list
claim "the sample is compiled" status_is 0

# says_status NAME COMMAND...
says_status()
{
    name=$1
    shift
    fails_with 1 "no context: $name" env LD_PRELOAD="$work/$name.so" \
        ASAN_OPTIONS="${ASAN_OPTIONS-}:verify_asan_link_order=0" "$@"
    claim "$* says nothing of memory" has_not err "no memory"
}

for name in ZN_EINVAL ZN_ENOMEM; do
    printf '#include <stdio.h>\n#include <zeno/base.h>\nint main(void)
{\n    return printf("%%d\\n", %s) < 0;\n}\n' "$name" >value.c
    run "${CC:-cc}" -I"$ZENO_SRCDIR/include" -I"$ZENO_BUILDDIR/include" value.c -o value
    claim "the headers compile" status_is 0
    run "${CC:-cc}" -shared -fPIC -DSTATUS="($(./value))" fail.c -o "$name.so"
    claim "a library that fails is made" status_is 0

    says_status "$name" "$zeno" list
    says_status "$name" "$zeno" run scene.yaml
    says_status "$name" "$zeno" view film.h5
    says_status "$name" "$zeno" convert film.h5 film.csv
    says_status "$name" "$zeno" bouncing_ball.c
    says_status "$name" "$ZENO_BUILDDIR/zeno-solve" --list
done
finish
