import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../interop/repository.js";

/** Paths of the programs that `buildPeers` has built. */
export interface PeerBinaries {
  readonly etcd: string;
  readonly sampleAPIServer: string;
}

const sources = join(repository, "test/peers");
const cache = join(repository, "node_modules/.cache/peers");

/** Returns the programs if they are built from the present versions of their modules. */
export function findPeers(): PeerBinaries | undefined {
  const peers = { etcd: binaryOf("etcd"), sampleAPIServer: binaryOf("sample-apiserver") };
  return existsSync(peers.etcd) && existsSync(peers.sampleAPIServer) ? peers : undefined;
}

/**
 * Returns the reason why tests with etcd and Go's sample-apiserver are skipped, as a part of their
 * titles. Returns undefined if the programs exist.
 */
export function whyNoPeers(): string | undefined {
  return findPeers() === undefined
    ? "skipped: etcd and Go's sample-apiserver are not built; `make peers` builds them if Go is installed"
    : undefined;
}

/**
 * Returns the command of one of Kubernetes' programs: the variable KUBE_APISERVER or
 * KUBE_CONTROLLER_MANAGER, or the program that `buildPeers` has built. Returns undefined if neither
 * exists.
 */
export function findKubernetes(program: KubernetesProgram): readonly string[] | undefined {
  const variable = program.toUpperCase().replaceAll("-", "_");
  const given = process.env[variable] ?? "";
  if (given !== "") {
    if (!existsSync(given)) throw new Error(`${variable}=${given} does not exist`);
    return [given];
  }
  const built = binaryOf("kubernetes");
  return existsSync(built) ? [built, program] : undefined;
}

export type KubernetesProgram = "kube-apiserver" | "kube-controller-manager";

/**
 * Returns the reason why tests with a cluster are skipped, as a part of their titles. Returns
 * undefined if kube-apiserver and kube-controller-manager exist.
 */
export function whyNoKubernetes(): string | undefined {
  return findKubernetes("kube-apiserver") === undefined || findKubernetes("kube-controller-manager") === undefined
    ? "skipped: kube-apiserver and kube-controller-manager are not built; set KUBE_APISERVER and KUBE_CONTROLLER_MANAGER, or run `make peers` with Go"
    : undefined;
}

/** Returns the program with clients in Go, if it is built. */
export function findClientGo(): string | undefined {
  return ifBuilt("client-go");
}

/** Returns the reason why tests with this program are skipped, as a part of their titles. */
export function whyNoClientGo(): string | undefined {
  return findClientGo() === undefined
    ? "skipped: the program with client-go is not built; `make peers` builds it if Go is installed"
    : undefined;
}

/** Returns the program with an operator in Go, if it is built. */
export function findControllerRuntime(): string | undefined {
  return ifBuilt("controller-runtime");
}

/** Returns the reason why tests with this program are skipped, as a part of their titles. */
export function whyNoControllerRuntime(): string | undefined {
  return findControllerRuntime() === undefined
    ? "skipped: the program with controller-runtime is not built; `make peers` builds it if Go is installed"
    : undefined;
}

/** Folders with the versions of Helm. */
export type HelmProgram = "helm" | "helm3";

/** Returns the command of Helm, if it is built. */
export function findHelm(program: HelmProgram = "helm"): string | undefined {
  return ifBuilt(program);
}

/** Returns the reason why tests with Helm are skipped, as a part of their titles. */
export function whyNoHelm(program: HelmProgram = "helm"): string | undefined {
  return findHelm(program) === undefined
    ? "skipped: Helm is not built; `make peers` builds it if Go is installed"
    : undefined;
}

function ifBuilt(name: string): string | undefined {
  const program = binaryOf(name);
  return existsSync(program) ? program : undefined;
}

/**
 * Builds the programs that do not exist or whose sources have changed. The first build compiles
 * Kubernetes' libraries, which takes minutes.
 * @throws Error with the reason if Go is not installed or cannot build them
 */
export async function buildPeers(log: (line: string) => void): Promise<PeerBinaries> {
  for (const name of ["etcd", "client-go", "controller-runtime", "sample-apiserver", "kubernetes", "helm", "helm3"]) {
    const binary = binaryOf(name);
    if (existsSync(binary)) continue;
    if (spawnSync("go", ["version"]).status !== 0) throw new Error("Go is not installed");
    log(`building ${name}: some minutes, once`);
    await build(name, binary);
  }
  return { etcd: binaryOf("etcd"), sampleAPIServer: binaryOf("sample-apiserver") };
}

async function build(name: string, binary: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  for (const file of readdirSync(cache))
    if (file.replace(/-[^-]*$/, "") === name) rmSync(join(cache, file), { force: true });
  // An interrupted build must not leave a file with the name of the finished program.
  const unfinished = `${binary}.unfinished`;
  const folder = join(sources, name);
  const flags = `-s -w ${versionFlag(folder)}`.trimEnd();
  const child = spawn("go", ["build", "-ldflags", flags, "-o", unfinished, programOf(folder)], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let messages = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (messages += text));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (status !== 0) throw new Error(`Go cannot build ${name}, with exit code ${status ?? "none"}:\n${messages}`);
  renameSync(unfinished, binary);
}

/** Returns the package of a program: the tool of the module, or its own package. */
function programOf(folder: string): string {
  return /^tool (\S+)/m.exec(readFileSync(join(folder, "go.mod"), "utf8"))?.[1] ?? ".";
}

/**
 * Returns the linker's flag for the version that Kubernetes' programs report. Without it, they
 * report a version that other parts of Kubernetes refuse.
 */
function versionFlag(folder: string): string {
  const version = /^\s*k8s\.io\/kubernetes (v\S+)/m.exec(readFileSync(join(folder, "go.mod"), "utf8"))?.[1];
  return version === undefined ? "" : `-X k8s.io/component-base/version.gitVersion=${version}`;
}

/** Returns the path of a program. After a change of its module or its sources, the path differs. */
function binaryOf(name: string): string {
  const folder = join(sources, name);
  const hash = createHash("sha256");
  for (const file of readdirSync(folder).sort()) hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  return join(cache, `${name}-${hash.digest("hex").slice(0, 16)}`);
}
