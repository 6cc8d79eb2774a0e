import { afterAll, describe, expect, test } from "vitest";
import { findPeers, whyNoPeers } from "../peers/binaries.js";
import { attack, attackTimeout, longPause, rounds } from "./attack.js";
import { killing, pausing } from "./faults.js";
import { EtcdProcess, GoServer } from "./processes.js";

/** @file Checks that the checker finds no violation in another implementation of the API. */

const peers = findPeers();
const running: { remove(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(running.map((each) => each.remove()));
});

describe.skipIf(peers === undefined)(["Go's sample-apiserver", whyNoPeers()].filter(Boolean).join(", "), () => {
  test(
    `${rounds} kills and pauses of etcd, and pauses of the server: no violation`,
    { timeout: attackTimeout },
    async () => {
      const etcd = await EtcdProcess.start(peers?.etcd ?? "");
      running.push(etcd);
      const server = await GoServer.start(peers?.sampleAPIServer ?? "", etcd);
      running.push(server);
      const { statistics } = await attack({
        name: "sample-apiserver",
        kubeconfigs: [server.kubeconfig],
        resource: "flunders.v1alpha1.wardle.example.com",
        rounds,
        faults: [killing(etcd), pausing(etcd, longPause), pausing(server, longPause)],
      });
      expect(statistics.faults).toBe(2 * rounds);
      expect(statistics.writes).toBeGreaterThan(rounds);
    },
  );
});
