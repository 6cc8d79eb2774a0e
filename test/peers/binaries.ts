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
 * Builds the programs that do not exist or whose sources have changed. The first build compiles
 * Kubernetes' libraries, which takes minutes.
 * @throws Error with the reason if Go is not installed or cannot build them
 */
export async function buildPeers(log: (line: string) => void): Promise<PeerBinaries> {
  for (const name of ["etcd", "sample-apiserver"]) {
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
  const child = spawn("go", ["build", "-ldflags", "-s -w", "-o", unfinished, "."], {
    cwd: join(sources, name),
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

/** Returns the path of a program. After a change of its module or its sources, the path differs. */
function binaryOf(name: string): string {
  const folder = join(sources, name);
  const hash = createHash("sha256");
  for (const file of readdirSync(folder).sort()) hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  return join(cache, `${name}-${hash.digest("hex").slice(0, 16)}`);
}
