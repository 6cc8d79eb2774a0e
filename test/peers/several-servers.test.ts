import { afterAll, describe, expect, test } from "vitest";
import { whyNoKubectl } from "../interop/kubectl.js";
import { sessionCases, sessionFiles } from "../interop/session-cases.js";
import { findPeers, whyNoPeers, type PeerBinaries } from "./binaries.js";
import { SpreadServers } from "./spread-servers.js";

/**
 * @file Runs the sessions of kubectl with two processes on one etcd. Each connection of kubectl
 * leads to another process than the one before.
 */

const peers = findPeers();
const reason = whyNoPeers() ?? whyNoKubectl();
const started: SpreadServers[] = [];

sessionCases(
  ["kubectl with two servers on one etcd, %s", reason].filter(Boolean).join(", "),
  reason !== undefined,
  sessionFiles(),
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
  test("led connections to both servers in each session", () => {
    expect(started.length).toBe(sessionFiles().length);
    // A short session has few connections.
    for (const { connections } of started) for (const count of connections) expect(count).toBeGreaterThan(0);
    const all = started.flatMap(({ connections }) => connections);
    expect(all.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10 * started.length);
  });
});
