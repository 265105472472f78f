# site.sh - the manual as a site that can be searched: pages, samples with their
# pictures, commands, and the reference of the headers; `make site` calls it
# SPDX-License-Identifier: Apache-2.0

# usage: site.sh SRCDIR BUILDDIR; the site is in BUILDDIR/site

set -eu
src=$1
build=$2
pages=$build/site-pages
site=$build/site

fail()
{
    echo "site: $1" >&2
    exit 1
}

for pair in mkdocs:mkdocs doxygen:doxygen mandoc:mandoc python3:python3; do
    command -v "${pair%%:*}" >/dev/null 2>&1 ||
        fail "${pair%%:*} is not installed; on Debian: apt-get install ${pair#*:}"
done
[ -f "$build/doc/Doxyfile" ] || fail "no $build/doc/Doxyfile; run configure first"

# ---- pages -------------------------------------------------------------------
# The tree of the sources is kept, so that links between pages stay as they are.
# A link to a header leads to its reference, one to a man page to the page made
# from it; what else a page links to is copied.

# Doxygen's name of the page of a header doubles what is in its name: a_b.h, a__b_8h
relink()
{
    awk '{
        while (match($0, /\]\((\.\.\/)+include\/zeno\/[a-z_]*\.h\)/)) {
            link = substr($0, RSTART + 2, RLENGTH - 3)
            page = link; sub(/.*\//, "", page); sub(/\.h$/, "", page)
            gsub(/_/, "__", page); sub(/include\/zeno\/.*/, "", link)
            $0 = substr($0, 1, RSTART + 1) link "reference/html/" page "_8h.html" \
                substr($0, RSTART + RLENGTH - 1)
        }
        print man_pages($0)
    }
    function man_pages(s) {
        gsub(/\.1\)/, ".1.md)", s); gsub(/zeno_plugin\.7\)/, "zeno_plugin.7.md)", s)
        return s
    }' "$1"
}

rm -rf "$pages" "$site"
mkdir -p "$pages"
cd "$src"
for page in ./*.md doc/*.md samples/README.md samples/*/README.md tests/bench/*.md; do
    mkdir -p "$pages/$(dirname "$page")"
    relink "$page" >"$pages/$page"
    grep -o '\]([^) ]*)' "$page" | sed 's/^](//; s/)$//; s/#.*//' |
        while read -r target; do
            case $target in
            *://* | '' | *.md | *.1 | *.7 | *include/zeno/*) continue ;;
            esac
            [ -f "$(dirname "$page")/$target" ] || continue
            mkdir -p "$pages/$(dirname "$(dirname "$page")/$target")"
            cp "$(dirname "$page")/$target" "$pages/$(dirname "$page")/$target"
        done
done
for page in doc/*.1 doc/*.7; do
    mandoc -T markdown "$page" >"$pages/$page.md"
done

# ---- gallery -------------------------------------------------------------------

{
    echo "# Gallery"
    echo
    echo "What the samples are, and what they do; a picture leads to the page of its sample."
    sed -n 's#^| \[\([a-z_0-9]*\)\](\([^)]*\)) | \([^|]*\) |.*#\1|\2|\3#p' samples/README.md |
        while IFS='|' read -r name page words; do
            printf '\n## %s\n\n%s\n' "$name" "$words"
            sed -n 's#^!\[[^]]*\](\([^)]*\)).*#\1#p' "samples/$page" | head -n 2 |
                while read -r picture; do
                    printf '\n[![%s](samples/%s)](samples/%s)\n' "$name" \
                        "$(dirname "$page")/$picture" "$page"
                done
        done
} >"$pages/gallery.md"

# ---- reference, site -------------------------------------------------------------

mkdir -p "$pages/reference"
(
    cd "$build"
    {
        cat doc/Doxyfile
        echo "OUTPUT_DIRECTORY = $pages/reference"
        echo "SEARCHENGINE = YES"
    } | doxygen - >doc/doxygen.log 2>&1
) || {
    cat "$build/doc/doxygen.log" >&2
    fail "doxygen warns; see above"
}

# the order of the pages is that of the manual's first page, and of the samples'
navigation()
{
    echo "nav:"
    echo "  - Zeno: README.md"
    echo "  - Gallery: gallery.md"
    awk '
        /^## / { heading = substr($0, 4); gsub(/:/, "", heading) }
        heading != "" {
            while (match($0, /\[[^]]*\]\([^)# ]*(md|7)\)/)) {
                link = substr($0, RSTART + 1, RLENGTH - 2)
                $0 = substr($0, RSTART + RLENGTH)
                title = link; sub(/\].*/, "", title); gsub(/[:`]/, "", title)
                sub(/^[^(]*\(/, "", link); sub(/\.7$/, ".7.md", link)
                if (link ~ /^\.\.\// || link in seen) continue
                seen[link]
                if (heading != last) { printf "  - \"%s\":\n", heading; last = heading }
                printf "      - \"%s\": doc/%s\n", title, link
            }
        }' doc/README.md
    echo "  - Samples:"
    echo "      - All: samples/README.md"
    sed -n 's#^| \[\([a-z_0-9]*\)\](\([^)]*\)).*#      - \1: samples/\2#p' samples/README.md
    echo "  - Reference:"
    echo "      - The manual at a glance: doc/README.md"
    for page in doc/*.1 doc/*.7; do
        name=$(basename "$page")
        echo "      - \"${name%.*}(${name##*.})\": $page.md"
    done
    echo "      - Functions of the headers: reference/html/index.html"
    echo "      - News: NEWS.md"
    echo "      - Contributing: CONTRIBUTING.md"
    echo "  - Benchmarks:"
    echo "      - All: tests/bench/README.md"
    for page in tests/bench/*.md; do
        name=$(basename "$page" .md)
        [ "$name" = README ] || echo "      - $name: $page"
    done
}

{
    cat doc/site/mkdocs.yml
    echo "docs_dir: $pages"
    echo "site_dir: $site"
    navigation
} >"$build/mkdocs.yml"
mkdocs build -q --strict -f "$build/mkdocs.yml" || fail "mkdocs warns; see above"
python3 doc/site/links.py "$site"
echo "$site/index.html; with its search: python3 -m http.server -d $site"
