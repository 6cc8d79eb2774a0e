import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { standaloneCertificates } from "../../apiserver/certificates/standalone.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shared-"));
  folders.push(folder);
  return folder;
}

test("servers that start together with one empty folder have the same certificates", async () => {
  const folder = newFolder();
  const all = await Promise.all(Array.from({ length: 6 }, () => standaloneCertificates(folder, folder, ["localhost"])));
  expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(readdirSync(folder).sort()).toEqual([
    "admin.crt",
    "admin.key",
    "apiserver.crt",
    "apiserver.key",
    "ca.crt",
    "ca.key",
  ]);
});

test("a lock that a killed server has left behind does not prevent a start", async () => {
  const folder = newFolder();
  const lock = join(folder, "ca.lock");
  writeFileSync(lock, "");
  const minuteAgo = Date.now() / 1000 - 60;
  utimesSync(lock, minuteAgo, minuteAgo);
  const { authority } = await standaloneCertificates(folder, folder, ["localhost"]);
  expect(authority.certificate).toContain("BEGIN CERTIFICATE");
  expect(readdirSync(folder)).not.toContain("ca.lock");
});
