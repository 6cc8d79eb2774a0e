#!/bin/sh
# Node.js 22.23.3 (npm package node).
#
# A DELETE request may have a body, and those of Kubernetes have one (DeleteOptions). Node's HTTP/2 client ends the
# request with its headers if the method is GET, HEAD or DELETE, unless the option `endStream` is false. The body that
# `stream.end(body)` writes is then lost: the server sees a complete request without a body and executes it, here with
# the default options, and the client gets an error after it was executed. Node's documentation names only GET as an
# example of `endStream`, and HTTP/1.1's `request` sends the same body.
#
# Output seen:
#   DELETE: the server got "", the client got ERR_STREAM_WRITE_AFTER_END
#   DELETE with endStream: false: the server got "options", the client got 200
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund node@22.23.3
cat > main.mjs <<'JS'
import { once } from "node:events";
import { connect, createServer } from "node:http2";
const server = createServer();
let got;
server.on("stream", async (stream) => {
  let body = "";
  for await (const chunk of stream) body += chunk;
  got(body);
  if (stream.destroyed) return;
  stream.respond({ ":status": 200 });
  stream.end();
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const client = connect(`http://127.0.0.1:${server.address().port}`);
async function send(title, options) {
  const body = new Promise((resolve) => (got = resolve));
  const stream = client.request({ ":method": "DELETE" }, options).resume();
  const answer = once(stream, "response").then(([headers]) => headers[":status"], (error) => error.code);
  stream.end("options");
  console.log(`${title}: the server got ${JSON.stringify(await body)}, the client got ${await answer}`);
}
await send("DELETE");
await send("DELETE with endStream: false", { endStream: false });
process.exit();
JS
./node_modules/.bin/node main.mjs | tee out.txt
cat > expected.txt <<'OUT'
DELETE: the server got "", the client got ERR_STREAM_WRITE_AFTER_END
DELETE with endStream: false: the server got "options", the client got 200
OUT
cmp -s out.txt expected.txt || { echo "the behaviour has changed"; exit 1; }
