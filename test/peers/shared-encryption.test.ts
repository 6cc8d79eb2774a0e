import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EtcdClient } from "../../apiserver/storage/etcd3/etcd-client.js";
import { keyRange } from "../../apiserver/storage/etcd3/key-range.js";
import { identity, provider, writeConfiguration } from "../apiserver/encryption/keys.js";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "../interop/kubectl.js";
import { mains, ServerProcess } from "../interop/server-process.js";
import { findPeers, whyNoPeers, type PeerBinaries } from "./binaries.js";
import { startSampleAPIServer, type SampleAPIServer } from "./start.js";

const peers = findPeers();
const reason = whyNoPeers() ?? whyNoKubectl();
const folderOfFlunders = "/registry/wardle.example.com/wardle.example.com/flunders/default/";
const configurations: readonly (readonly [string, readonly string[]])[] = [
  ["aescbc", [provider("aescbc", "one"), identity]],
  ["aesgcm", [provider("aesgcm", "one", "two")]],
  ["secretbox", [provider("secretbox", "one"), provider("aesgcm", "two")]],
];

type Kubectl = (line: string) => Promise<string>;

describe.skipIf(reason !== undefined)(
  ["Go's sample-apiserver and this project's server with one EncryptionConfiguration", reason]
    .filter(Boolean)
    .join(", "),
  () => {
    let folder = "";
    let go: SampleAPIServer | undefined;
    const own: ServerProcess[] = [];
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "shared-encryption-"));
    });
    afterEach(async () => {
      for (const server of own.splice(0)) await server.remove();
      await go?.stop();
      go = undefined;
      rmSync(folder, { recursive: true, force: true });
    });

    const kubectlOf = ({
      kubeconfig,
      folder: home,
    }: {
      readonly kubeconfig: string;
      readonly folder: string;
    }): Kubectl => {
      const environment = kubectlEnvironment(findKubectl() ?? "", kubeconfig, home);
      return async (line) => {
        const { status, output } = await runLine(line, home, environment);
        if (status !== 0) throw new Error(output);
        return output;
      };
    };

    const create = (via: Kubectl, name: string) =>
      via(
        `echo '{"apiVersion":"wardle.example.com/v1beta1","kind":"Flunder","metadata":{"name":"${name}"},` +
          `"spec":{"referenceType":"Flunder","flunderReference":"x"}}' | kubectl create -f -`,
      );
    const path = "/apis/wardle.example.com/v1beta1/namespaces/default/flunders";
    const list = async (via: Kubectl) =>
      (JSON.parse(await via(`kubectl get --raw ${path}`)) as { items: readonly { metadata: { name: string } }[] })
        .items;

    /** Returns the beginnings of the values in etcd. */
    async function stored(): Promise<readonly string[]> {
      const etcd = new EtcdClient({ servers: [`http://${go?.etcd.address}`], tls: () => ({}), timeout: 5000 });
      const { kvs } = await etcd.range(keyRange(folderOfFlunders));
      etcd.close();
      return kvs.map(({ value }) => /^(k8s:enc:\w+:v1:\w+:|\{)/.exec(Buffer.from(value).toString("latin1"))?.[0] ?? "");
    }

    const ownServer = async (): Promise<Kubectl> => {
      const flags = [`--etcd-servers=http://${go?.etcd.address}`, `--encryption-provider-config=${folder}/config`];
      const server = await ServerProcess.start(mains.wardle, flags);
      own.push(server);
      return kubectlOf(server);
    };

    test.each(configurations)("each server reads what the other one has encrypted with %s", async (name, providers) => {
      writeConfiguration(join(folder, "config"), providers, "*.wardle.example.com");
      go = await startSampleAPIServer(peers as PeerBinaries, [], [`--encryption-provider-config=${folder}/config`]);
      const viaGo = kubectlOf({ kubeconfig: go.kubeconfig, folder: go.server.folder });
      const viaOwn = await ownServer();
      await create(viaGo, "from-go");
      await create(viaOwn, "from-own");
      expect(await stored()).toEqual([`k8s:enc:${name}:v1:one:`, `k8s:enc:${name}:v1:one:`]);
      await viaGo("kubectl label flunder from-own seen=go");
      await viaOwn("kubectl label flunder from-go seen=own");
      const items = await list(viaGo);
      expect(items.map(({ metadata }) => metadata)).toMatchObject([
        { name: "from-go", labels: { seen: "own" } },
        { name: "from-own", labels: { seen: "go" } },
      ]);
      expect(await list(viaOwn)).toEqual(items);
    });

    test("objects of Go's server get a new key by an update without a change, as in Go", async () => {
      writeConfiguration(join(folder, "config"), [provider("aescbc", "one")], "*.wardle.example.com");
      go = await startSampleAPIServer(peers as PeerBinaries, [], [`--encryption-provider-config=${folder}/config`]);
      const viaGo = kubectlOf({ kubeconfig: go.kubeconfig, folder: go.server.folder });
      await create(viaGo, "a");
      writeConfiguration(join(folder, "config"), [provider("aesgcm", "two"), provider("aescbc", "one")], "*.*");
      const viaOwn = await ownServer();
      const read = `kubectl get --raw ${path}/a`;
      const before = await viaOwn(read);
      await viaOwn(`${read} | kubectl replace -f -`);
      expect(await stored()).toEqual(["k8s:enc:aesgcm:v1:two:"]);
      const version = (text: string) => (JSON.parse(text) as { metadata: { resourceVersion: string } }).metadata;
      const after = version(await viaOwn(read)).resourceVersion;
      expect(Number(after)).toBeGreaterThan(Number(version(before).resourceVersion));
      await viaOwn(`${read} | kubectl replace -f -`);
      expect(version(await viaOwn(read)).resourceVersion).toBe(after);
      // Go's server does not have the key, and both servers report the same error.
      const failure = async (via: Kubectl) => ((await via(read).catch((error: unknown) => error)) as Error).message;
      const goFailure = await failure(viaGo);
      expect(goFailure).toContain("no matching prefix found");
      writeConfiguration(join(folder, "config"), [provider("aescbc", "one")], "*.*");
      // Keys of Go's message lack the prefix of the server.
      const ownFailure = await failure(await ownServer());
      expect(ownFailure.replace("/registry/wardle.example.com/", "/")).toBe(goFailure);
    });
  },
);
