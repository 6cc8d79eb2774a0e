import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ServerProcess } from "./built-server.js";

/**
 * Each is a good part of the time that a start takes, and most servers never need it, or not at
 * once.
 */
const late = [
  "/node_modules/yaml/",
  "/protobufjs/",
  "/prom-client/",
  "/pino/",
  "/ws/",
  "/undici/",
  "/@peculiar/x509/",
  "openapi.js",
];

/**
 * Writes into a file which modules were loaded when the process ends: imported ones, as they are
 * resolved, and required ones.
 */
const preload = (file: string) => `
import { createRequire, register } from "node:module";
const source = \`import { appendFileSync } from "node:fs";
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  appendFileSync(${JSON.stringify(file)}, found.url + "\\\\n");
  return found;
}\`;
register("data:text/javascript," + encodeURIComponent(source), import.meta.url);
const { cache } = createRequire(import.meta.url);
process.on("exit", () => { appendFileSync(${JSON.stringify(file)}, Object.keys(cache).join("\\n")); });
`;

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-start-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function loaded(): Promise<string> {
  const file = join(folder, "loaded");
  writeFileSync(join(folder, "preload.mjs"), preload(file));
  vi.stubEnv("NODE_OPTIONS", `--import ${join(folder, "preload.mjs")}`);
  const server = new ServerProcess(
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${join(folder, "data")}`,
    `--write-kubeconfig=${join(folder, "kubeconfig")}`,
  );
  try {
    await server.serving();
    server.child.kill("SIGTERM");
    expect(await server.ended()).toBe(0);
  } finally {
    server.child.kill("SIGKILL");
  }
  const text = readFileSync(file, "utf8");
  rmSync(file);
  return text;
}

test("a start loads nothing that it does not need; the first one what makes certificates", async () => {
  const first = await loaded();
  expect(late.filter((name) => first.includes(name))).toEqual(["/@peculiar/x509/"]);
  const second = await loaded();
  expect(second).toContain("/lmdb/");
  expect(late.filter((name) => second.includes(name))).toEqual([]);
});
