import {
  clientConfigOf,
  EventBroadcaster,
  eventResource,
  LeaseLock,
  loadKubeconfig,
  RESTClient,
} from "@apimachinery/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectedLife, pizzaLife } from "../../client/controller/pizza-life.js";
import { runCosts, settled, write } from "../../client/controller/topping-costs.js";
import { Candidate, stopCandidates } from "../../client/election.js";
import { whyNoKubernetes } from "../binaries.js";
import { whyNoEtcd } from "../etcd.js";
import { startCustomResources } from "./custom-resources.js";
import { KubeCluster } from "./kube-cluster.js";
import { whyNoPizzaCluster } from "./pizza-cluster.js";
import type { RestartableServer } from "./restartable-server.js";
import { eventually } from "../../eventually.js";

/** @file Leader election, events and controllers of the client, with kube-apiserver. */

const reason = whyNoKubernetes() ?? whyNoEtcd();

describe.skipIf(reason !== undefined)(["a controller and kube-apiserver", reason].filter(Boolean).join(", "), () => {
  let cluster: KubeCluster;
  let client: RESTClient;
  beforeAll(async () => {
    cluster = await KubeCluster.start();
    const { config } = await clientConfigOf(await loadKubeconfig([await cluster.administrator()]));
    client = new RESTClient(config);
  });
  afterAll(async () => {
    await stopCandidates();
    await client.close();
    await cluster.remove();
  });

  test("one of two candidates leads, the other follows, and events tell it", async () => {
    const errors: unknown[] = [];
    const broadcaster = new EventBroadcaster(client, { onError: (error) => errors.push(error) });
    broadcaster.startRecordingToSink();
    const eventRecorder = broadcaster.newRecorder("example.com/controller");
    const record: string[] = [];
    const start = (identity: string) => {
      const lock = new LeaseLock(client, { namespace: "default", name: "controller", identity, eventRecorder });
      return new Candidate(lock, record, { releaseOnCancel: true });
    };
    const first = start("first");
    await eventually(() => first.isLeading);
    const second = start("second");
    await eventually(() => second.elector.getLeader() === "first");
    for (let index = 0; index < 5; index++)
      eventRecorder.eventf(
        { apiVersion: "v1", kind: "Pizza", name: "a" },
        undefined,
        "Normal",
        "Baked",
        "Bake",
        "ready",
      );
    await first.stop();
    await eventually(() => second.isLeading);
    await second.stop();
    await broadcaster.shutdown();
    expect(errors).toEqual([]);
    expect(record).toEqual(["first starts", "first stops", "second starts", "second stops"]);
    const { items } = await client.resourceOf(eventResource).namespace("default").list();
    const ours = items.filter(({ reportingController }) => reportingController === "example.com/controller");
    expect(ours.map(({ action, note, series }) => [action, note, series?.count]).sort()).toEqual([
      ["Bake", "ready", 5],
      ["BecameLeader", "first became leader", undefined],
      ["BecameLeader", "second became leader", undefined],
      ["StoppedLeading", "first stopped leading", undefined],
      ["StoppedLeading", "second stopped leading", undefined],
    ]);
  });
});

const whyNoPizzas = whyNoPizzaCluster();

describe.skipIf(whyNoPizzas !== undefined)(
  ["controllers of custom resources", whyNoPizzas].filter(Boolean).join(", "),
  () => {
    let cluster: KubeCluster;
    let webhooks: RestartableServer;
    let client: RESTClient;
    beforeAll(async () => {
      cluster = await KubeCluster.start();
      webhooks = await startCustomResources(cluster);
      await cluster.startControllers();
      const { config } = await clientConfigOf(await loadKubeconfig([await cluster.administrator()]));
      client = new RESTClient(config);
    });
    afterAll(async () => {
      await client.close();
      await webhooks.end("SIGKILL");
      await cluster.remove();
    });

    test("a controller sets a status, owns a Lease, follows another kind and keeps a finalizer, as here", async () => {
      expect(await pizzaLife(client)).toEqual(expectedLife);
    });

    test("no reconcile is lost or endless when kube-apiserver is killed and starts again", async () => {
      const { checker, end } = runCosts(client);
      const { reconciles } = checker;
      const writes = write(client, 1);
      await eventually(() => checker.reconciles > reconciles + 10);
      await cluster.stopAPIServer();
      await writes;
      await cluster.startAPIServer();
      await write(client, 2);
      expect(await settled(client, checker)).toBeGreaterThan(40);
      expect(checker.endless(2)).toEqual([]);
      await end();
    });
  },
);
