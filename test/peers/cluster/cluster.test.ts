import { get } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, issueClient, type KeyPair } from "../../../apiserver/certificates/authority.js";
import { whyNoKubectl } from "../../interop/kubectl.js";
import { whyNoKubernetes } from "../binaries.js";
import { whyNoEtcd } from "../etcd.js";
import { startAggregatedServer } from "./aggregated-server.js";
import { ClusterKubectl } from "./cluster-kubectl.js";
import { ClusterLoad } from "./cluster-load.js";
import { writeProxyAuthorities, writeProxyClient } from "./credentials.js";
import { KubeCluster } from "./kube-cluster.js";
import type { RestartableServer } from "./restartable-server.js";

/** @file Runs the pizza server behind a real kube-apiserver, with kube-controller-manager. */

const reason = whyNoKubernetes() ?? whyNoEtcd() ?? whyNoKubectl();
const group = "restaurant.programming-kubernetes.info";
const examples = "artifacts/examples";
const create = `kubectl create -f ${examples}/topping-tomato.yaml -f ${examples}/topping-mozzarella.yaml`;

describe.skipIf(reason !== undefined).each([
  ["flags name the authorities", true],
  ["the cluster names the authorities", false],
] as const)(
  ["the pizza server behind kube-apiserver, %s", reason].filter(Boolean).join(", "),
  (_, namesAuthorities) => {
    let cluster: KubeCluster;
    let server: RestartableServer;
    let admin: ClusterKubectl;
    beforeAll(async () => {
      cluster = await KubeCluster.start();
      server = await startAggregatedServer(cluster, namesAuthorities);
      await cluster.startControllers();
      admin = new ClusterKubectl(await cluster.administrator(), cluster.folder);
      await admin.succeed(create);
    });
    afterAll(async () => {
      await server.end("SIGKILL");
      await cluster.remove();
    });

    test("the cluster's discovery and OpenAPI documents contain the types of the server", async () => {
      const resources = await admin.succeed(`kubectl api-resources --api-group=${group} --no-headers`);
      expect(resources.match(/^\w+/gm)).toEqual(["pizzas", "toppings"]);
      expect(await admin.succeed("kubectl get --raw /openapi/v3")).toContain(`apis/${group}/v1beta1`);
      await admin.eventually(`kubectl get --raw /openapi/v2 | grep -q '${group}/v1alpha1'`);
      expect(await admin.succeed("kubectl explain pizzas.spec.toppings.quantity")).toContain(
        "FIELD: quantity <integer>",
      );
    });

    test("a user whom RBAC allows one verb can use only this verb", async () => {
      const alice = new ClusterKubectl(await cluster.kubeconfigOf("alice", ["cooks"]), cluster.folder);
      const refused = await alice.run("kubectl get pizzas");
      expect(refused.output).toBe(
        `Error from server (Forbidden): pizzas.${group} is forbidden: User "alice" cannot list resource "pizzas" in API group "${group}" in the namespace "default"\n`,
      );
      await admin.succeed(`kubectl create role lister --verb=list --resource=pizzas.${group}`);
      await admin.succeed("kubectl create rolebinding lister --role=lister --group=cooks");
      await alice.eventually("kubectl get pizzas");
      const { status, output } = await alice.run("kubectl get pizza margherita");
      expect([status, output]).toEqual([
        1,
        `Error from server (Forbidden): pizzas.${group} "margherita" is forbidden: User "alice" cannot get resource "pizzas" in API group "${group}" in the namespace "default"\n`,
      ]);
      expect(await alice.succeed("kubectl auth can-i list pizzas")).toBe("yes\n");
    });

    test("an object in a namespace that the cluster does not have is refused", async () => {
      const { output } = await admin.run(`kubectl create -n nowhere -f ${examples}/pizza-margherita.yaml`);
      expect(output).toBe(
        `Error from server (NotFound): error when creating "${examples}/pizza-margherita.yaml": namespaces "nowhere" not found\n`,
      );
    });

    test("the deletion of a namespace deletes its pizzas and completes", async () => {
      await admin.succeed("kubectl create namespace party");
      await admin.eventually(`kubectl create -n party -f ${examples}/pizza-margherita.yaml`);
      await admin.succeed("kubectl delete namespace party --timeout=60s");
      expect(await admin.succeed("kubectl get pizzas --all-namespaces --no-headers 2>&1")).toBe("No resources found\n");
    });

    test("the garbage collector deletes objects whose owner is on the other server", async () => {
      await admin.succeed(`kubectl create -f ${examples}/pizza-margherita.yaml`);
      const owner = async (what: string) => admin.succeed(`kubectl get ${what} -o jsonpath='{.metadata.uid}'`);
      const own = (what: string, apiVersion: string, kind: string, name: string, uid: string) =>
        admin.succeed(
          `kubectl patch ${what} --type=merge --patch='${JSON.stringify({ metadata: { ownerReferences: [{ apiVersion, kind, name, uid }] } })}'`,
        );
      await admin.succeed("kubectl create configmap box && kubectl create configmap menu");
      await own("configmap box", `${group}/v1beta1`, "Pizza", "margherita", await owner("pizza margherita"));
      await own("pizza margherita", "v1", "ConfigMap", "menu", await owner("configmap menu"));
      await admin.succeed("kubectl delete configmap menu");
      await admin.eventually("! kubectl get pizza margherita");
      await admin.eventually("! kubectl get configmap box");
    });

    test("a foreground deletion waits for dependents on the other server", async () => {
      await admin.succeed(`kubectl create -f ${examples}/pizza-margherita.yaml`);
      const uid = await admin.succeed("kubectl get pizza margherita -o jsonpath='{.metadata.uid}'");
      const reference = {
        apiVersion: `${group}/v1beta1`,
        kind: "Pizza",
        name: "margherita",
        uid,
        blockOwnerDeletion: true,
      };
      const metadata = { name: "slice", finalizers: ["example.com/hold"], ownerReferences: [reference] };
      const slice = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata });
      await admin.succeed(`echo '${slice}' | kubectl create -f -`);
      await admin.succeed("kubectl delete pizza margherita --cascade=foreground --wait=false");
      await admin.eventually("kubectl get configmap slice -o jsonpath='{.metadata.deletionTimestamp}' | grep -q Z");
      expect(await admin.succeed("kubectl get pizza margherita -o jsonpath='{.metadata.finalizers}'")).toBe(
        '["foregroundDeletion"]',
      );
      await admin.succeed(`kubectl patch configmap slice --type=merge --patch='{"metadata":{"finalizers":null}}'`);
      await admin.eventually("! kubectl get pizza margherita");
    });

    test("restarts of both servers under load lose no object, and watches resume without a gap", async () => {
      const load = await ClusterLoad.start(await cluster.administrator());
      await load.progress();
      await server.end("SIGTERM");
      await server.again();
      await load.progress();
      await server.end("SIGKILL");
      await server.again();
      await load.progress();
      await cluster.stopAPIServer();
      await cluster.startAPIServer();
      await load.progress();
      const { listed, followed } = await load.end();
      expect(load.acknowledged.filter((name) => !listed.includes(name))).toEqual([]);
      expect(followed).toEqual(listed);
    });

    test("a new authority of front proxies is used without a restart, and the old one is refused", async () => {
      const { folder, proxyAuthority: old } = cluster.credentials;
      const load = await ClusterLoad.start(await cluster.administrator());
      const renewed = await createAuthority("cluster-front-proxy-2");
      const [oldClient, newClient] = await Promise.all(
        [old, renewed].map((authority) => issueClient(authority, "front-proxy-client", [])),
      );
      const asProxy = (client: KeyPair | undefined) => statusAs(server.port, client, "admin");
      expect([await asProxy(oldClient), await asProxy(newClient)]).toEqual([200, 401]);
      writeProxyAuthorities(folder, old, renewed);
      await expect.poll(() => asProxy(newClient)).toBe(200);
      writeProxyClient(folder, newClient as KeyPair);
      // kube-apiserver reads its files again at least once a minute, and connections stay open.
      await load.progress(200);
      writeProxyAuthorities(folder, renewed);
      // kube-apiserver only adds authorities to its ConfigMap, and never removes one that is valid.
      const data = { "requestheader-client-ca-file": renewed.certificate };
      const remove = `kubectl patch configmap extension-apiserver-authentication --namespace=kube-system --type=merge --patch='${JSON.stringify({ data })}'`;
      const afterRemoval = async () => {
        if (!namesAuthorities) await admin.succeed(remove);
        return asProxy(oldClient);
      };
      await expect.poll(afterRemoval).toBe(401);
      await load.progress();
      const { listed, followed } = await load.end();
      expect(load.acknowledged.filter((name) => !listed.includes(name))).toEqual([]);
      expect(followed).toEqual(listed);
    });
  },
);

/** Sends a request as a front proxy that names a user, and returns its status. */
function statusAs(port: number, client: KeyPair | undefined, user: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(
      {
        host: "127.0.0.1",
        port,
        path: `/apis/${group}/v1alpha1/toppings`,
        headers: { "x-remote-user": user, "x-remote-group": "system:masters" },
        rejectUnauthorized: false,
        agent: false,
        ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on("error", reject);
  });
}
