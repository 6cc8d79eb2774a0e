import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { clientConfigOf, loadKubeconfig, RESTClient, untypedResource } from "@apimachinery/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RequestRecorder } from "../interop/recorded/request-recorder.js";
import { mains, ServerProcess } from "../interop/server-process.js";
import { findClientGo, whyNoClientGo } from "./binaries.js";

/**
 * @file Both event recorders of client-go report events to a server of the ready-made groups. With
 * RECORD_PEERS=1, their requests are recorded for test/interop/recorded.test.ts.
 */

const reason = whyNoClientGo();
let server: ServerProcess;
let recorder: RequestRecorder;
let client: RESTClient;

beforeAll(async () => {
  if (reason !== undefined) return;
  server = await ServerProcess.start(mains.groups);
  const { config } = await clientConfigOf(await loadKubeconfig([server.kubeconfig]));
  client = new RESTClient(config);
  recorder = await RequestRecorder.start(config);
});
afterAll(async () => {
  if (reason !== undefined) return;
  await client.close();
  await recorder.close();
  await server.remove();
});

test.skipIf(reason !== undefined)(
  ["both recorders of client-go count their events, which both groups show", reason].filter(Boolean).join(", "),
  async () => {
    const kubeconfig = join(server.folder, "kubeconfig");
    writeFileSync(kubeconfig, recorder.kubeconfig, { mode: 0o600 });
    const { stdout } = await promisify(execFile)(findClientGo() ?? "", ["record", kubeconfig]);
    expect(stdout).toBe("the classic recorder\nthe newer recorder\n");
    const [core = [], newer = []] = await Promise.all(
      ["", "events.k8s.io"].map(async (group) => {
        const events = client.resourceOf(untypedResource({ group, version: "v1", kind: "Event" }, "events"));
        return (await events.namespace("default").list()).items;
      }),
    );
    const names = (items: typeof core) => items.map(({ metadata }) => metadata.name);
    expect(names(core)).toEqual(names(newer));
    const byReason = (items: typeof core) => new Map(items.map((item) => [Reflect.get(item, "reason"), item]));
    expect(byReason(core).get("Baked")).toMatchObject({ message: "the pizza is ready", series: { count: 2 } });
    expect(byReason(newer).get("Burnt")).toMatchObject({ note: "the pizza is black", deprecatedCount: 3 });
    recorder.record("client-go.jsonl");
  },
);
