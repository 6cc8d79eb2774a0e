import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GenericAPIServer, MemoryStorage, newAPIGroup, versionInfo, type Storage } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, issueServing } from "../../../apiserver/certificates/authority.js";
import { TLSListener } from "../../../apiserver/http/listener.js";
import { administrator, pizza } from "../../apiserver/harness.js";
import { restaurantGroup } from "../../apiserver/restaurant-group.js";
import { corpora } from "../../generators/corpora.js";
import { goModule } from "./go-module.js";
import { generate, installOf } from "./overlay.js";
import { layOverProtobuf } from "./protobuf-overlay.js";

const api = corpora === undefined ? undefined : goModule("k8s.io/api", "v0.36.3");
const protobuf = "application/vnd.kubernetes.protobuf";
const wanted = `created: web true 1500m
create again: true
updated: 3 http
listed: 1 web true
job: once false
metadata: deployments web
metadata: jobs once
metadata: pizzas napoli
get: true
event: true web
event: true web
event: true web
`;

describe.skipIf(api === undefined)(
  "client-go with protobuf, for Kubernetes' own apps/v1 and batch/v1 (skipped unless CORPORA names the folder of corpora and Go is installed)",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "protobuf-client-"));
    const storage: Storage = new MemoryStorage();
    let listener: TLSListener | undefined;
    let work = "";

    beforeAll(async () => {
      work = layOverProtobuf("protobuf-client", api ?? "");
      await generate(work);
      const server = new GenericAPIServer({
        storage,
        admission: [],
        authenticators: [() => administrator],
        authorizers: [() => "allow"],
        version: versionInfo("1", "36", "v1.36.3"),
        externalHost: "localhost",
        log: (message, error) => {
          throw new Error(message, { cause: error });
        },
      });
      server.installAPIGroup(restaurantGroup(storage));
      server.installAPIGroup(await groupOf("apps", { Deployment: {} }));
      server.installAPIGroup(await groupOf("batch", { Job: {} }));
      const authority = await createAuthority("ca");
      writeFileSync(join(folder, "ca.pem"), authority.certificate);
      const tls = { pair: await issueServing(authority, ["127.0.0.1"]), named: [], clientCA: authority.certificate };
      listener = await TLSListener.listen({ tls, bindAddress: "127.0.0.1", port: 0, timeouts: {} }, server.handler());
      const build = spawnSync("go", ["build", "-o", join(folder, "client"), "."], {
        cwd: join(import.meta.dirname, "client-go"),
        encoding: "utf8",
      });
      expect(build.stderr.replace(/^go: downloading .*\n/gm, "")).toBe("");
    });

    afterAll(async () => {
      await listener?.close();
      rmSync(folder, { recursive: true, force: true });
      rmSync(work, { recursive: true, force: true });
    });

    async function groupOf(group: string, kinds: Record<string, object>) {
      return newAPIGroup(
        { install: await installOf(work, group), storageVersion: { group, version: "v1" }, groupName: group, kinds },
        { scheme: new Scheme(group), storage, keyPrefix: "/registry", storageMediaType: protobuf },
      );
    }

    test("typed clients and the metadata client create, read, watch and delete in protobuf", async () => {
      const url = `https://127.0.0.1:${listener?.port ?? 0}`;
      await createPizza(url);
      expect(await outputOf(join(folder, "client"), [url, join(folder, "ca.pem")])).toBe(wanted);
      const { items } = await storage.list("/registry/batch/", {});
      expect(items.map(({ value }) => Buffer.from(value).subarray(0, 4).toString("latin1"))).toEqual(["k8s\0"]);
    });

    async function createPizza(url: string): Promise<void> {
      const body = JSON.stringify({
        apiVersion: "restaurant.programming-kubernetes.info/v1beta1",
        kind: "Pizza",
        ...pizza("napoli"),
      });
      const path = "/apis/restaurant.programming-kubernetes.info/v1beta1/namespaces/default/pizzas";
      const options = ["-s", "--cacert", join(folder, "ca.pem"), "-H", "content-type: application/json"];
      expect(await outputOf("curl", [...options, "-d", body, url + path])).toContain(`"resourceVersion"`);
    }
  },
);

/**
 * Runs a command while the server of this process answers it, and returns its output and its
 * errors.
 */
async function outputOf(command: string, args: readonly string[]): Promise<string> {
  const client = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  for (const stream of [client.stdout, client.stderr])
    stream.on("data", (data: Buffer) => {
      out += data.toString("utf8");
    });
  await once(client, "close");
  return out;
}
