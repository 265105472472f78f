# plot.sh - zeno plot draws the columns asked for, and refuses wrong input
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

cat >ball.csv <<'END'
t[s],ball.q0[m],ball.v0[m/s],energy[J]
0,1,0,9.81
0.1,0.95,-0.98,9.80
0.2,0.80,-1.96,9.79
0.3,0.56,-2.94,9.78
END

fails_with 2 "no file given" "$zeno" plot
fails_with 1 "there is no file 'none.csv'" "$zeno" plot none.csv
fails_with 2 "unknown option '--colour'" "$zeno" plot --colour ball.csv
fails_with 2 "option -y wants a value" "$zeno" plot ball.csv -y
fails_with 2 "two files, 'ball.csv' and 'b.csv'" "$zeno" plot ball.csv b.csv
fails_with 2 "cannot write 'ball.gif'" "$zeno" plot -o ball.gif ball.csv
fails_with 2 "size 'big': give WIDTHxHEIGHT" "$zeno" plot --size big ball.csv
fails_with 2 "'soon' is not a number" "$zeno" plot --from soon ball.csv
for value in 1e400 -1e400 e1 1e 1-2 . nan 0x10; do
    fails_with 2 "'$value' is not a number" "$zeno" plot --to "$value" ball.csv
done
fails_with 2 "state space 'ball.q0': give two columns as X:Y" \
    "$zeno" plot -s ball.q0 ball.csv
fails_with 1 "'ball.csv' has no column 'ball.q7'; it has 1 to 4: t[s],ball.q0[m]" \
    "$zeno" plot -y ball.q7 ball.csv
fails_with 1 "'ball.csv' has no column '5'" "$zeno" plot -o x.png -y 5 ball.csv
claim "a wrong column leaves no picture" test ! -e x.png
# forty columns are not all told
seq -s , 1 40 | sed 's/[0-9]*/x&/g' >wide.csv
seq -s , 1 40 >>wide.csv
fails_with 1 "it has 1 to 40: x1,x2" "$zeno" plot -y none wide.csv
claim "of many columns some are named" has_not err "x21"
claim "and where the others are" has err "... (--list shows all)"
# a picture that cannot be drawn costs no old one
echo mine >old.png
printf 't[s],word,empty\n0,a,\n1,b,\n' >words.csv
fails_with 1 "'words.csv' has no numbers to draw in these columns (zeno info shows" \
    "$zeno" plot -o old.png words.csv
fails_with 1 "'ball.csv' has no numbers to draw in these columns, from 5 (zeno info" \
    "$zeno" plot -o old.png ball.csv --from 5 -y ball.q0
claim "what was there stays" has old.png mine
head -n 1 ball.csv >empty.csv
fails_with 1 "'empty.csv' holds the names of columns but no row" \
    "$zeno" plot empty.csv
sed 1d ball.csv >bare.csv
fails_with 1 "'bare.csv' does not begin with the names of its columns" \
    "$zeno" plot bare.csv

# nothing that a name, a title or a file holds is run, or breaks a line
bad='x
system("touch ran")
'
fails_with 2 "control character" "$zeno" plot -t "$bad" ball.csv
fails_with 2 "control character" "$zeno" plot -o "$bad.svg" ball.csv
fails_with 2 "control character" "$zeno" plot "$bad"
mkfifo fifo.csv
fails_with 1 "'fifo.csv' is not a regular file" "$zeno" plot fifo.csv
fails_with 1 "'/dev/zero' is not a regular file" "$zeno" plot /dev/zero
fails_with 1 "there is no folder './none'" "$zeno" plot -o none/x.svg ball.csv
mkdir folder.svg
fails_with 1 "it is there and not a regular file" "$zeno" plot -o folder.svg ball.csv
run "$zeno" plot -l ball.csv
claim "-l lists the columns" has out "  3  ball.v0[m/s]"

# a comma or a quote in a name is a part of it (RFC 4180)
printf 't[s],"a,b.x[m]","say ""c"".x[m]",d.x[m]\n0,1,2,70000\n1,1,2,80000\n' >quoted.csv
run "$zeno" plot -l quoted.csv
claim "a name with a comma is one" has out "  2  a,b.x[m]"
claim "a name with quotes has them" has out '  3  say "c".x[m]'
claim "and those after it have their numbers" has out "  4  d.x[m]"
cat >comma.yaml <<'END'
bodies:
  "a,b": {mass: 1, shape: {type: sphere, radius: 0.1}}
simulation: {h: 0.1, T: 0.2}
END
run "$zeno" run comma.yaml --quiet --output comma.h5
run "$zeno" plot -l comma.h5
claim "so is one of an HDF5 file" has out "  2  a,b.x[m]"

# a recorded HDF5 file has its columns in the order of the run
cp "$ZENO_SRCDIR/samples/bouncing_ball/bouncing_ball.c" .
run "$zeno" -q bouncing_ball.c -- --quiet --set T=0.1 --output ball.h5
run "$zeno" plot -l ball.h5
claim "an HDF5 file is read, time first" has out "  1  t[s]"
echo 'not HDF5' >bad.h5
fails_with 1 "'bad.h5': is not an HDF5 file" "$zeno" plot -l bad.h5
fails_with 1 "there is no file 'none.h5'" "$zeno" plot none.h5

if ! command -v gnuplot >/dev/null 2>&1; then
    fails_with 1 "apt-get install gnuplot-nox" "$zeno" plot ball.csv
    echo "SKIP: no gnuplot, no picture was drawn"
    [ "${CI-}" != true ] || failures=$((failures + 1))
    finish
fi

run "$zeno" plot ball.csv -y ball.q0 --size 79x20
claim "the terminal is drawn on" has out "***"
claim "the axis has name and unit" has out "t[s]"

run "$zeno" plot quoted.csv -y d.x --size 79x20
claim "what is drawn is the column of that name" has out "80000"

printf 't[s],load\n0,3\n1,3\n' >even.csv
run "$zeno" plot even.csv -o even.png
claim "a column that stays what it is is drawn" has out "wrote even.png"
claim "without a word of it" test ! -s err
run "$zeno" plot ball.csv -y 2 -y ball.v0,energy -s ball.q0:ball.v0 -t "It's it" -o ball.png
claim "a PNG is written" test "$(head -c 4 ball.png | tail -c 3)" = PNG
# bytes 16 to 23 of a PNG: width and height, 900 and 3 x 300
claim "three panels are 900 high" test \
    "$(od -An -tx1 -j16 -N8 ball.png | tr -d ' \n')" = 0000038400000384

# an SVG can be read: curves are polylines, words are text
run "$zeno" plot ball.csv -y energy -o ball.svg -t "It's <it>"
claim "the unit is on the axis" has ball.svg "energy[J]"
claim "the title is there" has ball.svg "It's &lt;it"
claim "other columns are not" has_not ball.svg "ball.v0"
run "$zeno" plot ball.csv -s ball.q0:ball.v0 -o state.svg
claim "state space has position across" has state.svg "ball.q0[m]"
claim "and velocity up" has state.svg "ball.v0[m/s]"
claim "and no time" has_not state.svg "t[s]"
run "$zeno" plot ball.csv -y ball.q0 -o all.svg
run "$zeno" plot ball.csv -y ball.q0 --from 0.1 --to 0.2 -o part.svg
claim "--from and --to cut the curve" has_not part.svg "0.3<"
claim "without them it is whole" has all.svg "0.3<"
run "$zeno" plot ball.csv -o default.svg
claim "by default all columns are drawn" has default.svg "ball.v0[m/s]"

cp ball.csv "it's a ball.csv"
run "$zeno" plot "it's a ball.csv" -y 2 -o "it's.svg"
claim "quotes and blanks in names are fine" test -s "it's.svg"
for text in "'" "''" "'''a" "'a'b''" '"' "\"'" '\' '\n' '$HOME' '`id`' '%d @x'; do
    run "$zeno" plot ball.csv -y 2 -o text.svg -t "$text"
    claim "the title $text is only a text" status_is 0
    claim "and shown" has text.svg ">$text<"
done

for odd in '< touch ran;.csv' '|touch ran;.csv' '-.csv' "'.'.csv" '`touch ran`.csv' \
    '$(touch ran).csv' 'a;b=c%d\e.csv' '"; system "touch ran".csv'; do
    cp ball.csv "./$odd"
    run "$zeno" plot "./$odd" -y 2 -o "./$odd.svg" -t "$odd"
    claim "the name $odd is only a name" status_is 0
    claim "and drawn" test -s "./$odd.svg"
    case $odd in -*) continue ;; esac
    rm -- "./$odd.svg"
    run "$zeno" plot "$odd" -y 2 -o "$odd.svg"
    claim "the name $odd is only a name without a folder" test -s "./$odd.svg"
done
printf "t[s],a' . system('touch ran') . ',\`touch ran\`,\\033[31mred[K]\\007\n0,1,2,3\n1,2,3,4\n" >hostile.csv
run "$zeno" plot hostile.csv -o hostile.svg
claim "names of columns are only names" test -s hostile.svg
claim "nothing was run" test ! -e ran

# columns of other units get other panels
run "$zeno" plot ball.csv -o units.png
claim "three units are three panels" test \
    "$(od -An -tx1 -j16 -N8 units.png | tr -d ' \n')" = 0000038400000384
run "$zeno" plot ball.csv -o ball.pdf
claim "a PDF is written" test "$(head -c 4 ball.pdf)" = %PDF

# a picture does not take the place of what is drawn
printf 't,x\n0,1\n1,2\n' >own.svg
cp own.svg kept.csv
fails_with 2 "'own.svg' would be written over" "$zeno" plot own.svg -o ./own.svg
claim "the recording stays" cmp own.svg kept.csv

finish
