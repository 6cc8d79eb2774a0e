#!/bin/sh
# Node.js 22.23.3 (npm package node), also 20.20.2.
#
# HTTP/2 has a graceful shutdown (RFC 9113, section 6.8): the server sends a GOAWAY with the stream id 2^31-1, still
# serves the streams that are on their way, and later sends a GOAWAY with the last id. With Node,
# `session.goaway(0, 2 ** 31 - 1)` sends the first frame, but its library (nghttp2) then ignores all later streams,
# without a frame. The client must believe that its request is served, and waits forever. Only
# `nghttp2_submit_shutdown_notice` would not have this effect, and Node has no method for it. A server in Node can only
# send the last id at once (`session.close()`), so that clients see REFUSED_STREAM and send the request again elsewhere.
#
# Output seen:
#   before the GOAWAY: 200
#   the client receives GOAWAY 0, last stream 2147483647
#   after the GOAWAY, stream 3 of at most 2147483647: no response in 3 s
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
let session;
server.on("session", (opened) => (session = opened));
server.on("stream", (stream) => {
  stream.respond({ ":status": 200 });
  stream.end();
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const client = connect(`http://127.0.0.1:${server.address().port}`);
const [first] = await once(client.request().resume(), "response");
console.log(`before the GOAWAY: ${first[":status"]}`);
client.on("goaway", (code, last) => console.log(`the client receives GOAWAY ${code}, last stream ${last}`));
session.goaway(0, 2 ** 31 - 1);
// The client has not read the GOAWAY yet, so it may send this request.
const stream = client.request().resume();
const late = new Promise((resolve) => setTimeout(resolve, 3000, "no response in 3 s"));
const result = await Promise.race([once(stream, "response").then(([headers]) => headers[":status"]), late]);
console.log(`after the GOAWAY, stream ${stream.id} of at most 2147483647: ${result}`);
process.exit();
JS
./node_modules/.bin/node main.mjs | tee out.txt
cat > expected.txt <<'OUT'
before the GOAWAY: 200
the client receives GOAWAY 0, last stream 2147483647
after the GOAWAY, stream 3 of at most 2147483647: no response in 3 s
OUT
cmp -s out.txt expected.txt || { echo "the behaviour has changed"; exit 1; }
