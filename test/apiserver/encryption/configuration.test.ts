import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readEncryption } from "../../../apiserver/options/encryption/read-encryption.js";
import { Encryption } from "../../../apiserver/storage/index.js";
import { identity, provider, secrets } from "./keys.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "encryption-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "encryption.yaml");
const head = "apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\n";

function read(text: string) {
  writeFileSync(file(), text);
  return readEncryption(file(), () => undefined);
}

function list(resources: readonly string[], ...providers: readonly string[]): string {
  return `  - resources: [${resources.map((name) => `'${name}'`).join(", ")}]\n    providers:\n${providers.join("")}`;
}

/** Returns the beginning of stored values of a resource. */
async function prefixOf(text: string, group: string, resource: string): Promise<string> {
  const encryption = new Encryption(await read(text)).of({ group, resource });
  const stored = encryption.encrypt("/key", Buffer.from("plain")).toString("latin1");
  return /^(k8s:enc:\w+:v1:\w+:|plain$)/.exec(stored)?.[0] ?? "";
}

test("the nearest list of a resource decides: its name, its group, then all", async () => {
  const text = `${head}resources:\n${list(["pizzas.example.com", "pods"], provider("aesgcm", "one"))}${list(["*.example.com"], provider("aescbc", "two"), identity)}${list(["*."], provider("secretbox", "one"))}${list(["*.*"], identity, provider("aescbc", "one"))}`;
  for (const [group, resource, prefix] of [
    ["example.com", "pizzas", "k8s:enc:aesgcm:v1:one:"],
    ["example.com", "toppings", "k8s:enc:aescbc:v1:two:"],
    ["", "pods", "k8s:enc:aesgcm:v1:one:"],
    ["", "secrets", "k8s:enc:secretbox:v1:one:"],
    ["other.com", "pizzas", "plain"],
  ] as const)
    expect([resource, await prefixOf(text, group, resource)]).toEqual([resource, prefix]);
});

test("JSON, the older name of the kind, and resources in several lists are accepted", async () => {
  const json = JSON.stringify({
    apiVersion: "v1",
    kind: "EncryptionConfig",
    resources: [
      { resources: ["pods"], providers: [{ aesgcm: { keys: [{ name: "a", secret: secrets.one }] } }] },
      { resources: ["pods"], providers: [{ identity: {} }] },
    ],
  });
  expect(await prefixOf(json, "", "pods")).toBe("k8s:enc:aesgcm:v1:a:");
});

describe("an invalid configuration is reported with position and path", () => {
  const one = (text: string) => `${head}resources:\n- resources: [pods]\n  providers:\n${text}`;
  const key = (secret: string, name = "a") =>
    one(`  - aesgcm:\n      keys:\n      - name: ${name}\n        secret: ${secret}\n`);
  test.each([
    ["an unknown field", `${head}resource: []\n`, '3:1: unknown field "resource"'],
    [
      "an unknown field of a key",
      `${key(secrets.one)}        size: 3\n`,
      '10:9: unknown field "resources[0].providers[0].aesgcm.keys[0].size"',
    ],
    [
      "another kind",
      "apiVersion: apiserver.config.k8s.io/v1\nkind: Encryption\n",
      '2:1: no kind "Encryption" is registered for version "apiserver.config.k8s.io/v1"',
    ],
    [
      "another version",
      "apiVersion: v2\nkind: EncryptionConfiguration\n",
      '1:1: no kind "EncryptionConfiguration" is registered for version "v2"',
    ],
    ["a duplicate field", `${head}${head}`, "3:1: Map keys must be unique"],
    ["no mapping", "[]", "1:1: the document must be a mapping"],
    ["no list", `${head}resources: pods\n`, "3:1: resources must be a list"],
    ["a number as a name", `${head}resources:\n- resources: [1]\n`, "4:15: resources[0].resources[0] must be a string"],
    ["no resources", head, "1:1: resources: Required value: at least one resources is required"],
    [
      "an empty list",
      `${head}resources:\n- resources: []\n  providers:\n  - identity: {}\n`,
      "4:3: resources[0].resources: Required value: at least one resources[0].resources is required",
    ],
    [
      "no provider",
      one(""),
      "5:3: resources[0].providers: Required value: at least one resources[0].providers is required",
    ],
    [
      "an empty provider",
      one("  - {}\n"),
      "6:5: resources[0].providers[0]: Invalid value: []: provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity",
    ],
    [
      "two providers in one",
      one("  - identity: {}\n    aescbc: {keys: []}\n"),
      '6:5: resources[0].providers[0]: Invalid value: ["aescbc","identity"]: more than one provider specified in a single element, should split into different list elements',
    ],
    [
      "kms",
      one("  - kms: {apiVersion: v2, name: x, endpoint: 'unix:///x'}\n"),
      "6:5: resources[0].providers[0].kms: Forbidden: this server has no KMS provider; use secretbox, aesgcm or aescbc",
    ],
    [
      "no keys",
      one("  - secretbox: {}\n"),
      "6:5: resources[0].providers[0].secretbox.keys: Required value: at least one keys is required",
    ],
    [
      "no name",
      key(secrets.one, "''"),
      "8:9: resources[0].providers[0].aesgcm.keys[0].name: Required value: name is a mandatory field for a key",
    ],
    [
      "no secret",
      key("''"),
      "9:9: resources[0].providers[0].aesgcm.keys[0].secret: Required value: secret is a mandatory field for a key",
    ],
    [
      "no base64",
      key("x_x="),
      '9:9: resources[0].providers[0].aesgcm.keys[0].secret: Invalid value: "REDACTED": secrets must be base64 encoded',
    ],
    [
      "a short secret",
      key("c2VjcmV0"),
      '9:9: resources[0].providers[0].aesgcm.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 6, expected one of [16 24 32]',
    ],
    [
      "a short secret of secretbox",
      one(`  - secretbox: {keys: [{name: a, secret: ${Buffer.alloc(16).toString("base64")}}]}\n`),
      '6:34: resources[0].providers[0].secretbox.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 16, expected one of [32]',
    ],
    ["no YAML", `${head}resources: [\n`, "4:1: "],
  ])("%s", async (_, text, message) => {
    const error = (await read(text).catch((thrown: unknown) => thrown)) as Error;
    expect(error.message.split("\n")[0]).toContain(`${file()}:${message}`);
  });

  test.each([
    [["Pods"], "resource name should not contain capital letters"],
    [["*"], "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources"],
    [["apiserveripinfo"], "resources which do not have REST API/s cannot be encrypted"],
    [["pods.extensions"], "'extensions' group has been removed and cannot be used for encryption"],
    [["pods.*"], "encrypting the same resource across groups is not supported"],
    [["pods", "pods"], "the same resource cannot be specified multiple times"],
    [["pods", "*."], "using overlapping resources such as 'secrets' and '*.' in the same resource list"],
    [["pods.a", "*.*"], "using overlapping resources such as 'secrets' and '*.' in the same resource list"],
  ])("the resources %s", async (resources, message) => {
    await expect(read(`${head}resources:\n${list(resources, identity)}`)).rejects.toThrow(message);
  });

  test.each([
    ["*.a", "pods.a", 'resource "pods.a" is masked by earlier rule "*.a"'],
    ["*.", "pods", 'resource "pods" is masked by earlier rule "*."'],
    ["*.*", "pods.a", 'resource "pods.a" is masked by earlier rule "*.*"'],
    ["*.*", "*.a", 'resource "*.a" is masked by earlier rule "*.*"'],
  ])("%s before %s", async (first, second, message) => {
    await expect(read(`${head}resources:\n${list([first], identity)}${list([second], identity)}`)).rejects.toThrow(
      `${file()}:7:17: ${message}`,
    );
  });

  test("a missing and an empty file", async () => {
    await expect(readEncryption(file(), () => undefined)).rejects.toThrow(
      `error reading encryption provider configuration file "${file()}": ENOENT`,
    );
    await expect(read("")).rejects.toThrow(`encryption provider configuration file "${file()}" is empty`);
  });
});
