import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "../built-program.js";
import { command, succeed } from "./command.js";
import { whyNot } from "./install.js";

/**
 * @file Runs the sessions of the official JavaScript client with its newest release. The sessions of
 * other tests use the release of package.json, because the newest one requires Node.js 22.19.
 */

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isOld = major < 22 || (major === 22 && minor < 19);
const reason = isOld ? `skipped: it requires Node.js 22.19, and this is ${process.version}` : await whyNot();

describe.skipIf(reason !== undefined)(`the newest @kubernetes/client-node ${reason ?? ""}`, () => {
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "apimachinery-client-node-"));
    await succeed(folder, "npm", ["install", "--no-prefer-offline", "@kubernetes/client-node@latest"]);
  }, 600_000);
  afterAll(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  test("reads, writes and watches objects as the release of package.json does", { timeout: 600_000 }, async () => {
    const client = join(folder, "node_modules/@kubernetes/client-node");
    const sessions = ["objects", "informer"].map((name) => `test/interop/${name}.test.ts`);
    const { status, stdout, stderr } = await command(repository, "env", [
      `CLIENT_NODE=${client}`,
      process.execPath,
      ...["node_modules/vitest/vitest.mjs", "run", "--project", "quick", ...sessions],
    ]);
    expect(status, stdout + stderr).toBe(0);
  });
});
