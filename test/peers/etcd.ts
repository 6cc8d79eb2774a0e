import { existsSync } from "node:fs";
import { findPeers } from "./binaries.js";
import { startEtcd } from "./start.js";
import type { PeerProcess } from "./peer-process.js";

/** Returns the path of etcd: the variable ETCD, or the program that `make peers` has built. */
export function findEtcd(): string | undefined {
  const given = process.env["ETCD"];
  if (given === undefined || given === "") return findPeers()?.etcd;
  if (!existsSync(given)) throw new Error(`ETCD=${given} does not exist`);
  return given;
}

/** Returns the reason why tests with etcd are skipped, as a part of their titles. */
export function whyNoEtcd(): string | undefined {
  return findEtcd() === undefined
    ? "skipped: etcd is not built; set ETCD to the path of etcd 3.5.13 or newer, or run `make peers` with Go"
    : undefined;
}

/**
 * Starts etcd with an empty folder, on a free port.
 * @param flags more flags of etcd, such as `--unsafe-no-fsync` for tests without crashes
 */
export function startAnyEtcd(...flags: readonly string[]): Promise<PeerProcess> {
  const etcd = findEtcd();
  if (etcd === undefined) throw new Error(whyNoEtcd());
  return startEtcd({ etcd }, [], flags);
}
