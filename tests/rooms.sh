#!/bin/sh
# rooms.sh - arrows go down: a room calls and includes what is below it, never what is above
#
# Each line of the list is a floor, from the ground up; rooms of one floor do not know each
# other. What a room calls is read from its objects. One call of each library goes up, to the
# table of all its classes, which is its roof. Classes of problems know of each other what everyone
# does, and descriptors of problems: no header of a class is for another one, nor for the kernel.
# SPDX-License-Identifier: Apache-2.0

src=$(cd "${ZENO_SRCDIR:-..}" && pwd) || exit 99
cd "${ZENO_BUILDDIR:-.}" || exit 99
command -v nm >/dev/null 2>&1 || { echo "SKIP: nm is not installed"; exit 77; }

floors='
solvers/core
solvers/linalg
solvers/methods solvers/strategy solvers/sets
solvers/system
solvers/box solvers/contact
solvers/classes/lcp solvers/classes/mlcp solvers/classes/relay solvers/classes/avi solvers/classes/vi solvers/classes/qp solvers/classes/cone solvers/classes/rolling solvers/classes/impact solvers/classes/plasticity
solvers/classes/friction
solvers/classes/generic
solvers/io
solvers/random
solvers
kernel/plugin kernel/ode
kernel/model
kernel/osi kernel/contact kernel/mechanics
kernel/osnsp kernel/shapes
kernel/simulation
kernel/output kernel/control kernel/event
kernel/scene
kernel'
up=' zni_builtin_add zn_kernel_register '

# objects of sources that there are: those of moved ones stay where they were made
objects()
{
    find solvers kernel -path '*/.libs/*.o' | sort | while read -r object; do
        file=${object%%.libs/*}${object##*/}
        [ ! -f "$src/${file%.o}.c" ] || echo "$object"
    done
}

# "room object T|U symbol", a line each: made here, used here
symbols()
{
    objects | xargs nm -A |
        sed -nE -e 's,^(.*)/\.libs/([^/:]*): +U (.*),\1 \2 U \3,p' \
            -e 's,^(.*)/\.libs/([^/:]*):[0-9a-f]+ [TDBR] (.*),\1 \2 T \3,p'
}

# "room file I header", a line each
includes()
{
    (cd "$src" && grep -H '^#include "' solvers/*.[ch] solvers/*/*.[ch] solvers/*/*/*.[ch] \
        kernel/*.[ch] kernel/*/*.[ch]) | sed -nE 's,^(.*)/([^/:]*):#include "([^"]*)".*,\1 \2 I \3,p'
}

{
    printf '%s\n' "$floors" | awk '{ for (i = 1; i <= NF; i++) print NR, $i }'
    symbols
    includes
} | awk -v up="$up" -v class='^solvers/classes/' '
    function home_of(header, room) {
        if (header !~ /\//)
            return room
        if (header !~ /^(kernel|solvers)\//) {
            while (sub(/^\.\.\//, "", header))
                sub(/\/[^\/]*$/, "", room)
            header = room "/" header
        }
        sub(/\/[^\/]*$/, "", header)
        return header
    }
    NF == 2 { floor[$2] = $1 }
    NF == 4 && !($1 in floor) { print "on no floor: " $1; bad = 1; floor[$1] = 0 }
    $3 == "T" { home[$4] = $1 }
    $3 == "U" && !index(up, " " $4 " ") { room[++n] = $1; file[n] = $2; what[n] = $4 }
    $3 == "I" {
        room[++n] = $1
        file[n] = $2
        what[n] = "\"" $4 "\""
        home[what[n], $1] = home_of($4, $1)
    }
    END {
        for (i = 1; i <= n; i++) {
            to = home[what[i] ~ /^"/ ? what[i] SUBSEP room[i] : what[i]]
            if (to == "" || to == room[i])
                continue
            checked++
            if ((room[i] ~ class || room[i] ~ /^kernel/) && to ~ class && what[i] !~ /^zn_/ &&
                what[i] !~ /^zni_[a-z_]*_problem$/) {
                print room[i] ", " file[i] ": " what[i] " is private to " to
                bad = 1
            }
            if (!(to in floor) || floor[to] >= floor[room[i]]) {
                print room[i] ", " file[i] ": " what[i] " of " to " is not below"
                bad = 1
            }
        }
        print checked + 0 " uses of what other rooms have"
        exit bad || checked < 1000
    }'
