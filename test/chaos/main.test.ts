import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { builtProgram } from "../built-program.js";
import { PizzaServer } from "../interop/pizza-server.js";
import { HistoryBuilder, version } from "./history-builder.js";

const folder = mkdtempSync(join(tmpdir(), "chaos-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Result {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program with arguments. */
async function chaos(...args: readonly string[]): Promise<Result> {
  const program = builtProgram({
    main: "dist/test/chaos/main.js",
    written: "apiserver/dist/bundle/index.js",
    sources: ["test/chaos"],
  });
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { status, out, err };
}

/** Writes a history to a file, and returns its path. */
function fileOf(name: string, { history }: HistoryBuilder): string {
  const path = join(folder, name);
  writeFileSync(path, history.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return path;
}

test("the program attacks a running server, records the history, and checks it again from the file", async () => {
  const server = await PizzaServer.start();
  try {
    const [out, template] = [join(folder, "history.jsonl"), join(folder, "template.json")];
    writeFileSync(template, '{"metadata":{"labels":{"app":"test"}},"spec":{"cost":1}}');
    const resource = "toppings.v1alpha1.restaurant.programming-kubernetes.info";
    const flags = ["--resource", resource, "--template", template, "--seconds", "1", "--writers", "4", "--out", out];
    const attacked = await chaos("--kubeconfig", server.kubeconfig, ...flags);
    expect(attacked).toEqual({ status: 0, out: expect.stringMatching(/^no violation$/m) as string, err: "" });
    expect(attacked.out).toMatch(/^[1-9]\d* writes took effect/m);
    expect(await chaos("check", out)).toEqual(attacked);
  } finally {
    await server.remove();
  }
});

test("a history with a violation: the program prints the rule and the records, and ends with 1", async () => {
  const first = version("a", 1, "v1");
  const second = version("a", 2, "v2");
  const stale = new HistoryBuilder().put("create", first).put("update", second).get("a", first);
  const { status, out } = await chaos("check", fileOf("stale.jsonl", stale));
  expect(status).toBe(1);
  const [, , , , rule = "", message = "", ...records] = out.split("\n");
  expect(rule).toBe("violation of stale-read: A read returns a state that is not older than the start of the read.");
  expect(message).toContain("a is at revision 1 in a read that began after revision 2 was seen");
  expect(records.slice(0, 2).map((line) => JSON.parse(line) as object)).toMatchObject([
    { verb: "get" },
    { verb: "update" },
  ]);
  expect(records.slice(2)).toEqual(["violations: 1", ""]);
});

test.each([
  [[], "--resource is missing; --help explains all flags"],
  [["--resource", "pizzas"], "--resource=pizzas must be plural, version and group"],
  [["--resource", "pizzas.v1", "--writers", "many"], "--writers=many must be a number"],
  [["check"], "usage: check FILE, or flags only"],
  [["check", join(folder, "template.txt")], "ENOENT"],
])("wrong arguments %j are reported", async (args, message) => {
  const { status, out, err } = await chaos(...args);
  expect({ status, out }).toEqual({ status: 1, out: "" });
  expect(err).toContain(message);
});

test("a file that is not a history is reported with its line", async () => {
  const path = join(folder, "other.jsonl");
  writeFileSync(path, '{"type":"run"}\nno JSON\n');
  const { status, err } = await chaos("check", path);
  expect(status).toBe(1);
  expect(err).toBe(`error: ${path}:2 is not a record of a history: no JSON\n`);
});

test("--help prints the usage", async () => {
  const { status, out } = await chaos("--help");
  expect(status).toBe(0);
  expect(out).toMatch(/^Usage: node dist\/test\/chaos\/main\.js --resource/);
});
