import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { repository } from "./repository.js";

/** Path of the kubectl that `make e2e` builds from test/interop/kubectl. */
const built = join(repository, "node_modules/.cache/kubectl/kubectl");

/**
 * Returns the kubectl for the tests. It is $KUBECTL if this variable is set, otherwise the kubectl
 * that `make e2e` has built, otherwise the kubectl on the PATH.
 * @throws Error if $KUBECTL is set and is not a command
 */
export function findKubectl(): string | undefined {
  const { KUBECTL: asked, PATH: path = "" } = process.env;
  if (asked !== undefined && asked !== "") {
    if (spawnSync(asked, ["version", "--client"]).status !== 0)
      throw new Error(`KUBECTL=${asked} is not a kubectl that runs`);
    return asked;
  }
  return [built, ...path.split(delimiter).map((folder) => join(folder, "kubectl"))].find((file) => existsSync(file));
}

/**
 * Returns the reason why tests with kubectl are skipped, as a part of their titles. Returns
 * undefined if kubectl exists.
 */
export function whyNoKubectl(): string | undefined {
  return findKubectl() === undefined
    ? "skipped: kubectl was not found; `make e2e` builds it if Go is installed"
    : undefined;
}

export interface Ran {
  readonly status: number;
  /** Standard output and standard error, in the order in which they were written. */
  readonly output: string;
}

/** Runs a line of bash, and ends it after a timeout. */
export function runLine(line: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", `exec 2>&1\n${line}`], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 300_000,
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", (status) => {
      resolve({ status: status ?? -1, output });
    });
  });
}

/**
 * Returns the environment variables with which `kubectl` connects to a server.
 * @param home folder for kubectl's caches; the variable HOME contains its path
 */
export function kubectlEnvironment(kubectl: string, kubeconfig: string, home: string): Record<string, string> {
  const bin = join(home, "bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(kubectl, join(bin, "kubectl"));
  return {
    PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
    KUBECONFIG: kubeconfig,
    HOME: home,
    LC_ALL: "C.UTF-8",
    TZ: "UTC",
    // The commands end before a collection of garbage saves memory.
    GOGC: "off",
  };
}
