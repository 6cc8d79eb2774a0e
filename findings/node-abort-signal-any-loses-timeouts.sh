#!/bin/sh
# Node.js 20.20.2 (npm package node).
#
# A signal that `AbortSignal.any` combines with `AbortSignal.timeout` is the usual form of "until the client ends, and
# at most for a second". In Node 20, the combined signal keeps only weak references to its sources, and the timer of
# `AbortSignal.timeout` keeps only one to its signal. A garbage collection before the timeout removes that signal, so
# that the combined signal is never aborted, also with a listener: a request then has no timeout at all. Node 22.23.3 is
# right in this case. Source: issue 57736 of nodejs/node, lib/internal/abort_controller.js.
#
# Output seen:
#   combined: false, with a listener: false, with a reference to its sources: true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund node@20.20.2
cat > main.mjs <<'JS'
import { setTimeout as sleep } from "node:timers/promises";
const client = new AbortController();
const sources = () => [client.signal, AbortSignal.timeout(300)];
const combined = AbortSignal.any(sources());
const listened = AbortSignal.any(sources());
listened.addEventListener("abort", () => undefined);
const kept = sources();
const withReference = AbortSignal.any(kept);
for (let index = 0; index < 5; index++) {
  await sleep(20);
  globalThis.gc();
}
await sleep(1000);
console.log(
  `combined: ${combined.aborted}, with a listener: ${listened.aborted}, with a reference to its sources: ${withReference.aborted}`,
);
if (kept.length !== 2) throw new Error("unreachable");
JS
node_modules/.bin/node --expose-gc main.mjs | tee out.txt
cat > expected.txt <<'OUT'
combined: false, with a listener: false, with a reference to its sources: true
OUT
cmp -s out.txt expected.txt || { echo "the behaviour has changed"; exit 1; }
