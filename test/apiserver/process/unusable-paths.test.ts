import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedStorage } from "../../../apiserver/storage/index.js";
import { webhookMaterial } from "../../../apiserver/webhook/start-webhook-server.js";
import { defaultWebhookOptions } from "../../../apiserver/webhook/webhook-options.js";
import { commandHere } from "./command-here.js";

/**
 * The recursive mkdir of Node never ends below /proc, because the system responds with ENOENT
 * although the parent folder exists.
 */
const notLinux = process.platform === "linux" ? undefined : "(skipped: this is not Linux)";
const refusal = "ENOENT: no such file or directory, mkdir '/proc/x'";

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-paths-"));
  writeFileSync(join(folder, "policy.yaml"), "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n");
  await (await openEmbeddedStorage({ directory: join(folder, "stored", "store") })).close();
  expect(await commandHere("backup", `--data-dir=${at("stored")}`, `--to=${at("backup")}`)).toMatchObject({ code: 0 });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);

/** Runs a command, which must fail. Returns what it prints on stderr. */
async function failed(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await commandHere(...args);
  expect([code, out]).toEqual([1, ""]);
  return err;
}

describe.skipIf(notLinux !== undefined)(`a path below /proc is an error that names the flag ${notLinux ?? ""}`, () => {
  const serve = (...flags: readonly string[]) => ["--bind-address=127.0.0.1", "--secure-port=0", ...flags];
  const rows: readonly (readonly [title: string, args: () => readonly string[], message: string])[] = [
    ["the data folder", () => serve("--data-dir=/proc/x/y"), `--data-dir: ${refusal}`],
    [
      "the folder of certificates",
      () => serve(`--data-dir=${at("certified")}`, "--cert-dir=/proc/x/y"),
      `--cert-dir: ${refusal}`,
    ],
    [
      "the kubeconfig in a missing folder",
      () => serve(`--data-dir=${at("none")}`, "--write-kubeconfig=/proc/x/y"),
      "--write-kubeconfig: the folder /proc/x does not exist: create it with: mkdir -p /proc/x",
    ],
    [
      "the kubeconfig in the data folder",
      () => serve("--storage-backend=memory", "--data-dir=/proc/x", "--write-kubeconfig=/proc/x/y"),
      `--data-dir: ${refusal}`,
    ],
    [
      "the file of a backup",
      () => ["backup", `--data-dir=${at("stored")}`, "--to=/proc/x/y"],
      "/proc/x/y can't be written: /proc/x is not a folder: create it, or name another file",
    ],
    [
      "the data folder of a restore",
      () => ["restore", `--from=${at("backup")}`, "--data-dir=/proc/x/y"],
      `--data-dir: ${refusal}`,
    ],
    [
      "the folder of create-serving-certificate",
      () => ["create-serving-certificate", "--host=a.svc", "--out=/proc/x/y"],
      `--out: ${refusal}`,
    ],
  ];

  test("the audit log, before the server creates its data folder", async () => {
    const policy = `--audit-policy-file=${at("policy.yaml")}`;
    const args = serve(`--data-dir=${at("audited")}`, policy, "--audit-log-path=/proc/x/y/audit.log");
    expect(await failed(...args)).toBe(
      `error: --audit-log-path: the audit log /proc/x/y/audit.log cannot be written: ${refusal}\n`,
    );
    expect(existsSync(at("audited"))).toBe(false);
  });

  test.each(rows)("%s", async (_, args, message) => {
    expect(await failed(...args())).toBe(`error: ${message}\n`);
  });

  test("the folder of a webhook server's certificates", async () => {
    const options = defaultWebhookOptions({ name: "webhook" });
    await expect(webhookMaterial({ ...options, certDir: "/proc/x/y" })).rejects.toThrow(`--cert-dir: ${refusal}`);
  });

  test("the folder of a store that a program opens", async () => {
    await expect(openEmbeddedStorage({ directory: "/proc/x/y" })).rejects.toThrow(
      `data directory /proc/x/y can't be used: ${refusal}`,
    );
  });
});
