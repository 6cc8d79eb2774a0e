#!/bin/sh
# TypeScript 7.0.2 builds projects at the same time (`tsc -b`, four builders). A project that imports a
# package of the same build without a reference to it can be compiled too early, and fails. But then a project
# WITH the reference fails, too, although it is compiled after the package: `b` below is correct, and fails
# because of `c`. What one project did not find, the others do not find either, probably because builders
# share a cache of the file system. TypeScript 6.0.3 builds the same three projects one after the other
# without an error, and so does version 7 with `--builders 1`. A second run of the failed build succeeds.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund typescript7@npm:typescript@7.0.2 typescript6@npm:typescript@6.0.3
mkdir a b c
ln -s ../a node_modules/a
echo '{ "name": "a", "type": "module", "exports": { ".": { "types": "./dist/index.d.ts" } } }' >a/package.json
echo 'export const x: number = 1;' >a/index.ts
options='"compilerOptions": { "composite": true, "module": "nodenext", "rootDir": ".", "outDir": "dist" }'
echo "{ $options, \"include\": [\"*.ts\"] }" >a/tsconfig.json
for project in b c; do
  echo '{ "type": "module" }' >$project/package.json
  echo 'import { x } from "a"; export const y: number = x;' >$project/index.ts
done
echo "{ $options, \"include\": [\"*.ts\"], \"references\": [{ \"path\": \"../a\" }] }" >b/tsconfig.json
echo "{ $options, \"include\": [\"*.ts\"] }" >c/tsconfig.json
failing() {
  rm -rf */dist */*.tsbuildinfo
  node "$@" | sed -n 's/^\([bc]\)\/index.ts.*TS2307.*/\1/p' | sort | tr '\n' ' '
}
seven=$(failing node_modules/typescript7/bin/tsc -b --pretty false a b c)
one=$(failing node_modules/typescript7/bin/tsc -b --pretty false --builders 1 a b c)
six=$(failing node_modules/typescript6/bin/tsc -b --pretty false a b c)
echo "projects that do not find the package: version 7: $seven; with one builder: ${one:-none}; version 6: ${six:-none}"
test "$seven" = "b c " && test -z "$one" && test -z "$six"
