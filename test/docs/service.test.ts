import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { standaloneCertificates } from "../../apiserver/certificates/standalone.js";

const page = readFileSync("docs/run-as-a-service.md", "utf8");
const missing =
  spawnSync("systemd-analyze", ["--version"]).status === 0 ? undefined : "skipped: systemd-analyze is not installed";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "service-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the line of a code block that begins with a text. */
function lineOf(beginning: string): string {
  const line = page.split("\n").find((each) => each.startsWith(beginning));
  if (line === undefined) throw new Error(`the page has no line ${beginning}`);
  return line;
}

test.skipIf(missing !== undefined)(`systemd accepts the unit ${missing ?? ""}`, () => {
  const unit = /```ini\n([^`]+)```/.exec(page)?.[1] ?? "";
  const file = join(folder, "cafe.service");
  writeFileSync(file, unit.replace("/usr/bin/node", process.execPath));
  const verify = () => spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
  // Warnings about other units of the machine do not name the file.
  expect(
    verify()
      .stderr.split("\n")
      .filter((line) => line.includes("cafe.service")),
  ).toEqual([]);
  writeFileSync(
    file,
    unit.replace("/usr/bin/node", process.execPath).replace("ProtectHome=yes", "ProtectHome=perhaps"),
  );
  expect(verify().stderr).toContain("cafe.service:");
});

test("the archive contains the certificates with their modes, and no objects", async () => {
  const data = join(folder, "cafe");
  mkdirSync(data);
  await standaloneCertificates(data, data, ["localhost"]);
  mkdirSync(join(data, "store"));
  writeFileSync(join(data, "store", "data.mdb"), "objects");
  const run = (beginning: string) => {
    const command = lineOf(beginning).replace("sudo ", "").replace("/var/lib", folder);
    const { status, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  };
  run("sudo tar --create");
  run("sudo chmod 600 cafe-certificates.tgz");
  expect(statSync(join(folder, "cafe-certificates.tgz")).mode & 0o777).toBe(0o600);
  renameSync(data, join(folder, "cafe.broken"));
  run("sudo tar --extract");
  expect(existsSync(join(data, "store"))).toBe(false);
  for (const name of ["ca.crt", "ca.key", "admin.crt", "admin.key", "apiserver.crt", "apiserver.key"]) {
    const [before, after] = [join(folder, "cafe.broken", name), join(data, name)];
    expect([name, readFileSync(after, "utf8")]).toEqual([name, readFileSync(before, "utf8")]);
    expect([name, statSync(after).mode]).toEqual([name, statSync(before).mode]);
  }
});
