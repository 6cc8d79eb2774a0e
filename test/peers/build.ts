import { buildPeers } from "./binaries.js";
import { installClient, installedClients, titleOf } from "./installed-clients.js";

/** @file Builds the programs of other projects, for `make peers`. */

try {
  await buildPeers(console.log);
} catch (error) {
  console.log(`tests and benchmarks with programs in Go are skipped: ${(error as Error).message}`);
}
for (const client of installedClients) {
  try {
    installClient(client, console.log);
  } catch (error) {
    console.log(`tests with ${titleOf(client)} are skipped: ${(error as Error).message}`);
  }
}
