import { expect, test } from "vitest";
import { MeasuredStorage } from "../../apiserver/metrics/measured-storage.js";
import { ServerMetrics } from "../../apiserver/metrics/server-metrics.js";
import { CachedStorage, EncryptedStorage, Encryption, MemoryStorage } from "../../apiserver/storage/index.js";
import { parseVersion } from "../../apiserver/util/version.js";

test("requests for resources of the core group have its labels, although the keys have no group", async () => {
  const metrics = new ServerMetrics(parseVersion("v1.0.0"));
  const measured = new MeasuredStorage(new MemoryStorage(), metrics.storage, "/registry/");
  const encrypted = new EncryptedStorage({
    storage: measured,
    encryption: new Encryption(new Map()),
    prefix: "/registry/",
  });
  const cached = new CachedStorage({ storage: encrypted, sizeOf: () => 100 });
  const namespaces = cached.forResource({ group: "", resource: "namespaces" }, "/registry/namespaces/");
  const pods = cached.forResource({ group: "apps.example", resource: "pods" }, "/registry/apps.example/pods/");
  await namespaces.create("/registry/namespaces/kitchen", Buffer.from("{}"));
  await namespaces.create("/registry/namespaces/bar", Buffer.from("{}"));
  await pods.create("/registry/apps.example/pods/kitchen/a", Buffer.from("{}"));
  const text = await metrics.text();
  const created = text.match(/^etcd_requests_total\{operation="create".*$/gm);
  expect(created).toEqual([
    'etcd_requests_total{operation="create",group="",resource="namespaces"} 2',
    'etcd_requests_total{operation="create",group="apps.example",resource="pods"} 1',
  ]);
  await cached.close();
});
