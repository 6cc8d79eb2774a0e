#!/bin/sh
# Node.js 22.23.3 (npm package node); Node.js 20.20.2 does the same.
#
# Node's documentation says that headers are encoded as Latin-1. So a server that has to send UTF-8 in a header passes
# one character for each byte. `writeHead` only prepares the headers: `end` writes them. If the body is a string whose
# Content-Length is set, Node joins the headers and the body to one string and encodes this string as UTF-8, so each byte
# of the header above 0x7f becomes two bytes. With a Buffer, with no body, or with a chunked body, the same headers are
# Latin-1. The encoding of a header therefore depends on the type of the body.
#
# Output seen:
#   a string as the body: c3 83 c2 a9
#   a Buffer as the body: c3 a9
#   no body: c3 a9
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund node@22.23.3
cat > main.mjs <<'JS'
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
const utf8 = Buffer.from("\u00e9").toString("latin1");
const bodies = { "a string as the body": "text", "a Buffer as the body": Buffer.from("text"), "no body": undefined };
let body;
const server = createServer((request, response) => {
  response.writeHead(200, { "x-name": utf8, "content-length": body?.length ?? 0 }).end(body);
});
await once(server.listen(0, "127.0.0.1"), "listening");
for (const [title, next] of Object.entries(bodies)) {
  body = next;
  const socket = connect(server.address().port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const chunks = [];
  for await (const chunk of socket) chunks.push(chunk);
  const [, value] = /^x-name: (.*)\r$/m.exec(Buffer.concat(chunks).toString("latin1"));
  console.log(`${title}: ${Buffer.from(value, "latin1").toString("hex").replace(/..(?=.)/g, "$& ")}`);
}
server.close();
JS
./node_modules/.bin/node main.mjs | tee out.txt
cat > expected.txt <<'OUT'
a string as the body: c3 83 c2 a9
a Buffer as the body: c3 a9
no body: c3 a9
OUT
cmp -s out.txt expected.txt || { echo "the behaviour has changed"; exit 1; }
