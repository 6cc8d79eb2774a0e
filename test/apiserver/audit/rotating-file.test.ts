import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RotatingFile, type RotatingFileConfig } from "../../../apiserver/audit/log/rotating-file.js";

let folder = "";
const logged: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-rotation-"));
  logged.length = 0;
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function opened(own: Partial<RotatingFileConfig> = {}): Promise<RotatingFile> {
  return RotatingFile.open({
    path: join(folder, "audit.log"),
    maxBytes: 0,
    maxBackups: 0,
    maxDays: 0,
    compress: false,
    log: (message, error) => logged.push(`${message} ${String(error)}`),
    ...own,
  });
}

const read = (name: string) => readFileSync(join(folder, name), "utf8");
const oldNames = () => readdirSync(folder).filter((name) => name !== "audit.log");
const pattern = /^audit-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}\.log$/;

test("lines are appended in the order of the calls, also after a restart; only the user can read them", async () => {
  const file = await opened();
  await Promise.all(["a\n", "b\n", "c\n"].map((line) => file.write(line)));
  await file.close();
  const again = await opened();
  const written = again.write("d\n");
  await again.close();
  await written;
  expect(read("audit.log")).toBe("a\nb\nc\nd\n");
  expect(statSync(join(folder, "audit.log")).mode & 0o777).toBe(0o600);
});

test("a full file gets a name with its time, and a new file begins; no line is lost or split", async () => {
  const file = await opened({ maxBytes: 10 });
  const lines = ["1111\n", "2222\n", "3333\n", "a line that is longer than a file\n", "4444\n"];
  await Promise.all(lines.map((line) => file.write(line)));
  await file.close();
  const names = oldNames().sort();
  for (const name of names) expect(name).toMatch(pattern);
  expect([...names, "audit.log"].map(read)).toEqual(["1111\n2222\n", "3333\n", lines[3], "4444\n"]);
});

test("old files are removed by number and by age, and compressed", async () => {
  const names = ["2001-01-01T00-00-00.000", "2024-01-01T00-00-00.000", "2024-01-02T00-00-00.000"];
  for (const name of names) writeFileSync(join(folder, `audit-${name}.log`), name);
  writeFileSync(join(folder, "audit-notes.log"), "of the user");
  writeFileSync(join(folder, "other-2024-01-01T00-00-00.000.log"), "of another log");
  const byAge = await opened({ maxBytes: 10, maxDays: Math.ceil((Date.now() - Date.UTC(2002, 0)) / 86_400_000) });
  await byAge.close();
  expect(oldNames()).not.toContain("audit-2001-01-01T00-00-00.000.log");
  const byNumber = await opened({ maxBytes: 10, maxBackups: 1, compress: true });
  await byNumber.close();
  expect(oldNames().sort()).toEqual([
    "audit-2024-01-02T00-00-00.000.log.gz",
    "audit-notes.log",
    "other-2024-01-01T00-00-00.000.log",
  ]);
  const bytes = readFileSync(join(folder, "audit-2024-01-02T00-00-00.000.log.gz"));
  expect(gunzipSync(bytes).toString("utf8")).toBe("2024-01-02T00-00-00.000");
  expect(logged).toEqual([]);
});

test("a file that cannot be opened is an error", async () => {
  mkdirSync(join(folder, "taken"));
  await expect(opened({ path: join(folder, "taken") })).rejects.toThrow("EISDIR");
  writeFileSync(join(folder, "file"), "");
  await expect(opened({ path: join(folder, "file", "audit.log") })).rejects.toThrow(/EEXIST|ENOTDIR/);
});

test("a removed file or folder is created again when the file is full", async () => {
  const path = join(folder, "logs", "audit.log");
  const file = await opened({ path, maxBytes: 5 });
  await file.write("1111\n");
  rmSync(path);
  await file.write("2222\n");
  rmSync(join(folder, "logs"), { recursive: true });
  await file.write("3333\n");
  await file.close();
  expect(readFileSync(path, "utf8")).toBe("3333\n");
});

test("a rotation that fails rejects the line, and the next line tries it again", async () => {
  const logs = join(folder, "logs");
  const file = await opened({ path: join(logs, "audit.log"), maxBytes: 5 });
  await file.write("1111\n");
  rmSync(logs, { recursive: true });
  writeFileSync(logs, "not a folder");
  await expect(file.write("2222\n")).rejects.toThrow(/EEXIST|ENOTDIR/);
  rmSync(logs);
  await file.write("3333\n");
  await file.close();
  expect(read("logs/audit.log")).toBe("3333\n");
});
