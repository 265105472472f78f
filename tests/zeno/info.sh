# info.sh - zeno info: what it says of each kind of file, against what was put into it
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

# says TEXT...: each stands in ./out, however many spaces there are
says()
{
    tr -s ' ' <out >out.words
    for text; do
        claim "$words_of: $text" has out.words "$text"
    done
}

# tells FILE TEXT...
tells()
{
    words_of=$1
    run "$zeno" info "$1"
    claim "$1 is known" status_is 0
    shift
    says "$@"
}

# a recording by hand
cat >hand.csv <<'END'
t[s],x[m],"a, b",who
0,3,nan,one
1,-2,nan,two
2,1,nan,"the, last"
END
tells hand.csv "what recording" "rows 3" "x [m] 3 1 -2 3" "a, b no numbers" \
    "who 'one' ... 'the, last'"
printf 't[s],x[m]\n' >empty.csv
tells empty.csv "rows 0"
printf 't[s],x[m]\n0,1\n1,nan\n' >some.csv
tells some.csv "x [m] 1 nan 1 1 1 of 2 are none"

# a run, in both kinds of recording, and its checkpoint
cat >scene.yaml <<'END'
title: a ball
parameters: {v: {value: 3, unit: m/s, help: speed}}
gravity: [0, 0, -10]
laws: {e: 0.5}
bodies:
  ground: {fixed: yes, shape: {type: plane}}
  ball: {density: 1000, position: [0, 0, 1], velocity: [v, 0, 0],
         shape: {type: sphere, radius: 0.1}}
simulation: {h: 1e-2, T: 0.5}
END
tells scene.yaml "what scene" "title a ball" "bodies 2, 0 joints, in space" \
    "time 0 s to 0.5 s, steps of 0.01 s, moreau-jean" "v 3 [m/s] speed"
run "$zeno" run scene.yaml --quiet --output film.h5 --checkpoint run.save --every 2
tells film.h5 "what film" "title a ball" "bodies 2, 1 of them move; 2 shapes, 0 joints" \
    "frames 26, t = 0 s to 0.5 s" "goes on from t = 0.5 s"
tells run.save "what checkpoint" "t = 0.5 s of 0 s to 0.5 s, step 50" \
    "7 positions, 6 velocities, 0 of first order"
# what lies has a contact, with a normal and two tangents
run "$zeno" run scene.yaml --quiet --set v=0 --set T=3 --checkpoint rest.save
tells rest.save "model 1 systems, 1 interactions of 3 rows"
run "$zeno" run scene.yaml --quiet --output rows.csv
# speed is constant: x = 3 t; z falls by at most g T^2/2
tells rows.csv "rows 51" "t [s] 0 0.5 0 0.5" "ball.x [m] 0 1.5 0 1.5"
run "$zeno" "$ZENO_SRCDIR/samples/bouncing_ball/bouncing_ball.c" --build-dir built -- \
    --quiet --output ball.h5
claim "a recording in HDF5" status_is 0
tells ball.h5 "what recording" "t [s] 0"

# problems, as text and in HDF5
run "$ZENO_BUILDDIR/zeno-solve" -q --random 'lcp n=20 seed=1' -w small.dat
tells small.dat "what problem" "class lcp" "z 20 unknowns"
run "$ZENO_BUILDDIR/zeno-solve" -q --random 'friction contacts=4 seed=1' -w four.h5
tells four.h5 "class friction" "contacts 4" "r 12 unknowns"

# several, and what is none
run "$zeno" info hand.csv none.csv four.h5
claim "one that is not there fails" status_is 1
claim "with its name" has err "'none.csv' cannot be read"
claim "the others are told" has out four.h5
mkfifo pipe
fails_with 1 "'pipe' is no file" timeout 10 "$zeno" info pipe
head -c 200 run.save >cut.save
fails_with 1 "truncated" "$zeno" info cut.save
head -c 3000 film.h5 >cut.h5
run "$zeno" info cut.h5
claim "a film cut off is refused" status_is 1
printf 'words\n' >odd.dat
run "$zeno" info odd.dat
claim "a text that is nothing of this" status_is 1
claim "with what it could have been" has err "no recording, film, checkpoint or scene"
printf 't[s],\033[2Jx[m]\n0,1\n' >escape.csv
run "$zeno" info escape.csv
claim "what a terminal obeys is not told" has_not out "$(printf '\033')"
run "$zeno" info --help
claim "help" has out "zeno info FILE"
fails_with 2 "zeno info FILE" "$zeno" info

finish
