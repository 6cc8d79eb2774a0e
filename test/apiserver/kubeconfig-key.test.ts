import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { kubeconfigText } from "../../apiserver/certificates/kubeconfig.js";

const forms = {
  ec: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
  rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
  ed25519: generateKeyPairSync("ed25519").privateKey,
};

/** Returns the key in a kubeconfig that is written for a client with this key. */
function written(key: string): string {
  const text = kubeconfigText({
    name: "cafe",
    server: "https://localhost:8443",
    authority: "authority",
    client: { certificate: "certificate", key },
  });
  const { users } = parse(text) as { users: readonly { user: { "client-key-data": string } }[] };
  return Buffer.from(users[0]?.user["client-key-data"] ?? "", "base64").toString("utf8");
}

describe("the client key of a kubeconfig", () => {
  test.each([
    ["ec", "pkcs8", "EC PRIVATE KEY"],
    ["ec", "sec1", "EC PRIVATE KEY"],
    ["rsa", "pkcs8", "RSA PRIVATE KEY"],
    ["rsa", "pkcs1", "RSA PRIVATE KEY"],
    ["ed25519", "pkcs8", "PRIVATE KEY"],
  ] as const)("%s, read as %s, is written as %s, and is the same key", (algorithm, type, label) => {
    const key = written(String(forms[algorithm].export({ type, format: "pem" } as { type: "pkcs8"; format: "pem" })));
    expect(key.split("\n")[0]).toBe(`-----BEGIN ${label}-----`);
    expect(createPrivateKey(key).equals(forms[algorithm])).toBe(true);
  });
});
