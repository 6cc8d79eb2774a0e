import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { builtServer } from "../apiserver/process/built-server.js";
import { DevProgram } from "../../cmd/codegen/dev-program.js";
import { temporaryFolder } from "../engine/temporary-folder.js";
import { eventually } from "../eventually.js";
import { builtCli } from "./built-cli.js";
import { edit } from "./names-project.js";

/** Starts `codegen dev` with the pizza server in a project whose build does nothing. */
function developing(port: number) {
  const root = temporaryFolder({
    "package.json": JSON.stringify({ type: "module", scripts: { build: "node --version" } }),
    "codegen.config.json": "{}",
    "main.js": `await import(${JSON.stringify(builtServer())});\n`,
    "src/a.ts": "export const a = 1;\n",
  });
  const args = ["--bind-address=127.0.0.1", `--secure-port=${port}`, "--write-kubeconfig=kubeconfig"];
  const run = spawn(process.execPath, [builtCli(), "dev", "main.js", ...args], { cwd: root });
  onTestFinished(async () => {
    if (run.exitCode !== null || run.signalCode !== null) return;
    run.kill("SIGTERM");
    await once(run, "exit");
  });
  let printed = "";
  for (const stream of [run.stdout, run.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const found = (pattern: RegExp): string[] => [...printed.matchAll(pattern)].map(([text]) => text);
  return {
    root,
    run,
    found,
    /** Waits until the output has `count` matches. */
    prints: (pattern: RegExp, count: number) =>
      eventually(
        () => found(pattern).length >= count,
        () => printed,
      ),
  };
}

test("codegen dev keeps the port of --secure-port=0 over restarts, and prints the commands once", async () => {
  const { root, found, prints } = developing(0);
  await prints(/Ctrl-C stops the server\./g, 1);
  for (const starts of [2, 3]) {
    edit(root, "src/a.ts", `export const a = ${"1".repeat(starts)};\n`);
    await prints(/serving on https:\S+/g, starts);
  }
  expect(new Set(found(/serving on https:\S+/g)).size).toBe(1);
  expect(found(/Try in another terminal:/g)).toHaveLength(1);
});

test("the program ends if codegen dev is killed", async () => {
  const { run, prints } = developing(0);
  await prints(/serving on https:\S+/g, 1);
  // The event occurs when the program, which inherits the output, has ended too.
  const closed = once(run, "close");
  run.kill("SIGKILL");
  expect(await closed).toEqual([null, "SIGKILL"]);
});

test("codegen dev starts a program again when its port becomes free, and says how to choose another port", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { found, prints } = developing(port);
  await prints(/to use any free port: npm run dev -- --secure-port=0\n/g, 1);
  expect(found(/the next change of a source/g)).toEqual([]);
  other.close();
  await prints(new RegExp(`serving on https://127\\.0\\.0\\.1:${port}\n`, "g"), 1);
  expect(found(/to use any free port/g)).toHaveLength(1);
});

test.each([
  ["process.exit(3)", "code 3"],
  ['process.kill(process.pid, "SIGKILL")', "the signal SIGKILL"],
])("codegen dev says how a program has ended: %s", async (script, end) => {
  const root = temporaryFolder({ "package.json": JSON.stringify({ type: "module" }), "main.js": `${script};\n` });
  const text = await new Promise((resolve) => {
    const terminal = { cwd: root, out: resolve, err: resolve, interactive: false, colour: false };
    void new DevProgram(root, ["main.js"], terminal).restart();
  });
  expect(text).toBe(`codegen: the program ended with ${end}; the next change of a source file starts it again\n`);
});
