#!/bin/sh
# The compiler of TypeScript 7 finds no package under Yarn's Plug'n'Play, and TypeScript 6 finds all.
#
# typescript 7.0.2 and 6.0.3, Yarn 4.18.1. Yarn patches typescript when it installs it, so that the
# compiler reads packages in Yarn's archives. The compiler of TypeScript 7 is a native program, which
# Yarn's patch and its replacement of node:fs do not reach: each import of a package is TS2307. The
# installation succeeds without a warning, and Node and vitest run the same project.
# Source: the runs below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tools"
cd "$folder/tools"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund @yarnpkg/cli-dist@4.18.1
yarn="node $folder/tools/node_modules/@yarnpkg/cli-dist/bin/yarn.js"
export YARN_ENABLE_TELEMETRY=0 YARN_ENABLE_IMMUTABLE_INSTALLS=false

# Prints the codes of the errors of the compiler in a new project with one dependency.
compile() {
  mkdir "$folder/$1"
  cd "$folder/$1"
  echo '{ "name": "project", "type": "module" }' > package.json
  touch yarn.lock
  $yarn add "typescript@$1" fast-check@4.3.0 > install.log 2>&1 || { cat install.log >&2; exit 2; }
  echo 'import * as fc from "fast-check"; export const number: fc.Arbitrary<number> = fc.nat();' > index.ts
  $yarn run tsc --noEmit --strict --module nodenext --target es2022 index.ts | grep -o 'TS[0-9]*' | tr '\n' ' ' || true
}

fail=0
for version in 6.0.3 7.0.2; do
  seen=$(compile $version)
  echo "typescript $version: ${seen:-no errors}"
  [ "$version $seen" = "6.0.3 " ] || [ "$version $seen" = "7.0.2 TS2307 " ] || fail=1
done
exit $fail
