# sample.sh - the command line that all samples share
# SPDX-License-Identifier: Apache-2.0

trial=${ZENO_BUILDDIR:-.}/tests/sample/trial
dir=$(mktemp -d "${TMPDIR:-/tmp}/zeno-sample-XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
failed=0
count=0

fail()
{
    echo "FAIL: $*"
    failed=$((failed + 1))
}

# run STATUS ARGUMENTS: stdout in out, stderr in err
run()
{
    want=$1
    shift
    what="trial $*"
    count=$((count + 1))
    "$trial" "$@" >"$dir/out" 2>"$dir/err"
    got=$?
    [ $got = "$want" ] || {
        fail "$what: status $got, not $want"
        cat "$dir/out" "$dir/err"
    }
}

says()
{
    for words; do
        grep -q -F -e "$words" "$dir/err" || {
            fail "$what: does not say '$words', but:"
            cat "$dir/err"
        }
    done
}

prints()
{
    for words; do
        grep -q -e "$words" "$dir/out" || {
            fail "$what: does not print '$words', but:"
            cat "$dir/out"
        }
    done
}

silent()
{
    [ ! -s "$dir/out" ] || { fail "$what: prints"; cat "$dir/out"; }
    [ ! -s "$dir/err" ] || { fail "$what: says"; cat "$dir/err"; }
}

has()
{
    grep -q -e "$2" "$1" || { fail "$what: no '$2' in $1:"; cat "$1"; }
}

# ---- what one can ask -----------------------------------------------------------

run 0 --list
prints '^trial - a ball to try$' '^  name  *default  *unit  *meaning$' \
    '^  m  *2  *kg  *mass, in \[0.001, 1000\]$' '^  e  *0.9  *-  *restitution' \
    '^  height  *1  *m  *drop height, >= 0$' \
    '^  dimension  *1  *-  *coordinates, in \[1, 3\]$' \
    '^  floor  *yes  *-  *is there a floor?: yes|no$' \
    '^  shape  *ball  *-  *of the body: ball|cube$' \
    '^  t0  *0  *s  *start$' '^  h  *0.005  *s  *step' '^  T  *2  *s  *end$' \
    '^  osi  *moreau-jean  *-  *integrator: .*moreau-jean' \
    '^  theta  *0.75 ' '^  newton_tol  *1e-11 ' '^  solver  *auto ' \
    '^  energy  *no '
[ ! -s "$dir/err" ] || fail "$what: says something"
run 0 --list --set e=0.5 --set height=7
prints '^  e  *0.9  *-' # the default, whatever is set

run 0 --help
for argument in --list --set --output --every --report --checkpoint \
    --checkpoint-every --restart --stop-after --plugin --quiet --help; do
    prints "^  \(-., \)\?$argument"
done

# ---- settings arrive ----------------------------------------------------------

run 0 --set e=0.5 --set T=1 --set h=1e-2 --set theta=1 --set newton_tol=1e-9 \
    --set osi.gamma=0.4 --set simulation.newton_max_iter=7 --set floor=no \
    --set solver=lemke --set shape=cube --set e=0.25 --report "$dir/r.json" \
    --quiet
silent
has "$dir/r.json" '"e": 0.25,'
has "$dir/r.json" '"shape": "cube"'
has "$dir/r.json" '"steps": 100,'
has "$dir/r.json" '"theta": 1,'
has "$dir/r.json" '"gamma": 0.4,'
has "$dir/r.json" '"newton_tol": 1e-09,'
has "$dir/r.json" '"newton_max_iter": 7,'
has "$dir/r.json" '"solver": "lemke",'
has "$dir/r.json" '"title": "a ball to try"'
has "$dir/r.json" '"energy": {'
has "$dir/r.json" '"complete": true'
run 0 --quiet --report="$dir/r.json" --set solver.max_iter=77
has "$dir/r.json" '"max_iter": 77'
has "$dir/r.json" '"theta": 0.75,'
if command -v python3 >/dev/null 2>&1; then
    python3 -m json.tool "$dir/r.json" >/dev/null || fail 'report: not JSON'
else
    echo 'note: no python3, the report is not parsed here'
fi

run 0
prints '^steps  *400, to the end at t = 2 s$' '^contacts  *[0-9][0-9]* impacts'
run 0 --stop-after 10
prints '^steps  *10 of 400, to t = 0.05 s of 2 s$'
run 0 --quiet
silent

# another integrator has its own defaults, and options by name
run 0 --quiet --set osi=schatzman-paoli --report="$dir/r.json"
has "$dir/r.json" '"class": "schatzman-paoli"'
has "$dir/r.json" '"theta": 0.25,'
has "$dir/r.json" '"newton_tol": 1e-11,' # of the simulation, so kept
run 0 --quiet --set osi=schatzman-paoli --set theta=0.5 --report="$dir/r.json"
has "$dir/r.json" '"theta": 0.5,'
run 0 --quiet --set step=error --set rtol=1e-4 --report="$dir/r.json"
has "$dir/r.json" '"steps_planned": null'
has "$dir/r.json" '"step": "error"'
has "$dir/r.json" '"complete": true'
run 0 --quiet --set simulation=time-stepping --set simulation.step=fixed \
    --report="$dir/r.json"
has "$dir/r.json" '"name": "time-stepping"'
run 0 --set osi=schatzman-paoli --list
prints '^  osi  *schatzman-paoli ' '^schatzman-paoli$' '^  theta  *0.25 '

# ---- what is there is not lost to a mistake ---------------------------------------

for suffix in csv h5; do
    run 0 --quiet --output "$dir/keep.$suffix" --stop-after 5
    cp "$dir/keep.$suffix" "$dir/copy.$suffix"
    run 2 --output "$dir/keep.$suffix" --set solver=lemk
    says "lemk"
    cmp -s "$dir/keep.$suffix" "$dir/copy.$suffix" ||
        fail "$what: the old recording is lost"
    run 2 --output "$dir/new.$suffix" --set solver=lemk --report "$dir/new.json" \
        --checkpoint "$dir/new.save"
    for file in "new.$suffix" new.json new.save; do
        [ ! -e "$dir/$file" ] || fail "$what: leaves $file"
    done
done
run 2 --checkpoint "$dir/no/such/x"
says "--checkpoint: checkpoint '$dir/no/such/x': cannot be made: No such file"
run 2 --checkpoint /dev/null
says "'/dev/null': cannot be made: it is a device"
[ -c /dev/null ] || fail "$what: /dev/null is replaced"
ln -s "$dir/copy.csv" "$dir/link"
run 2 --checkpoint "$dir/link"
says 'it is a link'

# ---- crashes have words -----------------------------------------------------------

# crash HOW STATUS WORDS: at t = 0.5 it fails so; 100 rows and the header remain
crash()
{
    for suffix in csv h5; do
        rm -f "$dir/c.$suffix"
        run "$2" --set fail_at=0.5 --set "how=$1" --output "$dir/c.$suffix" --quiet
        says "trial: $3 in f_ext of system 'ball' (a C function) at t = 0.5" \
            "trial: the steps before are in $dir/c.$suffix"
    done
    [ "$(wc -l <"$dir/c.csv")" -ge 100 ] || fail "$what: rows are lost"
    [ "$(tail -c 1 "$dir/c.csv" | od -An -c | tr -d ' ')" = '\n' ] ||
        fail "$what: the last row is cut"
    [ "$(dd if="$dir/c.h5" bs=1 skip=1 count=3 2>/dev/null)" = HDF ] ||
        fail "$what: c.h5 is none"
}

ulimit -c 0
case $(sed -n 's/^ZN_INSTRUMENT = *//p' "${ZENO_BUILDDIR:-.}/Makefile") in
*sanitize*) ;; # a sanitizer has handlers of its own
*)
    crash crash 139 'crashed: an access outside of its memory (SIGSEGV)'
    crash abort 134 'crashed: abort() was called, or an assertion failed (SIGABRT)'
    crash divide 136 'crashed: a division of integers by zero (SIGFPE)'
    crash recurse 139 'crashed: an access outside of its memory (SIGSEGV)'
    ;;
esac
crash exit 1 'exit() was called'
crash _exit 1 '_exit() was called'

# a function that does not return: the first Ctrl-C waits for it, the second does not
for signal in INT TERM; do
    (
        trap - INT
        exec "$trial" --set fail_at=0.5 --set how=loop --output "$dir/l.csv" \
            >"$dir/out" 2>"$dir/err"
    ) &
    child=$!
    tries=0
    while [ ! -s "$dir/l.csv" ] && [ $tries -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    sleep 1
    kill -$signal $child
    # it says where it is, and what to do
    tries=0
    while ! grep -q "once more ends it at once" "$dir/err" && [ $tries -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    says "asked to end, still in f_ext of system 'ball' (a C function) at t = 0.5"
    kill -$signal $child
    wait $child
    got=$?
    what="endless loop, $signal twice"
    case $signal in INT) want=130 ;; TERM) want=143 ;; esac
    [ $got = $want ] || fail "$what: status $got, not $want"
    says "while it was in f_ext of system 'ball' (a C function) at t = 0.5"
    [ "$(wc -l <"$dir/l.csv")" -ge 100 ] || fail "$what: rows are lost"
    rm -f "$dir/l.csv"
done

# ---- signals ----------------------------------------------------------------------

# a run of many steps is stopped: rows, checkpoint, report and summary are there (also where this
# script was started by nohup)
for signal in TERM HUP INT XCPU XFSZ; do
    rm -f "$dir/s.csv" "$dir/s.json" "$dir/s.save"
    (
        trap - INT
        exec env --default-signal=HUP "$trial" --set h=1e-6 --set T=1000 --every 1000 \
            --output "$dir/s.csv" --checkpoint "$dir/s.save" \
            --report "$dir/s.json" >"$dir/out" 2>"$dir/err"
    ) &
    child=$!
    tries=0
    while [ ! -s "$dir/s.csv" ] && [ $tries -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    kill -$signal $child
    wait $child
    got=$?
    what="trial, SIG$signal"
    count=$((count + 1))
    [ $got -gt 128 ] || fail "$what: status $got"
    says "stopped by signal"
    prints '^steps '
    has "$dir/s.json" '"failure": "stopped by signal'
    [ -s "$dir/s.save" ] || fail "$what: no checkpoint"
    [ "$(tail -c 1 "$dir/s.csv" | od -An -c | tr -d ' ')" = '\n' ] ||
        fail "$what: the last row is not whole"
done

# after the run they end the program, as what it does then knows of no signal
for signal in TERM HUP INT XCPU; do
    rm -f "$dir/s.json"
    (
        trap - INT
        exec env --default-signal=HUP "$trial" --quiet --set linger=60 --report "$dir/s.json" \
            >"$dir/out" 2>"$dir/err"
    ) &
    child=$!
    tries=0
    while [ ! -s "$dir/s.json" ] && [ $tries -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    sleep 0.5
    began=$(date +%s)
    kill -$signal $child
    wait $child
    got=$?
    what="trial, SIG$signal after its run"
    count=$((count + 1))
    [ $got -gt 128 ] || fail "$what: status $got"
    [ $(($(date +%s) - began)) -lt 30 ] || fail "$what: it went on"
done

# and when its time of the processor is over, once for each second that it goes on
(
    ulimit -S -t 1
    exec "$trial" --set h=1e-6 --set T=1000 --every 1000 --output "$dir/s.csv" \
        >"$dir/out" 2>"$dir/err"
)
got=$?
what="trial, no more time"
count=$((count + 1))
[ $got = 152 ] || fail "$what: status $got"
says "stopped by signal"
prints '^steps '

# nohup: a terminal that goes away ends nothing
(
    trap '' HUP
    exec "$trial" --quiet --set h=1e-6 --set T=1000 --every 1000 \
        --output "$dir/hup.csv" >"$dir/out" 2>"$dir/err"
) &
child=$!
tries=0
while [ ! -s "$dir/hup.csv" ] && [ $tries -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
kill -HUP $child
sleep 0.3
kill -TERM $child
wait $child
got=$?
what="trial, a terminal that goes away"
count=$((count + 1))
[ $got = 143 ] || fail "$what: status $got"

# a file that may not grow: words, and the last row is whole
(
    ulimit -f 8
    exec "$trial" --quiet --set h=1e-4 --output "$dir/f.csv" \
        --report "$dir/f.json" >"$dir/out" 2>"$dir/err"
)
got=$?
what="trial, a file that may not grow"
count=$((count + 1))
[ $got = 1 ] || fail "$what: status $got"
says "f.csv" "write"
[ "$(tail -c 1 "$dir/f.csv" | od -An -c | tr -d ' ')" = '\n' ] ||
    fail "$what: the last row is not whole"
has "$dir/f.json" '"complete": false'

# without standard descriptors the results are results
run 0 --quiet --output "$dir/a.csv"
(exec "$trial" --output "$dir/b.csv" <&- >&- 2>&-)
cmp -s "$dir/a.csv" "$dir/b.csv" || fail "results differ without descriptors"

# ---- recordings ----------------------------------------------------------------

run 0 --quiet --output "$dir/a.csv" --every 100
[ "$(wc -l <"$dir/a.csv")" -eq 6 ] || fail "$what: not 6 lines"
[ "$(head -n 1 "$dir/a.csv")" = 't[s],q[m],v[m/s]' ] || fail "$what: header"
run 0 --quiet --output "$dir/a.h5" --set e=0.5
if command -v h5dump >/dev/null 2>&1; then
    h5dump -a /sample -a /e -a /T -a /osi -a /osi.theta \
        -a /simulation.newton_tol -a /zeno -a /q/unit "$dir/a.h5" \
        >"$dir/out" 2>&1 || fail "$what: h5dump fails"
    prints '"a ball to try"' '"0.5"' '"2"' '"moreau-jean"' '"0.75"' '"1e-11"' \
        '"m"'
else
    echo 'note: no h5dump, attributes are not read back here'
fi

# the bits of a run do not depend on what is asked of it
run 0 --quiet --output "$dir/b.csv"
run 0 --output "$dir/c.csv" --report "$dir/r.json" --checkpoint "$dir/c.save" \
    --checkpoint-every 3
cmp "$dir/b.csv" "$dir/c.csv" || fail "$what: other bits"

# ---- restart ----------------------------------------------------------------------

for osi in schatzman-paoli moreau-jean; do
    run 0 --quiet --set osi=$osi --output "$dir/b.csv"
    for n in 1 89 250; do
        rm -f "$dir/rest.csv"
        run 0 --quiet --set osi=$osi --output "$dir/first.csv" \
            --stop-after $n --checkpoint "$dir/stop.save"
        run 0 --quiet --set osi=$osi --output "$dir/rest.csv" \
            --restart "$dir/stop.save"
        { cat "$dir/first.csv"; tail -n +3 "$dir/rest.csv"; } >"$dir/joined.csv"
        cmp "$dir/b.csv" "$dir/joined.csv" || fail "$osi at $n: other bits"
    done
done
run 0 --quiet --stop-after 10 --restart "$dir/stop.save" --report "$dir/r.json"
has "$dir/r.json" '"steps": 260,'
run 2 --restart "$dir/stop.save" --output "$dir/b.csv"
says "'$dir/b.csv' exists"
cmp -s "$dir/b.csv" "$dir/c.csv" || fail "$what: the old recording is lost"
run 2 --restart "$dir/stop.save" --set h=1e-3
says "checkpoint '$dir/stop.save': of other times"
run 2 --restart "$dir/stop.save" --set dimension=2
says 'of another model: it has 1 positions, this model 2'
run 2 --restart "$dir/none.save"
says "checkpoint '$dir/none.save': cannot be read: No such file"
run 2 --restart "$dir/b.csv"
says 'not a checkpoint'

# ---- a run that fails ----------------------------------------------------------

run 1 --set fail_at=0.5 --output "$dir/f.csv" --every 1000 \
    --report "$dir/f.json" --checkpoint "$dir/f.save"
says 'no weight at t = 0.5' "system 'ball'" 'f_ext'
prints '^steps  *99 of 400'
[ "$(wc -l <"$dir/f.csv")" -eq 3 ] || fail "$what: first and last row are not there"
has "$dir/f.csv" '^0.495'
has "$dir/f.json" '"complete": false'
has "$dir/f.json" '"failure": ".*no weight'
# and goes on when the reason is gone
run 0 --quiet --restart "$dir/f.save" --output "$dir/g.csv"
tail -n 50 "$dir/g.csv" >"$dir/x"
tail -n 50 "$dir/b.csv" | cmp - "$dir/x" || fail "$what: other bits"
if [ -w /dev/full ]; then
    ln -s /dev/full "$dir/full.csv"
    run 1 --output "$dir/full.csv" --set T=100 --quiet
    says "recorder '$dir/full.csv': write: No space left on device"
    run 1 --report /dev/full --quiet
    says "report '/dev/full'" 'No space left'
fi

# ---- little memory: threads of the BLAS that could not be made are not waited for at the end ----

status=0
(ulimit -v 200000 && exec timeout 60 "$trial" --quiet --output "$dir/small.csv") >"$dir/out" 2>&1 || status=$?
case $status in
0) [ "$(wc -l <"$dir/small.csv")" -gt 1 ] || fail "200 MB: no rows" ;;
127) ;; # too little for the libraries to be loaded, which the loader says
*) fail "200 MB: status $status: $(cat "$dir/out")" ;;
esac

# ---- misuse: the thing, the value, the remedy -----------------------------------

while IFS='|' read -r words arguments; do
    # shellcheck disable=SC2086
    run 2 $arguments
    says "$words"
    says 'trial: '
    [ ! -s "$dir/out" ] || fail "$what: prints"
    [ "$(wc -l <"$dir/err")" -eq 1 ] || fail "$what: not one line of words"
done <<'END'
no parameter 'hh'; did you mean 'h'?|--set hh=1
no parameter 'thta'; did you mean 'theta'?|--set thta=1
no parameter 'Height'; did you mean 'height'?|--set Height=1
no parameter 'dim'; did you mean 'dimension'?|--set dim=1
no parameter 'ehight'; did you mean 'height'?|--set ehight=1
no parameter 'zzzzzz'; --list shows all|--set zzzzzz=1
no parameter 'osi.thta'|--set osi.thta=1
option 'e' of sample = 1.5: must be in [0, 1]|--set e=1.5
option 'e' of sample = 0,5: is not a number (decimals come after a point)|--set e=0,5
option 'e' of sample = : is not a number|--set e=
option 'dimension' of sample = 1.5|--set dimension=1.5
option 'shape' of sample = round: must be one of ball|--set shape=round
option 'floor' of sample = maybe: must be yes or no|--set floor=maybe
option 'theta' of moreau-jean = 2: must be in [0, 1]|--set theta=2
option 'newton_tol' of simulation = x|--set newton_tol=x
integrator: no integrator 'euler'; there is|--set osi=euler
simulation: no simulation 'warp'; there is|--set simulation=warp
h = 0, T = 2: must be finite with h > 0|--set h=0
T = -1: must be finite with h > 0 and T >= t0|--set T=-1
no lcp solver 'nope'; there is: auto|--set solver=nope
lcp solver 'auto' has no option 'nope'|--set solver.nope=1
--set 'e': must be NAME=VALUE|--set e
--set '=1': must be NAME=VALUE|--set =1
--set needs a value: --set NAME=VALUE|--set
--output needs a value: --output FILE.csv|--output
no argument '--outptu'; did you mean '--output'?|--outptu x.csv
no argument '-z'; --help shows all|-z
'run.csv': arguments begin with --|run.csv
--quiet takes no value|--quiet=yes
--every '0': must be a whole number >= 1|--every 0 --output x.csv
--every 'ten': must be a whole number >= 1|--every ten --output x.csv
--every '3x': must be a whole number >= 1|--every 3x
--every '99999999999999999999': must be a whole|--every 99999999999999999999
--every needs a file|--every 3
--checkpoint-every needs a file|--checkpoint-every 3
'run.txt': the suffix decides the format, and must be .csv|--output run.txt
'/no/such/run.csv': cannot be made: No such file or directory; make the folder '/no/such' first|--output /no/such/run.csv
'/no/such/run.h5': cannot be made: No such file|--output /no/such/run.h5
'/no/such/r.json': cannot be made: No such file|--report /no/such/r.json
NoSuchPlugin|--plugin NoSuchPlugin
END
run 2 --output '' # cannot be written in the table
says '--output: the name is empty'

echo "$count runs, failed: $failed"
[ $failed = 0 ]
