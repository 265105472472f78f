# schema.sh - zeno schema: the sample scenes are valid by it, and it refuses what the reader does
# SPDX-License-Identifier: Apache-2.0
. "$ZENO_SRCDIR/tests/zeno/lib.sh"

run "$zeno" schema
claim "a schema is printed" has out "http://json-schema.org/draft-07/schema#"
claim "without a word" test ! -s err
cp out scene.schema.json
fails_with 2 "zeno schema - print" "$zeno" schema x

if python3 -c 'import jsonschema, yaml' 2>/dev/null; then
    run python3 "$src/schema.py" scene.schema.json "$zeno" "$ZENO_SRCDIR"/samples/scenes/*.yaml
    claim "schema and reader agree" status_is 0
    claim "on all of them" has out "agree"
else
    echo "SKIP: no python3-jsonschema or python3-yaml, scenes were not validated"
fi
finish
