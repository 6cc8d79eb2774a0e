#!/bin/sh
# Node.js 22.23.3 (npm package node), also 20.20.2.
#
# `tls.createServer` ignores `allowPartialTrustChain`. Its documentation says that options of `tls.createSecureContext`
# can be given (chapter "TLS (SSL)" of the documentation of Node.js 22), and that option is one of them. The same options
# work in a context that an `SNICallback` returns, and nowhere else: a client that connects by an address, without a
# server name, never gets such a context. So a server in Node cannot trust an intermediate authority by itself, as a
# server in Go does.
#
# Output seen:
#   createServer: authorized=false UNABLE_TO_GET_ISSUER_CERT
#   SNICallback: authorized=true null
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund node@22.23.3
for name in root below client server; do openssl ecparam -genkey -name prime256v1 -noout -out "$name.key" 2>/dev/null; done
printf 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n' > ca.ext
issue() { # issue NAME ISSUER [EXTENSIONS]
  openssl req -new -key "$1.key" -subj "/CN=$1" -out "$1.csr" 2>/dev/null
  openssl x509 -req -in "$1.csr" -CA "$2.crt" -CAkey "$2.key" -CAcreateserial -days 2 ${3:+-extfile "$3"} -out "$1.crt" 2>/dev/null
}
openssl req -x509 -key root.key -subj /CN=root -days 2 -addext keyUsage=critical,keyCertSign -out root.crt 2>/dev/null
openssl req -x509 -key server.key -subj /CN=localhost -days 2 -out server.crt 2>/dev/null
issue below root ca.ext
issue client below
cat > main.mjs <<'JS'
import { readFileSync } from "node:fs";
import { connect, createSecureContext, createServer } from "node:tls";
const read = (file) => readFileSync(file, "utf8");
const pair = { cert: read("server.crt"), key: read("server.key") };
const trust = { ...pair, ca: [read("below.crt")], allowPartialTrustChain: true };
async function run(name, options) {
  const server = createServer({ ...options, requestCert: true, rejectUnauthorized: false }, (socket) => {
    console.log(`${name}: authorized=${socket.authorized} ${socket.authorizationError}`);
    socket.on("error", () => undefined).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = { cert: read("client.crt"), key: read("client.key"), servername: "localhost" };
  await new Promise((resolve) => {
    const address = { host: "127.0.0.1", port: server.address().port, rejectUnauthorized: false };
    connect({ ...address, ...client }).on("close", resolve).resume();
  });
  server.close();
}
await run("createServer", trust);
await run("SNICallback", { ...pair, SNICallback: (_, done) => done(null, createSecureContext(trust)) });
JS
./node_modules/.bin/node main.mjs | tee out.txt
cat > expected.txt <<'OUT'
createServer: authorized=false UNABLE_TO_GET_ISSUER_CERT
SNICallback: authorized=true null
OUT
cmp -s out.txt expected.txt || { echo "the behaviour has changed"; exit 1; }
