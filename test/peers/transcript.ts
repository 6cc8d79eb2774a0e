import { spawn } from "node:child_process";
import { normal, parseSession } from "../interop/session-file.js";

/**
 * Runs a line of bash, and returns its output in the form of a transcript: standard output, then
 * standard error with `stderr: ` before each line, then the exit code if it is not zero. The values
 * that differ between runs and servers are masked.
 */
export async function transcriptOf(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn("bash", ["-c", script], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 300_000,
  });
  let out = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const parts = [normal(out), normal(errors).replace(/^(?=[^])/gm, "stderr: ")];
  if (status !== 0) parts.push(`[exit ${status ?? "by a signal"}]`);
  return normal(masked(parts.filter((part) => part !== "").join("\n")));
}

/**
 * Returns a transcript with other outputs. Keeps the commands and the comments.
 * @param outputs of the commands, in their order
 */
export function withOutputs(transcript: string, outputs: readonly string[]): string {
  const lines = transcript.split("\n");
  let after = 0;
  return parseSession(transcript)
    .map(({ line, script }, index) => {
      const comments = lines.slice(after, line - 1).filter((text) => text.startsWith("## "));
      after = line - 1 + script.split("\n").length;
      const prompt = `$ ${script.replaceAll("\n", "\n> ")}`;
      return `${[...comments, prompt, outputs[index] ?? ""].join("\n").trimEnd()}\n`;
    })
    .join("\n");
}

/** Replaces values that differ between runs, and texts that differ between versions of kubectl. */
function masked(text: string): string {
  return (
    text
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TIME")
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \+0000/g, "TIME")
      .replace(/^stderr: ([IWEF])\d{4} \S+ +\d+ /gm, "stderr: $1 ")
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID")
      .replace(/((?:resourceVersion|Resource Version)"?: *)"?\d+"?/g, "$1REVISION")
      .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
      .replace(/(?<=\s)\d+s *(?=\s|$)/gm, (age) => "AGE".padEnd(age.length))
      // kubectl prints the namespace of a deleted object since version 1.34.
      .replace(/(" deleted) from default namespace/g, "$1")
      .replace(/\/tmp\/(LIVE|MERGED)-\d+/g, "/tmp/$1")
  );
}
