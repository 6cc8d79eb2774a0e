import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** @file Times the command itself on a copy of the pizza API: cold, with nothing to do, and after an edit under --watch. */

const root = fileURLToPath(new URL("../../../", import.meta.url));
const command = join(root, "dist/cmd/codegen/main.js");
const runs = 5;
const project = mkdtempSync(join(tmpdir(), "codegen-bench-"));

try {
  cpSync(join(root, "apis"), join(project, "apis"), { recursive: true });
  cpSync(join(root, "node_modules/.package-lock.json"), join(project, "node_modules/.package-lock.json"));
  for (const name of ["@apimachinery", "fast-check", "vitest"]) symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  writeFileSync(join(project, "package.json"), `{ "type": "module" }\n`);
  await measure();
} finally {
  rmSync(project, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const bare = median(times(() => run(["-e", "0"])));
  const cold = median(
    times(() => {
      rmSync(join(project, "node_modules/.cache"), { recursive: true, force: true });
      return run([command]);
    }),
  );
  const unchanged = median(times(() => run([command])));
  const edits = await underWatch();
  console.log(`codegen on the pizza API, wall time, medians of ${runs}\n`);
  print("node -e 0", bare, bare);
  print("cold, no cache", cold, bare);
  print("nothing changed", unchanged, bare);
  print("one type edited, under --watch", median(edits), bare);
}

function times(work: () => number): number[] {
  return Array.from({ length: runs }, work);
}

function run(args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - start;
}

/** From saving a file to the line that says that its code is written. */
async function underWatch(): Promise<number[]> {
  const child = spawn(process.execPath, [command, "--watch"], { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.setEncoding("utf8");
  let heard = (): void => undefined;
  child.stdout.on("data", (text: string) => {
    if (/ in [\d.]+ s/.test(text)) heard();
  });
  const next = () => new Promise<void>((resolve) => (heard = resolve));
  const types = join(project, "apis/restaurant/v1beta1/types.ts");
  const original = readFileSync(types, "utf8");
  const edited: number[] = [];
  try {
    await next();
    for (let round = 0; round <= runs; round++) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const written = next();
      const start = performance.now();
      writeFileSync(types, round % 2 === 0 ? `${original}\nexport interface Extra {\n  note: string;\n}\n` : original);
      await written;
      // The first edit still compiles what the others find compiled.
      if (round > 0) edited.push(performance.now() - start);
    }
  } finally {
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    await exited;
  }
  return edited;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function print(name: string, ms: number, base: number): void {
  console.log(`  ${name.padEnd(32)} ${ms.toFixed(0).padStart(6)} ms  ${(ms / base).toFixed(1).padStart(5)}x`);
}
