import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { repository } from "../interop/repository.js";

const sources = join(repository, "test/peers/python");
const cache = join(repository, "node_modules/.cache/peers");

/** Returns the command of the program with Python's client, if the client is installed. */
export function findPythonClient(): readonly string[] | undefined {
  const python = join(environment(), "bin/python");
  return existsSync(python) ? [python, join(sources, "client.py")] : undefined;
}

/** Returns the reason why tests with Python are skipped, as a part of their titles. */
export function whyNoPythonClient(): string | undefined {
  return findPythonClient() === undefined
    ? "skipped: Python's client for Kubernetes is not installed; `make peers` installs it if Python is installed"
    : undefined;
}

/**
 * Installs Python's client for Kubernetes in a folder of its own, if it is not there.
 * @throws Error with the reason if Python is not installed or cannot install it
 */
export function installPythonClient(log: (line: string) => void): void {
  const folder = environment();
  if (existsSync(folder)) return;
  if (spawnSync("python3", ["--version"]).status !== 0) throw new Error("Python is not installed");
  log("installing Python's client for Kubernetes");
  mkdirSync(dirname(folder), { recursive: true });
  // An interrupted installation must not leave a folder with the name of the finished one. The
  // programs in the folder contain its path, except for the interpreter, which can move.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  run("python3", "-m", "venv", unfinished);
  run(join(unfinished, "bin/python"), "-m", "pip", "install", "--quiet", "-r", join(sources, "requirements.txt"));
  renameSync(unfinished, folder);
}

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: exit code ${status ?? "none"}\n${stderr}`);
}

/** Returns the folder of the client. After a change of the version, the path differs. */
function environment(): string {
  const hash = createHash("sha256").update(readFileSync(join(sources, "requirements.txt")));
  return join(cache, `python-${hash.digest("hex").slice(0, 16)}`);
}
