#!/bin/sh
# Node.js 22.23.3 (npm package node), also 20.20.2.
#
# A TLS server that asks for client certificates sees the authorities between a client's certificate and a trusted one
# only once. Two cases lose them, and `socket.authorized` stays true in both:
# - On a resumed session (TLS 1.2 and 1.3), `getPeerCertificate(true)` has the client's own certificate only. A session
#   ticket contains this certificate, but not its chain (OpenSSL: SSL_SESSION_get0_peer).
# - `getPeerX509Certificate()` takes the chain away from the connection: the second call returns a certificate without
#   `issuerCertificate`, and a later `getPeerCertificate(true)` has no issuer either. The documentation of both methods
#   mentions nothing of this (chapter "TLS (SSL)" of the documentation of Node.js 22).
# A server that finds out from the chain which authority a client belongs to must read it once, and must not resume
# sessions (SSL_OP_NO_TICKET).
#
# Output seen:
#   TLSv1.2 resumed=false authorized=true chain=3 x509=2 x509Again=1 chainAgain=1
#   TLSv1.2 resumed=true authorized=true chain=1 x509=1 x509Again=1 chainAgain=1
#   TLSv1.3 resumed=false authorized=true chain=3 x509=2 x509Again=1 chainAgain=1
#   TLSv1.3 resumed=true authorized=true chain=1 x509=1 x509Again=1 chainAgain=1
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund node@22.23.3
key() { openssl ecparam -genkey -name prime256v1 -noout -out "$1.key" 2>/dev/null; }
for name in root below client server; do key "$name"; done
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
import { connect, createServer } from "node:tls";
const read = (file) => readFileSync(file, "utf8");
const length = (certificate) => {
  const seen = new Set();
  for (let at = certificate; at !== undefined && !seen.has(at); at = at.issuerCertificate) seen.add(at);
  return seen.size;
};
const lines = [];
const options = { cert: read("server.crt"), key: read("server.key"), ca: [read("root.crt")], requestCert: true };
const server = createServer({ ...options, rejectUnauthorized: false }, (socket) => {
  const chain = length(socket.getPeerCertificate(true));
  const [x509, x509Again] = [length(socket.getPeerX509Certificate()), length(socket.getPeerX509Certificate())];
  const chainAgain = length(socket.getPeerCertificate(true));
  const state = `resumed=${socket.isSessionReused()} authorized=${socket.authorized}`;
  lines.push(`${socket.getProtocol()} ${state} chain=${chain} x509=${x509} x509Again=${x509Again} chainAgain=${chainAgain}`);
  socket.on("error", () => undefined).end("x");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const client = { host: "127.0.0.1", port: server.address().port, rejectUnauthorized: false };
Object.assign(client, { cert: read("client.crt") + read("below.crt"), key: read("client.key") });
for (const version of ["TLSv1.2", "TLSv1.3"]) {
  let session;
  for (let count = 0; count < 2; count++)
    await new Promise((resolve) => {
      const socket = connect({ ...client, minVersion: version, maxVersion: version, session });
      socket.on("session", (given) => (session = given)).on("close", resolve).resume();
    });
}
server.close();
console.log(lines.join("\n"));
JS
./node_modules/.bin/node main.mjs | tee out.txt
cat > expected.txt <<'OUT'
TLSv1.2 resumed=false authorized=true chain=3 x509=2 x509Again=1 chainAgain=1
TLSv1.2 resumed=true authorized=true chain=1 x509=1 x509Again=1 chainAgain=1
TLSv1.3 resumed=false authorized=true chain=3 x509=2 x509Again=1 chainAgain=1
TLSv1.3 resumed=true authorized=true chain=1 x509=1 x509Again=1 chainAgain=1
OUT
cmp -s out.txt expected.txt || { echo "the behaviour has changed"; exit 1; }
