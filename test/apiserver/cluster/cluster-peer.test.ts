import { InformerFactory, RESTClient, clientConfigOf, loadKubeconfig, untypedResource } from "@apimachinery/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ClusterPeer } from "./cluster-peer.js";

let peer: ClusterPeer;

beforeAll(async () => {
  peer = await ClusterPeer.start();
});

afterAll(async () => {
  await peer.close();
});

const namespaces = untypedResource({ group: "", version: "v1", kind: "Namespace" }, "namespaces");

test("an informer sees objects of the peer before and after its start, and after the peer was disconnected", async () => {
  const namespace = (name: string) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  peer.put("/api/v1/namespaces/first", namespace("first"));
  const { config } = await clientConfigOf(await loadKubeconfig([peer.kubeconfig()]));
  const informers = new InformerFactory(new RESTClient(config));
  const informer = informers.forResource(namespaces);
  const names = () =>
    informer.lister
      .list()
      .map(({ metadata }) => metadata.name)
      .sort();
  informers.start();
  await informers.synced();
  expect(names()).toEqual(["first"]);
  await peer.disconnect();
  peer.put("/api/v1/namespaces/second", namespace("second"));
  peer.objects.remove("/api/v1/namespaces/first");
  await peer.listen();
  await expect.poll(names).toEqual(["second"]);
  expect(peer.requests.every(({ user }) => user === "system:serviceaccount:pizza:apiserver")).toBe(true);
  await informers.stop();
});
