import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthority, issueServing } from "../../apiserver/certificates/authority.js";
import type { KeyPair } from "../../apiserver/certificates/authority.js";
import { Listener } from "../../apiserver/http/listener.js";
import { authenticate, byClientCertificate } from "../../apiserver/filters/authentication.js";

let folder = "";
let authority: KeyPair;
let listener: Listener;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-certificates-"));
  authority = await createAuthority("ca");
  writeFileSync(join(folder, "ca.crt"), authority.certificate);
  writeFileSync(join(folder, "ca.key"), authority.key);
  const tls = { pair: await issueServing(authority, ["127.0.0.1"]), named: [], clientCA: authority.certificate };
  listener = await Listener.listen({ tls, bindAddress: "127.0.0.1", port: 0 }, async (received) => {
    const { name, groups } = await authenticate([byClientCertificate], received);
    return { status: 200, headers: {}, body: `${name} ${groups.join(",")}` };
  });
});
afterAll(async () => {
  await listener.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Signs a certificate with any subject, which the server's own functions do not do. */
function certificate(subject: string): { readonly cert: string; readonly key: string } {
  const openssl = (...args: readonly string[]) => execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "client.key"];
  openssl("req", ...key, "-subj", subject, "-multivalue-rdn", "-out", "client.csr");
  openssl("x509", "-req", "-in", "client.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-days", "1", "-out", "client.crt");
  return { cert: readFileSync(join(folder, "client.crt"), "utf8"), key: readFileSync(join(folder, "client.key"), "utf8") };
}

function userOf(subject: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: listener.port, ca: authority.certificate, agent: false, ...certificate(subject) };
    request(options, (response) => {
      let text = "";
      response
        .setEncoding("utf8")
        .on("data", (chunk: string) => (text += chunk))
        .on("end", () => {
          resolve(text);
        });
    })
      .on("error", reject)
      .end();
  });
}

test.each([
  ["/O=system:masters", "system:anonymous system:unauthenticated"],
  ["/CN=bob", "bob system:authenticated"],
  ["/CN=bob/CN=admin", "admin system:authenticated"],
  ["/CN=bob/O=cooks/CN=admin/O=waiters", "admin cooks,waiters,system:authenticated"],
])("the certificate of %s is the user %s", async (subject, user) => {
  expect(await userOf(subject)).toBe(user);
});

test("an empty common name is no user", async () => {
  const peer = { certificate: { isTrusted: true, commonName: "", organizations: ["system:masters"], sha256: "0" } };
  const received = { method: "GET", uri: "/", path: "/", query: new URLSearchParams(), header: () => undefined, readBody: () => Promise.resolve(Buffer.alloc(0)), peer };
  expect(await authenticate([byClientCertificate], received)).toMatchObject({ name: "system:anonymous" });
});
