# agree.sh - some samples of each kind are in time stepping, with h -> 0, what they are
# event-driven
#
# The others: agreement.sh, by hand.
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

# falls NAME ORDER: the difference at h/16 is that at h over 4^ORDER at the most, and not zero
falls()
{
    awk -F '|' -v name="$1" -v order="$2" '
        $2 ~ "^ " name " $" { found = 1; h = $6 + 0; last = $8 + 0; zero = !(last > 0) }
        END { exit !(found && !zero && last <= h/4^order) }' out
}

# agrees NAME ORDER: order 1 would be 4^2; impacts and switches in a step lose some of it
agrees()
{
    run env ZENO="$zeno" LIMIT=100 sh "$ZENO_SRCDIR/tests/samples/agreement.sh" "$1"
    claim "$1 is compared" status_is 0
    claim "$1 agrees" falls "$1" "$2"
}

agrees bead_column 1.5
agrees four_bar 1.5
agrees masonry 1.8
agrees observer_lcs 1.8
agrees planetary_gear 3.6
agrees relay_oscillator 1.5
agrees rolling_ball 1.5
agrees sliding_box 1.8

finish
