import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, issueServing } from "../../../apiserver/certificates/authority.js";
import { EtcdClient } from "../../../apiserver/storage/etcd3/etcd-client.js";
import { keyRange } from "../../../apiserver/storage/etcd3/key-range.js";
import { group } from "../../interop/official-client.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import { certificateFile, startCustomResources } from "./custom-resources.js";
import { KubeCluster } from "./kube-cluster.js";
import { whyNoPizzaCluster } from "./pizza-cluster.js";
import { PizzaLoad } from "./pizza-load.js";
import type { RestartableServer } from "./restartable-server.js";

/** @file Runs pizzas as custom resources, with their webhooks, in a real kube-apiserver. */

const reason = whyNoPizzaCluster();
const examples = "artifacts/examples";
const alpha = `pizzas.v1alpha1.${group}`;
const beta = `pizzas.v1beta1.${group}`;

describe.skipIf(reason !== undefined)(["pizzas as custom resources", reason].filter(Boolean).join(", "), () => {
  let cluster: KubeCluster;
  let webhooks: RestartableServer;
  let admin: ClusterKubectl;
  beforeAll(async () => {
    cluster = await KubeCluster.start();
    webhooks = await startCustomResources(cluster);
    admin = new ClusterKubectl(await cluster.administrator(), cluster.folder);
    const toppings = ["tomato", "mozzarella", "salami"].map((name) => `-f ${examples}/topping-${name}.yaml`);
    await admin.succeed(`kubectl create ${toppings.join(" ")}`);
    await admin.eventually(`kubectl create -f ${examples}/pizza-margherita.yaml`);
  });
  afterAll(async () => {
    await webhooks.end("SIGKILL");
    await cluster.remove();
  });

  /**
   * Creates an object from JSON with flags of kubectl, and returns the exit code and the output.
   */
  const create = (object: object, flags = "") =>
    admin.run(`kubectl create ${flags} -f - <<'END'\n${JSON.stringify(object)}\nEND`);
  const pizza = (name: string, version: string, toppings: unknown, more: object = {}) => ({
    apiVersion: `${group}/${version}`,
    kind: "Pizza",
    metadata: { name },
    spec: { toppings },
    ...more,
  });
  const read = async (what: string, path: string) => admin.succeed(`kubectl get ${what} -o jsonpath='${path}'`);

  test("the cluster accepts both definitions, and their schemas are structural", async () => {
    for (const resource of ["pizzas", "toppings"]) {
      const conditions = await read(
        `crd ${resource}.${group}`,
        '{range .status.conditions[*]}{.type}={.status} {"\\n"}{end}',
      );
      expect(conditions.split("\n").map((line) => line.trim())).toContain("Established=True");
      expect(conditions).not.toContain("NonStructuralSchema=True");
    }
  });

  test("unknown fields are refused by strict validation, and otherwise pruned", async () => {
    const object = pizza("pruned", "v1beta1", [{ name: "tomato", quantity: 1, color: "red" }], { sauce: "hot" });
    const strict = await create(object, "--validate=strict");
    expect(strict.output).toBe(
      'Error from server (BadRequest): error when creating "STDIN": Pizza in version "v1beta1" cannot be handled as a Pizza: strict decoding error: unknown field "sauce", unknown field "spec.toppings[0].color"\n',
    );
    expect(await create(object, "--validate=warn")).toEqual({
      status: 0,
      output: `Warning: unknown field "sauce"\nWarning: unknown field "spec.toppings[0].color"\npizza.${group}/pruned created\n`,
    });
    expect(JSON.parse(await read("pizza pruned", "{.spec.toppings}"))).toEqual([{ name: "tomato", quantity: 1 }]);
    expect(await read("pizza pruned", "{.sauce}")).toBe("");
  });

  test("defaults are set in every version", async () => {
    await create(pizza("plain", "v1beta1", [{ name: "tomato" }]));
    expect(JSON.parse(await read("pizza plain", "{.spec.toppings}"))).toEqual([{ name: "tomato", quantity: 1 }]);
    await create({ ...pizza("empty", "v1alpha1", []), spec: {} });
    expect(JSON.parse(await read(`${alpha} empty`, "{.spec.toppings}"))).toEqual(["salami", "mozzarella", "tomato"]);
  });

  test("two toppings with one name are refused, and appliers own their toppings", async () => {
    const twice = [{ name: "tomato" }, { name: "tomato" }];
    expect((await create(pizza("twice", "v1beta1", twice))).output).toContain(
      'The Pizza "twice" is invalid: spec.toppings[1]: Duplicate value: {"name":"tomato"}',
    );
    const apply = (manager: string, topping: string) =>
      admin.succeed(
        `kubectl apply --server-side --field-manager=${manager} -f - <<'END'\n${JSON.stringify(pizza("shared", "v1beta1", [{ name: topping, quantity: 2 }]))}\nEND`,
      );
    await apply("one", "tomato");
    await apply("two", "salami");
    expect(JSON.parse(await read("pizza shared", "{.spec.toppings}"))).toEqual([
      { name: "tomato", quantity: 2 },
      { name: "salami", quantity: 2 },
    ]);
  });

  test("metadata of a pizza is the same in both versions", async () => {
    await admin.succeed("kubectl label pizza margherita oven=wood && kubectl annotate pizza margherita from=naples");
    const metadata = async (what: string) => JSON.parse(await read(`${what} margherita`, "{.metadata}")) as object;
    expect(await metadata(alpha)).toEqual(await metadata(beta));
  });

  test("conversion works under load while the webhook server restarts, and no pizza changes", async () => {
    const load = await PizzaLoad.start(await cluster.administrator());
    await load.progress();
    await webhooks.end("SIGTERM");
    await webhooks.again();
    await load.progress();
    await webhooks.end("SIGKILL");
    await webhooks.again();
    await load.progress();
    const names = await load.end();
    expect(load.acknowledged.filter((name) => !names.includes(name))).toEqual([]);
    expect(load.wrong).toEqual([]);
    const unexpected = [...load.failures.keys()].filter((message) => !/webhook|not found|synced/.test(message));
    expect(unexpected).toEqual([]);
  });

  test("without webhooks, errors name them, and other kinds and stored versions work", async () => {
    await webhooks.end("SIGTERM");
    const refused = /dial tcp .*: connect: connection refused/;
    const converted = await admin.run(`kubectl get ${beta} margherita`);
    expect(converted.output).toContain(`conversion webhook for ${group}/v1alpha1, Kind=Pizza failed: Post "https://`);
    expect(converted.output).toMatch(refused);
    const created = await create(pizza("late", "v1alpha1", ["tomato"]));
    expect(created.output).toContain(`failed calling webhook "${group}": failed to call webhook: Post "https://`);
    expect(created.output).toMatch(refused);
    await admin.succeed(`kubectl get ${alpha} margherita && kubectl label topping tomato shelf=low`);
    await admin.succeed("kubectl create configmap other && kubectl delete configmap other");
    await webhooks.again();
    await admin.eventually(`kubectl get ${beta} margherita`);
    await admin.eventually(`kubectl create -f ${examples}/pizza-double-tomato.yaml`);
  });

  test("a certificate of another authority is visible, and a new certificate is used without a restart", async () => {
    const files = [certificateFile(cluster, "tls.crt"), certificateFile(cluster, "tls.key")];
    const before = files.map((file) => readFileSync(file, "utf8"));
    const { certificate, key } = await issueServing(await createAuthority("other"), ["webhook.pizza-crd.svc"]);
    replaceFiles(files, [certificate, key]);
    // kube-apiserver keeps its connections: a connection with the new certificate is a new one.
    await cluster.stopAPIServer();
    await cluster.startAPIServer();
    await admin.eventually(`kubectl get ${beta} margherita 2>&1 | grep 'certificate signed by unknown authority'`);
    replaceFiles(files, before);
    await admin.eventually(`kubectl get ${beta} margherita`);
  });

  test("all pizzas are migrated to another storage version, and keep their contents", async () => {
    const all = async (what: string) =>
      (JSON.parse(await admin.succeed(`kubectl get ${what} -o json`)) as { items: StoredObject[] }).items.map(
        ({ metadata: { name, uid }, spec }) => ({ name, uid, spec }),
      );
    const before = await all(alpha);
    expect(await storedVersions(cluster)).toEqual([`${group}/v1alpha1`]);
    const versions = ["false", "true"].map((storage, index) => ({
      op: "replace",
      path: `/spec/versions/${index}/storage`,
      value: storage === "true",
    }));
    await admin.succeed(`kubectl patch crd pizzas.${group} --type=json --patch='${JSON.stringify(versions)}'`);
    expect(await read(`crd pizzas.${group}`, "{.status.storedVersions}")).toBe('["v1alpha1","v1beta1"]');
    await admin.eventually(`kubectl get ${beta} -o json | kubectl replace -f - >/dev/null`);
    expect(await storedVersions(cluster)).toEqual([`${group}/v1beta1`]);
    await admin.succeed(
      `kubectl patch crd pizzas.${group} --subresource=status --type=merge --patch='{"status":{"storedVersions":["v1beta1"]}}'`,
    );
    expect(await all(alpha)).toEqual(before);
    // The old version needs the webhook now, and the new one does not.
    await webhooks.end("SIGTERM");
    await admin.succeed(`kubectl get ${beta} margherita`);
    expect((await admin.run(`kubectl get ${alpha} margherita`)).output).toContain("conversion webhook for");
    await webhooks.again();
    await admin.eventually(`kubectl get ${alpha} margherita`);
  });
});

interface StoredObject {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly spec: object;
}

/** Replaces each file at once, as Kubernetes does with the files of a Secret. */
function replaceFiles(files: readonly string[], texts: readonly string[]): void {
  files.forEach((file, index) => {
    writeFileSync(`${file}.new`, texts[index] ?? "", { mode: 0o600 });
    renameSync(`${file}.new`, file);
  });
}

/** Returns the versions in which etcd has pizzas. */
async function storedVersions(cluster: KubeCluster): Promise<readonly string[]> {
  const etcd = new EtcdClient({ servers: [`http://${cluster.etcd.address}`], tls: () => ({}), timeout: 5000 });
  const { kvs } = await etcd.range(keyRange(`/registry/${group}/pizzas/`));
  etcd.close();
  const objects = kvs.map(({ value }) => JSON.parse(Buffer.from(value).toString("utf8")) as { apiVersion: string });
  return [...new Set(objects.map(({ apiVersion }) => apiVersion))].sort();
}
