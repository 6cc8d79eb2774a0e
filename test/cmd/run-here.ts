import { runCli } from "../../cmd/codegen/cli.js";

/**
 * Runs the command in the process of the test. The output is the same as in a separate process, but
 * the run is much faster.
 */
export async function runHere(
  cwd: string,
  args: readonly string[],
  workspace?: string,
): Promise<{ readonly stdout: string; readonly stderr: string; readonly status: number }> {
  let [stdout, stderr] = ["", ""];
  const status = await runCli(args, {
    cwd,
    workspace,
    out: (text) => void (stdout += text),
    err: (text) => void (stderr += text),
    interactive: false,
    colour: false,
  });
  return { stdout, stderr, status };
}
