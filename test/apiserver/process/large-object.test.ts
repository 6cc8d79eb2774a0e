import { mkdtempSync, rmSync } from "node:fs";
import { connect, type ClientHttp2Session } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startAnyEtcd, whyNoEtcd } from "../../peers/etcd.js";
import { runsLongestForms, sizeOf } from "../../sizes.js";
import { toppings } from "../harness.js";
import { largeObject, maxGrowth } from "../large-object.js";
import { APIClient, credentials } from "./api-client.js";
import { MeasuredServer } from "./built-server.js";

const patches = sizeOf("LARGE_PATCHES");

let folder = "";
const ends: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "large-object-"));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

async function start(flags: readonly string[]): Promise<{ server: MeasuredServer; url: string; kubeconfig: string }> {
  const kubeconfig = join(folder, "kubeconfig");
  const server = new MeasuredServer(
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${folder}/data`,
    `--write-kubeconfig=${kubeconfig}`,
    ...flags,
  );
  ends.push(async () => {
    server.child.kill("SIGKILL");
    await server.ended();
  });
  return { server, url: await server.serving(), kubeconfig };
}

/** Opens a watch whose client never reads more than the first bytes. */
async function openUnread(url: string, kubeconfig: string): Promise<ClientHttp2Session> {
  const session = connect(url, { ...credentials(kubeconfig), settings: { initialWindowSize: 1000 } });
  session.on("error", () => undefined);
  ends.push(() => {
    session.destroy();
  });
  const stream = session.request({ ":path": `${toppings}?watch=1` }).on("error", () => undefined);
  await new Promise((resolve) => stream.once("response", resolve));
  return session;
}

async function etcdFlags(): Promise<readonly string[]> {
  const etcd = await startAnyEtcd("--unsafe-no-fsync", "--quota-backend-bytes=8589934592");
  ends.push(() => etcd.stop());
  return [`--etcd-servers=http://${etcd.address}`];
}

interface Case {
  readonly flags?: () => Promise<readonly string[]>;
  readonly unread?: boolean;
  /** Reason why the case is skipped. */
  readonly missing?: string | undefined;
}

const cases: Readonly<Record<string, Case>> = {
  "the embedded store": { missing: runsLongestForms ? undefined : "skipped: make soak runs it" },
  "the embedded store and a watch that is never read": { unread: true },
  "the embedded store without a watch cache": { flags: () => Promise.resolve(["--watch-cache=false"]) },
  "etcd and a watch that is never read": { flags: etcdFlags, unread: true, missing: whyNoEtcd() },
};

describe(`${patches} patches of an object of 1.3 MB do not fill the memory`, () => {
  for (const [title, { flags, unread = false, missing }] of Object.entries(cases))
    test.skipIf(missing !== undefined)(`${title} ${missing ?? ""}`, { timeout: 3_600_000 }, async () => {
      const { server, url, kubeconfig } = await start((await flags?.()) ?? []);
      const client = new APIClient(url, kubeconfig);
      ends.push(() => {
        client.close();
      });
      expect(await client.send("POST", toppings, largeObject("large"))).toMatchObject({ status: 201 });
      if (unread) await openUnread(url, kubeconfig);
      const headers = { "content-type": "application/merge-patch+json" };
      const patch = (cost: number) => client.send("PATCH", `${toppings}/large`, { spec: { cost } }, headers);
      const before = await server.memory();
      for (let cost = 2; cost < 2 + patches; cost++) expect(await patch(cost)).toMatchObject({ status: 200 });
      expect((await server.memory()) - before).toBeLessThan(maxGrowth);
    });
});
