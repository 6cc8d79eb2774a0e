import { afterAll, beforeAll, describe } from "vitest";
import { openWatchCache } from "../../../../apiserver/storage/index.js";
import { whyNoEtcd } from "../../../peers/etcd.js";
import { conformance } from "../conformance.js";
import { prefix } from "../conformance/helpers.js";
import { EtcdPool } from "./etcd-stores.js";

const missing = whyNoEtcd();

describe.skipIf(missing !== undefined)(`etcd ${missing ?? ""}`, () => {
  let pool: EtcdPool;
  beforeAll(async () => {
    pool = await EtcdPool.start();
  });
  afterAll(() => pool.stop());

  conformance("etcd", () => pool.open(), { isRemote: true });
  conformance("watch cache over etcd", () => pool.open((storage) => openWatchCache({ storage, prefix })), {
    isRemote: true,
  });
});
