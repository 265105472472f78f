#!/bin/sh
# folders.sh - every reference trajectory has a test that reads it, and rows in excerpt.txt
# SPDX-License-Identifier: Apache-2.0

cd "${ZENO_SRCDIR:-..}" || exit 99
folder=${ZENO_REFERENCE:-../shared/reference}/trajectories
if [ ! -d "$folder" ]; then
    echo "SKIP: no trajectories at $folder; set ZENO_REFERENCE"
    [ "$CI" = true ] && exit 1
    exit 77
fi

missing=0
count=0
for one in "$folder"/*/; do
    name=$(basename "$one")
    count=$((count + 1))
    if ! grep -rqF --include='*.c' --include='*.h' "\"trajectories/$name/" tests; then
        echo "$name: no test reads it"
        missing=$((missing + 1))
    fi
    if ! grep -q "^[^ ]*$name/" tests/conformance/excerpt.txt; then
        echo "$name: no rows in tests/conformance/excerpt.txt"
        missing=$((missing + 1))
    fi
done
echo "$count trajectories, $missing complaints"
[ "$count" -gt 0 ] && [ "$missing" -eq 0 ]
