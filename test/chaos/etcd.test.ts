import { afterEach, describe, expect, test } from "vitest";
import { mains, ServerProcess } from "../interop/server-process.js";
import { findPeers, whyNoPeers } from "../peers/binaries.js";
import { findEtcd, whyNoEtcd } from "../peers/etcd.js";
import { attack, attackTimeout, clientTimeout, longPause, rounds } from "./attack.js";
import { FaultyLink, losingResponses, resetting } from "./faulty-link.js";
import { killing, pausing, together } from "./faults.js";
import { EtcdProcess, faultyServer, GoServer } from "./processes.js";

const etcdPath = findEtcd() ?? "";
const peers = findPeers();
const toppings = {
  resource: "toppings.v1alpha1.restaurant.programming-kubernetes.info",
  template: { spec: { cost: 1 } },
};

const shortHistory = "--etcd-compaction-interval=400ms";

const running: { remove(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.remove()));
});

async function startEtcd(): Promise<EtcdProcess> {
  const etcd = await EtcdProcess.start(etcdPath);
  running.push(etcd);
  return etcd;
}

async function startServer(
  { url }: { readonly url: string },
  flags: readonly string[] = [],
  program = mains.pizza,
): Promise<ServerProcess> {
  const server = await ServerProcess.start(program, [
    `--etcd-servers=${url}`,
    `--request-timeout=${clientTimeout}ms`,
    ...flags,
  ]);
  running.push(server);
  return server;
}

describe.skipIf(etcdPath === "")(["etcd", whyNoEtcd()].filter(Boolean).join(", "), () => {
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
    `${rounds} kills and pauses of members of an etcd cluster: the server continues with the others`,
    { timeout: attackTimeout },
    async () => {
      const members = await EtcdProcess.startCluster(etcdPath, ["member1", "member2", "member3"]);
      running.push(...members);
      const server = await startServer({ url: members.map(({ url }) => url).join(",") });
      const { statistics } = await attack({
        ...toppings,
        name: "etcd-cluster",
        kubeconfigs: [server.kubeconfig],
        rounds,
        faults: members.flatMap((member) => [killing(member), pausing(member, longPause)]),
      });
      expect(statistics.faults).toBe(2 * rounds);
      expect(statistics.writes).toBeGreaterThan(rounds);
    },
  );

  test(
    `${rounds} resets of the connections to etcd, and losses of its responses: no write is executed twice`,
    { timeout: attackTimeout },
    async () => {
      const etcd = await startEtcd();
      const link = await FaultyLink.to(etcd.port);
      running.push(link);
      const server = await startServer(link);
      const { statistics } = await attack({
        ...toppings,
        name: "etcd-link",
        kubeconfigs: [server.kubeconfig],
        rounds,
        faults: [resetting(link), losingResponses(link, 200), losingResponses(link, longPause)],
      });
      expect(statistics.faults).toBe(2 * rounds);
      expect(statistics.writes).toBeGreaterThan(rounds);
    },
  );

  test.each([
    ["one history", "two-servers", rounds, []],
    // Some watches, exact lists and pages expire.
    ["the same with a short history", "two-servers-short-history", Math.ceil(rounds / 2), [shortHistory]],
  ])(
    "kills and pauses of two servers on one etcd, with clients of both: %s",
    { timeout: attackTimeout },
    async (_title, name, times, flags) => {
      const etcd = await startEtcd();
      const [first, second] = [await startServer(etcd, flags), await startServer(etcd, flags)];
      const targets = [faultyServer("the first server", first), faultyServer("the second server", second)] as const;
      const { statistics } = await attack({
        ...toppings,
        name,
        kubeconfigs: [first.kubeconfig, second.kubeconfig],
        rounds: times,
        faults: [
          killing(targets[0]),
          pausing(targets[1], longPause),
          killing(etcd),
          together(killing(targets[1]), pausing(etcd, longPause)),
        ],
      });
      expect(statistics.faults).toBe(2 * times);
      expect(statistics.writes).toBeGreaterThan(times);
    },
  );

  const noGo = peers === undefined ? `; ${whyNoPeers() ?? ""}` : "";
  test.skipIf(peers === undefined)(
    `${rounds} kills and pauses of this project's server, Go's sample-apiserver and their common etcd: one history${noGo}`,
    { timeout: attackTimeout },
    async () => {
      const etcd = await startEtcd();
      const server = await startServer(etcd, [], mains.wardle);
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
