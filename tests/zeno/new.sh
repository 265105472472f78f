# new.sh - zeno new: what it writes runs, and says what its name promises
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

# a scene
run "$zeno" new first
claim "a scene to begin with" test -s first.yaml
run "$zeno" run first.yaml --quiet
claim "which runs" status_is 0
claim "without a warning" test ! -s err
fails_with 1 "'first.yaml' is there already" "$zeno" new first
fails_with 2 "zeno new NAME" "$zeno" new
run "$zeno" new "two words.yaml"
claim "a name is quoted where it is to be typed" has out "zeno run 'two words.yaml' --output 'two words.h5'"

# a model
run "$zeno" new mass.c
claim "a model to begin with" test -s mass.c -a -s massPlugin.c
run "$zeno" check mass.c
claim "its Jacobians are right" status_is 0
claim "all of them" test "$(grep -c agrees out)" = 3
run "$zeno" mass.c -- --output mass.csv --set m=2
claim "it runs" status_is 0
claim "without a warning" has_not err warning
claim "it hits the hills" grep -q -E 'contacts +[1-9][0-9]* impacts' out
# on the ground z = hill cos 4x, energy has gone: the spring pulls, the weight is carried
tail -n 1 mass.csv | awk -F, '{ gap = $3 - 0.1 * cos(4 * $2) } END { exit !(gap > -1e-3 && gap < 1e-2) }'
claim "and comes down on them" test $? = 0
sed 's/"theta=0.5"/"thata=0.5"/' mass.c >wrong.c
cp massPlugin.c wrongPlugin.c
fails_with 1 "nor the simulation has such an option; did you mean 'theta'?" "$zeno" -q wrong.c
fails_with 1 "'mass.c' is there already" "$zeno" new mass.c
printf 'mine\n' >onlyPlugin.c
fails_with 1 "'onlyPlugin.c' is there already" "$zeno" new only.c
claim "and nothing is written beside it" test ! -e only.c
claim "what was there stays" grep -q '^mine$' onlyPlugin.c
ln -s there dangling.yaml
fails_with 1 "dangling.yaml" "$zeno" new dangling
claim "no link is followed" test ! -e there

# names
fails_with 2 "begins with a letter" "$zeno" new 1st.c
fails_with 2 "letters, digits and _ only" "$zeno" new "a b.c"
fails_with 2 "how plugins are called" "$zeno" new myPlugin.c
fails_with 2 "unknown option '--model'" "$zeno" new --model
fails_with 1 "'none/first.c' cannot be written" "$zeno" new none/first.c
fails_with 2 "control character" "$zeno" new "$(printf 'a\nb')"
run "$zeno" new --help
claim "help" has out "NAMEPlugin.c"
claim "and no file of that name" test ! -e --help.yaml

finish
