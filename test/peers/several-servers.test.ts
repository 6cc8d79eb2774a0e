import { afterAll, describe, expect, test } from "vitest";
import { whyNoKubectl } from "../interop/kubectl.js";
import { sessionCases, sessionFiles } from "../interop/session-cases.js";
import { selectedCases } from "../sizes.js";
import { findPeers, whyNoPeers, type PeerBinaries } from "./binaries.js";
import { SpreadServers } from "./spread-servers.js";

/**
 * @file Runs the sessions of kubectl with two processes on one etcd. Each connection of kubectl
 * leads to another process than the one before.
 */

const peers = findPeers();
const reason = whyNoPeers() ?? whyNoKubectl();
const started: SpreadServers[] = [];
const files = selectedCases(sessionFiles(), { long: 3 });

sessionCases(
  ["kubectl with two servers on one etcd, %s", reason].filter(Boolean).join(", "),
  reason !== undefined,
  files,
  async (main) => {
    const servers = await SpreadServers.start(main, peers as PeerBinaries);
    started.push(servers);
    return servers;
  },
);

describe.skipIf(reason !== undefined)("the balancer", () => {
  afterAll(() => {
    started.length = 0;
  });
  test("led connections to both servers", () => {
    for (const index of [0, 1] as const) {
      const counts = started.map(({ connections }) => connections[index]);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(5 * files.length);
    }
  });
});
