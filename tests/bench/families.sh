# families.sh - what `auto` does with the families of `zeno-solve --random`
# SPDX-License-Identifier: Apache-2.0
#
#     ZENO_BUILDDIR=.  LIMIT=60  sh families.sh ['CLASS FAMILY...' TOL [SOLVER...]]
#
# What `make bench BENCH=families` prints, the tables of "Today" in families.md: who ended a problem, iterations of all
# methods together and seconds of the processor, of the whole process with the making of the problem; of what is not
# solved within LIMIT seconds by the clock a dash and the error. With arguments one problem, by `auto` or those named.

build=${ZENO_BUILDDIR:-.}
limit=${LIMIT:-60}
OPENBLAS_NUM_THREADS=1
export OPENBLAS_NUM_THREADS

# libtool's wrapper takes time of its own
program=$build/zeno-solve
if [ -x "$build/.libs/zeno-solve" ]; then
    program=$build/.libs/zeno-solve
    LD_LIBRARY_PATH=$build/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export LD_LIBRARY_PATH
fi

# field NAME: of the JSON in $answer, a number or a word
field()
{
    printf '%s\n' "$answer" | sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p" | sed -n 1p
}

# cell SPEC TOL SOLVER: sets $cell, who, iterations, seconds, and $contacts
cell()
{
    answer=$("$program" -q -t "$2" -T "$limit" -s "$3" --random "$1" 2>/dev/null
        times)
    seconds=$(printf '%s\n' "$answer" | sed -n '$p' | tr ms '  ' |
        awk '{ s = 60 * ($1 + $3) + $2 + $4; printf s < 1 ? "%.2f" : s < 10 ? "%.1f" : "%.0f", s }')
    contacts=$(field contacts)
    case $(field outcome) in
    ok) cell="$(field method) $(field iterations), $seconds" ;;
    '') cell="died, $seconds" ;;
    *) cell="- ($(field error | awk '{ printf "%.1e", $1 }')) $seconds" ;;
    esac
}

# both TOL FAMILY...: a row for each, condensed and with the motion kept
both()
{
    tol=$1
    shift
    echo
    echo "| tol $tol | contacts | \`friction\` | \`global-friction\` |"
    echo '|---|---|---|---|'
    for family; do
        cell "friction $family" "$tol" auto
        condensed=$cell
        cell "global-friction $family" "$tol" auto
        echo "| \`$family\` | $contacts | $condensed | $cell |"
    done
}

if [ $# -gt 0 ]; then
    [ $# -ge 2 ] || { sed -n 's/^#     //p' "$0" >&2; exit 2; }
    problem=$1
    tol=$2
    shift 2
    [ $# -gt 0 ] || set -- auto
    for solver; do
        cell "$problem" "$tol" "$solver"
        echo "| \`$problem\` | $contacts | \`$solver\` | $cell |"
    done
    exit
fi

both 1e-8 'structure=stack bodies=20' 'structure=stack bodies=50 spread=6' 'structure=stack bodies=100 spread=4' \
    'structure=wall bodies=40' 'structure=wall bodies=100 mu=0.1' 'structure=wall bodies=400' \
    'structure=arch bodies=30 mu=0.1' 'structure=arch bodies=50 slope=0.2 mu=1' 'structure=arch bodies=100 slope=0.11' \
    'structure=wedge bodies=10 spread=6' 'structure=wedge bodies=100 mu=1' 'structure=wedge bodies=300 slope=0.3 mu=0.2' \
    'structure=chain bodies=100' 'structure=chain bodies=100 spread=6' 'structure=chain bodies=1000 slope=0.3' \
    'structure=pile bodies=40 seed=102 mu=0' 'structure=pile bodies=40 seed=103 mu=0.1' \
    'structure=pile bodies=40 seed=104 mu=1' 'structure=pile bodies=40 seed=105 mu=2' \
    'structure=pile bodies=40 seed=106 spread=2' 'structure=pile bodies=40 seed=107 spread=6' \
    'structure=pile bodies=60' 'structure=pile bodies=60 spread=6' 'structure=pile bodies=60 mu=2' \
    'structure=pile bodies=100 seed=108' 'structure=pile bodies=100 seed=109 mu=0.2' \
    'contacts=100 bodies=40 spread=6 seed=115' 'contacts=300 bodies=100 mu=1.5' 'contacts=1000 bodies=500' \
    'contacts=1000 bodies=300 mu=2 seed=116' 'contacts=10000 bodies=5000 seed=117'
both 1e-6 'structure=heap bodies=500 seed=101' 'structure=heap bodies=3000 mu=1' 'structure=heap bodies=10000 mu=1' \
    'structure=pile bodies=200 seed=12' 'structure=pile bodies=400 seed=110 mu=0.3' 'structure=pile bodies=400 seed=11' \
    'structure=pile bodies=1000 seed=111 mu=0.1' 'structure=chain bodies=10000' 'structure=wedge bodies=3000 mu=2' \
    'structure=wall bodies=3000' 'structure=wall bodies=12900'

echo
echo '| tol 1e-10 | who, iterations, s |'
echo '|---|---|'
for problem in 'lcp family=obstacle-2d n=10000' 'lcp n=4000 storage=sparse rank=0.5 degenerate=0.2' \
    'lcp family=game n=300 seed=8' 'mlcp family=bridges n=4000' 'mlcp family=bridges n=2000 degenerate=0.3 seed=9' \
    'mlcp n=4000 storage=sparse skew=1' 'relay n=4000 storage=sparse rank=0.4 degenerate=0.2'; do
    cell "$problem" 1e-10 auto
    echo "| \`$problem\` | $cell |"
done
