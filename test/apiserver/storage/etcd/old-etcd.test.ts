import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { reportsProgress } from "../../../../apiserver/storage/etcd3/progress-support.js";
import { openWatchCache } from "../../../../apiserver/storage/index.js";
import { startEtcd } from "../../../peers/start.js";
import { collect, create, prefix, remove, show } from "../conformance/helpers.js";
import { openEtcd } from "./etcd-stores.js";

/** Path of an etcd whose watches do not report their progress reliably, such as Debian 12's. */
const old = [process.env["OLD_ETCD"] ?? "", "etcd", "/usr/bin/etcd"].find((path) => {
  if (path === "") return false;
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  const version = /^etcd Version: (\S+)/m.exec(stdout)?.[1];
  return status === 0 && version !== undefined && !reportsProgress(version);
});
const missing =
  old === undefined ? "skipped: no etcd older than 3.5.13 is installed; OLD_ETCD=path names one" : undefined;

describe.skipIf(old === undefined)(["an old etcd", missing].filter(Boolean).join(", "), () => {
  test("the cache reads consistent lists from etcd, and watches work", async () => {
    const etcd = await startEtcd({ etcd: old ?? "" }, [], ["--logger=zap"]);
    const first = await openEtcd([`http://${etcd.address}`]);
    const second = await openEtcd([`http://${etcd.address}`]);
    const cache = await openWatchCache({ storage: first, prefix, timeout: 100 });
    try {
      expect(first.reportsProgress).toBe(false);
      const watch = cache.watch(prefix, { after: await first.currentRevision() });
      for (let round = 0; round < 20; round++) {
        const revision = await create(second, "a", String(round));
        expect((await cache.list(prefix)).items.map(show)).toEqual([`a=${round}@${revision}`]);
        expect((await cache.list(prefix, { notOlderThan: revision })).revision).toBeGreaterThanOrEqual(revision);
        const elsewhere = await second.create(`/registry/other/${round}`, Buffer.from("x"));
        expect((await cache.list(prefix, { notOlderThan: elsewhere.revision })).items.length).toBe(1);
        await remove(second, "a");
        expect((await cache.list(prefix)).items).toEqual([]);
      }
      expect((await collect(watch, 40)).length).toBe(40);
    } finally {
      await cache.close();
      await first.close();
      await second.close();
      await etcd.stop();
    }
  });
});
