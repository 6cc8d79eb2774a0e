#!/bin/sh
# Node.js 22.23.3 (npm package node), also 20.20.2.
#
# `tls.createSecureContext` refuses a key that does not match the certificate (`key values mismatch`), except if the key
# has another algorithm, such as an EC key for an RSA certificate: OpenSSL keeps one pair for each algorithm, and here
# completes none. So a server with such files starts, and each handshake then fails; Go refuses them at the start
# (`tls: private key type does not match public key type`). `X509Certificate.checkPrivateKey` finds both mistakes.
#
# Output seen:
#   RSA key: error:05800074:x509 certificate routines::key values mismatch, checkPrivateKey false
#   EC key: accepted, checkPrivateKey false
#   handshake: ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{}' > package.json
npm install --silent --no-audit --no-fund node@22.23.3
openssl req -x509 -newkey rsa:2048 -nodes -keyout own.key -subj /CN=localhost -days 2 -out server.crt 2>/dev/null
openssl genrsa -out rsa.key 2048 2>/dev/null
openssl ecparam -genkey -name prime256v1 -noout -out ec.key 2>/dev/null
cat > main.mjs <<'JS'
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect, createSecureContext, createServer } from "node:tls";
const read = (file) => readFileSync(file, "utf8");
const cert = read("server.crt");
for (const [name, file] of [["RSA key", "rsa.key"], ["EC key", "ec.key"]]) {
  const key = read(file);
  let answer = "accepted";
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    answer = error.message;
  }
  console.log(`${name}: ${answer}, checkPrivateKey ${new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))}`);
}
const server = createServer({ cert, key: read("ec.key") });
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const socket = connect({ host: "127.0.0.1", port: server.address().port, rejectUnauthorized: false });
console.log(`handshake: ${await new Promise((resolve) => {
  socket.on("secureConnect", () => resolve("completed"));
  socket.on("error", ({ code }) => resolve(code));
})}`);
server.close();
JS
./node_modules/.bin/node main.mjs | tee out.txt
cat > expected.txt <<'OUT'
RSA key: error:05800074:x509 certificate routines::key values mismatch, checkPrivateKey false
EC key: accepted, checkPrivateKey false
OUT
head -n 2 out.txt | cmp -s - expected.txt && grep -q '^handshake: ERR_SSL_' out.txt || { echo "the behaviour has changed"; exit 1; }
