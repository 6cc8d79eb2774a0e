import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EtcdClient } from "../../apiserver/storage/etcd3/etcd-client.js";
import { keyRange } from "../../apiserver/storage/etcd3/key-range.js";
import { mains, ServerProcess } from "../interop/server-process.js";
import { findKubectl, kubectlEnvironment, runLine, whyNoKubectl } from "../interop/kubectl.js";
import { findPeers, whyNoPeers, type PeerBinaries } from "./binaries.js";
import { startSampleAPIServer, type SampleAPIServer } from "./start.js";

const peers = findPeers();
const reason = whyNoPeers() ?? whyNoKubectl();
const path = "/apis/wardle.example.com/v1beta1/namespaces/default/flunders";

type Kubectl = (line: string) => Promise<string>;

describe.skipIf(reason !== undefined)(
  ["Go's sample-apiserver and this project's server on one etcd", reason].filter(Boolean).join(", "),
  () => {
    let go: SampleAPIServer;
    let own: ServerProcess;
    let viaGo: Kubectl;
    let viaOwn: Kubectl;
    const kubectlOf = (kubeconfig: string, folder: string): Kubectl => {
      const environment = kubectlEnvironment(findKubectl() ?? "", kubeconfig, folder);
      return async (line) => {
        const { status, output } = await runLine(line, folder, environment);
        if (status !== 0) throw new Error(output);
        return output;
      };
    };
    beforeAll(async () => {
      go = await startSampleAPIServer(peers as PeerBinaries);
      own = await ServerProcess.start(mains.wardle, [`--etcd-servers=http://${go.etcd.address}`]);
      viaGo = kubectlOf(go.kubeconfig, go.server.folder);
      viaOwn = kubectlOf(own.kubeconfig, own.folder);
    });
    afterAll(async () => {
      await own.remove();
      await go.stop();
    });

    const create = (via: Kubectl, name: string, reference: string) =>
      via(
        `echo '{"apiVersion":"wardle.example.com/v1beta1","kind":"Flunder","metadata":{"name":"${name}",` +
          `"annotations":{"a":"<&>"}},"spec":{"referenceType":"Flunder","flunderReference":"${reference}"}}' | kubectl create -f -`,
      );
    const get = async (via: Kubectl, name: string): Promise<unknown> =>
      JSON.parse(await via(`kubectl get --raw ${path}/${name}`));

    test("each server reads at once what the other one has written, with the same fields and revision", async () => {
      await create(viaGo, "from-go", "x");
      await create(viaOwn, "from-own", "y");
      for (const name of ["from-go", "from-own"]) {
        const object = await get(viaGo, name);
        expect(object).toMatchObject({ metadata: { name, annotations: { a: "<&>" } } });
        expect(await get(viaOwn, name)).toEqual(object);
      }
      const listed = async (via: Kubectl) => JSON.parse(await via(`kubectl get --raw ${path}`)) as { items: unknown[] };
      expect((await listed(viaOwn)).items).toEqual((await listed(viaGo)).items);
    });

    test("keys and values in etcd are those of Kubernetes", async () => {
      const etcd = new EtcdClient({
        servers: [`http://${go.etcd.address}`],
        tls: () => ({}),
        timeout: 5000,
      });
      await create(viaGo, "stored-a", "z");
      await create(viaOwn, "stored-b", "z");
      const folder = "/registry/wardle.example.com/wardle.example.com/flunders/default/";
      const { kvs } = await etcd.range(keyRange(`${folder}stored-`));
      etcd.close();
      const texts = kvs.map(({ value }) => Buffer.from(value).toString("utf8"));
      expect(kvs.map(({ key }) => key)).toEqual([`${folder}stored-a`, `${folder}stored-b`]);
      for (const text of texts) {
        expect(text).toMatch(/^\{"kind":"Flunder","apiVersion":"wardle\.example\.com\/v1alpha1","metadata":\{.*\}\n$/);
        expect(text).not.toContain("resourceVersion");
      }
      // The values differ only in what each creation has of its own. The annotations contain
      // characters that Go escapes.
      const common = (text: string) =>
        text
          .replace(/"name":"stored-."/, "")
          .replace(/"uid":"[^"]*"/, "")
          .replace(/"(creationTimestamp|time)":"[^"]*"/g, "");
      expect(common(texts[1] ?? "")).toBe(common(texts[0] ?? ""));
    });

    test("updates, patches and applies through both servers in turn lose nothing", async () => {
      await create(viaGo, "shared", "0");
      for (let round = 0; round < 6; round++) {
        const via = round % 2 === 0 ? viaOwn : viaGo;
        await via(`kubectl label flunder shared round-${round}=done`);
        await via(`kubectl annotate flunder shared last=${round} --overwrite`);
      }
      const object = (await get(viaGo, "shared")) as { metadata: Record<string, Record<string, string>> };
      expect(Object.keys(object.metadata["labels"] ?? {}).filter((key) => key.startsWith("round-")).length).toBe(6);
      expect(object.metadata["annotations"]?.["last"]).toBe("5");
      expect(await get(viaOwn, "shared")).toEqual(object);
    });

    test("watches of both servers send the same events of both servers' writes, with the same revisions", async () => {
      const { metadata } = JSON.parse(await viaGo(`kubectl get --raw ${path}`)) as {
        metadata: { resourceVersion: string };
      };
      const writes = async (): Promise<void> => {
        await create(viaOwn, "watched-1", "x");
        await create(viaGo, "watched-2", "x");
        await viaGo("kubectl label flunder watched-1 seen=go");
        await viaOwn("kubectl label flunder watched-2 seen=own");
        await viaOwn("kubectl delete flunder watched-1");
        await viaGo("kubectl delete flunder watched-2");
      };
      await writes();
      const watch = async (via: Kubectl) =>
        (await via(`kubectl get --raw '${path}?watch=1&timeoutSeconds=2&resourceVersion=${metadata.resourceVersion}'`))
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as unknown);
      const [own, go] = await Promise.all([watch(viaOwn), watch(viaGo)]);
      expect(own.length).toBe(6);
      expect(own).toEqual(go);
    });

    test("a list that began at one server continues at the other one", async () => {
      const page = async (via: Kubectl, query: string) =>
        JSON.parse(await via(`kubectl get --raw '${path}?limit=2${query}'`)) as {
          metadata: { continue?: string; resourceVersion: string };
          items: { metadata: { name: string } }[];
        };
      for (const [first, second] of [
        [viaGo, viaOwn],
        [viaOwn, viaGo],
      ] as const) {
        const begin = await page(first, "");
        const next = await page(second, `&continue=${begin.metadata.continue ?? ""}`);
        expect(next.metadata.resourceVersion).toBe(begin.metadata.resourceVersion);
        expect([...begin.items, ...next.items].map(({ metadata }) => metadata.name)).toEqual([
          "from-go",
          "from-own",
          "shared",
          "stored-a",
        ]);
      }
    });

    test("an update with the revision of an older write is a conflict at both servers", async () => {
      await create(viaGo, "contended", "0");
      const old = JSON.stringify(await get(viaGo, "contended"));
      await viaOwn("kubectl label flunder contended new=label");
      for (const via of [viaGo, viaOwn])
        await expect(via(`echo '${old}' | kubectl replace -f -`)).rejects.toThrow("the object has been modified");
    });
  },
);
