#!/bin/sh
# yaml 2.9.1 (npm): a document with an alias that has no anchor is parsed without an error.
#
# YAML 1.2.2 (section 7.1) makes it an error for an alias to use an anchor that does not occur before
# it. `parseAllDocuments` returns a document whose `errors` and `warnings` are empty all the same.
# Only `toJS` throws, a ReferenceError without a position. A program that converts a document after
# it has found `errors` empty must therefore catch this error too, and has to look for the alias to
# report its place.
#
# Source: dist/nodes/Alias.js of the package, method toJSON.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm i --silent --no-audit --no-fund yaml@2.9.1
cat > probe.cjs <<'PROBE'
const { parseAllDocuments } = require("yaml");
for (const name of ["base", "none"]) {
  const [document] = parseAllDocuments(`base: &base {a: 1}\nuse: *${name}\n`);
  console.log(`*${name}: errors ${document.errors.length}, warnings ${document.warnings.length}`);
  try {
    console.log(`  toJS: ${JSON.stringify(document.toJS())}`);
  } catch (error) {
    console.log(`  toJS: ${error.name}, position ${error.pos}`);
  }
}
PROBE
node probe.cjs | tee seen
cat > expected <<'EXPECTED'
*base: errors 0, warnings 0
  toJS: {"base":{"a":1},"use":{"a":1}}
*none: errors 0, warnings 0
  toJS: ReferenceError, position undefined
EXPECTED
cmp -s seen expected || { echo "the behaviour has changed"; exit 1; }
