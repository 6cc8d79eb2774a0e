import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ServerProcess } from "./built-server.js";

/**
 * Modules that would slow the start of the server. Most servers do not need them immediately, so
 * they must be loaded later.
 */
const late = [
  "/node_modules/yaml/",
  "/protobufjs/src/root.js",
  "/prom-client/",
  "/pino/",
  "/ws/",
  "/undici/",
  "/@peculiar/x509/",
  "openapi.js",
];

/**
 * Returns the source of a module that records which modules a process loads, through imports and
 * `require`. It writes their names into a file when the process ends.
 */
const preload = (file: string) => `
import { appendFileSync } from "node:fs";
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

test("only the first start loads the modules that create certificates, and no start loads unused ones", async () => {
  const first = await loaded();
  expect(late.filter((name) => first.includes(name))).toEqual(["/@peculiar/x509/"]);
  const second = await loaded();
  expect(second).toContain("/lmdb/");
  expect(late.filter((name) => second.includes(name))).toEqual([]);
});
