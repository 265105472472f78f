# context.sh - a context that cannot be made: every command says so with the status, and ends
# with 1 (zeno compare with 2, zeno-solve with 3); with the library's zn_ctx_new replaced by
# one that fails as a class that is not whole
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

# says_status STATUS NAME COMMAND...
says_status()
{
    ends=$1
    name=$2
    shift 2
    # found by its folder, as the path of a preloaded library may have no spaces
    fails_with "$ends" "no context: $name" env LD_PRELOAD="$name.so" LD_LIBRARY_PATH="$work" \
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

    says_status 1 "$name" "$zeno" list
    says_status 1 "$name" "$zeno" run scene.yaml
    says_status 1 "$name" "$zeno" view film.h5
    says_status 1 "$name" "$zeno" convert film.h5 film.csv
    says_status 1 "$name" "$zeno" schema
    says_status 2 "$name" "$zeno" compare film.h5 film.h5
    says_status 1 "$name" "$zeno" bouncing_ball.c
    says_status 3 "$name" "$ZENO_BUILDDIR/zeno-solve" --list
done
finish
