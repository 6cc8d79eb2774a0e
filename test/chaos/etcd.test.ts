import { afterEach, describe, expect, test } from "vitest";
import { mains, ServerProcess } from "../interop/server-process.js";
import { findPeers, whyNoPeers } from "../peers/binaries.js";
import { attack, attackTimeout, clientTimeout, longPause, rounds } from "./attack.js";
import { killing, pausing, together } from "./faults.js";
import { EtcdProcess, faultyServer, GoServer } from "./processes.js";

const peers = findPeers();
const toppings = {
  resource: "toppings.v1alpha1.restaurant.programming-kubernetes.info",
  template: { spec: { cost: 1 } },
};

const running: { remove(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.remove()));
});

async function startEtcd(): Promise<EtcdProcess> {
  const etcd = await EtcdProcess.start(peers?.etcd ?? "");
  running.push(etcd);
  return etcd;
}

async function startServer({ url }: EtcdProcess, program = mains.pizza): Promise<ServerProcess> {
  const server = await ServerProcess.start(program, [`--etcd-servers=${url}`, `--request-timeout=${clientTimeout}ms`]);
  running.push(server);
  return server;
}

describe.skipIf(peers === undefined)(["etcd", whyNoPeers()].filter(Boolean).join(", "), () => {
  test(
    `${rounds} kills and pauses of a server and of its etcd: no write is lost, lists are snapshots, watches have no gap`,
    { timeout: attackTimeout },
    async () => {
      const etcd = await startEtcd();
      const server = await startServer(etcd);
      const target = faultyServer("the server", server);
      const { statistics } = await attack({
        ...toppings,
        name: "etcd",
        kubeconfigs: [server.kubeconfig],
        rounds,
        faults: [
          killing(target),
          killing(etcd),
          pausing(etcd, longPause),
          pausing(target, longPause),
          together(killing(target), killing(etcd)),
        ],
      });
      expect(statistics.faults).toBe(2 * rounds);
      expect(statistics.writes).toBeGreaterThan(rounds);
    },
  );

  test(
    `${rounds} kills and pauses of two servers on one etcd: the writes and reads through both are one history`,
    { timeout: attackTimeout },
    async () => {
      const etcd = await startEtcd();
      const [first, second] = [await startServer(etcd), await startServer(etcd)];
      const targets = [faultyServer("the first server", first), faultyServer("the second server", second)] as const;
      const { statistics } = await attack({
        ...toppings,
        name: "two-servers",
        kubeconfigs: [first.kubeconfig, second.kubeconfig],
        rounds,
        faults: [
          killing(targets[0]),
          pausing(targets[1], longPause),
          killing(etcd),
          together(killing(targets[1]), pausing(etcd, longPause)),
        ],
      });
      expect(statistics.faults).toBe(2 * rounds);
      expect(statistics.writes).toBeGreaterThan(rounds);
    },
  );

  test(
    `${rounds} kills and pauses of this project's server, Go's sample-apiserver and their common etcd: one history`,
    { timeout: attackTimeout },
    async () => {
      const etcd = await startEtcd();
      const server = await startServer(etcd, mains.wardle);
      const go = await GoServer.start(peers?.sampleAPIServer ?? "", etcd);
      running.push(go);
      const target = faultyServer("this project's server", server);
      const { statistics } = await attack({
        name: "both-servers",
        kubeconfigs: [server.kubeconfig, go.kubeconfig],
        resource: "flunders.v1alpha1.wardle.example.com",
        rounds,
        faults: [
          killing(target),
          pausing(go, longPause),
          killing(etcd),
          pausing(target, longPause),
          together(killing(target), pausing(etcd, longPause)),
        ],
      });
      expect(statistics.faults).toBe(2 * rounds);
      expect(statistics.writes).toBeGreaterThan(rounds);
    },
  );
});
