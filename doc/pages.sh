# pages.sh - the manual is whole: its links lead somewhere, its indices name every
# page, its chapters every solver
# SPDX-License-Identifier: Apache-2.0

cd "$ZENO_SRCDIR" || exit 99
failed=0
links=0
solvers=0
claims=0

fail()
{
    echo "FAIL: $1"
    failed=1
}

# the prose of a page: without blocks of code and what stands between back quotes
prose()
{
    awk '/^```/ {code = !code; next} !code' "$1" | sed 's/^    .*//; s/`[^`]*`//g'
}

# the anchors of a page's headings, as the usual viewers of Markdown make them
anchors()
{
    sed -n 's/^##* *//p' "$1" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9\n_-'
}

# ---- links -------------------------------------------------------------------

for page in ./*.md doc/*.md samples/README.md samples/*/README.md \
    tests/bench/*.md; do
    folder=$(dirname "$page")
    for target in $(prose "$page" | tr '\n' ' ' |
        grep -o '\][(][^) ]*[)]' | sed 's/^](//; s/)$//'); do
        links=$((links + 1))
        case $target in
        *://*) continue ;;
        '#'*) file=$page ;;
        *) file=$folder/${target%%#*} ;;
        esac
        if [ ! -e "$file" ]; then
            fail "$page: no file '$target'"
            continue
        fi
        case $target in
        *'#'*)
            anchors "$file" | grep -q -x -F -e "${target#*#}" ||
                fail "$page: no heading '$target'"
            ;;
        esac
    done
done

# ---- indices -----------------------------------------------------------------

for page in doc/*.md; do
    grep -q -F "$page" doc/local.mk || fail "doc/local.mk does not install $page"
done
for page in doc/*.md doc/*.7; do
    [ "$page" = doc/README.md ] || grep -q -F "(${page#doc/})" doc/README.md ||
        fail "doc/README.md does not name $page"
done
for page in samples/*/README.md; do
    sample=${page#samples/}
    grep -q -F "($sample)" samples/README.md ||
        fail "samples/README.md does not name $sample"
    grep -q '^!\[.*\](.*\.png)' "$page" || fail "$page shows no picture"
done
for page in doc/*.1 doc/*.7; do
    grep -q -F "$page" README.md || fail "README.md does not name $page"
done

# ---- promises ----------------------------------------------------------------

# `test_x.c`, `test_y.c`: `claim`, `claim` (...); ... : each of the files has each of the claims
for pair in $(sed -n 's/^| .* | \(.*\) |$/\1/p' doc/solver-promises.md | tr ';' '\n' |
    awk -F: 'NF > 1 {
        n = split($1, file, "`"); m = split($2, claim, "`")
        for (i = 2; i <= n; i += 2) for (j = 2; j <= m; j += 2) print file[i] "/" claim[j]
    }'); do
    claims=$((claims + 1))
    case $pair in
    tests/*) file=${pair%/*} ;;
    *) file=tests/unit/${pair%/*} ;;
    esac
    grep -q -F -x "START_TEST(${pair##*/})" "$file" ||
        fail "doc/solver-promises.md: no claim '${pair##*/}' in $file"
done
[ "$claims" -gt 100 ] || fail "only $claims claims of doc/solver-promises.md were found"

# ---- chapters ----------------------------------------------------------------

# the pages of a class
chapters()
{
    case $1 in
    lcp | mlcp | relay) echo complementarity ;;
    ncp | mcp) echo ncp ;;
    friction | global-friction) echo friction ;;
    rolling-friction | global-rolling-friction) echo rolling-friction ;;
    *) echo "$1" ;;
    esac
}

# zeno-solve --list: "class: ...", and two blanks and the name of each solver
solve=$ZENO_BUILDDIR/zeno-solve
for pair in $("$solve" --list | awk '
    /^random problems:/ {exit}
    /^[a-z]/ {class = $1; sub(/:$/, "", class)}
    /^  [a-z]/ {print class "/" $1}'); do
    page=doc/$(chapters "${pair%/*}").md
    solvers=$((solvers + 1))
    [ -f "$page" ] || {
        fail "class ${pair%/*} has no chapter $page"
        continue
    }
    grep -q -F "\`${pair#*/}\`" "$page" || fail "$page does not name $pair"
done
for class in $("$solve" --list | sed -n 's/^\([a-z][a-z-]*\): .*/\1/p'); do
    grep -q -F "\`$class\`" README.md || fail "README.md does not name $class"
done

echo "$links links, $solvers solvers, $claims claims"
[ "$links" -gt 100 ] && [ "$solvers" -gt 60 ] || fail "too few were looked at"
exit $failed
