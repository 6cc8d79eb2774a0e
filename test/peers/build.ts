import { buildPeers } from "./binaries.js";
import { installPythonClient } from "./python-client.js";

/** @file Builds the programs of other projects, for `make peers`. */

try {
  await buildPeers(console.log);
} catch (error) {
  console.log(`tests and benchmarks with programs in Go are skipped: ${(error as Error).message}`);
}
try {
  installPythonClient(console.log);
} catch (error) {
  console.log(`tests with Python's client are skipped: ${(error as Error).message}`);
}
