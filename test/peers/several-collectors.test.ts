import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CachedStorage, openEtcdStorage, type Storage } from "../../apiserver/storage/index.js";
import { blocking, DepotServer, ownerOf } from "../apiserver/garbage/depot-server.js";
import { eventually } from "../eventually.js";
import { startAnyEtcd, whyNoEtcd } from "./etcd.js";
import type { PeerProcess } from "./peer-process.js";

const reason = whyNoEtcd();
const policies = ["Background", "Foreground", "Orphan"] as const;
/** Number of dependents of each owner. */
const dependents = 30;

/** Each server writes through its own client, and its caches see the writes of the other later. */
describe.skipIf(reason !== undefined)(
  ["the collectors of two servers on one etcd", reason].filter(Boolean).join(", "),
  () => {
    let etcd: PeerProcess & { readonly address: string };
    beforeAll(async () => {
      etcd = await startAnyEtcd("--unsafe-no-fsync");
    });
    afterAll(() => etcd.stop());

    async function start(isCached: boolean): Promise<DepotServer> {
      const options = { tls: () => ({}), timeout: 10_000, leaseReuse: 60, onVersions: () => undefined };
      const storage: Storage = await openEtcdStorage({ servers: [`http://${etcd.address}`], ...options });
      const server = new DepotServer(isCached ? new CachedStorage({ storage, sizeOf: () => 100 }) : storage);
      server.collect();
      return server;
    }

    test.each([true, false])("delete and orphan the same objects together, with watch caches: %s", async (isCached) => {
      const servers = await Promise.all([start(isCached), start(isCached)]);
      const [one, other] = servers;
      const namespace = `cached-${isCached}`;
      const solid = await one.create("Car", "solid", { namespace });
      for (const policy of policies) {
        const name = policy.toLowerCase();
        const owner = await one.create("Car", name, { namespace });
        const owners = [ownerOf(owner, blocking)];
        const create = (index: number) => other.create("Wheel", `${name}-${index}`, { namespace, owners });
        await Promise.all(Array.from({ length: dependents }, (_, index) => create(index)));
        await other.create("Wheel", `${name}-both`, { namespace, owners: [...owners, ownerOf(solid)] });
        // The deletion follows directly, through the server that did not create the dependents.
        await one.delete("Car", name, { propagationPolicy: policy }, namespace);
      }
      await eventually(
        async () => {
          expect(await one.names("Car", namespace)).toEqual(["solid"]);
          const { items } = await other.of("Wheel", namespace).list();
          const owned = items.map(({ metadata }) => [metadata.name, metadata.ownerReferences?.map(({ name }) => name)]);
          const orphans = Array.from({ length: dependents }, (_, index) => [`orphan-${index}`, undefined]);
          const both = policies.map((policy) => [`${policy.toLowerCase()}-both`, ["solid"]]);
          expect(owned.sort()).toEqual([...orphans, ...both].sort());
        },
        () => servers.map(({ logged }) => logged),
      );
      await other.delete("Car", "solid", {}, namespace);
      for (const { collector } of servers) await eventually(() => collector.graph.size === 0);
      expect(servers.flatMap(({ logged }) => logged)).toEqual([]);
      await Promise.all(servers.map((server) => server.stop()));
    });
  },
);
