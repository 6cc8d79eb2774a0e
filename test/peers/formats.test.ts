import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mains, ServerProcess } from "../interop/server-process.js";
import { sizeOf } from "../sizes.js";
import { findClientGo, whyNoClientGo } from "./binaries.js";

/**
 * @file The typed, dynamic and metadata clients of client-go read every field of random objects as
 * its type, in JSON, protobuf and CBOR, and write them back.
 */

const reason = whyNoClientGo();
/** Switches on the features with which clients send CBOR. */
const env = { ...process.env, KUBE_FEATURE_ClientsAllowCBOR: "true", KUBE_FEATURE_ClientsPreferCBOR: "true" };
let groups: ServerProcess;
let pizzas: ServerProcess;

beforeAll(async () => {
  if (reason !== undefined) return;
  [groups, pizzas] = await Promise.all([ServerProcess.start(mains.groups), ServerProcess.start(mains.pizza)]);
});
afterAll(async () => {
  if (reason === undefined) await Promise.all([groups.remove(), pizzas.remove()]);
});

test.skipIf(reason !== undefined)(
  ["random leases and secrets are the same in every format and every client", reason].filter(Boolean).join(", "),
  { timeout: 3_600_000 },
  async () => {
    const count = sizeOf("FORMAT_OBJECTS");
    const args = ["formats", groups.kubeconfig, `-count=${count}`];
    const { stdout } = await promisify(execFile)(findClientGo() ?? "", args, { env });
    // Five checks in each of three formats, and four more in JSON and CBOR.
    expect(JSON.parse(stdout)).toEqual({ checks: 3 * count * (3 * 5 + 2 * 4) });
  },
);

test.skipIf(reason !== undefined)(
  ["a dynamic client reads whole floating-point numbers as such in CBOR", reason].filter(Boolean).join(", "),
  async () => {
    const { stdout } = await promisify(execFile)(findClientGo() ?? "", ["floats", pizzas.kubeconfig], { env });
    expect(JSON.parse(stdout)).toEqual({ floats: [1, 0.5, 3, 65504, 16777216, 1e21] });
  },
);
