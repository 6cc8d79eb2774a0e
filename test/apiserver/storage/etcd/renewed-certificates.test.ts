import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "@apimachinery/apiserver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ServerMetrics } from "../../../../apiserver/metrics/server-metrics.js";
import { openEtcd, etcdFlags } from "../../../../apiserver/options/etcd.js";
import { defaultsOf } from "../../../../apiserver/options/flags/flag.js";
import type { EtcdStorage } from "../../../../apiserver/storage/index.js";
import { parseVersion } from "../../../../apiserver/util/version.js";
import { startAnyEtcd, whyNoEtcd } from "../../../peers/etcd.js";
import type { PeerProcess } from "../../../peers/peer-process.js";
import { makeCertificates, tlsFlags, type EtcdCertificates } from "./etcd-certificates.js";

const missing = whyNoEtcd();

describe.skipIf(missing !== undefined)(`renewed certificates of etcd ${missing ?? ""}`, () => {
  let first: EtcdCertificates;
  let second: EtcdCertificates;
  let etcd: PeerProcess;
  let storage: EtcdStorage | undefined;
  let logged = "";

  beforeEach(async () => {
    logged = "";
    [first, second] = await Promise.all([makeCertificates(), makeCertificates()]);
    etcd = await startAnyEtcd("--unsafe-no-fsync", ...tlsFlags(first));
  });
  afterEach(async () => {
    await storage?.close();
    await etcd.stop();
    for (const { folder } of [first, second]) rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string) => join(first.folder, name);

  async function open(): Promise<EtcdStorage> {
    const options = {
      ...defaultsOf(etcdFlags),
      etcdServers: [`https://${etcd.address}`],
      etcdCafile: file("ca.crt"),
      etcdCertfile: file("client.crt"),
      etcdKeyfile: file("client.key"),
      etcdDbMetricPollInterval: "0s" as const,
    };
    const log = createLog({ v: 0, loggingFormat: "text" }, (line) => (logged += line));
    storage = await openEtcd(options, 1000, log, new ServerMetrics(parseVersion("v1.0.0")));
    await storage.create("/registry/a", Buffer.from("1"));
    return storage;
  }

  test("new connections use renewed files: etcd starts again with another authority", async () => {
    const opened = await open();
    const { address } = etcd;
    await etcd.stop();
    etcd = await startAnyEtcd("--unsafe-no-fsync", ...tlsFlags(second, address));
    // The connection is refused until the files have changed.
    await expect(opened.currentRevision()).rejects.toThrow("no connection to etcd");
    for (const name of ["ca.crt", "client.crt", "client.key"]) copyFileSync(join(second.folder, name), file(name));
    await expect.poll(() => opened.currentRevision().catch(() => 0), { timeout: 30_000 }).toBe(1);
  });

  test("files that cannot be used are logged, and the old certificates stay in use", async () => {
    const opened = await open();
    writeFileSync(file("client.crt"), "not a certificate");
    await expect.poll(() => logged, { timeout: 30_000 }).toContain("the old ones stay in use");
    const { address } = etcd;
    await etcd.stop();
    etcd = await startAnyEtcd("--unsafe-no-fsync", ...tlsFlags(first, address));
    await expect.poll(() => opened.currentRevision().catch(() => 0), { timeout: 30_000 }).toBe(1);
  });
});
