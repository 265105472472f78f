# old_program.sh - programs built against earlier and later headers run with this library
# SPDX-License-Identifier: Apache-2.0
#
# tests/faults/sizes.c is compiled three times: against the headers as they are, against a
# copy in which the last field of each struct that grows is missing, and against one in
# which each has a field more. All print the same; nothing behind a struct is written, and
# what the library does not know is zero.
dir=$(mktemp -d "${TMPDIR:-/tmp}/zeno-program-XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
build=${ZENO_BUILDDIR:-.}
failed=0

fail()
{
    echo "FAIL: $*"
    failed=1
}

# headers NAME: a copy of them
headers()
{
    mkdir -p "$dir/$1"
    cp -r "$ZENO_SRCDIR/include/zeno" "$dir/$1"
}

# shorten HEADER TYPE FIELD: the last field of TYPE, FIELD, is not there
shorten()
{
    awk -v type="$2" -v field="$3" '
        $0 ~ "^typedef struct " type " " { inside = 1 }
        inside && /^    [a-z]/ && ($0 ~ "[ *]" field ";" || $0 ~ "[(][*]" field "[)]") { skip = 1 }
        inside && /^}/ { inside = skip = 0 }
        !skip { print }' "$dir/old/zeno/$1" >"$dir/old/zeno/$1.new"
    cmp -s "$dir/old/zeno/$1" "$dir/old/zeno/$1.new" &&
        fail "$2 has no field $3"
    mv "$dir/old/zeno/$1.new" "$dir/old/zeno/$1"
    lengthen "$1" "$2"
}

# lengthen HEADER TYPE: TYPE has a field more
lengthen()
{
    sed -i "s/^} $2;/    double future;\n&/" "$dir/new/zeno/$1"
}

flags=
[ ! -e "$build/zeno-uninstalled.pc" ] ||
    flags=$(sed -n 's/^Cflags: .* *\(-fsanitize.*\)/\1/p' "$build/zeno-uninstalled.pc")

# run NAME INCLUDE FLAG...
run()
{
    name=$1
    include=$2
    shift 2
    # shellcheck disable=SC2086
    ${CC:-cc} -std=gnu11 -Wall -Werror "$@" $flags -I"$include" \
        "$ZENO_SRCDIR/tests/faults/sizes.c" -o "$dir/$name.run" \
        -L"$build/.libs" -lzeno -lzeno-solvers -lm -Wl,-rpath,"$build/.libs" || exit 99
    "$dir/$name.run" >"$dir/$name.out" 2>&1 || fail "$name: $(cat "$dir/$name.out")"
}

headers old
headers new
shorten simulation.h zn_run_info redundant
shorten solver.h zn_solve_info solver
shorten ode.h zn_ode_info h
shorten check.h zn_check_options tol
lengthen ode.h zn_ode_problem # of which nothing can be missing
shorten event.h zn_event drop
shorten simulation.h zn_observer reset
shorten scene.h zn_scene_body options
shorten scene.h zn_scene_shape colour
shorten scene.h zn_scene_law options
shorten scene.h zn_scene_joint meet
lengthen mechanics.h zn_gear # likewise
shorten model.h zn_end at
shorten source.h zn_contact data

# the kinds of work in a report stay where they are when integrators get more of them
lengthen osi.h zn_work

run now "$ZENO_SRCDIR/include"
run old "$dir/old"
run new "$dir/new" -DFUTURE
cat "$dir/now.out"
cmp "$dir/now.out" "$dir/old.out" || fail "with the old headers it says something else"
cmp "$dir/now.out" "$dir/new.out" || fail "with the new headers it says something else"
exit $failed
