import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subcommands } from "../../apiserver/run/subcommands/all.js";
import { pizzaServer } from "../../cmd/pizza-apiserver/server.js";

describe("create-serving-certificate", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "serving-certificate-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (...args: readonly string[]) => {
    const command = subcommands.find(({ name }) => name === "create-serving-certificate");
    let text = "";
    const add = (part: string) => void (text += part);
    const status = await command?.run(pizzaServer, args, { out: add, err: add });
    return { status, text };
  };
  const read = (name: string) => readFileSync(join(folder, "out", name), "utf8");

  test("a run without flags names the missing ones", async () => {
    const { status, text } = await run();
    expect(status).toBe(1);
    expect(text).toContain("error: --host must be specified: a cluster reaches the Service api");
    expect(text).toContain("error: --out must be specified");
  });

  test("a host with a space is an error", async () => {
    const { status, text } = await run("--host=a b", `--out=${join(folder, "out")}`);
    expect([status, text.split("\n")[0]]).toEqual([1, 'error: --host: "a b" is neither a DNS name nor an IP address']);
  });

  test("the certificate is valid for all hosts, and its authority verifies it", async () => {
    const { status, text } = await run("--host=api.shop.svc,10.0.0.1", `--out=${join(folder, "out")}`);
    expect(status).toBe(0);
    expect(text).toMatch(/tls\.crt is valid for api\.shop\.svc, 10\.0\.0\.1 until \d{4}-\d\d-\d\d\n/);
    const certificate = new X509Certificate(read("tls.crt"));
    const authority = new X509Certificate(read("ca.crt"));
    expect(certificate.checkHost("api.shop.svc")).toBe("api.shop.svc");
    expect(certificate.checkIP("10.0.0.1")).toBe("10.0.0.1");
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(statSync(join(folder, "out", "tls.key")).mode & 0o777).toBe(0o600);
  });

  test("a second run changes nothing; another host changes the certificate, but not the authority", async () => {
    const before = [read("ca.crt"), read("tls.crt")];
    await run("--host=api.shop.svc", `--out=${join(folder, "out")}`);
    expect([read("ca.crt"), read("tls.crt")]).toEqual(before);
    await run("--host=api.other.svc", `--out=${join(folder, "out")}`);
    expect(read("ca.crt")).toBe(before[0]);
    expect(new X509Certificate(read("tls.crt")).checkHost("api.other.svc")).toBe("api.other.svc");
  });
});
