# site.sh - the site of the manual is made without a warning, every link leads
# somewhere, and its search knows the words of the pages
# SPDX-License-Identifier: Apache-2.0

for command in mkdocs doxygen mandoc python3; do
    command -v $command >/dev/null 2>&1 && continue
    echo "SKIP: $command is not installed; on Debian: apt-get install" \
        "mkdocs-material doxygen mandoc"
    [ "${CI-}" = true ] || exit 77
    exit 1
done
sh "$ZENO_SRCDIR/doc/site/site.sh" "$ZENO_SRCDIR" "$ZENO_BUILDDIR" || {
    echo "FAIL: no site; see above"
    exit 1
}
cd "$ZENO_BUILDDIR/site" || exit 99

failed=0
for page in index.html gallery.html doc/first-model.html doc/zeno.1.html \
    samples/cam_follower/index.html samples/cam_follower/cam_follower.png \
    reference/html/lcp_8h.html; do
    [ -s "$page" ] || { echo "FAIL: no $page in the site"; failed=1; }
done
# words of a concept, of a sample, of a man page
for word in quaternion woodpecker ZENO_PLUGIN_PATH; do
    grep -q "$word" search/search_index.json ||
        { echo "FAIL: the search does not know '$word'"; failed=1; }
done
exit $failed
