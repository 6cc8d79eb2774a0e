import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { clientConfigOf, loadKubeconfig, RESTClient, untypedResource } from "@apimachinery/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RequestRecorder } from "../interop/recorded/request-recorder.js";
import { repository } from "../interop/repository.js";
import { mains, ServerProcess } from "../interop/server-process.js";
import { findHelm, whyNoHelm, type HelmProgram } from "./binaries.js";

/**
 * @file Helm installs, upgrades, rolls back and uninstalls a chart on a server without a cluster,
 * which serves Secrets. With RECORD_PEERS=1, its requests are recorded for
 * test/interop/recorded.test.ts.
 */

const chart = join(repository, "test/peers/chart");
const programs: readonly (readonly [HelmProgram, string])[] = [
  ["helm", "Helm 4"],
  ["helm3", "Helm 3"],
];
const flunder = { group: "wardle.example.com", version: "v1beta1", kind: "Flunder" };

describe.each(programs)("%s on a server without a cluster", (program, version) => {
  const reason = whyNoHelm(program);
  let server: ServerProcess;
  let recorder: RequestRecorder;
  let client: RESTClient;
  beforeAll(async () => {
    if (reason !== undefined) return;
    server = await ServerProcess.start(mains.groups);
    const { config } = await clientConfigOf(await loadKubeconfig([server.kubeconfig]));
    client = new RESTClient(config);
    recorder = await RequestRecorder.start(config);
    writeFileSync(join(server.folder, "kubeconfig"), recorder.kubeconfig, { mode: 0o600 });
  });
  afterAll(async () => {
    if (reason !== undefined) return;
    await client.close();
    await recorder.close();
    await server.remove();
  });

  /** Runs Helm, which keeps its files in the folder of the server. */
  async function helm(...args: readonly string[]): Promise<string> {
    const env = { ...process.env, HOME: server.folder, KUBECONFIG: join(server.folder, "kubeconfig") };
    return (await promisify(execFile)(findHelm(program) ?? "", args, { env, timeout: 300_000 })).stdout;
  }

  async function releases(): Promise<readonly string[]> {
    const list = JSON.parse(await helm("list", "--output=json")) as readonly { name: string; revision: string }[];
    return list.map(({ name, revision }) => `${name} ${revision}`);
  }

  async function history(): Promise<readonly string[]> {
    const list = JSON.parse(await helm("history", "garden", "--output=json")) as readonly { status: string }[];
    return list.map(({ status }) => status);
  }

  /** Returns the names of the flunders in the default namespace. */
  async function flunders(): Promise<readonly string[]> {
    const { items } = await client.resourceOf(untypedResource(flunder, "flunders")).namespace("default").list();
    return items.map(({ metadata }) => metadata.name ?? "");
  }

  test.skipIf(reason !== undefined)(
    [`${version} installs, upgrades, rolls back and uninstalls a chart, and stores its releases`, reason]
      .filter(Boolean)
      .join(", "),
    async () => {
      const wait = ["--wait", "--timeout=60s"];
      await helm("install", "garden", chart, ...wait);
      expect([await flunders(), await releases()]).toEqual([["rose"], ["garden 1"]]);
      await helm("upgrade", "garden", chart, ...wait, "--set=flunders.tulip.colour=blue,flunders.rose=null");
      expect([await flunders(), await releases()]).toEqual([["tulip"], ["garden 2"]]);
      expect(await history()).toEqual(["superseded", "deployed"]);
      await helm("rollback", "garden", "1", ...wait);
      expect([await flunders(), await releases()]).toEqual([["rose"], ["garden 3"]]);
      expect(await history()).toEqual(["superseded", "superseded", "deployed"]);
      expect(await helm("status", "garden")).toContain("STATUS: deployed");
      await helm("uninstall", "garden", ...wait);
      expect([await flunders(), await releases()]).toEqual([[], []]);
      const stored = recorder.requests.filter(({ method, path }) => method === "POST" && path.includes("/secrets"));
      expect(stored).toHaveLength(3);
      recorder.record(`${program}.jsonl`);
    },
  );
});
