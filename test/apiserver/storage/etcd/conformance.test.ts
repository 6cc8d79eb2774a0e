import { afterAll, beforeAll, describe } from "vitest";
import { openWatchCache, type Storage } from "../../../../apiserver/storage/index.js";
import type { PeerProcess } from "../../../peers/peer-process.js";
import { conformance } from "../conformance.js";
import { prefix } from "../conformance/helpers.js";
import { startAnyEtcd, whyNoEtcd } from "../../../peers/etcd.js";
import { openEmptyEtcd } from "./etcd-stores.js";

const missing = whyNoEtcd();

describe.skipIf(missing !== undefined)(`etcd ${missing ?? ""}`, () => {
  let etcd: PeerProcess;
  beforeAll(async () => {
    etcd = await startAnyEtcd("--unsafe-no-fsync");
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await etcd.stop();
  });
  const stores: Storage[] = [];

  conformance("etcd", () => openEmptyEtcd(`http://${etcd.address}`), { isRemote: true });
  conformance("watch cache over etcd", () => openEmptyEtcd(`http://${etcd.address}`, cached), { isRemote: true });

  function cached(storage: Storage): Promise<Storage> {
    stores.push(storage);
    return openWatchCache({ storage, prefix, timeout: 1000 });
  }
});
