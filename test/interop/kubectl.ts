import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { repository } from "./repository.js";

/** Where `make e2e` puts what it builds of test/interop/kubectl. */
const built = join(repository, "node_modules/.cache/kubectl/kubectl");

/**
 * The kubectl to test with: $KUBECTL, else the one that `make e2e` has built, else that of the
 * machine.
 * @throws Error where $KUBECTL is no command: a person who asks for one wants no other
 */
export function findKubectl(): string | undefined {
  const { KUBECTL: asked, PATH: path = "" } = process.env;
  if (asked !== undefined && asked !== "") {
    if (spawnSync(asked, ["version", "--client"]).status !== 0)
      throw new Error(`KUBECTL=${asked} is no kubectl that runs`);
    return asked;
  }
  return [built, ...path.split(delimiter).map((folder) => join(folder, "kubectl"))].find((file) => existsSync(file));
}

/**
 * Why there are no tests with kubectl here; undefined where there are. For the title of what is
 * skipped.
 */
export function whyNoKubectl(): string | undefined {
  return findKubectl() === undefined ? "skipped: no kubectl here, `make e2e` builds one where Go is" : undefined;
}

export interface Ran {
  readonly status: number;
  /** Both streams, in the order in which they were written. */
  readonly output: string;
}

/** Runs a line of bash to its end, or to the end of its patience. */
export function runLine(line: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", `exec 2>&1\n${line}`], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 50_000,
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
 * What a shell needs so that `kubectl` in it talks to a server. @param home a folder for kubectl's
 * caches, which becomes $HOME
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
  };
}
