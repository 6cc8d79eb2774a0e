#!/bin/sh
# Node 20: `import()` fails in a vm.Script if, and only if, V8 accepts its `cachedData`.
#
# Node 20.20. A script with `importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER`
# imports modules when V8 compiles its source. With accepted code of an earlier process, the same
# script throws ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING: V8 11.3 gives the deserialised script no
# host-defined options, by which Node finds the loader. So the first run of a program works, and
# the second fails. Node 22 works. Until then, a script with a code cache needs a function that
# imports, as an argument.
# Source: the documentation of vm.Script (no word about it), and the runs below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > run.cjs <<'JS'
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
const vm = require("node:vm");
const cachedData = existsSync("code") ? readFileSync("code") : undefined;
const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const script = new vm.Script('() => import("node:path")', { filename: __filename, cachedData, importModuleDynamically });
const how = cachedData === undefined ? "compiled" : `cached(rejected:${script.cachedDataRejected})`;
const load = script.runInThisContext();
load().then(
  () => console.log(`${how} imports`),
  (error) => console.log(`${how} ${error.code}`),
).then(() => cachedData ?? writeFileSync("code", script.createCachedData()));
JS

fail=0
expect() {
  found=$(node --no-warnings run.cjs)
  echo "$found"
  [ "$found" = "$1" ] || { echo "  expected: $1"; fail=1; }
}
case $(node -p 'process.versions.node.split(".")[0]') in
  20) second="cached(rejected:false) ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING" ;;
  *) second="cached(rejected:false) imports" ;;
esac
expect "compiled imports"
expect "$second"
exit $fail
