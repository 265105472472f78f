# doctor.sh - zeno doctor says what is there; completion offers what there is
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

run "$zeno" doctor
claim "all is well here" status_is 0
for what in compiler make pkg-config libraries 'a run'; do
    claim "$what is told" grep -q "^  ok  *$what " out
done
claim "the speed is told" grep -q 'million steps of a bouncing ball in a second$' out
CC=no-such-compiler run "$zeno" doctor
claim "what is missing is a failure" status_is 1
claim "and is named with the remedy" grep -q "MISSING  compiler .*no-such-compiler" out
claim "a run is not tried then" has_not out 'million steps'

if ! command -v bash >/dev/null 2>&1; then
    echo 'note: no bash, completion is not tried'
    finish
fi

# complete FUNCTION WORDS...: the offers for the last word, one a line, in out
complete_line()
{
    function=$1
    shift
    PATH=${zeno%/*}:$PATH bash -c '
        . "$1"; . "$2"; f=$3; shift 3
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        $f
        [ ${#COMPREPLY[@]} = 0 ] || printf "%s\n" "${COMPREPLY[@]}"
    ' bash "$ZENO_SRCDIR/tools/completion/zeno" \
        "$ZENO_SRCDIR/tools/completion/zeno-solve" "$function" "$@" >out 2>err
}

mkdir here && touch here/a.c here/a.csv here/a.txt
complete_line _zeno zeno here/
claim "samples are offered" test "$(cat out)" = here/a.c
complete_line _zeno zeno plot here/
claim "recordings are offered" test "$(cat out)" = here/a.csv
complete_line _zeno zeno do
claim "commands are offered" test "$(cat out)" = doctor
complete_line _zeno zeno list moreau
claim "classes are offered" test "$(cat out)" = moreau-jean
complete_line _zeno zeno a.c -- --che
claim "what a sample takes is offered" test "$(grep -c . out)" = 3
complete_line _zeno zeno --no-b
claim "options are offered" test "$(cat out)" = --no-build
complete_line _zeno_solve zeno-solve --exp
claim "options of zeno-solve are offered" test "$(cat out)" = --explain
complete_line _zeno_solve zeno-solve -s lem
claim "solvers are offered" test "$(sort -u out)" = lemke
complete_line _zeno zeno run --res
claim "options of scenes are offered" test "$(cat out)" = --restart
claim "nothing was said" test ! -s err

if ! command -v zsh >/dev/null 2>&1; then
    echo 'note: no zsh, its completion is not tried'
    finish
fi

# ztyped WORDS: what the line is after the tabulator key in zsh, in a terminal
cat >offers.zsh <<'END'
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1='> '; fpath=($COMPLETION \$fpath); autoload -U compinit
compinit -u -D; bindkey -e; said() { print -r -- \"<<\$BUFFER>>\" }
zle -N said; bindkey '^X^X' said; print RE\"\"ADY"
zpty -r z line '*READY*'
zpty -w -n z "$1"$'\t\C-x\C-x'
zpty -r z line '*<<*>>*'
zpty -d z
print -r -- ${${line##*<<}%%>>*}
END
ztyped()
{
    COMPLETION=$ZENO_SRCDIR/tools/completion PATH=${zeno%/*}:$PATH TERM=dumb \
        timeout 100 zsh -f offers.zsh "$1" >out 2>err
}
cp here/* . && touch film.h5 scene.yaml
while read -r typed wanted; do
    ztyped "$(echo "$typed" | tr _ ' ')"
    claim "zsh: $typed becomes $wanted" grep -q -- "$wanted" out
done <<'END'
zeno_doc doctor
zeno_a a.c
zeno_plot_a a.csv
zeno_run_s scene.yaml
zeno_view_fi film.h5
zeno_list_moreau-j moreau-jean
zeno_a.c_--_--che --check
zeno_--no-b --no-build
zeno-solve_--exp --explain
zeno-solve_-s_lemk lemke
END
finish
