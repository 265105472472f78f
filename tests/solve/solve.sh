# solve.sh - zeno-solve: what it prints, what it returns, what it writes
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"
solve=$ZENO_BUILDDIR/zeno-solve
lint=$ZENO_BUILDDIR/tests/solve/json_lint

# M = [2 1; 1 2], q = -[5; 6]: w = 0, so z = M \ [5; 6] = [4/3; 7/3]
printf '2\n0\n2\n2\n2\t2\n2 1 1 2\n-5 -6\n' >lcp.dat
# w = -1 whatever z
printf '1\n0\n1\n1\n1\t1\n0\n-1\n' >infeasible_lcp.dat
# u = q: take-off in the first contact, -1 in the second
printf '2\n2\n0 4 4 4 4\n1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n1 0 -1 .5\n.3 0\n' \
    >fc2d.dat

# M = diag(2, 4), H = 1, q = (-6, 0): rests, r_N = 6
printf '2\n1\n0 2 2 2 2\n2 0 0 4\n0 2 2 2 2\n1 0 0 1\n-6 0\n0 0\n.5\n' \
    >gfc2d.dat

# W = diag(2, 1, 4): r_N = 1/2 rests, slips with mu = 0.25 and rolls with 0.125
printf '3\n1\n0 3 3 3 3\n2 0 0 0 1 0 0 0 4\n-1 1 -1\n.25\n.125\n' >rfc2d.dat

json()
{
    $lint <out
}

# answers STATUS TEXT COMMAND...: ends so, one JSON value with this text
answers()
{
    want=$1
    text=$2
    shift 2
    run "$@"
    claim "$* ends with $want" status_is "$want"
    claim "$* prints JSON" json
    claim "$* prints one line" test "$(wc -l <out)" = 1
    claim "$* answers: $text" has out "$text"
}

answers 0 '"class": "lcp", "n": 2, "contacts": 0, "solver": "auto"' \
    "$solve" lcp.dat
claim "a solved problem is ok" has out '"outcome": "ok"'
claim "there is nothing to complain of" test ! -s err
claim "z is the known solution" grep -q \
    '"solution": {"z": \[1\.33333333[0-9]*, 2\.33333333[0-9]*\], "w": ' out
answers 0 '"contacts": 2' "$solve" fc2d.dat
claim "friction has r and u" grep -q '"solution": {"r": \[.*\], "u": ' out
claim "the second contact carries 1, with no friction" \
    grep -q '"r": \[-*0, -*0, 1, -*0\]' out
answers 0 '"class": "global-friction"' "$solve" gfc2d.dat
claim "global friction has v, r and u" \
    grep -q '"solution": {"v": \[.*\], "r": \[6, -*0\], "u": ' out
answers 0 '"ok"' "$solve" -w gfc2d.h5 gfc2d.dat
answers 0 '"class": "global-friction"' "$solve" gfc2d.h5
answers 0 '"class": "rolling-friction"' "$solve" rfc2d.dat
claim "rolling friction has r and u" \
    grep -q '"solution": {"r": \[0.5, -0.125, 0.0625\], "u": ' out
answers 0 '"ok"' "$solve" --explain lcp.dat
claim "what was tried is told, apart from the answer" has err ": ok after"
run "$solve" --no-solution lcp.dat
claim "the solution can be left out" has_not out solution

answers 1 '"outcome": "infeasible"' "$solve" infeasible_lcp.dat
claim "what is not solved is said" has err "infeasible"
claim "the best point is printed all the same" has out '"solution": {"z": ['
answers 1 '"outcome": "iteration_limit"' \
    "$solve" --solver pgs --max-iter 2 --history lcp.dat
claim "the history has an error per iteration" grep -q \
    '"history": \[[0-9.e-]*, [0-9.e-]*\]' out
answers 0 '"solver": "pgs"' "$solve" -s pgs -S max_iter=999 --set tol=1e-4 lcp.dat
awk -F'"error": ' '{ split($2, a, ","); exit !(a[1] > 1e-12 && a[1] <= 1e-4) }' out
claim "a coarse tolerance is used" test $? = 0

# a joint z_0 and a stop z_1: M = [2 1; 1 2], q = (-4, 1), z = (2, 0)
gmp='1 2 2 4 2 2  1 2  1 2  3 4  0 2 4  0 1 0 1  0 2  1 1  2 1  3 2  -4 1'
echo "$gmp 2 0" >joint_gmp.dat
echo "$gmp 2 7" >odd_gmp.dat
answers 0 '"class": "generic-mechanical", "n": 2' "$solve" joint_gmp.dat
claim "the joint carries 2" grep -q '"z": \[2, -*0\]' out
answers 3 'block 1 (rows 1 to 1) is of kind 7, variational inequality' \
    "$solve" odd_gmp.dat

# z_i <- max(0, 1 - 2 z_(i+1)) visits 110, 011, 001, 100 and again
printf '3\n0\n3\n3\n3 3\n1 0 2 2 1 0 0 2 1\n-1 -1 -1\n' >cycle_lcp.dat
answers 1 '"outcome": "time_limit"' \
    "$solve" --solver pgs --max-iter 1000000000 --time-limit 0.05 \
    cycle_lcp.dat

# starting points
answers 0 '"iterations": 0' sh -c \
    "'$solve' -o solution lcp.dat >/dev/null && '$solve' -s pgs -i solution lcp.dat"
claim "the solution file says what it is" has solution '# z: 2 numbers'
printf '1 2 3\n' >three
answers 3 'must be 2 (z) or 4 (z and w)' "$solve" -i three lcp.dat
printf '1 x\n' >word
answers 3 'number 1 is none' "$solve" -i word lcp.dat
printf '1 nan\n' >nan
answers 3 'number 1 is not finite' "$solve" -i nan lcp.dat
answers 3 'No such file' "$solve" -i nothing lcp.dat
# nobody waits for who may write to a pipe
mkfifo nobody
answers 3 '0 numbers, must be 2' timeout 60 "$solve" -i nobody lcp.dat
# nor for who may read one
run timeout 60 "$solve" -o nobody lcp.dat
claim "a solution goes to no pipe that nobody reads" status_is 3
claim "which is said" has err 'it is a pipe that nobody reads'
run timeout 60 "$solve" --random 'lcp n=2' --write nobody
claim "nor does a problem" status_is 3
claim "which is said, too" has err 'it is a pipe that nobody reads'
# nor is anything thrown away without a word
for device in /dev/zero /dev/random /dev/urandom; do
    [ -c $device ] || continue
    answers 3 "'$device': it is a device to read from" "$solve" -w $device lcp.dat
    run "$solve" -o $device lcp.dat
    claim "nor is a solution" status_is 3
    claim "which is said" has err "'$device': it is a device to read from"
done
ln -s /dev/zero nowhere
answers 3 "'nowhere': it is a device to read from" "$solve" -w nowhere lcp.dat
answers 0 '"ok"' "$solve" -w /dev/null lcp.dat

# the same bits whatever OpenBLAS would take by itself
"$solve" --random 'relay n=100' | sed 's/"seconds.*//' >one
(unset OPENBLAS_NUM_THREADS; "$solve" --random 'relay n=100') |
    sed 's/"seconds.*//' >default
claim "one thread of BLAS is the default" cmp one default

# random problems
answers 0 '"class": "lcp", "n": 7' "$solve" --random 'lcp n=7 seed=2'
answers 0 '"contacts": 5' "$solve" -r 'fc3d contacts=5' -w random.dat
answers 0 '"class": "friction"' "$solve" -c fc3d random.dat
answers 3 "has no option 'size'" "$solve" --random 'lcp size=7'
answers 3 "no random problems of class 'socks'; there are: lcp, mlcp" \
    "$solve" --random socks
run "$solve" --random lcp lcp.dat
claim "a random problem goes without file" status_is 2
run "$solve" --list
claim "the options of random problems are listed" has out 'random problems:'

# conversions
answers 0 '"ok"' "$solve" -w fc2d.h5 fc2d.dat
answers 0 '"class": "friction"' "$solve" -w again.dat fc2d.h5
answers 0 '"class": "friction"' "$solve" -c fc2d again.dat
answers 3 "no layout for class 'lcp'; text" "$solve" -w x.hdf5 lcp.dat

# what cannot be used
answers 3 '"outcome": "error", "error": null' "$solve" nothing.dat
claim "the file is named" has err "zeno-solve: 'nothing.dat': No such file"
printf '2\n0\n2 2 2 2\n1 2 nan 4\n5 6\n' >bad_lcp.dat
answers 3 'line 4: M(2) = nan' "$solve" bad_lcp.dat
answers 3 "no lcp solver 'frob'; there is: auto, lemke" \
    "$solve" -s frob lcp.dat
answers 3 "has no option 'speed'; it has: tol" "$solve" -S speed=1 lcp.dat
answers 3 "must be in [0, 1]" "$solve" -t 7 lcp.dat
answers 3 "for a class 'socks'; there are: lcp" "$solve" -c socks lcp.dat
: >nothing_in_it
answers 3 "'nothing_in_it': the file is empty" "$solve" nothing_in_it
answers 3 "no problem file: it does not begin with a number" "$solve" "$solve"
printf 'x' >'a "b\c
d.dat'
answers 3 '"file": "a \"b\\c\u000ad.dat"' "$solve" 'a "b\c
d.dat'
printf 'x' >"$(printf 'latin\351_lcp.dat')"
answers 3 'latin?_lcp.dat' "$solve" "$(printf 'latin\351_lcp.dat')"

# the command line
fails_with 2 "which file?" "$solve"
fails_with 2 "one file at a time, not also b" "$solve" a b
fails_with 2 "unrecognized option '--colour'" "$solve" --colour lcp.dat
fails_with 2 "--time-limit wants seconds, not soon" "$solve" -T soon lcp.dat
fails_with 2 "--time-limit wants seconds, not -1" "$solve" -T -1 lcp.dat
fails_with 2 "--set wants NAME=VALUE, not tol" "$solve" -S tol lcp.dat
fails_with 2 "--solution wants a file, not 'path=maybe': an option is --set path=maybe" "$solve" -o path=maybe lcp.dat
fails_with 2 "--output goes with --compare" "$solve" -O some lcp.dat
fails_with 2 "--output goes with --compare" "$solve" -O zeno-solve lcp.dat
fails_with 2 "--compare goes without --write" "$solve" -C all -w again.dat lcp.dat
fails_with 2 "--compare goes without --write" "$solve" -C all -o some lcp.dat
for option in "-s lemke" -y -q; do
    # shellcheck disable=SC2086
    fails_with 2 "--compare goes without --solver" "$solve" -C all $option lcp.dat
done
run "$solve" --version
claim "the version is told" grep -q '^zeno-solve [0-9.]*$' out
run "$solve" --help
claim "the help is told" status_is 0
for option in $(sed -n 's/^  -., \(--[a-z-]*\).*/\1/p' out); do
    claim "the manual tells of $option" \
        grep -q -e "Fl -${option#--}" "$ZENO_SRCDIR/doc/zeno-solve.1"
done
run "$solve" --list
claim "the classes are listed" grep -q '^lcp: w = M z + q' out
claim "with their solvers" grep -q '^  lemke ' out
claim "and their options" grep -q '^      tol = .*\[' out
claim "the sets are listed" grep -q '^  friction  *Coulomb' out
if [ -c /dev/full ]; then
    "$solve" lcp.dat >/dev/full 2>err
    claim "a full disk is a failure" test $? = 3
    claim "and is said" has err "cannot write"
fi
(ulimit -v 200000 && exec timeout 60 "$solve" lcp.dat) >out 2>err
status=$?
claim "with 200 MB it ends" test $status = 0 -o $status = 127

# comparing
cp lcp.dat other_lcp.dat
if command -v gnuplot >/dev/null; then
    run "$solve" --compare all --output table lcp.dat other_lcp.dat fc2d.dat \
        infeasible_lcp.dat
    claim "solvers are compared" status_is 0
    claim "the picture is there" test -s table.png
else
    echo "note: no gnuplot, no picture"
    run "$solve" --compare all --output table lcp.dat other_lcp.dat fc2d.dat \
        infeasible_lcp.dat
    claim "that there is no picture is said" status_is 3
fi
claim "the table has a head" test "$(head -1 table.csv)" = \
    "file,class,n,contacts,solver,outcome,error,iterations,seconds,message"
lcps=$("$solve" --list | sed -n '/^lcp:/,/^[a-z]*:/p' | grep -c '^  [a-z]')
claim "each solver has a line" test "$(grep -c '^"lcp.dat",lcp,' table.csv)" \
    -ge 10
claim "all of them" test "$(grep -c '^"lcp.dat",lcp,' table.csv)" = "$lcps"
claim "what does not apply is told" grep -q \
    '^"infeasible_lcp.dat",lcp,1,0,pgs,error,,0,.*M(0,0) = 0' table.csv
claim "the script names the solvers" has table.gp "title 'lemke'"
claim "the first class has a panel" has table.gp "set title 'lcp'"
claim "so has the second" has table.gp "set title 'friction'"
claim "and no class has two" test "$(grep -c '^set title' table.gp)" = 2
run "$solve" -C lemke,pgs -O "two's" lcp.dat
claim "it says how far it is" has err "[1/1] lcp.dat"
! command -v gnuplot >/dev/null ||
    claim "and what there is then" has err "wrote two's.csv, two's.gp and two's.png"
run "$solve" -Q -C lemke,pgs -O "two's" lcp.dat
claim "or nothing" test ! -s err
claim "chosen solvers only" test "$(wc -l <"two's.csv")" = 3
claim "and a name with a quote is fine" has "two's.gp" "'two''s.png'"
run "$solve" -C lemke,lemk -O some lcp.dat
claim "a solver that is none is a failure" status_is 3
claim "and is said" has err "no solver 'lemk' for any of these files"
run "$solve" -C all -O no/where lcp.dat
claim "a table that cannot be written is a failure" status_is 3
echo mine >mine
ln -s mine linked.csv
mkfifo pipe.gp
run "$solve" -Q -C lemke -O linked lcp.dat
claim "a table takes the place of no link" status_is 3
claim "which is said" has err "cannot write 'linked.csv': File exists"
claim "nor is one followed" has mine mine
run timeout 60 "$solve" -Q -C lemke -O pipe lcp.dat
claim "nor a pipe waited for" has err "cannot write 'pipe.gp': File exists"
run "$solve" -C all -O gone nothing.dat
claim "a file that is not there is a failure" status_is 3
claim "and nothing is compared" has err "nothing to compare"

# what is written takes the place of nothing that is read
cp lcp.dat own.dat
cp lcp.dat own.csv
for made in '-o own.dat' '-w ./own.dat' '-s pgs -w new.dat -o new.dat' '-o ./new.dat -w new.dat'; do
    # shellcheck disable=SC2086
    fails_with 2 "the problem would be written over; give another name" "$solve" $made own.dat
done
fails_with 2 "the problem would be written over" "$solve" -C lemke -O own own.csv
claim "the problems stay" cmp own.dat lcp.dat
claim "the table has not taken the place of one" cmp own.csv lcp.dat
claim "nothing is made" test ! -e new.dat
run "$solve" -o own.sol own.dat
fails_with 2 "the starting point would be written over" "$solve" -i own.sol -w own.sol own.dat
run "$solve" -i own.sol -o own.sol own.dat
claim "a solution takes the place of that it started from" status_is 0
run "$solve" -q -w /dev/null -o /dev/null own.dat
claim "a device is no file" status_is 0

finish
