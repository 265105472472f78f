# drawings.sh - every page of a sample begins with a drawing of what it computes: the one that
# its description gives, with the letters of the page; a wrong description is told where. The
# pictures of curves are large, and not overwritten by what the pages say to type
# SPDX-License-Identifier: Apache-2.0

cd "$ZENO_SRCDIR" || exit 99
failed=0
drawings=0

fail()
{
    echo "FAIL: $1"
    failed=1
}

for page in samples/*/README.md; do
    folder=$(dirname "$page")
    grep -q '^!\[..*\](drawing\.svg)' "$page" || fail "$page shows no drawing"
    for file in drawing.svg drawing.txt; do
        [ -f "$folder/$file" ] || fail "$folder has no $file"
    done
    drawings=$((drawings + 1))
done
# ---- pictures --------------------------------------------------------------------------------------

for picture in samples/*/*.png; do
    # bytes 16 to 19 of a PNG file
    width=$(od -A n -t u1 -j 16 -N 4 "$picture" | awk '{print 256 * (256 * (256 * $1 + $2) + $3) + $4}')
    [ "$width" -ge 1440 ] || fail "$picture is $width pixels wide"
done
for script in samples/*/*.gp; do
    default=$(sed -n 's/.*exists("picture")) picture = "\(.*\)"/\1/p' "$script")
    [ -n "$default" ] || fail "$script has no picture to write"
    [ ! -e "$(dirname "$script")/$default" ] || fail "$script overwrites $default"
done
echo "$drawings drawings"
[ "$drawings" -gt 40 ] || fail "too few were looked at"
[ "$failed" -eq 0 ] || exit 1

command -v python3 >/dev/null 2>&1 || {
    echo "SKIP: no python3, which makes the drawings (Debian package python3)"
    exit 77
}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT

draw()
{
    python3 doc/pictures/draw.py "$@"
}

# ---- what is shown is what is described, in the letters of the page ------------------------------

for folder in samples/*/; do
    [ -f "$folder/drawing.txt" ] || continue
    mkdir -p "$work/$folder"
    cp "$folder/drawing.txt" "$work/$folder"
done
draw "$work"/samples/*/drawing.txt || fail "a description is not understood"
for file in samples/*/drawing.txt; do
    cmp -s "$work/${file%.txt}.svg" "${file%.txt}.svg" ||
        fail "${file%.txt}.svg is another drawing: python3 doc/pictures/draw.py $file"
done
draw --labels samples/*/drawing.txt >"$work/labels" || fail "labels"
while read -r file label; do
    for word in $(echo "$label" | tr -c "A-Za-z0-9_'\n" ' '); do
        grep -q -i -w -F -e "$word" "${file%drawing.txt}README.md" ||
            fail "$file: the page does not say '$word'"
    done
done <"$work/labels"

# ---- what is drawn ---------------------------------------------------------------------------------

# by hand: squares of 40 pixels, y upwards in a page of 3 squares
printf 'size 4 3\nline 1,1 2,3\ntext 1,2 "k x1'"'"'"\n' >"$work/a.txt"
draw "$work/a.txt" || fail "a line and a text"
grep -q 'd="M40.0 80.0L80.0 0.0"' "$work/a.svg" || fail "a line from 1,1 to 2,3"
grep -q 'x="40.0" y="46.0"' "$work/a.svg" || fail "a text at 1,2"
[ "$(draw --labels "$work/a.txt")" = "$work/a.txt k x1'" ] || fail "its label"

# ---- mistakes --------------------------------------------------------------------------------------

# told LABEL WORDS DESCRIPTION: refused with a message that has the words
told()
{
    printf '%b' "$3" >"$work/b.txt"
    if draw "$work/b.txt" 2>"$work/err"; then
        fail "$1 is accepted"
    fi
    grep -q -F -e "$2" "$work/err" || fail "$1: $(cat "$work/err")"
    [ ! -e "$work/b.svg" ] || fail "$1: half a drawing"
}

told "a command that there is not" "b.txt:2: no command 'sprng'" 'size 2 2\nsprng 0,0 1,1\n'
told "a missing point" 'b.txt:3: ' 'size 2 2\n\nspring 0,0\n'
told "no size" "'size W H' must come first" 'line 0,0 1,1\n'
told "an empty description" "'size W H' must come first" ''
told "two equal points" 'two points are the same' 'size 2 2\nspring 1,1 1,1\n'
told "an open quote" 'a quote is not closed' 'size 2 2\ntext 1,1 "a b\n'
told "a color that there is not" "no color 'mauve'" 'size 2 2\nline 0,0 1,1 color=mauve\n'
exit $failed
