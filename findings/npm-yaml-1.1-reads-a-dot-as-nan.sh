#!/bin/sh
# The npm package yaml 2.9.1 reads the plain scalars `.`, `e-0` and `.e1` as NaN if the version is 1.1, and JSON then has
# null. With the default, version 1.2, they are strings, as in Go's YAML libraries and PyYAML. A path such as `dir: .`
# in a file of YAML 1.1 is a common case. The package itself quotes these strings when it writes YAML 1.1.
# Source: dist/schema/yaml-1.1/float.js, whose pattern makes the digits before an exponent and after the point optional.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-fund --no-audit --silent yaml@2.9.1
cat > main.mjs <<'JS'
import { parse, stringify } from "yaml";
for (const text of [".", "e-0", ".e1", "1.5"])
  console.log(`${text}: ${JSON.stringify([parse(text, { version: "1.1" }), parse(text)])}`);
console.log(stringify({ dir: "." }, { version: "1.1" }).trim());
JS
node main.mjs | tee output
cat > expected <<'TEXT'
.: [null,"."]
e-0: [null,"e-0"]
.e1: [null,".e1"]
1.5: [1.5,1.5]
dir: "."
TEXT
diff expected output
