import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "@apimachinery/apiserver";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { issueClient } from "../../../../apiserver/certificates/authority.js";
import type { KeyPair } from "../../../../apiserver/certificates/key-pair.js";
import { ServerMetrics } from "../../../../apiserver/metrics/server-metrics.js";
import { openEtcd, etcdFlags } from "../../../../apiserver/options/etcd.js";
import { defaultsOf } from "../../../../apiserver/options/flags/flag.js";
import type { EtcdStorage } from "../../../../apiserver/storage/index.js";
import { parseVersion } from "../../../../apiserver/util/version.js";
import { startAnyEtcd, whyNoEtcd } from "../../../peers/etcd.js";
import type { PeerProcess } from "../../../peers/peer-process.js";
import { collect } from "../conformance/helpers.js";
import { FaultyProxy } from "./faulty-etcd.js";
import { makeCertificates, tlsFlags, type EtcdCertificates } from "./etcd-certificates.js";

const missing = whyNoEtcd();

/** Issues a client certificate whose validity has ended. */
async function expiredClient(authority: KeyPair): Promise<KeyPair> {
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now - 400 * 24 * 60 * 60 * 1000);
  try {
    return await issueClient(authority, "server", []);
  } finally {
    clock.mockRestore();
  }
}

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

  function writePair({ certificate, key }: KeyPair): void {
    writeFileSync(file("client.crt"), certificate);
    writeFileSync(file("client.key"), key);
  }

  async function open(server = `https://${etcd.address}`): Promise<EtcdStorage> {
    const options = {
      ...defaultsOf(etcdFlags),
      etcdServers: [server],
      etcdCafile: file("ca.crt"),
      etcdCertfile: file("client.crt"),
      etcdKeyfile: file("client.key"),
      etcdDbMetricPollInterval: "0s" as const,
    };
    const log = createLog({ v: 0, loggingFormat: "text" }, (line) => (logged += line));
    storage = await openEtcd(options, 60_000, log, new ServerMetrics(parseVersion("v1.0.0")));
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
    await expect.poll(() => opened.currentRevision().catch(() => 0)).toBe(1);
  });

  test("an expired client certificate is renewed without a restart, and a watch continues", async () => {
    const proxy = await FaultyProxy.start(etcd.address);
    try {
      const opened = await open(proxy.url.replace("http:", "https:"));
      const watch = opened.watch("/registry/");
      // The server notices the expired certificate only when it must connect again.
      writePair(await expiredClient(first.authority));
      await expect
        .poll(async () => {
          proxy.breakAll();
          return opened.currentRevision().catch((error: unknown) => (error as Error).message);
        })
        .toContain("no connection to etcd");
      writePair(await issueClient(first.authority, "server", []));
      await expect.poll(() => opened.currentRevision().catch(() => 0)).toBe(2);
      const { revision } = await opened.create("/registry/b", Buffer.from("2"));
      expect((await collect(watch, 1)).map((event) => [event.key, event.revision])).toEqual([
        ["/registry/b", revision],
      ]);
      watch.close();
    } finally {
      await proxy.stop();
    }
  });

  test.each([
    ["client.crt", "not a certificate", "is not a certificate (PEM)"],
    ["client.crt", "", "is not a certificate (PEM): the file is empty"],
    ["client.key", "", "is not a private key (PEM): the file is empty"],
    ["ca.crt", "", "does not contain any certificate"],
  ])("a file %s with %j is logged with its path, and the old certificates stay in use", async (name, content, why) => {
    const proxy = await FaultyProxy.start(etcd.address);
    try {
      const opened = await open(proxy.url.replace("http:", "https:"));
      writeFileSync(file(name), content);
      await expect.poll(() => logged).toContain("the previous certificates stay in use");
      expect(logged).toContain(`${file(name)} ${why}`);
      proxy.breakAll();
      await expect.poll(() => opened.currentRevision().catch(() => 0)).toBe(2);
    } finally {
      await proxy.stop();
    }
  });
});
