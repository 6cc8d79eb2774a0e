#!/bin/sh
# vitest 4.1.12 limits a percentage in `maxWorkers` to 100 % of the cores, without a message: "200%" is the same as
# "100%". Only a number starts more workers than cores, which saves time for tests that mostly wait.
# Source: getWorkersCountByPercentage, which returns Math.min(cores, Math.round(percent / 100 * cores)).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --no-audit --no-fund vitest@4.1.12 >/dev/null
cat > workers.mjs <<'JS'
import { availableParallelism } from "node:os";
import { createVitest } from "vitest/node";

const cores = availableParallelism();
for (const maxWorkers of ["50%", "100%", "200%", 2 * cores]) {
  const vitest = await createVitest("test", { watch: false, maxWorkers });
  console.log(`${maxWorkers === 2 * cores ? "twice as a number" : maxWorkers}: ${vitest.config.maxWorkers / cores}`);
  await vitest.close();
}
JS
# One core: 50 % are rounded up to one worker.
node workers.mjs | tee output
cat > expected <<'TEXT'
100%: 1
200%: 1
twice as a number: 2
TEXT
grep -v '^50%' output | diff expected -
