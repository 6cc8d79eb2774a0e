import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hook, patching, WebhookServer } from "../../apiserver/cluster/webhook-server.js";
import { group } from "../../interop/official-client.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import { PizzaCluster, whyNoPizzaCluster } from "./pizza-cluster.js";
import { pizza } from "./pizzas.js";
import { eventually } from "../../eventually.js";

/**
 * @file Webhook configurations of a real cluster act on the pizzas of the server behind it, as they
 * act on the objects of kube-apiserver.
 */

const reason = whyNoPizzaCluster();
/** How long a server may take to see a new configuration, in milliseconds. */

describe.skipIf(reason !== undefined)(["webhooks of a cluster", reason].filter(Boolean).join(", "), () => {
  let pizzas: PizzaCluster;
  let alice: ClusterKubectl;
  let server: WebhookServer;
  beforeAll(async () => {
    pizzas = await PizzaCluster.start();
    server = await WebhookServer.start();
    const { admin, cluster } = pizzas;
    alice = new ClusterKubectl(await cluster.kubeconfigOf("alice", ["cooks"]), cluster.folder);
    await admin.succeed(
      `kubectl create role cook --verb='*' --resource=pizzas.${group},configmaps && kubectl create rolebinding cook --role=cook --group=cooks`,
    );
    await alice.eventually("kubectl get pizzas");
  });
  afterAll(async () => {
    await server.close();
    await pizzas.remove();
  });
  afterEach(async () => {
    await pizzas.admin.run(
      "kubectl delete validatingwebhookconfigurations,mutatingwebhookconfigurations,pizzas,configmaps --all",
    );
    server.calls.splice(0);
  });

  const configure = (kind: string, path: string) =>
    pizzas.admin.succeed(`echo '${JSON.stringify(configuration(kind, server, path))}' | kubectl create -f -`);

  test("a validating webhook refuses pizzas within 5 seconds, until its configuration is deleted", async () => {
    server.on("/validate", () => ({ allowed: false, status: { code: 403, message: "no pizza today" } }));
    await configure("ValidatingWebhookConfiguration", "/validate");
    // A dry run leaves no object if the server does not know the webhook yet.
    const refused = await alice.eventually(`! ${createPizza("refused")} --dry-run=server`);
    expect(refused).toBe((await alice.run(createConfigMap("refused"))).output);
    expect(refused).toContain('admission webhook "hook.example.com" denied the request: no pizza today');
    expect((await alice.run(createPizza("refused"))).status).toBe(1);
    await pizzas.admin.succeed("kubectl delete validatingwebhookconfiguration hooks");
    await alice.eventually(createPizza("refused"));
  });

  test("a mutating webhook changes pizzas within 5 seconds, until its configuration is deleted", async () => {
    server.on("/mutate", () => patching({ op: "add", path: "/metadata/labels", value: { checked: "yes" } }));
    await configure("MutatingWebhookConfiguration", "/mutate");
    const label = "-o jsonpath='{.metadata.labels.checked}'";
    const hasLabel = `${createPizza("changed")} --dry-run=server ${label} | grep -q yes`;
    await alice.eventually(hasLabel);
    expect(await alice.succeed(`${createPizza("changed")} ${label}`)).toBe("yes");
    await pizzas.admin.succeed("kubectl delete mutatingwebhookconfiguration hooks");
    await alice.eventually(`! ${hasLabel.replaceAll("changed", "unchanged")}`);
  });

  test("reviews of pizzas have the user of the cluster, and the fields of kube-apiserver's reviews", async () => {
    server.on("/validate");
    await configure("ValidatingWebhookConfiguration", "/validate");
    const reviews = (resource: string) =>
      server.calls
        // Values of the type Json have no common fields with an interface.
        .map(({ review }) => review["request"] as unknown as Review)
        .filter((request) => request.resource.resource === resource);
    const both = `${createPizza("one")} --dry-run=server && ${createConfigMap("one")} --dry-run=server`;
    await eventually(async () => {
      await alice.succeed(both);
      expect([reviews("pizzas").length > 0, reviews("configmaps").length > 0]).toEqual([true, true]);
    });
    server.calls.splice(0);
    await alice.succeed(
      `${both.replaceAll(" --dry-run=server", "")} && kubectl label pizza,configmap one a=b && kubectl delete pizza,configmap one`,
    );
    const [ofPizzas, ofConfigMaps] = [reviews("pizzas"), reviews("configmaps")];
    const groups = ["cooks", "system:authenticated"];
    expect(ofPizzas.map(({ operation, name, namespace }) => [operation, name, namespace])).toEqual(
      ["CREATE", "UPDATE", "DELETE"].map((operation) => [operation, "one", "default"]),
    );
    for (const { userInfo } of ofPizzas) expect(userInfo).toMatchObject({ username: "alice", groups });
    expect(ofPizzas.map(shapeOf)).toEqual(ofConfigMaps.map(shapeOf));
  });
});

function configuration(kind: string, server: WebhookServer, path: string): object {
  const rules = [
    { operations: ["*"], apiGroups: [group], apiVersions: ["*"], resources: ["pizzas"] },
    { operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] },
  ];
  const webhook = hook("hook.example.com", server.url(path), { rules, timeoutSeconds: 5 });
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind,
    metadata: { name: "hooks" },
    webhooks: [webhook],
  };
}

/** The `request` of an AdmissionReview. */
interface Review {
  readonly resource: { readonly resource: string };
  readonly operation: string;
  readonly name: string;
  readonly namespace: string;
  readonly userInfo: object;
  readonly options: object;
  readonly object: object | null;
  readonly oldObject: object | null;
  readonly requestKind: object;
  readonly requestResource: object;
}

function createConfigMap(name: string): string {
  const configMap = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
  return `echo '${configMap}' | kubectl create -f -`;
}

function createPizza(name: string): string {
  return `echo '${JSON.stringify(pizza(name, { tomato: 1 }))}' | kubectl create -f -`;
}

/** Returns the fields of a review, without the values that differ between two kinds. */
function shapeOf(request: Review): object {
  const { userInfo, options, operation, object, oldObject, requestKind, requestResource } = request;
  return {
    fields: Object.keys(request).sort(),
    operation,
    userInfo,
    options,
    hasObject: object !== null,
    hasOldObject: oldObject !== null,
    requestKind: Object.keys(requestKind),
    requestResource: Object.keys(requestResource),
  };
}
