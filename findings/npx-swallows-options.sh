#!/bin/sh
# npx takes the options of the command that follows `--no`, and runs the command without them.
#
# npm 10.9.2 and 11.6.2. `npx --no tool --check` looks like "do not install, run tool with --check".
# npx reads options up to the first word that is not the value of an option, and `tool` is the value
# of `--no`. So npm takes `--check`: the command gets it as the environment variable
# npm_config_check, and runs without arguments. A check in CI then passes, or changes files. npm 11
# warns about an unknown config, npm 10 is silent. Both read `--format` as an abbreviation of its
# own option `--format-package-lock`, so that not even the variable is left of it. `npx tool --check`
# and `npx --no -- tool --check` pass the option on.
# Source: the page of npx in the documentation of npm 11 ("npx vs npm exec"), and the runs below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund npm10@npm:npm@10.9.2 npm11@npm:npm@11.6.2
printf '#!/bin/sh\necho "arguments: $*; npm_config_check: ${npm_config_check-}"\n' > node_modules/.bin/tool
chmod +x node_modules/.bin/tool

fail=0
expect() {
  echo "$1: npx $2 -> $3"
  [ "$3" = "$4" ] || { echo "  expected: $4"; fail=1; }
}
for npm in npm10 npm11; do
  npx="node node_modules/$npm/bin/npx-cli.js"
  expect $npm "--no tool --check" "$($npx --no tool --check 2>/dev/null)" "arguments: ; npm_config_check: true"
  expect $npm "--no -- tool --check" "$($npx --no -- tool --check 2>/dev/null)" "arguments: --check; npm_config_check: "
  expect $npm "tool --check" "$($npx tool --check 2>/dev/null)" "arguments: --check; npm_config_check: "
  expect $npm "--no tool --format json" "$($npx --no tool --format json 2>/dev/null)" "arguments: json; npm_config_check: "
done
exit $fail
