import { spawn } from "node:child_process";

export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command to its end as in a user's shell, that is, without the environment variables of npm
 * and vitest.
 */
export function command(cwd: string, name: string, args: readonly string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(name, args, { cwd, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", (status) => {
      resolve({ status: status ?? -1, stdout, stderr });
    });
  });
}

/**
 * Runs a command.
 * @returns its output
 * @throws Error with its whole output if it fails
 */
export async function succeed(cwd: string, name: string, args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await command(cwd, name, args);
  if (status !== 0) throw new Error(`${name} ${args.join(" ")} exits with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/**
 * Returns the environment variables of a user's shell, in which npm asks the registry only for what
 * it has not downloaded before.
 */
export function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(lifecycle|package)_|npm_config_local_prefix$|VITEST|NODE_ENV$|INIT_CWD$|FORCE_COLOR$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    NO_COLOR: "1",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_loglevel: "error",
    npm_config_prefer_offline: "true",
    npm_config_update_notifier: "false",
  };
}
