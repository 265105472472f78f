# hdf5.sh - HDF5 is loaded with the first file of its kind: programs start without it, and where it
# is missing, broken or of another Zeno they say so, and do all else
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

solve=$ZENO_BUILDDIR/zeno-solve
made=$ZENO_BUILDDIR/.libs
printf '1\n0\n1\n1\n1 1\n2\n-4\n' >lcp.dat

# ---- where all is there ----

run "$solve" --random 'friction contacts=5' --write five.h5 --no-solution
claim "a file of HDF5 is written" status_is 0
run "$solve" --write again.dat --no-solution five.h5
claim "and read" has out '"contacts": 5'
run env LD_DEBUG=files "$solve" lcp.dat
claim "a text is solved" has out '"outcome": "ok"'
claim "without HDF5" has_not err "hdf5"
run env LD_DEBUG=files "$solve" --no-solution five.h5
claim "what is loaded for a file of HDF5 is the module of the build" has err "$made/zeno-hdf5.so"

# a block of somebody else's in front, as MATLAB has it: 512 bytes
cp "$ZENO_SRCDIR/samples/bouncing_ball/bouncing_ball.c" .
run "$zeno" -q bouncing_ball.c -- --quiet --set T=0.01 --output ball.h5
claim "a run is recorded" status_is 0
{ printf 'MATLAB 7.3 MAT-file'; head -c 493 /dev/zero; cat ball.h5; } >behind.h5
run "$zeno" info behind.h5
claim "a file of HDF5 behind a block of others is one" has out "column"

# ---- libraries that were moved ----

mkdir moved
cp -P "$made"/libzeno*.so* moved
cp "$made/zeno-solve" moved
moved()
{
    env LD_LIBRARY_PATH="$work/moved" "$work/moved/zeno-solve" "$@"
}
installed=$(cut -d ' ' -f 1 "$ZENO_BUILDDIR/prefix.stamp")/zeno/zeno-hdf5.so

run moved lcp.dat
claim "they solve a text" has out '"outcome": "ok"'
if [ ! -e "$installed" ]; then
    fails_with 3 "which is not in the folders $work/moved/zeno, $work/moved and" moved five.h5
    claim "and says of what" has err "five.h5"
    fails_with 3 "files of HDF5 need the module zeno-hdf5.so" \
        moved --random 'friction contacts=5' --write new.h5 --no-solution
    claim "nothing is left of what could not be written" test ! -e new.h5
fi

mkdir moved/zeno
cp "$made/zeno-hdf5.so" moved/zeno
run moved --no-solution five.h5
claim "the module is found beside the libraries" has out '"contacts": 5'

echo 'no module' >moved/zeno/zeno-hdf5.so
fails_with 3 "which cannot be loaded: " moved five.h5
claim "the file is named" has err "$work/moved/zeno/zeno-hdf5.so"

printf '#include <stddef.h>\nconst struct { size_t size; const char *version; } zni_hdf5_module = {8, "9.9"};\n' >other.c
run "${CC:-cc}" -shared -fPIC other.c -o moved/zeno/zeno-hdf5.so
claim "a module of another version is made" status_is 0
fails_with 3 "is of another Zeno (9.9, 8 bytes)" moved five.h5

finish
