import { createPrivateKey } from "node:crypto";
import { secretGroup, newAPIGroup } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { createAuthority, issueServing } from "../../apiserver/certificates/authority.js";
import { keyPairProblem } from "../../apiserver/groups/core/key-pair-problem.js";
import { InProcessServer } from "./harness.js";

const server = new InProcessServer({
  groups: [(storage) => newAPIGroup(secretGroup, { scheme: new Scheme(), storage, keyPrefix: "/registry/test" })],
});
const secrets = "/api/v1/namespaces/default/secrets";
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("Secrets", () => {
  test("are stored without the group in their keys, and without the strings that clients sent in stringData", async () => {
    const { json } = await server.post(secrets, { metadata: { name: "a" }, stringData: { user: "ada" } });
    expect([json["data"], json["stringData"], json["type"]]).toEqual([{ user: "YWRh" }, undefined, "Opaque"]);
    const { item } = await server.storage.get("/registry/test/secrets/default/a");
    expect(JSON.parse(Buffer.from(item?.value ?? []).toString())).toMatchObject({ data: { user: "YWRh" } });
  });

  test("are replaced without a resourceVersion, but not created by a PUT", async () => {
    await server.post(secrets, { metadata: { name: "b" } });
    expect((await server.put(`${secrets}/b`, { metadata: { name: "b" }, stringData: { a: "b" } })).status).toBe(200);
    expect((await server.put(`${secrets}/c`, { metadata: { name: "c" } })).status).toBe(404);
  });

  test("of 1 MiB are the largest, no matter how many values they have", async () => {
    const half = base64("a".repeat(512 * 1024));
    expect((await server.post(secrets, { metadata: { name: "full" }, data: { a: half, b: half } })).status).toBe(201);
    const { json } = await server.post(secrets, { metadata: { name: "over" }, data: { a: half, b: half, c: "YQ==" } });
    expect(json["message"]).toBe('Secret "over" is invalid: data: Too long: may not be more than 1048576 bytes');
  });

  test("with a name that Object has are not mistaken for fields", async () => {
    const values = '{"__proto__":"YQ==","constructor":"Yg=="}';
    for (const field of ["data", "stringData"]) {
      const body = `{"metadata":{"generateName":"names-"},"${field}":${values}}`;
      const { json } = await server.post(secrets, body);
      expect(Object.keys(json["data"] ?? {}).sort()).toEqual(["__proto__", "constructor"]);
    }
    const inherited = { metadata: { name: "inherited" }, type: "kubernetes.io/tls", data: { "tls.crt": "" } };
    expect((await server.post(secrets, inherited)).json["message"]).toBe(
      'Secret "inherited" is invalid: data[tls.key]: Required value',
    );
    expect((await server.post(secrets, { metadata: { name: "type" }, type: "constructor" })).status).toBe(201);
  });

  test("for TLS have a warning if the key does not fit the certificate", async () => {
    const pair = await issueServing(await createAuthority("test"), ["localhost"]);
    const post = (name: string, crt: string, key: string) =>
      server.post(secrets, {
        metadata: { name },
        type: "kubernetes.io/tls",
        stringData: { "tls.crt": crt, "tls.key": key },
      });
    expect((await post("fits", pair.certificate, pair.key)).headers["warning"]).toBeUndefined();
    const { status, headers } = await post("switched", pair.key, pair.certificate);
    expect([status, String(headers["warning"])]).toEqual([201, expect.stringContaining("may have been switched")]);
  });
});

describe("the problem of a certificate and a key is that of Go", async () => {
  const [own, other] = await Promise.all([1, 2].map(async () => issueServing(await createAuthority("a"), ["a"])));
  const { certificate = "", key = "" } = own ?? {};
  const sec1 = createPrivateKey(key).export({ type: "sec1", format: "pem" }).toString();
  const block = (type: string) => `-----BEGIN ${type}-----\nAAAA\n-----END ${type}-----\n`;
  test.each<[string, string, string, string | undefined]>([
    ["a pair", certificate, key, undefined],
    ["a SEC1 key after its parameters", certificate, block("EC PARAMETERS") + sec1, undefined],
    ["a certificate after another block", block("OTHER") + certificate, key, undefined],
    ["nothing", "", "", "tls: failed to find any PEM data in certificate input"],
    ["no key", certificate, "x", "tls: failed to find any PEM data in key input"],
    [
      "switched inputs",
      key,
      certificate,
      "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched",
    ],
    [
      "other blocks as a certificate",
      block("A") + block("B"),
      key,
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]',
    ],
    [
      "a certificate as a key",
      certificate,
      certificate,
      "tls: found a certificate rather than a key in the PEM for the private key",
    ],
    [
      "other blocks as a key",
      certificate,
      block("A") + block("CERTIFICATE"),
      'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [A CERTIFICATE]',
    ],
    ["a broken certificate", block("CERTIFICATE"), key, "x509: malformed certificate"],
    ["a broken key", certificate, block("PRIVATE KEY"), "tls: failed to parse private key"],
    ["another key", certificate, other?.key ?? "", "tls: private key does not match public key"],
  ])("%s", (_, crt, privateKey, problem) => {
    expect(keyPairProblem(crt, privateKey)).toBe(problem);
  });
});
