import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript6";
import type { Target } from "./target.js";

export interface CanaryReport {
  /**
   * Times of the requests in milliseconds. Each time is measured from the moment at which the
   * request was due to the end of its response.
   */
  readonly latencies: readonly number[];
  readonly failures: readonly string[];
}

/**
 * Starts the canary in a child process.
 * @returns a function that stops the canary and returns its report
 */
export function startCanary({ port, folder: data }: Target): () => Promise<CanaryReport> {
  const folder = mkdtempSync(join(tmpdir(), "apimachinery-canary-"));
  const file = join(folder, "canary.mjs");
  const source = readFileSync(new URL("./canary.ts", import.meta.url), "utf8");
  writeFileSync(
    file,
    ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } })
      .outputText,
  );
  const child = spawn(process.execPath, [file, String(port), data], { stdio: ["pipe", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const closed = new Promise((resolve) => child.once("close", resolve));
  return async () => {
    child.stdin.end();
    await closed;
    rmSync(folder, { recursive: true, force: true });
    return JSON.parse(out) as CanaryReport;
  };
}
