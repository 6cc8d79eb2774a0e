import { buildPeers } from "./binaries.js";

/** @file Builds etcd and Go's sample-apiserver, for `make peers`. */

try {
  await buildPeers(console.log);
} catch (error) {
  console.log(`tests and benchmarks with Go's sample-apiserver are skipped: ${(error as Error).message}`);
}
