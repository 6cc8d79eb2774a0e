#!/bin/sh
# In the archives of Yarn's Plug'n'Play, entries of readdirSync have no `parentPath`.
#
# Yarn 4.18.1 with Plug'n'Play (its default), Node 20.12 or newer. Yarn replaces the functions of
# node:fs, so that programs read packages inside of zip archives. For a folder in an archive,
# `readdirSync(folder, { withFileTypes: true })` returns entries whose `parentPath` is undefined,
# and with `recursive: true` it is "." for the files of the folder. Node's own entries have the path
# of the folder. `join(entry.parentPath, entry.name)` therefore throws, or names a file of the
# current folder.
# Source: `dirent.parentPath` in the chapter "File system" of the documentation of Node.js, and the run below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/tools" "$folder/project"
cd "$folder/tools"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund @yarnpkg/cli-dist@4.18.1
cd "$folder/project"
echo '{ "name": "project" }' > package.json
touch yarn.lock
yarn="node $folder/tools/node_modules/@yarnpkg/cli-dist/bin/yarn.js"
export YARN_ENABLE_TELEMETRY=0 YARN_ENABLE_IMMUTABLE_INSTALLS=false
$yarn add semver@7.7.2 > ../install.log 2>&1 || { cat ../install.log; exit 2; }
cat > list.cjs <<'JS'
const { mkdirSync, readdirSync, writeFileSync } = require("node:fs");
const { dirname } = require("node:path");
const places = (folder) =>
  [{}, { recursive: true }].map((more) => {
    const file = readdirSync(folder, { withFileTypes: true, ...more }).find((entry) => entry.name === "package.json");
    return file.parentPath === folder ? "the folder" : String(file.parentPath);
  });
mkdirSync("plain", { recursive: true });
writeFileSync("plain/package.json", "{}");
console.log(`plain folder: ${places("plain").join(", ")}; archive: ${places(dirname(require.resolve("semver/package.json"))).join(", ")}`);
JS
seen=$($yarn node list.cjs)
echo "parentPath, and with recursive: $seen"
[ "$seen" = "plain folder: the folder, the folder; archive: undefined, ." ]
