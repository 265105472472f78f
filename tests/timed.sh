# timed.sh - what each test computes, so that the slow ones are known
# SPDX-License-Identifier: Apache-2.0
#
# usage: timed.sh NOTES COMMAND...   runs it, and adds a line to NOTES: seconds of the processor,
#                                    its own and of all it waited for, and the test
#        timed.sh NOTES              prints the sum, and the slowest of NOTES
#
# `make slowest` runs all tests by the first and prints by the second. Seconds of the processor,
# not of the clock: tests run side by side, and on machines that do other things.

notes=$1
shift
if [ $# -eq 0 ]; then
    sort -rn "$notes" | awk '{ all += $1; if (NR <= 20) line[NR] = $0 }
        END { printf "%.1f s by %d tests; the slowest:\n", all, NR
              for (k = 1; k in line; k++) print line[k] }'
    exit
fi
for name; do :; done
"$@"
status=$?
# "0m1.02s 0m0.31s", of children in the second line; a pipe would ask for those of another shell
times >"$notes.$$"
sed -n '2{s/[ms]/ /g;p;}' "$notes.$$" |
    awk -v name="$name" '{ printf "%.2f %s\n", 60 * $1 + $2 + 60 * $3 + $4, name }' >>"$notes"
rm -f "$notes.$$"
exit $status
