import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "../../built-program.js";
import { runHere } from "../../cmd/run-here.js";
import { whyNoKubectl } from "../../interop/kubectl.js";
import { whyNoKubernetes } from "../binaries.js";
import { whyNoEtcd } from "../etcd.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import { KubeCluster } from "./kube-cluster.js";

/** @file `codegen retire` with a CustomResourceDefinition in kube-apiserver. */

const reason = whyNoKubernetes() ?? whyNoEtcd() ?? whyNoKubectl();
const group = "kitchen.example.com";

function definition(...versions: readonly string[]): string {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `ovens.${group}` },
    spec: {
      group,
      names: { kind: "Oven", plural: "ovens" },
      scope: "Namespaced",
      versions: versions.map((name, index) => ({ name, served: true, storage: index === 0, schema })),
    },
  });
}

function webhooks(...apiVersions: readonly string[]): string {
  return JSON.stringify({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "ovens" },
    webhooks: [
      {
        name: `ovens.${group}`,
        clientConfig: { url: "https://127.0.0.1:1" },
        failurePolicy: "Ignore",
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        rules: [{ apiGroups: [group], apiVersions, resources: ["ovens"], operations: ["DELETE"] }],
      },
    ],
  });
}

describe.skipIf(reason !== undefined)(["codegen retire with kube-apiserver", reason].filter(Boolean).join(", "), () => {
  let cluster: KubeCluster;
  let kubectl: ClusterKubectl;
  let kubeconfig: string;
  beforeAll(async () => {
    cluster = await KubeCluster.start();
    kubeconfig = await cluster.administrator();
    kubectl = new ClusterKubectl(kubeconfig, cluster.folder);
    mkdirSync(join(cluster.folder, "node_modules/@apimachinery"), { recursive: true });
    symlinkSync(join(repository, "client"), join(cluster.folder, "node_modules/@apimachinery/client"));
  });
  afterAll(async () => {
    await cluster.remove();
  });

  const apply = (object: string) => kubectl.succeed(`kubectl apply --server-side -f - <<'END'\n${object}\nEND`);
  const retire = (...more: readonly string[]) =>
    runHere(cluster.folder, ["retire", "v1alpha1", "--group", group, "--kubeconfig", kubeconfig, ...more]);
  const oven = (name: string) =>
    JSON.stringify({
      apiVersion: `${group}/v1alpha1`,
      kind: "Oven",
      metadata: { name, namespace: "default" },
      spec: { heat: 1 },
    });

  /** Returns the rows that block, and the next step. */
  function blocking(stdout: string): readonly string[] {
    const lines = stdout.split("\n").filter((line) => /^(yes|Next:) /.test(line));
    return lines.map((line) => line.split(/ {3,}/).slice(0, 4).join(" | "));
  }

  test("a version is removed from a definition, step by step", async () => {
    await apply(definition("v1alpha1", "v1"));
    await kubectl.succeed(`kubectl wait --for=condition=Established --timeout=60s crd/ovens.${group}`);
    await apply(webhooks("v1alpha1"));
    for (const name of ["a", "b", "c"])
      await kubectl.eventually(`kubectl apply --server-side -f - <<'END'\n${oven(name)}\nEND`);
    const first = await retire("--migrate");
    expect(first.status, first.stderr).toBe(1);
    expect(blocking(first.stdout)).toEqual(
      expect.arrayContaining([
        "yes | storage version | ovens.kitchen.example.com | v1alpha1",
        "yes | storedVersions | ovens.kitchen.example.com | v1alpha1",
        "yes | managedFields | ovens.kitchen.example.com | 3 objects with fields of kubectl (Apply)",
        `yes | webhooks | ValidatingWebhookConfiguration ovens: ovens.${group} | matches only v1alpha1`,
      ]),
    );
    expect(first.stdout).toMatch(/\nNext: make v1 the storage version of ovens: .*storage: true/);

    await apply(definition("v1", "v1alpha1"));
    await kubectl.eventually(
      `test "$(kubectl get crd ovens.${group} -o jsonpath='{.status.storedVersions}')" = '["v1alpha1","v1"]'`,
    );
    expect((await retire()).stdout).toMatch(
      "\nNext: change the rules of these webhooks and policies so that they match other versions",
    );
    await apply(webhooks("v1alpha1", "v1"));
    expect((await retire()).stdout).toMatch("\nNext: find the clients that send these requests");
    await cluster.stopAPIServer();
    await cluster.startAPIServer();
    const fourth = await retire();
    expect(blocking(fourth.stdout)).toEqual([
      "yes | stored objects | ovens.kitchen.example.com | unknown: the server does not count them",
      "yes | storedVersions | ovens.kitchen.example.com | v1alpha1, v1",
      "yes | managedFields | ovens.kitchen.example.com | 3 objects with fields of kubectl (Apply)",
      expect.stringMatching(/^Next: write the objects again: /),
    ]);
    const last = await retire("--migrate");
    expect({ status: last.status, stderr: last.stderr }, last.stdout).toEqual({ status: 0, stderr: "" });
    expect(last.stdout).toMatch(/stored objects +ovens\S+ +0 of 3: all objects were updated/);
    expect(last.stdout).toMatch(/\nNext: v1alpha1 can be removed\. .*served: false in ovens\.kitchen\.example\.com/);

    // The API server refuses this while a version is stored.
    await apply(definition("v1"));
    const heats = `kubectl get ovens.v1.${group} -o jsonpath='{.items[*].spec.heat}'`;
    await kubectl.eventually(`test "$(${heats})" = '1 1 1'`);
    expect(await kubectl.succeed(`kubectl get ovens -o json --show-managed-fields`)).not.toContain("v1alpha1");
  });

  test("managedFields of a version that is gone prevent applies", async () => {
    await apply(definition("v1alpha1", "v1"));
    await kubectl.eventually(`kubectl apply --server-side -f - <<'END'\n${oven("old")}\nEND`);
    await apply(definition("v1", "v1alpha1"));
    await kubectl.eventually(
      `test "$(kubectl get crd ovens.${group} -o jsonpath='{.status.storedVersions[*]}' | tr ' ' '\\n' | sort | xargs)" = 'v1 v1alpha1'`,
    );
    // The object itself is written in v1.
    await kubectl.eventually(`kubectl patch ovens.v1.${group} old --type=merge -p '{}'`);
    await kubectl.succeed(
      `kubectl patch crd ovens.${group} --subresource=status --type=merge -p '{"status":{"storedVersions":["v1"]}}'`,
    );
    await apply(definition("v1"));
    const next = oven("old").replace("v1alpha1", "v1").replace('"heat":1', '"heat":2');
    expect(await kubectl.run(`kubectl apply --server-side -f - <<'END'\n${next}\nEND`)).toMatchObject({
      status: 1,
      output: expect.stringContaining("request to convert CR to an invalid group/version") as string,
    });
  });
});
