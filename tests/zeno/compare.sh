# compare.sh - zeno compare: what differs, where, by how much, and the status
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

scene=$ZENO_SRCDIR/samples/scenes/ball_drop.yaml

# says TEXT STATUS COMMAND...
says()
{
    text=$1
    want=$2
    shift 2
    run "$@"
    claim "$* ends with $want" status_is "$want"
    claim "$* says: $text" has out "$text"
}

# by hand: x is 4 at most apart, in a column whose largest magnitude is 100
cat >a.csv <<'END'
t[s],x[m],y[m],name
0,100,1,"one, two"
1,50,2,three
2,25,3,four
END
cat >b.csv <<'END'
t[s],name,y[m],x[m]
0,"one, two",1,100
1,three,2,52
2,four,3,29
END
cp a.csv same.csv
says "0 of 4 columns differ, in 3 rows" 0 "$zeno" compare a.csv same.csv
says "x [m]: 2 of 3 differ, by 4 at most, 0.04 of its size, in row 3 (t = 2); first in row 2 (t = 1): 50 and 52" \
    1 "$zeno" compare a.csv b.csv
says "1 of 4 columns differ" 1 "$zeno" compare a.csv b.csv
says "x [m]: 1 of 3 differ" 1 "$zeno" compare --abs 2 a.csv b.csv
says "at most by 0.04 of its size, x" 0 "$zeno" compare --abs 4 a.csv b.csv
says "1 of 4 columns differ" 1 "$zeno" compare --rel 0.039 a.csv b.csv
says "0 of 4 columns differ" 0 "$zeno" compare --rel 0.04 a.csv b.csv
says "0 of 2 columns differ" 0 "$zeno" compare --columns 'y,n*e' a.csv b.csv
sed 's/four/five/' a.csv >text.csv
says "name: 1 of 3 differ; first in row 3 (t = 2): 'four' and 'five'" 1 \
    "$zeno" compare a.csv text.csv
sed 's/x\[m\]/x[mm]/' a.csv >unit.csv
says "x: in [m] and in [mm]" 1 "$zeno" compare a.csv unit.csv
sed 's/^2,25/2,nan/' a.csv >nan.csv
says "x [m]: 1 of 3 differ; first in row 3 (t = 2): 25 and nan" 1 \
    "$zeno" compare --abs 1e9 a.csv nan.csv
says "0 of 4 columns differ" 0 "$zeno" compare nan.csv nan.csv
run "$zeno" compare --quiet a.csv b.csv
claim "quiet has the same status" status_is 1
claim "and says nothing" test ! -s out

# brackets in a name, which other columns have too, are no unit
printf 't[s],w[1].x[m],w[2].x[m]\n0,1,2\n1,1,2\n' >brackets.csv
printf 't[s],w[2].x[m],w[1].x[m]\n0,2,1\n1,2,7\n' >swapped.csv
says "w[1].x [m]: 1 of 2 differ, by 6 at most" 1 "$zeno" compare brackets.csv swapped.csv
says "1 of 3 columns differ" 1 "$zeno" compare brackets.csv swapped.csv
printf 't[s],w[1],w[2]\n0,1,2\n1,1,2\n' >index.csv
says "0 of 3 columns differ" 0 "$zeno" compare index.csv index.csv

# rows and columns that one of them has not
head -n 3 a.csv >short.csv
says "rows: 3 and 2" 1 "$zeno" compare a.csv short.csv
says "0 of 4 columns differ, in 2 rows" 0 "$zeno" compare --common a.csv short.csv
printf 't[s],x[m]\n0,100\n1,50\n2,25\n' >narrow.csv
says "y: only in 'a.csv'" 1 "$zeno" compare a.csv narrow.csv
says "2 of 4 columns differ" 1 "$zeno" compare a.csv narrow.csv
says "0 of 2 columns differ, in 3 rows" 0 "$zeno" compare --common a.csv narrow.csv
sed 2d a.csv | sed 's/^1,/1.0000000000001,/' >later.csv
says "name: 2 of 2 differ" 1 "$zeno" compare a.csv later.csv
says "0 of 3 columns differ, in 2 rows" 0 \
    "$zeno" compare --by t --columns 'x,y,name' a.csv later.csv
printf '2,25,3' >>short.csv # a row that was cut
says "0 of 4 columns differ, in 2 rows" 0 "$zeno" compare --common a.csv short.csv

# what cannot be compared
fails_with 2 "two files are wanted" "$zeno" compare a.csv
fails_with 2 "'--ab': no such option" "$zeno" compare --ab a.csv b.csv
fails_with 2 "--rel 'x': must be a number >= 0" "$zeno" compare --rel x a.csv b.csv
fails_with 2 "'none.csv' cannot be read" "$zeno" compare a.csv none.csv
printf 't,x,y\n1,2,3\n1,2\n1,2,3\n' >odd.csv
fails_with 2 "line 3: 2 fields, 3 in the first row" "$zeno" compare a.csv odd.csv
fails_with 2 "there is no column to compare" "$zeno" compare --columns q a.csv b.csv
fails_with 2 "--by name: both files must have a column of that name" \
    "$zeno" compare --by name a.csv b.csv
head -n 1 a.csv >empty.csv
fails_with 2 "neither has a row" "$zeno" compare empty.csv empty.csv
says "rows: 3 and 0" 1 "$zeno" compare a.csv empty.csv
head -c 3000 /dev/zero >zero.csv
fails_with 2 "is neither a table of text nor whole HDF5" "$zeno" compare a.csv zero.csv
fails_with 2 "'.' is no file" "$zeno" compare a.csv .

# what a terminal would obey is told with a mark in its place
printf 't,\033cred\n1,2\n' >red.csv
printf 't,x\n1,\033[2Jw\n' >clear.csv
says "?cred: only in 'red.csv'" 1 "$zeno" compare red.csv clear.csv
says "x: only in 'clear.csv'" 1 "$zeno" compare red.csv clear.csv
printf 't,x\n1,\033[2Jv\n' >other.csv
says "first in row 1 (t = 1): '?[2Jw' and '?[2Jv'" 1 "$zeno" compare clear.csv other.csv

# what a spreadsheet would take for a formula is written behind an apostrophe, and read without it
cat >formula.yaml <<'END'
title: formula
bodies:
  "=cmd|' /c calc'!A0": {mass: 1, position: [0, 0, 1], shape: {type: sphere, radius: 0.1}}
  "+x": {mass: 1, position: [1, 0, 1], shape: {type: sphere, radius: 0.1}}
  "-y": {mass: 1, position: [2, 0, 1], shape: {type: sphere, radius: 0.1}}
  "@z": {mass: 1, position: [3, 0, 1], shape: {type: sphere, radius: 0.1}}
  "'=it": {mass: 1, position: [4, 0, 1], shape: {type: sphere, radius: 0.1}}
  "'it=": {mass: 1, position: [5, 0, 1], shape: {type: sphere, radius: 0.1}}
simulation: {h: 0.01, T: 0.02}
END
run "$zeno" run formula.yaml --quiet --every 1 --output formula.csv
run "$zeno" run formula.yaml --quiet --every 1 --output formula.h5
claim "no field begins a formula" test "$(tr , '\n' <formula.csv | grep -c '^[=+@]\|^-[^0-9]')" = 0
says "0 of 79 columns differ" 0 "$zeno" compare --common formula.csv formula.h5
run "$zeno" plot --list formula.csv
for name in "=cmd|' /c calc'!A0" +x -y @z "'=it" "'it="; do
    claim "the column of $name has its name" has out "  $name.x[m]"
done
run "$zeno" convert formula.h5 bodies.csv
claim "a film's bodies are no formulas" has bodies.csv "0,\"'=cmd|"
printf '%s\n' t,body "0,'=a" "1,'c" >written.csv
printf '%s\n' t,body '0,=a' "1,'c" >plain.csv
says "0 of 2 columns differ" 0 "$zeno" compare written.csv plain.csv

# nobody waits for who may write to a pipe
mkfifo pipe.csv pipe.h5 pipe.yaml pipe.urdf pipe.hdf5
for pipe in pipe.csv pipe.h5; do
    fails_with 2 "'$pipe' is no file" timeout 60 "$zeno" compare a.csv "$pipe"
done
fails_with 1 "'pipe.h5' is no file" timeout 60 "$zeno" view pipe.h5
fails_with 1 "'pipe.h5' is no file" timeout 60 "$zeno" convert pipe.h5 pipe.glb
for pipe in pipe.yaml pipe.urdf pipe.hdf5; do
    fails_with 2 "'$pipe' is no file" timeout 60 "$zeno" run "$pipe"
done

# nor for who may read it
fails_with 1 "is a pipe that nobody reads" timeout 60 "$zeno" run "$scene" --quiet \
    --set T=0.01 --output pipe.csv
cat pipe.csv >read.csv &
reader=$!
tries=0 # the run may come before its reader
until "$zeno" run "$scene" --quiet --set T=0.01 --output pipe.csv 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || break
    sleep 0.1
done
[ "$tries" -lt 100 ] || kill "$reader"
wait "$reader"
claim "who reads the pipe has all the rows" test "$(wc -l <read.csv)" -ge 10

# ball NAME OPTIONS...
ball()
{
    output=$1
    shift
    run "$zeno" run "$scene" --quiet --every 5 --set T=0.5 --output "$output" "$@"
}

# what a run recorded has the same numbers in a table and in a film
ball r.csv
ball film.h5
ball again.h5
says "0 of 14 columns differ, in 101 rows" 0 "$zeno" compare --common r.csv film.h5
says "contacts: only in 'film.h5'" 1 "$zeno" compare r.csv film.h5
says "0 of 46 columns differ, in 101 rows" 0 "$zeno" compare film.h5 again.h5
run "$zeno" plot -l film.h5
claim "a film has columns to plot" has out "ball.z[m]"

# another restitution: the flight is the same until the impact at sqrt(2/9.81) = 0.4515 s,
# which is row 92 of steps of 5 ms; the ball is still in the air at the end, at
# 0.01 sqrt(2 9.81) (0.5 - 0.4515) = 2.1 mm from where it was
ball other.h5 --set e=0.81
says "ball.z [m]: 10 of 101 differ, by 0.0021" 1 "$zeno" compare film.h5 other.h5
claim "the first row that differs" has out "first in row 92 (t = 0.455)"
claim "contacts, too" has out "contact.u_n [m/s]: 1 of 1 differ, by 0.0443"
says "at most by" 0 "$zeno" compare --abs 0.7 film.h5 other.h5
says "in 101 rows" 0 "$zeno" compare --columns 'ball.x,contact.n?' film.h5 other.h5
finish
