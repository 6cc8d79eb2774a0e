import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import { findKubectl, whyNoKubectl } from "../interop/kubectl.js";
import { mains, ServerProcess } from "../interop/server-process.js";
import { commandOf, whyNotInstalled } from "./installed-clients.js";
import { startPeerProcess, type PeerProcess } from "./peer-process.js";

/** @file An operator of kopf reports events to a server of the ready-made groups. */

const reason = whyNotInstalled("python") ?? whyNoKubectl();
let server: ServerProcess;
let operator: PeerProcess;

beforeAll(async () => {
  if (reason !== undefined) return;
  server = await ServerProcess.start(mains.groups);
  operator = await startPeerProcess({
    name: "kopf",
    command: () => ["env", `KUBECONFIG=${server.kubeconfig}`, ...commandOf("python", "flunder_operator.py")],
    ready: /(Initial authentication has finished)/,
  });
});
afterAll(async () => {
  if (reason !== undefined) return;
  await operator.stop();
  await server.remove();
});

async function kubectl(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(findKubectl() ?? "", [`--kubeconfig=${server.kubeconfig}`, ...args]);
  return stdout;
}

test.skipIf(reason !== undefined)(
  ["kubectl shows the events of an operator of kopf", reason].filter(Boolean).join(", "),
  async () => {
    const file = join(server.folder, "rose.json");
    const rose = { apiVersion: "wardle.example.com/v1alpha1", kind: "Flunder", metadata: { name: "rose" } };
    writeFileSync(file, JSON.stringify(rose));
    await kubectl("create", "-f", file);
    await eventually(async () => {
      const events = await kubectl("get", "events", "--no-headers");
      expect(events).toMatch(/Normal +Grown +flunder\/rose +the flunder has a flower$/m);
    });
  },
);
