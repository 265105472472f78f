# recompute.sh - what is kept from step to step in every sample is, bit for bit, what
# would be made now
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

samples=$ZENO_SRCDIR/samples
steps=300

# sample NAME ARGUMENTS...: build it here, as the sources may be read-only
sample()
{
    name=$1
    shift
    run "$zeno" -q -b "$work/built/$name" "$samples/$name/$name.c" -- "$@"
}

# the default of an instant of the last --list
default_of()
{
    awk -v name="$1" '/^time/ {on = 1} on && $1 == name {print $2; exit}' out
}

found=0
for file in "$samples"/*/*.c; do
    name=$(basename "$file" .c)
    [ -f "$samples/$name/$name.c" ] || continue
    [ "$file" = "$samples/$name/$name.c" ] || continue
    found=$((found + 1))
    sample "$name" --list
    claim "$name lists its parameters" status_is 0
    T=$(default_of T)
    end=$(awk -v t0="$(default_of t0)" -v h="$(default_of h)" -v T="$T" \
        -v n=$steps 'BEGIN {e = t0 + n * h; print e < T ? e : T}')
    sample "$name" --quiet --set T="$end" --set recompute=yes
    claim "$name keeps what it would make" status_is 0
done
claim "there are samples" test "$found" -gt 20

finish
